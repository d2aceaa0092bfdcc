import { loadSource } from '../source.mjs';

export const source = await loadSource([
  'src/verdict/changes.ts',
  'src/verdict/codes.ts',
  'src/verdict/growth.ts',
  'src/verdict/judge.ts',
  'src/verdict/gates.ts',
  'src/verdict/pair.ts',
  'src/verdict/pair-values.ts',
  'src/verdict/rarity.ts',
  'src/metrics/compared.ts',
  'src/config/document.ts',
  'src/config/sensitivity.ts',
  'src/config/language/metric.ts',
  'src/metrics/metric.ts',
  'src/measurement/quantiles.ts',
  'src/statistics/looks.ts',
  'src/statistics/paired-comparison.ts',
  'src/machine/machine.ts',
  'src/plan/planning.ts',
  'src/plan/paired.ts',
  'src/plan/layout.ts',
  'src/plan/slot.ts',
  'src/plan/stretches.ts',
  'src/plan/wall.ts',
]);

/**
 * The gated metrics of a cell with tolerance and confidence, as a configuration with nothing else set has them.
 *
 * @param {boolean} [hasAlone]  whether stretches of one arm alone were recorded as well
 */
export function listGates(cell, hasAlone = false) {
  const config = readConfig(cell);
  const scenario = config.scenarios[0];
  const gates = source.listPairMetrics(scenario.slos, { takesTurns: hasAlone }).map(({ metric, where }) => ({
    metric,
    where,
    ...source.resolveSensitivity(config, scenario, metric, where),
  }));
  return Object.assign(gates, { slackMs: source.findSlackMs(scenario.slos) });
}

/** Seconds of load in one block of a run with so many: both arms in turns and alone, not warm-up. */
export function countBlockSeconds(cell, blocks) {
  const slots = source.listMeasuredSlots(source.planRun(readConfig(cell), { paired: true, blocks }));
  return slots.reduce((sum, slot) => sum + source.loadSeconds(slot), 0) / blocks;
}

function readConfig(cell) {
  return source.parseConfig(JSON.stringify(cell.tailgate), {
    path: '/tailgate.yml',
    directory: '/',
    shownAs: cell.name,
  });
}

/** Percentiles of latency whose changes are studied one by one. */
export const STUDIED = ['p50', 'tail', 'p99'];

/**
 * What Tailgate would have said, stopping at the first look that settles it.
 *
 * @param {number} [rows]  sign vectors, when there are many jobs; fewer than the default cost time, not exactness
 * @param {boolean} [explain]  whether the smallest detectable changes are wanted; they take longer than the verdict
 * @returns {{code: string, codes: Record<string, string>, reasons: Record<string, string>,
 *   detectable: Record<string, number | null>, used: number}} the run's verdict, those of its metrics (`p50`, `tail` …),
 *   smallest detectable changes (fractions), blocks used
 */
export function judgeJob(job, gates, seed, rows, explain = false) {
  for (const look of judgeLooks(job, gates, seed, rows)) {
    if (look.settled || look.isLast) return summarize(look, explain);
  }
}

/**
 * Metrics that are called `regressed` at any look, as if each were the only one: a run stops for the first.
 *
 * @returns {Set<string>}
 */
export function findRegressed(job, gates, seed, rows) {
  const found = new Set();
  for (const { plan, compared } of readLooks(job, gates, seed, rows)) {
    for (const [i, { code }] of source.comparePairs(compared, plan).entries()) {
      if (code === 'regressed') found.add(nameMetric(compared[i]));
    }
    if (STUDIED.every((name) => found.has(name))) break;
  }
  return found;
}

/** As `judgePairs` does at each look, but the blocks are read once, and nothing is explained. */
export function* judgeLooks(job, gates, seed, rows) {
  for (const look of readLooks(job, gates, seed, rows)) {
    yield { ...look, ...source.decideGates(look.compared, look.plan) };
  }
}

/** @param job  blocks; `looks` of it, if it has any, are those of the run it is part of */
function* readLooks(job, gates, seed, rows) {
  const looks = job.looks ?? source.scheduleLooks(job.length);
  const plan = { planned: looks.at(-1), looks, seed, rows };
  // A job that ends between two looks, as one that was recorded with others does, is judged at its end as well.
  const end = Math.min(job.length, looks.at(-1));
  const due = [...looks.filter((look) => look < end), end];
  for (const used of due) {
    const blocks = job.slice(0, used);
    const step = {
      label: 'cell',
      metrics: gates,
      blocks,
      alone: blocks.flatMap((block) => block.alone ?? []),
      slackMs: gates.slackMs,
    };
    const compared = source.readGates(step, plan, listRemembered).gates;
    yield { used, plan, compared, isLast: used === due.at(-1) };
  }
}

const remembered = new WeakMap();

/** Deviations of blocks that are drawn again and again. Those of `slow-share` depend on the job's other blocks. */
function listRemembered(metric, blocks, deepest) {
  if (metric.kind === 'slow-share') return source.listDeviations(metric, blocks, deepest);
  // No metric reads a quantile beyond its own level, or 99 %.
  const level = Math.min(deepest, Math.max(0.99, (metric.percent ?? 0) / 100));
  const key = `${nameMetric({ metric })} ${level}`;
  return blocks.map((block) => {
    if (!remembered.has(block)) remembered.set(block, new Map());
    const known = remembered.get(block);
    if (!known.has(key)) known.set(key, source.listDeviations(metric, [block], level)[0]);
    return known.get(key);
  });
}

function summarize({ used, plan, compared, comparisons, decisions }, explain) {
  const byMetric = (pick) =>
    Object.fromEntries(compared.map((gate, i) => [nameMetric(gate), pick(decisions[i], gate, i)]));
  const codes = byMetric(({ code }) => code);
  // Slow requests are an alarm: they are told of when they have become more, and else not.
  if (codes['slow-share'] !== 'regressed') delete codes['slow-share'];
  const isAny = (code) => Object.values(codes).includes(code);
  const code = ['regressed', 'inconclusive', 'improved'].find(isAny) ?? 'unchanged';
  const detect = (_, gate, i) => {
    if (!explain || !STUDIED.includes(nameMetric(gate))) return null;
    const change = Math.expm1(source.findDetectable(gate, comparisons[i], plan));
    return change <= MOST_DETECTABLE ? change : null;
  };
  return {
    code,
    codes,
    reasons: byMetric(({ reason }) => reason?.kind ?? ''),
    detectable: byMetric(detect),
    used,
  };
}

/** As in src/verdict/pair.ts: beyond it nothing is stated. */
const MOST_DETECTABLE = 10;

/** `p99`, `tail alone` */
export const nameMetric = ({ metric, where }) =>
  source.printMetric(metric) + (where === 'alone' ? ' alone' : '');
