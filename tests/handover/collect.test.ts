import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectSuites } from '../../src/handover/collect.ts';
import { nameResult, type Result } from '../../src/handover/result.ts';
import { combineJobs } from '../../src/handover/suite.ts';
import { LARGEST } from '../../src/json-values.ts';
import { renderDocument } from '../../src/records/record.ts';
import { folder, useFolder } from '../folders.ts';
import { bookstore, reportOf } from '../report/fixture.ts';

const run = { id: '77', attempt: 2 };
const makeReport = (suite: string) => reportOf({ suite, earlier: 0, scenarios: bookstore.slice(0, 1) });
const reports = new Map(['default', 'api', 'web'].map((suite) => [suite, makeReport(suite)]));

useFolder();

type Wish = Partial<
  Record<'suite' | 'id' | 'run', string> & Record<'index' | 'total' | 'attempt', number>
> & {
  outcome?: Result['outcome'];
};

function resultOf({ suite = 'default', id = 'measure', index = 0, total = 1, ...more }: Wish = {}): Result {
  return {
    ...{ schemaVersion: 2, suite },
    job: { id, name: total > 1 ? `node ${20 + index}` : '', index, total },
    run: { id: more.run ?? '77', attempt: more.attempt ?? 2 },
    outcome: more.outcome ?? { kind: 'report', report: reports.get(suite)!, failOn: [] },
  };
}

/** Puts a result into the folder, in that of an artifact of its own or in another one; `text` in place of its own. */
function hand(wish: Wish = {}, { below = 'artifact', text }: { below?: string; text?: string } = {}): string {
  const result = resultOf(wish);
  const path = join(folder, below, nameResult(result));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text ?? renderDocument(result));
  return path;
}

/** Jobs that have a report, the lines of the fault, and what comes of it, by suite. */
function collect(...expected: string[]) {
  const suites = collectSuites(folder, run, expected.length > 0 ? expected : ['default'], {
    trust: 'own',
    link: null,
  });
  return suites.map(({ suite, jobs }) => {
    const names = jobs.flatMap(({ name, outcome }) => (outcome.kind === 'report' ? [name] : []));
    const faults = jobs.flatMap(({ outcome }) =>
      outcome.kind === 'fault' ? outcome.message.split('\n') : [],
    );
    return [suite, names, faults, combineJobs(jobs).exitCode];
  });
}

const whole = (suite: string, ...names: string[]) => [suite, names, [], 0];
const LOGS = 'Some results are missing; the logs of the measuring jobs say why. Re-run all jobs.';
const short = (suite: string, names: string[], ...faults: unknown[]) => [suite, names, [LOGS, ...faults], 3];

describe('a suite is whole', () => {
  it('with the newest result of each job of its matrix, however deep, in their order', () => {
    hand({ index: 1, total: 2 }, { below: 'a/two' });
    hand({ index: 0, total: 2, attempt: 1 }, { below: '' });
    hand({ index: 1, total: 2, attempt: 1, outcome: { kind: 'fault', exitCode: 2, message: 'old' } });
    hand({ suite: 'api' });
    expect(collect('default', 'api')).toEqual([whole('default', 'node 20', 'node 21'), whole('api', '')]);
  });

  it('beside what is left over from another run, of an attempt that has not begun, or no result', () => {
    hand();
    hand({ run: '76' }, { text: '{' });
    hand({ attempt: 3 });
    writeFileSync(join(folder, 'notes.json'), '{');
    expect(collect()).toEqual([whole('default', '')]);
  });
});

describe('a suite is a fault that says what is missing', () => {
  it('when nothing of it arrived, not even a folder', () => {
    hand({ suite: 'api' });
    expect(collect('api', 'web')).toEqual([
      whole('api', ''),
      short('web', [], 'expected 1 of web, of one job and release, found none'),
    ]);
    rmSync(folder, { recursive: true });
    const none = 'expected 1 of api, of one job and release, found none';
    expect(collect('api')).toEqual([short('api', [], none, expect.stringContaining('ENOENT'))]);
  });

  it('when a job of its matrix is lost, also where it was there before the matrix grew', () => {
    for (const index of [0, 1, 3]) hand({ index, total: 4 });
    hand({ index: 2, total: 3, attempt: 1 });
    const found = (third = '') =>
      `expected 4 of default, of one job and release, found measure 1 of 4, measure 2 of 4, ${third}measure 4 of 4`;
    expect(collect()).toEqual([short('default', expect.anything() as never, found('measure 3 of 3, '))]);
    rmSync(join(folder, 'artifact', nameResult(resultOf({ index: 2, total: 3, attempt: 1 }))));
    expect(collect()).toEqual([short('default', ['node 20', 'node 21', 'node 23'], found())]);
  });

  it.each<[string, Wish, Wish]>([
    ['one index, where one of them ran again', { attempt: 1 }, { attempt: 1 }],
    ['another job, in another attempt', {}, { id: 'other', attempt: 1 }],
  ])('when two files are of it: %s', (_, one, other) => {
    hand(one);
    hand(other, { below: 'other' });
    hand();
    expect(collect()).toEqual([short('default', expect.anything() as never, expect.anything())]);
  });

  it('when one was measured by another release, which may share the suite otherwise', () => {
    const report = reports.get('default')!;
    const record = { ...report.record, tailgate: '99.0.0' };
    hand({ total: 2 });
    hand({ index: 1, total: 2, outcome: { kind: 'report', report: { ...report, record }, failOn: [] } });
    const fault = 'expected 2 of default, of one job and release, found measure 1 of 2, measure 2 of 2';
    expect(collect()).toEqual([short('default', ['node 20', 'node 21'], fault)]);
  });
});

describe('every suite is a fault', () => {
  it.each<[string, Wish, string | undefined, RegExp]>([
    ['a result of a suite that is not named', { suite: 'web' }, undefined, /expected no suite web: name it/],
    ['a file that cannot be read', { index: 1, total: 2 }, '{"schemaVersion":1}', /version of Tailgate/],
    ['one that is too large', { index: 1, total: 2 }, 'x'.repeat(LARGEST.result + 1), /larger than/],
  ])('with %s', (_, wish, text, reason) => {
    hand();
    hand({ suite: 'api' });
    hand(wish, { below: 'b', ...(text !== undefined && { text }) });
    for (const [, , faults, exitCode] of collect('default', 'api')) {
      expect(exitCode).toBe(3);
      expect((faults as string[]).join('\n')).toMatch(reason);
    }
  });

  it('with more results than a run can have, of which no more are read', () => {
    hand();
    for (let i = 0; i < 1010; i++)
      writeFileSync(join(folder, `tailgate-result.a${i}.measure${i}.1-of-1.77-2.json`), '{');
    const [[, , faults, exitCode]] = collect() as [[string, string[], string[], number]];
    expect(exitCode).toBe(3);
    expect(faults).toHaveLength(21);
    expect(faults.join()).toMatch(/found more/);
  });
});

it('a mistake that hides the name of its suite is told in that of every suite', () => {
  hand({ outcome: { kind: 'fault', exitCode: 2, message: '`Api` is no name' } });
  const mistaken = (suite: string) => {
    const none = expect.stringContaining(`expected 1 of ${suite}`);
    return short(suite, [], none, expect.stringContaining('`Api` is no name'));
  };
  expect(collect('api', 'web')).toEqual([mistaken('api'), mistaken('web')]);
});

it('only regular files are opened, and no link is followed', () => {
  const path = hand({}, { below: 'real' });
  symlinkSync(path, join(folder, nameResult(resultOf({ suite: 'api' }))));
  mkdirSync(join(folder, nameResult(resultOf({ suite: 'web' }))));
  symlinkSync(folder, join(folder, 'real', 'loop'));
  expect(collect()).toEqual([whole('default', '')]);
});

it('whatever is lost, doubled or forged, a suite passes only with exactly its results', () => {
  const change = fc.constantFrom('none', 'lose', 'double', 'spoil', 'rename', 'stray', 'older');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(change, { minLength: 4, maxLength: 4 }),
      (total, changes) => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        const done = changes.slice(0, total);
        done.forEach((what, index) => {
          if (what !== 'lose') hand({ index, total }, what === 'spoil' ? { text: '{' } : {});
          if (what === 'double') hand({ index, total }, { below: 'again' });
          if (what === 'rename') hand({ index, total, id: 'other' });
          if (what === 'stray') hand({ suite: 'web', index, total });
          if (what === 'older') hand({ index, total, attempt: 1 }, { below: 'older' });
        });
        const [[, , , exitCode]] = collect() as [unknown[]];
        expect(exitCode).toBe(done.every((what) => what === 'none' || what === 'older') ? 0 : 3);
      },
    ),
    { numRuns: 40 },
  );
});
