import * as z from 'zod';
import { recordSchema } from '../baseline/record.ts';
import type { Metric, Slo } from '../config/config.ts';
import { NAME } from '../config/schema.ts';
import type { CpuUse } from '../measurement/measurement.ts';
import type { Report } from '../report/report.ts';
import type { Acceptance, Refusal } from '../verdict/acceptance.ts';
import {
  type ChangeFinding,
  type ChangeReason,
  FAIL_ON_CODES,
  type InvalidReason,
  type Irrelevance,
  type LoosenedGate,
  type PairSummary,
  type ServiceFault,
  type SloFinding,
  type Suspect,
  type Verdict,
} from '../verdict/verdict.ts';
import type { Result } from './result.ts';
import { MOST_LEGS } from './result-name.ts';

/*
 * Whoever writes a result may be the author of a fork, so each text and list has an end. The ends are far beyond
 * what a run says; renderers cut further. Unknown keys are left out, so that a newer Tailgate may add some.
 */

/** Characters of a name or a sentence, and of a log. */
const LONGEST_TEXT = 20_000;
const LONGEST_LOG = 200_000;
const LONGEST_LIST = 5_000;

const text = z.string().max(LONGEST_TEXT);
const log = z.string().max(LONGEST_LOG);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(LONGEST_LIST);

/** Numbers that JSON does not have are written as their names. */
const number = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);
const count = z.number().int().nonnegative();
const label = { label: text };

const metric = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percentile'), percent: z.number().min(0).max(100) }),
  z.object({ kind: z.enum(['avg', 'min', 'max', 'errors', 'rate', 'capacity', 'tail']) }),
  z.object({ kind: z.literal('slow-share'), ms: number }),
]) satisfies z.ZodType<Metric>;

const slo = z.object({
  metric,
  operator: z.enum(['<', '<=', '>', '>=']),
  limit: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('absolute'), value: number, unit: z.enum(['ms', 'fraction', 'req/s']) }),
    z.object({ kind: z.literal('relative'), scenario: text, metric, factor: number, offsetMs: number }),
  ]),
}) satisfies z.ZodType<Slo>;

const estimate = z.object({ value: number, low: number, high: number });

const cpu = z.object({
  cores: number,
  generator: number.nullable(),
  generatorLimit: number.nullable(),
  service: number.nullable(),
  others: number.nullable(),
  steal: number.nullable(),
}) satisfies z.ZodType<CpuUse>;

const sloFinding = z.object({
  label: text,
  slo,
  estimate,
  confidence: number,
  code: z.enum(['met', 'missed', 'at-limit']),
}) satisfies z.ZodType<SloFinding>;

const records = { compatible: count, needed: count };

const changeReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['no-records', 'noisy-history', 'identical', 'new', 'no-base', 'noisy-pair']) }),
  z.object({ kind: z.literal('too-few-records'), ...records }),
  z.object({ kind: z.literal('incompatible-records'), records: count, differs: list(text) }),
  z.object({ kind: z.literal('moved-history'), since: text.nullable(), ...records }),
  z.object({ kind: z.literal('unstable-tail'), pooled: number }),
  z.object({ kind: z.literal('stalls'), stretches: count, of: count }),
  z.object({ kind: z.literal('too-few-blocks'), blocks: count, needed: count }),
]) satisfies z.ZodType<ChangeReason>;

const changeFinding = z.object({
  label: text,
  metric,
  from: z.enum(['pair', 'history']),
  base: number.nullable(),
  head: number,
  change: estimate.nullable(),
  comparedAt: number.nullish(),
  pooled: number.nullable(),
  detectable: number.nullable(),
  spread: number.nullable(),
  pValue: number.nullable(),
  confidence: number,
  tolerance: number,
  history: list(number),
  attainableError: number.nullable(),
  code: z.enum(['regressed', 'improved', 'unchanged', 'inconclusive', 'first-run', 'skipped']),
  reason: changeReason.optional(),
}) satisfies z.ZodType<ChangeFinding>;

const rates = { sent: number, intended: number, seconds: number };
const failure = { service: text, message: text, log };

const invalidReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generator-starved'), ...label, ...rates, lagMs: number.nullable(), cpu }),
  z.object({ kind: z.literal('machine-disturbed'), ...label, discarded: count, rounds: count, cpu }),
  z.object({ kind: z.enum(['not-ready', 'build-failed']), ...failure }),
  z.object({
    kind: z.literal('base-failed'),
    fault: z.enum(['build-failed', 'not-ready', 'crashed', 'script-failed']),
    commit: text,
    ...failure,
    missing: text.nullable(),
  }),
  z.object({ kind: z.literal('script-failed'), ...label, message: text, log }),
  z.object({ kind: z.literal('harness'), message: text, log }),
  z.object({ kind: z.literal('none-begun'), ...label, seconds: number }),
  z.object({ kind: z.literal('cause-unknown'), ...label, ...rates, cpu }),
]) satisfies z.ZodType<InvalidReason>;

const serviceFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('crashed'), service: text, ...label, exit: text, log }),
  z.object({ kind: z.literal('cannot-keep-up'), ...label, ...rates, cpu }),
  z.object({ kind: z.literal('failing'), ...label, failed: count, requests: count, examples: list(text) }),
  z.object({ kind: z.literal('threshold'), ...label, thresholds: list(text) }),
]) satisfies z.ZodType<ServiceFault>;

const fromTo = { from: text, to: text };
const setting = { label: text.nullable(), metric: text.nullable(), ...fromTo };

const loosenedGate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slo'), ...label, metric, ...fromTo }),
  z.object({ kind: z.literal('slo-removed'), ...label, metric, from: text }),
  z.object({ kind: z.literal('scenario-removed'), ...label }),
  z.object({ kind: z.literal('load-reduced'), ...label, ...fromTo }),
  z.object({ kind: z.enum(['tolerance', 'confidence']), ...setting }),
  z.object({ kind: z.literal('comparison'), ...fromTo }),
  z.object({ kind: z.literal('when'), from: list(text).nullable(), to: list(text) }),
]) satisfies z.ZodType<LoosenedGate>;

const suspect = z.object({
  label: text,
  metric,
  commit: text.nullable(),
  change: number,
}) satisfies z.ZodType<Suspect>;

const pair = z.object({
  baseCommit: text,
  because: z.enum(['asked', 'merge-parent', 'merge-base', 'merge-group', 'before-push', 'parent']),
  blocks: count,
  planned: count,
  discarded: z.object({ base: count, head: count }),
  seed: z.number(),
}) satisfies z.ZodType<PairSummary>;

const via = z.enum(['label', 'trailer']);

const acceptance = z.object({
  by: text,
  at: text,
  why: text,
  via,
  covers: list(z.object({ label: text, metric: metric.nullable() })),
}) satisfies z.ZodType<Acceptance>;

const refusal = z.object({
  by: text,
  via,
  text,
  reason: z.enum([
    'no-rights',
    'own-trailer',
    'too-early',
    'unknown-time',
    'matches-nothing',
    'unknown-rights',
  ]),
}) satisfies z.ZodType<Refusal>;

const irrelevance = z.object({
  kind: z.literal('irrelevant'),
  baseCommit: text,
  patterns: list(text),
}) satisfies z.ZodType<Irrelevance>;

const verdict = z.object({
  code: z.enum([
    'regressed',
    'missed',
    'invalid',
    'improved',
    'unchanged',
    'inconclusive',
    'first-run',
    'skipped',
    'at-limit',
    'met',
    'accepted',
  ]),
  blocks: z.boolean(),
  slos: list(sloFinding),
  changes: list(changeFinding),
  faults: list(serviceFault),
  invalid: list(invalidReason),
  pair: pair.nullable(),
  loosened: list(loosenedGate),
  suspects: list(suspect),
  acceptances: list(acceptance),
  refusals: list(refusal),
  unmeasured: irrelevance.optional(),
  rounds: z.object({ used: count, discarded: count, instances: count, loadSeconds: number }),
}) satisfies z.ZodType<Verdict>;

const report = z.object({
  suite: z.string().max(100).regex(NAME),
  verdict,
  record: recordSchema,
  history: list(recordSchema),
  baseBranch: text,
  reproduce: text,
  link: text.nullable(),
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
  run: z.object({ id: z.string().regex(/^\d{1,20}$/), attempt: z.number().int().min(1).max(100_000) }),
  failOn: z.array(z.enum(FAIL_ON_CODES)).max(10),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('report'), report }),
    z.object({ kind: z.literal('fault'), exitCode: z.literal([2, 3]), message: log }),
  ]),
}) satisfies z.ZodType<Result>;

/** The other way round, so that a kind that the types get cannot be forgotten here. */
type Covers<Narrow extends Wide, Wide> = [Wide] extends [Narrow] ? true : never;
true satisfies Covers<z.output<typeof resultSchema>, Result>;
