import * as z from 'zod';
import type { Slo } from '../config/language/slo-type.ts';
import { boundedList, boundedLog, boundedText, count, number } from '../json-values.ts';
import type { CpuUse } from '../measurement/measurement.ts';
import type { Metric } from '../metrics/metric.ts';
import {
  type Acceptance,
  type ChangeFinding,
  type ChangeReason,
  type InvalidReason,
  type Irrelevance,
  type LoosenedGate,
  type PairSummary,
  type Refusal,
  type ServiceFault,
  type SloFinding,
  type Suspect,
  VERDICT_CODES,
  type Verdict,
} from './verdict.ts';

const label = { label: boundedText };

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
    z.object({
      kind: z.literal('relative'),
      scenario: boundedText,
      metric,
      factor: number,
      offsetMs: number,
    }),
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
  label: boundedText,
  slo,
  estimate,
  confidence: number,
  code: z.enum(['met', 'missed', 'at-limit']),
}) satisfies z.ZodType<SloFinding>;

const records = { compatible: count, needed: count };

const changeReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['no-records', 'noisy-history', 'identical', 'new', 'no-base', 'noisy-pair']) }),
  z.object({ kind: z.literal('too-few-records'), ...records }),
  z.object({ kind: z.literal('incompatible-records'), records: count, differs: boundedList(boundedText) }),
  z.object({ kind: z.literal('moved-history'), since: boundedText.nullable(), ...records }),
  z.object({ kind: z.literal('unstable-tail'), pooled: number }),
  z.object({ kind: z.literal('stalls'), stretches: count, of: count }),
  z.object({ kind: z.literal('too-few-blocks'), blocks: count, needed: count }),
]) satisfies z.ZodType<ChangeReason>;

const changeFinding = z.object({
  label: boundedText,
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
  history: boundedList(number),
  attainableError: number.nullable(),
  code: z.enum(['regressed', 'improved', 'unchanged', 'inconclusive', 'first-run', 'skipped']),
  reason: changeReason.optional(),
}) satisfies z.ZodType<ChangeFinding>;

const rates = { sent: number, intended: number, seconds: number };
const failure = { service: boundedText, message: boundedText, log: boundedLog };

const invalidReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generator-starved'), ...label, ...rates, lagMs: number.nullable(), cpu }),
  z.object({ kind: z.literal('machine-disturbed'), ...label, discarded: count, rounds: count, cpu }),
  z.object({ kind: z.enum(['not-ready', 'build-failed']), ...failure }),
  z.object({
    kind: z.literal('base-failed'),
    fault: z.enum(['build-failed', 'not-ready', 'crashed', 'script-failed']),
    commit: boundedText,
    ...failure,
    missing: boundedText.nullable(),
  }),
  z.object({ kind: z.literal('script-failed'), ...label, message: boundedText, log: boundedLog }),
  z.object({ kind: z.literal('harness'), message: boundedText, log: boundedLog }),
  z.object({ kind: z.literal('none-begun'), ...label, seconds: number }),
  z.object({ kind: z.literal('cause-unknown'), ...label, ...rates, cpu }),
]) satisfies z.ZodType<InvalidReason>;

const serviceFault = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('crashed'),
    service: boundedText,
    ...label,
    exit: boundedText,
    log: boundedLog,
  }),
  z.object({ kind: z.literal('cannot-keep-up'), ...label, ...rates, cpu }),
  z.object({
    kind: z.literal('failing'),
    ...label,
    failed: count,
    requests: count,
    examples: boundedList(boundedText),
  }),
  z.object({ kind: z.literal('threshold'), ...label, thresholds: boundedList(boundedText) }),
]) satisfies z.ZodType<ServiceFault>;

const fromTo = { from: boundedText, to: boundedText };
const setting = { label: boundedText.nullable(), metric: boundedText.nullable(), ...fromTo };

const loosenedGate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slo'), ...label, metric, ...fromTo }),
  z.object({ kind: z.literal('slo-removed'), ...label, metric, from: boundedText }),
  z.object({ kind: z.literal('scenario-removed'), ...label }),
  z.object({ kind: z.literal('load-reduced'), ...label, ...fromTo }),
  z.object({ kind: z.enum(['tolerance', 'confidence']), ...setting }),
  z.object({ kind: z.literal('comparison'), ...fromTo }),
  z.object({
    kind: z.literal('when'),
    from: boundedList(boundedText).nullable(),
    to: boundedList(boundedText),
  }),
]) satisfies z.ZodType<LoosenedGate>;

const suspect = z.object({
  label: boundedText,
  metric,
  commit: boundedText.nullable(),
  change: number,
}) satisfies z.ZodType<Suspect>;

const pair = z.object({
  baseCommit: boundedText,
  because: z.enum(['asked', 'merge-parent', 'merge-base', 'merge-group', 'before-push', 'parent']),
  blocks: count,
  planned: count,
  discarded: z.object({ base: count, head: count }),
  seed: z.number(),
}) satisfies z.ZodType<PairSummary>;

const via = z.enum(['label', 'trailer']);

const acceptance = z.object({
  by: boundedText,
  at: boundedText,
  why: boundedText,
  via,
  covers: boundedList(z.object({ label: boundedText, metric: metric.nullable() })),
}) satisfies z.ZodType<Acceptance>;

const refusal = z.object({
  by: boundedText,
  via,
  text: boundedText,
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
  baseCommit: boundedText,
  patterns: boundedList(boundedText),
}) satisfies z.ZodType<Irrelevance>;

export const verdict = z.object({
  code: z.enum(VERDICT_CODES),
  blocks: z.boolean(),
  slos: boundedList(sloFinding),
  changes: boundedList(changeFinding),
  faults: boundedList(serviceFault),
  invalid: boundedList(invalidReason),
  pair: pair.nullable(),
  loosened: boundedList(loosenedGate),
  suspects: boundedList(suspect),
  acceptances: boundedList(acceptance),
  refusals: boundedList(refusal),
  unmeasured: irrelevance.optional(),
  effort: z.object({ used: count, discarded: count, instances: count, loadSeconds: number }),
}) satisfies z.ZodType<Verdict>;
