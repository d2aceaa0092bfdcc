import * as z from 'zod';
import { boundedList, boundedText, FORMAT, readDocument } from '../json-values.ts';
import { RECORDED_LEVELS } from '../measurement/levels.ts';
import { type Arm, armSchema, loadSchema, sliceSchema } from '../measurement/measurement.ts';
import { capacityMeasurementSchema } from '../verdict/capacity-measurement.ts';

/**
 * One run, as stored. Latencies are in ms, times in Unix ms unless they are ISO 8601 strings. A field that is renamed
 * or removed needs a new `FORMAT`; records of another one are left out.
 */
export const recordSchema = z.object({
  schemaVersion: z.literal(FORMAT),
  suite: boundedText,
  /** Full SHA, `null` outside git. `dirty` is true if the work tree differed from it. */
  commit: boundedText.nullable(),
  dirty: z.boolean(),
  branch: boundedText.nullable(),
  commitTime: boundedText.nullable(),
  /** Distinguishes re-runs of one commit: GITHUB_RUN_ID-GITHUB_RUN_ATTEMPT, otherwise the start time. */
  attempt: boundedText,
  /** Job of the matrix that measured it. Absent without a matrix. Jobs are never compared with each other. */
  job: boundedText.optional(),
  /** Part of the suite that it contains, if several machines measured it; `index` counts from 1. Absent: all of it. */
  shard: z.object({ index: z.number().int().positive(), total: z.number().int().positive() }).optional(),
  recordedAt: boundedText,
  /** Version of Tailgate. */
  tailgate: boundedText,
  environment: z.object({
    cpuModel: boundedText,
    cores: z.number().int().positive(),
    os: boundedText,
    k6: boundedText,
    node: boundedText,
  }),
  /** Pods that sent the load, with the limits of each as in Kubernetes. Absent: this machine did. */
  generators: z
    .object({
      pods: z.number().int().positive(),
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
      /** `block` says which instances of base and head were measured side by side. */
      instances: boundedList(
        z.object({ block: z.number().int().optional(), slices: boundedList(sliceSchema) }),
      ),
    }),
  ),
  /** Capacities that were searched for, by arm. Absent if there were none. */
  capacities: boundedList(capacityMeasurementSchema).optional(),
  /** Base that was measured beside the head. Absent if there was none. */
  pair: z.object({ baseCommit: boundedText }).optional(),
});

export type RunRecord = z.infer<typeof recordSchema>;
/** One step of one arm. */
export type RecordedStep = RunRecord['steps'][number];

/** Serialises a record, or something with one: numbers to six digits, more than are shown, and without the usual levels. */
export function renderDocument(document: object): string {
  return JSON.stringify(document, (key, value) => {
    if (key === 'levels' && String(value) === String(RECORDED_LEVELS)) return undefined;
    if (typeof value !== 'number' || Number.isInteger(value)) return value;
    if (!Number.isFinite(value)) return String(value);
    return Math.abs(value) < 1e6 ? Number(value.toPrecision(6)) : Math.round(value);
  });
}

/** Parses a stored record. @throws Error with a one-line reason if the text is not one */
export function readRecord(text: string): RunRecord {
  return readDocument(text, 'record', recordSchema);
}

/** Combines what parts of one run measured. @param records at least one, identical except for their measurements */
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

/** Finds a step of a record: of the revision under test, if no arm is named. */
export function findStep({ steps }: RunRecord, label: string, arm: Arm = 'head'): RecordedStep | undefined {
  return steps.find((one) => one.label === label && one.arm === arm);
}

/** Finds a capacity of a record: of the revision under test, if no arm is named. */
export function findCapacity({ capacities }: RunRecord, label: string, arm: Arm = 'head') {
  return capacities?.find((one) => one.label === label && one.arm === arm);
}
