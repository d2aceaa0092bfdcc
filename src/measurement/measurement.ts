import * as z from 'zod';
import { boundedList, count, number } from '../json-values.ts';

const time = z.number().nonnegative();

/**
 * Values (ms) of a latency distribution at fixed levels; `levels[i]` (fraction, ascending, 0 and 1 included)
 * belongs to `values[i]`. Between levels it is read linearly, as k6 itself interpolates order statistics.
 */
const sketchSchema = z.object({
  levels: boundedList(z.number().min(0).max(1)).readonly(),
  values: boundedList(time).readonly(),
});
export type Sketch = z.infer<typeof sketchSchema>;

/** One stretch of measured load on one instance; the settling start is already left out. */
export const sliceSchema = z.object({
  /** Unix ms of the first measured moment, and the measured length in seconds. */
  startedAt: z.number(),
  seconds: z.number().positive(),
  /** Set where base and head took turns: it was under load for half of the time, `seconds` altogether. */
  alternating: z.literal(true).optional(),
  /** Arrivals that the open model intended within it; null for closed models. */
  planned: z.number().nonnegative().nullable(),
  /** Requests answered as expected; only these have a latency. */
  ok: count,
  /** Requests refused, timed out, interrupted, or answered with an unexpected status. */
  failed: count,
  /** Arrivals that found no free virtual user: never sent, so nobody answered them. */
  dropped: count,
  /** What the caller waited for (ms): connection phases plus `http_req_duration`. Null when `ok` is 0. */
  latency: sketchSchema.nullable(),
  /** Mean caller's latency of the ok requests, ms; null when `ok` is 0. */
  avg: time.nullable(),
  /** `http_req_duration` alone at p50, p95, p99 (ms); null when `ok` is 0. */
  service: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable(),
  /** Intended against actual start of arrivals, ms; null for closed models. */
  lag: z.object({ p50: z.number(), p99: z.number(), max: z.number() }).nullable(),
});
export type Slice = z.infer<typeof sliceSchema>;

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
export const armSchema = z.enum(['head', 'base']);
export type Arm = z.infer<typeof armSchema>;

/** CPU use during a stretch of load, in cores (1 = one core busy); null where it cannot be known. */
export const cpuUseSchema = z.object({
  cores: number,
  generator: number.nullable(),
  /** Cores that the generator may run on (affinity, cgroup). */
  generatorLimit: number.nullable(),
  service: number.nullable(),
  /** Processes outside both trees and Tailgate itself. */
  others: number.nullable(),
  /** Taken by the hypervisor. */
  steal: number.nullable(),
});
export type CpuUse = z.infer<typeof cpuUseSchema>;
