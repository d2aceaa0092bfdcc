import { countArrivals, countDue, shareTurns } from '../plan/arrivals.ts';
import {
  type ArrivalPlan,
  type Arrivals,
  drawArrivals,
  drawForPod,
  planLaunch,
  seedFor,
} from '../plan/draws.ts';
import type { Program, Slot } from '../plan/slot.ts';
import { seedRandom } from '../statistics/random.ts';
import { nameScenario } from './driver.ts';

/**
 * Draws the arrivals of a program, by k6 scenario. Both arms get the same ones in a round, and so does a round that is
 * measured again; each block has others.
 *
 * @param seed of the run
 * @param pods that draw their own, each for its part of the load; 0: none
 */
export function drawProgram(program: Program, seed: number, block: number, pods = 0): Map<string, Arrivals> {
  return new Map(
    program.slots.flatMap((slot): [string, Arrivals][] => {
      const { load, label } = slot.step;
      if (load.kind !== 'arrival-rate') return [];
      const name = `${slot.block ?? block} ${slot.round} ${label}`;
      const plan = { rate: load.rate, ...countSlot(slot, load.rate) };
      const arrivals =
        pods > 0
          ? launchPods({ plan, seed, name }, pods)
          : drawArrivals(plan, seedRandom(seedFor(seed, name)));
      return [[nameScenario(slot), arrivals]];
    }),
  );
}

function launchPods(drawn: NonNullable<Arrivals['drawn']>, pods: number): Arrivals {
  const all = Array.from({ length: pods }, (_, pod) => drawForPod(drawn, pod).dueMs);
  return { dueMs: [], skipped: 0, ...planLaunch(all, drawn.plan.rate), drawn };
}

function countSlot(slot: Slot, rate: number): Omit<ArrivalPlan, 'rate'> {
  const share = shareTurns(slot);
  if (share !== null) {
    const { settling, measured, arrivals: turn } = share;
    return { settling, measured, arms: slot.turns!.of, turn };
  }
  const settling = countDue(rate, slot.settleSeconds);
  return { settling, measured: countArrivals(slot)!, arms: 1, turn: 1 };
}
