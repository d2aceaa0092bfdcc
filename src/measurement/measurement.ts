/**
 * Values (ms) of a latency distribution at fixed levels. `levels[i]` (fraction, ascending, 0 and 1 included) belongs to
 * `values[i]`. Values between levels are read linearly, as k6 itself interpolates order statistics.
 */
export type Sketch = { levels: readonly number[]; values: readonly number[] };

/** Equal part of a slot: measured load on one instance. The settling start is already left out. */
export type Slice = {
  /** Unix ms of the first measured moment, and the measured length in seconds. */
  startedAt: number;
  seconds: number;
  /** True where base and head took turns. The instance was under load for half of the time, `seconds` altogether. */
  alternating?: true;
  /** Arrivals that the open model intended within it; null for closed models. */
  planned: number | null;
  /** Requests answered as expected; only these have a latency. */
  ok: number;
  /** Requests refused, timed out, interrupted, or answered with an unexpected status. */
  failed: number;
  /** Arrivals that found no free virtual user. They were never sent. */
  dropped: number;
  /** Time that the caller waited (ms): connection phases plus `http_req_duration`. Null when `ok` is 0. */
  latency: Sketch | null;
  /** Mean caller's latency of the ok requests, ms; null when `ok` is 0. */
  avg: number | null;
  /** `http_req_duration` alone at p50, p95, p99 (ms); null when `ok` is 0. */
  service: { p50: number; p95: number; p99: number } | null;
  /** Lateness of arrivals (ms): actual start minus intended start. Null for closed models. */
  lag: { p50: number; p99: number; max: number } | null;
};

/** Picks the slices of load without pauses, which SLOs and trends are about. All slices where there are none. */
export function pickSustained(slices: readonly Slice[]): Slice[] {
  const sustained = slices.filter(({ alternating }) => !alternating);
  return sustained.length > 0 ? sustained : [...slices];
}

/** Picks the slices in which the arms took turns: they are compared. All slices where there are none. */
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
  /** Cores used by processes that belong to neither tree, nor to Tailgate itself. */
  others: number | null;
  /** Cores that the hypervisor took. */
  steal: number | null;
};
