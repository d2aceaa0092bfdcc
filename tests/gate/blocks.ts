import type { Block } from '../../src/blocks/block.ts';
import { tellNothing } from '../../src/blocks/program.ts';
import type { Config } from '../../src/config/config.ts';
import type { MeasuredCase } from '../../src/gate/looks.ts';
import type { SlotDiagnosis } from '../../src/measurement/diagnosis.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Slot } from '../../src/plan/slot.ts';
import { makeRecord } from '../records/fixture.ts';

/** A block in which each measured slot has these slices; all of it is kept, unless another diagnosis throws it away. */
export function makeBlock(
  plan: Plan,
  index: number,
  slicesOf: (slot: Slot) => Slice[],
  diagnosis: SlotDiagnosis = 'sound',
): Block {
  const cpu = { cores: 2, generator: 0, generatorLimit: 2, service: 0, others: 0, steal: 0 };
  const evidence = { sent: 100, intended: 100, seconds: 1, dropped: 0, lagMs: 0, cpu, clockJumpMs: 0 };
  const counts = { sent: 100, intended: 100, barren: 0, unended: 0, cut: 0 };
  const slots = listBlockSlots(plan, index)
    .filter(({ round }) => round !== null)
    .map((slot) => {
      const slices = slicesOf(slot);
      const disturbed = slices.map(() => false);
      return { slot, slices, disturbed, diagnosis, evidence, ...counts, failures: [], answers: [] };
    });
  const [kept, discarded] = diagnosis === 'sound' ? [slots, []] : [[], slots];
  const rest = { crash: null, failure: null, warmUps: new Map(), soak: [], wallSeconds: 30 };
  return { index, ...tellNothing(), kept, discarded, ...rest, repeatSeconds: 0 };
}

/** A case of a pair, of which nothing is measured yet. */
export function makeCase(config: Config, plan: Plan, parts: Partial<MeasuredCase> = {}): MeasuredCase {
  return {
    ...{ config, plan, blocks: [], baseline: [], gateChanges: [], failOn: [] },
    digests: new Map([['search', 'digest']]),
    draft: makeRecord(),
    comparison: { kind: 'pair', base: { baseCommit: 'b'.repeat(40), because: 'asked' }, seed: 1 },
    ...parts,
  };
}
