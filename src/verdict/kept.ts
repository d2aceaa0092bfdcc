import type { Slice } from '../measurement/measurement.ts';
import { isAlone, isInTurns, type Slot } from '../plan/slot.ts';
import type { PairedBlock } from './pair-values.ts';

/** One arm's part of a stretch of load, as kept by a block. */
export type KeptSlot = { slot: Pick<Slot, 'arm' | 'round' | 'turns'>; slices: Slice[] };

/** Lists the head's stretches alone, block by block, in the order of their rounds: SLOs are judged on them. */
export function stretchesOfHead(blocks: readonly (readonly KeptSlot[])[]): Slice[][][] {
  return blocks.map((kept) =>
    kept
      .filter(({ slot }) => slot.arm === 'head' && isAlone(slot))
      .sort((a, b) => a.slot.round! - b.slot.round!)
      .map(({ slices }) => slices),
  );
}

/** Picks all slices of these. */
export function pickHead(blocks: readonly (readonly KeptSlot[])[]): Slice[] {
  return stretchesOfHead(blocks).flat(2);
}

/** Pairs what was measured in turns, and each arm alone. */
export function pairBlocks(blocks: readonly (readonly KeptSlot[])[]) {
  const pair = (isMeant: (slot: KeptSlot['slot']) => boolean) =>
    blocks.map((kept) => pairSlots(kept.filter(({ slot }) => isMeant(slot))));
  return { inTurns: pair(isInTurns), alone: pair(isAlone) };
}

/** Pairs the rounds of a block that both arms kept. Empty if there are none. */
function pairSlots(kept: readonly KeptSlot[]): PairedBlock {
  const list = (arm: 'base' | 'head') =>
    kept
      .filter(({ slot }) => slot.arm === arm)
      .filter(({ slot }) => kept.some((other) => other.slot.arm !== arm && other.slot.round === slot.round))
      .flatMap(({ slices }) => slices);
  return { base: list('base'), head: list('head') };
}
