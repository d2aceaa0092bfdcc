import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { explainSelection, selectScenarios } from '../../src/config/selection.ts';
import { FILE, FULL, failureOf, problemsOf, SMALL } from './configs.ts';

const fraction = (value: number) => ({ fraction: value, ms: 0 });

describe('tailgate.yml', () => {
  test('needs no more than a service, a request and an SLO', () => {
    expect(parseConfig(SMALL, FILE)).toEqual({
      path: '/repo/tailgate.yml',
      directory: '/repo',
      suite: 'default',
      settings: {
        service: { build: 'npm ci', start: 'node server.js', url: 'http://127.0.0.1:${PORT}' },
        scenarios: {
          search: { request: 'GET /search?q=shoes', slo: parseSlo('p99 < 30ms at 1000 req/s') },
        },
      },
      services: [
        {
          name: 'service',
          build: 'npm ci',
          start: 'node server.js',
          url: 'http://127.0.0.1:${PORT}',
          env: {},
          needs: [],
          ready: { kind: 'http', path: '/', timeoutSeconds: 60 },
          stop: { kind: 'signal', signal: 'SIGTERM' },
          scope: 'instance',
          reuse: [],
        },
      ],
      external: [],
      target: 'service',
      allow: [],
      secrets: [],
      scenarios: [
        {
          name: 'search',
          work: {
            kind: 'request',
            request: {
              method: 'GET',
              url: '/search?q=shoes',
              headers: {},
              expectStatus: [],
              timeoutSeconds: 10,
            },
          },
          loads: [{ kind: 'arrival-rate', rate: 1000 }],
          slos: [
            {
              metric: { kind: 'percentile', percent: 99 },
              operator: '<',
              limit: { kind: 'absolute', value: 30, unit: 'ms' },
            },
          ],
          budgetSeconds: undefined,
          sensitivity: { tolerance: { byMetric: {} }, confidence: { byMetric: {} } },
        },
      ],
      measure: { budgetSeconds: 60, soakSeconds: 20 },
      explain: 'auto',
      drift: { against: { kind: 'age', seconds: 30 * 86_400 }, tolerance: 0.1 },
      page: { buckets: [] },
      baseline: {
        kind: 'paired',
        sensitivity: { tolerance: { byMetric: {} }, confidence: { byMetric: {} } },
        onBaseFailure: 'invalid',
      },
    });
  });

  test('is understood in every form', () => {
    const config = parseConfig(FULL, FILE);
    expect(config.services.map(({ name }) => name)).toEqual(['redis', 'worker', 'app']);
    const app = config.services.find(({ name }) => name === 'app')!;
    expect(app.env).toEqual({
      REDIS_URL: 'redis://127.0.0.1:${redis.PORT}',
      DATABASE_URL: 'postgres://localhost/app_${TAILGATE_INSTANCE}?password=${env.DATABASE_PASSWORD}',
      RELEASE: '1.10',
      DEBUG: 'true',
    });
    expect(app.ready).toEqual({ kind: 'http', path: '/healthz', timeoutSeconds: 90 });
    expect(app.stop).toEqual({ kind: 'command', command: 'docker compose -p $TAILGATE_INSTANCE down -v' });
    expect(config.services.map(({ ready }) => ready)).toMatchObject([
      { kind: 'tcp', timeoutSeconds: 60 },
      { kind: 'log', pattern: 'waiting for jobs' },
      { kind: 'http' },
    ]);
    expect(config.services.map(({ name, scope }) => [name, scope])).toEqual([
      ['redis', 'run'],
      ['worker', 'instance'],
      ['app', 'instance'],
    ]);
    expect(app.reuse).toEqual([
      { path: 'node_modules', lockFile: 'package-lock.json' },
      { path: 'web/dist', lockFile: 'web/package-lock.json' },
    ]);
    expect(config.external).toEqual([
      { name: 'postgres', host: 'localhost', port: 5432 },
      { name: 'search', host: '::1', port: 9200 },
    ]);
    expect(config).toMatchObject({
      suite: 'api',
      target: 'app',
      secrets: ['DATABASE_PASSWORD'],
      measure: { budgetSeconds: 120, soakSeconds: 20 },
      baseline: {
        kind: 'paired',
        onBaseFailure: 'history',
        sensitivity: {
          tolerance: { byMetric: { p99: fraction(0.08), tail: fraction(0.025), 'p99.9': fraction(1.5) } },
          confidence: { byMetric: { errors: 0.95 } },
        },
      },
    });
  });

  test('has requests and scripts, single loads and sweeps', () => {
    const scenarios = Object.fromEntries(
      parseConfig(FULL, FILE).scenarios.map((scenario) => [scenario.name, scenario]),
    );
    expect(scenarios.checkout?.work).toEqual({
      kind: 'request',
      request: {
        method: 'POST',
        url: '/checkout',
        headers: { 'X-Version': '1.0', 'content-type': 'application/json' },
        body: '{"item":1,"token":"${env.TOKEN}"}',
        expectStatus: [201],
        timeoutSeconds: 2,
      },
    });
    expect(scenarios.checkout?.slos).toHaveLength(4);
    expect(scenarios.checkout).toMatchObject({
      budgetSeconds: 300,
      sensitivity: {
        tolerance: { byMetric: { p50: fraction(0.03), p95: fraction(0.2), errors: fraction(0.005) } },
        confidence: { all: 0.999, byMetric: {} },
      },
    });
    expect(scenarios.upload?.work).toMatchObject({ request: { body: 'plain', expectStatus: [200, 204] } });
    expect(scenarios.browse?.work).toEqual({ kind: 'script', path: '/repo/load/browse.js', exec: 'browse' });
    expect(scenarios.lookup).toMatchObject({
      loads: [{ kind: 'fixed-work', requests: 10_000, users: 2 }],
      slos: [],
    });
    expect(scenarios.overhead?.loads).toHaveLength(3);
  });

  test('may want more requests of a script than it has iterations', () => {
    const text = SMALL.replace('request: GET /search?q=shoes', 'script: browse.js');
    const { scenarios } = parseConfig(text.replace('p99 < 30ms', 'rate > 2500 req/s'), FILE);
    expect(scenarios).toMatchObject([
      { loads: [{ kind: 'arrival-rate', rate: 1000 }], slos: [{ metric: { kind: 'rate' } }] },
    ]);
  });

  test('may name a service that runs already', () => {
    const { services } = parseConfig(
      SMALL.replace(/ {2}build.*\n {2}start.*\n/, '').replace('${PORT}', '8080'),
      FILE,
    );
    expect(services[0]).not.toHaveProperty('start');
    expect(services[0]).toMatchObject({
      url: 'http://127.0.0.1:8080',
      ready: { kind: 'http', path: '/' },
    });
  });

  test('compares with earlier runs where a running service leaves nothing else', () => {
    const running = SMALL.replace(/ {2}build.*\n {2}start.*\n/, '').replace('${PORT}', '8080');
    expect(parseConfig(running, FILE).baseline.kind).toBe('history');
    expect(parseConfig(running.concat('baseline:\n  tolerance: 5%\n'), FILE).baseline.kind).toBe('history');
    expect(parseConfig(SMALL.concat('baseline:\n  from: history\n'), FILE).baseline.kind).toBe('history');
    expect(parseConfig(SMALL.concat('baseline:\n  tolerance: 5%\n'), FILE).baseline.kind).toBe('paired');
  });

  test('may only lengthen the wait for readiness', () => {
    const { services } = parseConfig(
      SMALL.replace('scenarios:', '  ready:\n    timeout: 2m\nscenarios:'),
      FILE,
    );
    expect(services[0]?.ready).toEqual({ kind: 'http', path: '/', timeoutSeconds: 120 });
  });

  test('may share parts by anchors and merge keys', () => {
    const text = SMALL.replace('  search:\n', '  search: &common\n').concat(
      '  again:\n    <<: *common\n    request: GET /again\n',
    );
    const [first, second] = parseConfig(text, FILE).scenarios;
    expect(second?.loads).toEqual(first?.loads);
    expect(second?.work).toMatchObject({ request: { url: '/again' } });
  });

  test('says where a mistake in a shared part is', () => {
    const text = SMALL.replace('  search:\n', '  search: &common\n')
      .replace('req/s', 'rps')
      .concat('  again: *common\n');
    expect(problemsOf(text)).toEqual(['8:29 `rps` is not a unit here.']);
  });

  test('that is empty gets an example', () => {
    for (const text of ['', '# only a comment\n', '---\n']) {
      const error = failureOf(text);
      expect(error.message).toBe('tailgate.yml is empty.');
      expect(() => parseConfig(error.detail!, FILE)).not.toThrow();
    }
  });
});

describe('limits relative to another scenario', () => {
  const two = (slo: string, load: string, own = '60 req/s') =>
    `${SMALL.replace(/slo:.*\n/, `load: ${own}\n    slo: ${slo}\n`)}  sparql:\n    request: GET /\n    load: ${load}\n`;

  test.each([
    ['one with another load', 'p95 < sparql.p95 + 150ms', '5 req/s', '60 req/s'],
    ['a sweep with the same loads', 'p50 < 0.5 x sparql.p50', '[5 req/s, 60 req/s]', '60 req/s'],
    ['fixed work', 'p50 < 0.5 x sparql.p50', '100 requests by 2 users', '100 requests by 2 users'],
  ])('may be to %s', (_, slo, load, own) => {
    const { scenarios } = parseConfig(two(slo, load, own), FILE);
    expect(scenarios[0]!.slos[0]!.limit).toMatchObject({ kind: 'relative', scenario: 'sparql' });
  });

  test('may be so the other way round as well: each is a measured value', () => {
    const circle = two('p95 < sparql.p95 + 150ms', '60 req/s').concat('    slo: p95 < 3 x search.p95\n');
    expect(parseConfig(circle, FILE).scenarios).toHaveLength(2);
  });

  test.each([
    ['to nothing', 'p95 < sparkl.p95', '5 req/s', '9:16 There is no scenario `sparkl` in this file.'],
    ['to itself', 'p95 < 2 x search.p50', '5 req/s', '9:16 A scenario cannot be the limit of itself.'],
    [
      'to a sweep without its load',
      'p95 < sparql.p95',
      '[5 req/s, 10 req/s]',
      '9:16 `sparql` is a sweep, and has no load `60 req/s` that its value could be taken from.',
    ],
    [
      'to the capacity of a scenario that has a load',
      'rate > 0.5 x sparql.capacity',
      '5 req/s',
      '9:17 `capacity` is known only where it is searched, and is no limit of another scenario.',
    ],
    [
      'the wrong way round',
      'p95 > sparql.p95',
      '5 req/s',
      '9:14 This would fail exactly when the service does well: an SLO says what must hold.',
    ],
  ])('cannot be %s', (_, slo, load, problem) => {
    expect(problemsOf(two(slo, load))).toEqual([problem]);
  });

  test('cannot be to a scenario that searches for its capacity', () => {
    const goal = 'capacity: p99 < 30ms between 100 and 5000 req/s';
    expect(problemsOf(two('p95 < sparql.p95', '5 req/s').replace('load: 5 req/s', goal))).toEqual([
      '9:16 `sparql` searches for its capacity, and has no load that a value could be taken from.',
    ]);
  });

  test('are proposed by the nearest name', () => {
    expect(failureOf(two('p95 < sparkl.p95', '5 req/s')).detail).toContain('did you mean `sparql.p95`?');
  });

  test('select the other scenario together with the one that was asked for', () => {
    const config = parseConfig(two('p95 < sparql.p95 + 150ms', '60 req/s'), FILE);
    const selected = selectScenarios(config, ['search']);
    expect(selected.scenarios.map(({ name }) => name)).toEqual(['search', 'sparql']);
    expect(explainSelection(selected, ['search'])).toEqual([
      'sparql: measured as well, since an SLO of the selected scenarios is relative to it',
    ]);
    expect(explainSelection(selectScenarios(config, ['sparql']), ['sparql'])).toEqual([]);
    expect(explainSelection(config, [])).toEqual([]);
  });
});

describe('checks across keys', () => {
  const services = (text: string) => SMALL.replace(/service:[\s\S]*(?=scenarios:)/, `services:\n${text}`);
  const scenario = (text: string) => SMALL.replace(/ {4}request[\s\S]*/, text);
  const request = (text: string) => scenario(`    load: 5 req/s\n    request:\n${text}`);

  test.each<[string, string, string[]]>([
    [
      'both service and services',
      SMALL.concat('services:\n  a:\n    start: x\n'),
      ['9:1 Both `service` and `services` are given.'],
    ],
    [
      'no service',
      SMALL.replace(/service:[\s\S]*(?=scenarios:)/, ''),
      ['1:1 `service` is missing: nothing to send load to.'],
    ],
    [
      'neither start nor url',
      services('  a:\n    needs: []\n'),
      ['2:3 This service has neither `start` nor `url`.', '2:3 No service has a `url` to send load to.'],
    ],
    ['no url', services('  a:\n    start: x\n'), ['2:3 No service has a `url` to send load to.']],
    [
      'two urls',
      services('  a: &a\n    start: x\n    url: http://127.0.0.1:${PORT}\n  b: *a\n'),
      ['1:1 Several services have a `url`: `a` and `b`.'],
    ],
    ['unknown target', SMALL.concat('target: serwice\n'), ['9:9 There is no service `serwice`.']],
    [
      'target without url',
      services('  a:\n    start: x\n').concat('target: a\n'),
      ['8:9 The service `a` has no `url` to send load to.'],
    ],
    ['target over redis', SMALL.replace('http:', 'redis:'), ['4:8 The target is asked over http or https.']],
    [
      'keys without start',
      SMALL.replace(/ {2}start.*\n/, '').replace('${PORT}', '80'),
      ['2:3 `build` does nothing without `start`: a service that is only given by its `url` runs already.'],
    ],
    [
      'unknown need',
      SMALL.replace('  build', '  needs: [redis]\n  build'),
      ['2:11 There is no service `redis`.'],
    ],
    [
      'external need',
      SMALL.replace('  build', '  needs: [pg]\n  build').concat('external:\n  pg: h:1\n'),
      ['2:11 `pg` is external: it is waited for before any service starts.'],
    ],
    [
      'circle of needs',
      services(
        '  web:\n    start: x\n    url: http://127.0.0.1:${PORT}\n    needs: [a]\n  a:\n    start: x\n    needs: [b]\n  b:\n    start: x\n    needs: [a]\n',
      ),
      ['8:5 These services need each other: a → b → a.'],
    ],
    [
      'own need',
      services('  a:\n    start: x\n    url: http://127.0.0.1:${PORT}\n    needs: [a]\n'),
      ['5:13 A service cannot need itself.'],
    ],
    [
      'service called env',
      services('  env:\n    start: x\n    url: http://127.0.0.1:${PORT}\n'),
      ['2:3 `env` cannot name a service: `${env.NAME}` is the environment.'],
    ],
    [
      'ports by number, twice, and as a variable',
      SMALL.replace('  build', '  ports: ["8080:80", admin, admin]\n  env:\n    PORT_ADMIN: 1\n  build'),
      [
        '2:11 `8080:80` does not name a port; Tailgate picks its number.',
        '2:29 `admin` is given twice.',
        '4:5 `PORT_ADMIN` is set by Tailgate itself.',
      ],
    ],
    [
      'a port that has another name',
      SMALL.replace('  build', '  ports: [admin]\n  env: { A: "${PORT_ADMN}" }\n  build'),
      ['3:14 `${PORT_ADMN}` is not known here.'],
    ],
    [
      'own PORT',
      SMALL.replace('  build', '  env:\n    PORT: 80\n  build'),
      ['3:5 `PORT` is set by Tailgate itself.'],
    ],
    ['no scheme', SMALL.replace('http://', ''), ['4:8 The URL has no scheme.']],
    [
      'shell style',
      SMALL.replace('${PORT}', '$PORT'),
      ["4:25 `$PORT` is the shell's way; here nobody fills it in."],
    ],
    [
      'query in url',
      SMALL.replace('${PORT}', '${PORT}/?a=b'),
      ['4:33 Requests go below this URL, so it cannot have a query or fragment.'],
    ],
    ['unknown reference', SMALL.replace('${PORT}', '${POTR}'), ['4:25 `${POTR}` is not known here.']],
    [
      'reference to a port of the running',
      SMALL.replace(/ {2}build.*\n {2}start.*\n/, ''),
      ['2:25 `${PORT}` is not known here.'],
    ],
    [
      'reference without need',
      services(
        '  a:\n    start: x\n    url: http://127.0.0.1:${PORT}\n    env:\n      B: ${b.PORT}\n  b:\n    start: x\n',
      ),
      ['6:10 `${b.PORT}` is not known here.'],
    ],
    [
      'reference in a request',
      SMALL.replace('q=shoes', 'q=${shoes}'),
      ['7:28 `${shoes}` is not known here.'],
    ],
    [
      'dotted reference in a command',
      SMALL.replace('server.js', 'server.js ${service.PORT}'),
      ['3:25 `${service.PORT}` is filled in under `url`, `env` and `request` only; this is for the shell.'],
    ],
    [
      'two kinds of readiness',
      SMALL.replace('scen', '  ready:\n    path: /\n    log: x\nscen'),
      ['7:5 `ready` has both `path` and `log`.'],
    ],
    [
      'log without start',
      SMALL.replace(/ {2}build.*\n {2}start.*\n/, '')
        .replace('${PORT}', '80')
        .replace('scen', '  ready:\n    log: x\nscen'),
      ['4:5 `log` needs `start`: only of a service that Tailgate starts can it read the output.'],
    ],
    [
      'bad pattern',
      SMALL.replace('scen', '  ready:\n    log: "(x"\nscen'),
      ['6:10 This is not a regular expression: Unterminated group.'],
    ],
    [
      'readiness as a path',
      SMALL.replace('scen', '  ready: /healthz\nscen'),
      ['5:10 `/healthz` is not a value of `ready`.'],
    ],
    [
      'misspelt signal',
      SMALL.replace('  build', '  stop: SIGTREM\n  build'),
      ['2:9 `SIGTREM` is not a signal that can stop a service.'],
    ],
    [
      'bad address',
      SMALL.concat('external:\n  pg: localhost\n  es: h:99999\n'),
      ['10:16 The port is missing.', '11:9 Ports go from 1 to 65535.'],
    ],
    [
      'bad name',
      SMALL.replace('search:', 'Search Shoes:'),
      ['6:3 `Search Shoes` is not a name: at most 100 small letters, digits, `-` and `_`, a letter first.'],
    ],
    [
      'a name of a scenario that fits into no file name',
      SMALL.replace('search:', `${'s'.repeat(101)}:`),
      [expect.stringMatching(/^6:3 `s+….*at most 100 small letters/)],
    ],
    [
      'a name of an external service that fits into no file name',
      SMALL.concat(`external:\n  ${'z'.repeat(250)}: localhost:80\n`),
      [expect.stringMatching(/z+….*at most 100 small letters/)],
    ],
    [
      'a name of a suite that fits into no file name',
      SMALL.concat(`suite: ${'s'.repeat(101)}\n`),
      [expect.stringMatching(/`s+….*at most 100 small letters/)],
    ],
    ['no load', SMALL.replace(' at 1000 req/s', ''), ['6:3 This scenario has no load.']],
    [
      'load given twice',
      SMALL.concat('    load: 1000 req/s\n'),
      ['8:21 The load is given twice: here and under `load`.'],
    ],
    [
      'two different loads',
      scenario('    request: GET /\n    slo: [p99 < 5ms at 5 req/s, p50 < 5ms at 6 req/s]\n'),
      ['8:43 This scenario already runs at `5 req/s`.'],
    ],
    [
      'equal loads',
      scenario('    request: GET /\n    load: [5 req/s, 5.0 req/s]\n'),
      ['8:21 `5 req/s` is in this sweep twice.'],
    ],
    [
      'request and script',
      SMALL.concat('    script: a.js\n'),
      ['9:5 A scenario has a `request` or a `script`, not both.'],
    ],
    ['nothing to send', scenario('    load: 5 req/s\n'), ['6:3 This scenario sends nothing.']],
    [
      'exec without script',
      SMALL.concat('    exec: a\n'),
      ['9:5 `exec` names a function of a `script`, and there is none.'],
    ],
    [
      'script outside',
      scenario('    script: ../a.js\n    load: 1 user\n'),
      ['7:13 The script lies outside of the folder of this file.'],
    ],
    [
      'absolute script',
      scenario('    script: /repo/a.js\n    load: 1 user\n'),
      ['7:13 The path of a script is relative to this file.'],
    ],
    [
      'json and body',
      request('      method: POST\n      path: /\n      json: {}\n      body: x\n'),
      ['12:7 `json` and `body` are both given.'],
    ],
    [
      'body without method',
      request('      path: /\n      body: x\n'),
      ['10:7 A request with `body` does not say its method.'],
    ],
    ['long form without path', request('      method: GET\n'), ['8:5 `path` is missing.']],
    [
      'not a number of JSON',
      request('      method: PUT\n      path: /\n      json: [.inf, 12345678901234567890]\n'),
      ['11:14 JSON has no such number.', '11:20 This number is too large to be kept exactly.'],
    ],
    [
      'numbers that begin with a zero',
      request('      method: PUT\n      path: /\n      json: {zip: 01234, n: [-007, 0.5, 0, 10]}\n'),
      [
        '11:19 JSON has no number that begins with a zero.',
        '11:30 JSON has no number that begins with a zero.',
      ],
    ],
    [
      'header twice',
      request('      path: /\n      headers:\n        A: x\n        a: y\n'),
      ['12:9 The header `a` is given twice; case does not matter.'],
    ],
    ['short budget', SMALL.concat('measure:\n  budget: 500ms\n'), ['10:11 `500ms` is out of range.']],
    ['long budget', SMALL.concat('measure:\n  budget: 7h\n'), ['10:11 `7h` is out of range.']],
    [
      'SLO the wrong way round',
      SMALL.replace('p99 <', 'p99 >'),
      ['8:14 This would fail exactly when the service does well: an SLO says what must hold.'],
    ],
    ['SLO nobody can meet', SMALL.replace('30ms', '0ms'), ['8:16 No run could ever meet this.']],
    [
      'rate above the load',
      SMALL.replace('p99 < 30ms', 'rate > 2000 req/s'),
      ['8:17 The load is 1000 req/s, so no higher rate can be achieved.'],
    ],
    [
      'rate above the lowest load of a sweep',
      scenario('    request: GET /\n    load: [60 req/s, 5 req/s]\n    slo: rate > 50 req/s\n'),
      ['9:17 The load is 5 req/s, so no higher rate can be achieved.'],
    ],
    ['budget of a scenario', SMALL.concat('    budget: 7h\n'), ['9:13 `7h` is out of range.']],
    [
      'paired with a running target',
      SMALL.replace(/ {2}build.*\n {2}start.*\n/, '')
        .replace('${PORT}', '80')
        .concat('baseline:\n  from: paired\n'),
      ['8:9 The target runs already, so its base revision cannot be started beside it.'],
    ],
    [
      'no base to fail',
      SMALL.concat('baseline:\n  from: history\n  on-base-failure: invalid\n'),
      [
        '11:3 `on-base-failure` does nothing without a base revision: this run is compared with earlier ones.',
      ],
    ],
    [
      'reuse and scope without start',
      services(
        '  a:\n    start: x\n    url: http://127.0.0.1:${PORT}\n  b:\n    url: http://127.0.0.1:80\n    scope: run\n    reuse:\n      c: d.lock\n',
      ).concat('target: a\n'),
      [
        '7:5 `scope` does nothing without `start`: a service that is only given by its `url` runs already.',
        '8:5 `reuse` does nothing without `start`: a service that is only given by its `url` runs already.',
      ],
    ],
    [
      'shared target',
      SMALL.replace('  build', '  scope: run\n  build'),
      ['2:10 The target cannot be shared: each revision has to be started by itself.'],
    ],
    [
      'shared service that is not to be halted',
      services(
        '  a:\n    start: x\n    url: http://127.0.0.1:${PORT}\n  b:\n    start: x\n    scope: run\n    halt: never\n',
      ),
      ['8:5 A service that serves both revisions is never halted.'],
    ],
    [
      'shared service that needs others',
      services(
        '  a:\n    start: x\n    url: http://127.0.0.1:${PORT}\n  b:\n    start: x\n    scope: run\n    needs: [c, d, e, a]\n  c:\n    start: x\n  d:\n    start: x\n    scope: run\n  e:\n    url: http://127.0.0.1:80\n',
      ).concat('target: a\n'),
      [
        '8:13 `b` runs before any instance of `c` is started, and outlives it.',
        '8:22 `b` runs before any instance of `a` is started, and outlives it.',
      ],
    ],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test('go on beside mistakes of form, without problems that only follow from others', () => {
    const text = `services:
  app:
    strat: node server.js
    url: http://127.0.0.1:\${PORT}
    needs: [db]
  db:
    start: 5
scenarios:
  search:
    requst: GET /
    slos: p99 < 30ms at 10 req/s
  browse:
    request: GET /browse
    load: 10
`;
    expect(problemsOf(text)).toEqual([
      '3:5 `strat` is not a key of a service.',
      '7:12 `start` is a number.',
      '10:5 `requst` is not a key of a scenario.',
      '11:5 `slos` is not a key of a scenario.',
      '14:13 `10` has no unit.',
    ]);
  });
});
