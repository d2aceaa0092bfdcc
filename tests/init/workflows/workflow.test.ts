import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FORGES, isReference, useTailgate } from '../../../src/init/workflows/actions.ts';
import { describeWorkflow, type WorkflowOptions } from '../../../src/init/workflows/workflow.ts';

const OPTIONS: WorkflowOptions = {
  forge: 'github',
  uses: 'OWNER/tailgate@COMMIT',
  branch: 'main',
  folder: '.',
  suite: null,
  expected: 'default',
  setup: { action: 'actions/setup-node', key: 'node-version', file: 'package.json' },
};
const inputs = parse(readFileSync('action.yml', 'utf8')).inputs;

type Step = { uses?: string; run?: string; with?: Record<string, string> };
type Job = { name?: string; if?: string; permissions: Record<string, string>; steps: Step[]; needs?: string };
const jobsOf = (text: string): Record<string, Job> => parse(text).jobs;
const own = (job: Job) =>
  job.steps.find(({ uses }) => uses?.includes('OWNER/tailgate') || uses?.startsWith('./'))!;
const ALL = FORGES.flatMap((forge) =>
  ['.', 'a "b" #c'].flatMap((folder) => {
    const suite = folder === '.' ? null : 'a-b-c';
    const options = { ...OPTIONS, forge, folder, suite, expected: suite ?? 'default' };
    return [
      describeWorkflow('pair', options),
      describeWorkflow('oneStep', options),
      ...(forge === 'github' ? [describeWorkflow('forks', options)] : []),
    ];
  }),
);

test('the report is uploaded by each job that publishes, whatever its verdict is, and its upload blocks nothing', () => {
  const html = '${{ steps.tailgate.outputs.html }}';
  for (const kind of ['pair', 'oneStep'] as const) {
    const jobs = Object.entries(jobsOf(describeWorkflow(kind, OPTIONS)));
    const uploads = jobs.flatMap(([name, { steps }]) =>
      steps.filter((step) => step.with?.path === html).map((step) => ({ name, ...step })),
    );
    const shared = {
      if: "${{ always() && steps.tailgate.outputs.html != '' }}",
      'continue-on-error': true,
      with: { archive: false, overwrite: true },
    };
    const names = kind === 'pair' ? ['publish', 'record'] : ['tailgate'];
    expect(uploads).toMatchObject(names.map((name) => ({ name, ...shared })));
    // Older servers know only the zip.
    expect(describeWorkflow(kind, { ...OPTIONS, forge: 'ghes' })).not.toMatch(/archive: |overwrite: /);
  }
});

/** An edit of the title or the text changes nothing; one of the base does. */
const COUNTS = "github.event.action != 'edited' || github.event.changes.base";

test('a pull request that is edited is measured for another base, and otherwise cancels no run', () => {
  for (const kind of ['pair', 'oneStep'] as const) {
    const { on, concurrency, jobs } = parse(describeWorkflow(kind, OPTIONS));
    expect(on.pull_request.types).toEqual(['opened', 'synchronize', 'reopened', 'edited']);
    expect(concurrency.group).toContain(`(${COUNTS}) && github.event.pull_request.number || github.run_id`);
    for (const [name, { if: condition }] of Object.entries<Job>(jobs))
      if (name !== 'record') expect(condition).toContain(COUNTS);
  }
});

test('a workflow gives Tailgate inputs that it has, and has no permissions but those of its jobs, no filter by paths, and no token in a checkout', () => {
  for (const text of ALL) {
    const { permissions, on } = parse(text);
    expect(permissions).toEqual({});
    expect(JSON.stringify(on)).not.toContain('paths');
    for (const job of Object.values(jobsOf(text))) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(own(job).with ?? {})));
      for (const { uses, with: given } of job.steps)
        if (uses?.startsWith('actions/checkout@'))
          expect(given).toMatchObject({ 'persist-credentials': false });
    }
  }
});

test('a workflow pins every other action by its commit, with the release in a comment', () => {
  for (const line of ALL.flatMap((text) => text.split('\n')).filter((text) => text.includes('- uses:')))
    if (!line.includes('OWNER/tailgate')) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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
      'OWNER/tailgate',
      'actions/upload-artifact',
    ]);
    expect(own(jobs[name]!).with).toEqual({ mode: 'publish', suites: 'default' });
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

  test('gives each result an artifact of its own, and publishes and fails where one is not fetched', () => {
    for (const forge of FORGES) {
      const { measure, ...publishers } = jobsOf(describeWorkflow('pair', { ...OPTIONS, forge }));
      const upload = measure!.steps.at(-1)!.with!;
      expect(upload.name).toBe('${{ steps.tailgate.outputs.artifact }}');
      expect(upload).not.toHaveProperty('overwrite');
      for (const job of Object.values(publishers)) {
        expect(job.steps[0]).not.toHaveProperty('continue-on-error');
        expect(own(job)).toMatchObject({ if: '${{ !cancelled() }}' });
      }
    }
  });

  test('fetches by the older actions where the newer ones refuse', () => {
    const ghes = describeWorkflow('pair', { ...OPTIONS, forge: 'ghes' });
    expect(ghes).toMatch(/upload-artifact@\w{40} # v3/);
    expect(ghes).not.toContain('pattern:');
  });

  test('sets up and measures in a subfolder, whatever its name', () => {
    const { measure } = jobsOf(describeWorkflow('pair', { ...OPTIONS, folder: 'a "b" #c' }));
    expect(measure!.steps[1]!.with).toEqual({ 'node-version-file': 'a "b" #c/package.json' });
    expect(own(measure!).with!['working-directory']).toBe('a "b" #c');
  });
});

test('a lock file above a service that is below stands where it is', () => {
  const setup = {
    action: 'actions/setup-node',
    key: 'node-version',
    version: '24',
    get: 'npm i',
    lock: '../../pnpm-lock.yaml',
  };
  const { measure } = jobsOf(describeWorkflow('pair', { ...OPTIONS, folder: 'apps/api', setup }));
  expect(measure!.steps.slice(1, 3)).toMatchObject([
    { run: 'npm i', 'working-directory': 'apps/api' },
    { with: { 'node-version': '24', 'cache-dependency-path': 'pnpm-lock.yaml' } },
  ]);
});

test('the job that does all has no right beside the code under test that it does not use', () => {
  const { permissions } = jobsOf(describeWorkflow('oneStep', OPTIONS)).tailgate!;
  expect(permissions).toEqual({ contents: 'write', 'pull-requests': 'write', statuses: 'write' });
});

describe('the workflow for forks', () => {
  test('leaves the runs of the repository to themselves, also those that Dependabot starts', () => {
    const condition = jobsOf(describeWorkflow('forks', OPTIONS)).tell!.if;
    expect(condition).toContain('head_repository.full_name != github.repository');
    expect(condition).not.toContain('dependabot');
    // Its token reads by default, which permissions change.
    expect(jobsOf(describeWorkflow('pair', OPTIONS)).publish!.permissions['pull-requests']).toBe('write');
  });

  test('has nothing to tell of a run that has not ended by itself', () => {
    const condition = jobsOf(describeWorkflow('forks', OPTIONS)).tell!.if;
    for (const conclusion of ['action_required', 'cancelled', 'skipped'])
      expect(condition).toContain(`&& github.event.workflow_run.conclusion != '${conclusion}'`);
  });

  test('leaves no check on the default branch that has the name of the one to require', () => {
    const [forks, pair] = [
      jobsOf(describeWorkflow('forks', OPTIONS)),
      jobsOf(describeWorkflow('pair', OPTIONS)),
    ];
    expect(Object.keys(forks).filter((name) => name in pair)).toEqual([]);
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

test('jobs that publish have different names in different workflows, and say which status to require', () => {
  const texts = [null, 'api'].flatMap((suite) =>
    (['pair', 'oneStep'] as const).map((kind) =>
      describeWorkflow(kind, { ...OPTIONS, suite, expected: suite ?? 'default' }),
    ),
  );
  const names = texts.map((text) => (jobsOf(text).publish ?? jobsOf(text).tailgate)!.name);
  expect(names).toEqual(['publish', 'tailgate', 'publish api', 'tailgate api']);
  const told = texts.map((text) => /status to require, `(.*?)`/.exec(text)![1]);
  expect(told).toEqual(['tailgate/default', 'tailgate/default', 'tailgate/api', 'tailgate/api']);
});

test('an action is used by repository and commit, or by a folder', () => {
  for (const reference of ['OWNER/tailgate@COMMIT', './', './actions/tailgate', 'o/r/sub@abc']) {
    expect(isReference(reference), reference).toBe(true);
    expect(parse(useTailgate(reference))).toBe(reference);
  }
  for (const other of [
    '',
    'tailgate',
    'o/r@v1 # x',
    'o/r@v1\n',
    '${{ x }}',
    '../x',
    'https://git.example/o/r@v1',
  ])
    expect(isReference(other), other).toBe(false);
});
