import { describe, expect, it, test } from 'vitest';
import { countSamples, type Sources } from '../../../src/why/functions/stacks.ts';

const SOURCES: Sources = {
  top: '/work/head',
  files: ['server.mjs', 'src/main/java/com/acme/Shop.java', 'Desk.java', 'rank/rank.go'],
  modules: ['example.com/shop'],
};

const count = (text: string, sources = SOURCES) => countSamples(text, sources);
const names = (text: string, sources?: Sources) =>
  [...count(text, sources).functions.values()].map(
    ({ called: { name, file, line } }) => `${name}${file ? ` (${file}${line ? `:${line}` : ''})` : ''}`,
  );

describe('a call', () => {
  test.each([
    ['search (/work/head/server.mjs:20)', 'search (server.mjs:20)'],
    ['search (/work/head/a b/(1).py:2)', 'search (a b/(1).py:2)'],
    ['search (server.mjs)', 'search (server.mjs)'],
    ['parse (/work/head/node_modules/qs/lib/parse.js:1)', 'node_modules/qs'],
    ['parse (/work/head/node_modules/a/node_modules/@acme/qs/parse.js:1)', 'node_modules/@acme/qs'],
    ['get (/usr/lib/python3/site-packages/requests/api.py:7)', 'site-packages/requests'],
    ['com/acme/Shop$Index.search', 'Shop.Index.search (src/main/java/com/acme/Shop.java)'],
    ['com/acme/Shop.lambda$search$0', 'Shop.search (src/main/java/com/acme/Shop.java)'],
    ['example.com/shop/rank.(*Ranker).Results.func1', 'rank.Ranker.Results'],
    ['example.com/shop/rank.Sum[go.shape.int]', 'rank.Sum'],
    ['main.search', 'main.search'],
    ['github.com/acme/words/v2/stem.Stem', 'github.com/acme/words/v2'],
    ['(garbage collector)', '(garbage collector)'],
    ['G1ParScanThreadState::trim_queue', '(garbage collector)'],
  ])('%s is %s', (call, name) => {
    expect(names(`${call} 5`)).toEqual([name]);
  });

  test.each([
    'f (/etc/passwd:1)',
    'f (/work/head-other/a.js:1)',
    'f (/work/head/../../etc/passwd:1)',
    'f (other.mjs:1)',
    '<module> (/work/head/a.py:1)',
    ' (/work/head/a.mjs:1)',
    `${'f'.repeat(1000)} (/work/head/a.mjs:1)`,
    'java/util/HashMap.put',
    'com/acme/Shop$$Lambda$5.0x00007f483c00a000.handle',
    'net/http.(*conn).serve',
  ])('%s is nothing that can be named, and counts', (call) => {
    const { total, functions } = count(`${call} 5\nf (/work/head/a.js:1) 1`);
    expect([total, functions.size]).toEqual([6, 1]);
  });

  it('of a plain name is one of the revision, where there is nothing else', () => {
    expect(names('main;render;rank 5')).toEqual(['main', 'render', 'rank']);
    expect(names('main;render;rank 5\nf (/work/head/a.js:1) 1')).toEqual(['f (a.js:1)']);
  });
});

it('counts a function that calls itself once, and a package only below the code of the revision', () => {
  const own = (name: string) => `${name} (/work/head/a.mjs:1)`;
  const qs = 'parse (/work/head/node_modules/qs/a.js:1)';
  const { functions, total } = count(
    [`${qs};${own('walk')};${own('walk')} 3`, `${qs};${own('walk')};${qs} 2`].join('\n'),
  );
  expect(total).toBe(5);
  expect([...functions.values()]).toMatchObject([
    { called: { name: 'walk' }, samples: 5, depth: 2 },
    { called: { name: 'node_modules/qs' }, samples: 2, depth: 2 },
  ]);
});

describe('what a service makes up', () => {
  /** Measures the CPU time (µs) of its count. */
  const spend = (text: string) => {
    const { user } = process.cpuUsage();
    count(text);
    return process.cpuUsage().user - user;
  };

  it('is nothing', () => {
    const texts = ['', 'x', ' ', '1', 'f -3', 'f 1.5', 'f 1e9', 'f 99999999999'];
    for (const text of texts) expect(count(text), text).toEqual({ total: 0, functions: new Map() });
  });

  test.each<[string, (size: number) => string]>([
    ['deep stacks', (size) => `${'f (/work/head/a.mjs:1);'.repeat(size)}g 1`],
    ['many stacks', (size) => 'f;g 1\n'.repeat(size)],
    ['many names', (size) => Array.from({ length: size }, (_, i) => `f${i} (a${i}.mjs:1) 1`).join('\n')],
  ])('takes no longer than its length says: %s', (_, make) => {
    const least = (size: number) => Math.min(...[1, 2, 3].map(() => spend(make(size))));
    // What grew by the square of its length would take 64 times as long.
    expect(least(32_000)).toBeLessThan(24 * Math.max(2000, least(4000)));
  });

  test.each([' (', 'a$['])('takes no longer than other calls: many times "%s"', (part) => {
    const make = (of: string) =>
      Array.from({ length: 2000 }, (_, i) => `${of.repeat(960 / of.length)}${i} 1\n`).join('');
    spend(make('f'));
    expect(spend(make(part))).toBeLessThan(6 * spend(make('f')));
  });
});
