import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { combineJobs } from '../../src/handover/jobs.ts';
import { readNeeds } from '../../src/handover/needs.ts';
import { type Result, renderResult } from '../../src/handover/result.ts';
import { nameArtifact, nameResult } from '../../src/handover/result-name.ts';
import { LARGEST_RESULT } from '../../src/handover/result-size.ts';
import { collectResults } from '../../src/handover/results.ts';
import { composeSuites } from '../../src/handover/suites.ts';
import { makeFolder } from '../folders.ts';
import { reportOf } from '../report/fixture.ts';

const run = { id: '77', attempt: 2 };
let folder: string;

beforeEach(() => {
  folder = makeFolder('tailgate-results');
});

function resultOf(more: Partial<Result> = {}): Result {
  const suite = more.suite ?? 'default';
  return {
    schemaVersion: 1,
    tailgate: 'test',
    suite,
    job: { id: 'measure', name: '', index: 0, total: 1 },
    run,
    outcome: { kind: 'report', report: reportOf({ suite, earlier: 0 }), failOn: [] },
    ...more,
  };
}

function jobOf(index: number, total: number, more: Partial<Result> = {}): Result {
  return resultOf({ job: { id: 'measure', name: `node ${20 + index}`, index, total }, ...more });
}

function ofJob(id: string, more: Partial<Result> = {}): Result {
  return resultOf({ job: { id, name: '', index: 0, total: 1 }, ...more });
}

function write(result: Result, path = nameResult(result)): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), renderResult(result));
}

function compose(more: Partial<Parameters<typeof composeSuites>[1]> = {}) {
  const ids = (more.needs ?? []).map(({ id }) => id);
  return composeSuites(collectResults(folder, run, ids, more.suites), {
    needs: [],
    suites: [],
    trust: 'own',
    link: null,
    ...more,
  });
}

/** Names and outcomes of jobs, and what comes of them. */
function outline(suites = compose()) {
  return suites.map(({ suite, jobs }) => [
    suite,
    jobs.map(({ name, outcome }) => `${name}: ${outcome.kind}`),
    combineJobs(jobs).exitCode,
  ]);
}

describe('results in a folder', () => {
  it('are found two levels deep, by suite and job', () => {
    write(jobOf(1, 2), `artifact/two/${nameResult(jobOf(1, 2))}`);
    write(jobOf(0, 2), `artifact/${nameResult(jobOf(0, 2))}`);
    write(resultOf({ suite: 'api' }));
    write(resultOf({ suite: 'deep' }), `a/b/c/${nameResult(resultOf({ suite: 'deep' }))}`);
    expect(collectResults(folder, run).problems).toEqual([]);
    expect(outline()).toEqual([
      ['api', [': report'], 0],
      ['default', ['node 20: report', 'node 21: report'], 0],
    ]);
  });

  it('are regular files with a name of ours, and nothing else is opened', () => {
    write(resultOf(), 'elsewhere.json');
    symlinkSync(join(folder, 'elsewhere.json'), join(folder, nameResult(resultOf())));
    mkdirSync(join(folder, nameResult(jobOf(0, 2))));
    mkdirSync(join(folder, 'real'));
    symlinkSync(folder, join(folder, 'real', 'loop'));
    expect(collectResults(folder, run)).toEqual({
      results: [],
      problems: [],
      claimed: [],
      refused: [],
      leftOut: [],
    });
  });

  it('are not read when they are too large or too many', () => {
    writeFileSync(join(folder, nameResult(resultOf())), Buffer.alloc(LARGEST_RESULT + 1));
    for (let i = 0; i < 257; i++)
      writeFileSync(join(folder, `tailgate-result.api.measure.1-of-1.${i}-1.json`), '');
    const { results, problems } = collectResults(folder, run);
    expect(results).toEqual([]);
    expect(problems).toHaveLength(258);
    expect(problems.filter((line) => line.includes('larger than'))).toHaveLength(1);
    expect(problems.filter((line) => line.includes('more than 256 results'))).toHaveLength(1);
    expect(problems.filter((line) => line.includes('not JSON'))).toHaveLength(256);
  });

  it('are not read beyond what all of them may have together, and let no job pass then', () => {
    const report = reportOf({ earlier: 0 });
    const suspects = Array(4500).fill({ label: 'a', metric: { kind: 'errors' }, commit: null, change: 1 });
    Object.assign(report.verdict, { suspects });
    for (let i = 0; i < 6; i++)
      write(
        resultOf({
          suite: `s${i}`,
          outcome: { kind: 'report', report: { ...report, suite: `s${i}` }, failOn: [] },
        }),
      );
    expect(outline()).toEqual([
      ...[0, 1, 2, 3].map((i) => [`s${i}`, [': report'], 0]),
      ...[4, 5].map((i) => [`s${i}`, [': fault'], 3]),
    ]);
    expect(collectResults(folder, run).problems).toEqual([
      expect.stringContaining('more than 20000 findings in all results'),
      expect.stringContaining('too large together'),
    ]);
  });

  it('of another run are left over from it and not taken', () => {
    write(resultOf({ run: { id: '76', attempt: 2 } }));
    expect(collectResults(folder, run).problems).toEqual([
      'tailgate-result.default.measure.1-of-1.76-2.json: of workflow run 76, not of 77',
    ]);
    expect(outline()).toEqual([['default', [': missing'], 3]]);
  });

  it('of an attempt that has not begun are not taken', () => {
    write(resultOf({ run: { id: '77', attempt: 3 } }));
    expect(outline()).toEqual([['default', [': missing'], 3]]);
  });

  it('of an earlier attempt count where the job was not measured again', () => {
    write(jobOf(0, 2, { run: { id: '77', attempt: 1 } }));
    const fault = { kind: 'fault', exitCode: 2, message: 'old' } as const;
    write(jobOf(1, 2, { run: { id: '77', attempt: 1 }, outcome: fault }));
    write(jobOf(1, 2));
    expect(outline()).toEqual([['default', ['node 20: report', 'node 21: report'], 0]]);
  });

  it('that say themselves that they were accepted are not taken', () => {
    write(
      resultOf({
        outcome: {
          kind: 'report',
          report: reportOf({ verdict: { code: 'accepted', blocks: false } }),
          failOn: [],
        },
      }),
    );
    expect(collectResults(folder, run).problems[0]).toContain('which a measuring job cannot know');
    expect(outline()).toEqual([['default', [': fault'], 3]]);
  });

  it('may be the same file twice', () => {
    write(resultOf());
    write(resultOf(), `copy/${nameResult(resultOf())}`);
    expect(outline()).toEqual([['default', [': report'], 0]]);
  });

  it('must not be of two jobs of a matrix that do not know of it', () => {
    write(resultOf());
    write(resultOf({ tailgate: 'another' }), `other/${nameResult(resultOf())}`);
    expect(collectResults(folder, run).problems).toHaveLength(1);
    expect(outline()).toEqual([['default', [': fault'], 2]]);
  });

  it('are of at most 32 suites, and those that are left out let none pass', () => {
    for (let i = 0; i < 32; i++) write(resultOf({ suite: `s${i}` }));
    expect(outline().filter(([, , exitCode]) => exitCode === 0)).toHaveLength(32);
    for (let i = 32; i < 40; i++) write(resultOf({ suite: `s${i}` }));
    expect(compose()).toHaveLength(32);
    expect(collectResults(folder, run).problems).toEqual(['8 suites are left out; one run may have 32']);
    for (const [, jobs, exitCode] of outline()) {
      expect([jobs, exitCode]).toEqual([[': report', 'left out: fault'], 3]);
    }
  });
});

describe('suites of a flood', () => {
  beforeEach(() => {
    for (let i = 0; i < 33; i++) write(resultOf({ suite: `a${i}` }));
  });

  it('do not push out those that the workflow names', () => {
    for (const suite of ['real', 'wanted']) write(resultOf({ suite }));
    const jobs = [': report', 'left out: fault', 'left out: fault'];
    expect(outline(compose({ suites: ['wanted', 'real'] }))).toEqual([
      ['real', jobs, 3],
      ['wanted', jobs, 3],
    ]);
  });

  it('do not push out the usual suite where the workflow names none', () => {
    write(resultOf());
    expect(outline().at(-1)).toEqual(['default', [': report', 'left out: fault'], 3]);
  });

  it('let none pass, though one of them lacks a job', () => {
    write(jobOf(0, 2, { suite: 'a0' }));
    for (const suites of [[], ['a0', 'a1']]) {
      const outcomes = outline(compose({ suites }));
      expect(outcomes.map(([, , exitCode]) => exitCode)).toEqual(outcomes.map(() => 3));
      for (const [, jobs] of outcomes) expect(jobs).toContain('left out: fault');
    }
  });
});

describe('results of several jobs', () => {
  it('are not one suite, in whatever attempt each of them was measured', () => {
    write(ofJob('first'));
    for (const attempt of [2, 1]) {
      const second = ofJob('second', { run: { id: '77', attempt } });
      write(second);
      const suites = compose();
      expect(outline(suites)).toEqual([['default', [': fault'], 2]]);
      expect(suites[0]!.jobs[0]!.outcome).toMatchObject({
        message: expect.stringContaining('Several jobs measured this suite: first, second.'),
      });
      rmSync(join(folder, nameResult(second)));
    }
  });

  it('do not replace each other when callers of one workflow look alike, and one was run again', () => {
    write(ofJob('inner', { run: { id: '77', attempt: 1 } }));
    write(ofJob('inner'));
    expect(outline(compose({ needs: readNeeds('{"caller":{"result":"success"}}') }))).toEqual([
      ['default', [': fault'], 2],
    ]);
    // A job of this workflow that was run again is known by its name.
    expect(outline(compose({ needs: readNeeds('inner') }))).toEqual([['default', [': report'], 0]]);
  });

  it('stay claimed by two callers of one matrix when a job of one caller was run again', () => {
    const inner = (index: number, attempt: number, tailgate: string) =>
      jobOf(index, 2, {
        job: { id: 'inner', name: `node ${20 + index}`, index, total: 2 },
        run: { id: '77', attempt },
        tailgate,
      });
    for (const caller of ['a', 'b'])
      for (const index of [0, 1]) {
        const result = inner(index, 1, caller);
        write(result, `${caller}/${nameResult(result)}`);
      }
    const again = inner(0, 2, 'a');
    write(again, `a/${nameResult(again)}`);
    const needs = readNeeds('{"caller":{"result":"success"}}');
    const { claimed, results } = collectResults(folder, run, ['caller']);
    expect(claimed.map(({ index }) => index).sort()).toEqual([0, 1]);
    expect(results.map(({ run }) => run.attempt)).toEqual([2, 1]);
    expect(outline(compose({ needs }))).toEqual([['default', expect.anything(), 2]]);
  });

  it('travel in artifacts of their own', () => {
    const alike = Array.from({ length: 50 }, () => nameArtifact(ofJob('inner')));
    expect(new Set(alike).size).toBe(50);
    expect(nameArtifact(jobOf(1, 3))).toMatch(/^tailgate-measure-2-of-3-2-[0-9a-f]{8}$/);
  });
});

describe('a suite that is not among those of the workflow', () => {
  it('is not published, and lets no other pass', () => {
    write(resultOf({ suite: 'api' }));
    write(resultOf({ suite: 'other' }));
    writeFileSync(join(folder, nameResult(resultOf({ suite: 'worse' }))), '{');
    const suites = compose({ suites: ['api'] });
    expect(outline(suites)).toEqual([['api', [': report', 'left out: fault'], 3]]);
    expect(suites[0]!.jobs[1]!.outcome).toMatchObject({
      message: expect.stringContaining('does not name: other, worse.'),
    });
  });

  it('is none where a job could not read its configuration, which says so itself', () => {
    const message = 'error: There is no configuration.\n  at tailgate.yml';
    write(resultOf({ suite: 'api' }));
    write(ofJob('other', { outcome: { kind: 'fault', exitCode: 2, message } }));
    const suites = compose({ suites: ['api'] });
    expect(outline(suites)).toEqual([['api', [': report', 'job other: fault'], 2]]);
    expect(suites[0]!.jobs[1]!.outcome).toMatchObject({ message });
    write(resultOf({ suite: 'strange' }));
    const beside = compose({ suites: ['api'] });
    expect(outline(beside)).toEqual([['api', [': report', 'job other: fault', 'left out: fault'], 3]]);
    expect(beside[0]!.jobs[2]!.outcome).toMatchObject({
      message: expect.stringContaining('does not name: strange.'),
    });
  });

  it('is named even where the suite of the workflow is missing', () => {
    write(resultOf({ suite: 'renamed' }));
    expect(outline(compose({ suites: ['api'] }))).toEqual([['api', [': missing', 'left out: fault'], 3]]);
  });
});

describe('a result of this run that is not taken', () => {
  const newer = '{"schemaVersion":2}';

  function spoil(result: Result, text = newer): void {
    writeFileSync(join(folder, nameResult(result)), text);
  }

  it('is a fault of its own suite, with the reason, and lets the others be', () => {
    write(resultOf({ suite: 'api' }));
    spoil(resultOf({ suite: 'web' }));
    const suites = compose();
    expect(outline(suites)).toEqual([
      ['api', [': report'], 0],
      ['web', [': fault'], 3],
    ]);
    expect(suites[1]!.jobs[0]!.outcome).toMatchObject({
      message: expect.stringContaining('written by a newer Tailgate'),
    });
  });

  it('is the job that its name says', () => {
    write(jobOf(0, 3));
    write(jobOf(2, 3));
    spoil(jobOf(1, 3));
    expect(outline()).toEqual([['default', ['node 20: report', '2 of 3: fault', 'node 22: report'], 3]]);
  });

  it('counts beside jobs that only their names tell apart', () => {
    const named = (name: string) => resultOf({ job: { id: 'measure', name, index: 0, total: 1 } });
    write(named('node 20'));
    spoil(named('node 22'));
    const [[, jobs, exitCode]] = outline() as [[string, string[], number]];
    expect(jobs).toEqual(['node 20: report', expect.stringMatching(/^refused [0-9a-f]{8}: fault$/)]);
    expect(exitCode).toBe(3);
  });

  it('counts beside a result of the same job', () => {
    write(resultOf());
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', nameResult(resultOf())), newer);
    expect(outline()).toEqual([['default', [': fault'], 3]]);
  });

  it.each([
    [1, 'report', 0],
    [2, 'fault', 3],
  ])('counts unless the job was measured again since: refused in attempt %i', (attempt, kind, exitCode) => {
    write(resultOf({ run: { id: '77', attempt: attempt === 1 ? 2 : 1 } }));
    spoil(resultOf({ run: { id: '77', attempt } }));
    expect(outline()).toEqual([['default', [`: ${kind}`], exitCode]]);
  });

  it('is no matter when it is of another run, or of an attempt that has not begun', () => {
    write(resultOf());
    spoil(jobOf(1, 2, { run: { id: '76', attempt: 2 } }));
    spoil(jobOf(1, 2, { run: { id: '77', attempt: 3 } }));
    expect(collectResults(folder, run).problems).toHaveLength(2);
    expect(outline()).toEqual([['default', [': report'], 0]]);
  });

  it('is one that is too large, or beyond as many as are read', () => {
    write(resultOf({ suite: 'api' }));
    spoil(resultOf({ suite: 'big' }), 'x'.repeat(LARGEST_RESULT + 1));
    for (let i = 0; i < 254; i++) spoil(resultOf({ suite: 'old', run: { id: '76', attempt: i + 1 } }));
    write(resultOf({ suite: 'web' }));
    expect(outline()).toEqual([
      ['api', [': report'], 0],
      ['big', [': fault'], 3],
      ['web', [': report'], 0],
    ]);
    spoil(resultOf({ suite: 'old', run: { id: '76', attempt: 255 } }));
    expect(outline().slice(-1)).toEqual([['web', [': fault'], 3]]);
  });

  it('makes neither more suites nor more jobs than results could', () => {
    for (let i = 0; i < 400; i++) {
      spoil(resultOf({ suite: `s${i}` }));
      spoil(resultOf({ suite: 'a', job: { id: 'measure', name: `n${i}`, index: 0, total: 1 } }));
    }
    spoil(jobOf(998, 999, { suite: 'b' }));
    const suites = compose();
    expect(suites).toHaveLength(32);
    // And the one that says that suites are left out.
    for (const { jobs } of suites) expect(jobs.length).toBeLessThanOrEqual(257);
    expect(suites.every(({ jobs }) => combineJobs(jobs).exitCode === 3)).toBe(true);
  });
});

describe('what is missing', () => {
  it('is everything without any result, in one job that cannot pass', () => {
    expect(outline()).toEqual([['default', [': missing'], 3]]);
    rmSync(folder, { recursive: true });
    expect(collectResults(folder, run).problems[0]).toContain('no results can be read');
    expect(outline()).toEqual([['default', [': missing', 'left out: fault'], 3]]);
    mkdirSync(folder);
  });

  it('is a job of a matrix that others know of', () => {
    write(jobOf(0, 4));
    write(jobOf(2, 4));
    const jobs = ['node 20: report', '2 of 4: missing', 'node 22: report', '4 of 4: missing'];
    expect(outline()).toEqual([['default', jobs, 3]]);
  });

  it('is no job of a matrix that measured another suite, which is told, and what to do', () => {
    write(jobOf(0, 2, { suite: 'api' }));
    write(jobOf(1, 2, { suite: 'web' }));
    const suites = compose();
    expect(outline(suites)).toEqual([
      ['api', ['node 20: report', 'node 21: fault'], 2],
      ['web', ['node 20: fault', 'node 21: report'], 2],
    ]);
    expect(suites[0]!.jobs[1]!.outcome).toMatchObject({
      message: expect.stringContaining('measured the suite web, and a matrix has one suite'),
    });
    const jobs = ['node 20: report', 'node 21: fault', 'left out: fault'];
    expect(outline(compose({ suites: ['api'] }))).toEqual([['api', jobs, 3]]);
  });

  it('is a job of a matrix whose number another matrix has as well', () => {
    write(jobOf(0, 2, { suite: 'api' }));
    write(jobOf(1, 2, { suite: 'web', job: { id: 'other', name: 'x', index: 1, total: 2 } }));
    expect(outline()).toEqual([
      ['api', ['node 20: report', '2 of 2: missing'], 3],
      ['web', ['1 of 2: missing', 'x: report'], 3],
    ]);
  });

  it('is a job of a matrix that could not read its configuration, which says so itself', () => {
    write(jobOf(0, 2, { suite: 'api' }));
    write(jobOf(1, 2, { outcome: { kind: 'fault', exitCode: 2, message: 'error: no configuration' } }));
    expect(outline(compose({ suites: ['api'] }))).toEqual([
      ['api', ['node 20: report', '2 of 2: missing', 'node 21: fault'], 3],
    ]);
    expect(outline().at(-1)).toEqual(['default', ['1 of 2: missing', 'node 21: fault'], 3]);
  });

  it('is a suite that must be there', () => {
    write(resultOf({ suite: 'api' }));
    expect(outline(compose({ suites: ['api', 'web'] }))).toEqual([
      ['api', [': report'], 0],
      ['web', [': missing'], 3],
    ]);
  });

  it.each(['failure', 'cancelled', 'skipped'] as const)(
    'may be more than can be seen after a job: %s',
    (result) => {
      write(resultOf());
      const needs = readNeeds(JSON.stringify({ measure: { result, outputs: {} } }));
      expect(outline(compose({ needs }))).toEqual([['default', [': report', 'job measure: fault'], 3]]);
    },
  );

  it('is accounted for by a job that is known to be missing', () => {
    write(jobOf(0, 2));
    const needs = readNeeds('{"measure":{"result":"failure"}}');
    expect(outline(compose({ needs }))).toEqual([['default', ['node 20: report', '2 of 2: missing'], 3]]);
  });

  it('is accounted for in that suite alone', () => {
    write(resultOf());
    write(jobOf(0, 2, { suite: 'web' }));
    const needs = readNeeds('{"measure":{"result":"failure"},"other":{"result":"success"}}');
    const faults = ['job measure: fault', 'job other: fault'];
    const suites = [
      ['default', [': report', ...faults], 3],
      ['web', ['node 20: report', '2 of 2: missing', 'job other: fault'], 3],
    ];
    expect(outline(compose({ needs }))).toEqual(suites);
    expect(outline(compose({ needs, suites: ['default', 'web'] }))).toEqual(suites);
  });

  it('is not accounted for by a suite of which nothing arrived at all', () => {
    write(resultOf());
    const needs = readNeeds('{"measure":{"result":"success"},"other":{"result":"cancelled"}}');
    expect(outline(compose({ needs, suites: ['default', 'web'] }))).toEqual([
      ['default', [': report', 'job other: fault'], 3],
      ['web', [': missing'], 3],
    ]);
  });

  it('is accounted for by a missing job of a called workflow, whose job has another name here', () => {
    write(resultOf({ job: { id: 'inner', name: 'a', index: 0, total: 2 } }));
    const needs = readNeeds('{"caller":{"result":"failure"}}');
    expect(outline(compose({ needs }))).toEqual([['default', ['a: report', '2 of 2: missing'], 3]]);
  });

  it('is never a download that failed, or a folder that cannot be read, to a missing job', () => {
    write(jobOf(0, 2));
    write(resultOf({ suite: 'api' }));
    const collection = collectResults(folder, run);
    collection.leftOut.push('the step that fetches them did not succeed');
    const suites = composeSuites(collection, { needs: [], suites: [], trust: 'own', link: null });
    expect(outline(suites)).toEqual([
      ['api', [': report', 'left out: fault'], 3],
      ['default', ['node 20: report', '2 of 2: missing', 'left out: fault'], 3],
    ]);
  });

  it('is nothing when all jobs succeeded, or the workflow does not say', () => {
    write(resultOf());
    for (const text of ['', '{}', '{"measure":{"result":"success","outputs":{"x":"y"}}}']) {
      expect(outline(compose({ needs: readNeeds(text) }))).toEqual([['default', [': report'], 0]]);
    }
  });

  it('is a job that succeeded, and of which no result arrived', () => {
    write(resultOf({ suite: 'api' }));
    for (const needs of ['{"measure":{"result":"success"},"web":{"result":"success"}}', 'measure, web']) {
      const suites = compose({ needs: readNeeds(needs) });
      expect(outline(suites)).toEqual([['api', [': report', 'job web: fault'], 3]]);
      expect(suites[0]!.jobs[1]!.outcome).toMatchObject({
        message: expect.stringContaining('No result of the job web arrived.'),
      });
    }
  });

  it('is counted where a job calls a workflow, since it has another name there', () => {
    write(ofJob('inner', { suite: 'api' }));
    expect(outline(compose({ needs: readNeeds('first') }))).toEqual([['api', [': report'], 0]]);
    const jobs = [': report', 'job first: fault', 'job second: fault'];
    expect(outline(compose({ needs: readNeeds('first second') }))).toEqual([['api', jobs, 3]]);
    write(ofJob('inner', { suite: 'web' }));
    const passing = [
      ['api', [': report'], 0],
      ['web', [': report'], 0],
    ];
    expect(outline(compose({ needs: readNeeds('first second') }))).toEqual(passing);
  });

  it.each(['{', '[]', '"x"', '{"measure":{"result":"fine"}}', '{"measure":{}}'])(
    'cannot be known from %s, which is an error',
    (text) => {
      expect(() => readNeeds(text)).toThrow('not what GitHub Actions gives');
    },
  );
});
