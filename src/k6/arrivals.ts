import { countArrivals, countDue, shareTurns } from '../plan/arrivals.ts';
import { type ArrivalPlan, type Arrivals, drawForPod, planLaunch } from '../plan/draws.ts';
import type { Program, Slot } from '../plan/slot.ts';
import { nameScenario } from './driver.ts';

/**
 * Draws the arrivals of a program, by k6 scenario, as k6 will draw them itself. Both arms get the same ones in a round, and
 * so does a round that is measured again; each block has others.
 *
 * @param seed of the run
 * @param pods that draw their own, each for its part of the load
 */
export function drawProgram(program: Program, seed: number, block: number, pods = 1): Map<string, Arrivals> {
  return new Map(
    program.slots.flatMap((slot): [string, Arrivals][] => {
      const { load, label } = slot.step;
      if (load.kind !== 'arrival-rate') return [];
      const plan = { rate: load.rate, ...countSlot(slot, load.rate) };
      const drawn = { plan, seed, name: `${slot.block ?? block} ${slot.round} ${label}` };
      const all = Array.from({ length: pods }, (_, pod) => drawForPod(drawn, pod).dueMs);
      return [[nameScenario(slot), { dueMs: all[0]!, ...planLaunch(all, load.rate), drawn }]];
    }),
  );
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
