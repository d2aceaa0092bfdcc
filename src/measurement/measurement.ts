/**
 * Values (ms) of a latency distribution at fixed levels; `levels[i]` (fraction, ascending, 0 and 1 included)
 * belongs to `values[i]`. Between levels it is read linearly, as k6 itself interpolates order statistics.
 */
export type Sketch = { levels: readonly number[]; values: readonly number[] };

/** One stretch of measured load on one instance; the settling start is already left out. */
export type Slice = {
  /** Unix ms of the first measured moment, and the measured length in seconds. */
  startedAt: number;
  seconds: number;
  /** Set where base and head took turns: it was under load for half of the time, `seconds` altogether. */
  alternating?: true;
  /** Arrivals that the open model intended within it; null for closed models. */
  planned: number | null;
  /** Requests answered as expected; only these have a latency. */
  ok: number;
  /** Requests refused, timed out, interrupted, or answered with an unexpected status. */
  failed: number;
  /** Arrivals that found no free virtual user: never sent, so nobody answered them. */
  dropped: number;
  /** What the caller waited for (ms): connection phases plus `http_req_duration`. Null when `ok` is 0. */
  latency: Sketch | null;
  /** Mean caller's latency of the ok requests, ms; null when `ok` is 0. */
  avg: number | null;
  /** `http_req_duration` alone at p50, p95, p99 (ms); null when `ok` is 0. */
  service: { p50: number; p95: number; p99: number } | null;
  /** Intended against actual start of arrivals, ms; null for closed models. */
  lag: { p50: number; p99: number; max: number } | null;
};

/** Rounds of a load without pauses, which SLOs and trends are about; all of them where there is no such round. */
export function pickSustained(slices: readonly Slice[]): Slice[] {
  const sustained = slices.filter(({ alternating }) => !alternating);
  return sustained.length > 0 ? sustained : [...slices];
}

/** Rounds by which base and head are compared: those in which they took turns, if they did. */
export function pickAlternating(slices: readonly Slice[]): Slice[] {
  const alternating = slices.filter((slice) => slice.alternating);
  return alternating.length > 0 ? alternating : [...slices];
}

/** The revision under test, and the one it is compared with. */
export type Arm = 'head' | 'base';
/** CPU use during a stretch of load, in cores (1 = one core busy); null where it cannot be known. */
export type CpuUse = {
  cores: number;
  generator: number | null;
  /** Cores that the generator may run on (affinity, cgroup). */
  generatorLimit: number | null;
  service: number | null;
  /** Processes outside both trees and Tailgate itself. */
  others: number | null;
  /** Taken by the hypervisor. */
  steal: number | null;
};
