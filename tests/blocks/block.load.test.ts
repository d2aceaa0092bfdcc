import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutSoak } from '../../src/plan/soak.ts';
import { listMarked, readKernelText } from '../../src/processes/procfs.ts';
import { silent } from '../../src/progress.ts';
import { REPLAYED_K6 } from '../fixtures.ts';
import { controller, folder, keeper, useKeeper } from '../keeper.ts';
import { measure, prepare } from './measure.ts';

// Whatever else this machine does. What is killed meanwhile has ended then.
vi.mock('../../src/machine/samples.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  waitForCalm: () => new Promise((done) => setTimeout(done, 500, true)),
}));

/** Takes a moment to listen, as real services do. As `createdb` does, `mkdir` fails where there is one already. */
const FILES = {
  'server.cjs': `
const http = require('node:http');
const server = http.createServer((request, response) => response.end('ok'));
setTimeout(() => server.listen(process.env.PORT, '127.0.0.1'), 200);
`,
  'tailgate.yml': `
service:
  prepare: mkdir "database-$TAILGATE_INSTANCE"
  start: echo "$TAILGATE_INSTANCE" >> starts; test ! -e "refuses-$TAILGATE_INSTANCE" && exec node server.cjs
  cleanup: rmdir "database-$TAILGATE_INSTANCE"
  url: http://127.0.0.1:\${PORT}
scenarios:
  search: { request: GET /, slo: p50 < 200ms at 50 req/s }
measure: { budget: 10s }
baseline: { confidence: 75% }
`,
};

useKeeper();

const starts = () => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').sort();
const databases = () => readdirSync(folder).filter((name) => name.startsWith('database-'));
const servers = () =>
  listMarked([`TAILGATE_RUN=${keeper.mark.TAILGATE_RUN}`]).filter(
    (pid) => readKernelText(`/proc/${pid}/cmdline`) === 'node\0server.cjs\0',
  );

/** At first all arrivals are late, which is nobody's latency. */
const REPLAY = JSON.stringify({ lag: 60, again: { lag: 1 } });

/** Measures one block of a pair; `onRepeat` is called when what was disturbed is about to be measured again. */
function measurePair(onRepeat: () => void) {
  const note = (text: string) => {
    if (text.includes('will be measured again')) onRepeat();
  };
  const progress = { ...silent, note };
  const given = { environment: { REPLAY }, k6: REPLAYED_K6, signal: controller.signal, progress };
  return measure(prepare(FILES, given), { warmUps: { search: 1 } });
}

describe('a block in which rounds were disturbed', () => {
  it('is measured again on fresh instances of both arms, with databases of their own', async () => {
    let repeats = 0;
    const block = await measurePair(() => repeats++);
    expect(block).toMatchObject({ crash: null, failure: null });
    expect(block.discarded.length).toBeGreaterThan(0);
    expect(block.kept.filter((slot) => block.discarded.includes(slot))).toEqual([]);
    expect(repeats).toBe(1);
    expect(starts()).toEqual(['base_1', 'base_1_2', 'head_1', 'head_1_2']);
    expect(databases()).toEqual([]);
    expect(servers()).toEqual([]);
  });

  it('fails as at any start when one of the fresh instances does not start, and stops the other', async () => {
    const measured = measurePair(() => writeFileSync(join(folder, 'refuses-base_1_2'), ''));
    await expect(measured).rejects.toMatchObject({ kind: 'not-ready', arm: 'base' });
    expect(starts()).toEqual(['base_1', 'base_1_2', 'head_1', 'head_1_2']);
    expect(databases()).toEqual([]);
    expect(servers()).toEqual([]);
  });

  it('ends with what has crashed meanwhile, which a fresh instance would hide', async () => {
    const block = await measurePair(() => {
      for (const pid of servers()) process.kill(pid, 'SIGKILL');
    });
    expect(block.crash).toMatchObject({ service: 'service', exit: 'signal SIGKILL' });
    expect(starts()).toEqual(['base_1', 'head_1']);
    expect(databases()).toEqual([]);
  });

  it('starts nothing more once the run is interrupted', async () => {
    await measurePair(() => controller.abort('SIGINT'));
    expect(starts()).toEqual(['base_1', 'head_1']);
    expect(databases()).toEqual([]);
    expect(servers()).toEqual([]);
    expect(existsSync(join(folder, 'block-1-1-1-again.js'))).toBe(false);
  });
});

/** Tells which of both arms are halted whenever k6 soaks one, which then fails (`fail`) or makes the head end (`crash`). */
const SOAKING_K6 = `#!/bin/sh
case "$*" in *-soak-*)
  touch soaking-$SOAK
  for arm in base head; do echo $arm $(awk '/^State/ { print ($2 == "T") }' /proc/$(cat pid-"$arm"_1)/status) >> states; done
  [ "$SOAK" = fail ] && exit 1
esac
exec ${REPLAYED_K6} "$@"
`;

/** The base always fails, and the head as soon as there is a soak. */
const SOAKED = {
  'server.cjs': `
const { existsSync } = require('node:fs');
const isHead = process.env.TAILGATE_INSTANCE === 'head_1';
require('node:http').createServer(({ url }, response) => {
  if (existsSync('soaking-crash') && isHead) process.exit(3);
  response.writeHead(url === '/' || (isHead && !existsSync('soaking-')) ? 200 : 500).end();
}).listen(process.env.PORT, '127.0.0.1');
`,
  'tailgate.yml': `
service: { start: 'echo $$ > pid-$TAILGATE_INSTANCE; exec node server.cjs', url: 'http://127.0.0.1:\${PORT}' }
scenarios:
  search: { request: GET /search, slo: p50 < 200ms at 50 req/s }
measure: { budget: 12s, soak: 2s }
baseline: { confidence: 75% }
`,
};

async function soakPair(SOAK: string) {
  writeFileSync(join(folder, 'k6'), SOAKING_K6, { mode: 0o755 });
  const given = { environment: { SOAK }, k6: join(folder, 'k6'), disturbed: 'keep' as const };
  const { options, ...prepared } = prepare(SOAKED, given);
  const arms: Arm[] = ['head', 'base'];
  const soak = () => arms.splice(0, 1).flatMap((arm) => layOutSoak(prepared.plan, arm));
  const block = await measure({ ...prepared, options: { ...options, soak } });
  return { block, states: readFileSync(join(folder, 'states'), 'utf8').trim().split('\n') };
}

describe('a soak', () => {
  it('is of one arm while the other is halted, and what fails then is told of the head alone', async () => {
    const { block, states } = await soakPair('');
    expect(states).toEqual(['base 1', 'head 0', 'base 0', 'head 1']);
    expect(block.soak.map(({ slot }) => slot.arm)).toEqual(['head', 'base']);
    expect(block.failures).toMatchObject([{ label: 'search', text: expect.stringContaining('500') }]);
  });

  it('blames a head that ends for it once the base, which goes on, has had the same load', async () => {
    const { block, states } = await soakPair('crash');
    expect(block.crash).toMatchObject({ arm: 'head', exit: 'exit code 3' });
    expect(states.filter((state) => state.startsWith('base'))).toEqual(['base 1', 'base 0']);
  });

  it('that k6 fails is a failure of the block', async () => {
    const { block } = await soakPair('fail');
    expect(block.failure).toMatchObject({ fault: 'harness', message: 'k6 exited with code 1' });
  });
});
