import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Slo } from '../../src/config/language/slo-type.ts';
import { measureSizes, shareStatuses } from '../../src/measurement/answers.ts';
import type { Load } from '../../src/measurement/load.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { findFreePorts } from '../../src/processes/port.ts';
import { hasProgram, makeRequest, makeScenario } from '../fixtures.ts';
import { expectMeasured, folder, measure, useK6 } from './measure.ts';

useK6();

const shop: RequestListener = (request, response) => {
  if (request.url === '/boom') response.statusCode = 500;
  if (request.url === '/gone') response.statusCode = 404;
  setTimeout(() => response.end('ok'), request.url === '/slow' ? 60 : 0);
};

let scripts = 0;

const LOAD: Load = { kind: 'arrival-rate', rate: 40 };

/** Measures a script at 40 iterations a second. `code` is the body of its function, `before` what stands outside. */
async function run(
  code: string,
  { before = '', listener = shop, env = {} as Record<string, string>, load = LOAD, slos = [] as Slo[] } = {},
) {
  const path = join(folder, `books-${++scripts}.js`);
  const base = env.BASE === undefined ? '__ENV.BASE_URL' : JSON.stringify(env.BASE);
  writeFileSync(
    path,
    `import http from 'k6/http'; import exec from 'k6/execution'; ${before}; const base = ${base};
     export default async function () { ${code} }`,
  );
  const scenario = makeScenario({ work: { kind: 'script', path, exec: 'default' }, load, slos });
  const { result, slots } = await measure([scenario], listener);
  return { result, slot: slots[0]! };
}

/**
 * Counts for each iteration: those answered and failed, the p50 (ms). Iterations of the last slice are left out, since
 * what they send after the end of the load is in no slice.
 */
async function count(code: string, options?: Parameters<typeof run>[1]) {
  const { result, slot } = await run(code, options);
  expectMeasured(result);
  const [told] = Object.values(result.summary.slots);
  const sent = told!.slices.slice(0, -1).reduce((total, { started }) => total + started, 0);
  const sum = (of: 'ok' | 'failed') =>
    slot.slices.slice(0, -1).reduce((total, slice) => total + slice[of], 0) / sent;
  const codes = slot.failures.map(({ code }) => code);
  return {
    ok: sum('ok'),
    failed: sum('failed'),
    untagged: slot.untagged,
    p50: pooledQuantile(slot.slices, 0.5),
    codes,
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
    const { ok, failed, untagged } = await count(`http.get(base + '/'); ${failing.join(' ')}`, { before });
    expect({ ok, failed, untagged }).toEqual({ ok: 1, failed: failing.length, untagged: 0 });
  });

  it.concurrent('count what fails and what throws, each iteration that does both once', async () => {
    const code = `const which = exec.scenario.iterationInTest % 3;
      http.get(base + (which === 1 ? '/' : '/boom')); if (which > 0) throw new Error('broken');`;
    const { ok, failed } = await count(code);
    expect(failed).toBeCloseTo(1, 1);
    expect(ok).toBeCloseTo(1 / 3, 1);
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

  it.skipIf(!hasProgram('redis-server')).concurrent(
    'take a key that is not there for an answer',
    async () => {
      const [port] = await findFreePorts(1);
      const redis = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '']);
      try {
        const before = `import redis from 'k6/experimental/redis'; const client = new redis.Client('redis://127.0.0.1:${port}');
        export async function teardown() { await client.del('none'); }`;
        const { ok, failed } = await count("await client.get('none').catch(() => null);", { before });
        expect({ ok, failed }).toEqual({ ok: 1, failed: 0 });
      } finally {
        redis.kill();
      }
    },
  );

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
    expect(late.slot.barren).toBe(0);
    expect(late.slot.whole).toBe(0);
  });

  it.concurrent('miss no request where the target of a redirect fails', async () => {
    const { result, slot } = await run("http.get(base + '/hop')", {
      listener: (request, response) =>
        void response.writeHead(request.url === '/hop' ? 303 : 500, { location: '/boom' }).end(),
    });
    expectMeasured(result);
    expect(slot.failures).toMatchObject([{ code: 500 }]);
    expect(result.summary.lost).toBe(0);
    expect(slot.whole).toBeGreaterThan(0);
    expect(slot.whole).toBeLessThanOrEqual(slot.sent);
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
        [makeScenario({ load: { kind: 'arrival-rate', rate: 50 }, work: { kind: 'request', request } })],
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
    const work = { kind: 'request', request: makeRequest({ method: 'HEAD' }) } as const;
    const { slots } = await measure([makeScenario({ load, work })], (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
    );
    const { answers, failures } = slots[0]!;
    expect(failures).toEqual([]);
    expect(shareStatuses(answers)).toEqual(new Map([[200, 1]]));
    expect(answers.map(({ sizes }) => sizes)).toEqual([null]);
  });

  it.concurrent('name a body that never ends', async () => {
    const { slots } = await measure(
      [makeScenario({ work: { kind: 'request', request: makeRequest({ timeoutSeconds: 0.2 }) } })],
      (_, response) => void response.write('x'),
    );
    expect(slots[0]!.failures).toMatchObject([{ code: 1051 }]);
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
    ['an amount', "export const options = { thresholds: { http_reqs: ['rate>55'] } }", 'http_reqs: rate>55'],
    [
      'an amount of errors',
      "export const options = { thresholds: { 'http_reqs{status:500}': ['count<5'] } }",
      'take it out, and declare `errors < …` as an SLO',
    ],
    [
      'an amount of its own',
      "import { Counter } from 'k6/metrics'; new Counter('orders'); export const options = { thresholds: { orders: ['count>5'] } }",
      'take it out, and declare `orders.rate > …` as an SLO',
    ],
    [
      'the length of iterations, while arrivals come by chance',
      "export const options = { thresholds: { iteration_duration: ['p(95)<500'] } }",
      'its threshold on `iteration_duration` would also time the wait for arrivals',
    ],
    [
      'a browser',
      "export const options = { scenarios: { ui: { executor: 'shared-iterations', options: { browser: { type: 'chromium' } } } } }",
      'it drives a browser',
    ],
    [
      'scenarios that differ',
      "export const options = { scenarios: { a: { env: { X: '1' } }, b: { env: { X: '2' } } } }",
      'its scenarios `a`, `b` call `default`',
    ],
  ])('that Tailgate cannot run as it is meant is refused: %s', async (_, before, words) => {
    const { result } = await run('http.get(base)', { before });
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringContaining(words) });
  });

  it.concurrent.each(["data_received: ['count<5']", "'http_reqs{name:buy}': ['count>5']"])(
    'is told of no SLO in place of an amount that none stands for: %s',
    async (threshold) => {
      const before = `export const options = { thresholds: { ${threshold} } }`;
      const { result } = await run('http.get(base)', { before });
      expect(result).toMatchObject({ kind: 'failed', message: expect.stringMatching(/: take it out$/) });
    },
  );

  it.concurrent('keeps a threshold on the length of iterations where arrivals are even', async () => {
    const before = "export const options = { thresholds: { iteration_duration: ['min>=0'] } }";
    const load = { kind: 'arrival-rate', rate: 40, arrivals: 'even' } as const;
    const { result } = await run('http.get(base)', { before, load });
    expectMeasured(result);
    expect(result.summary.fed).toEqual(['iteration_duration: min>=0']);
  });

  it.concurrent('is asked where the revision runs, whatever its scenario says', async () => {
    const before =
      "export const options = { scenarios: { a: { env: { BASE_URL: 'http://127.0.0.1:9', ROUTE: '/' } } } }";
    const { ok, failed } = await count('http.get(__ENV.BASE_URL + __ENV.ROUTE)', { before });
    expect({ ok, failed }).toEqual({ ok: 1, failed: 0 });
  });

  it.concurrent('without the function lists those that it has', async () => {
    const path = join(folder, 'exports.js');
    writeFileSync(path, 'export function browse() {} export function buy() {}');
    const work = { kind: 'script', path, exec: 'default' } as const;
    const { result } = await measure([makeScenario({ work })], shop);
    expect(result).toMatchObject({ missing: { exec: 'default', there: 'it exports browse, buy' } });
  });

  it.concurrent('keeps the variables and tags of its scenario, and thresholds on these and on k6’s own', async () => {
    const { result } = await run('http.get(base + __ENV.ROUTE)', {
      before: `export const options = {
        scenarios: { search: { env: { ROUTE: '/slow' }, tags: { kind: 'api' } } },
        thresholds: {
          'http_req_duration{kind:api}': ['max<1'], 'http_req_duration{ proto:HTTP/1.1 }': ['max<1'],
          'http_req_duration{ip:127.0.0.1}': ['min>50'], 'http_req_duration{kind:other}': ['max<1'],
          'http_reqs{kind:other}': [],
        },
      }`,
    });
    expectMeasured(result);
    expect(result.summary.thresholds).toEqual([
      'http_req_duration{kind:api}: max<1',
      'http_req_duration{ proto:HTTP/1.1 }: max<1',
    ]);
    expect(result.summary.unfed).toEqual(['http_req_duration{kind:other}: max<1']);
  });
});

// One after the other: on a busy machine sessions last beyond the end of the load, and what they do then is in no slice.
describe('a socket', () => {
  const frame = (kind: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0x80 | kind, body.length]), body]);

  /** How a server ends a socket: with a code in order or not, without any, or by resetting the connection. */
  const close = (code: number) => (socket: Socket) =>
    void socket.write(frame(8, Buffer.from([code >> 8, code & 255])));
  const closeWithoutCode = (socket: Socket) => void socket.write(frame(8, Buffer.alloc(0)));
  const reset = (socket: Socket) => void socket.resetAndDestroy();

  type Echo = {
    /** Time (ms) after which it echoes what it hears; null: never. */
    delay?: number | null;
    /** Drops each so-and-so-many-th socket when it hears anything. */
    drop?: number;
    /** Ends each socket shortly after it heard something, and echoed that. */
    end?: (socket: Socket) => void;
    /** Drops a socket that is closed, without a word. */
    isRude?: boolean;
    /** Time (ms) after which it says something by itself. Absent: never. */
    greets?: number;
  };

  /** A server that echoes what it hears. */
  async function withEcho<T>(
    { delay = 0, drop = 0, end, isRude = false, greets }: Echo,
    use: (url: string) => Promise<T>,
  ): Promise<T> {
    let count = 0;
    const server = createServer((_, response) => response.end()).on('upgrade', ({ headers }, socket) => {
      const id = ++count;
      const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on('error', () => {});
      if (greets !== undefined)
        setTimeout(() => socket.writable && socket.write(frame(1, Buffer.from('hello'))), greets);
      socket.on('data', (data: Buffer) => {
        const mask = data.subarray(2, 6);
        const body = data.subarray(6).map((byte, i) => byte ^ mask[i % 4]!) as Buffer;
        if ((data[0]! & 15) === 8) {
          if (isRude) socket.destroy();
          else socket.end(frame(8, body));
        } else if (drop > 0 && id % drop === 0) socket.destroy();
        else {
          if (delay !== null) setTimeout(() => socket.writable && socket.write(frame(1, body)), delay);
          if (end) setTimeout(() => socket.writable && end(socket as Socket), (delay ?? 0) + 20);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  const SCRIPTS = {
    'k6/websockets': [
      "const ws = new WebSocket(base); ws.onopen = () => ws.send('hi'); ws.onmessage = () => ws.close();",
      "import { WebSocket } from 'k6/websockets'",
    ],
    'k6/ws': [
      "ws.connect(base, {}, (own) => { own.on('open', () => own.send('hi')); own.on('message', () => own.close()); });",
      "import ws from 'k6/ws'",
    ],
  } as const;

  it.each(Object.entries(SCRIPTS))(
    'of %s counts as two requests: to connect, and the first message',
    async (_, [code, before]) => {
      const of = (echo: Parameters<typeof withEcho>[0]) =>
        withEcho(echo, (BASE) => count(code, { before, env: { BASE } }));
      const [usual, slow, dropping] = await Promise.all([of({}), of({ delay: 80 }), of({ drop: 2 })]);
      expect(usual).toMatchObject({ ok: 2, failed: 0, untagged: 0 });
      expect(slow).toMatchObject({ ok: 2, failed: 0 });
      expect(slow.p50).toBeGreaterThan(usual.p50);
      expect(dropping.failed).toBeCloseTo(0.5, 1);
    },
  );

  /** Scripts that send something and stay, or leave at once with a code of their own. */
  const OTHERS = {
    'k6/websockets': {
      stay: "const ws = new WebSocket(base); ws.onopen = () => ws.send('hi');",
      leave: 'const ws = new WebSocket(base); ws.onopen = () => ws.close(4001);',
    },
    'k6/ws': {
      stay: "ws.connect(base, {}, (own) => own.on('open', () => own.send('hi')));",
      leave: "ws.connect(base, {}, (own) => own.on('open', () => own.close(4001)));",
    },
  } as const;
  const MODULES = ['k6/websockets', 'k6/ws'] as const;
  const countIn = (module: (typeof MODULES)[number], code: string, echo: Echo) =>
    withEcho(echo, (BASE) => count(code, { before: SCRIPTS[module][1], env: { BASE } }));

  // A session that the end of the load cuts off has less or more.
  const about = (count: number) => expect.closeTo(count, 1) as number;

  it.each(MODULES)('of %s that breaks after its first message has failed', async (module) => {
    const of = (end: Echo['end']) => countIn(module, OTHERS[module].stay, { end });
    const [fault, broken, parted] = await Promise.all([of(close(1011)), of(reset), of(closeWithoutCode)]);
    expect(fault).toMatchObject({ ok: about(2), failed: about(1), untagged: 0 });
    expect(broken).toMatchObject({ ok: about(2), failed: about(1), untagged: 0 });
    expect(parted).toMatchObject({ ok: about(2), failed: about(0), untagged: 0 });
  });

  it.each(MODULES)('of %s that never answers has failed if it is reset', async (module) => {
    const of = (end: Echo['end']) => countIn(module, OTHERS[module].stay, { delay: null, end });
    const [broken, parted] = await Promise.all([of(reset), of(closeWithoutCode)]);
    // What is cut off at the end has failed as well, and has no code.
    expect(broken).toMatchObject({
      ok: about(1),
      failed: about(1),
      untagged: 0,
      codes: [expect.any(Number)],
    });
    expect(parted).toMatchObject({ ok: about(1), failed: about(0), untagged: 0, codes: [] });
  });

  it.each(MODULES)('of %s that the script itself closes has not failed', async (module) => {
    const [own, rude] = await Promise.all([
      countIn(module, OTHERS[module].leave, {}),
      countIn(module, SCRIPTS[module][0], { isRude: true }),
    ]);
    expect(own).toMatchObject({ ok: about(1), failed: about(0), untagged: 0 });
    expect(rude).toMatchObject({ ok: about(2), failed: about(0), untagged: 0 });
  });

  it('counts its first message from the opening on, though the load has ended when it comes', async () => {
    const code = 'const ws = new WebSocket(base); ws.onmessage = () => ws.close();';
    const heard = await countIn('k6/websockets', code, { greets: 1500 });
    expect(heard).toMatchObject({ ok: 2, failed: 0 });
  });

  it('that is closed before it hears anything leaves no request uncounted', async () => {
    const code =
      "const ws = new WebSocket(base); ws.onopen = () => { ws.send('hi'); setTimeout(() => ws.close(), 20); };";
    const [, before] = SCRIPTS['k6/websockets'];
    const { result } = await withEcho({ delay: null }, (BASE) => run(code, { before, env: { BASE } }));
    expectMeasured(result);
    expect(result.summary.lost).toBe(0);
  });

  it('of a module that Tailgate has no hand in is missed in the books', async () => {
    const code = "ws.connect(base, {}, (own) => own.on('open', () => own.close()));";
    // As in a module from another address: no name that could be replaced.
    const before = "const ws = require(['k6', 'ws'].join('/'))";
    const { result } = await withEcho({}, (BASE) => run(code, { before, env: { BASE } }));
    expectMeasured(result);
    expect(result.summary.lost).toBeGreaterThan(0);
  });
});

describe('a gRPC client', () => {
  const PROTO = `syntax = "proto3";
package quotes;
message Quote {}
service Quotes { rpc Watch(Quote) returns (stream Quote); }
`;

  /** A server that is healthy, and whose streams never say anything. */
  async function withQuotes<T>(use: (address: string) => Promise<T>): Promise<T> {
    const sessions = new Set<ServerHttp2Session>();
    const server = createHttp2Server()
      .on('session', (session) => void sessions.add(session))
      .on('stream', (stream, headers) => {
        stream.on('error', () => {});
        stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
        if (headers[':path'] === '/quotes.Quotes/Watch') return;
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
        // SERVING, behind the length of the message.
        stream.end(Buffer.from([0, 0, 0, 0, 2, 8, 1]));
      });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      for (const session of sessions) session.destroy();
      server.close();
    }
  }

  const CLIENT = "import grpc from 'k6/net/grpc'; const client = new grpc.Client();";
  const CONNECT = 'client.connect(base, { plaintext: true });';

  it.concurrent('counts its health checks', async () => {
    const code = `${CONNECT} client.healthCheck(); client.close();`;
    const asked = await withQuotes((BASE) => count(code, { before: CLIENT, env: { BASE } }));
    expect(asked).toMatchObject({ ok: 1, failed: 0 });
  });

  it.concurrent('that the script closes ends its streams, of which none has failed', async () => {
    writeFileSync(join(folder, 'quotes.proto'), PROTO);
    const before = `${CLIENT} client.load([${JSON.stringify(folder)}], 'quotes.proto')`;
    const code = `${CONNECT} const stream = new grpc.Stream(client, 'quotes.Quotes/Watch');
      stream.on('error', () => {}); stream.write({}); setTimeout(() => client.close(), 30);`;
    const closed = await withQuotes((BASE) => count(code, { before, env: { BASE } }));
    expect(closed).toMatchObject({ ok: 0, failed: 0, codes: [] });
  });
});
