import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { describeSchema } from '../../src/config/schema/schema.ts';
import { findLoosened } from '../../src/verdict/loosened.ts';
import type { RevisionGate } from '../../src/verdict/settings.ts';

type Tree = { [key: string]: unknown };

/** A file with every key of the schema, but for those that exclude each other. */
const FULL: Tree = {
  suite: 'shop',
  when: { changed: ['src/**'] },
  services: {
    app: {
      build: 'npm ci',
      reuse: { node_modules: 'package-lock.json' },
      prepare: 'npm run migrate',
      start: 'node server.js',
      ports: ['admin'],
      needs: ['redis'],
      env: { TOKEN: 'hush-1' },
      url: 'http://127.0.0.1:${PORT}',
      ready: { path: '/ready', timeout: '30s' },
      stop: 'SIGINT',
      halt: 'never',
      cleanup: 'rm -rf tmp',
    },
    redis: { start: 'redis-server', ready: 'tcp', scope: 'run' },
    queue: {
      start: 'queue',
      url: 'https://127.0.0.1:${PORT}',
      tls: { ca: 'ca.pem' },
      ready: { log: 'listening' },
    },
    other: { start: 'other', ready: { tcp: true } },
    web: { image: { build: 'web', dockerfile: 'Dockerfile.web', port: 8080, command: ['serve'] } },
    db: { image: { name: 'postgres:16', port: 5432 } },
    shop: { compose: { file: 'compose.yaml', service: 'shop', port: 80 } },
  },
  external: { postgres: 'localhost:5432' },
  target: 'app',
  secrets: ['TOKEN', 'PASSWORD'],
  allow: ['api.example.com'],
  scenarios: {
    search: {
      request: {
        method: 'POST',
        path: '/search',
        headers: { authorization: 'hush-2' },
        json: { q: 'hush-3' },
        expect: { status: 201, size: 'same' },
        timeout: '5s',
      },
      load: '100 req/s',
      slo: ['p99 < 30ms', 'errors < 1%'],
      budget: '2m',
      tolerance: { p99: '10%' },
      confidence: '99%',
    },
    plain: { request: { method: 'PUT', path: '/', body: 'hush-4' }, load: '1 user' },
    mixed: {
      requests: [
        'GET /',
        {
          request: {
            method: 'POST',
            path: '/mixed/${data.id}',
            headers: { authorization: 'hush-9' },
            json: { q: 'hush-10' },
            expect: { status: 201, size: 'same' },
            timeout: '5s',
          },
          weight: 2,
        },
        { request: { method: 'PUT', path: '/', body: 'hush-11' } },
      ],
      data: 'items.csv',
      load: '1 user',
    },
    browse: { script: 'load/browse.js', exec: 'browse', load: '2 users' },
    quote: { request: 'GET /quote', capacity: 'p99 < 30ms between 10 and 500 req/s' },
  },
  variants: {
    cache: {
      on: {},
      off: {
        env: { CACHE: 'hush-9' },
        services: {
          app: {
            env: { MODE: 'hush-10' },
            needs: ['redis'],
            prepare: 'a',
            start: 'b',
            stop: 'c',
            cleanup: 'd',
          },
        },
        target: 'queue',
        with: { path: '/v2' },
      },
    },
    store: { memory: {}, disk: {} },
    exclude: [{ cache: 'on', store: 'disk' }],
  },
  measure: { budget: '1m', soak: '20s', 'warm-up': '2s' },
  baseline: { from: 'paired', tolerance: '5%', confidence: '99%' },
  drift: { against: 'v1.4.0', tolerance: '10%' },
  explain: 'auto',
  page: { write: 'docs/performance.md', buckets: ['100ms'], 'max-age': '30d' },
};

/** A change of each key, and the name under which it is told. Whoever adds a key to the schema adds a line. */
const CHANGES: [place: string, value: unknown, told: string][] = [
  ['suite', 'store', 'suite'],
  ['when.changed', ['lib/**'], 'when'],
  ['services.app.build', 'true', 'services.app.build'],
  ['services.app.reuse.node_modules', 'yarn.lock', 'services.app.reuse.node_modules'],
  ['services.app.prepare', 'true', 'services.app.prepare'],
  ['services.app.start', 'node fast.js', 'services.app.start'],
  ['services.app.ports', ['metrics'], 'services.app.ports'],
  ['services.app.needs', ['redis', 'queue'], 'services.app.needs'],
  ['services.app.env.TOKEN', 'hush-5', 'services.app.env.TOKEN'],
  ['services.app.url', 'http://localhost:${PORT}', 'services.app.url'],
  ['services.app.ready.path', '/', 'services.app.ready.path'],
  ['services.app.ready.timeout', '90s', 'services.app.ready.timeout'],
  ['services.app.stop', 'SIGKILL', 'services.app.stop'],
  ['services.app.halt', undefined, 'services.app.halt'],
  ['services.app.cleanup', 'true', 'services.app.cleanup'],
  ['services.redis.ready', { log: 'up' }, 'services.redis.ready'],
  ['services.redis.scope', 'instance', 'services.redis.scope'],
  ['services.queue.tls.ca', 'other.pem', 'services.queue.tls.ca'],
  // Not beside `allow`: there is a test of it below.
  ['services.queue.tls.insecure', undefined, ''],
  ['services.queue.ready.log', '.', 'services.queue.ready.log'],
  ['services.other.ready.tcp', undefined, ''],
  ['services.other', undefined, 'services.other'],
  ['services.web.image', { name: 'nginx', port: 8080 }, 'services.web.image.name'],
  ['services.web.image.build', 'site', 'services.web.image.build'],
  ['services.web.image.dockerfile', 'Dockerfile.old', 'services.web.image.dockerfile'],
  ['services.web.image.port', 80, 'services.web.image.port'],
  ['services.web.image.command', ['serve', '--fast'], 'services.web.image.command'],
  ['services.shop.compose', { file: 'compose.yaml', service: 'web' }, 'services.shop.compose.service'],
  ['services.shop.compose.file', 'other.yaml', 'services.shop.compose.file'],
  ['services.shop.compose.service', 'web', 'services.shop.compose.service'],
  ['services.shop.compose.port', 8080, 'services.shop.compose.port'],
  ['services.db.image.name', 'postgres:17', 'services.db.image.name'],
  ['external.postgres', 'localhost:6000', 'external.postgres'],
  ['target', 'queue', 'target'],
  ['secrets', ['PASSWORD'], 'secrets'],
  ['allow', ['api.example.com', 'other.example.com'], 'allow'],
  ['scenarios.search.request.method', 'PUT', 'request'],
  ['scenarios.search.request.path', '/healthz', 'request'],
  ['scenarios.search.request.headers.authorization', 'hush-6', 'request.headers.authorization'],
  ['scenarios.search.request.json', { q: 'hush-7' }, 'request.json'],
  ['scenarios.search.request.expect.status', [201, 404, 500], 'request.expect.status'],
  ['scenarios.search.request.expect.size', undefined, 'request.expect.size'],
  ['scenarios.search.request.timeout', '60s', 'request.timeout'],
  ['scenarios.search.load', '10 req/s', 'load-reduced'],
  ['scenarios.search.arrivals', 'even', 'arrivals'],
  ['scenarios.search.slo', ['p99 < 30s', 'errors < 1%'], 'slo'],
  ['scenarios.search.budget', '20s', 'budget'],
  ['scenarios.search.tolerance', { p99: '90%' }, 'tolerance'],
  ['scenarios.search.confidence', '99.9%', 'confidence'],
  ['scenarios.plain.request.body', 'hush-8', 'request.body'],
  ['scenarios.mixed.requests.0', 'GET /healthz', 'request'],
  ['scenarios.mixed.requests.1.request.method', 'PUT', 'request'],
  ['scenarios.mixed.requests.1.request.path', '/${data.id}', 'request'],
  [
    'scenarios.mixed.requests.1.request.headers.authorization',
    'hush-12',
    'requests.2.request.headers.authorization',
  ],
  ['scenarios.mixed.requests.1.request.json', { q: 'hush-13' }, 'requests.2.request.json'],
  ['scenarios.mixed.requests.1.request.expect.status', [201, 500], 'requests.2.request.expect.status'],
  ['scenarios.mixed.requests.1.request.expect.size', undefined, 'requests.2.request.expect.size'],
  ['scenarios.mixed.requests.1.request.timeout', '60s', 'requests.2.request.timeout'],
  ['scenarios.mixed.requests.1.weight', 1, 'requests.2.weight'],
  ['scenarios.mixed.requests.2.request.body', 'hush-14', 'requests.3.request.body'],
  ['scenarios.mixed.data', 'other.csv', 'data'],
  ['scenarios.browse.script', 'load/nothing.js', 'request'],
  ['scenarios.browse.exec', 'nothing', 'exec'],
  ['variants', undefined, 'variants-removed'],
  ['variants.cache.off.env.CACHE', 'hush-11', 'variants.cache.off.env.CACHE'],
  ['variants.cache.off.services.app.env.MODE', 'hush-12', 'variants.cache.off.services.app.env.MODE'],
  ['variants.cache.off.services.app.needs', ['queue'], 'variants.cache.off.services.app.needs'],
  ['variants.cache.off.services.app.prepare', 'z', 'variants.cache.off.services.app.prepare'],
  ['variants.cache.off.services.app.start', 'z', 'variants.cache.off.services.app.start'],
  ['variants.cache.off.services.app.stop', 'z', 'variants.cache.off.services.app.stop'],
  ['variants.cache.off.services.app.cleanup', 'z', 'variants.cache.off.services.app.cleanup'],
  ['variants.cache.off.target', 'app', 'variants.cache.off.target'],
  ['variants.cache.off.with.path', '/v3', 'variants.cache.off.with.path'],
  ['variants.exclude.0', { cache: 'off', store: 'disk' }, 'variants-removed'],
  ['scenarios.quote.capacity', 'p99 < 60ms between 10 and 500 req/s', 'capacity'],
  ['measure.budget', '20s', 'budget'],
  ['measure.soak', '0s', 'measure.soak'],
  ['measure.warm-up', '30s', 'measure.warm-up'],
  ['baseline.from', 'history', 'baseline.from'],
  ['baseline.on-base-failure', 'history', 'baseline.on-base-failure'],
  ['baseline.tolerance', '50%', 'tolerance'],
  ['baseline.confidence', '99.9%', 'confidence'],
  ['drift.against', '30d', 'drift.against'],
  ['drift.tolerance', '50%', 'drift.tolerance'],
  // Neither explanations nor the page gate anything.
  ['explain', 'off', ''],
  ['page.write', 'docs/other.md', ''],
  ['page.buckets', ['1s'], ''],
  ['page.max-age', '90d', ''],
];

/** The file with another value at one place. */
function change(place: string, value: unknown): Tree {
  const file = structuredClone(FULL);
  const keys = place.split('.');
  const map = keys.slice(0, -1).reduce((tree, key) => tree[key] as Tree, file);
  if (value === undefined) delete map[keys.at(-1)!];
  else map[keys.at(-1)!] = value;
  return file;
}

function parse(file: Tree): Config {
  const text = stringify(file);
  return parseConfig(text, { path: '/repo/tailgate.yml', directory: '/repo', shownAs: 'tailgate.yml' });
}

const gate = (config: Config, files: RevisionGate['files'] = new Map()): RevisionGate => ({ config, files });
const between = (before: Config, after: Config) => findLoosened(gate(before), gate(after));
const before = parse(FULL);

/** Lists the keys that a schema allows, `*` for a name that is free: `scenarios.*.load`. */
function listKeys(schema: Tree, place = ''): string[] {
  const below = (key: string, inner: unknown) => {
    const at = place === '' ? key : `${place}.${key}`;
    return [at, ...listKeys(inner as Tree, at)];
  };
  return [
    ...Object.entries((schema.properties as Tree | undefined) ?? {}).flatMap(([key, inner]) =>
      below(key, inner),
    ),
    ...(typeof schema.additionalProperties === 'object' ? below('*', schema.additionalProperties) : []),
    ...((schema.anyOf as Tree[] | undefined) ?? []).flatMap((option) => listKeys(option, place)),
    ...(schema.items ? listKeys(schema.items as Tree, place) : []),
  ];
}

describe('every setting', () => {
  test('of the schema has a change here', () => {
    const free = /^(services|external|scenarios|env|headers|with|exclude|reuse|tolerance|confidence)$/;
    const covered = new Set(
      CHANGES.flatMap(([place]) => {
        const keys = place.split('.').map((key, i, all) => {
          const isValue = all[0] === 'variants' && (i === 1 || i === 2) && all[1] !== 'exclude';
          return isValue || free.test(all[i - 1] ?? '') ? '*' : key;
        });
        const named = keys.filter((key) => !/^\d+$/.test(key));
        return named.map((_, i) => named.slice(0, i + 1).join('.'));
      }),
    );
    const keys = [...new Set(listKeys(describeSchema() as Tree))];
    expect(keys.length).toBeGreaterThan(50);
    // One service has the keys of several, and settings by metric are tested in `loosened.test.ts`.
    // Deployments stand in place of services: they have a test below.
    const own = keys.filter(
      (key) => !/^(service|base|head|load-from)(\.|$)|\.?(tolerance|confidence)\.\*$/.test(key),
    );
    expect(own.filter((key) => !covered.has(key))).toEqual([]);
  });

  test.each(CHANGES.filter(([, , told]) => told !== ''))(
    'is told when it changes: %s',
    (place, value, told) => {
      const gates = between(before, parse(change(place, value)));
      expect(gates.map((one) => ('setting' in one ? one.setting : one.kind))).toContain(told);
      expect(JSON.stringify(gates)).not.toContain('hush');
    },
  );

  test('that a later version adds is told, wherever it stands', () => {
    const later = (value: string): Config => {
      const config = parse(FULL);
      const { settings } = config;
      const { services, measure, baseline, when } = settings;
      const { search } = settings.scenarios;
      for (const map of [settings, services!.redis!, search!, search!.request, measure, baseline, when])
        Object.assign(map as object, { later: { mode: value } });
      Object.assign(config.scenarios[0]!.loads[0]!, { spacing: value });
      return config;
    };
    const told = between(later('hard'), later('easy')).flatMap((one) =>
      one.kind === 'setting' ? [`${one.label ?? 'suite'} ${one.setting}: ${one.from} → ${one.to}`] : [],
    );
    expect(told.sort()).toEqual([
      'search later.mode: hard → easy',
      'search load: 100 req/s → 100 req/s',
      'search request.later.mode: hard → easy',
      'suite baseline.later.mode: hard → easy',
      'suite later.mode: hard → easy',
      'suite measure.later.mode: hard → easy',
      'suite services.redis.later.mode: hard → easy',
      'suite when.later.mode: hard → easy',
    ]);
  });
});

describe('settings', () => {
  test('of deployments are their addresses', () => {
    const { services, external, target, variants, ...rest } = FULL;
    const at = (base: string) =>
      parse({ ...rest, baseline: {}, base: { url: base }, head: { url: 'http://127.0.0.1:2' } });
    expect(between(at('http://127.0.0.1:1'), at('http://127.0.0.1:3'))).toEqual([
      {
        kind: 'setting',
        label: null,
        setting: 'base.url',
        from: 'http://127.0.0.1:1',
        to: 'http://127.0.0.1:3',
      },
    ]);
  });

  test('of the pods that send load are told', () => {
    const { services, external, target, variants, ...rest } = FULL;
    const from = (kubernetes: Tree) =>
      parse({
        ...rest,
        allow: ['a.example.com', 'b.example.com'],
        scenarios: { search: { request: 'GET /', load: '10 req/s' } },
        baseline: {},
        base: { url: 'http://a.example.com' },
        head: { url: 'http://b.example.com' },
        'load-from': { kubernetes },
      });
    const gates = between(
      from({ pods: 2, image: 'k6:1', resources: { cpu: 0.5, memory: '1Gi' } }),
      from({ pods: 1, image: 'k6:2', resources: { cpu: '250m', memory: '512Mi' } }),
    );
    const told = gates.map((one) => one.kind === 'setting' && `${one.setting}: ${one.from} → ${one.to}`);
    expect(told).toEqual([
      'load-from.kubernetes.pods: 2 → 1',
      'load-from.kubernetes.image: k6:1 → k6:2',
      'load-from.kubernetes.resources.cpu: 0.5 → 250m',
      'load-from.kubernetes.resources.memory: 1Gi → 512Mi',
    ]);
  });

  test('of certificates are told, also where any is accepted from now on', () => {
    const { allow, ...file } = FULL;
    const accepting = (tls: Tree) => {
      const { services, ...rest } = structuredClone(file) as { services: Record<string, Tree> };
      services.queue!.tls = tls;
      return parse({ ...rest, services });
    };
    expect(between(accepting({ ca: 'ca.pem' }), accepting({ insecure: true }))).toEqual([
      { kind: 'setting', label: null, setting: 'services.queue.tls.ca', from: 'ca.pem', to: null },
      { kind: 'setting', label: null, setting: 'services.queue.tls.insecure', from: null, to: 'true' },
    ]);
  });

  test('that change alike in all scenarios are told once', () => {
    const file = structuredClone(FULL);
    delete (file.scenarios as { search: Tree }).search.budget;
    const all = parse(file);
    expect(between(all, { ...all, measure: { ...all.measure, budgetSeconds: 20 } })).toEqual([
      { kind: 'setting', label: null, setting: 'budget', from: '1m', to: '20s' },
    ]);
  });

  test('of a service that is gone are one line, and passwords in addresses are not shown', () => {
    expect(between(before, parse(change('services.other', undefined)))).toEqual([
      { kind: 'setting', label: null, setting: 'services.other', from: 'other', to: null },
    ]);
    const secret = parse(change('services.app.url', 'http://ann:hush@127.0.0.1:${PORT}'));
    expect(between(secret, before)).toMatchObject([{ from: 'http://***@127.0.0.1:${PORT}' }]);
  });

  test('are the contents of scripts, by the digests of their files', () => {
    const files = (digest: string) =>
      new Map<string, Record<string, string>>([['browse', { 'load/browse.js': '1', 'load/lib.js': digest }]]);
    const contents = { kind: 'contents', change: 'changed' };
    expect(findLoosened(gate(before, files('1')), gate(before, files('1')))).toEqual([]);
    expect(findLoosened(gate(before, files('1')), gate(before, files('2')))).toEqual([
      { ...contents, label: 'browse', setting: 'load/lib.js' },
    ]);
  });

  test('of a request say nothing beside a script in its place', () => {
    const script = { script: 'load/nothing.js', load: '100 req/s', slo: ['p99 < 30ms', 'errors < 1%'] };
    const file = change('scenarios.search', { ...script, budget: '2m', tolerance: { p99: '10%' } });
    expect(between(before, parse(file))).toEqual([
      { kind: 'setting', label: 'search', setting: 'request', from: 'POST /search', to: 'load/nothing.js' },
    ]);
  });

  test('that only became stricter are not told', () => {
    for (const [place, value] of [
      ['scenarios.search.budget', '4m'],
      ['measure.soak', '1m'],
      ['secrets', ['TOKEN', 'PASSWORD', 'KEY']],
      ['external.postgres', 'localhost:5432'],
      ['scenarios.search.request.expect.status', [201]],
    ] as const)
      expect(between(before, parse(change(place, value))), place).toEqual([]);
    const history = parse(change('baseline.on-base-failure', 'history'));
    expect(between(history, before)).toEqual([]);
  });
});
