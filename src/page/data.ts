import * as z from 'zod';
import { printCapacity } from '../config/language/capacity.ts';
import { printBound } from '../config/language/duration.ts';
import { printLoad } from '../config/language/load.ts';
import { printSlo } from '../config/language/slo.ts';
import { boundedList, boundedText, count, number } from '../json-values.ts';
import { type Metric, measureMetric, printMetric } from '../metrics/metric.ts';
import { nameRecord } from '../records/store.ts';
import { nameWork, type PageCapacity, type PageContent, type PageStep } from '../report/page/content.ts';
import { poolEstimates } from '../verdict/capacity-estimate.ts';
import type { CapacityMeasurement } from '../verdict/capacity-measurement.ts';

/** Hidden data of a page: what it was made from, by which it is checked. */
const dataSchema = z.object({
  version: z.literal(1),
  tailgate: boundedText,
  /** Record that all figures are of, and the kind of machine that it was measured on. */
  record: z.object({
    name: boundedText,
    recordedAt: boundedText,
    environment: z.object({ cpuModel: boundedText, cores: count, os: boundedText, k6: boundedText }),
  }),
  buckets: boundedList(boundedText),
  /** Steps and searches. */
  steps: boundedList(
    z.object({
      label: boundedText,
      work: boundedText,
      /** Load, or what a capacity keeps and between which rates: `capacity: p99 < 30ms between …`. */
      load: boundedText,
      slos: boundedList(boundedText),
      /** Figures that are compared with those of newer records, by metric. */
      values: z.record(boundedText, number),
    }),
  ),
  pictures: boundedList(boundedText),
  /** Digest of the visible text. */
  body: boundedText,
});
export type PageData = z.infer<typeof dataSchema>;
export type DeclaredStep = Omit<PageData['steps'][number], 'values'>;

/** Metrics by which a page is compared with a newer record. */
export const CHECKED: readonly Metric[] = [
  { kind: 'percentile', percent: 50 },
  { kind: 'tail' },
  { kind: 'errors' },
];

/** Reads the hidden data. @throws Error with a one-line reason when they are none */
export function parsePageData(json: string): PageData {
  const result = dataSchema.safeParse(JSON.parse(json));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') || 'top level'}: ${issue?.message}`);
}

/** Writes the hidden data on one line. */
export function printData(data: PageData): string {
  return JSON.stringify(data, (_key, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

/** Collects the hidden data of a page. @param body digest of its visible text */
export function describePage(
  { record, groups, capacities, buckets }: PageContent,
  pictures: readonly string[],
  tailgate: string,
  body: string,
): PageData {
  const { cpuModel, cores, os, k6 } = record.environment;
  return {
    version: 1,
    tailgate,
    record: {
      name: nameRecord(record),
      recordedAt: record.recordedAt,
      environment: { cpuModel, cores, os, k6 },
    },
    buckets: buckets.map(printBound),
    steps: [
      ...groups.flatMap(({ steps }) =>
        steps.map((step) => ({
          ...describeStep(step.declared),
          values: Object.fromEntries(
            CHECKED.map((metric) => [printMetric(metric), shorten(measureMetric(step.slices, metric))]),
          ),
        })),
      ),
      ...capacities.map(({ declared, head }) => ({
        ...describeSought(declared),
        values: { capacity: shorten(readCapacityValue(head)) },
      })),
    ],
    pictures: [...pictures],
    body,
  };
}

/** Describes a declared step in the words of the page. */
export function describeStep({ label, work, load, slos }: PageStep['declared']): DeclaredStep {
  return {
    label,
    work: nameWork(work),
    load: printLoad(load),
    slos: slos.map((slo) => printSlo(slo)),
  };
}

/** Describes a declared search in the words of the page. */
export function describeSought({ label, work, goal, slos }: PageCapacity['declared']): DeclaredStep {
  const load = `capacity: ${printCapacity(goal)}`;
  return { label, work: nameWork(work), load, slos: slos.map((slo) => printSlo(slo)) };
}

/** Value (req/s) by which a capacity is compared; NaN where none was found. Beyond its range it is the end of that. */
export function readCapacityValue(capacity: CapacityMeasurement): number {
  return poolEstimates(capacity)?.value ?? Number.NaN;
}

function shorten(value: number): number {
  return Number(value.toPrecision(4));
}
