import * as z from 'zod';
import { boundedText, count, number, variant } from '../json-values.ts';
import { type Answers, measureSizes, shareStatuses } from '../measurement/answers.ts';
import type { Calls } from '../measurement/calls.ts';
import { compareCalls } from './calls.ts';

const label = boundedText;
/** Method (but for GET) and path as written, without a query; null for a script. */
const request = boundedText.nullable();
const shares = { base: number, head: number };

/** What base and head do differently with the same requests. It never blocks, but other answers take `improved` away. */
export const workDifferenceSchema = z.discriminatedUnion('kind', [
  /** Answers with a status that the base gives less often: its share of each (fraction), and the status that it replaces. */
  variant('status', { label, request, status: count, instead: count.nullable(), ...shares }),
  /** Typical size of an answer, bytes. */
  variant('size', { label, request, base: number, head: number }),
  /** Messages that the service sends to a peer for each request, and bytes that it gets from there. */
  variant('messages', { label, peer: boundedText, base: number, head: number }),
  variant('received', { label, peer: boundedText, base: number, head: number }),
]);
export type WorkDifference = z.infer<typeof workDifferenceSchema>;

/** What one arm did in one block: answers by the number of the request, and what it called for each; null where unknown. */
export type WorkDone = { answers: readonly Answers[][]; calls: readonly Calls[] | null };

export type WorkBlock = { base: WorkDone; head: WorkDone };

/** Change of a typical answer's size (fraction) from which it is told, and of the mean beside it. */
const SIZE = { typical: 0.3, mean: 0.15 };
/** Fewest sizes of each arm. */
const FEWEST_SIZES = 10;
/** Rise of the share of a status that is told. */
const STATUS_SHARE = 0.03;
/** Share of the blocks that must show it, and fewest, of many, that vote on a rare request: no single one decides. */
const MOST_BLOCKS = 0.8;
const FEWEST_BLOCKS = 6;

/**
 * Lists in what the arms differ beside time: what their answers are like, and whom they call.
 *
 * @param requests as written; null for a script
 */
export function compareWork(
  label: string,
  requests: readonly string[] | null,
  blocks: readonly WorkBlock[],
): WorkDifference[] {
  const isMeasured = ({ answers }: WorkDone) =>
    answers.flat().some(({ sizes, statuses }) => sizes !== null || statuses.size > 0);
  const both = blocks.filter(({ base, head }) => isMeasured(base) && isMeasured(head));
  const answers = (requests ?? [null]).flatMap((each, which) => {
    const name = requests !== null && requests.length > 1 ? each : null;
    const pick = ({ answers }: WorkDone) => answers.flatMap((own) => own[which] ?? []);
    const pairs = both.map(({ base, head }) => ({ base: pick(base), head: pick(head) }));
    return [...compareStatuses(label, name, pairs), ...compareSizes(label, name, pairs)];
  });
  return [...answers, ...compareCalls(label, blocks)];
}

/** Answers of both arms to one request. */
type Pair = { base: Answers[]; head: Answers[] };

const pool = (pairs: readonly Pair[]): Pair => ({
  base: pairs.flatMap(({ base }) => base),
  head: pairs.flatMap(({ head }) => head),
});

/** Tells whether most blocks show it, of those that have an opinion. */
function isVoted(pairs: readonly Pair[], shows: (pair: Pair) => boolean | null): boolean {
  const votes = pairs.map(shows).filter((vote) => vote !== null);
  return (
    votes.length >= Math.min(FEWEST_BLOCKS, MOST_BLOCKS * pairs.length) &&
    votes.filter(Boolean).length >= MOST_BLOCKS * votes.length
  );
}

function compareSizes(label: string, request: string | null, pairs: readonly Pair[]): WorkDifference[] {
  const measure = (pair: Pair) => ({ base: measureSizes(pair.base), head: measureSizes(pair.head) });
  /** Direction of the difference, 0 without one. One byte more, so that an empty answer has a ratio. */
  const direct = ({ base, head }: ReturnType<typeof measure>): number => {
    const typical = (head.typical + 1) / (base.typical + 1) - 1;
    const mean = (head.mean + 1) / (base.mean + 1) - 1;
    const isOther = Math.abs(typical) > SIZE.typical && mean * Math.sign(typical) > SIZE.mean;
    return isOther ? Math.sign(typical) : 0;
  };
  const { base, head } = measure(pool(pairs));
  const direction = direct({ base, head });
  if (direction === 0 || Math.min(base.count, head.count) < FEWEST_SIZES) return [];
  const isSeen = isVoted(pairs, (pair) => {
    const own = measure(pair);
    return Math.min(own.base.count, own.head.count) > 0 ? direct(own) === direction : null;
  });
  return isSeen ? [{ kind: 'size', label, request, base: base.typical, head: head.typical }] : [];
}

function compareStatuses(label: string, request: string | null, pairs: readonly Pair[]): WorkDifference[] {
  const share = (pair: Pair) => ({ base: shareStatuses(pair.base), head: shareStatuses(pair.head) });
  const { base, head } = share(pool(pairs));
  const rise = (status: number) => (head.get(status) ?? 0) - (base.get(status) ?? 0);
  const [status] = [...head.keys()].sort((a, b) => rise(b) - rise(a));
  if (status === undefined || base.size === 0 || rise(status) < STATUS_SHARE) return [];
  const isSeen = isVoted(pairs, (pair) => {
    const own = share(pair);
    const isKnown = own.base.size > 0 && own.head.size > 0;
    return isKnown ? (own.head.get(status) ?? 0) > (own.base.get(status) ?? 0) : null;
  });
  if (!isSeen) return [];
  const instead = [...base.keys()].sort((a, b) => rise(a) - rise(b))[0] ?? null;
  return [
    { kind: 'status', label, request, status, instead, base: base.get(status) ?? 0, head: head.get(status)! },
  ];
}

/** Tells whether a difference is in whom the service calls, and not in its answers. */
export function isCall(kind: WorkDifference['kind']): kind is 'messages' | 'received' {
  return kind === 'messages' || kind === 'received';
}
