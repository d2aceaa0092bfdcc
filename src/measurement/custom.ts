import * as z from 'zod';
import { boundedList, boundedText, count } from '../json-values.ts';
import { levelsSchema } from './levels.ts';

/** Samples of a metric of the user's script within one slice, by k6's kinds. Values as the script recorded them. */
export const customSampleSchema = z.discriminatedUnion('type', [
  /** Distribution of `count` values: `values[i]` at `levels[i]` (fractions, ascending), as for latencies. */
  z.object({
    type: z.literal('trend'),
    count,
    avg: z.number(),
    levels: levelsSchema,
    values: boundedList(z.number()).readonly(),
  }),
  /** Samples that were true, and all samples. */
  z.object({ type: z.literal('rate'), hits: count, count }),
  z.object({ type: z.literal('counter'), sum: z.number() }),
]);
export type CustomSample = z.infer<typeof customSampleSchema>;

/** Samples of a slice, by the name of the metric. */
export const customSamplesSchema = z.record(boundedText, customSampleSchema);

/** Metric that k6 saw in a script, other than its own. */
export const seenMetricSchema = z.object({
  name: boundedText,
  type: z.enum(['trend', 'rate', 'counter', 'gauge']),
});
export type SeenMetric = z.infer<typeof seenMetricSchema>;
