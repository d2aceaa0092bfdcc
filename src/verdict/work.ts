import * as z from 'zod';
import { boundedText, count, number, variant } from '../json-values.ts';
import { type Answers, measureSizes, shareStatuses } from '../measurement/answers.ts';
import type { Calls } from '../measurement/calls.ts';
import type { Slice } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';

const label = boundedText;
/** Method (but for GET) and path as written, without a query; null for a script. */
const request = boundedText.nullable();

/** What base and head do differently with the same requests. It never blocks, but takes `improved` away. */
export const workDifferenceSchema = z.discriminatedUnion('kind', [
  /** Typical size of an answer, bytes. `blocks`: `expect: {size: same}` asks for the same one. */
  variant('size', { label, request, base: number, head: number, blocks: z.literal(true).optional() }),
  /** Answers with a status that the base gives less often: its share of each (fraction), and the status that it replaces. */
  variant('status', {
    label,
    request,
    status: count,
    instead: count.nullable(),
    base: number,
    head: number,
  }),
  /** Requests of an iteration of a script. */
  variant('requests', { label, base: number, head: number }),
  /** Share of the requests (fraction) that k6 sent again, unseen. `base` is null without one. */
  variant('resent', { label, base: number.nullable(), head: number }),
  /** Connections opened for each request. */
  variant('connections', { label, base: number, head: number }),
  /** Messages that the service sends to a peer for each request, and bytes that it gets from there. */
  variant('messages', { label, peer: boundedText, base: number, head: number }),
  variant('received', { label, peer: boundedText, base: number, head: number }),
]);
export type WorkDifference = z.infer<typeof workDifferenceSchema>;

/** The gravest first. */
const ORDER: WorkDifference['kind'][] = [
  'resent',
  'status',
  'size',
  'requests',
  'messages',
  'received',
  'connections',
];

/** What one arm did in one block: answers by the number of the request, counts of all requests. */
export type WorkDone = {
  answers: readonly Answers[][];
  slices: readonly Slice[];
  iterations: number;
  connects: number;
  /** What it called for each request; null where that is not known. */
  calls: readonly Calls[] | null;
};

export type WorkBlock = { base: WorkDone; head: WorkDone };

/** Change of a typical answer's size (fraction) from which it is told, and of the mean beside it. */
const SIZE = { typical: 0.3, mean: 0.15 };
/** Rise of the share of a status, of second connections, and of connections for each request, that is told. */
const STATUS_SHARE = 0.03;
const RESENT_SHARE = 0.005;
const CONNECTIONS = 0.1;
/** Change (fraction) of the messages to a peer and of the bytes from it that is told, and least change of either. */
const MESSAGES = { share: 0.15, least: 0.15 };
const RECEIVED = { share: 0.3, least: 100 };
/** Confidence of the interval that must exclude no change. */
const CONFIDENCE = 0.999;
/** Share of the blocks that must show it, so that no single one decides, and fewest samples of each arm. */
const MOST_BLOCKS = 0.8;
const FEWEST = 10;
/** Fewest blocks, of many, that vote on a rare request, so that no single one decides. */
const FEWEST_BLOCKS = 6;

/**
 * Lists in what the arms differ beside time, block by block: what answers are like, and how often connections are made.
 *
 * @param requests as written, with what is asked of their sizes; null for a script
 */
export function compareWork(
  label: string,
  requests: readonly { text: string; keepsSize: boolean }[] | null,
  blocks: readonly WorkBlock[],
): WorkDifference[] {
  const both = blocks.filter(({ base, head }) => countRequests(base) > 0 && countRequests(head) > 0);
  if (both.length === 0) return [];
  const perRequest = (requests ?? [null]).flatMap((each, which) => {
    const name = requests !== null && requests.length > 1 ? each!.text : null;
    const pairs = both.map(({ base, head }) => ({
      base: base.answers.flatMap((own) => own[which] ?? []),
      head: head.answers.flatMap((own) => own[which] ?? []),
    }));
    return [
      ...compareSizes(label, name, each?.keepsSize ?? false, pairs),
      ...compareStatuses(label, name, pairs),
    ];
  });
  const calls = compareCalls(label, both);
  return [...perRequest, ...compareCounts(label, requests === null, both), ...calls].sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
}

type AnswerPair = { base: Answers[]; head: Answers[] };

function compareSizes(
  label: string,
  request: string | null,
  keepsSize: boolean,
  pairs: readonly AnswerPair[],
): WorkDifference[] {
  const measure = (own: readonly AnswerPair[]) => ({
    base: measureSizes(own.flatMap(({ base }) => base)),
    head: measureSizes(own.flatMap(({ head }) => head)),
  });
  const differ = ({ base, head }: ReturnType<typeof measure>): number => {
    // One byte more, so that an empty answer has a ratio.
    const typical = (head.typical + 1) / (base.typical + 1) - 1;
    const mean = (head.mean + 1) / (base.mean + 1) - 1;
    const isOther = Math.abs(typical) > SIZE.typical && mean * Math.sign(typical) > SIZE.mean;
    return isOther ? Math.sign(typical) : 0;
  };
  const all = measure(pairs);
  if (Math.min(all.base.count, all.head.count) < FEWEST) return [];
  const direction = differ(all);
  // A rare request has no sample in many a block.
  const seen = pairs
    .map((pair) => measure([pair]))
    .filter(({ base, head }) => Math.min(base.count, head.count) > 0);
  if (direction === 0 || isSeenRarely(seen, pairs)) return [];
  if (!showInMost(seen, (one) => differ(one) === direction)) return [];
  const [base, head] = [all.base.typical, all.head.typical];
  return [{ kind: 'size', label, request, base, head, ...(keepsSize && { blocks: true as const }) }];
}

function compareStatuses(
  label: string,
  request: string | null,
  pairs: readonly AnswerPair[],
): WorkDifference[] {
  const base = shareStatuses(pairs.flatMap((pair) => pair.base));
  const head = shareStatuses(pairs.flatMap((pair) => pair.head));
  if (base.size === 0 || head.size === 0) return [];
  const rise = (status: number) => (head.get(status) ?? 0) - (base.get(status) ?? 0);
  const [status] = [...head.keys()].sort((a, b) => rise(b) - rise(a)) as [number, ...number[]];
  if (rise(status) < STATUS_SHARE) return [];
  const isHigher = (pair: AnswerPair) =>
    (shareStatuses(pair.head).get(status) ?? 0) > (shareStatuses(pair.base).get(status) ?? 0);
  const seen = pairs.filter((pair) => [pair.base, pair.head].every((own) => shareStatuses(own).size > 0));
  if (isSeenRarely(seen, pairs) || !showInMost(seen, isHigher)) return [];
  const instead = [...base.keys()].sort((a, b) => rise(a) - rise(b))[0] ?? null;
  const shares = { base: base.get(status) ?? 0, head: head.get(status)! };
  return [{ kind: 'status', label, request, status, instead, ...shares }];
}

function compareCounts(label: string, isScript: boolean, blocks: readonly WorkBlock[]): WorkDifference[] {
  const found: WorkDifference[] = [];
  const total = (arm: 'base' | 'head', of: (work: WorkDone) => number) =>
    blocks.reduce((sum, block) => sum + of(block[arm]), 0);
  const share = (of: (work: WorkDone) => number, per: (work: WorkDone) => number) => ({
    base: total('base', of) / total('base', per),
    head: total('head', of) / total('head', per),
  });
  const each = share(countRequests, ({ iterations }) => iterations);
  const change = each.head / each.base - 1;
  const isOther = ({ base, head }: WorkBlock) => {
    const own = countRequests(head) / head.iterations / (countRequests(base) / base.iterations) - 1;
    return Math.abs(own) > SIZE.typical && Math.sign(own) === Math.sign(change);
  };
  if (isScript && Math.abs(change) > SIZE.typical && showInMost(blocks, isOther))
    found.push({ kind: 'requests', label, ...each });
  const again = share(countResent, countRequests);
  if (again.head - again.base > RESENT_SHARE && total('head', countResent) >= FEWEST / 2)
    found.push({ kind: 'resent', label, ...again });
  const connections = share(({ connects }) => connects, countRequests);
  if (connections.head - connections.base > CONNECTIONS && connections.head > 2 * connections.base)
    found.push({ kind: 'connections', label, ...connections });
  return found;
}

/** Compares whom the arms call, by the means over blocks. Bytes are told only where messages are the same. */
function compareCalls(label: string, blocks: readonly WorkBlock[]): WorkDifference[] {
  const known = blocks.flatMap(({ base, head }) =>
    base.calls && head.calls ? [{ base: base.calls, head: head.calls }] : [],
  );
  const peers = [...new Set(known.flatMap(({ base, head }) => [...base, ...head]).map(({ peer }) => peer))];
  return peers.flatMap((peer): WorkDifference[] => {
    const compare = (field: 'messages' | 'received', { share, least }: typeof MESSAGES) => {
      const read = (calls: readonly Calls[]) => calls.find((one) => one.peer === peer)?.[field] ?? 0;
      const pairs = known.map(({ base, head }) => ({ base: read(base), head: read(head) }));
      const [base, head] = [mean(pairs.map((pair) => pair.base)), mean(pairs.map((pair) => pair.head))];
      const rise = estimateRatio(
        pairs.map((pair) => ({ total: pair.head - pair.base, weight: 1 })),
        CONFIDENCE,
      );
      const isLarge = Math.abs(head - base) > Math.max(least, share * base);
      const isSure = rise.low > 0 || rise.high < 0;
      return isLarge && isSure && showInMost(pairs, (pair) => (pair.head - pair.base) * rise.value > 0)
        ? { label, peer, base, head }
        : null;
    };
    const messages = compare('messages', MESSAGES);
    if (messages !== null) return [{ kind: 'messages', ...messages }];
    const received = compare('received', RECEIVED);
    return received === null ? [] : [{ kind: 'received', ...received }];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Tells of a run without a base that requests had to be sent again. */
export function findResent(label: string, slices: readonly Slice[]): WorkDifference[] {
  const [resent, requests] = [sum(slices, resentIn), sum(slices, requestsIn)];
  if (!(resent / requests > RESENT_SHARE) || resent < FEWEST / 2) return [];
  return [{ kind: 'resent', label, base: null, head: resent / requests }];
}

/** Tells whether base and head did other work, so that a change of time says nothing. */
export function isOtherWork({ kind }: WorkDifference): boolean {
  return kind !== 'connections' && !isCall(kind);
}

/** Tells whether a difference is in whom the service calls. */
export function isCall(kind: WorkDifference['kind']): kind is 'messages' | 'received' {
  return kind === 'messages' || kind === 'received';
}

/** Tells whether too few blocks have samples of both arms to vote. Of none, most would be none as well. */
function isSeenRarely(seen: readonly unknown[], all: readonly unknown[]): boolean {
  return seen.length < Math.min(FEWEST_BLOCKS, MOST_BLOCKS * all.length);
}

function showInMost<T>(all: readonly T[], shows: (one: T) => boolean): boolean {
  return all.filter(shows).length >= MOST_BLOCKS * all.length;
}

const resentIn = ({ resent = 0 }: Slice) => resent;
const requestsIn = ({ ok, failed }: Slice) => ok + failed;
const countResent = ({ slices }: WorkDone) => sum(slices, resentIn);
const countRequests = ({ slices }: WorkDone) => sum(slices, requestsIn);
