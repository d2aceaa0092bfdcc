import * as z from 'zod';
import { boundedText, count, number, variant } from '../json-values.ts';
import { type Answers, measureSizes, shareStatuses } from '../measurement/answers.ts';
import type { Calls } from '../measurement/calls.ts';
import { sum } from '../measurement/sum.ts';
import { estimateMean } from '../statistics/mean.ts';

const label = boundedText;
/** Method (except GET) and path as written, without a query; null for a script. */
const request = boundedText.nullable();
const shares = { base: number, head: number };

/** What base and head do differently with the same requests. It never blocks, but different responses rule out `improved`. */
export const workDifferenceSchema = z.discriminatedUnion('kind', [
  /** Responses with a status that the base gives less often: its share on each (fraction), and the status that it replaces. */
  variant('status', { label, request, status: count, instead: count.nullable(), ...shares }),
  /** Typical size of a response, bytes. */
  variant('size', { label, request, base: number, head: number }),
  /** Messages that the service sends to a peer per request. */
  variant('messages', { label, peer: boundedText, base: number, head: number }),
]);
export type WorkDifference = z.infer<typeof workDifferenceSchema>;

/** What one arm did in one block: responses by request number, and its calls per request; null if unknown. */
export type WorkDone = { answers: readonly Answers[][]; calls: readonly Calls[] | null };

export type WorkBlock = { base: WorkDone; head: WorkDone };

/** Smallest reported change of a typical response's size (fraction), of the mean beside it, and fewest sizes per arm. */
const SIZE = { typical: 0.3, mean: 0.15, fewest: 10 };
/** Smallest reported rise of the share of a status. */
const STATUS_SHARE = 0.03;
/** Share of the blocks that must show it, and fewest that vote on a rare request: no single one decides. */
const MOST_BLOCKS = 0.8;
const FEWEST_BLOCKS = 6;

/**
 * Lists how the arms differ apart from time: in their responses, and in whom they call.
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

/** Responses of both arms to one request. */
type Pair = { base: Answers[]; head: Answers[] };

/** Reads a property of the responses of both arms: over all blocks, and in each block. */
function readBoth<T>(pairs: readonly Pair[], read: (answers: readonly Answers[]) => T) {
  const readPair = ({ base, head }: Pair) => ({ base: read(base), head: read(head) });
  const all = { base: pairs.flatMap(({ base }) => base), head: pairs.flatMap(({ head }) => head) };
  return { ...readPair(all), blocks: pairs.map(readPair) };
}

/** Tells whether most blocks with an opinion show it. */
function isVoted(votes: readonly (boolean | null)[]): boolean {
  const cast = votes.filter((vote) => vote !== null);
  return (
    cast.length >= Math.min(FEWEST_BLOCKS, MOST_BLOCKS * votes.length) &&
    cast.filter(Boolean).length >= MOST_BLOCKS * cast.length
  );
}

function compareSizes(label: string, request: string | null, pairs: readonly Pair[]): WorkDifference[] {
  const { base, head, blocks } = readBoth(pairs, measureSizes);
  /** Direction of the difference, 0 if there is none. One byte is added, so that an empty response has a ratio. */
  const direct = (own: Record<'base' | 'head', ReturnType<typeof measureSizes>>): number => {
    const typical = (own.head.typical + 1) / (own.base.typical + 1) - 1;
    const mean = (own.head.mean + 1) / (own.base.mean + 1) - 1;
    const isOther = Math.abs(typical) > SIZE.typical && mean * Math.sign(typical) > SIZE.mean;
    return isOther ? Math.sign(typical) : 0;
  };
  const direction = direct({ base, head });
  if (direction === 0 || Math.min(base.count, head.count) < SIZE.fewest) return [];
  const votes = blocks.map((own) =>
    Math.min(own.base.count, own.head.count) > 0 ? direct(own) === direction : null,
  );
  return isVoted(votes) ? [{ kind: 'size', label, request, base: base.typical, head: head.typical }] : [];
}

function compareStatuses(label: string, request: string | null, pairs: readonly Pair[]): WorkDifference[] {
  const { base, head, blocks } = readBoth(pairs, shareStatuses);
  const rise = (status: number) => (head.get(status) ?? 0) - (base.get(status) ?? 0);
  const [status] = [...head.keys()].sort((a, b) => rise(b) - rise(a));
  if (status === undefined || base.size === 0 || rise(status) < STATUS_SHARE) return [];
  const votes = blocks.map((own) =>
    own.base.size > 0 && own.head.size > 0 ? (own.head.get(status) ?? 0) > (own.base.get(status) ?? 0) : null,
  );
  if (!isVoted(votes)) return [];
  const instead = [...base.keys()].sort((a, b) => rise(a) - rise(b))[0] ?? null;
  const shares = { base: base.get(status) ?? 0, head: head.get(status)! };
  return [{ kind: 'status', label, request, status, instead, ...shares }];
}

/** Smallest reported change of messages per request to a peer: as a share, and absolute. */
const MESSAGES = 0.15;
/** Error at each end of the interval, which must exclude no change. */
const CALLS_ERROR = 0.0005;

/** Compares whom the arms call, by the means over blocks. */
function compareCalls(label: string, blocks: readonly WorkBlock[]): WorkDifference[] {
  const known = blocks.flatMap(({ base, head }) =>
    base.calls && head.calls ? [{ base: base.calls, head: head.calls }] : [],
  );
  const peers = [...new Set(known.flatMap(({ base, head }) => [...base, ...head]).map(({ peer }) => peer))];
  return peers.flatMap((peer): WorkDifference[] => {
    const read = (calls: readonly Calls[]) => calls.find((one) => one.peer === peer)?.messages ?? 0;
    const average = (arm: 'base' | 'head') => sum(known, (pair) => read(pair[arm])) / known.length;
    const [base, head] = [average('base'), average('head')];
    const rises = known.map((pair) => read(pair.head) - read(pair.base));
    const { mean, reach } = estimateMean(rises);
    const isLarge = Math.abs(head - base) > Math.max(MESSAGES, MESSAGES * base);
    const isSure = Math.abs(mean) > reach(CALLS_ERROR);
    const shown = rises.filter((rise) => rise * mean > 0).length;
    const isTold = isLarge && isSure && shown >= MOST_BLOCKS * known.length;
    return isTold ? [{ kind: 'messages', label, peer, base, head }] : [];
  });
}
