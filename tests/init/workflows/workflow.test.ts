import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FORGES, isReference, useTailgate } from '../../../src/init/workflows/actions.ts';
import { describeWorkflow, nameCheck, type WorkflowOptions } from '../../../src/init/workflows/workflow.ts';
import { quoteWord } from '../../../src/processes/shell-words.ts';

const OPTIONS: WorkflowOptions = {
  forge: 'github',
  uses: 'tailgate/tailgate@v0',
  branch: 'main',
  folder: '.',
  suite: null,
  expected: 'default',
  setup: [{ uses: 'actions/setup-node', with: { 'node-version-file': 'package.json' } }],
};
const inputs = parse(readFileSync('action.yml', 'utf8')).inputs;

type Step = { uses?: string; run?: string; with?: Record<string, string> };
type Job = { name?: string; if?: string; permissions: Record<string, string>; steps: Step[]; needs?: string };
const jobsOf = (text: string): Record<string, Job> => parse(text).jobs;
const own = (job: Job) =>
  job.steps.find(({ uses }) => uses?.includes('tailgate/tailgate') || uses?.startsWith('./'))!;
const ALL = FORGES.flatMap((forge) =>
  ['.', 'a "b" #c'].flatMap((folder) => {
    const suite = folder === '.' ? null : 'a-b-c';
    const options = { ...OPTIONS, forge, folder, suite, expected: suite ?? 'default' };
    return [
      describeWorkflow('pair', options),
      describeWorkflow('oneStep', options),
      describeWorkflow('drift', options),
      ...(forge === 'github' ? [describeWorkflow('forks', options)] : []),
    ];
  }),
);

test('the report is uploaded by each job that publishes, whatever its verdict is, and its upload blocks nothing', () => {
  for (const text of [describeWorkflow('pair', OPTIONS), describeWorkflow('oneStep', OPTIONS)])
    for (const [name, job] of Object.entries(jobsOf(text)).filter(([, { steps }]) => steps.length > 1)) {
      const upload = job.steps.find(
        ({ with: given }) => given?.path === '${{ steps.tailgate.outputs.html }}',
      );
      if (name === 'measure') expect(upload).toBeUndefined();
      else {
        expect(upload).toMatchObject({
          if: "${{ always() && steps.tailgate.outputs.html != '' }}",
          'continue-on-error': true,
          with: { archive: false, overwrite: true },
        });
        expect(own(job)).toMatchObject({ id: 'tailgate' });
      }
    }
  // Older servers know only the zip.
  for (const text of [
    describeWorkflow('pair', { ...OPTIONS, forge: 'gitea' }),
    describeWorkflow('oneStep', { ...OPTIONS, forge: 'ghes' }),
  ])
    expect(text).not.toMatch(/archive: |overwrite: /);
});

/** An edit of the title or the text changes nothing; one of the base does. */
const COUNTS = "github.event.action != 'edited' || github.event.changes.base";

describe('a pull request that is edited', () => {
  test.each([describeWorkflow('pair', OPTIONS), describeWorkflow('oneStep', OPTIONS)])(
    'is measured for another base, and otherwise neither cancels a run nor skips a required check',
    (text) => {
      const { on, concurrency, jobs } = parse(text);
      expect(on.pull_request.types).toEqual(['opened', 'synchronize', 'reopened', 'edited']);
      expect(concurrency.group).toContain(`(${COUNTS}) && github.event.pull_request.number || github.run_id`);
      for (const [name, { if: condition, name: shown }] of Object.entries<Job>(jobs)) {
        if (name !== 'record') expect(condition).toContain(COUNTS);
        // A skipped job counts as passed. So only a job that nobody requires keeps its name then.
        if (name === 'publish' || name === 'tailgate') expect(shown).toContain(COUNTS);
      }
    },
  );

  test('is known on Gitea by the name that it has there', () => {
    const gitea = describeWorkflow('pair', { ...OPTIONS, forge: 'gitea' });
    expect(gitea).toContain("github.event.action != 'edited' || github.event.changes.ref");
    expect(gitea).not.toContain('changes.base');
    expect(Object.keys(jobsOf(gitea))).toEqual(['measure', 'publish', 'record']);
  });
});

describe('a workflow of tailgate init', () => {
  test('gives Tailgate inputs that it has', () => {
    for (const job of ALL.flatMap((text) => Object.values(jobsOf(text)))) {
      for (const name of Object.keys(own(job).with ?? {})) expect(Object.keys(inputs)).toContain(name);
    }
  });

  test('pins every other action by its commit, with the release in a comment', () => {
    for (const line of ALL.flatMap((text) => text.split('\n')).filter((text) => text.includes('- uses:'))) {
      if (!line.includes('tailgate/tailgate')) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test('has no permissions but those of its jobs, and no filter by paths', () => {
    for (const text of ALL) {
      const { permissions, on } = parse(text);
      expect(permissions).toEqual({});
      expect(JSON.stringify(on)).not.toContain('paths');
    }
  });
});

describe('the workflow of drift', () => {
  test('runs by the clock or by hand, and may write issues alone', () => {
    const { on, jobs, concurrency } = parse(
      describeWorkflow('drift', { ...OPTIONS, suite: 'api', folder: 'api' }),
    );
    expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
    expect(concurrency).toEqual({ group: 'tailgate-api-drift', 'cancel-in-progress': false });
    expect(jobs.drift.permissions).toEqual({ contents: 'read', issues: 'write' });
    expect(own(jobs.drift).with).toEqual({ mode: 'drift', 'working-directory': 'api' });
    expect(jobs.drift.steps[0].with).toEqual({ 'persist-credentials': false, 'fetch-depth': 0 });
  });
});

describe('the pair', () => {
  const jobs = jobsOf(describeWorkflow('pair', OPTIONS));

  test('measures without a token that could write, and leaves none in the checkout', () => {
    const { measure } = jobs;
    expect(measure!.permissions).toEqual({ contents: 'read' });
    expect(own(measure!).with).toMatchObject({ mode: 'measure', 'github-token': '' });
    expect(measure!.steps[0]!.with).toMatchObject({ 'persist-credentials': false, 'fetch-depth': 0 });
  });

  test.each(['publish', 'record'])('runs no code of the repository in %s', (name) => {
    expect(jobs[name]!.steps.filter(({ run }) => run)).toEqual([]);
    expect(jobs[name]!.steps.map(({ uses }) => uses!.split('@')[0])).toEqual([
      'actions/download-artifact',
      'tailgate/tailgate',
      'actions/upload-artifact',
    ]);
    expect(own(jobs[name]!).with).toMatchObject({ mode: 'publish', needs: '${{ toJSON(needs) }}' });
  });

  test('gives no right to the results of other runs, since those of its own need none', () => {
    for (const { permissions } of Object.values(jobs))
      expect(Object.keys(permissions)).not.toContain('actions');
    expect(jobsOf(describeWorkflow('forks', OPTIONS)).tell!.permissions.actions).toBe('read');
  });

  test('writes to the repository after pushes alone, and skips the required job then alone', () => {
    expect(jobs.publish!.permissions.contents).toBe('read');
    expect(jobs.record!.permissions.contents).toBe('write');
    expect(jobs.publish!.if).toBe(`\${{ always() && github.event_name != 'push' && (${COUNTS}) }}`);
    expect(jobs.record!.if).toBe("${{ always() && github.event_name == 'push' }}");
    expect(Object.keys(parse(describeWorkflow('pair', OPTIONS)).on)).toEqual([
      'pull_request',
      'merge_group',
      'push',
      'workflow_dispatch',
    ]);
  });

  test('expects the suite that the configuration names, wherever it publishes', () => {
    const options = { ...OPTIONS, expected: 'api' };
    const publishers = [
      ...['publish', 'record'].map((name) => jobsOf(describeWorkflow('pair', options))[name]!),
      ...Object.values(jobsOf(describeWorkflow('forks', options))),
    ];
    expect(publishers.map((job) => own(job).with!.suites)).toEqual(['api', 'api', 'api']);
  });

  test('gives each result an artifact of its own, and notices what is not fetched', () => {
    for (const forge of FORGES) {
      const { measure, withdraw: _, ...publishers } = jobsOf(describeWorkflow('pair', { ...OPTIONS, forge }));
      const upload = measure!.steps.at(-1)!.with!;
      expect(upload.name).toBe('${{ steps.tailgate.outputs.artifact }}');
      expect(upload).not.toHaveProperty('overwrite');
      for (const job of Object.values(publishers)) {
        expect(job.steps[0]).toMatchObject({ id: 'download', 'continue-on-error': true });
        expect(own(job).with!.downloaded).toBe('${{ steps.download.outcome }}');
      }
    }
    const forks = own(jobsOf(describeWorkflow('forks', OPTIONS)).tell!).with!;
    expect(forks).toMatchObject({ needs: 'measure', downloaded: '${{ steps.download.outcome }}' });
  });

  test('looks for results where artifacts of either generation are put', () => {
    const gitea = describeWorkflow('pair', { ...OPTIONS, forge: 'gitea' });
    expect(gitea).toMatch(/upload-artifact@\w{40} # v3/);
    expect(gitea).not.toContain('pattern:');
    expect(gitea).not.toContain('merge_group');
    expect(gitea).toContain('uses: https://github.com/tailgate/tailgate@v0');
    // There `statuses:` means nothing, and a status takes the right to write code.
    expect(jobsOf(gitea).publish!.permissions.contents).toBe('write');
  });

  test('sets up and measures in a subfolder, whatever its name', () => {
    const { measure } = jobsOf(describeWorkflow('pair', { ...OPTIONS, folder: 'a "b" #c' }));
    expect(measure!.steps[1]!.with).toEqual({ 'node-version-file': 'a "b" #c/package.json' });
    expect(own(measure!).with!['working-directory']).toBe('a "b" #c');
  });
});

test('a lock file above a service that is below stands where it is', () => {
  const path = 'apps/api/../../pnpm-lock.yaml';
  const setup = [{ uses: 'actions/setup-node' as const, with: { 'cache-dependency-path': path } }];
  const { measure } = jobsOf(describeWorkflow('pair', { ...OPTIONS, setup }));
  expect(measure!.steps[1]!.with).toEqual({ 'cache-dependency-path': 'pnpm-lock.yaml' });
});

describe('the job that does all', () => {
  test('has no right beside the code under test that it does not use', () => {
    const { tailgate } = jobsOf(describeWorkflow('oneStep', OPTIONS));
    expect(tailgate!.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
  });
});

describe('the workflow for forks', () => {
  const jobs = jobsOf(describeWorkflow('pair', OPTIONS));

  test('leaves the runs of the repository to themselves, also those that Dependabot starts', () => {
    const condition = jobsOf(describeWorkflow('forks', OPTIONS)).tell!.if;
    expect(condition).toContain('head_repository.full_name != github.repository');
    expect(condition).not.toContain('dependabot');
    // Its token reads by default, which permissions change.
    expect(jobsOf(describeWorkflow('pair', OPTIONS)).publish!.permissions['pull-requests']).toBe('write');
  });

  test.each(['action_required', 'cancelled', 'skipped'])(
    'has nothing to tell of a run that ended as %s',
    (conclusion) => {
      const condition = jobsOf(describeWorkflow('forks', OPTIONS)).tell!.if;
      expect(condition).toContain(`&& github.event.workflow_run.conclusion != '${conclusion}'`);
    },
  );

  test('leaves no check on the default branch that has the name of the one to require', () => {
    const [forks, pair] = [
      jobsOf(describeWorkflow('forks', OPTIONS)),
      jobsOf(describeWorkflow('pair', OPTIONS)),
    ];
    expect(Object.keys(forks).filter((name) => name in pair)).toEqual([]);
  });

  test('takes back what was said for another base when the other run begins', () => {
    expect(parse(describeWorkflow('forks', OPTIONS)).on.workflow_run.types).toEqual([
      'requested',
      'completed',
    ]);
    const { tell } = jobsOf(describeWorkflow('forks', OPTIONS));
    expect(own(tell!).with!.mode).toBe(
      "${{ github.event.action == 'requested' && 'withdraw' || 'publish' }}",
    );
    expect(tell!.steps[0]).toMatchObject({ if: "${{ github.event.action == 'completed' }}" });
    expect(jobs.withdraw!.permissions).toEqual({ statuses: 'write', 'pull-requests': 'read' });
    expect(own(jobs.withdraw!).with).toEqual({ mode: 'withdraw' });
  });

  test('follows the other by its name, and checks nothing out', () => {
    for (const suite of [null, 'api']) {
      const { name } = parse(describeWorkflow('pair', { ...OPTIONS, suite }));
      const forks = parse(describeWorkflow('forks', { ...OPTIONS, suite }));
      expect(forks.on.workflow_run.workflows).toEqual([name]);
      expect(forks.name).not.toBe(name);
      expect(JSON.stringify(forks)).not.toContain('checkout');
      expect(forks.jobs.tell.permissions.contents).toBe('read');
    }
  });
});

test('the checks to require have different names in different workflows', () => {
  const names = (suite: string | null) => {
    const options = { ...OPTIONS, suite };
    const jobs = [
      jobsOf(describeWorkflow('pair', options)).publish!,
      jobsOf(describeWorkflow('oneStep', options)).tailgate!,
    ];
    return jobs.map(({ name }) => name);
  };
  for (const suite of [null, 'api']) {
    const [publish, oneStep] = [nameCheck(suite, false), nameCheck(suite, true)];
    expect(names(suite)).toEqual([
      `\${{ github.event_name != 'push' && (${COUNTS}) && '${publish}' || 'nothing to publish' }}`,
      `\${{ (${COUNTS}) && '${oneStep}' || 'nothing to measure' }}`,
    ]);
  }
});

test.each(['tailgate/tailgate@v0', './', './actions/tailgate', 'https://git.example/o/r@v1', 'o/r/sub@abc'])(
  '%s can be used',
  (reference) => {
    expect(isReference(reference)).toBe(true);
    expect(parse(useTailgate(reference, 'github'))).toBe(reference);
  },
);

test.each(['', 'tailgate', 'o/r@v1 # x', 'o/r@v1\n', '${{ x }}', '../x'])(
  '%j cannot be used',
  (reference) => {
    expect(isReference(reference)).toBe(false);
  },
);

describe('the workflow of the site', () => {
  const text = describeWorkflow('site', { ...OPTIONS, folder: 'services/api', branch: "it's" });
  const { on, jobs } = parse(text);

  test('runs after the workflow that records, and writes the site without any right to change something', () => {
    expect(on.workflow_run).toEqual({ workflows: ['Tailgate'], types: ['completed'], branches: ["it's"] });
    expect(jobs.write.permissions).toEqual({ contents: 'read' });
    const run = jobs.write.steps.find((step: Step) => step.run !== undefined);
    expect(run.run).toMatch(
      /^node "\$GITHUB_WORKSPACE"\/\.tailgate-action\/dist\/cli\.mjs site --out "\$RUNNER_TEMP\/site" --store git --branch /,
    );
    expect(run.run).toContain(quoteWord("it's"));
    expect(run['working-directory']).toBe('services/api');
  });

  test.each<[string, object[], string]>([
    ['./', [], 'dist/cli.mjs'],
    ['./actions/tailgate', [], 'actions/tailgate/dist/cli.mjs'],
    ['o/r@1.10', [{ repository: 'o/r', ref: '1.10' }], '.tailgate-action/dist/cli.mjs'],
    ['o/r/sub@v1', [{ repository: 'o/r', ref: 'v1' }], '.tailgate-action/sub/dist/cli.mjs'],
  ])('runs the program that %s stands for', (uses, checkouts, program) => {
    const { write } = jobsOf(describeWorkflow('site', { ...OPTIONS, uses }));
    const others = write!.steps.flatMap(({ with: given }) => (given?.repository ? [given] : []));
    expect(others).toMatchObject(checkouts);
    expect(write!.steps.find(({ run }) => run)!.run).toContain(`"$GITHUB_WORKSPACE"/${program} site `);
  });

  test('deploys in a job that checks nothing out, with actions that are pinned', () => {
    expect(jobs.deploy.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
    expect(jobs.deploy.steps.map(({ uses }: Step) => uses!.split('@')[0])).toEqual([
      'actions/configure-pages',
      'actions/deploy-pages',
    ]);
    for (const line of text.split('\n').filter((one) => one.includes('- uses:')))
      expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});
