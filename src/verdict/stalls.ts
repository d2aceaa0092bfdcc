import type { Slice } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { median } from '../statistics/median.ts';
import type { PairedBlock } from './pair-values.ts';

/** Stretches of load on the head, and how many of them stalled. */
export type Stalls = { stretches: number; of: number };

/** A pause this long, or in long slices this share of the requests: fresh instances alone differ by less. */
const PAUSE_SECONDS = 0.1;
const LEAST_SHARE = 0.02;
/** As few slow requests are no pause. */
const FEWEST_REQUESTS = 5;
/** Of the usual p99: what takes longer has waited for something. */
const FACTOR = 2;

/**
 * Stalls that the head met and the base did not. What happens every ten seconds is missed by most blocks and by all
 * typical values; the head's own, sustained load in each block makes it likelier to be met, and that the base has no
 * such load takes nothing away from that. It proves no slowdown: the base was watched for less time.
 *
 * What stalls in both arms of a block is the machine's, and a base that stalls without the head excuses the head. What
 * the head does in most of its sustained slices counts as usual there, and is left to the SLOs.
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
    // Where arms take turns, a pause takes half as many requests of each.
    const seconds = slice.seconds * (slice.alternating ? 2 : 1);
    const share = Math.max(PAUSE_SECONDS / seconds, LEAST_SHARE, FEWEST_REQUESTS / attempts(slice));
    return share < 1 && pooledQuantile([slice], 1 - share) > FACTOR * usual;
  };
}

function isUsed(slice: Slice): boolean {
  return attempts(slice) > 0;
}
