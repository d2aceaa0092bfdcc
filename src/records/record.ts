import * as z from 'zod';
import { boundedList, boundedText, count, number, readDocument } from '../json-values.ts';
import { callsSchema } from '../measurement/calls.ts';
import { type Arm, armSchema, loadSchema, sliceSchema } from '../measurement/measurement.ts';
import { type CapacityMeasurement, capacityMeasurementSchema } from '../verdict/capacity-measurement.ts';
import { acceptanceSchema } from '../verdict/verdict.ts';

/**
 * One run, as stored. Latencies are in ms, times in Unix ms unless they are ISO 8601 strings. A field that is renamed
 * or removed needs a new `schemaVersion`, and a migration in `readRecord`.
 */
export const recordSchema = z.object({
  schemaVersion: z.literal(1),
  suite: boundedText,
  /** Full SHA, `null` outside git. `dirty` is true when the work tree differed from it. */
  commit: boundedText.nullable(),
  dirty: z.boolean(),
  branch: boundedText.nullable(),
  commitTime: boundedText.nullable(),
  /** Name that differs between re-runs of one commit: GITHUB_RUN_ID-GITHUB_RUN_ATTEMPT, else the start time. */
  attempt: boundedText,
  /** Job of a matrix that measured it. Absent without a matrix. Jobs are never compared with each other. */
  job: boundedText.optional(),
  /** Part of the suite that it holds, where several machines measured it; `index` counts from 1. Absent: all of it. */
  shard: z.object({ index: z.number().int().positive(), total: z.number().int().positive() }).optional(),
  recordedAt: boundedText,
  /** Version of Tailgate. */
  tailgate: boundedText,
  /** Seed of the run, from which arrivals were drawn. Absent: they came evenly. */
  seed: z.number().optional(),
  environment: z.object({
    cpuModel: boundedText,
    cores: z.number().int().positive(),
    os: boundedText,
    k6: boundedText,
    node: boundedText,
  }),
  /** Pods that sent the load, with the limits of each as Kubernetes writes them. Absent: this machine did. */
  generators: z
    .object({
      pods: z.number().int().positive(),
      image: boundedText.optional(),
      cpu: boundedText.optional(),
      memory: boundedText.optional(),
    })
    .optional(),
  steps: boundedList(
    z.object({
      scenario: boundedText,
      label: boundedText,
      /** Value by axis. Absent without variants. */
      variant: z.record(boundedText, boundedText).optional(),
      /** SHA-256 of load, request and variant, without SLOs. Only steps with equal digests are compared. */
      digest: boundedText,
      load: loadSchema,
      arm: armSchema,
      /**
       * `block` says which instances of base and head were measured side by side. `calls` are for each request; absent
       * where nobody knows.
       */
      instances: boundedList(
        z.object({
          block: z.number().int().optional(),
          slices: boundedList(sliceSchema),
          calls: boundedList(callsSchema).optional(),
        }),
      ),
      /** Slices of its soak that nobody disturbed, with a few levels each. Absent without one. */
      soak: boundedList(sliceSchema).optional(),
      /** Slots that were thrown away: their first moment (Unix ms) and length, and why. Absent where there were none. */
      discarded: boundedList(
        z.object({ startedAt: z.number(), seconds: number, because: boundedText }),
      ).optional(),
      /**
       * Answers as expected of which a sample was looked at, for each request (method, but for GET, and path; null for
       * a script): counts by status, and sizes in bytes where they are known. Absent where none were seen.
       */
      answers: boundedList(
        z.object({
          request: boundedText.nullable(),
          statuses: z.record(boundedText, count),
          bytes: z.object({ typical: number, mean: number }).optional(),
        }),
      ).optional(),
    }),
  ),
  /** Capacities that were searched, by arm. Absent when there were none. */
  capacities: boundedList(capacityMeasurementSchema).optional(),
  /** Base that was measured beside the head. Absent when there was none. */
  pair: z
    .object({
      baseCommit: boundedText,
      baseTree: boundedText,
      headTree: boundedText,
      seed: z.number(),
    })
    .optional(),
  /** Deployments that were compared, without paths. Absent where Tailgate started the arms. */
  deployments: z.object({ base: boundedText, head: boundedText }).optional(),
  /** Findings that were let through, by whom and why. Absent when there were none. */
  accepted: boundedList(acceptanceSchema).optional(),
});

export type RunRecord = z.infer<typeof recordSchema>;
/** One step of one arm. */
export type RecordedStep = RunRecord['steps'][number];

/** Most bytes of a record. Usual ones have 10 to 100 kB. */
export const LARGEST_RECORD = 16 * 1024 * 1024;

/** Reads a stored record. @throws Error with a one-line reason when the text is no such record */
export function readRecord(text: string): RunRecord {
  return readDocument(text, 'record', recordSchema);
}

/** Puts together what parts of one run have measured. @param records one at least, alike but for their measurements */
export function mergeRecords(records: readonly RunRecord[]): RunRecord {
  const capacities = records.flatMap((record) => record.capacities ?? []);
  return {
    ...records[0]!,
    steps: records.flatMap(({ steps }) => steps),
    ...(capacities.length > 0 && { capacities }),
  };
}

/** Tells whether a record has any measurement. A run whose service died at once has none. */
export function hasMeasured({ steps, capacities = [] }: RunRecord): boolean {
  return steps.length + capacities.length > 0;
}

/** Finds a step of an arm in a record. */
export function findStep({ steps }: RunRecord, label: string, arm: Arm): RecordedStep | undefined {
  return find(steps, label, arm);
}

/** Finds a capacity of an arm in a record. */
export function findCapacity(record: RunRecord, label: string, arm: Arm): CapacityMeasurement | undefined {
  return record.capacities && find(record.capacities, label, arm);
}

/** Finds a step of the revision under test in a record. */
export function findHeadStep(record: RunRecord, label: string): RecordedStep | undefined {
  return findStep(record, label, 'head');
}

/** Finds a capacity of the revision under test in a record. */
export function findHeadCapacity(record: RunRecord, label: string): CapacityMeasurement | undefined {
  return findCapacity(record, label, 'head');
}

type OfArm = Pick<RecordedStep, 'arm' | 'label'>;

/** What a list of a record has, by arm and label: there may be thousands, and each row of a report asks. */
const known = new WeakMap<readonly OfArm[], Map<string, OfArm>>();

function find<T extends OfArm>(all: readonly T[], label: string, arm: Arm): T | undefined {
  const keyOf = (one: OfArm) => `${one.arm} ${one.label}`;
  // The first of a label counts.
  if (!known.has(all)) known.set(all, new Map(all.toReversed().map((one) => [keyOf(one), one])));
  return known.get(all)!.get(keyOf({ arm, label })) as T | undefined;
}
