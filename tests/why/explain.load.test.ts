import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, type TestContext, vi } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { type Keeper, startKeeper } from '../../src/services/keeper.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';
import { explainRegression } from '../../src/why/explain.ts';
import { hasProgram } from '../fixtures.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

const CONFIG = (start: string, explain: string) => `
service:
  start: ${start}
  env: { NODE_OPTIONS: --require ./own.cjs }
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    load: 60 req/s
explain: ${explain}
`;

/** Workers of a cluster serve; the user's own option of Node has been kept if they answer at all. */
const CLUSTER = (times: number) => `
const cluster = require('node:cluster');
const http = require('node:http');
if (!globalThis.isOwn) process.exit(1);
if (cluster.isPrimary) for (let i = 0; i < 2; i++) cluster.fork();
else {
  const spin = (times) => { let x = 0; for (let i = 0; i < times; i++) x += Math.sqrt(i); return x; };
  function renderPage() { return String(spin(200000)); }
  function rankResults() {
    return String(spin(${times}));
  }
  function search() { return renderPage() + rankResults(); }
  http.createServer((request, response) => response.end(search())).listen(process.env.PORT, '127.0.0.1');
}
`;

/** Says in its name, which every process may read, what it is doing. */
const NAMED = (ms: number) => `
const spin = (name, ms) => { process.title = name; for (const end = performance.now() + ms; performance.now() < end;); };
function answer(response) {
  spin('renderPage', 4);
  spin('rankResults', ${ms});
  process.title = 'idle';
  response.end('ok');
}
require('node:http').createServer((request, response) => answer(response)).listen(process.env.PORT, '127.0.0.1');
`;

/** Reads these names, many times a second. */
const SAMPLER = `
end=$(($(date +%s) + SECONDS))
while [ "$(date +%s)" -lt "$end" ]; do
  sleep 0.005
  for PID in $PIDS; do read -r name < /proc/$PID/comm && echo "$name"; done
done | grep -E '^(render|rank)' | sort | uniq -c | sed -E 's/ *([0-9]+) (.*)/main;\\2 \\1/' > "$OUT"
`;

type Scene = { folder: string; keeper: Keeper; tops: Record<Arm, string> };

/** Two revisions of a repository, laid out as Tailgate does it. Each test waits for seconds, so they go on side by side. */
function makeScene({ onTestFinished }: TestContext, files: Record<Arm, Record<string, string>>): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  const keeper = startKeeper(folder);
  onTestFinished(async () => {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tops = { base: join(folder, 'base'), head: join(folder, 'head') };
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], { cwd });
  const commit = (top: string, own: Record<string, string>) => {
    for (const [name, text] of Object.entries(own)) writeFileSync(join(top, name), text);
    git(top, 'add', '-A');
    git(top, 'commit', '-q', '--allow-empty', '-m', 'change');
  };
  mkdirSync(tops.base);
  git(tops.base, 'init', '-q');
  const npm = '{"scripts":{"start":"node server.cjs"}}';
  commit(tops.base, { 'own.cjs': 'globalThis.isOwn = true;', 'package.json': npm, ...files.base });
  git(folder, 'clone', '-q', 'base', 'head');
  commit(tops.head, files.head);
  return { folder, keeper, tops };
}

/** Explains a search that is said to take four times the CPU time, and is slower. */
async function explain({ folder, keeper, tops }: Scene, start: string, by = 'auto') {
  const [base, head] = [tops.base, tops.head].map((top) => {
    writeFileSync(join(top, 'tailgate.yml'), CONFIG(start, by));
    const config = readConfig(join(top, 'tailgate.yml'), top);
    const grace = (wanted: number) => wanted;
    const environment = { ...process.env, GH_TOKEN: ' but a token' };
    return { ...surroundHead(config, folder, keeper, new AbortController().signal), grace, environment };
  });
  const notes: string[] = [];
  const options = {
    arms: { head: head!, base: { ...base!, arm: 'base' as const } },
    shared: NOTHING_SHARED,
    k6: inject('k6'),
    seed: 1,
    folder,
    progress: { ...silent, note: (text: string) => void notes.push(text) },
  };
  const metric = { kind: 'percentile', percent: 50 };
  const change = { value: 3, low: 2.9, high: 3.1 };
  const cost = { label: 'search', metric: { kind: 'cpu' }, base: 1, head: 4, change };
  const changes = [{ code: 'regressed', label: 'search', metric }];
  const verdict = { changes, costs: [cost], invalid: [], faults: [] } as unknown as Verdict;
  const measured = { plan: planRun(head!.config, { paired: true }), config: head!.config };
  return { risen: await explainRegression(verdict, measured, tops, options), notes };
}

const both = (name: string, write: (amount: number) => string, [base, head]: [number, number]) => ({
  base: { [name]: write(base) },
  head: { [name]: write(head) },
});

describe('a slowdown by more CPU time', () => {
  it.concurrent('is named in the workers of a cluster behind npm start, which a signal ends', async (context) => {
    const scene = makeScene(context, both('server.cjs', CLUSTER, [1000, 1_000_000]));
    const { risen, notes } = await explain(scene, 'npm start');
    expect(notes).toEqual([]);
    expect(risen).toMatchObject([
      { label: 'search', kind: 'function', name: 'rankResults', file: 'server.cjs', line: 9, touched: true },
    ]);
    const kept = readdirSync(scene.folder);
    for (const arm of ['base', 'head'])
      expect(kept.some((name) => new RegExp(`^profile-${arm}\\.\\d+\\.\\S+\\.txt$`).test(name))).toBe(true);
  });

  // Not beside the others: two cores are its services and its sampler.
  it('is named by what a command writes', async (context) => {
    const files = both('server.cjs', NAMED, [0.1, 8]);
    const scene = makeScene(context, { ...files, base: { ...files.base, 'profile.sh': SAMPLER } });
    const { risen, notes } = await explain(scene, 'exec node server.cjs', 'sh ./profile.sh');
    expect(notes).toEqual([]);
    expect(risen).toMatchObject([{ label: 'search', kind: 'function', name: 'rankResults' }]);
  });

  it.runIf(hasProgram('python3')).concurrent('is not looked for where Node does not run', async (context) => {
    const scene = makeScene(context, { base: {}, head: {} });
    const served = await explain(scene, 'exec python3 -m http.server $PORT --bind 127.0.0.1');
    expect(served).toEqual({
      risen: [],
      notes: [expect.stringContaining('`explain: auto` is for Node.js only')],
    });
  });

  it.concurrent('is not looked for, with a note, where the command fails, which has no token', async (context) => {
    const scene = makeScene(context, both('server.cjs', NAMED, [1, 2]));
    const { risen, notes } = await explain(scene, 'exec node server.cjs', '"echo no rights$GH_TOKEN; false"');
    expect(risen).toEqual([]);
    expect(notes).toEqual(['could not find what takes the CPU time: `explain` wrote no stacks: no rights']);
  });

  it.concurrent('ends in its time where the command hangs', async (context) => {
    const scene = makeScene(context, both('server.cjs', NAMED, [1, 2]));
    const { notes } = await explain(scene, 'exec node server.cjs', 'sleep 1000');
    expect(notes).toEqual([expect.stringMatching(/not find .*: `explain` wrote no stacks: timed-out$/)]);
  });

  it('ends in its time where a service is not ready and does not stop', async (context) => {
    const timeout = AbortSignal.timeout;
    const soon = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout.call(AbortSignal, ms / 20));
    context.onTestFinished(() => soon.mockRestore());
    const { notes } = await explain(
      makeScene(context, { base: {}, head: {} }),
      '"trap : TERM; while :; do sleep 9; done"',
    );
    expect(notes).toEqual([expect.stringMatching(/could not find .*: .* due to timeout$/)]);
  }, 20_000);
});
