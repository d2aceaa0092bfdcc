import { describe, expect, it } from 'vitest';
import type { Answers } from '../../src/measurement/answers.ts';
import type { Calls } from '../../src/measurement/calls.ts';
import { seedRandom } from '../../src/statistics/random.ts';
import { compareWork, type WorkDone } from '../../src/verdict/work.ts';

const LEVELS = Array.from({ length: 101 }, (_, i) => i / 100);

/** Answers to one request. */
function answer(sizes: number[], statuses: Record<number, number> = { 200: sizes.length }): Answers {
  const sorted = [...sizes].sort((a, b) => a - b);
  const values = LEVELS.map((level) => sorted[Math.round(level * (sorted.length - 1))] ?? Number.NaN);
  const avg = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return {
    sizes: sizes.length > 0 ? { count: sizes.length, avg, levels: LEVELS, values } : null,
    statuses: new Map(Object.entries(statuses).map(([status, count]) => [Number(status), count])),
  };
}

const sized = (size: number, count = 20) => answer(Array(count).fill(size));
const USUAL = sized(1200);
const NONE = answer([], {});

const done = (answers: Answers[], calls: Calls[] | null = null): WorkDone => ({ answers: [answers], calls });

type Head = Answers | ((block: number) => Answers);

/** What is told of as many blocks, each with these answers to the last request. */
function compare(base: Answers, head: Head, requests = ['/list'], blocks = 8) {
  const others = requests.slice(1).map(() => USUAL);
  return compareWork(
    'search',
    requests,
    Array.from({ length: blocks }, (_, block) => ({
      base: done([...others, base]),
      head: done([...others, typeof head === 'function' ? head(block) : head]),
    })),
  );
}

describe('answers of base and head', () => {
  it.each([2, 0, 700, 2000])('differ where a typical one has %i bytes in place of 1200', (size) => {
    expect(compare(USUAL, sized(size))).toEqual([
      { kind: 'size', label: 'search', request: null, base: 1200, head: size },
    ]);
  });

  it('differ by a status that comes more often, however it is expected', () => {
    expect(compare(USUAL, answer(Array(20).fill(1200), { 302: 20 }))).toEqual([
      { kind: 'status', label: 'search', request: null, status: 302, instead: 200, base: 0, head: 1 },
    ]);
    const some = answer(Array(20).fill(1200), { 200: 19, 404: 1 });
    expect(compare(USUAL, some)).toMatchObject([{ status: 404, base: 0, head: 0.05 }]);
    expect(compare(some, some)).toEqual([]);
  });

  it('are those of one of several requests', () => {
    expect(compare(USUAL, sized(2), ['/list', '/item'])).toMatchObject([{ kind: 'size', request: '/item' }]);
  });

  it('are the same where they differ by less than 30 %, in one block, or by a handful', () => {
    expect(compare(USUAL, sized(900))).toEqual([]);
    expect(compare(USUAL, (block) => (block === 0 ? sized(2, 500) : USUAL))).toEqual([]);
    expect(compare(sized(1200, 1), sized(2, 1))).toEqual([]);
  });

  it.each([sized(2, 5), answer(Array(5).fill(1200), { 302: 5 })])(
    'to a rare request count where six blocks of both arms have some, and not where fewer have',
    (other) => {
      const compareRare = (seen: number) =>
        compare(sized(1200, 5), (block) => (block < seen ? other : NONE), ['/list', '/rare'], 10);
      expect(compareRare(6)).toHaveLength(1);
      expect(compareRare(5)).toEqual([]);
    },
  );

  it('differ in 1 of 100 runs at most where identical code answers with sizes of two kinds', () => {
    const random = seedRandom(7);
    const draw = () => answer(Array.from({ length: 20 }, () => (random.index(2) === 0 ? 100 : 10_000)));
    const runs = Array.from({ length: 400 }, () => {
      const blocks = Array.from({ length: 8 }, () => ({ base: done([draw()]), head: done([draw()]) }));
      return compareWork('search', ['/list'], blocks);
    });
    expect(runs.filter((told) => told.length > 0).length).toBeLessThanOrEqual(4);
  });
});

describe('calls of base and head', () => {
  const database = (messages: number): Calls[] => [{ peer: 'database', messages }];
  const calls = (base: Calls[] | null, head: Calls[] | null) =>
    compareWork(
      'search',
      null,
      Array.from({ length: 8 }, () => ({ base: done([USUAL], base), head: done([USUAL], head) })),
    );

  it('differ in the messages to a peer where most blocks show it', () => {
    const told = { kind: 'messages', label: 'search', peer: 'database' };
    expect(calls(database(1), database(11))).toEqual([{ ...told, base: 1, head: 11 }]);
    expect(calls([], database(2))).toEqual([{ ...told, base: 0, head: 2 }]);
    expect(calls(database(1), database(1.1))).toEqual([]);
    expect(calls(null, database(11))).toEqual([]);
  });

  it('are the same in 99 of 100 runs where identical code calls more at times', () => {
    const random = seedRandom(11);
    const draw = () => done([USUAL], database(1 + 2 * random.uniform()));
    const runs = Array.from({ length: 400 }, () =>
      compareWork(
        'search',
        null,
        Array.from({ length: 6 }, () => ({ base: draw(), head: draw() })),
      ),
    );
    expect(runs.filter((told) => told.length > 0).length).toBeLessThanOrEqual(4);
  });
});
