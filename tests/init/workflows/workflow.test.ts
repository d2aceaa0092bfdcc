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
const KINDS = ['pair', 'oneStep'] as const;

type Step = { uses?: string; run?: string; with?: Record<string, string> };
type Job = { name?: string; if?: string; permissions: Record<string, string>; steps: Step[]; needs?: string };
const write = (kind: 'pair' | 'oneStep' | 'forks', more: Partial<WorkflowOptions> = {}) =>
  describeWorkflow(kind, { ...OPTIONS, ...more });
const jobsOf = (text: string): Record<string, Job> => parse(text).jobs;
const own = (job: Job) => job.steps.find(({ uses }) => uses?.includes('OWNER/tailgate'))!;

/** An edit of the title or the text changes nothing; one of the base does. */
const COUNTS = "github.event.action != 'edited' || github.event.changes.base";

describe('each workflow', () => {
  const all = FORGES.flatMap((forge) =>
    [{}, { folder: 'a "b" #c', suite: 'a-b-c', expected: 'a-b-c' }].flatMap((place) => [
      ...KINDS.map((kind) => write(kind, { forge, ...place })),
      ...(forge === 'github' ? [write('forks', place)] : []),
    ]),
  );

  test('gives inputs that there are, has no permissions but those of its jobs, and no filter by paths', () => {
    const inputs = Object.keys(parse(readFileSync('action.yml', 'utf8')).inputs);
    for (const text of all) {
      const { permissions, on } = parse(text);
      expect(permissions).toEqual({});
      expect(JSON.stringify(on)).not.toContain('paths');
      for (const job of Object.values(jobsOf(text)))
        expect(inputs).toEqual(expect.arrayContaining(Object.keys(own(job).with ?? {})));
    }
  });

  test('pins every other action by its commit, with the release in a comment', () => {
    for (const line of all.flatMap((text) => text.split('\n')).filter((text) => text.includes('- uses:')))
      if (!line.includes('OWNER/tailgate')) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('uploads the report from each job that publishes, whatever its verdict is, and that blocks nothing', () => {
    const html = '${{ steps.tailgate.outputs.html }}';
    for (const kind of KINDS) {
      const uploads = Object.entries(jobsOf(write(kind))).flatMap(([name, { steps }]) =>
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
      expect(write(kind, { forge: 'ghes' })).not.toMatch(/archive: |overwrite: /);
    }
  });

  test('measures a pull request that is edited for another base, and otherwise cancels no run', () => {
    for (const kind of KINDS) {
      const { on, concurrency, jobs } = parse(write(kind));
      expect(on.pull_request.types).toEqual(['opened', 'synchronize', 'reopened', 'edited']);
      expect(concurrency.group).toContain(`(${COUNTS}) && github.event.pull_request.number || github.run_id`);
      for (const [name, { if: condition }] of Object.entries<Job>(jobs))
        if (name !== 'record') expect(condition).toContain(COUNTS);
    }
  });

  test('has a job of another name in another workflow, and says which status to require', () => {
    const texts = [null, 'api'].flatMap((suite) =>
      KINDS.map((kind) => write(kind, { suite, expected: suite ?? 'default' })),
    );
    const names = texts.map((text) => (jobsOf(text).publish ?? jobsOf(text).tailgate)!.name);
    expect(names).toEqual(['publish', 'tailgate', 'publish api', 'tailgate api']);
    const told = texts.map((text) => /status to require, `(.*?)`/.exec(text)![1]);
    expect(told).toEqual(['tailgate/default', 'tailgate/default', 'tailgate/api', 'tailgate/api']);
  });
});

describe('the pair', () => {
  const jobs = jobsOf(write('pair'));

  test('measures without a token that could write, and publishes without code of the repository', () => {
    const { measure, ...publishers } = jobs;
    expect(measure!.permissions).toEqual({ contents: 'read' });
    expect(own(measure!).with).toMatchObject({ mode: 'measure', 'github-token': '' });
    expect(measure!.steps[0]!.with).toMatchObject({ 'persist-credentials': false, 'fetch-depth': 0 });
    expect(Object.keys(publishers)).toEqual(['publish', 'record']);
    const used = ['actions/download-artifact', 'OWNER/tailgate', 'actions/upload-artifact'];
    for (const job of Object.values(publishers)) {
      expect(job.steps.map(({ uses, run }) => uses?.split('@')[0] ?? run)).toEqual(used);
      expect(own(job).with).toEqual({ mode: 'publish', suites: 'default' });
    }
  });

  test('writes to the repository after pushes alone, skips the required job then alone, and reads no other run', () => {
    expect(jobs.publish!.permissions).toMatchObject({ contents: 'read', 'pull-requests': 'write' });
    expect(jobs.record!.permissions.contents).toBe('write');
    for (const { permissions } of Object.values(jobs)) expect(permissions).not.toHaveProperty('actions');
    expect(jobs.publish!.if).toBe(`\${{ always() && github.event_name != 'push' && (${COUNTS}) }}`);
    expect(jobs.record!.if).toBe("${{ always() && github.event_name == 'push' }}");
    const events = ['pull_request', 'merge_group', 'push', 'workflow_dispatch'];
    expect(Object.keys(parse(write('pair')).on)).toEqual(events);
  });

  test('gives each result an artifact of its own, and publishes and fails where one is not fetched', () => {
    for (const forge of FORGES) {
      const { measure, ...publishers } = jobsOf(write('pair', { forge }));
      const upload = measure!.steps.at(-1)!.with!;
      expect(upload.name).toBe('${{ steps.tailgate.outputs.artifact }}');
      expect(upload).not.toHaveProperty('overwrite');
      for (const job of Object.values(publishers)) {
        expect(job.steps[0]).not.toHaveProperty('continue-on-error');
        expect(own(job)).toMatchObject({ if: '${{ !cancelled() }}' });
      }
    }
    const ghes = write('pair', { forge: 'ghes' });
    expect(ghes).toMatch(/upload-artifact@\w{40} # v3/);
    expect(ghes).not.toContain('pattern:');
  });

  test('sets up and measures in a subfolder, whatever its name, with a lock file above it where that is', () => {
    const { measure } = jobsOf(write('pair', { folder: 'a "b" #c' }));
    expect(measure!.steps[1]!.with).toEqual({ 'node-version-file': 'a "b" #c/package.json' });
    expect(own(measure!).with!['working-directory']).toBe('a "b" #c');
    const key = { action: 'actions/setup-node', key: 'node-version', version: '24' };
    const setup = { ...key, get: 'npm i', lock: '../../pnpm-lock.yaml' };
    const below = jobsOf(write('pair', { folder: 'apps/api', setup })).measure!;
    expect(below.steps.slice(1, 3)).toMatchObject([
      { run: 'npm i', 'working-directory': 'apps/api' },
      { with: { 'node-version': '24', 'cache-dependency-path': 'pnpm-lock.yaml' } },
    ]);
  });
});

test('the job that does all has no right beside the code under test that it does not use', () => {
  const { permissions } = jobsOf(write('oneStep')).tailgate!;
  expect(permissions).toEqual({ contents: 'write', 'pull-requests': 'write', statuses: 'write' });
});

describe('the workflow for forks', () => {
  test('follows the other by its name, in a job of another name, expects its suite, and checks nothing out', () => {
    for (const suite of [null, 'api']) {
      const expected = suite ?? 'default';
      const pair = parse(write('pair', { suite, expected }));
      const forks = parse(write('forks', { suite, expected }));
      expect(forks.on.workflow_run.workflows).toEqual([pair.name]);
      expect(forks.name).not.toBe(pair.name);
      expect(Object.keys(forks.jobs).filter((name) => name in pair.jobs)).toEqual([]);
      expect(JSON.stringify(forks)).not.toContain('checkout');
      expect(forks.jobs.tell.permissions).toMatchObject({ contents: 'read', actions: 'read' });
      for (const job of [pair.jobs.publish, pair.jobs.record, forks.jobs.tell])
        expect(own(job).with!.suites).toBe(expected);
    }
  });

  test('tells of runs of forks that have ended by themselves, and leaves those of Dependabot to themselves', () => {
    const condition = jobsOf(write('forks')).tell!.if;
    expect(condition).toContain('head_repository.full_name != github.repository');
    expect(condition).not.toContain('dependabot');
    for (const conclusion of ['action_required', 'cancelled', 'skipped'])
      expect(condition).toContain(`&& github.event.workflow_run.conclusion != '${conclusion}'`);
  });
});

test('an action is used by repository and commit, or by a folder', () => {
  for (const reference of ['OWNER/tailgate@COMMIT', './', './actions/tailgate', 'o/r/sub@abc']) {
    expect(isReference(reference), reference).toBe(true);
    expect(parse(useTailgate(reference))).toBe(reference);
  }
  const others = ['', 'tailgate', 'o/r@v1 # x', 'o/r@v1\n', '${{ x }}', '../x', 'https://g.example/o/r@v1'];
  for (const other of others) expect(isReference(other), other).toBe(false);
});
