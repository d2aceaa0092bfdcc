import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Docker, hasCompose, startDocker } from './docker.ts';
import { eventually, skipWhereOccupied } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

/** Names and ports of which there can be only one each. */
const COMPOSE = `services:
  app:
    build: .
    image: acme/app:dev
    container_name: acme-app
    restart: unless-stopped
    ports: ["8080:8080"]
    environment: {DB: "db:5432", MODE: "\${MODE:-}"}
    depends_on: [db]
  db:
    image: acme/app:dev
    container_name: acme-db
    command: [/app, db]
    ports: ["5432:5432"]
    volumes: ["data:/data"]
    networks: [default, back]
volumes: {data: {name: acme-data}}
networks: {back: {name: acme-back}}
`;

/** More than a pool of 7 can answer, which shows where one arm has the whole load alone. */
const LOAD = `  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p99 < 900ms at 320 req/s
measure: {budget: 16s, soak: 0s}
baseline: {confidence: 75%, tolerance: 10%}
explain: off
`;

const IMAGE = `service:\n  image: {build: ., port: 8080}\n  env: {MODE: "\${env.MODE}"}\n${LOAD}`;
const BY_COMPOSE = `service:\n  compose: {file: compose.yaml, service: app}\n${LOAD}`;

let docker: Docker | string;
let repositories: Repository[] = [];

beforeAll(async () => {
  docker = await startDocker();
});
afterAll(async () => {
  if (typeof docker !== 'string') await docker.stop();
});
beforeEach((context) => {
  if (typeof docker === 'string') context.skip(docker);
});
afterEach(() => {
  if (typeof docker !== 'string') docker.clear();
  for (const repository of repositories) repository.remove();
  repositories = [];
});

const engine = () => docker as Docker;

/** A project with two commits: the second one changes these files. */
function createShop(config: string, changes: Record<string, string>, k6?: 'real'): Repository {
  const repository = createRepository({ 'tailgate.yml': config }, { ...(k6 && { k6 }) });
  repositories.push(repository);
  cpSync(join(engine().folder, 'app'), join(repository.folder, 'app'));
  repository.commit({
    Dockerfile: 'FROM scratch\nCOPY app capacity /\nCMD ["/app"]\n',
    'compose.yaml': COMPOSE,
    capacity: '20\n',
  });
  repository.commit(changes);
  return repository;
}

const environment = (more: NodeJS.ProcessEnv = {}) => ({
  ...engine().environment,
  MODE: 'fine',
  REPLAY: '{"seconds":60}',
  ...more,
});

/** Does what the action does after each job. @returns what it says */
function clearUp(shop: Repository): string {
  const env = { ...process.env, ...shop.environment, ...environment() };
  return execFileSync(process.execPath, [resolve('dist/post.mjs')], { env, encoding: 'utf8' });
}

/** Reads where containers are published. */
const published = () => engine().client('ps', '--format', '{{.Ports}}').split('\n').filter(Boolean);

describe.each([
  ['an image', IMAGE],
  ['compose with fixed names and ports', BY_COMPOSE],
])('a service behind %s', (name, config) => {
  beforeEach((context) => {
    if (name !== 'an image' && !hasCompose()) context.skip('there is no compose here');
  });

  it('runs beside its base and beside another run, at loopback only, and an interruption leaves nothing', async () => {
    const shops = [1, 2].map(() => createShop(config, { capacity: '7\n' }));
    const runs = shops.map((shop) => shop.start(['run', '--base', 'HEAD~1'], environment()));
    await Promise.all(runs.map((run) => run.saw(/block 1 of \d+: measuring/)));
    expect(published()).toHaveLength(4);
    for (const place of published()) expect(place).toMatch(/^127\.0\.0\.1:\d+->8080\/tcp$/);
    expect(engine().things().join()).not.toContain('acme');
    for (const run of runs) process.kill(run.pid, 'SIGINT');
    const results = await Promise.all(runs.map((run) => run.ended));
    for (const { code, stderr } of results) expect(code, stderr).toBe(130);
    for (const run of runs) expect(run.orphans()).toEqual([]);
    const left = engine().things();
    expect(left.filter((thing) => thing.startsWith('container '))).toEqual([]);
    // A slow machine does not remove all the rest within the time that an interruption leaves.
    const isTold = results.some(({ stderr }) => stderr.includes('not cleared up, and tried once more'));
    expect(left.length === 0 || isTold).toBe(true);
    for (const shop of shops) clearUp(shop);
    expect(engine().things()).toEqual([]);
    for (const shop of shops) expect(shop.leftovers()).toEqual([]);
  });

  it('that was killed is cleared up by the post step, paused or not', async () => {
    const shop = createShop(config, { capacity: '7\n' });
    const run = shop.start(['run', '--base', 'HEAD~1'], environment());
    await run.saw(/block 1 of \d+: measuring/);
    const [paused] = engine().client('ps', '-q').split('\n');
    engine().client('pause', paused!);
    process.kill(run.pid, 'SIGKILL');
    await eventually(() => run.orphans().length === 0);
    expect(engine().things()).not.toEqual([]);
    const said = clearUp(shop);
    expect(said).toMatch(/removing the containers of service \(head_1\)\n/);
    expect(said).toMatch(/removing the images of service \(build of head\)\n/);
    expect(engine().things()).toEqual([]);
    expect(shop.leftovers()).toEqual([]);
  });

  it('that cannot start has its own last words and exit code told', async () => {
    const shop = createShop(config, { capacity: '7\n' });
    const { code, stdout, stderr } = await shop.run(
      ['run', '--base', 'HEAD~1'],
      environment({ MODE: 'crash' }),
    );
    expect(code, stdout + stderr).toBe(3);
    expect(stdout).toContain('exit code 3');
    expect(stdout).toContain('out of cheese');
    expect(engine().things()).toEqual([]);
  });

  it('that got a smaller pool is found out, with its costs', async (context) => {
    await skipWhereOccupied(context);
    const shop = createShop(config, { capacity: '7\n' }, 'real');
    const { code, stdout, stderr } = await shop.run(
      ['run', '--base', 'HEAD~1', '--json', 'result.json'],
      environment(),
    );
    expect(code, stdout + stderr).toBe(1);
    const { record } = JSON.parse(readFileSync(join(shop.folder, 'result.json'), 'utf8'));
    const slices = record.steps[0].instances.flatMap((instance: { slices: object[] }) => instance.slices);
    expect(slices.length).toBeGreaterThan(4);
    for (const { cpu, memory } of slices) {
      expect(cpu).toBeGreaterThan(0);
      expect(memory).toBeGreaterThan(1);
    }
    expect(engine().things()).toEqual([]);
  });
});

describe('what runs in containers', () => {
  it('passes where nothing has changed but a file beside it', async (context) => {
    await skipWhereOccupied(context);
    const shop = createShop(IMAGE.replace('tolerance: 10%', 'tolerance: 50%'), { notes: 'new\n' }, 'real');
    const { code, stdout, stderr } = await shop.run(['run', '--base', 'HEAD~1'], environment());
    expect(code, stdout + stderr).toBe(0);
    // How much five starts can tell depends on the machine.
    expect(stdout).toMatch(/No slowdown|nothing slower was found/);
  });

  it('is refused at its line where two revisions could not run side by side', async (context) => {
    if (!hasCompose()) context.skip('there is no compose here');
    const changed = COMPOSE.replace('restart: unless-stopped', 'network_mode: host');
    const shop = createShop(BY_COMPOSE, {
      'compose.yaml': changed.replace(/ports: \["8080.*/, 'expose: ["8080"]'),
    });
    const { code, stderr } = await shop.run(['run', '--base', 'HEAD~1'], environment());
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(
      /`network_mode: host` of `app` is the same for both revisions.*\n *at compose\.yaml:6\n/,
    );
  });
});
