import * as z from 'zod';
import { boundedList, count, number, variant } from '../json-values.ts';
import { customSamplesSchema } from './custom.ts';
import { levelsSchema } from './levels.ts';

const time = z.number().nonnegative();

/**
 * Values (ms) of a latency distribution at fixed levels. `levels[i]` (fraction, ascending, 0 and 1 included) belongs to
 * `values[i]`. Values between levels are read linearly, as k6 itself interpolates order statistics.
 */
const sketchSchema = z.object({
  levels: levelsSchema,
  values: boundedList(time).readonly(),
});
export type Sketch = z.infer<typeof sketchSchema>;

/** Equal part of a slot: measured load on one instance. The settling start is already excluded. */
export const sliceSchema = z.object({
  /** Start of the measured time (Unix ms), and its length in seconds. */
  startedAt: z.number(),
  seconds: z.number().positive(),
  /** True if base and head took turns. The instance was under load for half of the time, `seconds` in total. */
  alternating: z.literal(true).optional(),
  /** Arrivals that the open model intended within it; null for closed models. */
  planned: z.number().nonnegative().nullable(),
  /** Requests with the expected response; only these have a latency. */
  ok: count,
  /** Requests that were refused, timed out or interrupted, or got an unexpected status. */
  failed: count,
  /** Arrivals that found no free virtual user. They were never sent. */
  dropped: count,
  /** Time that the caller waited (ms): connection phases plus `http_req_duration`. Null if `ok` is 0. */
  latency: sketchSchema.nullable(),
  /** Mean caller latency of the ok requests, ms; null if `ok` is 0. */
  avg: time.nullable(),
  /** CPU time (s) of the instance's processes within the slice. Absent if unknown. */
  cpu: time.optional(),
  /** Peak resident memory (MB) of the processes by the end of the slice, and the time (ms) of their start. */
  memory: time.optional(),
  startup: time.optional(),
  /** Samples of the script metrics that an SLO names, by name. Absent if no SLO names one. */
  custom: customSamplesSchema.optional(),
  /** Lateness of arrivals (ms): actual start minus intended start. Null for closed models. */
  lag: z.object({ p50: z.number(), p99: z.number(), max: z.number() }).nullable(),
});
export type Slice = z.infer<typeof sliceSchema>;

/** Picks the slices of load on this arm alone, which SLOs and trends are about; all slices if there are none. */
export function pickAlone(slices: readonly Slice[]): Slice[] {
  const alone = slices.filter(({ alternating }) => !alternating);
  return alone.length > 0 ? alone : [...slices];
}

/** The revision under test, and the one it is compared with. */
export const armSchema = z.enum(['head', 'base']);
export type Arm = z.infer<typeof armSchema>;

/** CPU use during a stretch of load, in cores (1 = one core busy); null if unknown. */
export const cpuUseSchema = z.object({
  cores: number,
  generator: number.nullable(),
  /** Cores that the generator may run on (affinity, cgroup). */
  generatorLimit: number.nullable(),
  service: number.nullable(),
  /** Cores used by processes other than k6, the service and Tailgate itself. */
  others: number.nullable(),
  /** Cores taken by the hypervisor. */
  steal: number.nullable(),
});
export type CpuUse = z.infer<typeof cpuUseSchema>;

export const loadSchema = z.discriminatedUnion('kind', [
  /** Open model: random arrivals at a constant rate (a Poisson process), however slow the responses are. */
  variant('arrival-rate', { rate: z.number().positive(), seconds: z.number().optional() }),
  /** Closed model: each user waits for a response before the next request. */
  variant('users', { users: z.number().int().positive() }),
  /** Closed model, until this many requests (script: iterations) are done. */
  variant('fixed-work', { requests: z.number().int(), users: z.number().int() }),
]);
export type Load = z.infer<typeof loadSchema>;
