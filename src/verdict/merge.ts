import { sum } from '../measurement/sum.ts';
import type { VerdictCode } from './codes.ts';
import { decide } from './decision.ts';
import type { InvalidReason } from './faults.ts';
import type { PairSummary, Verdict } from './verdict.ts';

/**
 * Merges the verdicts on the variants of a run into one: all findings, and the gravest of them names it. The variants
 * shared one chance of a false alarm, so their errors add up to it.
 *
 * @param verdicts at least one
 */
export function mergeVerdicts(verdicts: readonly Verdict[], failOn: readonly VerdictCode[]): Verdict {
  const [first, ...others] = verdicts as [Verdict, ...Verdict[]];
  if (others.length === 0) return first;
  const gather = <T>(list: (verdict: Verdict) => readonly T[]) => verdicts.flatMap(list);
  const found = {
    slos: gather(({ slos }) => slos),
    changes: gather(({ changes }) => changes),
    faults: gather(({ faults }) => faults),
    invalid: tellOnce(gather(({ invalid }) => invalid)),
  };
  const add = (key: keyof Verdict['effort']) => sum(verdicts, ({ effort }) => effort[key]);
  const [work, risen] = [gather((verdict) => verdict.work ?? []), gather((verdict) => verdict.risen ?? [])];
  const unfinished = gather((verdict) => verdict.unfinished ?? []);
  return {
    ...first,
    ...decide({ ...found, failOn }),
    ...found,
    costs: gather(({ costs }) => costs),
    // A shard sees only what its own scenarios show, and variants see the same.
    gateChanges: [
      ...new Map(
        gather(({ gateChanges }) => gateChanges).map((gate) => [JSON.stringify(gate), gate]),
      ).values(),
    ],
    ...(unfinished.length > 0 && { unfinished }),
    ...(work.length > 0 && { work }),
    ...(risen.length > 0 && { risen }),
    pair: mergePairs(verdicts.flatMap(({ pair }) => pair ?? [])),
    effort: {
      slices: add('slices'),
      discardedRounds: add('discardedRounds'),
      instances: add('instances'),
      loadSeconds: add('loadSeconds'),
    },
  };
}

/** Leaves out reasons that differ in their logs alone, as where a service starts on none of several machines. */
function tellOnce(reasons: readonly InvalidReason[]): InvalidReason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify({ ...reason, log: '' }), reason])).values()];
}

/** Mends what adding has left: 24 times a 24th of 1 % is 0.009999999999999998. What is no short number stays. */
function tidy(value: number): number {
  const short = Number(value.toFixed(9));
  return Math.abs(value - short) < 1e-12 ? short : value;
}

function mergePairs(pairs: readonly PairSummary[]): PairSummary | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const unread = pairs.flatMap((pair) => pair.unread ?? []);
  const error = sum(pairs, (pair) => pair.error);
  return {
    ...first,
    ...(unread.length > 0 && { unread }),
    variants: pairs.length,
    blocks: sum(pairs, ({ blocks }) => blocks),
    planned: sum(pairs, ({ planned }) => planned),
    discarded: {
      base: sum(pairs, ({ discarded }) => discarded.base),
      head: sum(pairs, ({ discarded }) => discarded.head),
    },
    error: Math.min(1, tidy(error)),
  };
}
