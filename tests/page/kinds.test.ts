import { expect, it } from 'vitest';
import type { CapacityEstimate } from '../../src/verdict/capacity-measurement.ts';
import { CONFIG, makeScene, SPECS } from './scene.ts';

const PAGE = 'docs/performance.md';

const VARIANTS = `${CONFIG}variants:
  cache: { on: {}, off: { env: { CACHE: "0" } } }
`;

const SEARCHES = `suite: shop
service: { start: node server.js, url: 'http://127.0.0.1:\${PORT}' }
scenarios:
  quote: { request: GET /quote, load: 100 to 4000 req/s, slo: [p99 < 30ms, capacity > 500 req/s] }
  stock: { request: GET /stock, slo: p99 < 30ms at 100 to 4000 req/s }
variants:
  instances: { "1": {}, "4": { env: { N: "4" } } }
`;

it('a page of variants has each variant as a row of each table', async () => {
  const scene = makeScene(VARIANTS);
  const specs = ['on', 'off'].flatMap((cache, i) =>
    SPECS.map((spec) => ({ ...spec, label: `${spec.label} [cache=${cache}]`, p99: spec.p99 * (i + 1) })),
  );
  scene.store(scene.make(1, specs));
  expect(await scene.run()).toMatchObject({ code: 0, err: '' });
  const text = scene.read(PAGE);
  expect(text).toMatch(/^\| {2}\| p99 < 30 ms \| errors < 1 % \|$/m);
  expect(text).toMatch(/^\| cache=off \| [\d.]+ ms \([\d.]+ … [\d.]+ ms\) \|/m);
  expect(text).toMatch(/^\| 5 req\/s cache=off \| [\d.]+ ms/m);
  expect((await scene.run({ check: 'all' })).code).toBe(0);
  scene.write('tailgate.yml', VARIANTS.replace('off:', 'none:'));
  expect((await scene.run({ check: 'structure' })).out).toContain('does not have the scenarios');
});

it('a page of capacities has a table with intervals, and says in words what was not found', async () => {
  const results: Record<string, CapacityEstimate | null> = {
    'quote [instances=1]': { kind: 'found', value: 520, low: 504, high: 536 },
    'quote [instances=4]': { kind: 'above', value: 4000, low: 4000, high: Infinity },
    'stock [instances=1]': { kind: 'generator', value: 1800, low: 1800, high: Infinity },
    'stock [instances=4]': null,
  };
  const scene = makeScene(SEARCHES);
  scene.store({ ...scene.make(1, []), capacities: scene.search((label) => results[label]!) });
  expect(await scene.run()).toMatchObject({ code: 0, err: '' });
  const text = scene.read(PAGE).replaceAll('&#62;', '>');
  expect(text.split('\n').filter((line) => /^\| (scenario|quote|stock|`)/.test(line))).toEqual([
    '| scenario | request or script | load | SLO |',
    '| quote | `GET /quote` | searched between 100 req/s and 4,000 req/s | capacity > 500 req/s |',
    '| stock | `GET /stock` | searched between 100 req/s and 4,000 req/s | none |',
    '| scenario | keeps | capacity | SLO | trials |',
    '| `quote [instances=1]` | p99 < 30 ms | 520 req/s (504 … 536 req/s) | > 500 req/s | 2 on 1 start |',
    '| `stock [instances=1]` | p99 < 30 ms | at least 1,800 req/s; k6 was the bottleneck | – | 2 on 1 start |',
    '| `quote [instances=4]` | p99 < 30 ms | at least 4,000 req/s | > 500 req/s | 2 on 1 start |',
    '| `stock [instances=4]` | p99 < 30 ms | not found: time ran out first | – | 2 on 1 start |',
  ]);
  expect(text).not.toContain('Under a load');
  expect(text.replace(/<!-- tailgate:data .*/, '')).not.toMatch(/NaN|undefined|Infinity/);
  expect((await scene.run({ check: 'all' })).code).toBe(0);
  // What was searched with another goal is left out.
  scene.write('tailgate.yml', SEARCHES.replace('[p99 < 30ms', '[p99 < 40ms'));
  const { code, err } = await scene.run();
  expect(code).toBe(0);
  expect(err).toContain('quote [instances=1] is left out: the record does not match its declaration');
  expect(scene.read(PAGE)).not.toContain('GET /quote');
});
