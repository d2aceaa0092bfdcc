import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBodyCheck } from '../../src/config/language/request.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Slo } from '../../src/config/language/slo-type.ts';
import { measureSizes, shareStatuses } from '../../src/measurement/answers.ts';
import type { Load } from '../../src/measurement/load.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { makeRequest, makeScenario, makeWork } from '../fixtures.ts';
import { expectMeasured, folder, measure, useK6 } from './measure.ts';

useK6();

const shop: RequestListener = (request, response) => {
  if (request.url === '/boom') response.statusCode = 500;
  if (request.url === '/gone') response.statusCode = 404;
  setTimeout(() => response.end('ok'), request.url === '/slow' ? 60 : 0);
};

let scripts = 0;

const USUAL: Load = { kind: 'arrival-rate', rate: 40 };

/** Measures a script at 40 iterations a second. `code` is the body of its function, `before` what stands outside. */
async function run(
  code: string,
  {
    before = '',
    listener = shop,
    env = {} as Record<string, string>,
    load = USUAL,
    slos = [] as Slo[],
    judged = [] as string[],
  } = {},
) {
  const path = join(folder, `books-${++scripts}.js`);
  const base = env.BASE === undefined ? '__ENV.BASE_URL' : JSON.stringify(env.BASE);
  writeFileSync(
    path,
    `import http from 'k6/http'; import exec from 'k6/execution'; ${before}; const base = ${base};
     export default async function () { ${code} }`,
  );
  const scenario = makeScenario({ work: { kind: 'script', path, exec: 'default', judged }, load, slos });
  const { slots, ...measured } = await measure([scenario], listener);
  return { ...measured, slot: slots[0]! };
}

/** Counts for each iteration: those answered and failed, the p50 (ms). */
async function count(code: string, options?: Parameters<typeof run>[1]) {
  const { result, slot, counts } = await run(code, options);
  expectMeasured(result);
  return {
    ok: counts.ok / counts.sent,
    failed: counts.failed / counts.sent,
    p50: pooledQuantile(slot.slices, 0.5),
    codes: slot.failures.map(({ code }) => code),
  };
}

describe('the books', () => {
  it.concurrent.each([
    [
      'tags, callbacks, and the way to send it',
      [
        "http.get(base + '/boom', { tags: { scenario: 'a', expected_response: 'x' } });",
        "http.get(base + '/boom', { responseCallback: null });",
        "get(base + '/boom');",
        "fetchIt(base + '/boom');",
        "all.get(base + '/boom');",
        "http.batch({ a: ['GET', base + '/boom', null, { tags: { scenario: 'x' } }] });",
        "await http.asyncRequest('GET', base + '/boom');",
        "exec.vu.metrics.tags.scenario = 'x'; http.get(base + '/boom');",
        "for (const tag of Object.keys(exec.vu.metrics.tags)) delete exec.vu.metrics.tags[tag]; http.get(base + '/boom');",
      ],
      "import { get as fetchIt } from 'k6/http'; import * as all from 'k6/http'; const { get } = http",
    ],
    [
      'no callback at all, and of the option throw',
      ["try { http.get(base + '/boom'); } catch {}"],
      'http.setResponseCallback(null); export const options = { throw: true }',
    ],
  ])('keep each failure in spite of %s', async (_, failing, before) => {
    const { ok, failed } = await count(`http.get(base + '/'); ${failing.join(' ')}`, { before });
    expect({ ok, failed }).toEqual({ ok: 1, failed: failing.length });
  });

  it.concurrent('count what fails and what throws, each iteration that does both once', async () => {
    const code = `const which = exec.scenario.iterationInTest % 3;
      http.get(base + (which === 1 ? '/' : '/boom')); if (which > 0) throw new Error('broken');`;
    const { result, slot, counts } = await run(code);
    expectMeasured(result);
    expect(counts.failed / counts.sent).toBeCloseTo(1, 1);
    expect(counts.ok / counts.sent).toBeCloseTo(1 / 3, 1);
    expect(slot.failures).toMatchObject([{ code: 500, count: expect.any(Number) }]);
    expect(pooledQuantile(slot.slices, 0.99)).toBe(Number.POSITIVE_INFINITY);
    expect(result.told).toMatchObject([{ label: 'search', text: 'exception: broken' }]);
  });

  it.concurrent('take the whole time of a request that is redirected', async () => {
    const listener: RequestListener = (request, response) => {
      if (request.url !== '/hop') return void response.end('ok');
      setTimeout(() => response.writeHead(303, { location: '/' }).end(), 60);
    };
    for (const code of ["http.get(base + '/hop')", "await http.asyncRequest('GET', base + '/hop')"]) {
      const { ok, p50 } = await count(code, { listener });
      expect(ok).toBe(1);
      expect(p50).toBeGreaterThan(55);
    }
  });

  it.concurrent('let a script do once what it does in the first iteration of each virtual user', async () => {
    const { ok, failed } = await count(
      "if (__ITER === 0) isKnown = true; http.get(base + (isKnown ? '/' : '/boom'));",
      // With a limit, its users are those of the warm-up, in which k6 begins more iterations than there are arrivals.
      { before: 'let isKnown = false', slos: [parseSlo('p95 < 100ms').slo] },
    );
    expect({ ok, failed }).toEqual({ ok: 1, failed: 0 });
  });

  it.concurrent('let each function of a script do so for itself', async () => {
    const path = join(folder, 'functions.js');
    const of = (name: string) =>
      `let of${name}; export function ${name}() {
         if (__ITER === 0) of${name} = true;
         http.get(__ENV.BASE_URL + (of${name} ? '/' : '/boom')); }`;
    writeFileSync(path, `import http from 'k6/http'; ${of('a')} ${of('b')} ${of('c')}`);
    // The warm-up of the third one gets a user of the first.
    const scenarios = ['a', 'b', 'c'].map((exec, index) =>
      makeScenario({
        name: exec,
        work: { kind: 'script', path, exec },
        load: { kind: 'users', users: 1 + index },
        slos: [parseSlo('p95 < 100ms').slo],
      }),
    );
    const { slots } = await measure(scenarios, shop);
    expect(slots.map(({ failures }) => failures)).toEqual([[], [], []]);
  });

  it.concurrent('keep the users of the warm-up while a script is measured, without a limit too', async () => {
    const code = "http.get(base + (exec.vu.idInTest > 3 ? '/boom' : '/')); sleep(0.05);";
    const { failed } = await count(code, {
      before: "import { sleep } from 'k6'",
      load: { kind: 'users', users: 3 },
    });
    expect(failed).toBe(0);
  });

  it.concurrent('keep the time of a request that goes by another tag', async () => {
    const { p50 } = await count(
      "http.get(base + '/'); for (const i of [1, 2]) http.get(base + '/slow', { tags: { scenario: 'checkout' } });",
    );
    expect(p50).toBeGreaterThan(50);
  });

  it.concurrent('take statuses for what the script expects them to be', async () => {
    const expected = await count(
      "http.get(base + '/gone'); http.get(base + '/', { responseCallback: http.expectedStatuses({ min: 400, max: 499 }) });",
      { before: 'http.setResponseCallback(http.expectedStatuses(404))' },
    );
    expect(expected).toMatchObject({ ok: 1, failed: 1 });
  });

  it.concurrent('tell an exception before any request from one after it', async () => {
    const { slot } = await run(
      "if (exec.scenario.iterationInTest % 2) throw new Error('no token'); http.get(base).nonsense.x;",
    );
    const failed = slot.slices.reduce((sum, slice) => sum + slice.failed, 0);
    expect(Math.abs(slot.barren - slot.sent / 2)).toBeLessThanOrEqual(2);
    expect(Math.abs(failed - slot.sent / 2)).toBeLessThanOrEqual(2);
  });

  it.concurrent('leave out what begins after the end of the load, while k6 lets iterations go on', async () => {
    const before = "import { sleep } from 'k6'";
    const listener: RequestListener = (request, response) =>
      request.url === '/never' ? undefined : void response.end('ok');
    const [cut, thrown, late] = await Promise.all([
      count("http.get(base + '/'); sleep(2); http.get(base + '/never')", { before, listener }),
      count("http.get(base + '/'); sleep(2); throw new Error('late')", { before, listener }),
      run("sleep(2); throw new Error('late')", { before, listener }),
    ]);
    expect(cut).toMatchObject({ ok: 1, failed: 0 });
    expect(thrown).toMatchObject({ ok: 1, failed: 0 });
    expectMeasured(late.result);
    expect(late.slot.sent).toBeGreaterThan(0);
    expect([late.slot.barren, late.slot.whole]).toEqual([0, 0]);
  });

  it.concurrent('miss no request where the target of a redirect fails', async () => {
    const { result, slot, lost } = await run("http.get(base + '/hop')", {
      listener: (request, response) =>
        void response.writeHead(request.url === '/hop' ? 303 : 500, { location: '/boom' }).end(),
    });
    expectMeasured(result);
    expect(slot.failures).toMatchObject([{ code: 500 }]);
    expect(lost).toBe(0);
  });

  it.concurrent.each([
    ['a redirect', "http.get(base + '/login').submitForm()"],
    ['a redirect in a batch', "http.batch([base + '/login'])[0].submitForm()"],
    ['a redirect of a link', "http.get(base + '/login').clickLink({ selector: 'a' })"],
  ])('miss a request past them beside %s', async (_, code) => {
    const listener: RequestListener = ({ url, method }, response) => {
      if (url === '/login') return void response.writeHead(302, { location: '/form' }).end();
      const isForm = url !== '/order' && method === 'GET';
      response.writeHead(isForm ? 200 : 500, { 'content-type': 'text/html' });
      response.end('<form method="post" action="/order"></form><a href="/order">order</a>');
    };
    const { result, slot, lost } = await run(code, { listener });
    expectMeasured(result);
    expect(lost).toBeGreaterThan(slot.sent / 2);
    expect(slot.sent).toBeGreaterThan(0);
  });

  it.concurrent('count requests that were sent again, and connections', async () => {
    let served = 0;
    const { slots } = await measure(
      [makeScenario({ load: { kind: 'arrival-rate', rate: 100 }, slos: [parseSlo('p99 < 50ms').slo] })],
      (request, response) => {
        const { socket } = request as unknown as { socket: { served?: boolean; destroy(): void } };
        if (socket.served && served++ % 10 === 0) {
          setTimeout(() => socket.destroy(), 2);
          return;
        }
        socket.served = true;
        response.end('ok');
      },
    );
    const [slot] = slots;
    const sum = (of: 'ok' | 'failed' | 'resent') =>
      slot!.slices.reduce((total, slice) => total + (slice[of] ?? 0), 0);
    expect(sum('failed')).toBe(0);
    expect(sum('resent') / sum('ok')).toBeGreaterThan(0.05);
    expect(sum('resent') / sum('ok')).toBeLessThan(0.2);
  });

  it.concurrent('look at the size and status of answers, whose length is told or not', async () => {
    const look = async (listener: RequestListener) => {
      const request = makeRequest({ expectStatus: [200, 404] });
      // Up to 50 req/s all answers are looked at, so their shares are no matter of chance.
      const { slots } = await measure(
        [makeScenario({ load: { kind: 'arrival-rate', rate: 50 }, work: makeWork(request) })],
        listener,
      );
      const answers = slots[0]!.answers.flat();
      return { size: measureSizes(answers).typical, statuses: shareStatuses(answers) };
    };
    let asked = 0;
    const [told, untold] = await Promise.all([
      look((_, response) => response.end('x'.repeat(1234))),
      look((_, response) => {
        response.statusCode = asked++ % 4 === 0 ? 404 : 200;
        response.write('x'.repeat(700));
        response.end('y'.repeat(300));
      }),
    ]);
    expect(told).toEqual({ size: 1234, statuses: new Map([[200, 1]]) });
    expect(untold.size).toBe(1000);
    expect(untold.statuses.get(404)).toBeCloseTo(0.25, 1);
  });

  it.concurrent('ask for no body of a HEAD, which may be told of as compressed and never comes', async () => {
    const load = { kind: 'arrival-rate', rate: 50 } as const;
    const work = makeWork(makeRequest({ method: 'HEAD' }));
    const { slots } = await measure([makeScenario({ load, work })], (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
    );
    const { answers, failures } = slots[0]!;
    expect(failures).toEqual([]);
    expect(shareStatuses(answers)).toEqual(new Map([[200, 1]]));
    expect(answers.map(({ sizes }) => sizes)).toEqual([null]);
  });

  it.concurrent('take a body that never ends for a timeout', async () => {
    const { slots } = await measure(
      [makeScenario({ work: makeWork(makeRequest({ timeoutSeconds: 0.2 })) })],
      (_, response) => void response.write('x'),
    );
    expect(slots[0]!.failures).toMatchObject([{ code: 1050 }]);
  });

  it.concurrent.each<[string, string, Load, number]>([
    ['that reports errors', '{"data":null,"errors":[{"message":"boom"}]}', USUAL, 1],
    ['that lacks what it should hold', '', USUAL, 1],
    ['that fits', '{"data":1}', USUAL, 0],
    // A user looks at a sample, and at all bodies once one did not fit.
    ['of which users look at some', '{"errors":[]}', { kind: 'users', users: 2 }, 0.5],
  ])('hold an answer with another body than expected for failed: one %s', async (_, body, load, least) => {
    const expectBody = [parseBodyCheck('contains "data"'), parseBodyCheck('not contains "\\"errors\\""')];
    const scenario = makeScenario({ work: makeWork(makeRequest({ expectBody })), load });
    const { slots, counts } = await measure([scenario], (_, response) => response.end(body));
    const share = counts.failed / (counts.ok + counts.failed);
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share === 0).toBe(least === 0);
    expect(slots[0]!.failures.map(({ code }) => code)).toEqual(least > 0 ? [4000] : []);
  });
});

describe('a script', () => {
  it.concurrent.each([
    [
      'executionSegment',
      "export const options = { executionSegment: '0:1/2' }",
      '`executionSegment: "0:1/2"`',
    ],
    ['rps', 'export const options = { rps: 20 }', '`rps: 20`'],
    [
      'scenarios that differ',
      "export const options = { scenarios: { a: { env: { X: '1' } }, b: { env: { X: '2' } } } }",
      'its scenarios `a`, `b` call `default`',
    ],
  ])('that Tailgate cannot run as it is meant is refused: %s', async (_, before, words) => {
    const { result } = await run('http.get(base)', { before });
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringContaining(words) });
  });

  it.concurrent('is asked where the revision runs, with the variables of its scenario otherwise', async () => {
    const before =
      "export const options = { scenarios: { a: { env: { BASE_URL: 'http://127.0.0.1:9', ROUTE: '/' } } } }";
    const { ok, failed } = await count('http.get(__ENV.BASE_URL + __ENV.ROUTE)', { before });
    expect({ ok, failed }).toEqual({ ok: 1, failed: 0 });
  });

  it.concurrent.each([
    [
      'export function browse() {} export function buy() {}',
      { exec: 'default', there: 'it exports browse, buy' },
    ],
    ['export default () => {', undefined],
  ])(
    'that cannot be run is its own fault, and where it lacks the function those that it has are listed: %s',
    async (code, missing) => {
      const path = join(folder, `exports-${++scripts}.js`);
      writeFileSync(path, code);
      const work = { kind: 'script', path, exec: 'default' } as const;
      const { result } = await measure([makeScenario({ work })], shop);
      expect(result).toMatchObject({ kind: 'failed', fault: 'script', ...(missing && { missing }) });
    },
  );

  it.concurrent('has its thresholds named that no SLO stands for, and none of them ends k6', async () => {
    const { result, slot } = await run('http.get(base)', {
      judged: ['checks: rate>0.9'],
      before: `export const options = { thresholds: {
        checks: ['rate>0.9'], http_reqs: ['rate>1e9'], 'http_req_duration{scenario:x}': [],
        http_req_duration: [{ threshold: 'max<0.001', abortOnFail: true }],
      } }`,
    });
    expectMeasured(result);
    expect(result.complete).toBe(true);
    expect(result.summary.thresholds).toEqual(['http_reqs: rate>1e9', 'http_req_duration: max<0.001']);
    expect(slot.slices.every(({ ok }) => ok > 0)).toBe(true);
  });
});

/** Serves while something is done with the address. k6 has closed its connections by then. */
async function serve<T>(server: Server, use: (address: string) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

describe('a session', () => {
  /** A server that opens sockets. */
  const makeSockets = () =>
    createServer((_, response) => response.end()).on('upgrade', ({ headers }, socket) => {
      const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.on('error', () => {});
      socket.on('data', () => socket.end(Buffer.from([0x88, 0])));
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });

  it.concurrent('is in no count, unless an SLO on a metric judges it', async () => {
    const slos = [parseSlo('ws_connecting.p95 < 1s').slo];
    const code = 'const ws = new WebSocket(base); ws.onopen = () => ws.close();';
    const before = "import { WebSocket } from 'k6/websockets'";
    await serve(makeSockets(), async (address) => {
      const env = { BASE: `ws://${address}` };
      const [alone, gated] = await Promise.all([
        run(code, { before, env }),
        run(code, { before, env, slos }),
      ]);
      expectMeasured(alone.result);
      expectMeasured(gated.result);
      expect(alone.lost).toBeGreaterThan(0);
      expect(gated.lost).toBe(0);
      const opened = gated.slot.slices.map(({ custom }) => custom?.ws_connecting as { count: number });
      expect(opened.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0.8 * gated.slot.sent);
    });
  });
});

describe('a gRPC client', () => {
  const PROTO = `syntax = "proto3";
package quotes;
message Quote {}
service Quotes {
  rpc Get(Quote) returns (Quote);
  rpc Watch(Quote) returns (stream Quote);
}
`;

  /** A server that is healthy, answers every second call, and whose streams never say anything. */
  function makeQuotes() {
    let asked = 0;
    return createHttp2Server().on('stream', (stream, headers) => {
      const method = headers[':path'];
      stream.on('error', () => {});
      stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
      if (method === '/quotes.Quotes/Watch') return;
      const status = method === '/quotes.Quotes/Get' && asked++ % 2 === 1 ? '14' : '0';
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
      // SERVING, or an empty message, behind its length.
      stream.end(Buffer.from(method === '/quotes.Quotes/Get' ? [0, 0, 0, 0, 0] : [0, 0, 0, 0, 2, 8, 1]));
    });
  }

  const CONNECT = 'client.connect(base, { plaintext: true });';
  const LOAD = "client.load([], 'quotes.proto');";

  it.concurrent.each([
    ["import grpc from 'k6/net/grpc'; const client = new grpc.Client();"],
    ["import { Client } from 'k6/net/grpc'; const client = new Client();"],
    ["const { Client } = require('k6/net/grpc'); const client = new Client();"],
    ["import grpc from 'k6/net/grpc'; class Own extends grpc.Client {} const client = new Own();"],
  ])('has its calls counted however it is made: %s', async (made) => {
    writeFileSync(join(folder, 'quotes.proto'), PROTO);
    const code = `${CONNECT} client.invoke('quotes.Quotes/Get', {}); await client.asyncInvoke('quotes.Quotes/Get', {});
      client.healthCheck(); client.close();`;
    const { result, slot, lost, counts } = await serve(makeQuotes(), (BASE) =>
      run(code, { before: `${made} ${LOAD}`, env: { BASE } }),
    );
    expectMeasured(result);
    expect(lost).toBe(0);
    expect(counts.ok / counts.failed).toBeCloseTo(2, 0);
    expect(slot.failures.map(({ code }) => code)).toEqual([2014]);
  });

  it.concurrent('that cannot connect has failed, and its streams are in no count', async () => {
    writeFileSync(join(folder, 'quotes.proto'), PROTO);
    const before = `import grpc from 'k6/net/grpc'; const client = new grpc.Client(); ${LOAD}`;
    const code = `${CONNECT} const stream = new grpc.Stream(client, 'quotes.Quotes/Watch');
      stream.on('error', () => {}); stream.write({}); setTimeout(() => client.close(), 30);`;
    const [refused, streamed] = await Promise.all([
      count(CONNECT, { before, env: { BASE: '127.0.0.1:9' } }),
      serve(makeQuotes(), (BASE) => run(code, { before, env: { BASE } })),
    ]);
    expect(refused).toMatchObject({ ok: 0, failed: 1, codes: [2014] });
    expectMeasured(streamed.result);
    expect(streamed.lost).toBeGreaterThan(0);
  });
});
