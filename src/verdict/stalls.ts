import type { Round } from '../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../measurement/quantiles.ts';
import { median } from '../statistics/median.ts';
import type { PairedBlock } from './pair-values.ts';

/** Stretches of load on the head, and how many of them stalled. */
export type Stalls = { stretches: number; of: number };

/**
 * A stretch has stalled when one request in twenty took longer than twice the usual p99 of such stretches. In a second
 * of load that is a pause of some 50 ms, which differences between fresh instances hardly make.
 */
const STALL = { share: 0.05, level: 0.99, factor: 2 };

/** As few slow requests are no pause. */
const FEWEST_REQUESTS = 5;

/**
 * Stalls that the head met and the base did not. What happens every ten seconds is missed by most blocks and by all
 * typical values; a second of the head's own, sustained load in each block makes it likelier to be met, and a base
 * that did not meet it takes nothing away from that. It proves no slowdown: the base was watched for less time.
 *
 * @param sustained rounds of the head that have no counterpart
 * @returns null without stalls, and where the base met any
 */
export function findStalls(blocks: readonly PairedBlock[], sustained: readonly Round[]): Stalls | null {
  const pairs = blocks.filter(({ base, head }) => countRequests(base) > 0 && countRequests(head) > 0);
  const base = pairs.map((block) => block.base);
  const head = pairs.map((block) => block.head);
  const alone = sustained.filter((round) => attempts(round) > 0).map((round) => [round]);
  const isStalled = learnUsual([...base, ...head]);
  if (base.some(isStalled)) return null;
  const stretches = head.filter(isStalled).length + alone.filter(learnUsual(alone)).length;
  return stretches === 0 ? null : { stretches, of: head.length + alone.length };
}

function learnUsual(stretches: readonly Round[][]): (stretch: readonly Round[]) => boolean {
  const usual = median(stretches.map((stretch) => pooledQuantile(stretch, STALL.level)));
  return (stretch) => {
    const share = Math.max(STALL.share, FEWEST_REQUESTS / countRequests(stretch));
    return share < 1 && pooledQuantile(stretch, 1 - share) > STALL.factor * usual;
  };
}

function countRequests(rounds: readonly Round[]): number {
  return rounds.reduce((sum, round) => sum + attempts(round), 0);
}
