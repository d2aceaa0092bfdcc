import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { selectScenarios } from '../../src/config/selection.ts';
import { FILE, FULL, problemsOf, RUNNING, SMALL } from './configs.ts';

const fraction = (value: number) => ({ fraction: value, ms: 0 });

describe('tailgate.yml', () => {
  test('needs no more than a service, a request and an SLO', () => {
    const { settings, services, scenarios, ...others } = parseConfig(SMALL, FILE);
    expect(others).toEqual({
      ...{ path: '/repo/tailgate.yml', directory: '/repo', suite: 'default', target: 'service' },
      ...{ allow: [], secrets: [], explain: 'auto' },
      measure: { budgetSeconds: 60, soakSeconds: 20 },
      baseline: { kind: 'paired', tolerances: { byMetric: {} } },
    });
    expect(Object.keys(settings)).toEqual(['service', 'scenarios']);
    const commands = { build: 'npm ci', start: 'node server.js', url: 'http://127.0.0.1:${PORT}' };
    const ready = { kind: 'http', path: '/', timeoutSeconds: 60 };
    const usual = { env: {}, needs: [], ready, stop: 'SIGTERM', scope: 'instance' };
    expect(services).toEqual([{ name: 'service', ...commands, ...usual }]);
    const url = '/search?q=shoes';
    const request = { method: 'GET', url, headers: {}, expectStatus: [], timeoutSeconds: 10 };
    const work = { kind: 'request', requests: [{ request, weight: 1 }] };
    const loads = [{ kind: 'arrival-rate', rate: 1000 }];
    const slos = [parseSlo('p99 < 30ms').slo];
    expect(scenarios).toEqual([{ name: 'search', work, loads, slos, tolerances: { byMetric: {} } }]);
  });

  test('is understood in every form', () => {
    const config = parseConfig(FULL, FILE);
    expect(config.services.map(({ name, scope, ready }) => `${name} ${scope} ${ready.kind}`).join(', ')).toBe(
      'redis run tcp, worker instance tcp, app instance http, postgres instance tcp',
    );
    const byMetric = { p99: fraction(0.08), tail: fraction(0.025), p95: fraction(1.5) };
    expect(config).toMatchObject({
      ...{ suite: 'api', target: 'app', secrets: ['DATABASE_PASSWORD'], explain: 'off' },
      when: { changed: ['src/**', 'package-lock.json', '!src/**/*.md'] },
      measure: { budgetSeconds: 120, soakSeconds: 0, warmUpSeconds: 10 },
      baseline: { kind: 'paired', tolerances: { byMetric }, confidence: 0.95 },
    });
    expect(config.services.find(({ name }) => name === 'app')).toMatchObject({
      env: { REDIS_URL: 'redis://127.0.0.1:${redis.PORT}', RELEASE: '1.10', DEBUG: 'true' },
      ready: { path: '/healthz', timeoutSeconds: 90 },
      stop: 'SIGQUIT',
    });
    const headers = { 'X-Version': '1.0', 'content-type': 'application/json' };
    const body = '{"item":1,"token":"${env.TOKEN}"}';
    const expected = { expectStatus: [201], expectBody: [{ text: 'id', isWanted: true }] };
    const request = { url: '/checkout', headers, body, ...expected, timeoutSeconds: 2 };
    const own = { p50: fraction(0.03), p95: fraction(0.2), errors: fraction(0.005) };
    const tolerances = { byMetric: { ...byMetric, ...own } };
    expect(config.scenarios).toMatchObject([
      { name: 'search' },
      { work: { requests: [{ request }] }, slos: { length: 4 }, budgetSeconds: 300, tolerances },
      { work: { requests: [{ request: { body: 'plain', expectStatus: [200, 204] } }] } },
      { work: { kind: 'script', path: '/repo/load/browse.js', exec: 'browse' } },
      { loads: [{ kind: 'fixed-work', requests: 10_000, users: 2 }] },
      { loads: { length: 3 } },
    ]);
  });

  test('may name a service that runs already, which is compared with earlier runs', () => {
    const { services, baseline } = parseConfig(RUNNING, FILE);
    expect(services).toMatchObject([{ url: 'http://127.0.0.1:8080', ready: { kind: 'http', path: '/' } }]);
    expect(services[0]!.start).toBeUndefined();
    expect(baseline.kind).toBe('history');
    const kindOf = (text: string) => parseConfig(text, FILE).baseline.kind;
    expect(kindOf(`${RUNNING}baseline: { tolerance: 5% }\n`)).toBe('history');
    expect(kindOf(`${SMALL}baseline: { from: history }\n`)).toBe('history');
    expect(kindOf(`${SMALL}baseline: { tolerance: 5% }\n`)).toBe('paired');
  });

  test('may share parts by anchors and merge keys, and says where a mistake in one is', () => {
    const shared = SMALL.replace('  search:\n', '  search: &common\n');
    const again = shared.concat('  again:\n    <<: *common\n    request: GET /again\n');
    const [first, second] = parseConfig(again, FILE).scenarios;
    expect(second?.loads).toEqual(first?.loads);
    expect(second?.work).toMatchObject({ requests: [{ request: { url: '/again' } }] });
    expect(problemsOf(shared.replace('p99 <', 'p99 >').concat('  again: *common\n'))).toEqual([
      expect.stringMatching(/^8:10 /),
    ]);
    // Of merged maps the nearest value counts, over several levels too.
    const levels = 'x-a: &a { load: 1 req/s }\nx-b: &b { <<: *a, load: 2 req/s }\nx-c: &c { <<: *b }\n';
    const merged = '  again: { <<: *c, request: GET / }\n';
    expect(parseConfig(levels + SMALL + merged, FILE).scenarios[1]!.loads).toMatchObject([{ rate: 2 }]);
  });
});

describe('three stages', () => {
  /** Four mistakes of each: of syntax, of shape and grammars, of rules. */
  const rules = SMALL.replace('/search', '/${shop}').replace('p99 <', 'p99 >').concat('target: nobody\n');
  const shape = rules.replace('  build', '  buidl').replace('1000 req/s', '1000 rps').concat('suite: A b\n');
  const syntax = shape.concat('when: [\n');

  test('each show all of their mistakes, and the next one only once there are none', () => {
    const linesOf = (text: string) => problemsOf(text).map((problem) => problem.split(':')[0]);
    expect(linesOf(rules)).toEqual(['7', '8', '9']);
    expect(linesOf(shape)).toEqual(['2', '8', '10']);
    expect(Math.min(...linesOf(syntax).map(Number))).toBeGreaterThan(10);
  });
});

describe('limits relative to another scenario', () => {
  const two = (slo: string, load: string, own = '60 req/s') =>
    `${SMALL.replace(/slo:.*\n/, `load: ${own}\n    slo: ${slo}\n`)}  sparql:\n    request: GET /\n    ${load}\n`;
  const LIMIT = 'p95 < sparql.p95 + 150ms';

  test.each([
    [LIMIT, 'load: 5 req/s', '60 req/s'],
    ['p50 < 0.5 x sparql.p50', 'load: [5 req/s, 60 req/s]', '60 req/s'],
    ['p50 < 0.5 x sparql.p50', 'load: 100 requests by 2 users', '100 requests by 2 users'],
    [LIMIT, 'load: 60 req/s\n    slo: p95 < 3 x search.p95', '60 req/s'],
  ])('may be %s where the other has %s', (slo, load, own) => {
    const { scenarios } = parseConfig(two(slo, load, own), FILE);
    expect(scenarios[0]!.slos[0]!.limit).toMatchObject({ kind: 'relative', scenario: 'sparql' });
  });

  test.each([
    ['p95 < sparkl.p95', 'load: 5 req/s', 'no other scenario `sparkl`'],
    ['p95 < 2 x search.p50', 'load: 5 req/s', 'no other scenario `search`'],
    ['p95 < sparql.p95', 'load: [5 req/s, 10 req/s]', 'without the load `60 req/s`'],
    ['p95 < sparql.p95', 'slo: p99 < 30ms at 100 to 5000 req/s', 'Only a capacity search'],
    ['p95 > sparql.p95', 'load: 5 req/s', 'what must hold'],
  ])('cannot be %s where the other has %s', (slo, load, problem) => {
    const told = problemsOf(two(slo, load));
    expect(told).toEqual([expect.stringMatching(/^9:10 /)]);
    expect(told[0]).toContain(problem);
  });

  test('select the other scenario together with the one that was asked for', () => {
    const config = parseConfig(two(LIMIT, 'load: 60 req/s'), FILE);
    const namesOf = (only: string) => selectScenarios(config, [only]).scenarios.map(({ name }) => name);
    expect(namesOf('search')).toEqual(['search', 'sparql']);
    expect(namesOf('sparql')).toEqual(['sparql']);
  });
});
