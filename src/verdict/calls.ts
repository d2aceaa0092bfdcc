import type { Calls } from '../measurement/calls.ts';
import { sum } from '../measurement/sum.ts';
import { estimateMean } from '../statistics/mean.ts';
import type { WorkBlock, WorkDifference } from './work.ts';

/** Change (fraction) of the messages to a peer and of the bytes from it that is told, and least change of either. */
const MESSAGES = { share: 0.15, least: 0.15 };
const RECEIVED = { share: 0.3, least: 100 };
/** Error of each end of the interval that must exclude no change. */
const ERROR = 0.0005;
/** Share of the blocks that must show it, so that no single one decides. */
const MOST_BLOCKS = 0.8;

/** Compares whom the arms call, by the means over blocks. Bytes are told only where messages are the same. */
export function compareCalls(label: string, blocks: readonly WorkBlock[]): WorkDifference[] {
  const known = blocks.flatMap(({ base, head }) =>
    base.calls && head.calls ? [{ base: base.calls, head: head.calls }] : [],
  );
  const peers = [...new Set(known.flatMap(({ base, head }) => [...base, ...head]).map(({ peer }) => peer))];
  return peers.flatMap((peer): WorkDifference[] => {
    const compare = (field: 'messages' | 'received', { share, least }: typeof MESSAGES) => {
      const read = (calls: readonly Calls[]) => calls.find((one) => one.peer === peer)?.[field] ?? 0;
      const pairs = known.map(({ base, head }) => ({ base: read(base), head: read(head) }));
      const meanOf = (arm: 'base' | 'head') => sum(pairs, (pair) => pair[arm]) / pairs.length;
      const [base, head] = [meanOf('base'), meanOf('head')];
      const rises = pairs.map((pair) => pair.head - pair.base);
      const { mean, reach } = estimateMean(rises);
      const isLarge = Math.abs(head - base) > Math.max(least, share * base);
      const isSure = Math.abs(mean) > reach(ERROR);
      const shown = rises.filter((rise) => rise * mean > 0).length;
      return isLarge && isSure && shown >= MOST_BLOCKS * pairs.length ? { label, peer, base, head } : null;
    };
    const messages = compare('messages', MESSAGES);
    if (messages !== null) return [{ kind: 'messages', ...messages }];
    const received = compare('received', RECEIVED);
    return received === null ? [] : [{ kind: 'received', ...received }];
  });
}
