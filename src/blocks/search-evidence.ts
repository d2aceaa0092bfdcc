import type { Arm } from '../measurement/measurement.ts';
import type { CapacityMeasurement } from '../verdict/capacity-measurement.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { collectFailures } from './crash.ts';
import type { Searches, SearchResult } from './searches.ts';

/** Collects what was found for each arm, for the record. */
export function collectCapacities(
  searches: Searches,
  digests: ReadonlyMap<string, string>,
): CapacityMeasurement[] {
  return [...searches].flatMap(([{ scenario, label, goal }, results]) =>
    (['head', 'base'] as const).flatMap((arm: Arm) => {
      const blocks = results.flatMap(({ block, arms }) => {
        const own = arms.get(arm);
        return own && own.trials.length > 0 ? [{ block, ...own }] : [];
      });
      return blocks.length > 0 ? [{ scenario, label, digest: digests.get(label)!, goal, arm, blocks }] : [];
    }),
  );
}

/** Counts the fresh starts of an arm. */
export function countStarts(searches: Searches): number {
  return Math.max(0, ...[...searches.values()].flatMap((results) => results.map(({ block }) => block + 1)));
}

/** Finds searches that found nothing on the head, and why. */
export function findUnsearched(searches: Searches): InvalidReason[] {
  const all = [...searches.values()].flat();
  const failures = collectFailures(all);
  if (failures.length > 0 || all.some(({ crash }) => crash !== null)) return failures;
  return [...searches].flatMap(([{ label }, results]) => {
    const isFound = results.some(({ arms }) => arms.get('head')?.estimate != null);
    return isFound ? [] : [explainNothing(label, results)];
  });
}

function explainNothing(label: string, results: readonly SearchResult[]): InvalidReason {
  const trials = results.flatMap(({ arms }) => arms.get('head')?.trials ?? []).length;
  const all = results.flatMap((result) => result.discarded);
  const [last, discarded] = [all.at(-1), all.length];
  if (last === undefined || trials > discarded) return { kind: 'search-too-short', label, trials };
  return { kind: 'disturbed', label, discarded, rounds: discarded + trials, cpu: last.evidence.cpu };
}
