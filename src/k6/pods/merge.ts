import { type K6Metric, poolTrends, type Summary } from '../summary.ts';

/** What one pod has measured, with the name by which people know it. */
export type PodSummary = { name: string; summary: Summary };

/** Pods that begin so much (ms) later than the first one do not begin together. Clocks of nodes differ by less. */
const LATE_START_MS = 250;

/**
 * Merges what pods have measured side by side into what one k6 would have: counts add up, distributions are pooled, and
 * arrivals count as late as in the latest pod. There is one slice for all pods: theirs are not independent.
 *
 * @param pods one at least, all of the same script
 */
export function mergeSummaries(pods: readonly PodSummary[]): Summary {
  const [{ summary: first }] = pods as [PodSummary];
  const levels = first.percents.map((percent) => percent / 100);
  const names = new Set(pods.flatMap(({ summary }) => Object.keys(summary.metrics)));
  const delays = new Map<string, number>();
  const slots: NonNullable<Summary['pods']> = {};
  for (const name of names) {
    const [, id] = /^tailgate_start_time\{tailgate:(s\d+)\}$/.exec(name) ?? [];
    if (id === undefined) continue;
    const { delayMs, ...own } = compare(id, pods);
    slots[id] = own;
    delays.set(id, delayMs);
  }
  const metrics = [...names].map((name): [string, K6Metric] => {
    const all = pods.flatMap(({ summary }) => summary.metrics[name] ?? []);
    const lag = /^tailgate_lag\{tailgate:(s\d+)\./.exec(name)?.[1];
    return [name, lag === undefined ? mergeMetric(name, all, levels) : delay(all, delays.get(lag)!)];
  });
  const seen = new Map<string, Summary['seen'][number]>();
  for (const each of pods.flatMap(({ summary }) => summary.seen))
    seen.set(each.name, { ...each, count: (each.count ?? 0) + (seen.get(each.name)?.count ?? 0) });
  return { ...first, metrics: Object.fromEntries(metrics), seen: [...seen.values()], pods: slots };
}

/** Finds the pod that began fewest arrivals of a slot, the one that began them latest, and by how much (ms) one began late. */
function compare(id: string, pods: readonly PodSummary[]) {
  const all = pods.map(({ name, summary: { metrics, percents } }) => {
    const start = metrics[`tailgate_start_time{tailgate:${id}}`];
    let [sent, lateMs] = [0, 0];
    for (let i = 0; ; i++) {
      const started = metrics[`tailgate_started{tailgate:${id}.${i}}`];
      const lag = metrics[`tailgate_lag{tailgate:${id}.${i}}`];
      if (started?.type !== 'counter') break;
      sent += started.sum;
      if (lag?.type === 'trend') lateMs = Math.max(lateMs, lag.values[percents.indexOf(99)]!);
    }
    return { name, sent, lateMs, startedAt: start?.type === 'gauge' ? start.value : 0 };
  });
  const first = Math.min(...all.map(({ startedAt }) => startedAt));
  const timed = all.map((pod) => {
    const delayMs = pod.startedAt - first > LATE_START_MS ? pod.startedAt - first : 0;
    return { ...pod, delayMs, lateMs: Math.max(pod.lateMs, delayMs) };
  });
  const behind = timed.reduce((least, pod) => (pod.sent < least.sent ? pod : least));
  const latest = timed.reduce((most, pod) => (pod.lateMs > most.lateMs ? pod : most));
  const delayMs = Math.max(...timed.map((pod) => pod.delayMs));
  return { behind: behind.name, sent: behind.sent, latest: latest.name, delayMs };
}

/** Takes the latest of all pods at each level, and at the least how late (ms) one of them began. */
function delay(lags: readonly K6Metric[], byMs: number): K6Metric {
  const trends = lags.filter((lag) => lag.type === 'trend');
  const [first] = trends as [(typeof trends)[number]];
  const latest = (level: number) => Math.max(byMs, ...trends.map(({ values }) => values[level]!));
  return { ...first, values: first.values.map((_, level) => latest(level)) };
}

function mergeMetric(name: string, all: readonly K6Metric[], levels: number[]): K6Metric {
  const trends = all.filter((one) => one.type === 'trend');
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
