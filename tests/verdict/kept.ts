import type { Load } from '../../src/measurement/load.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import type { KeptSlot } from '../../src/verdict/kept.ts';

export const LOAD: Load = { kind: 'arrival-rate', rate: 500 };

/** What a block keeps of one stretch of each arm alone. */
export function keep(slices: { head: Slice[]; base?: Slice[] }): KeptSlot[] {
  return (['head', 'base'] as const).flatMap((arm) => {
    const own = slices[arm];
    return own ? [{ slot: { arm, round: 0, turns: null }, slices: own }] : [];
  });
}
