import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { median } from '../statistics/median.ts';
import type { PairedBlock } from './pair-values.ts';

/** Number of stretches of load on the head (`of`), and how many of them stalled (`stretches`). */
export type Stalls = { stretches: number; of: number };

/** Shortest pause, or its least share of requests in long slices: fresh instances differ by less. */
const PAUSE_SECONDS = 0.1;
const LEAST_SHARE = 0.02;
/** Fewest slow requests that make a pause. */
const FEWEST_REQUESTS = 5;
/** Multiple of the usual p99. A request that takes longer has waited for something. */
const FACTOR = 2;

/**
 * Finds stalls that the head met and the base did not. Most blocks and all typical values miss a pause that
 * comes every ten seconds. The head's own, sustained load in each block meets it more often. A stall proves
 * no slowdown: the base has no such load and was watched for less time.
 *
 * A stall in both arms of a block comes from the machine, and a base that stalls alone excuses the head. A
 * pause that most of the head's sustained slices show counts as usual there, and is left to the SLOs.
 *
 * @param sustained slices of the head that have no counterpart
 * @returns null without stalls, and where the base has them as well
 */
export function findStalls(blocks: readonly PairedBlock[], sustained: readonly Slice[]): Stalls | null {
  const pairs = blocks
    .map(({ base, head }) => ({ base: base.filter(isUsed), head: head.filter(isUsed) }))
    .filter(({ base, head }) => base.length > 0 && head.length > 0);
  const isStalled = learnUsual(pairs.flatMap(({ base, head }) => [...base, ...head]));
  const met = pairs.map(({ base, head }) => ({ base: base.some(isStalled), head: head.filter(isStalled) }));
  if (met.some(({ base, head }) => base && head.length === 0)) return null;
  const alone = sustained.filter(isUsed);
  const lone = met.filter(({ base }) => !base).flatMap(({ head }) => head);
  const stretches = lone.length + alone.filter(learnUsual(alone)).length;
  const of = alone.length + pairs.reduce((sum, { head }) => sum + head.length, 0);
  return stretches === 0 ? null : { stretches, of };
}

function learnUsual(slices: readonly Slice[]): (slice: Slice) => boolean {
  const usual = median(slices.map((slice) => pooledQuantile([slice], 0.99)));
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
