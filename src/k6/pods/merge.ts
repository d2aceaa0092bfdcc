import { type K6Metric, poolTrends, type Summary } from '../summary.ts';

/** What one pod has measured, with the name by which people know it. */
export type PodSummary = { name: string; summary: Summary };

/** Pods that begin so much (ms) later than the first one do not begin together. Clocks of nodes differ by less. */
const LATE_START_MS = 250;
const START = /^tailgate_start_time\{tailgate:(s\d+)\}$/;

/** Tells whether pods began a slot together, by the clocks of their nodes. Not all of them need to have begun it. */
export function beganTogether(pods: readonly PodSummary[]): boolean {
  const starts = new Map<string, number[]>();
  for (const [name, metric] of pods.flatMap(({ summary }) => Object.entries(summary.metrics)))
    if (START.test(name)) starts.set(name, [...(starts.get(name) ?? []), readNumber(metric)]);
  return [...starts.values()].every((own) => Math.max(...own) - Math.min(...own) <= LATE_START_MS);
}

/**
 * Merges what pods have measured side by side into what one k6 would have: counts add up, distributions are pooled, and
 * arrivals count as late as in the latest pod. There is one slice for all pods: theirs are not independent.
 *
 * @param pods one at least, all of the same script
 */
export function mergeSummaries(pods: readonly PodSummary[]): Summary {
  const all = pods.map(({ summary }) => summary);
  const [first] = all as [Summary];
  const levels = first.percents.map((percent) => percent / 100);
  const names = new Set(all.flatMap(({ metrics }) => Object.keys(metrics)));
  const slots: NonNullable<Summary['pods']> = {};
  for (const name of names) {
    const [, id] = START.exec(name) ?? [];
    if (id === undefined) continue;
    slots[id] = pods
      .map((pod) => countSent(id, pod))
      .reduce((least, pod) => (pod.sent < least.sent ? pod : least));
  }
  const metrics = [...names].map((name): [string, K6Metric] => {
    const own = all.flatMap((summary) => summary.metrics[name] ?? []);
    return [name, name.startsWith('tailgate_lag{') ? takeLatest(own) : mergeMetric(name, own, levels)];
  });
  const seen = new Map<string, Summary['seen'][number]>();
  for (const each of all.flatMap((summary) => summary.seen))
    seen.set(each.name, { ...each, count: (each.count ?? 0) + (seen.get(each.name)?.count ?? 0) });
  return { ...first, metrics: Object.fromEntries(metrics), seen: [...seen.values()], pods: slots };
}

function readNumber(metric: K6Metric | undefined): number {
  return metric?.type === 'counter' ? metric.sum : metric?.type === 'gauge' ? metric.value : 0;
}

/** Counts the arrivals of a slot that a pod has begun. */
function countSent(id: string, { name, summary: { metrics } }: PodSummary) {
  const own = Object.entries(metrics).filter(([key]) => key.startsWith(`tailgate_started{tailgate:${id}.`));
  return { behind: name, sent: own.reduce((sum, [, metric]) => sum + readNumber(metric), 0) };
}

/** Takes the latest of all pods at each level. */
function takeLatest(lags: readonly K6Metric[]): K6Metric {
  const trends = lags.flatMap((lag) => (lag.type === 'trend' ? [lag] : []));
  const latest = (level: number) => Math.max(...trends.map(({ values }) => values[level]!));
  return { ...trends[0]!, values: trends[0]!.values.map((_, level) => latest(level)) };
}

function mergeMetric(name: string, all: readonly K6Metric[], levels: number[]): K6Metric {
  const trends = all.flatMap((one) => (one.type === 'trend' ? [one] : []));
  if (trends.length > 0) return { type: 'trend', ...poolTrends(trends, levels)! };
  const choose = name.startsWith('tailgate_start_time') ? Math.min : Math.max;
  return all.reduce((one, other) => {
    if (one.type === 'rate' && other.type === 'rate')
      return { type: 'rate', hits: one.hits + other.hits, count: one.count + other.count };
    if (one.type === 'counter' && other.type === 'counter')
      return { type: 'counter', sum: one.sum + other.sum };
    if (one.type === 'gauge' && other.type === 'gauge')
      return { type: 'gauge', value: choose(one.value, other.value) };
    return one;
  });
}
