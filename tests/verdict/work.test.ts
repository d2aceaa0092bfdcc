import { describe, expect, it } from 'vitest';
import type { Answers } from '../../src/measurement/answers.ts';
import type { Calls } from '../../src/measurement/calls.ts';
import { seedRandom } from '../../src/statistics/random.ts';
import { compareWork, findResent, isOtherWork, type WorkDone } from '../../src/verdict/work.ts';
import { makeRound } from '../fixtures.ts';

const LEVELS = Array.from({ length: 101 }, (_, i) => i / 100);

function answersOf(sizes: number[], statuses: Record<number, number> = { 200: sizes.length }): Answers {
  const sorted = [...sizes].sort((a, b) => a - b);
  const values = LEVELS.map((level) => sorted[Math.round(level * (sorted.length - 1))] ?? Number.NaN);
  const avg = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return {
    sizes: sizes.length > 0 ? { count: sizes.length, avg, levels: LEVELS, values } : null,
    statuses: new Map(Object.entries(statuses).map(([status, count]) => [Number(status), count])),
  };
}

type Parts = {
  sizes?: number[];
  statuses?: Record<number, number>;
  resent?: number;
  connects?: number;
  ok?: number;
  calls?: Calls[] | null;
};

function workOf({
  sizes = Array(20).fill(1200),
  statuses,
  resent = 0,
  connects = 1,
  ok = 100,
  calls = null,
}: Parts): WorkDone {
  return {
    answers: [[answersOf(sizes, statuses)]],
    slices: [makeRound(Array(ok).fill(1), resent > 0 ? { resent } : {})],
    iterations: 100,
    connects,
    calls,
  };
}

const REQUEST = [{ text: '/list', keepsSize: false }];
const compare = (
  base: Parts,
  head: Parts,
  requests: Parameters<typeof compareWork>[1] = REQUEST,
  blocks = 8,
) =>
  compareWork(
    'search',
    requests,
    Array.from({ length: blocks }, () => ({ base: workOf(base), head: workOf(head) })),
  );

describe('the work of base and head', () => {
  it('is the same where answers differ by less than 30 %', () => {
    expect(compare({}, {})).toEqual([]);
    expect(compare({}, { sizes: Array(20).fill(900) })).toEqual([]);
  });

  it('differs where a typical answer is smaller, empty or larger', () => {
    for (const size of [2, 0, 700, 2000])
      expect(compare({}, { sizes: Array(20).fill(size) })).toEqual([
        { kind: 'size', label: 'search', request: null, base: 1200, head: size },
      ]);
  });

  it('says whether another size is forbidden, and which of several requests it is of', () => {
    const requests = [{ text: '/list', keepsSize: true }, REQUEST[0]!];
    expect(compare({}, { sizes: Array(20).fill(2) }, requests)).toMatchObject([
      { kind: 'size', request: '/list', blocks: true },
    ]);
  });

  it('differs by a status that comes more often, however it is expected', () => {
    expect(compare({}, { statuses: { 302: 20 } })).toMatchObject([
      { kind: 'status', status: 302, instead: 200, base: 0, head: 1 },
    ]);
    expect(compare({}, { statuses: { 200: 19, 404: 1 } })).toMatchObject([{ status: 404, head: 0.05 }]);
    expect(compare({ statuses: { 200: 19, 404: 1 } }, { statuses: { 200: 19, 404: 1 } })).toEqual([]);
  });

  it('differs by second connections, connections for each request, and requests of an iteration', () => {
    expect(compare({}, { resent: 5 })).toMatchObject([{ kind: 'resent', base: 0, head: 0.05 }]);
    const [connections] = compare({}, { connects: 100 });
    expect(connections).toMatchObject({ kind: 'connections', base: 0.01, head: 1 });
    expect(isOtherWork(connections!)).toBe(false);
    expect(compare({ ok: 500 }, { ok: 200 }, null)).toMatchObject([{ kind: 'requests', base: 5, head: 2 }]);
    // The load says how often a declared request is sent.
    expect(compare({ ok: 500 }, { ok: 200 })).toEqual([]);
  });

  it('is not said to differ by one block, nor by a handful of answers', () => {
    const blocks = Array.from({ length: 8 }, (_, i) => ({
      base: workOf({}),
      head: workOf({ sizes: Array(i === 0 ? 500 : 20).fill(i === 0 ? 2 : 1200) }),
    }));
    expect(compareWork('search', REQUEST, blocks)).toEqual([]);
    expect(compare({ sizes: [1200] }, { sizes: [2] })).toEqual([]);
  });

  it('differs in a rare request that half of the blocks have no sample of', () => {
    const none: Parts = { sizes: [], statuses: {} };
    /** Twelve blocks, of which six have samples. */
    const compareRare = (base: Parts, head: Parts) => {
      const blocks = Array.from({ length: 12 }, (_, i) => ({
        base: workOf(i < 6 ? base : none),
        head: workOf(i < 6 ? head : none),
      }));
      return compareWork('search', REQUEST, blocks);
    };
    const sized = (size: number): Parts => ({ sizes: Array(5).fill(size), statuses: {} });
    expect(compareRare(sized(1200), sized(2))).toEqual([
      { kind: 'size', label: 'search', request: null, base: 1200, head: 2 },
    ]);
    const answered = (status: number): Parts => ({ sizes: [], statuses: { [status]: 5 } });
    expect(compareRare(answered(200), answered(302))).toMatchObject([
      { kind: 'status', status: 302, instead: 200, base: 0, head: 1 },
    ]);
  });

  it('is not said to differ in a request of which fewer than six blocks have samples of both arms', () => {
    const inBlocks = (seen: (block: number) => boolean, own: Parts) => (block: number) =>
      workOf(seen(block) ? own : { sizes: [], statuses: {} });
    const compareSeen = (base: ReturnType<typeof inBlocks>, head: ReturnType<typeof inBlocks>) =>
      compareWork(
        'search',
        REQUEST,
        Array.from({ length: 10 }, (_, block) => ({ base: base(block), head: head(block) })),
      );
    const [usual, small, moved]: Parts[] = [
      { sizes: Array(5).fill(1200) },
      { sizes: Array(5).fill(2) },
      { sizes: Array(5).fill(1200), statuses: { 302: 5 } },
    ];
    const inFive = (block: number) => block < 5;
    const [early, late] = [(block: number) => block < 5, (block: number) => block >= 5];
    for (const other of [small!, moved!]) {
      expect(compareSeen(inBlocks(inFive, usual!), inBlocks(inFive, other))).toEqual([]);
      // Each arm has samples, and no block has those of both.
      expect(compareSeen(inBlocks(early, usual!), inBlocks(late, other))).toEqual([]);
    }
  });

  it('is said to differ in 1 of 100 runs at most where identical code answers with sizes of two kinds', () => {
    const random = seedRandom(7);
    const draw = (): Parts => ({
      sizes: Array.from({ length: 20 }, () => (random.index(2) === 0 ? 100 : 10_000)),
    });
    let told = 0;
    for (let run = 0; run < 400; run++) {
      const blocks = Array.from({ length: 8 }, () => ({ base: workOf(draw()), head: workOf(draw()) }));
      if (compareWork('search', REQUEST, blocks).length > 0) told++;
    }
    expect(told).toBeLessThanOrEqual(4);
  });

  it('differs in the messages to a peer where most blocks show it, and in bytes only where messages do not', () => {
    const database = (messages: number, received: number): Calls[] => [
      { peer: 'database', messages, sent: 50 * messages, received },
    ];
    const calls = (base: Calls[] | null, head: Calls[] | null) => compare({ calls: base }, { calls: head });
    expect(calls(database(1, 500), database(11, 5500))).toEqual([
      { kind: 'messages', label: 'search', peer: 'database', base: 1, head: 11 },
    ]);
    expect(calls([], database(2, 500))).toEqual([
      { kind: 'messages', label: 'search', peer: 'database', base: 0, head: 2 },
    ]);
    expect(calls(database(1, 500), database(1, 50_000))).toEqual([
      { kind: 'received', label: 'search', peer: 'database', base: 500, head: 50_000 },
    ]);
    expect(calls(database(1, 500), database(1.1, 550))).toEqual([]);
    expect(calls(null, database(11, 500))).toEqual([]);
    expect(isOtherWork(calls(database(1, 500), database(11, 5500))[0]!)).toBe(false);
  });

  it('is said to call the same in 99 of 100 runs where identical code calls more at times', () => {
    const random = seedRandom(11);
    const draw = (): Parts => {
      const messages = 1 + 2 * random.uniform();
      return { calls: [{ peer: 'database', messages, sent: 50 * messages, received: 500 * messages }] };
    };
    let told = 0;
    for (let run = 0; run < 400; run++) {
      const blocks = Array.from({ length: 6 }, () => ({ base: workOf(draw()), head: workOf(draw()) }));
      if (compareWork('search', REQUEST, blocks).length > 0) told++;
    }
    expect(told).toBeLessThanOrEqual(4);
  });

  it('has second connections without a base, too', () => {
    expect(findResent('search', [makeRound(Array(100).fill(1), { resent: 6 })])).toEqual([
      { kind: 'resent', label: 'search', base: null, head: 0.06 },
    ]);
    expect(findResent('search', [makeRound(Array(100).fill(1), { resent: 2 })])).toEqual([]);
  });
});
