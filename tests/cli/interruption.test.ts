import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

/** What `HALT` names leaves a file in `$EVIDENCE` when it begins, and takes a minute. */
const HALT = `[ "$HALT" = "$1 $(cat arm)" ] || exit 0
touch "$EVIDENCE/halted"
sleep 60
`;

/** Ends at once as the base where the head is to be halted in its stop, and as the head takes a second for that. */
const SERVICE = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { HALT, EVIDENCE, PORT } = process.env;
const arm = readFileSync('arm', 'utf8').trim();
const server = require('node:http').createServer((request, response) => {
  writeFileSync(EVIDENCE + '/' + arm + '-is-up', '');
  response.end('ok');
});
if (HALT === 'start ' + arm) setInterval(() => writeFileSync(EVIDENCE + '/halted', ''), 100);
else if (HALT === 'stop head' && arm === 'base') setInterval(() => existsSync(EVIDENCE + '/head-is-up') && process.exit(7), 20);
else server.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  if (HALT === 'stop head') writeFileSync(EVIDENCE + '/halted', '');
  setTimeout(() => process.exit(0), HALT === 'stop head' ? 1000 : 0);
});
`;

/** Both arms make a file where a real service would make a database, and remove it with a script of their own tree. */
const CONFIG = `
service:
  build: sh halt.sh build
  prepare: touch "$DATABASES/$TAILGATE_INSTANCE"; sh halt.sh prepare
  start: exec node server.cjs
  cleanup: if [ "$HALT" = cleanup ]; then sleep 6; fi; sh remove.sh
  url: http://127.0.0.1:\${PORT}
  ready: { path: /, timeout: 60s }
scenarios: { search: { request: GET /, slo: p50 < 200ms at 100 req/s } }
measure: { budget: 10s }
baseline: { confidence: 75% }
`;

const repositories: Repository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

/** A repository of two commits, and runs in it that are halted. Each waits for seconds, so they go on side by side. */
function makeScene() {
  const repository = createRepository({
    'server.cjs': SERVICE,
    'halt.sh': HALT,
    'remove.sh': 'rm -f "$DATABASES/$TAILGATE_INSTANCE"\n',
    'tailgate.yml': CONFIG,
    '.gitattributes': 'slow filter=slow\n',
    arm: 'base\n',
    slow: 'to lay out\n',
  });
  repositories.push(repository);
  repository.commit({ arm: 'head\n' });
  const databases = join(repository.environment.HOME!, 'databases');
  const evidence = join(repository.environment.HOME!, 'evidence');
  for (const folder of [databases, evidence]) mkdirSync(folder);
  const list = () => [...repository.leftovers(), ...readdirSync(databases)];
  const start = (halt: string) => {
    const environment = { HALT: halt, DATABASES: databases, EVIDENCE: evidence, REPLAY: '{"seconds":60}' };
    const running = repository.start(['run'], environment);
    const expectNothing = async () => {
      await eventually(() => running.orphans().length + list().length === 0, 10);
      expect([...running.orphans(), ...list()]).toEqual([]);
    };
    return { ...running, expectNothing };
  };
  return {
    start,
    databases,
    status: () => repository.git('status', '--porcelain', '--ignored'),
    /** Starts a run, and waits until it is in the phase. */
    async reach(halt: string) {
      if (halt === 'filter')
        repository.git('config', 'filter.slow.smudge', `touch ${evidence}/halted; sleep 60; cat`);
      const running = start(halt);
      if (halt === 'nothing' || halt === 'cleanup') await running.saw(/block 1 of \d+: measuring/);
      else {
        await eventually(() => existsSync(join(evidence, 'halted')), 30);
        expect(existsSync(join(evidence, 'halted'))).toBe(true);
      }
      return running;
    },
  };
}

describe('an interruption', () => {
  it.concurrent.each([
    ['laying out', 'filter', 'SIGINT'],
    ['building the base', 'build base', 'SIGTERM'],
    ['preparing', 'prepare head', 'SIGINT'],
    ['starting', 'start base', 'SIGTERM'],
    ['measuring', 'nothing', 'SIGINT'],
    ['stopping', 'stop head', 'SIGTERM'],
  ] as const)('while %s leaves no tree, no database and no process', async (_, halt, signal) => {
    const scene = makeScene();
    const before = scene.status();
    const running = await scene.reach(halt);
    const began = performance.now();
    process.kill(running.pid, signal);
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(130);
    // Not a speed test: a cancelled job is killed 10 s after its first signal, and 6 s are promised.
    expect(performance.now() - began).toBeLessThan(6000);
    await running.expectNothing();
    expect(scene.status()).toBe(before);
  });
});

describe('SIGKILL', () => {
  it.concurrent.each([
    ['building', 'build base'],
    ['measuring', 'nothing'],
    ['stopping', 'stop head'],
  ])('while %s leaves no tree, no database and no process', async (_, halt) => {
    const running = await makeScene().reach(halt);
    process.kill(running.pid, 'SIGKILL');
    await running.expectNothing();
  });

  it.concurrent('keeps the next run waiting until all is cleared up', async () => {
    const { start, reach, databases } = makeScene();
    const killed = await reach('cleanup');
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    const next = start('nothing');
    await next.saw(/waiting: another Tailgate is measuring on this machine/);
    expect(readdirSync(databases)).not.toEqual([]);
    await next.saw(/laying out/);
    expect(readdirSync(databases)).toEqual([]);
    process.kill(next.pid, 'SIGINT');
    expect((await next.ended).code).toBe(130);
    await next.expectNothing();
  });
});

it.concurrent('a k6 that is killed is not a pass and not the fault of the service', async () => {
  const running = await makeScene().reach('nothing');
  const isK6 = (line: string) => /k6\S* run|replay\S* run/.test(line);
  await eventually(() => running.orphans().some(isK6));
  process.kill(Number(running.orphans().find(isK6)!.split(' ')[0]), 'SIGKILL');
  const { code, stdout } = await running.ended;
  expect(code).toBe(3);
  expect(stdout).toMatch(/SIGKILL/);
  await running.expectNothing();
});
