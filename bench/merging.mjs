/**
 * What it costs to merge the summaries of many pods: time and memory, by their number and by the requests of a slice.
 * Each pod has the slices of a Job of seven blocks. `npm run bench:merging`; docs/scale.md has the figures.
 */
import { loadSource } from './source.mjs';

const { mergeSummaries, MEASURED_PERCENTS } = await loadSource([
  'src/k6/pods/merge.ts',
  'src/measurement/levels.ts',
]);

const SLOTS = 28;
const SLICES = 2;

function makePod(pod, requests) {
  const trend = () => {
    const sample = Float64Array.from({ length: requests }, () => Math.exp(Math.random())).sort();
    const values = MEASURED_PERCENTS.map((percent) => sample[Math.round((percent / 100) * (requests - 1))]);
    return { count: requests, avg: 2, values };
  };
  const counts = {
    started: requests,
    whole: 0,
    exceptions: 0,
    barren: 0,
    untagged: 0,
    begun: 0,
    voided: 0,
  };
  const slice = () => ({
    ...counts,
    ...{ resent: 0, connects: 0, received: 0, failed: null, latency: trend() },
    lag: { p50: 0, p99: 1, max: 2 },
  });
  const slot = () => ({
    startedAt: 0,
    endedAt: 0,
    dropped: 0,
    answers: [{ sizes: trend(), statuses: null }],
    slices: Array.from({ length: SLICES }, slice),
  });
  const slots = Object.fromEntries(Array.from({ length: SLOTS }, (_, index) => [`s${index}`, slot()]));
  const judged = { thresholds: [], fed: [], unfed: [], lost: 0, seen: [] };
  return { name: `pod ${pod}`, summary: { schemaVersion: 1, percents: MEASURED_PERCENTS, slots, ...judged } };
}

console.log(`| pods | requests of a pod in a slice | merging, s | memory, MB |\n|-|-|-|-|`);
for (const [pods, requests] of [
  [8, 1000],
  [100, 1000],
  [1000, 100],
  [1000, 1000],
]) {
  const all = Array.from({ length: pods }, (_, pod) => makePod(pod, requests));
  const startedAt = performance.now();
  mergeSummaries(all);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `| ${pods} | ${requests} | ${seconds.toFixed(2)} | ${Math.round(process.memoryUsage().rss / 1e6)} |`,
  );
}
