import { describe, expect, it } from 'vitest';
import type { Slot } from '../../src/plan/slot.ts';
import { planSteps } from '../../src/plan/step.ts';
import { shareTurns } from '../../src/plan/turns.ts';
import { makeScenario } from '../fixtures.ts';

function makeSlots(rate: number, seconds: number, of = 2): Slot[] {
  const [step] = planSteps(makeScenario({ load: { kind: 'arrival-rate', rate } }), 60);
  return Array.from({ length: of }, (_, position) => ({
    key: `search-${position}`,
    step: step!,
    arm: 'head',
    round: 0,
    startSeconds: 0,
    seconds,
    settleSeconds: 0.2,
    slices: 1,
    requests: null,
    turns: { scenario: 'search-R1', of, position },
  }));
}

describe('arms in turns', () => {
  it('share what is measured to the last arrival, as the script deals it out', () => {
    for (const rate of [0.7, 5, 37, 100, 250, 300, 1000, 5000]) {
      for (const seconds of [1.4, 2.55, 2.75, 5.999]) {
        for (const of of [2, 3]) {
          const shares = makeSlots(rate, seconds, of).map((slot) => shareTurns(slot)!);
          const { arrivals, settling } = shares[0]!;
          const counts = shares.map(() => 0);
          for (let n = settling; n < Math.floor(Number((rate * seconds).toFixed(6))); n++)
            counts[Math.floor(n / arrivals) % of]!++;
          expect(shares.map(({ planned }) => planned)).toEqual(counts);
          expect(settling / rate).toBeGreaterThanOrEqual(0.2 - 1e-6);
        }
      }
    }
  });

  it('have turns of ten milliseconds, but never of less than one arrival', () => {
    expect(shareTurns(makeSlots(1000, 2)[0]!)!.arrivals).toBe(10);
    expect(shareTurns(makeSlots(5, 2)[0]!)!.arrivals).toBe(1);
    expect(shareTurns({ ...makeSlots(5, 2)[0]!, turns: null })).toBeNull();
  });
});
