import { describe, expect, it, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { selectScenarios, splitNames } from '../../src/config/selection.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import { listVariants, pairVariants } from '../../src/config/variants.ts';
import { UserError } from '../../src/errors.ts';
import { FILE, framesOf, problemsOf } from './configs.ts';

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
  create: { request: 'POST \${variant.path}/create', slo: p99 < 30ms at 100 req/s }
  list: { request: GET /list, slo: p99 < 30ms at 100 req/s }
`;
const VARIANTS = `variants:
  cache:
    "on": { with: { path: /v1 } }
    "off": { env: { CACHE: "0" }, with: { path: '/v2/\${env.TENANT}' } }
  storage:
    memory:
      services:
        api: { env: { STORE: memory, CACHE: "2" }, start: node fast.js, needs: [worker] }
    postgres: {}
`;
const parse = (text: string): Config => parseConfig(text, FILE);
const plain = SUITE.replace('${variant.path}', '');
const withVariants = (text: string) => `${plain}variants:\n${text}`;
const namesOf = (config: Config) => listVariants(config).map(({ variant }) => variant?.name);

describe('variants', () => {
  const all = listVariants(parse(SUITE + VARIANTS));

  it('are all combinations of values, the last axis fastest, without those that are excluded', () => {
    expect(all.map(({ variant }) => variant)).toMatchObject([
      { name: 'cache=on storage=memory', values: { cache: 'on', storage: 'memory' }, of: 4 },
      { name: 'cache=on storage=postgres' },
      { name: 'cache=off storage=memory' },
      { name: 'cache=off storage=postgres' },
    ]);
    expect(namesOf(parse(`${SUITE}${VARIANTS}  exclude:\n    - { cache: on, storage: postgres }\n`))).toEqual(
      ['cache=on storage=memory', 'cache=off storage=memory', 'cache=off storage=postgres'],
    );
    expect(namesOf(parse(withVariants('  n: { 1: {}, 2: {}, 3: {} }\n  exclude: [{ n: 2 }]\n')))).toEqual([
      'n=1',
      'n=3',
    ]);
  });

  it('change services that are started for each instance; what is said of a service goes before what is said of all', () => {
    const apiOf = ({ services }: Config) => services.find(({ name }) => name === 'api')!;
    expect(apiOf(all[1]!)).toMatchObject({ start: 'node server.js', env: { CACHE: '1', MODE: 'fast' } });
    expect(apiOf(all[2]!)).toMatchObject({
      start: 'node fast.js',
      env: { CACHE: '2', MODE: 'fast', STORE: 'memory' },
    });
    const [memory] = all;
    expect(memory!.services.map(({ name }) => name)).toEqual(['worker', 'api', 'proxy', 'db']);
    const db = all[2]!.services.find(({ name }) => name === 'db')!;
    expect(db.env).toEqual({});
    expect(all[2]!.services.find(({ name }) => name === 'worker')!.env).toEqual({ CACHE: '0' });
  });

  it('fill their parameters into requests, and leave other references to be filled in later', () => {
    const urls = all.map(
      ({ scenarios: [first] }) => first!.work.kind === 'request' && first!.work.request.url,
    );
    expect(urls).toEqual([
      '/v1/create',
      '/v1/create',
      '/v2/${env.TENANT}/create',
      '/v2/${env.TENANT}/create',
    ]);
  });

  it('fill their parameters into JSON as text of JSON, and into other bodies as they are', () => {
    const bodyOf = (body: string) => {
      const text = withVariants(`  c: { on: { with: { q: 'say "hi"' } } }\n`).replace(
        'request: GET /list',
        `request: { method: POST, path: /list, ${body} }`,
      );
      const { work } = listVariants(parse(text))[0]!.scenarios[1]!;
      return work.kind === 'request' && work.request.body;
    };
    expect(bodyOf('json: { q: "${variant.q}" }')).toBe('{"q":"say \\"hi\\""}');
    expect(bodyOf('body: "q=${variant.q}"')).toBe('q=say "hi"');
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

  it('are a single configuration without axes, and one value is enough for an axis', () => {
    const config = parse(plain);
    expect(listVariants(config)).toEqual([config]);
    expect(namesOf(parse(withVariants('  cache: { on: {} }\n')))).toEqual(['cache=on']);
  });

  it('share the error that one has alone', () => {
    const of = (config: Config) =>
      1 - resolveSensitivity(config, config.scenarios[0]!, { kind: 'tail' }).confidence;
    expect(all.reduce((sum, config) => sum + of(config), 0)).toBeCloseTo(0.01, 12);
    expect(of(parse(plain))).toBeCloseTo(0.01, 12);
  });
});

describe('the same variant of another revision', () => {
  const pairs = (own: string, other: string) =>
    pairVariants(parse(own), parse(other)).map(({ own: { variant }, other: found }) => [
      variant?.name ?? 'suite',
      found === null ? null : (found.variant?.name ?? 'suite'),
    ]);
  const cache = '  cache:\n    on: {}\n    off: { env: { CACHE: "0" } }\n';

  it('has the same values, in whatever order', () => {
    const store = '  store: { a: {}, b: {} }\n';
    expect(pairs(withVariants(cache + store), withVariants(store + cache))[1]).toEqual([
      'cache=on store=b',
      'store=b cache=on',
    ]);
    expect(pairs(withVariants(cache), withVariants(cache.replace('off', 'none')))).toEqual([
      ['cache=on', 'cache=on'],
      ['cache=off', null],
    ]);
  });

  it('may lack an axis whose value changes nothing', () => {
    expect(pairs(withVariants(cache), plain)).toEqual([
      ['cache=on', 'suite'],
      ['cache=off', null],
    ]);
    expect(pairs(plain, withVariants(cache))).toEqual([['suite', 'cache=on']]);
  });
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
    expect(splitNames('create [cache=off, storage=memory],list\n[a=b] read')).toEqual([
      'create [cache=off, storage=memory]',
      'list',
      '[a=b]',
      'read',
    ]);
  });

  test.each([
    ['creat', /no scenario `creat`/, /mean `create`/],
    ['create [cash=off]', /no axis `cash`/, /mean `cache`/],
    ['[storage=memry]', /no value `memry`/, /mean `memory`/],
    ['[]', /names no variant/, /`cache` and `storage`/],
    ['[cache=on cache=off]', /names the axis `cache` twice/, /`\[cache=on\]` and `\[cache=off\]`/],
    ['create [cache=off', /names no scenario and no variant/, /\[cache=on storage=memory\]/],
  ])('says what %s was meant to be', (name, what, hint) => {
    try {
      selectScenarios(config, [name]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toMatch(what);
      expect((error as UserError).hint).toMatch(hint);
    }
  });

  it('names no variants where there are none, nor excluded ones', () => {
    expect(() => selectScenarios(parse(plain), ['create [a=b]'])).toThrow(/there are none/);
    const less = parse(`${SUITE}${VARIANTS}  exclude: [{ cache: on, storage: memory }]\n`);
    expect(() => selectScenarios(less, ['[cache=on storage=memory]'])).toThrow(
      /no variant `cache=on storage=memory`/,
    );
  });
});

describe('mistakes', () => {
  test.each([
    ['no axis', '  exclude: []\n', '`variants` has no axis.'],
    ['an empty axis', '  cache: {}\n', 'The axis `cache` has no value.'],
    ['an axis that is a list', '  cache: [on, off]\n', '`cache` is a list.'],
    ['a bad name of an axis', '  Cache: { on: {} }\n', '`Cache` is not a name of an axis'],
    ['a bad name of a value', '  cache: { "o=n": {} }\n', '`o=n` is not a name of a value'],
    ['a value in place of an axis', '  memory: { env: { A: b } }\n', '`memory` is taken for an axis'],
    ['an unknown service', '  c: { on: { services: { apy: {} } } }\n', 'There is no service `apy`.'],
    [
      'a shared service',
      '  c: { on: { services: { db: { start: x } } } }\n',
      '`db` is started once for the whole run',
    ],
    ['a build', '  c: { on: { services: { api: { build: x } } } }\n', '`build` is not a key of `api`.'],
    ['an unknown target', '  c: { on: { target: prxy } }\n', 'There is no service `prxy`.'],
    ['a shared target', '  c: { on: { target: db } }\n', 'The service `db` has no `url`'],
    ['a variable of Tailgate', '  c: { on: { env: { PORT: 1 } } }\n', '`PORT` is set by Tailgate itself.'],
    ['an unknown reference', "  c: { on: { env: { A: '${x.PORT}' } } }\n", '`${x.PORT}` is not known here.'],
    ['a bad name of a parameter', '  c: { on: { with: { a-b: x } } }\n', '`a-b` is no name of a parameter.'],
    [
      'what two axes set',
      '  a: { b: { env: { A: b } } }\n  c: { d: { env: { A: e } } }\n',
      '`A` is set by the axis `a` as well.',
    ],
    [
      'an unknown axis of exclude',
      '  cache: { on: {} }\n  exclude: [{ cash: on }]\n',
      'There is no axis `cash`.',
    ],
    [
      'an unknown value of exclude',
      '  cache: { on: {} }\n  exclude: [{ cache: of }]\n',
      'The axis `cache` has no value `of`.',
    ],
    [
      'an empty exclude',
      '  cache: { on: {} }\n  exclude: [{}]\n',
      'This excludes nothing: it names no value.',
    ],
    [
      'all excluded',
      '  cache: { on: {}, off: {} }\n  exclude: [{ cache: on }, { cache: off }]\n',
      'This leaves no variant.',
    ],
    [
      'what is excluded already',
      '  a: { b: {}, c: {} }\n  d: { e: {}, f: {} }\n  exclude: [{ a: b }, { a: b, d: e }]\n',
      'No variant is left that has `a=b d=e`',
    ],
    [
      'too many',
      `  a: { ${Array.from({ length: 65 }, (_, i) => `v${i}: {}`).join(', ')} }\n`,
      'There are 65 variants, and 64 are the most.',
    ],
    [
      'a circle',
      '  c: { on: { services: { api: { needs: [proxy] } } } }\n',
      'These services need each other',
    ],
  ])('%s', (_, text, what) => {
    const problems = problemsOf(withVariants(text));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^\d+:\d+ /);
    expect(problems[0]).toContain(what);
  });

  it('propose the nearest name, at its place', () => {
    expect(framesOf(withVariants('  cache: { on: {}, off: {} }\n  exclude: [{ cash: on }]\n'))).toContain(
      'did you mean `cache`?',
    );
  });

  test.each([
    ['one has', '  c: { on: { with: { path: /v1 } }, off: {} }\n', '`${variant.path}` is not known here.'],
    ['none has', '  c: { on: {} }\n', '`${variant.path}` is not known here.'],
    [
      'is no path',
      '  c: { on: { with: { path: "a b" } } }\n',
      'In the variant `c=on` the path is `a b/create`.',
    ],
    [
      'asks for what is not known',
      "  c: { on: { with: { path: '/${x.PORT}' } } }\n",
      '`${x.PORT}` is not known here.',
    ],
    [
      'asks for another one',
      "  c: { on: { with: { path: '/${variant.v}', v: a } } }\n",
      '`${variant.v}` is not known here.',
    ],
    [
      'leads elsewhere',
      '  c: { on: { with: { path: "http://example.com" } } }\n',
      'This request goes to `example.com`',
    ],
  ])('a parameter that %s', (_, text, what) => {
    expect(problemsOf(`${SUITE}variants:\n${text}`)[0]).toContain(what);
  });

  test.each([
    "env: { A: '${env.TOKEN}' }",
    "services: { api: { env: { A: '${env.TOKEN}' } } }",
    "with: { path: '/${env.TOKEN}' }",
  ])('a variable that is not set: %s', (overlay) => {
    const read = (variables: Record<string, string>) => () =>
      parseConfig(withVariants(`  c: { on: { ${overlay} } }\n`), FILE, undefined, {
        calling: { command: 'tailgate run', variables },
      });
    expect(read({})).toThrow(
      expect.objectContaining({ detail: expect.stringContaining('The environment has no `TOKEN`.') }),
    );
    expect(read({ TOKEN: 'a' })).not.toThrow();
  });

  it('a parameter that makes a bad path of one of several requests', () => {
    const text = withVariants('  c: { on: { with: { path: "/a b" } } }\n').replace(
      'request: GET /list',
      "requests: [GET /, 'GET /x${variant.path}']",
    );
    expect(problemsOf(text)).toEqual([
      expect.stringContaining('In the variant `c=on` the path is `/x/a b`.'),
    ]);
  });

  it('say which variant has no value for a parameter', () => {
    const frames = framesOf(`${SUITE}variants:\n  c: { on: { with: { path: /v1 } }, off: {} }\n`);
    expect(frames).toContain('The variant `c=off` has none');
  });

  it('a request that asks for a service that is not started', () => {
    const text = withVariants('  c: { one: {}, many: { target: proxy } }\n').replace(
      '/list',
      "'/x?${proxy.PORT}'",
    );
    expect(problemsOf(text.replace("GET '/x", "'GET /x"))[0]).toContain('`${proxy.PORT}` has no value');
  });
});
