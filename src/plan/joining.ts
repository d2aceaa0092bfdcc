import { round3 } from '../metrics/decimal.ts';
import { measureLength } from './layout.ts';
import type { Slot, Stage } from './slot.ts';
import { gapAfter } from './step.ts';

/**
 * Joins blocks on deployments, which nobody starts afresh, into one program. Pods take seconds to begin.
 *
 * @param blocks each with its index, and its stages
 * @returns null where a block has several programs: those of scripts, which take one arm each
 */
export function joinBlocks(blocks: readonly { index: number; stages: readonly Stage[] }[]): Stage[] | null {
  const slots: Slot[] = [];
  let at = 0;
  for (const { index, stages } of blocks) {
    const [program, ...others] = stages.flatMap(({ programs }) => programs);
    if (program === undefined || others.length > 0) return null;
    const rename = (name: string) => `${name}-${index + 1}`;
    slots.push(
      ...program.slots.map((slot) => ({
        ...slot,
        key: rename(slot.key),
        block: index,
        startSeconds: round3(at + slot.startSeconds),
        turns: slot.turns && { ...slot.turns, scenario: rename(slot.turns.scenario) },
      })),
    );
    at += program.seconds + gapAfter(program.slots.at(-1)!.step);
  }
  return [{ arms: blocks[0]!.stages[0]!.arms, programs: [measureLength(slots)] }];
}
