import { loadSource } from '../source.mjs';

export const source = await loadSource([
  ...['codes', 'growth', 'judge', 'pair', 'pair-values'].map((name) => `src/verdict/${name}.ts`),
  ...['src/metrics/compared.ts', 'src/metrics/metric.ts'],
  ...['src/config/document.ts', 'src/config/sensitivity.ts'],
  ...['planning', 'stretches', 'wall'].map((name) => `src/plan/${name}.ts`),
]);

/** Percentiles of latency whose changes are studied one by one. */
export const STUDIED = ['p50', 'tail', 'p99'];

/**
 * Smallest detectable changes (fractions) at the first look that settles it.
 *
 * @param {number} [rows]  sign vectors, when there are many jobs; fewer than the default cost time, not exactness
 * @returns {Record<string, number>} by metric (`p50`, `tail` …)
 */
export function listDetectable(job, gates, seed, rows) {
  for (const { settled, isLast, gates: read, compared } of judgeLooks(job, gates, seed, rows)) {
    if (!settled && !isLast) continue;
    return Object.fromEntries(read.map((gate, i) => [nameMetric(gate), Math.expm1(compared[i].detectable)]));
  }
}

/**
 * Metrics that are called `regressed` at any look, as if each were the only one: a run stops for the first.
 *
 * @returns {Set<string>}
 */
export function findRegressed(job, gates, seed, rows) {
  const found = new Set();
  for (const { gates: read, compared } of judgeLooks(job, gates, seed, rows)) {
    for (const [i, { code }] of compared.entries()) if (code === 'regressed') found.add(nameMetric(read[i]));
    if (STUDIED.every((name) => found.has(name))) break;
  }
  return found;
}

/**
 * As `judgePairs` does at each look, but the blocks are read once, and nothing is explained.
 *
 * @param job  blocks, with the `looks` of the run
 */
export function* judgeLooks(job, metrics, seed, rows) {
  const { looks } = job;
  const plan = { looks, error: metrics.error, seed, rows };
  // A job with too few blocks for all looks is judged at its end as well.
  const end = Math.min(job.length, looks.at(-1));
  const due = [...looks.filter((look) => look < end), end];
  for (const used of due) {
    const blocks = job.slice(0, used);
    const step = { label: 'cell', metrics, blocks, alone: blocks.flatMap((block) => block.alone ?? []) };
    const { gates } = source.readGates(step, looks, listRemembered);
    yield { used, gates, isLast: used === due.at(-1), ...source.comparePairs(gates, plan) };
  }
}

const remembered = new WeakMap();

/** Deviations of blocks that are drawn again and again. */
function listRemembered(metric, blocks, deepest) {
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

/** `p99`, `tail alone` */
export const nameMetric = ({ metric, where }) =>
  source.printMetric(metric) + (where === 'alone' ? ' alone' : '');
