import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readArmUse, readSpan, watchCpu } from '../../src/machine/samples.ts';
import { buildServices } from '../../src/services/build.ts';
import { type RunningInstance, startInstance } from '../../src/services/instance.ts';
import { type Keeper, startKeeper } from '../../src/services/keeper.ts';
import { type Docker, hasCompose, startDocker } from '../cli/docker.ts';
import { readServices, surroundHead } from './surroundings.ts';

const COMPOSE = `services:
  app: {build: ., environment: {DB: "db:5432", MODE: "\${MODE}"}, depends_on: [db], ports: ["8080:8080"]}
  db: {build: ., command: [/app, db]}
`;

const DECLARED = {
  'an image beside that of its database': `services:
  db:
    image: {build: ., port: 5432, command: [/app, db]}
  app:
    image: {build: ., port: 8080}
    needs: [db]
    env: {DB: "db:5432", MODE: fine}
    url: http://127.0.0.1:\${PORT}
`,
  compose: `services:
  app:
    compose: {file: compose.yaml, service: app}
    env: {MODE: fine}
    url: http://127.0.0.1:\${PORT}
`,
};

let docker: Docker | string;
let folder: string;
let keeper: Keeper;
let running: RunningInstance | undefined;

beforeAll(async () => {
  docker = await startDocker();
});
afterAll(async () => {
  if (typeof docker !== 'string') await docker.stop();
});

async function start(declared: string, more: NodeJS.ProcessEnv = {}): Promise<RunningInstance> {
  const config = readServices(folder, `${declared}target: app`);
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const own = { GITHUB_TOKEN: 'hush', OTHER: 'x', ...more };
  const environment = { ...process.env, ...(docker as Docker).environment, ...own };
  const { signal } = new AbortController();
  const around = { ...surroundHead(config, logs, keeper, signal), environment, grace: (ms: number) => ms };
  await buildServices(around, { phase() {}, note() {} });
  running = await startInstance(around, 'head_1');
  return running;
}

beforeEach((context) => {
  if (typeof docker === 'string') return context.skip(docker);
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  cpSync(join(docker.folder, 'app'), join(folder, 'app'));
  writeFileSync(join(folder, 'capacity'), '20');
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY app capacity /\nCMD ["/app"]\n');
  writeFileSync(join(folder, 'compose.yaml'), COMPOSE);
  keeper = startKeeper(folder);
  running = undefined;
});
afterEach(async () => {
  if (typeof docker === 'string') return;
  await running?.stop();
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
  expect(docker.things()).toEqual([]);
});

const ask = async (path: string, ms = 5000) => {
  const response = await fetch(`${running!.targetUrl}${path}`, { signal: AbortSignal.timeout(ms) });
  return response.text();
};

describe.each(Object.entries(DECLARED))('a service behind %s', (name, declared) => {
  beforeEach((context) => {
    if (name === 'compose' && !hasCompose()) context.skip('there is no compose here');
  });

  it('answers with its own environment alone, and has its CPU time and memory told', async () => {
    const instance = await start(declared);
    expect(await ask('/')).toBe('ok');
    const environment = (await ask('/environment')).split('\n');
    expect(environment).toEqual(expect.arrayContaining(['DB=db:5432', 'MODE=fine']));
    expect(environment.join()).not.toMatch(/hush|OTHER/);
    expect(instance.hidden).toEqual([]);
    const { sessions, contained = [], helpers = [] } = instance;
    const roots = [...sessions, ...contained, ...helpers];
    const watch = watchCpu(process.pid, roots, new Map([['head', instance]]));
    const from = Date.now();
    for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 20 }, () => ask('/environment')));
    watch.stop();
    const to = watch.samples.at(-1)!.wall;
    const use = readArmUse(watch.samples, 'head', from, to)!;
    expect(use.cpu).toBeGreaterThan(0.005);
    expect(use.memory).toBeGreaterThan(1);
    const context = { cores: 2, generatorLimit: 2, outsiders: false };
    const { service } = readSpan(watch.samples, from, to, context);
    // What carries its traffic counts with it, not as a disturbance.
    expect(service! * ((to - from) / 1000)).toBeGreaterThan(use.cpu);
  });

  it('stands still while it is halted, and goes on', async () => {
    const instance = await start(declared);
    instance.halt();
    const states = () => (docker as Docker).client('ps', '--format', '{{.State}}').trim().split('\n');
    await expect.poll(states, { timeout: 10_000 }).toEqual(['paused', 'paused']);
    await expect(ask('/', 1000)).rejects.toThrow(/timeout/);
    instance.resume();
    await expect.poll(states, { timeout: 10_000 }).toEqual(['running', 'running']);
    expect(await ask('/')).toBe('ok');
    // In whatever order it is asked for, it ends as it was asked last.
    for (let i = 0; i < 3; i++) {
      instance.halt();
      instance.resume();
    }
    expect(await ask('/', 30_000)).toBe('ok');
  });
});

describe('a compose file in a folder that is reached by a link', () => {
  it('mounts what is beside it, as its own', async (context) => {
    if (!hasCompose()) context.skip('there is no compose here');
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    const real = folder;
    folder = link;
    mkdirSync(join(real, 'files'));
    writeFileSync(
      join(real, 'compose.yaml'),
      COMPOSE.replace('ports:', 'volumes: ["./files:/files"], ports:'),
    );
    await start(DECLARED.compose);
    expect(await ask('/')).toBe('ok');
    await running!.stop();
    running = undefined;
    rmSync(link);
    folder = real;
  });
});

describe('a container that its compose file gives a name', () => {
  it('is found by that name, and asked at the port that it has in there', async (context) => {
    if (!hasCompose()) context.skip('there is no compose here');
    const named = `services:
  app: {build: ., environment: {DB: "acme-db:5432", ASKED: "\${PORT:-none}"}, depends_on: [db]}
  db: {build: ., command: [/app, db], container_name: acme-db}
`;
    writeFileSync(join(folder, 'compose.yaml'), named);
    await start(DECLARED.compose.replace('service: app}', 'service: app, port: 8080}'));
    expect(await ask('/')).toBe('ok');
    expect((await ask('/environment')).split('\n')).toContain('ASKED=8080');
    expect((docker as Docker).client('ps', '--format', '{{.Names}}')).not.toContain('acme-db');
  });
});

describe('an engine that cannot halt containers', () => {
  it('ends the run, since nothing that was measured beside the others could be trusted', async () => {
    const engine = execFileSync('sh', ['-c', 'command -v docker'], { encoding: 'utf8' }).trim();
    mkdirSync(join(folder, 'bin'));
    const script = `#!/bin/sh\n[ "$1" != pause ] || { echo cannot freeze >&2; exit 1; }\nexec ${engine} "$@"\n`;
    writeFileSync(join(folder, 'bin', 'docker'), script, { mode: 0o755 });
    const instance = await start(DECLARED['an image beside that of its database'], {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    });
    running = undefined;
    instance.halt();
    await expect(instance.stop()).rejects.toMatchObject({
      message: 'The containers cannot be halted: `docker` said: cannot freeze.',
      exitCode: 3,
    });
  });
});
