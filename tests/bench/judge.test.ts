import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { slowDown, swapArms } = await load('judge/jobs.mjs');
const { bootstrapJobs, cutJobs, pairArms } = await load('rivals/jobs.mjs');
const { boundAbove, boundBelow } = await load('bounds.mjs');
const { countAlarms } = await load('rivals/study.mjs');
const { judgeJob, listGates, findRegressed, nameMetric, source } = await load('judge/tailgate.mjs');
const { drawPlot } = await load('rivals/plot.mjs');
const { seededRandom } = await load('random.mjs');
const { CELLS } = await load('cells.mjs');

/** 1,800 answers around `typical` ms, evenly spread over ±20 %. */
function makeSlice(typical: number) {
  const levels = Array.from({ length: 101 }, (_, i) => i / 100);
  return {
    startedAt: 0,
    seconds: 1.8,
    planned: 1800,
    ok: 1800,
    failed: 0,
    dropped: 0,
    latency: { levels, values: levels.map((level) => typical * (0.8 + 0.4 * level)) },
    avg: typical,
    service: null,
    lag: null,
  };
}

/** Sixteen blocks whose arms wander apart by a few per mille in turns. */
const pairs = Array.from({ length: 16 }, (_, i) => ({
  base: [makeSlice(2)],
  head: [makeSlice(2 * (1 + 0.003 * Math.sin(3 * i + 1)))],
}));

test('only blocks in which both arms were measured make pairs', () => {
  const arm = (name: string, slices: unknown[]) => ({ arm: name, slices });
  const blocks = [
    { arms: [arm('tail', [1]), arm('base', [2])] },
    { arms: [arm('base', [3])] },
    { arms: [arm('base', [4]), arm('tail', [])] },
  ];
  expect(pairArms(blocks, 'base', 'tail')).toEqual([{ base: [2], head: [1] }]);
});

test('disjoint jobs use no block twice and leave the rest', () => {
  expect(cutJobs([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(bootstrapJobs([1, 2], 5, 3, seededRandom(1)).map((job: number[]) => job.length)).toEqual([5, 5, 5]);
});

test('the bound is the exact one of Clopper and Pearson', () => {
  // 1 − 0.05^(1/n) without a hit, 1 with nothing but hits
  expect(boundAbove(0, 60)).toBeCloseTo(1 - 0.05 ** (1 / 60), 10);
  expect(boundAbove(3, 3)).toBe(1);
  expect(boundAbove(1, 10)).toBeCloseTo(0.3942, 4);
  expect(boundBelow(0, 10)).toBe(0);
  expect(boundBelow(10, 10)).toBeCloseTo(0.05 ** (1 / 10), 10);
});

test('alarms are counted by rule', () => {
  expect(countAlarms([{ a: true, b: false }, { a: true }])).toEqual({
    a: { hits: 2, trials: 2 },
    b: { hits: 0, trials: 1 },
  });
});

test('a job of identical code is not called regressed, a slowdown by half is, and it stops early', () => {
  const gates = listGates(CELLS[0]);
  expect(judgeJob(pairs, gates, 1).code).not.toBe('regressed');
  expect(judgeJob(swapArms(pairs), gates, 1).code).not.toBe('regressed');
  const slow = judgeJob(slowDown(pairs, 1.5), gates, 1);
  expect(slow.codes).toMatchObject({ p50: 'regressed', p99: 'regressed', tail: 'regressed' });
  expect(slow.used).toBeLessThan(16);
  expect([...findRegressed(slowDown(pairs, 1.5), gates, 1)]).toEqual(expect.arrayContaining(['p50', 'tail']));
});

test('a job is called what the product calls it, though its blocks are read only once', () => {
  const gates = listGates(CELLS[0]);
  for (const [factor, blocks] of [
    [1, pairs],
    [1.06, pairs],
    [1.2, [...pairs, ...pairs.slice(0, 4)]],
  ] as const) {
    const job = slowDown(blocks, factor);
    const looks = source.scheduleLooks(job.length, gates.length, 0.01);
    const judged = looks.map((used: number) => ({
      used,
      ...source.judgePairs({
        steps: [{ label: 'cell', metrics: gates, blocks: job.slice(0, used), alone: [] }],
        planned: job.length,
        looks,
        seed: 3,
        rows: 2048,
      }),
    }));
    type Looked = { used: number; settled: boolean; changes: Changed[] };
    type Changed = { metric: unknown; where: string; code: string; detectable: number | null };
    const last: Looked = judged.find(({ settled }: Looked) => settled) ?? judged.at(-1);
    const found = judgeJob(job, gates, 3, 2048, true);
    expect(found.used).toBe(last.used);
    for (const { metric, where, code, detectable } of last.changes) {
      expect(found.codes[nameMetric({ metric, where })]).toBe(code);
      if (nameMetric({ metric, where }) === 'tail') expect(found.detectable.tail).toBe(detectable);
    }
    expect(Object.keys(found.codes)).toHaveLength(last.changes.length);
  }
});

test('a plot has a line for each series and escapes its words', () => {
  const svg = drawPlot({
    title: 'p < 0.01 & more',
    x: 'change',
    y: 'power',
    most: 0.5,
    dashed: 0.8,
    lines: [
      {
        name: 'a',
        points: [
          { x: 0, y: 0 },
          { x: 0.5, y: 1 },
        ],
      },
    ],
  });
  expect(svg).toContain('p &lt; 0.01 &amp; more');
  expect(svg).toContain('M60 330L530 40');
  expect(svg).toContain('prefers-color-scheme: dark');
});
