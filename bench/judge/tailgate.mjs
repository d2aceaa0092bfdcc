import { loadSource } from '../source.mjs';

export const source = await loadSource([
  'src/verdict/pair.ts',
  'src/verdict/gated-metrics.ts',
  'src/config/document.ts',
  'src/config/sensitivity.ts',
  'src/config/metric.ts',
  'src/measurement/metric.ts',
  'src/measurement/quantiles.ts',
  'src/statistics/looks.ts',
  'src/run/machine.ts',
]);

/** The gated metrics of a cell with tolerance and confidence, as a configuration with nothing else set has them. */
export function listGates(cell) {
  const where = { path: '/tailgate.yml', directory: '/', shownAs: cell.name };
  const config = source.parseConfig(JSON.stringify(cell.tailgate), where);
  const scenario = config.scenarios[0];
  return source
    .listPairMetrics(scenario.slos)
    .map((metric) => ({ metric, ...source.resolveSensitivity(config, scenario, metric) }));
}

/**
 * What Tailgate would have said, stopping at the first look that settles it or shows more blocks to be futile.
 *
 * @param {number} [rows]  sign vectors, when there are many jobs; fewer than the default cost time, not exactness
 * @returns {{code: string, codes: Record<string, string>, reasons: Record<string, string>,
 *   detectable: Record<string, number | null>, used: number}} the run's verdict, those of its metrics (`p50`, `tail` …),
 *   smallest detectable changes (fractions), blocks used
 */
export function judgeJob(job, gates, seed, rows) {
  for (const { used, changes, settled, futile } of judgeLooks(job, gates, seed, rows)) {
    if (settled || futile || used === job.length) return summarize(changes, used);
  }
}

/**
 * Metrics that are called `regressed` at any look, as if each were the only one: a run stops for the first.
 *
 * @returns {Set<string>}
 */
export function findRegressed(job, gates, seed, rows) {
  const found = new Set();
  for (const { changes } of judgeLooks(job, gates, seed, rows)) {
    for (const { code, metric } of changes) if (code === 'regressed') found.add(nameMetric(metric));
  }
  return found;
}

function* judgeLooks(job, gates, seed, rows) {
  const planned = job.length;
  const looks = source.scheduleLooks(planned, gates.length, 1 - gates[0].confidence);
  for (const used of looks) {
    const steps = [{ label: 'cell', metrics: gates, blocks: job.slice(0, used) }];
    yield { used, ...source.judgePairs({ steps, planned, looks, seed, rows }) };
  }
}

function summarize(changes, used) {
  const byMetric = (pick) =>
    Object.fromEntries(changes.map((change) => [nameMetric(change.metric), pick(change)]));
  const codes = byMetric(({ code }) => code);
  const isAny = (code) => Object.values(codes).includes(code);
  const code = ['regressed', 'inconclusive', 'improved'].find(isAny) ?? 'unchanged';
  return {
    code,
    codes,
    reasons: byMetric(({ reason }) => reason?.kind ?? ''),
    detectable: byMetric(({ detectable }) => detectable),
    used,
  };
}

export const nameMetric = (metric) =>
  metric.kind === 'slow-share' ? 'slow-share' : source.printMetric(metric);
