import { describe, expect, it, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { selectScenarios, splitNames } from '../../src/config/selection.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import { listVariants, pairVariants } from '../../src/config/variants.ts';
import { FILE, problemsOf } from './configs.ts';

const SUITE = `services:
  api:
    start: node server.js
    url: http://127.0.0.1:\${PORT}
    env: { CACHE: "1", MODE: fast }
  proxy:
    start: haproxy
    needs: [api]
    url: http://127.0.0.1:\${PORT}
  worker: { start: node worker.js }
  db: { start: postgres, scope: run }
target: api
scenarios:
  create: { request: 'POST \${env.API}/create', slo: p99 < 30ms at 100 req/s }
  list: { request: GET /list, slo: p99 < 30ms at 100 req/s }
`;
const VARIANTS = `variants:
  cache:
    "on": { env: { API: /v1 } }
    "off": { env: { CACHE: "0", API: '/v2/\${env.TENANT}' } }
  storage:
    memory: { env: { STORE: memory } }
    postgres: {}
`;
const parse = (text: string): Config => parseConfig(text, FILE);
const plain = SUITE.replace('${env.API}', '');
const withVariants = (text: string) => `${plain}variants:\n${text}`;
const namesOf = (config: Config) => listVariants(config).map(({ variant }) => variant?.name);

describe('variants', () => {
  const all = listVariants(parse(SUITE + VARIANTS));

  it('are all combinations of values, the last axis fastest, without those that are excluded', () => {
    const first = { name: 'cache=on storage=memory', values: { cache: 'on', storage: 'memory' }, of: 4 };
    expect(all[0]!.variant).toMatchObject(first);
    const names = [
      first.name,
      'cache=on storage=postgres',
      'cache=off storage=memory',
      'cache=off storage=postgres',
    ];
    expect(namesOf(parse(SUITE + VARIANTS))).toEqual(names);
    const less = `${SUITE}${VARIANTS}  exclude:\n    - { cache: on, storage: postgres }\n`;
    expect(namesOf(parse(less))).toEqual(names.filter((_, index) => index !== 1));
    const numbers = withVariants('  n: { 1: {}, 2: {}, 3: {} }\n  exclude: [{ n: 2 }]\n');
    expect(namesOf(parse(numbers))).toEqual(['n=1', 'n=3']);
  });

  it('add to the environment of services that are started for each instance', () => {
    const envOf = ({ services }: Config, name: string) => services.find((one) => one.name === name)!.env;
    expect(envOf(all[1]!, 'api')).toEqual({ CACHE: '1', MODE: 'fast', API: '/v1' });
    expect(envOf(all[2]!, 'api')).toMatchObject({ CACHE: '0', MODE: 'fast', STORE: 'memory' });
    expect(envOf(all[2]!, 'worker')).toMatchObject({ CACHE: '0', STORE: 'memory' });
    expect(envOf(all[2]!, 'db')).toEqual({});
    expect(all[2]!.variant!.env).toEqual({ CACHE: '0', API: '/v2/${env.TENANT}', STORE: 'memory' });
  });

  it('fill their variables into requests: as text of JSON into JSON, and leave others to be filled in later', () => {
    const requestsOf = (config: Config, index = 0) => {
      const { work } = config.scenarios[index]!;
      return work.kind === 'request' ? work.requests[0]!.request : undefined;
    };
    const urls = ['/v1/create', '/v1/create', '/v2/${env.TENANT}/create', '/v2/${env.TENANT}/create'];
    expect(all.map((config) => requestsOf(config)?.url)).toEqual(urls);
    const bodyOf = (body: string) => {
      const list = `request: { method: POST, path: /list, ${body} }`;
      const text = withVariants(`  c: { on: { env: { Q: 'say "hi"' } } }\n`);
      return requestsOf(listVariants(parse(text.replace('request: GET /list', list)))[0]!, 1)?.body;
    };
    expect(bodyOf('json: { q: "${env.Q}" }')).toBe('{"q":"say \\"hi\\""}');
    expect(bodyOf('body: "q=${env.Q}"')).toBe('q=say "hi"');
  });

  it('start no service that only the target of another one needs', () => {
    const config = parse(withVariants('  instances:\n    one: {}\n    many: { target: proxy }\n'));
    const [one, many] = listVariants(config);
    const started = ({ services }: Config) => services.map(({ name }) => name);
    expect([one!.target, ...started(one!)]).toEqual(['api', 'api', 'worker', 'db']);
    expect([many!.target, ...started(many!)]).toEqual(['proxy', 'api', 'proxy', 'worker', 'db']);
    const each = '  instances: { one: { target: api }, many: { target: proxy } }\n';
    expect(parse(withVariants(each).replace('target: api\nsc', 'sc')).target).toBe('api');
  });

  it('share the error that one has alone', () => {
    const of = (config: Config) =>
      1 - resolveSensitivity(config, config.scenarios[0]!, { kind: 'tail' }).confidence;
    expect(all.reduce((sum, config) => sum + of(config), 0)).toBeCloseTo(0.01, 12);
    expect(of(parse(plain))).toBeCloseTo(0.01, 12);
  });
});

test('the same variant of another revision has the same name', () => {
  const cache = '  cache:\n    on: {}\n    off: { env: { CACHE: "0" } }\n';
  const pairs = (own: string, other: string) =>
    pairVariants(parse(own), parse(other)).map((pair) => [
      pair.own.variant?.name ?? 'suite',
      pair.other && (pair.other.variant?.name ?? 'suite'),
    ]);
  expect(pairs(withVariants(cache), withVariants(cache.replace('off', 'none')))).toEqual([
    ['cache=on', 'cache=on'],
    ['cache=off', null],
  ]);
  expect(pairs(plain, plain)).toEqual([['suite', 'suite']]);
  expect(pairs(withVariants(cache), plain)).toMatchObject([{ 1: null }, { 1: null }]);
});

describe('only', () => {
  const config = parse(SUITE + VARIANTS);
  const chosen = (...only: string[]) =>
    listVariants(selectScenarios(config, only)).flatMap(({ variant, scenarios }) =>
      scenarios.map(({ name }) => `${name} ${variant!.name} of ${variant!.of}`),
    );

  it('takes scenarios, values, and both', () => {
    expect(chosen('create')).toHaveLength(4);
    expect(chosen('[cache=off storage=memory]')).toEqual([
      'create cache=off storage=memory of 1',
      'list cache=off storage=memory of 1',
    ]);
    expect(chosen('create [cache=off]', 'list [cache=on, storage=memory]')).toEqual([
      'list cache=on storage=memory of 3',
      'create cache=off storage=memory of 3',
      'create cache=off storage=postgres of 3',
    ]);
  });

  it('is split outside of brackets', () => {
    const split = splitNames('create [cache=off, storage=memory],list\n[a=b] read');
    expect(split).toEqual(['create [cache=off, storage=memory]', 'list', '[a=b]', 'read']);
  });

  const less = parse(`${SUITE}${VARIANTS}  exclude: [{ cache: on, storage: memory }]\n`);
  test.each<[string, RegExp, RegExp, Config?]>([
    ['creat', /no scenario `creat`/, /create, list/],
    ['create [cash=off]', /no variant `cash=off`/, /cache=off/],
    ['[]', /no variant/, /cache=on storage=memory, /],
    ['[cache=on cache=off]', /no variant `cache=on cache=off`/, /cache=on storage=memory/],
    ['create [cache=off', /no scenario `create \[cache=off`/, /create/],
    ['[cache=on storage=memory]', /no variant `cache=on storage=memory`/, /cache=on storage=postgres/, less],
    ['create [a=b]', /no variant `a=b`/, /none/, parse(plain)],
  ])('refuses %s with what there is', (name, message, hint, whole = config) => {
    const refusal = { message: expect.stringMatching(message), hint: expect.stringMatching(hint) };
    expect(() => selectScenarios(whole, [name])).toThrow(expect.objectContaining(refusal));
  });
});

// biome-ignore format: one mistake a line
test.each([
  ['an empty axis', '  cache: {}\n', '`cache` is empty.'],
  ['a bad name of an axis', '  Cache: { on: {} }\n', '`Cache` cannot name an axis'],
  ['a bad name of a value', '  cache: { "o=n": {} }\n', 'This name is `o=n`.'],
  ['a key of a service', '  c: { on: { start: x } }\n', '`start` is not a key of'],
  ['an unknown target', '  c: { on: { target: prxy } }\n', 'There is no service `prxy`'],
  ['a variable of Tailgate', '  c: { on: { env: { PORT: 1 } } }\n', '`PORT` is set by Tailgate itself.'],
  ['a port of a service', "  c: { on: { env: { A: '${db.PORT}' } } }\n", '`${db.PORT}` is not known here.'],
  ['what two axes set', '  a: { b: { env: { A: b } } }\n  c: { d: { env: { A: e } } }\n', 'The axis `a` also sets this.'],
  ['an unknown axis of exclude', '  cache: { on: {} }\n  exclude: [{ cash: on }]\n', 'There is no `cash=on`.'],
  ['an empty exclude', '  cache: { on: {}, off: {} }\n  exclude: [{}]\n', 'This leaves no variant.'],
  ['too many', `  a: { ${Array.from({ length: 65 }, (_, i) => `v${i}: {}`).join(', ')} }\n`, 'There are too many variants.'],
])('%s is refused', (_, text, what) => {
  expect(problemsOf(withVariants(text))).toEqual([expect.stringMatching(/^\d+:\d+ /)]);
  expect(problemsOf(withVariants(text))[0]).toContain(what);
});

test('load on another host is refused, as in a scenario', () => {
  const text = withVariants('  c: { on: { env: { URL: "http://example.com" } } }\n');
  const [problem] = problemsOf(text.replace('GET /list', '"GET ${env.URL}/list"'));
  expect(problem).toMatch(/ Load would go/);
});
