import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
const STOP = `if [ "$HALT" = stop ]; then touch "$EVIDENCE/halted"; sleep 1; fi
`;
const CLEANUP = `if [ "$HALT" = cleanup ]; then echo holding on; sleep 60; fi
rm -f "$DATABASES/$TAILGATE_INSTANCE"
`;

const CONFIG = `
service:
  build: sh build.sh
  prepare: sh prepare.sh
  start: exec node server.cjs
  stop: sh stop.sh
  cleanup: sh cleanup.sh
  url: http://127.0.0.1:\${PORT}
  ready:
    path: /
    timeout: 60s
scenarios:
  search:
    request: GET /
    slo: p50 < 200ms at 100 req/s
measure:
  budget: 10s
baseline:
  confidence: 75%
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
    'stop.sh': STOP,
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
  if (halt === 'filter') {
    repository.git('config', 'filter.slow.smudge', `touch ${evidence}/halted; sleep 60; cat`);
  }
  const running = repository.start(['run'], environmentFor(halt));
  if (said !== null) await running.saw(said);
  else await eventually(() => existsSync(join(evidence, 'halted')), 20);
  if (said === null) expect(existsSync(join(evidence, 'halted'))).toBe(true);
  else await new Promise((done) => setTimeout(done, 500));
  return running;
}

async function expectNoProcess(running: RunningCli): Promise<void> {
  await eventually(() => running.orphans().length === 0, 10);
  expect(running.orphans()).toEqual([]);
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
    await expectNoProcess(running);
    expect(repository.leftovers()).toEqual([]);
    expect(readdirSync(databases)).toEqual([]);
    expect(repository.git('status', '--porcelain', '--ignored')).toBe(before);
  });
});

describe('a cleanup that takes too long', () => {
  it('is told, and done by the post step with the script of the very tree', async () => {
    const running = await reach('cleanup', /block 1 of \d+: measuring/);
    process.kill(running.pid, 'SIGINT');
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(130);
    expect(stderr).toMatch(
      /not cleared up.*`sh cleanup\.sh` of service .* was ended after \d+ s: holding on/,
    );
    await expectNoProcess(running);
    expect(readdirSync(databases).sort()).toEqual(['base_1', 'head_1']);
    const env = { ...process.env, ...repository.environment, ...environmentFor('nothing') };
    const said = execFileSync(process.execPath, [resolve('dist/post.mjs')], { env, encoding: 'utf8' });
    expect(said).toMatch(/sh cleanup\.sh \(head_1\)\n/);
    expect(readdirSync(databases)).toEqual([]);
    expect(repository.leftovers()).toEqual([]);
  });
});

describe('SIGKILL', () => {
  it.each(PHASES)('while %s leaves what the next run or the post step clears up', async (_, halt, said) => {
    const running = await reach(halt, said);
    process.kill(running.pid, 'SIGKILL');
    await expectNoProcess(running);
    // Someone has to be told what is still there: the state file, at least.
    expect(repository.leftovers()).not.toEqual([]);
    const env = { ...process.env, ...repository.environment, ...environmentFor('nothing') };
    execFileSync(process.execPath, [resolve('dist/post.mjs')], { env, encoding: 'utf8' });
    expect(repository.leftovers()).toEqual([]);
    expect(readdirSync(databases)).toEqual([]);
  });

  it('is seen at once, even while nobody has asked for the exit code', async () => {
    const running = await reach('prepare', null);
    process.kill(running.pid, 'SIGKILL');
    // Blocks the parent of the killed process, which stays a zombie meanwhile.
    const env = { ...process.env, ...repository.environment, ...environmentFor('nothing') };
    execFileSync(process.execPath, [resolve('dist/post.mjs')], { env, encoding: 'utf8' });
    expect(repository.leftovers()).toEqual([]);
    await expectNoProcess(running);
  });

  it('is followed by a run that clears up and says so', async () => {
    const killed = await reach('start', /starting/);
    await eventually(() => readdirSync(databases).length === 2);
    process.kill(killed.pid, 'SIGKILL');
    await expectNoProcess(killed);
    expect(readdirSync(databases).sort()).toEqual(['base_1', 'head_1']);
    const next = repository.start(['run'], environmentFor('start'));
    await next.saw(/clearing up after an earlier run: sh cleanup\.sh \(head_1\)/);
    await next.saw(/laying out/);
    expect(readdirSync(databases)).toEqual([]);
    await next.saw(/starting/);
    process.kill(next.pid, 'SIGINT');
    expect((await next.ended).code).toBe(130);
    expect(repository.leftovers()).toEqual([]);
  });
});
