import { expect, it } from 'vitest';
import { type Block, splitBlock } from '../../src/blocks/block.ts';
import type { DiagnosedSlot } from '../../src/blocks/diagnosis.ts';

const slotOf = (block: number, key: string) => ({ slot: { block, key } }) as DiagnosedSlot;

const joined: Block = {
  index: 1,
  kept: [slotOf(1, 'a'), slotOf(2, 'b'), slotOf(3, 'c'), slotOf(3, 'd')],
  discarded: [slotOf(2, 'e')],
  crash: null,
  failure: null,
  failures: [{ label: 'search', text: 'status 500', count: 2, said: null }],
  lost: [],
  nodes: ['node-1'],
  warmUps: new Map(),
  soak: [],
  soakFailures: [],
  wallSeconds: 30,
};

it('blocks that were measured in one program have their own slots, and what is known of the program once', () => {
  const blocks = splitBlock(joined, 3);
  const keysOf = (slots: DiagnosedSlot[]) => slots.map(({ slot }) => slot.key);
  expect(blocks.map(({ index, kept, discarded }) => [index, keysOf(kept), keysOf(discarded)])).toEqual([
    [1, ['a'], []],
    [2, ['b'], ['e']],
    [3, ['c', 'd'], []],
  ]);
  expect(blocks.map(({ wallSeconds }) => wallSeconds)).toEqual([10, 10, 10]);
  expect(blocks.flatMap(({ failures }) => failures)).toEqual(joined.failures);
  expect(blocks.flatMap(({ nodes }) => nodes)).toEqual(['node-1']);
  expect(splitBlock(joined, 1)).toEqual([joined]);
});
