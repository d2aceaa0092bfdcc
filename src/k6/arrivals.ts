import { countArrivals } from '../plan/arrivals.ts';
import { type Arrivals, drawArrivals, seedFor } from '../plan/draws.ts';
import type { Program, Slot } from '../plan/slot.ts';
import { shareTurns } from '../plan/turns.ts';
import { seedRandom } from '../statistics/random.ts';
import { nameScenario } from './script.ts';

/**
 * Draws the arrivals of a program, by k6 scenario. Both arms get the same ones in a round, and so does a round that is measured
 * again; each block has others.
 *
 * @param seed of the run
 */
export function drawProgram(program: Program, seed: number, block: number): Map<string, Arrivals> {
  return new Map(
    program.slots.flatMap((slot): [string, Arrivals][] => {
      const { load, label } = slot.step;
      if (load.kind !== 'arrival-rate' || load.arrivals === 'even') return [];
      const random = seedRandom(seedFor(seed, `${block} ${slot.round} ${label}`));
      return [[nameScenario(slot), drawArrivals({ rate: load.rate, ...countSlot(slot) }, random)]];
    }),
  );
}

function countSlot(slot: Slot) {
  const share = shareTurns(slot);
  const { seconds, settleSeconds } = slot;
  const { rate } = slot.step.load as { rate: number };
  const before = (length: number) => Math.ceil(Number((rate * length).toFixed(6)));
  if (share === null)
    return { settling: before(settleSeconds), measured: countArrivals(slot)!, arms: 1, turn: 1 };
  const { settling, arrivals: turn } = share;
  const measured = Math.max(0, Math.floor(Number((rate * seconds).toFixed(6))) - settling);
  return { settling, measured, arms: slot.turns!.of, turn };
}
