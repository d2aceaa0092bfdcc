import { sum } from '../measurement/sum.ts';
import type { VerdictCode } from './codes.ts';
import { decide } from './decision.ts';
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
    // A service that starts on none of several machines differs in its logs alone.
    invalid: leaveOutTwins(
      gather(({ invalid }) => invalid),
      (reason) => ({ ...reason, log: '' }),
    ),
  };
  const add = (key: keyof Verdict['effort']) => sum(verdicts, ({ effort }) => effort[key]);
  const [work, risen] = [gather((verdict) => verdict.work ?? []), gather((verdict) => verdict.risen ?? [])];
  return {
    ...first,
    ...decide({ ...found, failOn }),
    ...found,
    costs: gather(({ costs }) => costs),
    // A shard sees only what its own scenarios show, and variants see the same.
    gateChanges: leaveOutTwins(
      gather(({ gateChanges }) => gateChanges),
      (change) => change,
    ),
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

/** Leaves the last of those that are the same. */
function leaveOutTwins<T>(all: readonly T[], pick: (one: T) => object): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(pick(one)), one])).values()];
}

function mergePairs(pairs: readonly PairSummary[]): PairSummary | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const unread = pairs.flatMap((pair) => pair.unread ?? []);
  // 24 times a 24th of 1 % is 0.009999999999999998. What is no short number stays.
  const error = sum(pairs, (pair) => pair.error);
  const short = Number(error.toFixed(9));
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
    error: Math.min(1, Math.abs(error - short) < 1e-12 ? short : error),
  };
}
