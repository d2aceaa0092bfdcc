import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, type RunningCli } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

/**
 * Both arms make a file where a real service would make a database, and remove it with a script of their own tree.
 * `HALT` names what takes a minute; what else takes time leaves a file in `$EVIDENCE` when it begins.
 */
const SERVICE = `
const http = require('node:http');
const { readFileSync } = require('node:fs');
const arm = readFileSync('arm', 'utf8').trim();
if (process.env.HALT === 'stop' && arm === 'base') {
  // When the head is up, so that there is something to stop.
  const wait = setInterval(() => {
    if (require('node:fs').existsSync(process.env.EVIDENCE + '/head-is-up')) process.exit(7);
  }, 20);
  setTimeout(() => clearInterval(wait), 20000);
} else {
  const silent = process.env.HALT === 'start' && arm === 'base';
  const server = http.createServer((request, response) => {
    require('node:fs').writeFileSync(process.env.EVIDENCE + '/' + arm + '-is-up', '');
    response.end('ok');
  });
  process.once('SIGTERM', () => {
    if (process.env.HALT === 'stop') require('node:fs').writeFileSync(process.env.EVIDENCE + '/halted', '');
    setTimeout(() => process.exit(0), process.env.HALT === 'stop' ? 1000 : 0);
  });
  if (silent) setInterval(() => {}, 1000);
  else server.listen(Number(process.env.PORT), '127.0.0.1');
}
`;

const BUILD = `
[ "$HALT" = "build of $(cat arm)" ] || exit 0
touch "$EVIDENCE/halted"; sleep 60
`;
const PREPARE = `touch "$DATABASES/$TAILGATE_INSTANCE"
[ "$HALT" = prepare ] || exit 0
touch "$EVIDENCE/halted"; sleep 60
`;
const CLEANUP = `if [ "$HALT" = cleanup ]; then sleep 6; fi
rm -f "$DATABASES/$TAILGATE_INSTANCE"
`;

const CONFIG = `
service:
  build: sh build.sh
  prepare: sh prepare.sh
  start: exec node server.cjs
  cleanup: sh cleanup.sh
  url: http://127.0.0.1:\${PORT}
  ready: { path: /, timeout: 60s }
scenarios: { search: { request: GET /, slo: p50 < 200ms at 100 req/s } }
measure: { budget: 10s }
baseline: { confidence: 75% }
`;

/** What halts, and what standard error says or which file is there when it has begun. */
const PHASES: [phase: string, halt: string, said: RegExp | null][] = [
  ['laying out', 'filter', null],
  ['building the base', 'build of base', null],
  ['preparing', 'prepare', null],
  ['starting', 'start', /starting/],
  ['measuring', 'nothing', /block 1 of \d+: measuring/],
  ['stopping', 'stop', null],
];

let repository: Repository;
let databases: string;
let evidence: string;

beforeEach(() => {
  repository = createRepository({
    'server.cjs': SERVICE,
    'build.sh': BUILD,
    'prepare.sh': PREPARE,
    'cleanup.sh': CLEANUP,
    'tailgate.yml': CONFIG,
    '.gitattributes': 'slow filter=slow\n',
    arm: 'base\n',
    slow: 'to lay out\n',
  });
  repository.commit({ arm: 'head\n' });
  databases = join(repository.environment.HOME!, 'databases');
  evidence = join(repository.environment.HOME!, 'evidence');
  for (const folder of [databases, evidence]) mkdirSync(folder);
});
afterEach(() => repository.remove());

const environmentFor = (halt: string) => ({
  HALT: halt,
  DATABASES: databases,
  EVIDENCE: evidence,
  REPLAY: '{"seconds":60}',
});

/** Starts a run and waits until it is in the phase. */
async function reach(halt: string, said: RegExp | null): Promise<RunningCli> {
  if (halt === 'filter')
    repository.git('config', 'filter.slow.smudge', `touch ${evidence}/halted; sleep 60; cat`);
  const running = repository.start(['run'], environmentFor(halt));
  if (said !== null) {
    await running.saw(said);
    await new Promise((done) => setTimeout(done, 500));
    return running;
  }
  const isHalted = () => existsSync(join(evidence, 'halted'));
  await eventually(isHalted, 20);
  expect(isHalted()).toBe(true);
  return running;
}

async function expectNothing(running: RunningCli, seconds: number): Promise<void> {
  const list = () => [...running.orphans(), ...repository.leftovers(), ...readdirSync(databases)];
  await eventually(() => list().length === 0, seconds);
  expect(list()).toEqual([]);
}

describe('an interruption', () => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const each = PHASES.map((phase, index) => [...phase, signals[index % 2]!] as const);

  it.each(each)('while %s leaves no tree, no database and no process', async (_, halt, said, signal) => {
    const before = repository.git('status', '--porcelain', '--ignored');
    const running = await reach(halt, said);
    const began = performance.now();
    process.kill(running.pid, signal);
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(130);
    // Not a speed test: a cancelled job is killed 10 s after its first signal, and 6 s are promised.
    expect(performance.now() - began).toBeLessThan(6000);
    await expectNothing(running, 10);
    expect(repository.git('status', '--porcelain', '--ignored')).toBe(before);
  });
});

describe('SIGKILL', () => {
  const some = PHASES.filter(([phase]) => /building|measuring|stopping/.test(phase));
  it.each(some)('while %s leaves no tree, no database and no process', async (_, halt, said) => {
    const running = await reach(halt, said);
    process.kill(running.pid, 'SIGKILL');
    await expectNothing(running, 10);
  });

  it('keeps the next run waiting until all is cleared up', async () => {
    const killed = await reach('cleanup', /block 1 of \d+: measuring/);
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    const next = repository.start(['run'], environmentFor('nothing'));
    await next.saw(/waiting: another Tailgate measures on this machine/);
    expect(readdirSync(databases)).not.toEqual([]);
    await next.saw(/laying out/);
    expect(readdirSync(databases)).toEqual([]);
    process.kill(next.pid, 'SIGINT');
    expect((await next.ended).code).toBe(130);
    await expectNothing(next, 10);
  });
});

describe('a killed k6', () => {
  it('is not a pass and not the fault of the service', async () => {
    const running = await reach('nothing', /block 1 of \d+: measuring/);
    const isK6 = (line: string) => /k6\S* run|replay\S* run/.test(line);
    await eventually(() => running.orphans().some(isK6));
    process.kill(Number(running.orphans().find(isK6)!.split(' ')[0]), 'SIGKILL');
    const { code, stdout } = await running.ended;
    expect(code).toBe(3);
    expect(stdout).toMatch(/SIGKILL/);
    await expectNothing(running, 10);
  });
});
