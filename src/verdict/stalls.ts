import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { median } from '../statistics/median.ts';
import type { PairedBlock } from './pair-values.ts';

/** Number of stretches of load on the head (`of`), how many stalled (`stretches`), and how many of the base did. */
export type Stalls = { stretches: number; of: number; base: number };

/** Shortest pause, or its least share of requests in long slices: fresh instances differ by less. */
const PAUSE_SECONDS = 0.1;
const LEAST_SHARE = 0.02;
/** Fewest slow requests that make a pause. */
const FEWEST_REQUESTS = 5;
/** Multiple of the usual p99. A request that takes longer has waited for something. */
const FACTOR = 2;
/** Chance (fraction) of so uneven a share of the stalls where both arms have as many: three of three are told, two are not. */
const BY_CHANCE = 0.125;

/**
 * Finds stalls that the head meets more often than the base. Most blocks and all typical values miss a pause that
 * comes every ten seconds. A stall proves no slowdown: a run sees few of them.
 *
 * @param stretches slices of both arms, in turns or alone, block by block
 * @returns null without stalls, and where the head has so many by chance
 */
export function findStalls(stretches: readonly PairedBlock[]): Stalls | null {
  return pickUneven(countStalls(stretches));
}

/** Leaves out stalls of which the head has its part by chance. */
export function pickUneven(stalls: Stalls): Stalls | null {
  return areByChance(stalls.stretches, stalls.base) ? null : stalls;
}

/** Counts stalls block by block: see `listStalled`. */
export function countStalls(stretches: readonly PairedBlock[]): Stalls {
  const { base, head, of } = listStalled(stretches);
  return { stretches: head.length, of, base: base.length };
}

/**
 * Lists the slices that stalled, by arm, and the number of slices of the head (`of`). A stall that both arms have in a
 * block comes from the machine, and counts for neither.
 */
export function listStalled(stretches: readonly PairedBlock[]): PairedBlock & { of: number } {
  const pairs = stretches
    .map(({ base, head }) => ({ base: base.filter(isUsed), head: head.filter(isUsed) }))
    .filter(({ base, head }) => base.length > 0 && head.length > 0);
  const isStalledInTurns = learnUsual(pairs, true);
  const isStalledAlone = learnUsual(pairs, false);
  const isStalled = (slice: Slice) => (slice.alternating ? isStalledInTurns : isStalledAlone)(slice);
  const met = pairs
    .map(({ base, head }) => ({ base: base.filter(isStalled), head: head.filter(isStalled) }))
    .filter(({ base, head }) => base.length === 0 || head.length === 0);
  return {
    base: met.flatMap(({ base }) => base),
    head: met.flatMap(({ head }) => head),
    of: pairs.reduce((sum, pair) => sum + pair.head.length, 0),
  };
}

/** Counts stalls of two arms that were under load one after the other. */
export function countSoakStalls(base: readonly Slice[], head: readonly Slice[]): Stalls {
  const arms = { base: base.filter(isUsed), head: head.filter(isUsed) };
  const usual = [arms.base, arms.head].filter((slices) => slices.length > 0).map(findUsual);
  const isStalled = stallsAbove(Math.min(...usual));
  return {
    stretches: arms.head.filter(isStalled).length,
    of: arms.head.length,
    base: arms.base.filter(isStalled).length,
  };
}

/** Tells whether one arm has so many of the stalls by chance: the sign test. */
function areByChance(head: number, base: number): boolean {
  const stalls = head + base;
  // One way to have all of them, and stalls − k + 1 over k times as many to have one less.
  let [ways, chance] = [1, 0];
  for (let own = stalls; own >= head && own > 0; own--) {
    chance += ways * 2 ** -stalls;
    ways *= own / (stalls - own + 1);
  }
  return stalls === 0 || chance > BY_CHANCE;
}

/** Learns the usual p99 from the quieter arm: pauses that most stretches of one arm have are not usual. */
function learnUsual(
  pairs: readonly { base: Slice[]; head: Slice[] }[],
  inTurns: boolean,
): (slice: Slice) => boolean {
  const listOwn = (arm: 'base' | 'head') =>
    pairs.flatMap((pair) => pair[arm]).filter(({ alternating }) => (alternating === true) === inTurns);
  return stallsAbove(Math.min(findUsual(listOwn('base')), findUsual(listOwn('head'))));
}

function findUsual(slices: readonly Slice[]): number {
  return median(slices.map((slice) => pooledQuantile([slice], 0.99)));
}

/** Tells slices with a pause, by the usual p99 (ms). */
function stallsAbove(usual: number): (slice: Slice) => boolean {
  return (slice) => {
    // A pause takes half as many requests from each arm where arms take turns.
    const seconds = slice.seconds * (slice.alternating ? 2 : 1);
    const share = Math.max(PAUSE_SECONDS / seconds, LEAST_SHARE, FEWEST_REQUESTS / attempts(slice));
    return share < 1 && pooledQuantile([slice], 1 - share) > FACTOR * usual;
  };
}

function isUsed(slice: Slice): boolean {
  return attempts(slice) > 0;
}
