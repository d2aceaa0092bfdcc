import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { compareArms, describeArm, parseSlo, readPercentile } = await load('alone/summary.mjs');
const { addRun, findReference, readAlone } = await load('alone/store.mjs');
const { CELLS } = await load('jobs/cells.mjs');

/** p50 is 50 ms, p99 is 99 ms, and so on. */
const levels = Array.from({ length: 51 }, (_, index) => 50 + index);
const summary = { ok: 1000, failed: 0, dropped: 0, levels, values: levels };
const SLO = { percent: 99, ms: 100 };

test('an SLO of a cell is read', () => {
  expect(parseSlo('p99.9 < 50ms')).toEqual({ percent: 99.9, ms: 50 });
});

test('what failed or was never sent is infinitely slow', () => {
  expect(readPercentile(summary, 99)).toBe(99);
  expect(readPercentile(summary, 98.5)).toBeCloseTo(98.5, 10);
  expect(readPercentile({ ...summary, failed: 5 }, 98)).toBeCloseTo(98.49, 10);
  expect(readPercentile({ ...summary, failed: 10, dropped: 10 }, 99)).toBe(Number.POSITIVE_INFINITY);
  expect(readPercentile({ ...summary, ok: 0, failed: 9 }, 50)).toBe(Number.POSITIVE_INFINITY);
});

test('an arm misses its SLO by latency, or by more than one failure in a hundred', () => {
  expect(describeArm(summary, SLO)).toMatchObject({ p50: 50, p99: 99, misses: false });
  expect(describeArm(summary, { ...SLO, ms: 99 }).misses).toBe(true);
  expect(describeArm({ ...summary, failed: 11 }, { percent: 50, ms: 100 }).misses).toBe(true);
});

const run = (p50: number, tail: number, p99: number, failures = 0) => ({
  p50,
  tail,
  p99,
  failures,
  dropped: 0,
  misses: p99 > 30,
});

test('a metric is worse beyond twice its tolerance', () => {
  const base = [run(10, 20, 30), run(10, 20, 30)];
  const { changes, worse, misses } = compareArms(base, [run(10.9, 22.2, 35), run(10.9, 22.2, 35)]);
  expect(worse).toEqual(['tail']);
  expect(changes.p50).toBeCloseTo(0.09, 10);
  expect(misses).toBe(true);
  expect(compareArms(base, [run(10, 20, 30, 0.009)]).worse).toEqual(['failures']);
});

test('one disturbed run makes no reference', () => {
  const base = [run(10, 20, 30), run(10, 20, 30)];
  expect(compareArms(base, [run(10, 20, 29), run(10, 20, 300)])).toMatchObject({ worse: [], misses: false });
});

test('runs are kept by cell, infinite ones too, and begin anew with another length', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  const path = join(folder, 'alone.json');
  try {
    const [cell, other] = CELLS;
    addRun(cell, 'base', run(10, 20, 30), 60, path);
    addRun(other, 'base', run(1, 2, 3), 60, path);
    expect(findReference(readAlone(path), cell)).toBeNull();
    addRun(cell, 'head', run(10, 20, Number.POSITIVE_INFINITY), 60, path);
    expect(findReference(readAlone(path), cell)).toMatchObject({ worse: ['p99'], misses: true });
    addRun(cell, 'head', run(10, 20, 30), 5, path);
    expect(findReference(readAlone(path), cell)).toBeNull();
    expect(readAlone(path)[other.name].base).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
