import * as z from 'zod';

const sketch = z.object({
  levels: z.array(z.number().min(0).max(1)).readonly(),
  values: z.array(z.number().nonnegative()).readonly(),
});

const slice = z.object({
  startedAt: z.number(),
  seconds: z.number().positive(),
  alternating: z.literal(true).optional(),
  planned: z.number().nonnegative().nullable(),
  ok: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  dropped: z.number().int().nonnegative(),
  latency: sketch.nullable(),
  avg: z.number().nonnegative().nullable(),
  service: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable(),
  lag: z.object({ p50: z.number(), p99: z.number(), max: z.number() }).nullable(),
});

const load = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrival-rate'), rate: z.number().positive(), seconds: z.number().optional() }),
  z.object({ kind: z.literal('users'), users: z.number().int().positive(), seconds: z.number().optional() }),
  z.object({ kind: z.literal('fixed-work'), requests: z.number().int(), users: z.number().int() }),
]);

const metric = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percentile'), percent: z.number() }),
  z.object({ kind: z.literal('slow-share'), ms: z.number() }),
  z.object({ kind: z.enum(['avg', 'min', 'max', 'errors', 'rate', 'capacity', 'tail']) }),
]);

/**
 * One run, as stored. Latencies are in ms, times in Unix ms unless they are ISO 8601 strings. A field that is renamed
 * or removed needs a new `schemaVersion`, and a migration in `readRecord`.
 */
export const recordSchema = z.object({
  schemaVersion: z.literal(1),
  suite: z.string(),
  /** Full SHA, `null` outside git. `dirty` is true when the work tree differed from it. */
  commit: z.string().nullable(),
  dirty: z.boolean(),
  branch: z.string().nullable(),
  commitTime: z.string().nullable(),
  /** Name that differs between re-runs of one commit: GITHUB_RUN_ID-GITHUB_RUN_ATTEMPT, else the start time. */
  attempt: z.string(),
  /** Job of a matrix that measured it. Absent without a matrix. Legs are never compared with each other. */
  leg: z.string().optional(),
  recordedAt: z.string(),
  /** Version of Tailgate. */
  tailgate: z.string(),
  environment: z.object({
    cpuModel: z.string(),
    cores: z.number().int().positive(),
    os: z.string(),
    k6: z.string(),
    node: z.string(),
  }),
  steps: z.array(
    z.object({
      scenario: z.string(),
      label: z.string(),
      /** SHA-256 of load and request, without SLOs. Only steps with equal digests are compared. */
      digest: z.string(),
      load,
      arm: z.enum(['head', 'base']),
      connectionIncluded: z.boolean(),
      /** `block` says which instances of base and head were measured side by side. */
      instances: z.array(z.object({ block: z.number().int().optional(), slices: z.array(slice) })),
    }),
  ),
  /** Base that was measured beside the head. Absent when there was none. */
  pair: z
    .object({ baseCommit: z.string(), baseTree: z.string(), headTree: z.string(), seed: z.number() })
    .optional(),
  /** Findings that were let through, by whom and why. Absent when there were none. */
  accepted: z
    .array(
      z.object({
        by: z.string(),
        at: z.string(),
        why: z.string(),
        via: z.enum(['label', 'trailer']),
        /** `metric` is null for the thresholds of a k6 script. */
        covers: z.array(z.object({ label: z.string(), metric: metric.nullable() })),
      }),
    )
    .optional(),
});

export type RunRecord = z.infer<typeof recordSchema>;
/** One step of one arm. */
export type RecordedStep = RunRecord['steps'][number];

/**
 * Reads a stored record of any version that this Tailgate knows.
 *
 * @throws Error with a one-line reason when the text is no such record
 */
export function readRecord(text: string): RunRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('not JSON');
  }
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version > 1) {
    throw new Error(`written by a newer Tailgate (schemaVersion ${version}; this one reads up to 1)`);
  }
  const result = recordSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`not a record: ${issue?.path.join('.') || 'top level'}: ${issue?.message}`);
}

/** Finds a step of the revision under test in a record. */
export function findHeadStep(record: RunRecord, label: string): RecordedStep | undefined {
  return record.steps.find((step) => step.arm === 'head' && step.label === label);
}
