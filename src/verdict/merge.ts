import { leaveOutTwins, sum } from '../measurement/sum.ts';
import { decide, type VerdictCode } from './codes.ts';
import type { PairSummary, Verdict } from './verdict.ts';

/**
 * Merges the verdicts of a run's variants into one: all findings, named by the gravest. The variants shared one chance
 * of a false alarm, so their errors add up to it.
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
    // A service that fails to start on several machines differs only in its logs.
    invalid: leaveOutTwins(
      gather(({ invalid }) => invalid),
      (reason) => JSON.stringify({ ...reason, log: '' }),
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
      JSON.stringify,
    ),
    ...(work.length > 0 && { work }),
    ...(risen.length > 0 && { risen }),
    pair: mergePairs(verdicts.flatMap(({ pair }) => pair ?? [])),
    effort: {
      discardedRounds: add('discardedRounds'),
      instances: add('instances'),
      loadSeconds: add('loadSeconds'),
    },
  };
}

function mergePairs(pairs: readonly PairSummary[]): PairSummary | null {
  const [first] = pairs;
  if (first === undefined) return null;
  return {
    ...first,
    variants: pairs.length,
    blocks: sum(pairs, ({ blocks }) => blocks),
    planned: sum(pairs, ({ planned }) => planned),
    error: sum(pairs, ({ error }) => error),
  };
}
