import type { Arm } from './measurement.ts';
import { sum } from './sum.ts';

/** What an arm sends to a peer for each of its own requests. */
export type Calls = {
  /** Name in the configuration, otherwise address and port. */
  peer: string;
  /** Data segments that were sent. A request to the peer is one, unless it is larger than 64 kB. */
  messages: number;
};

/** TCP connection from the end that opened it, with its counters since then. `peer` is an address and a port. */
export type Connection = Calls & { key: string };

/** Connections of each arm that were open at a time between two others (Unix ms): reading them takes time. */
export type CallsSample = { asked: number; read: number; open: ReadonlyMap<Arm, readonly Connection[]> };

/** A connection that has been closed. Its owner is no longer known. */
export type ClosedConnection = Connection & { wall: number };

/** Minimum number of messages to a peer per request that are reported. */
const FEWEST_MESSAGES = 0.05;

const LOCAL = /^(127\.|\[::1\]:)/;

/** How far (ms) a sample before a stretch may reach into it, and the greatest age (ms) of a sample. */
const TOUCH_MS = 50;
const OLDEST_MS = 1000;

/**
 * Counts the calls of an arm to each peer in a stretch of load alone (from and to in Unix ms), per request,
 * most frequent first. Before and after it the arm is idle, so the sockets are read then. Null if they were
 * not, as on an overloaded machine.
 *
 * A connection that was closed in between counts as the arm's if the arm has others with that peer, or if the peer is
 * declared or on this machine, and the other arm is not known to have opened it. So calls can only be counted under
 * load alone.
 *
 * @param names of declared peers, by address and port
 */
export function countCalls(
  arm: Arm,
  { samples, closed }: { samples: readonly CallsSample[]; closed: readonly ClosedConnection[] },
  { from, to, requests }: { from: number; to: number; requests: number },
  names: ReadonlyMap<string, string> = new Map(),
): Calls[] | null {
  const before = samples.findLast(({ asked, read }) => read <= from + TOUCH_MS && asked > from - OLDEST_MS);
  const after = samples.find(({ asked }) => asked >= to && asked < to + OLDEST_MS);
  if (before === undefined || after === undefined || requests <= 0) return null;
  const known = new Map((before.open.get(arm) ?? []).map((one) => [one.key, one]));
  const opened = samples.flatMap(({ open }) => [...open]);
  const others = new Set(opened.flatMap(([whose, own]) => (whose === arm ? [] : own.map(({ key }) => key))));
  const peers = new Set(opened.flatMap(([whose, own]) => (whose === arm ? own.map(({ peer }) => peer) : [])));
  const ended = closed.filter(
    ({ wall, key, peer }) =>
      wall > before.asked &&
      wall <= after.read &&
      !others.has(key) &&
      (peers.has(peer) || names.has(peer) || LOCAL.test(peer)),
  );
  const sums = new Map<string, Calls>();
  for (const one of [...(after.open.get(arm) ?? []), ...ended]) {
    const earlier = known.get(one.key);
    const peer = names.get(one.peer) ?? one.peer;
    const total = sums.get(peer) ?? { peer, messages: 0 };
    total.messages += Math.max(0, one.messages - (earlier?.messages ?? 0)) / requests;
    sums.set(peer, total);
  }
  return [...sums.values()]
    .filter(({ messages }) => messages >= FEWEST_MESSAGES)
    .sort((a, b) => b.messages - a.messages);
}

/** Averages the calls of equally long stretches. A peer that is missing in one of them received no message. */
export function averageCalls(stretches: readonly Calls[][]): Calls[] {
  const all = stretches.flat();
  return [...new Set(all.map(({ peer }) => peer))].map((peer) => {
    const own = all.filter((one) => one.peer === peer);
    const average = sum(own, ({ messages }) => messages) / stretches.length;
    return { peer, messages: Number(average.toPrecision(4)) };
  });
}
