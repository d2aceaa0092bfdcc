import * as z from 'zod';
import { printCapacity } from '../config/language/capacity.ts';
import { printBound } from '../config/language/duration.ts';
import { printLoad } from '../config/language/load.ts';
import { printSlo } from '../config/language/slo.ts';
import { boundedList, boundedText } from '../json-values.ts';
import { nameRecord } from '../records/store.ts';
import { nameWork, type PageCapacity, type PageContent, type PageStep } from '../report/page/content.ts';

/** Hidden data of a page: what it was made from, by which it is checked. */
const dataSchema = z.object({
  version: z.literal(1),
  tailgate: boundedText,
  /** Record that all figures are of. */
  record: z.object({ name: boundedText, recordedAt: boundedText }),
  buckets: boundedList(boundedText),
  /** Steps and searches. */
  steps: boundedList(
    z.object({
      label: boundedText,
      work: boundedText,
      /** Load, or what a capacity keeps and between which rates: `capacity: p99 < 30ms between …`. */
      load: boundedText,
      slos: boundedList(boundedText),
    }),
  ),
  pictures: boundedList(boundedText),
  /** Digest of the visible text. */
  body: boundedText,
});
export type PageData = z.infer<typeof dataSchema>;
export type DeclaredStep = PageData['steps'][number];

/** Reads the hidden data. @throws Error with a one-line reason when they are none */
export function parsePageData(json: string): PageData {
  const result = dataSchema.safeParse(JSON.parse(json));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') || 'top level'}: ${issue?.message}`);
}

/** Collects the hidden data of a page. @param body digest of its visible text */
export function describePage(
  { record, groups, capacities, buckets }: PageContent,
  pictures: readonly string[],
  tailgate: string,
  body: string,
): PageData {
  return {
    version: 1,
    tailgate,
    record: { name: nameRecord(record), recordedAt: record.recordedAt },
    buckets: buckets.map(printBound),
    steps: [...groups.flatMap(({ steps }) => steps), ...capacities].map(({ declared }) =>
      describeDeclared(declared),
    ),
    pictures: [...pictures],
    body,
  };
}

/** Describes a declared step or search in the words of the page. */
export function describeDeclared(declared: PageStep['declared'] | PageCapacity['declared']): DeclaredStep {
  const { label, work, slos } = declared;
  const load = 'goal' in declared ? `capacity: ${printCapacity(declared.goal)}` : printLoad(declared.load);
  return { label, work: nameWork(work), load, slos: slos.map((slo) => printSlo(slo)) };
}
