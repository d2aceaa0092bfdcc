import * as z from 'zod';
import { boundedList, boundedText, count, number, variant } from '../json-values.ts';
import { metricSchema } from '../metrics/metric.ts';
import { risenSchema } from '../why/functions/rise.ts';
import { VERDICT_CODES } from './codes.ts';
import { invalidReasonSchema, serviceFaultSchema } from './faults.ts';
import { changeFindingSchema, costFindingSchema, sloFindingSchema } from './findings.ts';
import { workDifferenceSchema } from './work.ts';

const label = boundedText;
/** What a change does to its own gate. */
const gateChange = z.discriminatedUnion('kind', [
  /**
   * Key of the file, with those that lead to it, or path of a file of a script, with what it was and is; null where it is
   * not set, `***` where the value is not shown.
   */
  variant('setting', { setting: boundedText, from: boundedText.nullable(), to: boundedText.nullable() }),
  /** The base has no configuration: name of that of the head. */
  variant('added', { name: boundedText }),
  /** The base's configuration cannot be used, so nothing is known. */
  variant('unread', { reason: boundedText }),
  /** The base starts as the head does, since its own services do not fit the head's requests, or are not known. */
  variant('borrowed', { reason: boundedText }),
]);
export type GateChange = z.infer<typeof gateChange>;

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
  /** Blocks judged, and blocks planned at most; of all variants together. */
  blocks: count,
  planned: count,
  /** Seed of the sign flips. */
  seed: z.number(),
  /** Chance (fraction) that identical code is called `regressed`, at most. */
  error: number,
});
export type PairSummary = z.infer<typeof pairSummary>;

/** Acceptance, by a person with the right to do so (login), of a change that makes something worse. Time in ISO 8601. */
export const acceptanceSchema = z.object({
  by: boundedText,
  at: boundedText,
  /** Findings it let through: a change, an SLO or both of each metric. */
  covers: boundedList(z.object({ label, metric: metricSchema })),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Acceptance that does not count, and why. */
const refusal = z.object({
  /** Login of who set the label; empty where the server does not say. */
  by: boundedText,
  /**
   * The person lacks the right, or is the author where that is restricted; the label may be older than the push of this
   * revision; or the server did not name the person, or the rights of that person.
   */
  reason: z.enum(['may-not', 'too-early', 'unreadable']),
});
export type Refusal = z.infer<typeof refusal>;

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
  gateChanges: boundedList(gateChange),
  /** In what base and head differ beside time. Absent when in nothing. */
  work: boundedList(workDifferenceSchema).optional(),
  /** Where the processor time went that a slower scenario takes. Absent where nobody looked, or it is not sure. */
  risen: boundedList(risenSchema).optional(),
  /** Acceptances, and those that do not count; empty until the verdict is published. */
  acceptances: boundedList(acceptanceSchema),
  refusals: boundedList(refusal),
  /** Effort of all arms behind the numbers; rounds were thrown away when disturbed. */
  effort: z.object({ discardedRounds: count, instances: count, loadSeconds: number }),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** Makes the verdict of a run that measures nothing, since there is no need to. */
export function measureNothing(unmeasured: Idleness): Verdict {
  return {
    code: 'skipped',
    blocks: false,
    // The configuration counts as relevant, so it is the same in both revisions.
    ...{ slos: [], changes: [], costs: [], faults: [], invalid: [], gateChanges: [] },
    ...{ acceptances: [], refusals: [], pair: null, unmeasured },
    effort: { discardedRounds: 0, instances: 0, loadSeconds: 0 },
  };
}
