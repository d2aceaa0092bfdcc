import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/config/config.ts';
import { parseBodyCheck } from '../../src/config/language/request.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { countLost, readSlots, type SlotResult } from '../../src/k6/summary.ts';
import { measureSizes, shareStatuses } from '../../src/measurement/answers.ts';
import type { Load } from '../../src/measurement/measurement.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { measureMetric } from '../../src/metrics/metric.ts';
import { measureLength } from '../../src/plan/layout.ts';
import { makeRequest, makeScenario, makeWork } from '../fixtures.ts';
import { dealOne, drive, expectMeasured, folder, layOut, measure, quick, useK6 } from './measure.ts';

useK6();

/** What k6 finds at each path. */
const PAGES: Record<string, RequestListener> = {
  '/boom': (_, response) => void response.writeHead(500).end(),
  '/gone': (_, response) => void response.writeHead(404).end(),
  '/slow': (_, response) => void setTimeout(() => response.end('ok'), 60),
  '/never': () => {},
  '/redirect': (_, response) => void response.writeHead(302, { location: '/' }).end(),
  '/hop': (_, response) => void setTimeout(() => response.writeHead(303, { location: '/' }).end(), 60),
  '/past': (_, response) => void response.writeHead(303, { location: '/boom' }).end(),
  '/login': (_, response) => void response.writeHead(302, { location: '/form' }).end(),
  '/form': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<form method="post" action="/boom"></form><a href="/boom">order</a>');
  },
};

async function listen<T>(server: Server, use: (port: number) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

/** Serves these pages, and sockets that k6 closes once they are open. */
function withShop<T>(pages: typeof PAGES, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => (pages[request.url!] ?? quick)(request, response));
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.on('error', () => {});
    socket.on('data', () => socket.end(Buffer.from([0x88, 0])));
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  return listen(server, (port) =>
    use(`http://127.0.0.1:${port}`).finally(() => server.closeAllConnections()),
  );
}

/** Serves a gRPC server that is healthy, answers `Get`, refuses `Refuse`, and whose streams never say anything. */
function withQuotes<T>(use: (address: string) => Promise<T>): Promise<T> {
  const proto = `syntax = "proto3";
package quotes;
message Quote {}
service Quotes {
  rpc Get(Quote) returns (Quote);
  rpc Refuse(Quote) returns (Quote);
  rpc Watch(Quote) returns (stream Quote);
}
`;
  writeFileSync(join(folder, 'quotes.proto'), proto);
  const sessions = new Set<ServerHttp2Session>();
  const server = createHttp2Server()
    .on('session', (session) => void sessions.add(session))
    .on('stream', (stream, headers) => {
      const method = headers[':path']!.split('/').at(-1);
      stream.on('error', () => {});
      stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
      if (method === 'Watch') return;
      stream.on('wantTrailers', () =>
        stream.sendTrailers({ 'grpc-status': method === 'Refuse' ? '14' : '0' }),
      );
      // SERVING, or an empty message, behind its length.
      stream.end(Buffer.from(method === 'Check' ? [0, 0, 0, 0, 2, 8, 1] : [0, 0, 0, 0, 0]));
    });
  return listen(server, (port) =>
    use(`127.0.0.1:${port}`).finally(() => {
      for (const session of sessions) session.destroy();
    }),
  );
}

type Counted = 'ok' | 'failed' | 'dropped';
const sum = ({ slices }: Pick<SlotResult, 'slices'>, of: Counted) =>
  slices.reduce((total, slice) => total + slice[of], 0);

/** Measures scenarios by one k6, in which all begin at once, without a warm-up. */
async function together(scenarios: Scenario[], usersOf: (scenario: Scenario) => number, pages = PAGES) {
  const slots = scenarios.map((scenario) => {
    const slot = layOut([scenario]).slots.at(-1)!;
    const step = { ...slot.step, virtualUsers: usersOf(scenario), graceSeconds: 4 };
    return { ...slot, step, startSeconds: 0, seconds: 3, settleSeconds: 0, slices: 2 };
  });
  const program = measureLength(slots);
  const result = await withShop(pages, (targetUrl) =>
    drive(program, targetUrl, ({ step: { work } }) =>
      work.kind === 'request' ? dealOne(work.requests[0]!.request, targetUrl) : null,
    ),
  );
  expectMeasured(result);
  const read = readSlots(result.summary, program.slots);
  return { result, read, lost: countLost(result.summary, program.slots) };
}

let scripts = 0;

const IMPORTS = `import http from 'k6/http'; import exec from 'k6/execution'; import { sleep } from 'k6';`;

/** Writes a script. */
function write(code: string) {
  const path = join(folder, `books-${++scripts}.js`);
  writeFileSync(path, `${IMPORTS}\n${code}`);
  return { kind: 'script', path, exec: 'default' } as const;
}

/** Calls all functions of a script (their code by name, and what stands outside) at once, five times a second each. */
async function call(code: Record<string, string>, { before = '', slos = [] as Scenario['slos'] } = {}) {
  const functions = Object.entries(code).map(([name, body]) => `export async function ${name}() { ${body} }`);
  const { path } = write(`${before}; const base = __ENV.BASE_URL; ${functions.join('\n')}`);
  const scenarios = Object.keys(code).map((name) => {
    const work = { kind: 'script', path, exec: name } as const;
    return makeScenario({ name, work, load: { kind: 'arrival-rate', rate: 5 }, slos });
  });
  // Enough for iterations that last longer than the load, and for those that end at once.
  const usersOf = ({ name }: Scenario) => (/sleep|never/.test(code[name]!) ? 18 : 4);
  const { result, read, lost } = await together(scenarios, usersOf);
  const sent = read.reduce((sum, slot) => sum + slot.sent, 0);
  return { result, lost, sent, slots: new Map(read.map((slot) => [slot.slot.step.scenario, slot])) };
}

/** Counts for each iteration those answered and failed. In the last slice requests may begin after the end of the load. */
function countEach({ slots, result }: Awaited<ReturnType<typeof call>>) {
  const counts = [...slots.values()].map(({ slot, slices }, index) => {
    const early = slices.slice(0, -1);
    const started = early.map((_, i) => result.summary.metrics[`tailgate_started{tailgate:s${index}.${i}}`]);
    const sent = started.reduce((sum, metric) => sum + (metric?.type === 'counter' ? metric.sum : 0), 0);
    const of = (key: 'ok' | 'failed') => early.reduce((sum, slice) => sum + slice[key], 0) / sent;
    return [slot.step.scenario, [of('ok'), of('failed')]];
  });
  return Object.fromEntries(counts);
}

const WAYS = [
  "http.get(base + '/boom', { tags: { scenario: 'a', expected_response: 'x' } });",
  "http.get(base + '/boom', { responseCallback: null });",
  "get(base + '/boom');",
  "fetchIt(base + '/boom');",
  "all.get(base + '/boom');",
  "http.batch({ a: ['GET', base + '/boom', null, { tags: { scenario: 'x' } }] });",
  "await http.asyncRequest('GET', base + '/boom');",
  "exec.vu.metrics.tags.scenario = 'x'; http.get(base + '/boom');",
  "for (const tag of Object.keys(exec.vu.metrics.tags)) delete exec.vu.metrics.tags[tag]; http.get(base + '/boom');",
];

const EXPECTS = `http.setResponseCallback(http.expectedStatuses(404)); http.get(base + '/gone');
  http.get(base + '/', { responseCallback: http.expectedStatuses({ min: 400, max: 499 }) });`;

/** Functions of a script, and how many requests of an iteration were answered and have failed. */
const COUNTED: Record<string, [code: string, ok: number, failed: number]> = {
  inAllWays: [`http.get(base + '/'); ${WAYS.join(' ')}`, 1, WAYS.length],
  failsAndThrows: ["http.get(base + '/boom'); throw new Error('broken');", 0, 1],
  throwsThen: ["http.get(base + '/'); throw new Error('broken');", 1, 1],
  throwsFirst: ["throw new Error('no token');", 0, 0],
  expects: [EXPECTS, 1, 1],
  redirected: ["http.get(base + '/hop');", 1, 0],
  redirectedAsync: ["await http.asyncRequest('GET', base + '/hop');", 1, 0],
  failsBehind: ["http.get(base + '/past');", 0, 1],
  tagged: ["for (const i of [1, 2]) http.get(base + '/slow', { tags: { scenario: 'checkout' } });", 2, 0],
  withVariables: ['http.get(__ENV.BASE_URL + __ENV.ROUTE);', 1, 0],
  // What begins after the end of the load, while k6 lets iterations go on, is left out.
  goesOn: ["http.get(base + '/'); sleep(3.2); http.get(base + '/never');", 1, 0],
  throwsLate: ["http.get(base + '/'); sleep(3.2); throw new Error('late');", 1, 0],
  onlyThrowsLate: ["sleep(3.2); throw new Error('late');", 0, 0],
  // A pause that is cut off has lost nothing, but every request that was on its way has failed.
  pauses: ["http.get(base + '/'); http.get(base + '/redirect'); sleep(30);", 2, 0],
  idles: ['sleep(30);', 0, 0],
  waits: ["http.get(base + '/'); http.get(base + '/never');", 1, 1],
  waitsAsync: ["http.get(base + '/'); await http.asyncRequest('GET', base + '/never');", 1, 1],
  waitsInBatch: ["http.get(base + '/'); http.batch([base + '/never', base + '/never']);", 1, 2],
};

/** The same table with one of its columns. */
const pick = <T>(of: (row: (typeof COUNTED)[string]) => T) =>
  Object.fromEntries(Object.entries(COUNTED).map(([name, row]) => [name, of(row)]));

describe('the books', () => {
  it.concurrent('count what a script sends, in whatever way, and time it as its caller does', async () => {
    const before = `import { get as fetchIt } from 'k6/http'; import * as all from 'k6/http'; const { get } = http;
      export const options = {
        scenarios: { a: { exec: 'withVariables', env: { BASE_URL: 'http://127.0.0.1:9', ROUTE: '/' } } },
        thresholds: {
          checks: ['rate>0.9'], http_reqs: ['rate>1e9'], 'http_req_duration{scenario:x}': [],
          http_req_duration: [{ threshold: 'max<0.001', abortOnFail: true }],
        },
      }`;
    const called = await call(
      pick(([code]) => code),
      { before },
    );
    expect(countEach(called)).toEqual(pick(([, ok, failed]) => [ok, failed]));
    const { slots, lost, result } = called;
    expect(lost).toBe(0);
    for (const name of ['redirected', 'redirectedAsync', 'tagged'])
      expect(pooledQuantile(slots.get(name)!.slices, 0.5), name).toBeGreaterThan(55);
    expect(slots.get('failsBehind')!.failures).toMatchObject([{ code: 500 }]);
    const { barren, sent } = slots.get('throwsFirst')!;
    expect(Math.abs(barren - sent)).toBeLessThanOrEqual(1);
    expect(slots.get('onlyThrowsLate')!.barren).toBe(0);
    const isUnended = (name: string) => slots.get(name)!.unended === slots.get(name)!.sent;
    expect(['goesOn', 'pauses', 'inAllWays', 'throwsThen'].map(isUnended).join()).toBe(
      'true,true,false,false',
    );
    // No threshold of the script has ended k6.
    expect(result.complete).toBe(true);
  });

  it.concurrent('keep each failure in spite of no callback at all, and of the option throw', async () => {
    const fails = "http.get(base + '/'); try { http.get(base + '/boom'); } catch {}";
    const before = 'http.setResponseCallback(null); export const options = { throw: true }';
    expect(countEach(await call({ fails }, { before }))).toEqual({ fails: [1, 1] });
  });

  it.concurrent('have the calls of a gRPC client, however it is made; one that cannot connect has failed', async () => {
    const MADE = ['new grpc.Client()', 'new Client()', 'new all.Client()', 'new Required()', 'new Own()'];
    const before = `import grpc, { Client } from 'k6/net/grpc'; import * as all from 'k6/net/grpc';
      const { Client: Required } = require('k6/net/grpc'); class Own extends grpc.Client {}
      const clients = [${MADE.join()}]; for (const client of clients) client.load([], 'quotes.proto')`;
    const counts = MADE.map((_, index) => [`client${index}`, [2, 1]]);
    const called = await withQuotes((address) => {
      const quote = (index: number) => `const client = clients[${index}];
        client.connect('${address}', { plaintext: true }); client.invoke('quotes.Quotes/Get', {});
        await client.asyncInvoke('quotes.Quotes/Refuse', {}); client.healthCheck(); client.close();`;
      const calls = Object.fromEntries(MADE.map((_, index) => [`client${index}`, quote(index)]));
      const refused = "clients[0].connect('127.0.0.1:9', { plaintext: true });";
      return call({ ...calls, refused }, { before });
    });
    expect(countEach(called)).toEqual({ ...Object.fromEntries(counts), refused: [0, 1] });
    expect(called.lost).toBe(0);
    for (const { failures } of called.slots.values()) expect(failures).toMatchObject([{ code: 2014 }]);
  });

  const SOCKETS = {
    socket: 'const own = new WebSocket(address); own.onopen = () => own.close();',
    olderSocket: "ws.connect(address, {}, (own) => own.on('open', () => own.close()));",
  };
  const SOCKETS_BEFORE = `import { WebSocket } from 'k6/websockets'; import ws from 'k6/ws';
    const address = __ENV.BASE_URL.replace('http', 'ws')`;

  it.concurrent('miss a request past them, and sessions, of which there is one in each iteration', async () => {
    const before = `${SOCKETS_BEFORE}; import grpc from 'k6/net/grpc'; const client = new grpc.Client();
      client.load([], 'quotes.proto')`;
    const past = {
      form: "http.get(base + '/login').submitForm();",
      formOfBatch: "http.batch([base + '/login'])[0].submitForm();",
      link: "http.get(base + '/login').clickLink({ selector: 'a' });",
    };
    const { lost, sent } = await withQuotes((address) => {
      const stream = `client.connect('${address}', { plaintext: true });
        const stream = new grpc.Stream(client, 'quotes.Quotes/Watch'); stream.on('error', () => {});
        stream.write({}); setTimeout(() => client.close(), 30);`;
      return call({ ...SOCKETS, ...past, stream }, { before });
    });
    // Less than this, had they any of the six.
    expect(lost).toBeGreaterThan(0.9 * sent);
  });

  it.concurrent('miss no session that an SLO on a metric judges', async () => {
    const slos = [parseSlo('ws_connecting.p95 < 1s').slo];
    const { lost, slots } = await call(SOCKETS, { before: SOCKETS_BEFORE, slos });
    expect(lost).toBe(0);
    for (const { slices, sent } of slots.values()) {
      const opened = slices.map(({ custom }) => custom?.ws_connecting as { count: number });
      expect(opened.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0.8 * sent);
    }
  });

  it.concurrent('let each function do once what it does in the first iteration of each virtual user', async () => {
    const of = (name: string) =>
      `let of${name}; export function ${name}() {
         if (__ITER === 0) of${name} = true;
         http.get(__ENV.BASE_URL + (of${name} ? '/' : '/boom')); }`;
    const { path } = write(['a', 'b', 'c'].map(of).join(' '));
    // With a limit, users are those of the warm-up, in which k6 begins more iterations than there are arrivals. The
    // warm-up of the third one gets a user of the first.
    const loads: [exec: string, load: Load][] = [
      ['a', { kind: 'users', users: 1 }],
      ['b', { kind: 'arrival-rate', rate: 40 }],
      ['c', { kind: 'users', users: 3 }],
    ];
    const slos = [parseSlo('p95 < 100ms').slo];
    const scenarios = loads.map(([exec, load]) =>
      makeScenario({ name: exec, work: { kind: 'script', path, exec }, load, slos }),
    );
    const { result, slots } = await measure(scenarios, ({ url }, response) => {
      response.writeHead(url === '/boom' ? 500 : 200).end();
    });
    expectMeasured(result);
    expect(slots.map(({ failures }) => failures)).toEqual([[], [], []]);
  });

  it.concurrent('keep the users of the warm-up while a script is measured, without a limit too', async () => {
    const get = "http.get(__ENV.BASE_URL + '/' + exec.vu.idInTest)";
    const work = write(`export default () => { ${get}; sleep(0.05); }`);
    const users = new Set<string>();
    const scenario = makeScenario({ work, load: { kind: 'users', users: 3 } });
    const { result } = await measure([scenario], ({ url }, response) => {
      users.add(url!);
      response.end();
    });
    expectMeasured(result);
    expect([...users].sort()).toEqual(['/1', '/2', '/3']);
  });

  const expectBody = [parseBodyCheck('contains "data"'), parseBodyCheck('not contains "\\"errors\\""')];
  /** Of users some bodies are looked at, and all of a user once one did not fit. */
  const BODIES: [name: string, body: string, load: Load, least: number][] = [
    ['errors', '{"data":null,"errors":[{"message":"boom"}]}', { kind: 'arrival-rate', rate: 20 }, 1],
    ['lacking', '', { kind: 'arrival-rate', rate: 20 }, 1],
    ['fitting', '{"data":1}', { kind: 'arrival-rate', rate: 20 }, 0],
    ['some', '{"errors":[]}', { kind: 'users', users: 2 }, 0.5],
  ];

  it.concurrent('look at statuses, sizes and bodies of the answers to declared requests', async () => {
    let [asked, halves, packed] = [0, 0, 0];
    const pages: typeof PAGES = {
      '/told': (_, response) => void response.end('x'.repeat(1234)),
      '/untold': (_, response) => {
        response.statusCode = asked++ % 4 === 0 ? 404 : 200;
        response.write('x'.repeat(700));
        response.end('y'.repeat(300));
      },
      // A HEAD may be told of as compressed, and its body never comes.
      '/head': (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
      // Nor is one that is unpacked, since k6 counts that time as the service's, and what is said to be compressed may not be.
      '/packed': (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed++ % 2 === 0 ? gzipSync('x') : 'x');
      },
      '/endless': (_, response) => void response.write('x'),
      '/half': (_, response) => void response.writeHead(halves++ % 2 === 0 ? 500 : 200).end(),
      ...Object.fromEntries(
        BODIES.map(([name, body]) => [`/${name}`, (_, response) => void response.end(body)]),
      ),
    };
    // Up to 50 req/s all answers are looked at, so their shares are no matter of chance.
    const scenario = (name: string, rate = 50, more = {}) =>
      makeScenario({
        name,
        load: { kind: 'arrival-rate', rate },
        work: makeWork(makeRequest({ url: `/${name}`, ...more })),
      });
    const scenarios = [
      scenario('told'),
      scenario('head', 50, { method: 'HEAD' }),
      scenario('packed', 50, { headers: { 'Accept-Encoding': 'gzip' } }),
      scenario('untold', 50, { expectStatus: [200, 404] }),
      scenario('endless', 20, { timeoutSeconds: 0.2 }),
      scenario('half'),
      ...BODIES.map(([name, , load]) => ({ ...scenario(name, 20, { expectBody }), loads: [load] })),
    ];
    const { read } = await together(scenarios, () => 20, pages);
    const find = (name: string) => read.find(({ slot }) => slot.step.scenario === name)!;
    const half = find('half');
    const told = find('told').answers;
    expect([measureSizes(told).typical, shareStatuses(told)]).toEqual([1234, new Map([[200, 1]])]);
    const untold = find('untold').answers;
    expect(measureSizes(untold).typical).toBe(1000);
    expect(shareStatuses(untold).get(404)).toBeCloseTo(0.25, 1);
    for (const { answers, failures } of ['head', 'packed'].map(find)) {
      expect([failures, shareStatuses(answers)]).toEqual([[], new Map([[200, 1]])]);
      expect(answers.map(({ sizes }) => sizes)).toEqual([null]);
    }
    expect(find('endless').failures).toMatchObject([{ code: 1050 }]);
    expect(Math.abs(sum(half, 'failed') - sum(half, 'ok'))).toBeLessThan(15);
    expect(pooledQuantile(half.slices, 0.99)).toBe(Number.POSITIVE_INFINITY);
    expect(half.failures).toMatchObject([{ code: 500, count: expect.any(Number) }]);
    for (const [name, , , least] of BODIES) {
      const slot = find(name);
      const share = sum(slot, 'failed') / (sum(slot, 'ok') + sum(slot, 'failed'));
      expect(share, name).toBeGreaterThanOrEqual(least);
      expect(share === 0, name).toBe(least === 0);
      expect(slot.failures.map(({ code }) => code)).toEqual(least > 0 ? [4000] : []);
    }
  });
});

it.concurrent('a script has its load from tailgate.yml, whatever its options say, and its setup, teardown and checks', async () => {
  const work = write(
    `import { check } from 'k6';
     export const options = {
       rps: 2, executionSegment: '0:1/2', executionSegmentSequence: '0,1/2,1', paused: true, vus: 7,
       scenarios: { search: { exec: 'other', env: { X: '0' } }, a: { env: { X: '1' } }, b: { env: { X: '2' } } },
     };
     const base = __ENV.BASE_URL;
     export function setup() { http.get(base + '/setup'); return { word: 'shoes' }; }
     export function teardown(data) { http.get(base + '/teardown?' + data.word); }
     export default ({ word }) => {
       check(http.get(base + '/' + __ENV.X + '?q=' + word), { ok: (r) => r.status === 200 }); };`,
  );
  const seen = new Set<string>();
  const scenario = makeScenario({ work, load: { kind: 'arrival-rate', rate: 50 } });
  const { slots, counts } = await measure([scenario], ({ url }, response) => {
    seen.add(url!);
    response.end('ok');
  });
  expect(Math.abs(slots[0]!.sent - slots[0]!.intended!)).toBeLessThanOrEqual(2);
  expect(counts.ok).toBe(counts.sent);
  // Of several scenarios for the function the first gives its variables, not one of our name for another function.
  expect([...seen].sort()).toEqual(['/1?q=shoes', '/setup', '/teardown?shoes']);
});

it.concurrent('a script without the function lists those that it has; one that cannot be loaded, or fails, is at fault', async () => {
  const run = async (code: string) => (await measure([makeScenario({ work: write(code) })], quick)).result;
  await expect(run('export function browse() {} export function buy() {}')).rejects.toThrow(
    'The k6 script has no function default: it exports browse, buy.',
  );
  expect(await run('export default () => {')).toMatchObject({ kind: 'failed', fault: 'script' });
  const failed = await run(
    `export default () => {
       if (exec.scenario.iterationInTest > 0) return;
       console.error('hello');
       exec.test.fail('the basket is empty');
       for (let i = 0; i < 50; i++) console.error('line ' + i);
     };`,
  );
  expect(failed).toMatchObject({ kind: 'failed', fault: 'script' });
  // k6's own error is kept, whatever a script prints around it.
  expect(failed).toMatchObject({ log: expect.stringContaining('the basket is empty') });
  expect(failed).not.toMatchObject({ log: expect.stringMatching(/hello|line \d/) });
});

describe('the driver', () => {
  it.concurrent('sends what the plan intends and leaves warm-up and settling out', async () => {
    let received = 0;
    const scenario = makeScenario({ load: { kind: 'arrival-rate', rate: 200 } });
    const { result, slots } = await measure([scenario], (_, response) => {
      received++;
      response.end('ok');
    });
    expectMeasured(result);
    const [slot] = slots;
    const counted = sum(slot!, 'ok');
    expect(Math.abs(slot!.intended! - 200)).toBeLessThan(60); // by chance
    expect(Math.abs(counted - slot!.intended!)).toBeLessThan(20);
    expect(received).toBeGreaterThan(counted + 150); // a second of warm-up and a fifth of a second of settling
    expect(slot!.slices.every((slice) => slice.lag !== null && slice.latency !== null)).toBe(true);
  });

  it.concurrent('runs a closed model and fixed work, the latter exactly as often as asked', async () => {
    const users = makeScenario({ name: 'users', load: { kind: 'users', users: 2 } });
    const closed = await measure([users], quick);
    expectMeasured(closed.result);
    expect(closed.slots[0]!.slices.every((slice) => slice.planned === null && slice.ok > 0)).toBe(true);
    const work = makeScenario({ name: 'work', load: { kind: 'fixed-work', requests: 300, users: 2 } });
    const fixed = await measure([work], quick);
    expectMeasured(fixed.result);
    expect(sum(fixed.slots[0]!, 'ok')).toBe(300);
    expect(fixed.slots[0]!.slices).toHaveLength(12);
  });

  it.concurrent('waits for the answers of a slow endpoint, whatever an SLO allows', async () => {
    const answer = async (rate: number, slo: string, ms: number) => {
      const load = { kind: 'arrival-rate', rate } as const;
      const { slots } = await measure([makeScenario({ load, slos: [parseSlo(slo).slo] })], (_, response) =>
        setTimeout(() => response.end('ok'), ms),
      );
      const [slot] = slots;
      expect([sum(slot!, 'failed'), sum(slot!, 'dropped')], slo).toEqual([0, 0]);
      expect(sum(slot!, 'ok'), slo).toBe(slot!.sent);
      expect(sum(slot!, 'ok'), slo).toBeGreaterThan(0);
    };
    const slow = [answer(10, 'errors < 1%', 800), answer(2, 'p95 < 4s', 3000), answer(4, 'p95 < 50ms', 700)];
    await Promise.all(slow);
  });

  it.concurrent('counts refused connections and arrivals without a free user as never answered', async () => {
    const load = { kind: 'arrival-rate', rate: 200 } as const;
    const nobody = makeWork(makeRequest({ url: 'http://127.0.0.1:9/' }));
    const scenarios = [makeScenario({ load, work: nobody }), makeScenario({ name: 'hanging', load })];
    const { slots } = await measure(scenarios, () => {});
    const [refused, hanging] = slots as [SlotResult, SlotResult];
    expect(refused.slices.every((slice) => slice.ok === 0 && slice.failed > 0)).toBe(true);
    expect(sum(hanging, 'dropped')).toBeGreaterThan(30);
    // In flight at the end of the round and cut off after the grace period: not forgotten.
    expect(sum(hanging, 'failed') + sum(hanging, 'dropped')).toBeGreaterThan(80);
    expect(pooledQuantile(hanging.slices, 0.5)).toBe(Number.POSITIVE_INFINITY);
  });

  it.concurrent('keeps what a script feeds its own metrics, by slice, and knows those it never fed or has not', async () => {
    const work = write(
      `import { Counter, Rate, Trend } from 'k6/metrics';
       const wait = new Trend('queue_wait', true), size = new Trend('size'), hits = new Rate('cache_hits');
       const orders = new Counter('orders'), none = new Counter('refusals'), silent = new Trend('silent');
       export default () => {
         http.get(__ENV.BASE_URL);
         wait.add(7); wait.add(NaN); wait.add('x'); wait.add(undefined); size.add(-3); hits.add(true); hits.add(false); orders.add(5);
       };`,
    );
    const fed = ['queue_wait.p95 < 1s', 'size.avg < 40', 'cache_hits.rate > 20%', 'orders.rate > 10/s'];
    const unfed = ['refusals.rate < 1/s', 'silent.p95 < 4', 'nothing.rate < 1%', 'checks.rate > 90%'];
    const slos = [...fed, ...unfed].map((text) => parseSlo(text).slo);
    const scenario = makeScenario({ work, load: { kind: 'arrival-rate', rate: 50 }, slos });
    const { result, slots } = await measure([scenario], quick);
    expectMeasured(result);
    const [{ slices, seen, intended }] = slots as [(typeof slots)[number]];
    const values = slos.map(({ metric }) => measureMetric(slices, metric));
    const orders = expect.closeTo(5 * intended!, -2); // in a second, five for each iteration
    expect(values).toEqual([7, -3, 0.5, orders, 0, Number.NaN, Number.NaN, Number.NaN]);
    const samples = slices.map(({ custom }) => custom!.queue_wait);
    // Warm-up and settling are not among them. In the last slice requests may begin after the end of the load.
    for (const [i, sample] of samples.slice(0, -1).entries())
      expect(sample).toMatchObject({ count: slices[i]!.ok });
    const known = ['cache_hits', 'orders', 'queue_wait', 'refusals', 'size'];
    expect(seen!.map(({ name }) => name).sort()).toEqual(known);
  });
});
