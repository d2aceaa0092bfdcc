import { describe, expect, it } from 'vitest';
import { countSamples, printStacks } from '../../src/profiles/profile.ts';
import { chooseHolder, findAllocators, findHolders, type ProfiledRound } from '../../src/profiles/rise.ts';
import { type Random, seedRandom } from '../../src/statistics/random.ts';

/** Calls from outside in, as `name@file`, and their weight. */
type Stacks = Record<string, number>;

const ROOT = '/work/head';

/** A profile with about `samples` samples, drawn by weight. */
function draw(stacks: Stacks, samples: number, random: Random): string {
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
  return [...hits]
    .map(([stack, count]) => `${stack.split(' > ').map(nameCall).join(';')} ${count}`)
    .join('\n');
}

function nameCall(call: string): string {
  const [name, file] = call.split('@') as [string, string?];
  return file ? `${name} (${ROOT}/${file}:15)` : name;
}

const COMMON: Stacks = {
  'listen@server.mjs > handle@server.mjs > render@render.mjs': 2,
  'listen@server.mjs > handle@server.mjs > search@search.mjs > tokenize@search.mjs': 1,
  'listen@server.mjs > handle@server.mjs > search@search.mjs > rankResults@search.mjs': 1,
  '(program)@': 3,
  '(garbage collector)@': 1,
};
const COST = { base: 2, head: 4 };

function roundsOf(head: Stacks, count = 4, seed = 3): ProfiledRound[] {
  const random = seedRandom(seed);
  const count1 = (stacks: Stacks) => countSamples([draw(stacks, 1500, random)], [ROOT]);
  return Array.from({ length: count }, () => ({ base: count1(COMMON), head: count1(head) }));
}

const findRise = (...given: Parameters<typeof findHolders>) =>
  findHolders(...given).find(({ isMost }) => isMost) ?? null;

describe('the function that holds a rise', () => {
  it('is the deepest one that holds most of it, with the calls that it makes', () => {
    const key = 'listen@server.mjs > handle@server.mjs > search@search.mjs > rankResults@search.mjs';
    // The base works 8 parts in 2 ms, and the head 16 in 4 ms.
    const found = findRise(roundsOf({ ...COMMON, [key]: 5, [`${key} > compare@search.mjs`]: 4 }), COST)!;
    expect(found.function).toEqual({ name: 'rankResults', file: 'search.mjs', line: 15 });
    expect(found.share).toBeGreaterThan(0.85);
  });

  it('stands in stacks of own functions, as tools for flame graphs read them', () => {
    const lines = [
      `main (${ROOT}/a.js:1);parse;rank\u001b (${ROOT}/b.js:2) 3`,
      'parse 2',
      '(garbage collector) 1',
    ];
    const samples = countSamples([lines.join('\n')], [ROOT]);
    expect(printStacks([samples, samples])).toBe(
      'main (a.js);rank  (b.js) 6\n(elsewhere) 4\n(garbage collector) 2\n',
    );
  });

  it('of memory is found by what is sampled, and not where hardly more is allocated', () => {
    const key = 'listen@server.mjs > handle@server.mjs > search@search.mjs > rankResults@search.mjs';
    const random = seedRandom(4);
    const round = (head: Stacks, samples: number) => ({
      base: countSamples([draw(COMMON, 800, random)], [ROOT]),
      head: countSamples([draw(head, samples, random)], [ROOT]),
    });
    const grown = Array.from({ length: 4 }, () => round({ ...COMMON, [key]: 9 }, 1600));
    expect(findAllocators(grown).find(({ isMost }) => isMost)?.function?.name).toBe('rankResults');
    const moved = Array.from({ length: 4 }, () => round({ ...COMMON, [key]: 9 }, 820));
    expect(findAllocators(moved)).toEqual([]);
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

  it('is told apart from others of its name by their order, and left out where one arm has more of them', () => {
    const at = (line: number) => `listen (${ROOT}/a.mjs:1);get total (${ROOT}/a.mjs:${line})`;
    const round = (base: string[], head: string[]) => ({
      base: countSamples([base.join('\n')], [ROOT]),
      head: countSamples([head.join('\n')], [ROOT]),
    });
    const rounds = (base: string[]) =>
      [0, 1, 2, 3].map((i) =>
        round([...base, `x ${200 + i}`], [`${at(8)} 400`, `${at(20)} 500`, `x ${200 + i}`]),
      );
    const cost = { base: 5, head: 9 };
    const told = findRise(rounds([`${at(5)} 400`, `${at(17)} 100`]), cost);
    expect(told?.function).toEqual({ name: 'get total', file: 'a.mjs', line: 20 });
    expect(findRise(rounds([`${at(17)} 500`]), cost)?.function?.name).toBe('listen');
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
  const at = (name: string, line: number) => ({
    function: { name, file: 'search.mjs', line },
    share: 0.9,
    isMost: true,
  });
  const holders = [
    { ...at('compare', 60), share: 0.5, isMost: false },
    at('count', 45),
    at('scoreOf', 34),
    at('search', 17),
  ];
  const samples = new Map(holders.map(({ function: own }) => [own.name, { ...own, samples: 9, depths: 9 }]));
  const rounds = [
    {
      base: { total: 9, functions: new Map(), stacks: new Map() },
      head: { total: 9, functions: samples, stacks: new Map() },
    },
  ];
  const choose = (changed: number[], file = 'search.mjs', lines: string[] = []) =>
    chooseHolder(holders, rounds, new Map([[file, { changed, lines }]]));

  it('the one that the change touches is named, else the deepest that holds most', () => {
    expect(choose([2, 20])).toMatchObject({ function: { name: 'search' }, changed: 'function' });
    expect(choose([20, 50])).toMatchObject({ function: { name: 'count' }, changed: 'function' });
    expect(choose([20, 61])).toMatchObject({
      function: { name: 'compare' },
      share: 0.5,
      changed: 'function',
    });
    expect(choose([2])).toMatchObject({ function: { name: 'count' }, changed: 'file' });
    expect(choose([20], 'other.mjs')).toMatchObject({ function: { name: 'count' }, changed: 'nothing' });
  });

  it('none is said to be touched where the change is behind its end', () => {
    const lines = Array.from<unknown, string>({ length: 80 }, (_, i) => (i % 17 === 0 ? '' : '  work();'));
    for (const [line, name] of [
      [17, 'search'],
      [34, 'scoreOf'],
      [45, 'count'],
      [60, 'compare'],
    ] as const) {
      lines[line - 1] = `function ${name}(`;
      lines[line] = '  first,';
      lines[line + 1] = ') {';
      lines[line + 6] = '}';
    }
    lines[69] = 'const LIMIT = 1000;';
    expect(choose([67], 'search.mjs', lines)).toMatchObject({ function: { name: 'compare' } });
    expect(choose([70], 'search.mjs', lines)).toMatchObject({
      function: { name: 'count' },
      changed: 'file',
    });
  });
});

describe('a profile', () => {
  const count = (text: string) => countSamples([text], [ROOT]);

  it('is nothing where it is none', () => {
    for (const text of [
      '',
      'x',
      ' ',
      '1',
      'f -3',
      'f 1.5',
      'f 1e9',
      'f 99999999999',
      '{"id":1}',
      '\u001b[2J',
    ])
      expect(count(text)).toEqual({ total: 0, functions: new Map(), stacks: new Map() });
    expect(count(`(garbage collector) 2\nno number\nf (${ROOT}/a.mjs:1) 3`).total).toBe(5);
  });

  it('names no file outside of the revision, or of a package, and no function without a name or end', () => {
    const isNamed = (call: string) => count(`${call} 5`).functions.size > 0;
    expect(isNamed(`f (${ROOT}/a.mjs:2)`)).toBe(true);
    expect(isNamed(`Shop.search (${ROOT}/my shop/a (1).mjs:2)`)).toBe(false);
    for (const path of [
      '/etc/passwd',
      `${ROOT}/../../etc/passwd`,
      `${ROOT}-other/a.cjs`,
      `${ROOT}/node_modules/a/a.js`,
      `${ROOT}/.venv/lib/python3.12/site-packages/a.py`,
    ])
      expect(isNamed(`f (${path}:2)`)).toBe(false);
    for (const name of ['x'.repeat(10_000), '', '<module>', 'f.<locals>.<lambda>'])
      expect(isNamed(`${name} (${ROOT}/a.mjs:2)`)).toBe(false);
    for (const line of ['0', '-1', 'x', '', '1.5', '9'.repeat(30)])
      expect(isNamed(`f (${ROOT}/a.mjs:${line})`)).toBe(false);
  });

  it('is read in no more time than its length, however deep or long', () => {
    const deep = `${`f (${ROOT}/a.mjs:1);`.repeat(100_000)}g 1`;
    expect(count(deep).functions.size).toBe(1);
    expect(count(`${'('.repeat(1_000_000)} 1`).total).toBe(1);
  });
});
