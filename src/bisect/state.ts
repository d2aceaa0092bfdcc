import * as z from 'zod';
import { boundedList, boundedText, parseDocument, variant } from '../json-values.ts';
import { metricSchema, whereSchema } from '../metrics/metric.ts';
import { estimateSchema, shareScatter } from './estimate.ts';
import type { CommitRun } from './search.ts';

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** What is searched. Only a search with the same question goes on. */
const question = z.object({
  good: sha,
  bad: sha,
  scenario: boundedText.nullable(),
  budgetSeconds: z.number().positive().nullable(),
  /** SHA-256 of the configuration and of its scripts and data. */
  config: boundedText,
});
export type BisectQuestion = z.infer<typeof question>;

/** Metric by which the slowdown is followed. */
export const followedSchema = z.object({
  label: boundedText,
  metric: metricSchema,
  where: whereSchema,
  /** What `only` takes for it; null: all that the first run measured. */
  only: boundedText.nullable(),
});
export type Followed = z.infer<typeof followedSchema>;

const run = z.object({
  commit: sha,
  /** From start to end. */
  seconds: z.number().nonnegative(),
  outcome: z.discriminatedUnion('kind', [
    /** Values of a typical block, in the unit of the metric: of the good commit, and of this one. Null: the same files. */
    variant('measured', {
      estimate: estimateSchema,
      base: z.number().nullable(),
      head: z.number().nullable(),
    }),
    variant('failed', { reason: boundedText, passing: z.boolean() }),
  ]),
});
export type Run = z.infer<typeof run>;
export type RunOutcome = Run['outcome'];

const state = z.object({
  schemaVersion: z.literal(1),
  question,
  followed: followedSchema,
  /** Chance that the first run called identical code slower (fraction). */
  alarm: z.number().min(0).max(1),
  /** In their order; the first is of the bad commit. */
  runs: boundedList(run).min(1),
});
/** A search that may be gone on with. */
export type BisectState = z.infer<typeof state>;

/** Reads a search that was left. @throws Error with a one-line reason for any other text */
export function readSearch(text: string): BisectState {
  const result = state.safeParse(parseDocument(text));
  if (result.success) return result.data;
  throw new Error('not the state of a search');
}

/** Lists the runs of a commit, with the scatter that all runs share. */
export function listAttempts(
  { runs }: { runs: readonly Pick<Run, 'commit' | 'outcome'>[] },
  commit: string,
): CommitRun[] {
  const estimates = shareScatter(
    runs.flatMap(({ outcome }) => (outcome.kind === 'measured' ? [outcome.estimate] : [])),
  );
  const shared = runs.map(
    ({ outcome }): CommitRun =>
      outcome.kind === 'measured' ? { kind: 'measured', estimate: estimates.shift()! } : outcome,
  );
  return shared.filter((_, i) => runs[i]!.commit === commit);
}
