import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listMarked, readKernelText, readStat } from '../../src/processes/procfs.ts';
import { buildServices } from '../../src/services/build.ts';
import { startInstance, startShared } from '../../src/services/instance.ts';
import type { Surroundings } from '../../src/services/surroundings.ts';
import { controller, folder, keeper, useKeeper } from '../keeper.ts';
import { readServices, surroundHead } from './surroundings.ts';

useKeeper();

const SERVER = `
const { appendFileSync } = require('node:fs');
const note = (text) => appendFileSync('story.txt', process.argv[2] + ' ' + text + '\\n');
note('started');
setTimeout(() => {
  require('node:http').createServer((q, r) => r.end('ok')).listen(Number(process.env.PORT), '127.0.0.1', () => {
    note('ready');
    console.log('\\x1b[32mAPP is listening\\x1b[0m');
  });
}, 150);
for (const [signal, text] of [['SIGTERM', 'stopped'], ['SIGINT', 'interrupted']])
  process.on(signal, () => { note(text); process.exit(0); });
`;

function surround(yaml: string): Surroundings {
  writeFileSync(join(folder, 'server.cjs'), SERVER);
  const around = surroundHead(readServices(folder, yaml), folder, keeper, controller.signal);
  return { ...around, environment: { ...process.env, GITHUB_TOKEN: 'token' } };
}

/** Surrounds one service. @param keys beside its `url` */
const surroundOne = (keys: string) => surround(`service:\n  url: http://127.0.0.1:\${PORT}\n${keys}`);

const list = () => listMarked([`TAILGATE_RUN=${keeper.mark.TAILGATE_RUN}`]);
const story = () => readFileSync(join(folder, 'story.txt'), 'utf8').trim().split('\n');

describe('an instance', () => {
  it('starts services in the order of their needs, each ready before the next, and stops them in reverse', async () => {
    const around = surround(`
services:
  web:
    build: echo build $GITHUB_TOKEN >> story.txt; sleep 300 &
    prepare: echo prepare $TAILGATE_INSTANCE $GITHUB_TOKEN >> story.txt
    start: exec node server.cjs web
    cleanup: echo cleanup $TAILGATE_INSTANCE >> story.txt
    needs: [store]
    url: http://127.0.0.1:\${PORT}
  store:
    start: exec node server.cjs store
    stop: SIGINT
    ready: tcp
target: web`);
    await buildServices(around, { phase() {}, note() {} });
    expect(list()).toEqual([]);
    const instance = await startInstance(around, 'head_1');
    expect(await (await fetch(instance.targetUrl)).text()).toBe('ok');
    await instance.stop();
    expect(story()).toEqual([
      ...['build', 'store started', 'store ready', 'prepare head_1', 'web started', 'web ready'],
      ...['web stopped', 'cleanup head_1', 'store interrupted'],
    ]);
    await expect(fetch(instance.targetUrl)).rejects.toThrow();
  });

  it('took so long to start as from its start to ready: what prepared it is left out', async () => {
    const around = surroundOne('  prepare: sleep 1\n  start: exec node server.cjs app');
    const began = performance.now();
    const instance = await startInstance(around, 'head_1');
    const whole = performance.now() - began;
    await instance.stop();
    expect(instance.startupMs).toBeGreaterThan(0);
    // Timers of both processes round.
    expect(whole - instance.startupMs!).toBeGreaterThan(990);
  });

  it.skipIf(!existsSync('/proc/net/tcp'))('is told where it listens in place of its address', async () => {
    const around =
      surroundOne(`  start: exec node -e "require('node:http').createServer().listen(0, '127.0.0.1')"
  ready: { path: /health, timeout: 3s }`);
    await expect(startInstance(around, 'head_1')).rejects.toThrow(
      /^not ready after 3 s: .*; it listens on \d+, not on \d+$/,
    );
  });

  it.each([
    ['makes its `url` none', 'localhost:8080', /^The url of service: /],
    ['leads its `url` to another machine', 'http://example.com', /^Load would go to `example.com`/],
  ])('is not started where a variable %s', async (_, APP_URL, message) => {
    const around = surround(`
service:
  start: exec node server.cjs app
  url: \${env.APP_URL}`);
    const environment = { ...process.env, APP_URL };
    await expect(startInstance({ ...around, environment }, 'head_1')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
    expect(existsSync(join(folder, 'story.txt'))).toBe(false);
  });

  it('stops what has started when a later service fails, and tells the last words of that one', async () => {
    const around = surround(`
services:
  store:
    start: exec node server.cjs store
    ready: tcp
  web:
    start: echo "no such table" >&2; exit 0
    needs: [store]
    url: http://127.0.0.1:\${PORT}
    cleanup: echo web cleaned >> story.txt`);
    await expect(startInstance(around, 'head_1')).rejects.toMatchObject({
      kind: 'not-ready',
      service: 'web',
      message: 'it ended with exit code 0 before it was ready: `start` must stay in the foreground',
      log: 'no such table',
    });
    expect(story()).toEqual(['store started', 'store ready', 'web cleaned', 'store stopped']);
  });

  it('waits for services that run already, without touching them', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const around = surround(`
service:
  url: http://127.0.0.1:${port}
  ready: tcp
`);
    const instance = await startInstance(around, 'head_1');
    expect(instance.sessions).toEqual([]);
    // It is who listens at its port, so neighbours are told from it.
    if (process.platform === 'linux') expect(instance).toMatchObject({ helpers: [process.pid], hidden: [] });
    await instance.stop();
    expect(server.listening).toBe(true);
    const stranger = surround(`service:\n  start: exec node server.cjs app\n  url: http://127.0.0.1:${port}`);
    await expect(startInstance(stranger, 'head_1')).rejects.toThrow('something else already listens');
    server.close();
  });

  it('shares a service of the whole run among instances, which neither start nor stop it', async () => {
    const around = surround(`
services:
  store: { start: exec node server.cjs store, ready: tcp, scope: run }
  web:
    start: exec node server.cjs web-$TAILGATE_INSTANCE
    url: http://127.0.0.1:\${PORT}
    needs: [store]
target: web`);
    const shared = await startShared({ ...around, arm: null });
    const instance = await startInstance({ ...around, shared: shared.portOf }, 'head_1');
    expect(instance.sessions).toHaveLength(1);
    await instance.stop();
    expect(shared.crash()).toBeNull();
    await shared.stop();
    expect(story()).toEqual([
      ...['store started', 'store ready', 'web-head_1 started', 'web-head_1 ready'],
      ...['web-head_1 stopped', 'store stopped'],
    ]);
  });

  it('gives a service all ports that it names, which others find in their url and environment', async () => {
    const around = surround(`
services:
  api: { start: exec node ports.cjs $PORT $PORT_ADMIN, ports: [admin], ready: tcp }
  side: { start: exec node ports.cjs $API $PORT, needs: [api], env: { API: "\${api.PORT_ADMIN}" }, ready: tcp }
  front:
    needs: [api]
    start: exec node ports.cjs $PORT
    url: http://127.0.0.1:\${api.PORT_ADMIN}
target: front`);
    const ports = `for (const port of process.argv.slice(2))
      require('node:http').createServer((q, r) => r.end(port)).on('error', () => {}).listen(Number(port), '127.0.0.1');`;
    writeFileSync(join(folder, 'ports.cjs'), ports);
    const instance = await startInstance(around, 'head_1');
    const admin = instance.portOf.get('api.PORT_ADMIN');
    expect(instance.targetUrl).toBe(`http://127.0.0.1:${admin}`);
    expect(await (await fetch(instance.targetUrl)).text()).toBe(String(admin));
    expect([...instance.portOf.keys()]).toEqual(['api.PORT', 'api.PORT_ADMIN', 'side.PORT', 'front.PORT']);
    expect(new Set(instance.portOf.values()).size).toBe(4);
    await instance.stop();
  });

  it('halts what has left the groups of its services too, and daemons that listen at its ports', async () => {
    const around = surroundOne(`  ports: [db]
  start: (PORT=$PORT_DB setsid node server.cjs db &); setsid sleep 300 &
    until grep -qs 'db ready' story.txt; do sleep 0.05; done; exec node server.cjs app`);
    const instance = await startInstance(around, 'head_1');
    // Its start takes no time for them.
    expect(instance.sessions).toHaveLength(1);
    instance.findDaemons();
    expect(instance.sessions).toHaveLength(2);
    const states = () => list().map((pid) => readStat(String(pid))?.state === 'T');
    instance.halt();
    await expect.poll(states).toEqual([true, true, true]);
    instance.resume();
    await expect.poll(states).toEqual([false, false, false]);
    await instance.stop();
    expect(list()).toEqual([]);
  });

  it('ends daemons of an instance with it, and spares those of another', async () => {
    const around = surroundOne('  start: (trap "" TERM; exec setsid sleep 300) & exec node server.cjs app');
    const [first, second] = [await startInstance(around, 'head_1'), await startInstance(around, 'base_1')];
    const daemons = () =>
      list().filter((pid) => readKernelText(`/proc/${pid}/cmdline`) === 'sleep\x00300\x00');
    expect(daemons()).toHaveLength(2);
    await first.stop();
    expect(daemons()).toHaveLength(1);
    await second.stop();
    expect(daemons()).toEqual([]);
  });

  it.each(['exit 3', 'kill -9 $$'])(
    'clears up after a service whose preparation ended by %s',
    async (end) => {
      const around = surroundOne(`  prepare: echo made >> story.txt; ${end}
  start: exec node server.cjs app
  cleanup: echo removed $TAILGATE_INSTANCE $SECRET >> story.txt
  env: { SECRET: "\${env.HOME}/secret" }`);
      const failure = { kind: 'not-ready', arm: 'head' };
      await expect(startInstance(around, 'base_1')).rejects.toMatchObject(failure);
      expect(story()).toEqual(['made', `removed base_1 ${process.env.HOME}/secret`]);
    },
  );

  it('knows when a service ends by itself, and does not call its own stop a crash', async () => {
    const around = surroundOne('  start: exec node server.cjs app');
    const instance = await startInstance(around, 'head_1');
    expect(instance.crash()).toBeNull();
    process.kill(instance.sessions[0]!, 'SIGKILL');
    await instance.crashed;
    expect(instance.crash()).toMatchObject({ service: 'service', exit: 'signal SIGKILL' });
    await instance.stop();
    const second = await startInstance(around, 'head_2');
    await second.stop();
    expect(second.crash()).toBeNull();
  });
});
