import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { CELLS, CLASSES, chooseCells } = await load('jobs/cells.mjs');
const { listFiles } = await load('jobs/config.mjs');
const { describeJob } = await load('jobs/job.mjs');
const { appendJob, readJobs } = await load('jobs/store.mjs');
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
const find = (name: string): Cell => CELLS.find((cell: Cell) => cell.name === name);

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

test('what is kept of a job has verdict, SLOs and reasons, and a run without a verdict is none', () => {
  const result = {
    verdict: 'inconclusive',
    headline: 'undecided',
    slos: [{ metric: 'p99', slo: 'p99 < 50 ms', outcome: 'at-limit', value: 49, low: 40 }],
    changes: [
      {
        metric: 'tail',
        outcome: 'inconclusive',
        reason: { kind: 'unsteady', evidence: { kind: 'stalls', of: 4 } },
      },
    ],
    pair: { blocks: 12 },
  };
  const ended = { exitCode: 0, seconds: 71.24, waited: 0, output: '' };
  expect(describeJob(result, ended)).toMatchObject({
    verdict: 'inconclusive',
    seconds: 71.2,
    changes: [{ metric: 'tail', outcome: 'inconclusive', reason: 'stalls' }],
    used: 12,
  });
  expect(() => describeJob(null, { ...ended, exitCode: 2, output: 'no such key' })).toThrow(/no such key/);
});

test('jobs of a cell that has changed since are left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  const path = join(folder, 'jobs.jsonl');
  try {
    const cell = find('same-go');
    for (const definition of ['another', fingerprint(cell)])
      appendJob({ cell: cell.name, definition, verdict: definition }, path);
    expect(readJobs(CELLS, path).map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      fingerprint(cell),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
