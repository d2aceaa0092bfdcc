import * as z from 'zod';
import { boundedList, boundedText, count, number, variant } from '../json-values.ts';
import { metricSchema } from '../metrics/metric.ts';
import { VERDICT_CODES } from './codes.ts';
import { invalidReasonSchema, serviceFaultSchema } from './faults.ts';
import { changeFindingSchema, sloFindingSchema, suspectSchema } from './findings.ts';

const label = boundedText;
const fromTo = { from: boundedText, to: boundedText };
/** `label` null: of the suite; `metric` null: of all metrics. */
const setting = { label: label.nullable(), metric: boundedText.nullable(), ...fromTo };

/** A gate that the change under test makes easier to pass; `from` and `to` as written. */
const loosenedGate = z.discriminatedUnion('kind', [
  variant('slo', { label, metric: metricSchema, ...fromTo }),
  variant('slo-removed', { label, metric: metricSchema, from: boundedText }),
  variant('scenario-removed', { label }),
  variant('load-reduced', { label, ...fromTo }),
  variant('tolerance', setting),
  variant('confidence', setting),
  /** Patterns of `when.changed`; `from` null: measured whatever changed. */
  variant('when', { from: boundedList(boundedText).nullable(), to: boundedList(boundedText) }),
]);
export type LoosenedGate = z.infer<typeof loosenedGate>;

/** Base and head do not differ in any file that `when.changed` names. */
const irrelevance = variant('irrelevant', {
  /** Full SHA. */
  baseCommit: boundedText,
  /** As written. */
  patterns: boundedList(boundedText),
});
export type Irrelevance = z.infer<typeof irrelevance>;

/** How base and head were compared side by side. */
const pairSummary = z.object({
  /** Full SHA of the base revision. */
  baseCommit: boundedText,
  /** What decided that this is the base: it is the first parent of a merge, the merge base … */
  because: z.enum(['asked', 'merge-parent', 'merge-base', 'merge-group', 'before-push', 'parent']),
  /** Blocks judged and planned at most. */
  blocks: count,
  planned: count,
  /** Rounds thrown away as disturbed, by arm. */
  discarded: z.object({ base: count, head: count }),
  /** Of the sign flips. */
  seed: z.number(),
});
export type PairSummary = z.infer<typeof pairSummary>;

const via = z.enum(['label', 'trailer']);

/** Somebody with the right to do so has accepted that a change makes something worse. */
export const acceptanceSchema = z.object({
  /** Login. */
  by: boundedText,
  /** ISO 8601. */
  at: boundedText,
  /** As written; empty for a label. */
  why: boundedText,
  via,
  /** What it let through; `metric` is null for the thresholds of a scenario's own k6 script. */
  covers: boundedList(z.object({ label, metric: metricSchema.nullable() })),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** An acceptance that does not count, and why. */
const refusal = z.object({
  by: boundedText,
  via,
  /** The trailer as written, or the label's name. */
  text: boundedText,
  reason: z.enum([
    'no-rights',
    /** A trailer of the author's own, on a revision that nobody else has approved. */
    'own-trailer',
    /** A label from before this revision was pushed. */
    'too-early',
    /** A label, when nobody can say that this revision was there already. */
    'unknown-time',
    /** It covers nothing that blocks, or nothing of what blocks can be accepted. */
    'matches-nothing',
    /** The server did not say who it was, or with which rights. */
    'unknown-rights',
  ]),
});
export type Refusal = z.infer<typeof refusal>;

export const verdictSchema = z.object({
  code: z.enum(VERDICT_CODES),
  /** Whether the merge is blocked, given `fail-on`. */
  blocks: z.boolean(),
  slos: boundedList(sloFindingSchema),
  changes: boundedList(changeFindingSchema),
  faults: boundedList(serviceFaultSchema),
  invalid: boundedList(invalidReasonSchema),
  /** Null when the comparison was not with a base side by side. */
  pair: pairSummary.nullable(),
  /** Why nothing at all was measured; absent when something was. */
  unmeasured: irrelevance.optional(),
  loosened: boundedList(loosenedGate),
  /** For information: steps in the history, which never decide. */
  suspects: boundedList(suspectSchema),
  /** What was accepted, and what of it does not count; empty until the verdict is published. */
  acceptances: boundedList(acceptanceSchema),
  refusals: boundedList(refusal),
  /** What the numbers rest on, of all arms; rounds were thrown away for disturbance. */
  effort: z.object({ slices: count, discardedRounds: count, instances: count, loadSeconds: number }),
});
export type Verdict = z.infer<typeof verdictSchema>;
