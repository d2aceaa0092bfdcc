/** What the callers of one arm saw, and how two arms differ. Nothing here is of Tailgate: it is the other instrument. */

/** p90 to p99. */
const TAIL = Array.from({ length: 10 }, (_, index) => 90 + index);

/** Relative changes that Tailgate's defaults tolerate; a reference is worse when it is beyond twice of these. */
const TOLERANCES = { p50: 0.05, tail: 0.05, p99: 0.1 };
/** Difference of shares, likewise. */
const FAILURES = 0.001;
/** A scenario without an SLO of its own on failures misses when more than these fail. */
const MOST_FAILURES = 0.01;

/** Geometric. One infinite value makes it infinite. */
const mean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * A percentile of all requests, where those that failed or were never sent are infinitely slow.
 *
 * @param {{ok: number, failed: number, dropped: number, levels: number[], values: number[]}} summary
 */
export function readPercentile({ ok, failed, dropped, levels, values }, percent) {
  const level = (percent * (ok + failed + dropped)) / ok;
  if (!(level <= 100)) return Number.POSITIVE_INFINITY;
  const after = levels.findIndex((one) => one >= level - 1e-9);
  if (after === 0) return values[0];
  const share = (level - levels[after - 1]) / (levels[after] - levels[after - 1]);
  return values[after - 1] + share * (values[after] - values[after - 1]);
}

/** `p99 < 50ms` */
export function parseSlo(slo) {
  const [, percent, ms] = slo.match(/^p([\d.]+) < ([\d.]+)ms$/);
  return { percent: Number(percent), ms: Number(ms) };
}

/**
 * One run of one arm. Infinite values are the string `Infinity` in JSON, see `reviveInfinity`.
 *
 * @param {object} summary  of alone.k6.js
 * @param {{percent: number, ms: number}} slo
 */
export function describeArm(summary, slo) {
  const { ok, failed, dropped } = summary;
  const read = (percent) => readPercentile(summary, percent);
  const all = ok + failed + dropped;
  const failures = failed / all;
  return {
    p50: read(50),
    tail: mean(TAIL.map(read)),
    p99: read(99),
    failures,
    dropped: dropped / all,
    misses: read(slo.percent) >= slo.ms || failures + dropped / all > MOST_FAILURES,
  };
}

/**
 * A metric is worse when the typical change is beyond twice the tolerance, and no run of the head was better than one
 * of the base: with two runs of each, one that was disturbed makes no reference.
 *
 * @param {object[]} base  runs as of `describeArm`
 * @param {object[]} head
 * @returns {{changes: Record<string, number>, worse: string[], misses: boolean}} `changes` relative, of failures a
 *   difference; `misses`: in every run of the head
 */
export function compareArms(base, head) {
  const changes = {};
  const worse = [];
  for (const [name, tolerance] of Object.entries(TOLERANCES)) {
    const [before, after] = [base, head].map((runs) => runs.map((run) => run[name]));
    changes[name] = Number.isFinite(mean(before)) ? mean(after) / mean(before) - 1 : Number.NaN;
    if (changes[name] > 2 * tolerance && Math.min(...after) > Math.max(...before)) worse.push(name);
  }
  const lost = (runs) => runs.map(({ failures, dropped }) => failures + dropped);
  const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  changes.failures = average(lost(head)) - average(lost(base));
  if (changes.failures > 2 * FAILURES && Math.min(...lost(head)) > Math.max(...lost(base)))
    worse.push('failures');
  return { changes, worse, misses: head.every(({ misses }) => misses) };
}

/** For JSON.stringify and JSON.parse, which know no infinite numbers. */
export const keepInfinity = (_, value) => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value);
export const reviveInfinity = (_, value) => (value === 'Infinity' ? Number.POSITIVE_INFINITY : value);
