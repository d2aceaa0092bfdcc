import * as z from 'zod';
import { boundedList, boundedText, count, number, variant } from '../json-values.ts';
import { metricSchema } from '../metrics/metric.ts';
import { flameGraphSchema } from '../profiles/flame-graph.ts';
import { risenFunctionSchema } from '../profiles/rise.ts';
import { VERDICT_CODES } from './codes.ts';
import { invalidReasonSchema, serviceFaultSchema } from './faults.ts';
import { changeFindingSchema, costFindingSchema, sloFindingSchema, suspectSchema } from './findings.ts';
import { workDifferenceSchema } from './work.ts';

const label = boundedText;
const fromTo = { from: boundedText, to: boundedText };
/** Setting of the suite where `label` is null, of all metrics where `metric` is null. */
const setting = { label: label.nullable(), metric: boundedText.nullable(), ...fromTo };

/** Change of the gate that is not known to make it stricter; `from` and `to` as written. */
const loosenedGate = z.discriminatedUnion('kind', [
  variant('slo', { label, metric: metricSchema, ...fromTo }),
  variant('slo-removed', { label, metric: metricSchema, from: boundedText }),
  variant('scenario-removed', { label }),
  /** Variants that are measured no longer, such as `cache=off storage=memory`. */
  variant('variants-removed', { names: boundedList(boundedText) }),
  variant('load-reduced', { label, ...fromTo }),
  variant('tolerance', setting),
  variant('confidence', setting),
  /** Patterns of `when.changed`; `from` is null when every change was measured before. */
  variant('when', { from: boundedList(boundedText).nullable(), to: boundedList(boundedText) }),
  /** Any other setting, by its name in the file; null where it is not set. `label` null: the suite, or all scenarios. */
  variant('setting', {
    label: label.nullable(),
    setting: boundedText,
    from: boundedText.nullable(),
    to: boundedText.nullable(),
  }),
  /** Contents that are not shown: a file of a script, or a value that may be secret. */
  variant('contents', {
    label: label.nullable(),
    setting: boundedText,
    change: z.enum(['added', 'removed', 'changed']),
  }),
  /**
   * The base's configuration cannot be used, so nothing is known. `borrows`: the base starts as the head does. `adds`:
   * name of the configuration, where the base has none.
   */
  variant('unread', { reason: boundedText, borrows: z.boolean(), adds: boundedText.optional() }),
  /** The base starts as the head does, since its own services do not fit the head's requests. */
  variant('borrowed', { reason: boundedText }),
]);
export type LoosenedGate = z.infer<typeof loosenedGate>;

/** Why a run has measured nothing. */
const idleness = z.discriminatedUnion('kind', [
  /** Base (full SHA) and head differ in no file that `when.changed` names; patterns as written. */
  variant('irrelevant', { baseCommit: boundedText, patterns: boundedList(boundedText) }),
  /** The suite has fewer parts than there are shards, and this one (from 1) has none. */
  variant('spare', { index: count, total: count }),
]);
export type Idleness = z.infer<typeof idleness>;

/** Comparison of base and head side by side. */
const pairSummary = z.object({
  /** Base revision, as full SHA; null for a deployment. */
  baseCommit: boundedText.nullable(),
  /** Reason for this base: it is the first parent of a merge, the merge base … */
  because: z.enum([
    'asked',
    'merge-parent',
    'merge-base',
    'merge-group',
    'before-push',
    'parent',
    'deployed',
  ]),
  /** Variants compared, each in blocks of its own, and sharing `error`. Absent: without variants. */
  variants: count.optional(),
  /** Machines that measured the suite together, each its own part. Absent: one. */
  shards: count.optional(),
  /** Blocks judged, and blocks planned at most; of all variants together. */
  blocks: count,
  planned: count,
  /** Rounds thrown away as disturbed, by arm. */
  discarded: z.object({ base: count, head: count }),
  /** Seed of the sign flips. */
  seed: z.number(),
  /** Chance (fraction) that identical code is called `regressed`, at most. */
  error: number,
  /** Percentiles that were not compared: requests of each arm that were due, and that it takes. Absent: none. */
  unread: boundedList(z.object({ label, metric: metricSchema, requests: count, needed: count })).optional(),
});
export type PairSummary = z.infer<typeof pairSummary>;

const via = z.enum(['label', 'trailer']);

/** Acceptance, by a person with the right to do so, of a change that makes something worse. */
export const acceptanceSchema = z.object({
  /** Login of that person. */
  by: boundedText,
  /** Time in ISO 8601. */
  at: boundedText,
  /** Reason as written; empty for a label. */
  why: boundedText,
  via,
  /** Findings it let through; `metric` is null for what blocks a scenario beside its metrics: thresholds of its k6 script, answers of another size, full processors. */
  covers: boundedList(z.object({ label, metric: metricSchema.nullable() })),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Acceptance that does not count, and why. */
const refusal = z.object({
  by: boundedText,
  via,
  /** Trailer as written, or name of the label. */
  text: boundedText,
  reason: z.enum([
    'no-rights',
    /** Who may accept is restricted, and not to this person. */
    'not-allowed',
    /** Who may accept is restricted, and this person is the author of the change. */
    'own-label',
    /** The trailer is the author's own, on a revision that no other person has approved. */
    'own-trailer',
    /** The label is older than the push of this revision. */
    'too-early',
    /** The label may be older than this revision: its time is not known. */
    'unknown-time',
    /** It covers nothing that blocks, or nothing that can be accepted. */
    'matches-nothing',
    /** The server did not name the person, or the rights of that person. */
    'unknown-rights',
  ]),
});
export type Refusal = z.infer<typeof refusal>;

/** Request that is mostly answered with a redirect, which is measured then. It never decides. */
const redirect = z.object({
  label,
  /** Method (but for GET) and path as written, without a query. */
  request: boundedText,
  /** Status and path of the first redirect seen; null where it leads to another server, or says nothing. */
  status: count,
  location: boundedText.nullable(),
  /** Share of the answers that were redirects, fraction. */
  share: number,
});
export type Redirect = z.infer<typeof redirect>;

/** Script of which no iteration came to its end within what is measured at a time. It never decides. */
const unfinished = z.object({
  label,
  /** Longest stretch that was measured at a time. */
  seconds: z.number(),
});
export type Unfinished = z.infer<typeof unfinished>;

export const verdictSchema = z.object({
  code: z.enum(VERDICT_CODES),
  /** True when the merge is blocked, given `fail-on`. */
  blocks: z.boolean(),
  slos: boundedList(sloFindingSchema),
  changes: boundedList(changeFindingSchema),
  /** Costs that no SLO and no setting names; they never decide. */
  costs: boundedList(costFindingSchema),
  faults: boundedList(serviceFaultSchema),
  invalid: boundedList(invalidReasonSchema),
  /** Comparison side by side; null when there was none. */
  pair: pairSummary.nullable(),
  /** Reason why nothing was measured at all; absent when something was. */
  unmeasured: idleness.optional(),
  loosened: boundedList(loosenedGate),
  /** Steps in the history, for information; they never decide. */
  suspects: boundedList(suspectSchema),
  /** Requests that measure a redirect. Absent when there were none. */
  redirects: boundedList(redirect).optional(),
  /** Scripts that were never measured to their end. Absent when there were none. */
  unfinished: boundedList(unfinished).optional(),
  /** In what base and head differ beside time. Absent when in nothing. */
  work: boundedList(workDifferenceSchema).optional(),
  /** Where the processor time went that a slower scenario takes. Absent where nobody looked, or it is not sure. */
  risen: boundedList(risenFunctionSchema).optional(),
  /** Profiles of a slower scenario, whether a function is named or not. Absent where nobody looked. */
  flameGraphs: boundedList(flameGraphSchema).optional(),
  /** Acceptances, and those that do not count; empty until the verdict is published. */
  acceptances: boundedList(acceptanceSchema),
  refusals: boundedList(refusal),
  /** Effort of all arms behind the numbers; rounds were thrown away when disturbed. */
  effort: z.object({ slices: count, discardedRounds: count, instances: count, loadSeconds: number }),
});
export type Verdict = z.infer<typeof verdictSchema>;
