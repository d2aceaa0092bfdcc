import { sum } from '../../measurement/sum.ts';
import { type K6Metric, poolTrends, readNumber, type Summary } from '../summary.ts';

/** What one pod measured, with the name shown to people. */
export type PodSummary = { name: string; summary: Summary };

/** Pods that start this much (ms) after the first one do not start together. Node clocks differ by less. */
const LATE_START_MS = 250;
const START = /^tailgate_start_time\{tailgate:(s\d+)\}$/;

/** Tells whether pods started a slot together, by the clocks of their nodes. Some may not have started it at all. */
export function beganTogether(pods: readonly PodSummary[]): boolean {
  const starts = new Map<string, number[]>();
  for (const [name, metric] of pods.flatMap(({ summary }) => Object.entries(summary.metrics)))
    if (START.test(name)) starts.set(name, [...(starts.get(name) ?? []), readNumber(metric)]);
  return [...starts.values()].every((own) => Math.max(...own) - Math.min(...own) <= LATE_START_MS);
}

/**
 * Merges what pods measured side by side into what one k6 would have measured: counts add up, and distributions are
 * pooled. There is one slice for all pods: their slices are not independent.
 *
 * @param pods at least one, all with the same script
 */
export function mergeSummaries(pods: readonly PodSummary[]): Summary {
  const all = pods.map(({ summary }) => summary);
  const names = new Set(all.flatMap(({ metrics }) => Object.keys(metrics)));
  const slots: NonNullable<Summary['pods']> = {};
  const metrics: Summary['metrics'] = {};
  for (const name of names) {
    const own = all.flatMap((summary) => summary.metrics[name] ?? []);
    metrics[name] = mergeMetric(name, own);
    for (const id of START.exec(name)?.slice(1) ?? [])
      slots[id] = pods.map((pod) => countSent(id, pod)).sort((a, b) => a.sent - b.sent)[0]!;
  }
  const seen = new Map<string, Summary['seen'][number]>();
  for (const each of all.flatMap((summary) => summary.seen))
    seen.set(each.name, { ...each, count: (each.count ?? 0) + (seen.get(each.name)?.count ?? 0) });
  return { metrics, seen: [...seen.values()], pods: slots };
}

/** Counts the arrivals of a slot that a pod started. */
function countSent(id: string, { name, summary: { metrics } }: PodSummary) {
  const own = Object.entries(metrics).filter(([key]) => key.startsWith(`tailgate_started{tailgate:${id}.`));
  return { behind: name, sent: sum(own, ([, metric]) => readNumber(metric)) };
}

function mergeMetric(name: string, all: readonly K6Metric[]): K6Metric {
  const { type } = all[0]!;
  const numbers = all.map(readNumber);
  if (type === 'counter') return { type, sum: sum(numbers, (one) => one) };
  if (type === 'gauge') return { type, value: Math[START.test(name) ? 'min' : 'max'](...numbers) };
  const rates = all.filter((one) => one.type === 'rate');
  if (type === 'rate') return { type, hits: sum(rates, ({ hits }) => hits), count: sum(rates, readNumber) };
  const trends = all.filter((one) => one.type === 'trend');
  const pooled = poolTrends(trends)!;
  if (!name.startsWith('tailgate_lag{')) return pooled;
  // The latest of all pods at each level: otherwise the others would hide a throttled one.
  const latest = (level: number) => Math.max(...trends.map(({ values }) => values[level]!));
  return { ...pooled, values: pooled.values.map((_, level) => latest(level)) };
}
