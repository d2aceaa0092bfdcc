import * as z from 'zod';
import { NAME } from '../config/schema/values.ts';
import { boundedList, boundedLog, boundedText, runAttempt, runId } from '../json-values.ts';
import { recordSchema } from '../records/record.ts';
import { FAIL_ON_CODES } from '../verdict/verdict.ts';
import { verdict } from '../verdict/verdict-schema.ts';
import type { Report } from './report.ts';
import type { Result } from './result.ts';
import { MOST_LEGS } from './result-name.ts';

const report = z.object({
  suite: z.string().max(100).regex(NAME),
  verdict,
  record: recordSchema,
  history: boundedList(recordSchema),
  baseBranch: boundedText,
  reproduce: boundedText,
  link: boundedText.nullable(),
}) satisfies z.ZodType<Report>;

export const resultSchema = z.object({
  schemaVersion: z.literal(1),
  tailgate: z.string().max(100),
  suite: z.string().max(100).regex(NAME),
  leg: z
    .object({
      name: z.string().max(500),
      index: z.number().int().min(0),
      total: z.number().int().min(1).max(MOST_LEGS),
    })
    .refine(({ index, total }) => index < total, 'index is not below total'),
  run: z.object({ id: runId, attempt: runAttempt }),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('report'), report, failOn: z.array(z.enum(FAIL_ON_CODES)).max(10) }),
    z.object({ kind: z.literal('fault'), exitCode: z.literal([2, 3]), message: boundedLog }),
  ]),
}) satisfies z.ZodType<Result>;

/** The other way round, so that a kind that the types get cannot be forgotten here. */
type Covers<Narrow extends Wide, Wide> = [Wide] extends [Narrow] ? true : never;
true satisfies Covers<z.output<typeof resultSchema>, Result>;
