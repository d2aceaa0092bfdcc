import { describe, expect, it } from 'vitest';
import { countSamples } from '../../src/profiles/profile.ts';
import { chooseHolder, findHolders, type ProfiledRound } from '../../src/profiles/rise.ts';
import { type Random, seedRandom } from '../../src/statistics/random.ts';

/** Calls from outside in, as `name@file`, and their weight. */
type Stacks = Record<string, number>;

const ROOT = '/work/head';

/** A profile with about `samples` samples, drawn by weight. */
function draw(stacks: Stacks, samples: number, random: Random): string {
  const nodes = [{ id: 1, hitCount: 0, callFrame: frame('(root)@'), children: [] as number[] }];
  const weight = Object.values(stacks).reduce((sum, one) => sum + one, 0);
  const hits = new Map<string, number>();
  for (let i = 0; i < samples; i++) {
    let left = random.uniform() * weight;
    const stack = Object.keys(stacks).find((key) => {
      left -= stacks[key]!;
      return left <= 0;
    })!;
    hits.set(stack, (hits.get(stack) ?? 0) + 1);
  }
  for (const [stack, hitCount] of hits) {
    let parent = nodes[0]!;
    for (const call of stack.split(' > ')) {
      const node = { id: nodes.length + 1, hitCount: 0, callFrame: frame(call), children: [] as number[] };
      parent.children.push(node.id);
      nodes.push(node);
      parent = node;
    }
    parent.hitCount = hitCount;
  }
  return JSON.stringify(nodes);
}

function frame(call: string) {
  const [name, file] = call.split('@') as [string, string?];
  const url = file ? `file://${ROOT}/${file}` : '';
  return { functionName: name, url, lineNumber: 14 };
}

const COMMON: Stacks = {
  'listen@server.mjs > handle@server.mjs > render@render.mjs': 2,
  'listen@server.mjs > handle@server.mjs > search@search.mjs > tokenize@search.mjs': 1,
  'listen@server.mjs > handle@server.mjs > search@search.mjs > rankResults@search.mjs': 1,
  '(program)@': 3,
  '(garbage collector)@': 1,
  '(idle)@': 10,
};
const COST = { base: 2, head: 4 };

function roundsOf(head: Stacks, count = 4, seed = 3): ProfiledRound[] {
  const random = seedRandom(seed);
  const count1 = (stacks: Stacks) => countSamples([draw(stacks, 1500, random)], [ROOT]);
  return Array.from({ length: count }, () => ({ base: count1(COMMON), head: count1(head) }));
}

const findRise = (...given: Parameters<typeof findHolders>) => findHolders(...given)[0] ?? null;

describe('the function that holds a rise', () => {
  it('is the deepest one that holds most of it, with the calls that it makes', () => {
    const key = 'listen@server.mjs > handle@server.mjs > search@search.mjs > rankResults@search.mjs';
    // Eight of base's 16 parts are idle; so it works 8 parts in 2 ms, and the head 16 in 4 ms.
    const found = findRise(roundsOf({ ...COMMON, [key]: 5, [`${key} > compare@search.mjs`]: 4 }), COST)!;
    expect(found.function).toEqual({ name: 'rankResults', file: 'search.mjs', line: 15 });
    expect(found.share).toBeGreaterThan(0.85);
  });

  it('is no single callee where several of them have risen', () => {
    const inSearch = 'listen@server.mjs > handle@server.mjs > search@search.mjs';
    const head = {
      ...COMMON,
      [`${inSearch} > tokenize@search.mjs`]: 5,
      [`${inSearch} > rankResults@search.mjs`]: 5,
    };
    expect(findRise(roundsOf(head), COST)!.function!.name).toBe('search');
  });

  it('counts one that calls itself once, and one that goes on after a wait with the others of its name', () => {
    const head = {
      ...COMMON,
      'walk@tree.mjs > walk@tree.mjs > walk@tree.mjs': 4,
      'listen@server.mjs > walk@tree.mjs': 4,
    };
    const found = findRise(roundsOf(head), COST)!;
    expect(found.function!.name).toBe('walk');
    expect(found.share).toBeLessThanOrEqual(1);
  });

  it('is garbage collection where that holds most of it', () => {
    expect(findRise(roundsOf({ ...COMMON, '(garbage collector)@': 8 }), COST)).toMatchObject({
      function: null,
    });
  });

  it('is none where the rise is in code of others, in nothing known, or not there', () => {
    const others = { ...COMMON, 'parse@node_modules/csv/index.js': 8 };
    expect(findRise(roundsOf(others), COST)).toBeNull();
    expect(findRise(roundsOf({ ...COMMON, '(program)@': 11 }), COST)).toBeNull();
    expect(findRise(roundsOf(COMMON), { base: 2, head: 2 })).toBeNull();
    expect(findRise(roundsOf({ ...COMMON, 'slow@a.mjs': 8 }, 2), COST)).toBeNull();
  });

  it('is named in 1 of 100 runs at most where identical code is said to take a little more', () => {
    let named = 0;
    for (let seed = 1; seed <= 200; seed++)
      if (findRise(roundsOf(COMMON, 4, seed), { base: 2, head: 2.12 }) !== null) named++;
    expect(named).toBeLessThanOrEqual(2);
  });
});

describe('of several functions that hold a rise', () => {
  const at = (name: string, line: number) => ({ function: { name, file: 'search.mjs', line }, share: 0.9 });
  const holders = [at('count', 45), at('scoreOf', 34), at('search', 17)];
  const samples = new Map(holders.map(({ function: own }) => [own.name, { ...own, samples: 9, depths: 9 }]));
  const rounds = [{ base: { total: 9, functions: new Map() }, head: { total: 9, functions: samples } }];
  const choose = (lines: number[], file = 'search.mjs') =>
    chooseHolder(holders, rounds, new Map([[file, lines]]));

  it('the one that the change touches is named, else the deepest', () => {
    expect(choose([2, 20])).toMatchObject({ function: { name: 'search' }, changed: 'function' });
    expect(choose([20, 50])).toMatchObject({ function: { name: 'count' }, changed: 'function' });
    expect(choose([2])).toMatchObject({ function: { name: 'count' }, changed: 'file' });
    expect(choose([20], 'other.mjs')).toMatchObject({ function: { name: 'count' }, changed: 'nothing' });
  });
});

describe('a profile', () => {
  it('is nothing where it is none, and takes no more from a hostile one than its bounds', () => {
    const total = (text: string) => countSamples([text], [ROOT]);
    for (const text of ['', 'x', '{}', '[1]', '[{"id":1}]', '[{"id":1,"hitCount":-3,"callFrame":{}}]'])
      expect(total(text)).toEqual({ total: 0, functions: new Map() });
    const loop = [
      { id: 1, hitCount: 5, callFrame: frame('a@a.mjs'), children: [2] },
      { id: 2, hitCount: 5, callFrame: frame('b@b.mjs'), children: [1] },
    ];
    expect(total(JSON.stringify(loop)).total).toBe(10);
  });

  it('names no file outside of the revision, and no function with an endless name', () => {
    const at = (url: string, functionName = 'f') =>
      countSamples(
        [JSON.stringify([{ id: 1, hitCount: 5, callFrame: { functionName, url, lineNumber: 1 } }])],
        [ROOT],
      ).functions.size;
    expect(at(`file://${ROOT}/a.mjs`)).toBe(1);
    expect(at(`${ROOT}/a.cjs`)).toBe(1);
    expect(at('file:///etc/passwd')).toBe(0);
    expect(at(`file://${ROOT}/../../etc/passwd`)).toBe(0);
    expect(at(`file://${ROOT}/%2e%2e/secret`)).toBe(0);
    expect(at(`file://${ROOT}/%`)).toBe(0);
    expect(at(`${ROOT}-other/a.cjs`)).toBe(0);
    expect(at(`file://${ROOT}/a.mjs`, 'x'.repeat(10_000))).toBe(0);
  });
});
