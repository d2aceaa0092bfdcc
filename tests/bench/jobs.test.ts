import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { CELLS, CLASSES, chooseCells } = await load('jobs/cells.mjs');
const { listFiles } = await load('jobs/config.mjs');
const { describeJob } = await load('jobs/job.mjs');
const { listTargets } = await load('jobs/targets.mjs');
const { writeReport } = await load('jobs/report.mjs');
const { fingerprint } = await load('alone/store.mjs');
const { parseSlo } = await load('alone/summary.mjs');

type Cell = {
  name: string;
  class: string;
  service: string;
  slo: string;
  load: { rate?: number; users?: number };
  shared?: boolean;
};
const speed = { node: 600_000, go: 600_000 };
const WORSE = { changes: { p50: 1, tail: 1, p99: 1, failures: 0 }, worse: ['p50'], misses: true };
const find = (name: string): Cell => CELLS.find((cell: Cell) => cell.name === name);
const job = (verdict: string, outcome = 'missed') => ({
  verdict,
  seconds: 70,
  slos: [
    { metric: 'p99', outcome },
    { metric: 'errors', outcome: 'met' },
  ],
});
const jobs = (count: number, verdict: string, outcome?: string) =>
  Array.from({ length: count }, () => job(verdict, outcome));
const holds = (rows: object[]) =>
  listTargets(rows).map(({ target, holds }: { target: string; holds: string }) => [target, holds]);

test('every cell has a name of its own, a class, and two revisions that differ', () => {
  expect(new Set(CELLS.map(({ name }: Cell) => name)).size).toBe(CELLS.length);
  for (const cell of CELLS as Cell[]) {
    expect(Object.keys(CLASSES), cell.name).toContain(cell.class);
    expect(parseSlo(cell.slo).ms, cell.name).toBeGreaterThan(0);
    expect(listFiles(cell, 'head', speed), cell.name).not.toEqual(listFiles(cell, 'base', speed));
  }
});

test('every class from (a) to (e) has at least two services', () => {
  for (const of of ['a', 'b', 'c', 'd', 'e']) {
    const services = chooseCells(of).map(({ service }: Cell) => service);
    expect(new Set(services).size, of).toBeGreaterThanOrEqual(2);
  }
});

test('a configuration declares service, load and SLO, and a shared server once for the run', () => {
  for (const cell of CELLS as Cell[]) {
    const document = parseDocument(listFiles(cell, 'head', speed)['tailgate.yml']);
    expect(document.errors, cell.name).toEqual([]);
    const { scenarios, services } = document.toJS();
    expect(scenarios.main.slo).toBe(cell.slo);
    expect(scenarios.main.load).toBe(cell.load.rate ? `${cell.load.rate} req/s` : `${cell.load.users} users`);
    expect(services?.shared.scope).toBe(cell.shared ? 'run' : undefined);
  }
});

test('cells are chosen by name or class, and an unknown one is refused', () => {
  expect(chooseCells('pool-node,b').map(({ class: of }: Cell) => of)).toContain('b');
  expect(chooseCells(undefined)).toBe(CELLS);
  expect(() => chooseCells('pool')).toThrow(/no cell or class pool/);
});

test('a cell that is changed is another one', () => {
  const cell = find('pool-node');
  expect(fingerprint({ ...cell, load: { rate: 301 } })).not.toBe(fingerprint(cell));
  expect(fingerprint({ ...cell })).toBe(fingerprint(cell));
});

test('one `unchanged` breaks the target of a cell that is worse alone', () => {
  const cell = find('pool-node');
  const row = (list: object[]) => [{ cell, reference: WORSE, jobs: list }];
  expect(holds(row(jobs(10, 'missed')))).toEqual([
    ['`unchanged`: never', 'yes'],
    ['SLO `met` where alone it is missed: never', 'yes'],
    ['`regressed` or `missed`: ≥ 90 %', 'yes'],
  ]);
  const one = [...jobs(9, 'regressed'), job('unchanged', 'met')];
  expect(holds(row(one)).map(([, answer]: string[]) => answer)).toEqual(['no', 'no', 'yes']);
  expect(listTargets(row(one))[0]).toMatchObject({ measured: '1 of 10, below 39.4 %', cells: ['pool-node'] });
});

test('a job that could not measure has found nothing', () => {
  const cell = find('shared-writes-go');
  const list = [...jobs(7, 'regressed'), ...jobs(3, 'invalid')];
  expect(listTargets([{ cell, reference: WORSE, jobs: list }]).at(-1)).toMatchObject({
    target: '`regressed` or `missed`: ≥ 80 %',
    measured: '7 of 10, 70 %; not found below 60.7 %',
    holds: 'no',
  });
});

test('nothing is demanded where the reference is not worse, or is not there', () => {
  const cell = find('poll-node');
  const none = { ...WORSE, worse: [], misses: false };
  expect(listTargets([{ cell, reference: none, jobs: jobs(3, 'unchanged', 'met') }])).toEqual([]);
  expect(listTargets([{ cell, reference: null, jobs: jobs(3, 'unchanged', 'met') }])).toEqual([]);
});

test('of age only `unchanged` and `met` are forbidden', () => {
  const cell = find('stall-10-go');
  expect(holds([{ cell, reference: WORSE, jobs: jobs(5, 'inconclusive', 'at-limit') }])).toEqual([
    ['`unchanged`: never', 'yes'],
    ['SLO `met` where alone it is missed: never', 'yes'],
  ]);
});

test('false alarms on identical behaviour are counted, and bounded', () => {
  const cell = find('same-go');
  expect(listTargets([{ cell, reference: null, jobs: jobs(50, 'unchanged', 'met') }])).toMatchObject([
    { measured: '0 of 50, below 5.8 %', holds: 'not contradicted' },
  ]);
});

test('what is kept of a job has verdict, SLOs and reasons, and a run without a verdict is none', () => {
  const result = {
    verdict: 'inconclusive',
    headline: 'undecided',
    slos: [{ metric: 'p99', slo: 'p99 < 50 ms', outcome: 'at-limit', value: 49, low: 40 }],
    changes: [{ metric: 'tail', outcome: 'inconclusive', reason: { kind: 'stalls', of: 4 } }],
    pair: { blocks: 12 },
  };
  const ended = { exitCode: 0, seconds: 71.24, waited: 0, output: '' };
  expect(describeJob(result, ended)).toMatchObject({
    verdict: 'inconclusive',
    seconds: 71.2,
    changes: [{ metric: 'tail', outcome: 'inconclusive', reason: 'stalls' }],
    blocks: 12,
  });
  expect(() => describeJob(null, { ...ended, exitCode: 2, output: 'no such key' })).toThrow(/no such key/);
});

test('the tables count the jobs of the newest build only', () => {
  const kept = (build: string, verdict: string) => ({
    ...job(verdict),
    cell: 'same-go',
    build,
    version: 'tailgate 1',
    budget: null,
  });
  const all = [kept('old', 'regressed'), kept('new', 'unchanged'), kept('new', 'unchanged')];
  const { text } = writeReport(CELLS, {}, all);
  expect(text).toContain('0 of 2, below 77.6 %');
  expect(text).toContain('| same-go | not measured |  | 2 | 0 | 0 | 0 | 2 | 0 | 0 | 0 | 70 s | holds |');
});
