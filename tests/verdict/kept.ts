import type { Load, Slice } from '../../src/measurement/measurement.ts';
import type { MeasuredStep } from '../../src/verdict/changes.ts';
import type { JudgeInput } from '../../src/verdict/judge.ts';
import type { KeptSlot } from '../../src/verdict/kept.ts';

export const LOAD: Load = { kind: 'arrival-rate', rate: 500 };

/** What a block keeps of one stretch of each arm alone. */
export function keep(slices: { head: Slice[]; base?: Slice[] }): KeptSlot[] {
  return (['head', 'base'] as const).flatMap((arm) => {
    const own = slices[arm];
    return own ? [{ slot: { arm, round: 0, turns: null }, slices: own }] : [];
  });
}

export const NO_HISTORY = { runs: [], incompatible: 0 };

export const sensitivityOf = () => ({ tolerance: 0.05, confidence: 0.99, isAsked: false });

export function makeMeasured(parts: Partial<MeasuredStep> = {}): MeasuredStep {
  return {
    ...{ label: 'search', slos: [], load: LOAD, blocks: [], soak: { base: [], head: [] } },
    ...{ isNew: false, history: NO_HISTORY, sensitivityOf },
    ...parts,
  };
}

/** A run that is compared with earlier ones, of which there are none. */
export function makeInput(steps: MeasuredStep[], parts: Partial<JudgeInput> = {}): JudgeInput {
  return {
    ...{ steps, faults: [], invalid: [], looks: [1], comparison: { kind: 'history' } },
    ...{ gateChanges: [], failOn: [] },
    effort: { discardedRounds: 0, instances: 1, loadSeconds: 6 },
    ...parts,
  };
}
