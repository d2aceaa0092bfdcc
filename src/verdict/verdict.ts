import * as z from 'zod';
import { boundedList, boundedText, count, number, variant } from '../json-values.ts';
import { metricSchema } from '../metrics/metric.ts';
import { risenSchema } from '../why/functions/rise.ts';
import { VERDICT_CODES } from './codes.ts';
import { invalidReasonSchema, serviceFaultSchema } from './faults.ts';
import { changeFindingSchema, costFindingSchema, sloFindingSchema } from './findings.ts';
import { workDifferenceSchema } from './work.ts';

/** How a change alters its own gate. */
const gateChange = z.discriminatedUnion('kind', [
  /**
   * Key of the file, with those that lead to it, or path of a script's file, with its old and new value; null if not set,
   * `***` if the value is hidden.
   */
  variant('setting', { setting: boundedText, from: boundedText.nullable(), to: boundedText.nullable() }),
  /** The base has no configuration; `name`: the head's. */
  variant('added', { name: boundedText }),
  /** The base's configuration cannot be used, so nothing is known. */
  variant('unread', { reason: boundedText }),
  /** The base is started as the head is, because its own services do not fit the head's requests, or are unknown. */
  variant('borrowed', { reason: boundedText }),
]);
export type GateChange = z.infer<typeof gateChange>;

/** Why a run measured nothing. */
const idleness = z.discriminatedUnion('kind', [
  /** No file named by `when.changed` differs between base (full SHA) and head; patterns as written. */
  variant('irrelevant', { baseCommit: boundedText, patterns: boundedList(boundedText) }),
  /** The suite has fewer parts than there are shards, so this one (counted from 1) has none. */
  variant('spare', { index: count, total: count }),
]);
export type Idleness = z.infer<typeof idleness>;

/** Comparison of base and head side by side. */
const pairSummary = z.object({
  /** Base revision, as full SHA; null for a deployment. */
  baseCommit: boundedText.nullable(),
  /** Why this base: it is the first parent of a merge, the merge base … */
  because: z.enum([
    'asked',
    'merge-parent',
    'merge-base',
    'merge-group',
    'before-push',
    'parent',
    'deployed',
  ]),
  /** Number of variants, each in its own blocks, that share `error`. Absent: no variants. */
  variants: count.optional(),
  /** Blocks judged, and most blocks planned; of all variants together. */
  blocks: count,
  planned: count,
  /** Seed of the sign flips. */
  seed: z.number(),
  /** Greatest chance (fraction) that identical code is called `regressed`. */
  error: number,
});
export type PairSummary = z.infer<typeof pairSummary>;

/** Acceptance of a change for the worse by a person (login) with the right to do so. Time in ISO 8601. */
export const acceptanceSchema = z.object({
  by: boundedText,
  at: boundedText,
  /** Findings that it covers: the change, the SLO or both of each metric. */
  covers: boundedList(z.object({ label: boundedText, metric: metricSchema })),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Acceptance that does not count, and why. */
const refusal = z.object({
  /** Login of whoever set the label; empty if the server does not say. */
  by: boundedText,
  /**
   * The person lacks the right, or is the author where that is restricted; the label may predate the push of this
   * revision; or the server did not name the person, or that person's rights.
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
  /** Costs that no SLO or setting names; they never decide. */
  costs: boundedList(costFindingSchema),
  faults: boundedList(serviceFaultSchema),
  invalid: boundedList(invalidReasonSchema),
  /** Side-by-side comparison; null if there was none. */
  pair: pairSummary.nullable(),
  /** Why nothing was measured at all; absent if something was. */
  unmeasured: idleness.optional(),
  gateChanges: boundedList(gateChange),
  /** How base and head differ apart from time. Absent if they do not. */
  work: boundedList(workDifferenceSchema).optional(),
  /** Where the extra CPU time of a slower scenario went. Absent if nobody looked, or it is uncertain. */
  risen: boundedList(risenSchema).optional(),
  /** Acceptances, and refused ones; empty until the verdict is published. */
  acceptances: boundedList(acceptanceSchema),
  refusals: boundedList(refusal),
  /** Effort of all arms behind the numbers; discarded rounds were disturbed. */
  effort: z.object({ discardedRounds: count, instances: count, loadSeconds: number }),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** Makes the verdict of a run that measures nothing because it need not. */
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
