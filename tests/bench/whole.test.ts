import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { arrangeBlocks, makeCase } = await load('judge/case.mjs');
const { drawJobs, restoreJob } = await load('judge/draws.mjs');
const { swapArms } = await load('judge/jobs.mjs');
const { findMiddle } = await load('judge/power.mjs');
const { listRows, writeExtract, writeReport } = await load('judge/report.mjs');
const { source } = await load('judge/tailgate.mjs');
const { listTargets } = await load('judge/targets.mjs');
const { judgeWhole } = await load('judge/whole.mjs');
const { CELLS, chooseCells } = await load('jobs/cells.mjs');
const { readRecorded } = await load('jobs/recorded.mjs');
const { readJobs } = await load('jobs/store.mjs');
const { replaceBetween } = await load('section.mjs');

type Job = { verdict: string };
type Block = {
  base: unknown[];
  head: unknown[];
  isLong: boolean;
  alone: { base: unknown[]; head: unknown[] };
};
type Drawn = Block[] & { looks: number[] };
type Target = { target: string; holds: string; jobs: string; drawn: string; cells: string[] };

/** What a block keeps of one stretch of both arms. */
const keep = ({ base, head }: Pick<Block, 'base' | 'head'>, slot: object) => [
  { slot: { ...slot, arm: 'head' }, slices: head },
  { slot: { ...slot, arm: 'base' }, slices: base },
];

const find = (name: string) => CELLS.find((cell: { name: string }) => cell.name === name);
const given = makeCase(find('same-node'));

/** 600 answers around `typical` ms, evenly spread over ±20 %, and the slowest of them at `slowest`. */
function makeSlice(typical: number, alternating: boolean, slowest = 0) {
  const levels = Array.from({ length: 101 }, (_, i) => i / 100);
  const values = levels.map((level) => Math.max(typical * (0.8 + 0.4 * level), level >= 0.98 ? slowest : 0));
  const latency = { levels, values };
  const counts = { planned: 600, ok: 600, failed: 0, dropped: 0 };
  return {
    startedAt: 0,
    seconds: 2,
    ...counts,
    latency,
    avg: typical,
    service: null,
    lag: null,
    alternating,
  };
}

const wander = (i: number) => 1 + 0.003 * Math.sin(3 * i + 1);
const makeBlocks = (count: number, factor = 1, aloneFactor = factor): Block[] =>
  Array.from({ length: count }, (_, i) => ({
    base: [makeSlice(2, true)],
    head: [makeSlice(2 * factor * wander(i), true)],
    alone: {
      base: [makeSlice(2, false), makeSlice(2, false)],
      head: [makeSlice(2 * aloneFactor * wander(i), false), makeSlice(2 * aloneFactor * wander(i), false)],
    },
    isLong: false,
  }));

test('a job made of blocks is called what the product calls it', () => {
  for (const [factor, aloneFactor] of [
    [1, 1],
    [1.08, 1.08],
    [1, 1.5],
    [1, 50],
  ] as const) {
    const job = restoreJob(makeBlocks(14, factor, aloneFactor), given);
    const found = judgeWhole(job, given, 3);
    const blocks = job.slice(0, found.used) as Block[];
    const { verdict } = source.judge({
      steps: [
        {
          label: 'cell',
          slos: given.slos,
          load: given.load,
          blocks: blocks.map(({ alone, ...inTurns }) => [
            ...keep(inTurns, { round: 0, turns: {} }),
            ...keep(alone, { round: 1, turns: null }),
          ]),
          crowding: { head: 0, base: 0, together: 0 },
          soak: { base: [], head: [] },
          isNew: false,
          history: { runs: [], incompatible: { records: 0, differs: [] } },
          sensitivityOf: given.sensitivityOf,
        },
      ],
      faults: [],
      invalid: [],
      looks: job.looks,
      comparison: { kind: 'pair', base: {}, seed: 3 },
      discarded: { base: 0, head: 0 },
      loosened: [],
      failOn: [],
      effort: {},
    });
    expect(found.code, `${factor} ${aloneFactor}`).toBe(verdict.code);
    expect(found.isMet).toBe(verdict.slos.every(({ code }: { code: string }) => code === 'met'));
  }
});

test('a queue that grows takes unchanged and met away from a drawn job as well', () => {
  const grow = (factor: number) => [makeSlice(2 * factor, false), makeSlice(3 * factor, false)];
  const growing = makeBlocks(14).map((block, i) => ({
    ...block,
    alone: { base: grow(1), head: grow(wander(i)) },
  }));
  const { code, isMet } = judgeWhole(restoreJob(growing, given), given, 3);
  expect([code, isMet]).toEqual(['at-limit', false]);
});

test('jobs are drawn as long as a run is, and again only where that is asked for', () => {
  const blocks = makeBlocks(20);
  const draw = (options: object) => drawJobs([blocks], given, { count: 5, seed: 1, ...options }) as Drawn[];
  for (const job of draw({})) {
    expect(job).toHaveLength(job.looks.at(-1)!);
    expect(new Set(job).size).toBe(job.length);
  }
  expect(draw({ replaces: true }).some((job) => new Set(job).size < job.length)).toBe(true);
  expect(drawJobs([blocks.slice(0, 12)], given, { count: 1, seed: 1 })[0]).toHaveLength(12);
});

test('blocks with longer stretches are drawn from the block on in which slow requests show to be rare', () => {
  const usual = makeBlocks(10).map((block, i) =>
    i % 2
      ? block
      : { ...block, alone: { ...block.alone, head: [makeSlice(2, false, 40), makeSlice(2, false, 40)] } },
  );
  const long = makeBlocks(10).map((block) => ({ ...block, isLong: true }));
  const [job] = drawJobs([[...usual, ...long]], given, { count: 1, seed: 4, replaces: true }) as Drawn[];
  const first = job!.findIndex(({ isLong }) => isLong);
  expect(first).toBeGreaterThan(1);
  expect(job!.slice(first).every(({ isLong }) => isLong)).toBe(true);
  expect(job!.looks).toEqual(given.scheduleLooks({ after: first, reason: 'rare' }));
  expect(given.scheduleLooks({ after: first, reason: 'hidden-work' }).at(-1)).toBe(
    2 * job!.looks.at(-1)! - first,
  );
});

test('either arm of identical code may be the head', () => {
  const [block] = makeBlocks(1);
  const ways = [[block], swapArms([block])];
  const jobs = drawJobs(ways, given, { count: 30, seed: 1 }) as Drawn[];
  const heads = new Set(jobs.map(([one]) => one!.head));
  expect(heads.size).toBe(2);
});

test('where arms take no turns all is compared that was measured of each alone', () => {
  const script = makeCase(find('slow20-script-node'));
  const [block] = makeBlocks(1);
  expect(script.takesTurns).toBe(false);
  expect(arrangeBlocks([block], script)).toEqual([{ ...block!.alone, isLong: false }]);
  expect(script.gates.map(({ where }: { where: string }) => where)).not.toContain('alone');
});

test('the middle of twenty values leaves one out at each end', () => {
  expect(findMiddle(Array.from({ length: 20 }, (_, i) => 20 - i))).toEqual({ low: 2, high: 20 });
});

const WORSE = { changes: { p50: 1, tail: 1, p99: 1, failures: 0 }, worse: ['p50'], misses: true };
const makeJob = (verdict: string, outcome = 'missed', more = {}) => ({
  verdict,
  at: '2026-11-24T08:00:00.000Z',
  build: 'b1',
  machine: '2 × X',
  headline: '',
  seconds: 100,
  slos: [
    { metric: 'p99', outcome },
    { metric: 'errors', outcome: 'met' },
  ],
  ...more,
});
const makeJobs = (count: number, verdict: string, outcome?: string, more?: object) =>
  Array.from({ length: count }, () => makeJob(verdict, outcome, more));
const drawn = (share: number, more = {}) => ({
  wall: { least: 88, last: 114, most: 270 },
  startSeconds: 0,
  replayed: [],
  blocks: 20,
  drawn: {
    count: 50,
    found: { share, low: share, high: share },
    unchanged: 0,
    met: 0,
    byMetric: { p50: 50 * share },
    t: 0,
    tachometer: 0,
    ...more,
  },
});
const holds = (row: object): [string, string][] =>
  (listTargets([row]) as Target[])
    .filter(({ target }) => !target.startsWith('time within'))
    .map(({ target, holds }) => [target.replace(/^\(.\) [^:]*: /, ''), holds]);

test('one `unchanged` breaks the target of a cell that is worse alone, of jobs that were run or drawn', () => {
  const row = { cell: find('pool-node'), reference: WORSE, jobs: makeJobs(10, 'missed'), study: drawn(1) };
  expect(holds(row)).toEqual([
    ['`unchanged`, never', 'yes'],
    ['`met` where alone it is missed, never', 'yes'],
    ['found, ≥ 90 %', 'yes'],
  ]);
  const one = [...makeJobs(9, 'regressed'), makeJob('unchanged', 'met')];
  expect(holds({ ...row, jobs: one }).map(([, answer]) => answer)).toEqual(['no', 'no', 'yes']);
  expect(listTargets([{ ...row, jobs: one }])[0]).toMatchObject({
    jobs: '1 of 10, below 39.4 %',
    cells: ['pool-node'],
  });
  expect(holds({ ...row, study: drawn(1, { unchanged: 1 }) })[0]).toEqual(['`unchanged`, never', 'no']);
});

test('a cell that is found too seldom by drawn jobs is named', () => {
  const row = {
    cell: find('shared-writes-go'),
    reference: WORSE,
    jobs: makeJobs(2, 'regressed'),
    study: drawn(0.7),
  };
  expect((listTargets([row]) as Target[]).find(({ target }) => target.includes('found'))).toMatchObject({
    holds: 'no',
    drawn: '0 of 1 cells; lowest 70 %',
    cells: ['shared-writes-go'],
  });
});

test('work in the background may be told in the headline', () => {
  const told = { headline: 'Cannot tell, cpu per request is 146 % more' };
  const row = { cell: find('poll-node'), reference: WORSE, study: drawn(1) };
  const verdict = (more: object) =>
    holds({ ...row, jobs: makeJobs(1, 'inconclusive', 'at-limit', more) }).at(-1);
  expect(verdict(told)).toEqual(['found, ≥ 90 %', 'yes']);
  expect(verdict({})).toEqual(['found, ≥ 90 %', 'no']);
});

test('nothing is demanded where the reference is not worse, or is not there', () => {
  const row = { cell: find('poll-node'), jobs: makeJobs(3, 'unchanged', 'met'), study: drawn(0) };
  expect(holds({ ...row, reference: { ...WORSE, worse: [], misses: false } })).toEqual([]);
  expect(holds({ ...row, reference: null })).toEqual([]);
});

test('of age drawn jobs say nothing, since they have no soak', () => {
  const row = {
    cell: find('stall-10-go'),
    reference: WORSE,
    jobs: makeJobs(5, 'at-limit', 'at-limit'),
    study: drawn(0, { unchanged: 50, met: 50 }),
  };
  expect(holds(row)).toEqual([
    ['`unchanged`, never', 'yes'],
    ['`met` where alone it is missed, never', 'yes'],
  ]);
});

test('false alarms on identical behaviour are counted, and bounded', () => {
  const study = { ...drawn(0), drawn: undefined, either: 1, replayed: [{}, {}], power: null };
  const row = { cell: find('same-go'), reference: null, jobs: makeJobs(50, 'unchanged', 'met'), study };
  const [identical, , median] = listTargets([row]) as Target[];
  expect(identical).toMatchObject({ jobs: '0 of 50, below 5.8 %', holds: 'not contradicted' });
  expect(identical!.drawn).toContain('1 of 2 either way round');
  expect([identical!.target, median?.target]).toContain('identical behaviour: `regressed`, ≤ 1 %');
});

test('the time to `unchanged` is that of the newest build', () => {
  const job = (build: string, day: number, seconds: number) => ({
    ...makeJob('unchanged', 'met'),
    build,
    at: `2026-11-0${day}T00:00:00.000Z`,
    seconds,
  });
  const jobs = [job('new', 3, 85), job('old', 1, 300), job('old', 2, 301)];
  const row = { cell: find('same-go'), reference: null, jobs, study: null };
  const median = listTargets([row]).find(({ target }: Target) => target.includes('median'));
  expect(median).toMatchObject({ jobs: '85 s of 1 of build new', holds: 'yes' });
});

test('the tables have a row for each cell with jobs', () => {
  const cells = ['pool-node', 'same-go'].map(find);
  const jobs = [
    { ...makeJob('regressed'), cell: 'pool-node' },
    { ...makeJob('unchanged', 'met'), cell: 'same-go' },
  ];
  const study = { ...drawn(1), name: 'pool-node' };
  const rows = listRows(cells, {}, jobs, [study]);
  const counts = { drawn: 50, sets: 20, power: { jobs: 200 } };
  const text = writeReport(rows, { run: 'now', counts });
  expect(text).toContain(
    '| (a) pool-node | not measured |  | 1 regressed | 100 s | 100 % (100 … 100 %) | p50 50 |',
  );
  expect(text).toContain('| same-go | 1 | 1 unchanged |');
  const known = rows.map((row: object) => ({ ...row, reference: WORSE }));
  expect(writeExtract(known)).toContain('| capacity at the declared rate | 1 | 1 of 1 | 0 | 100 % |');
  expect(writeExtract(rows)).not.toContain('capacity');
});

test('a region of a page is replaced, and a page without one is refused', () => {
  const page = 'a\n<!-- Written by x -->\nold\n<!-- End of what x writes -->\nb\n';
  expect(replaceBetween(page, 'x', 'new')).toBe(
    'a\n<!-- Written by x -->\n\nnew\n\n<!-- End of what x writes -->\nb\n',
  );
  expect(() => replaceBetween('a', 'x', 'new')).toThrow(/no region of x/);
});

test('the committed jobs have their blocks, and these say of a job what it said', () => {
  const jobs = readJobs(CELLS) as (Job & { cell: string; at: string })[];
  expect(jobs.length).toBeGreaterThan(0);
  for (const cell of chooseCells('a')) {
    for (const { at, blocks } of readRecorded(cell)) {
      const job = jobs.find((one) => one.cell === cell.name && one.at === at);
      const own = makeCase(cell);
      // Where its last block was, it was judged: an earlier build had more looks.
      const restored = Object.assign(restoreJob(arrangeBlocks(blocks, own), own), { looks: [blocks.length] });
      const { code } = judgeWhole(restored, own, 1);
      expect([code, 'missed'], `${cell.name} ${at}`).toContain(job?.verdict);
    }
  }
});
