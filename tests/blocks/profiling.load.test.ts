import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext, vi } from 'vitest';
import { profileArms } from '../../src/blocks/profiling.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutTurns } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { Sampled } from '../../src/profilers/profiler.ts';
import { chooseHolder, findAllocators, findHolders, type ProfiledRound } from '../../src/profiles/rise.ts';
import { silent } from '../../src/progress.ts';
import { type Keeper, startKeeper } from '../../src/services/keeper.ts';
import { hasProgram } from '../fixtures.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

const CONFIG = (start: string) => `
service:
  start: ${start}
  env: { NODE_OPTIONS: --require ./own.cjs }
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /search?q=silver+lighthouse
    load: 60 req/s
measure: { budget: 60s }
baseline: { confidence: 75% }
`;

/** Workers of a cluster serve; the user's own option of Node has been kept if they answer at all. */
const CLUSTER = `
const cluster = require('node:cluster');
const http = require('node:http');
if (!globalThis.isOwn) process.exit(1);
if (cluster.isPrimary) for (let i = 0; i < 2; i++) cluster.fork();
else {
  const spin = (times) => { let x = 0; for (let i = 0; i < times; i++) x += Math.sqrt(i); return x; };
  function renderPage() { return String(spin(20000)); }
  function rankResults() { return String(spin(TIMES)); }
  function search() { return renderPage() + rankResults(); }
  http.createServer((request, response) => response.end(search())).listen(process.env.PORT, '127.0.0.1');
}
`;

const ALLOCATING = `
const http = require('node:http');
function readRows() { return Array.from({ length: TIMES }, (_, i) => ({ i, name: 'row ' + i })); }
function renderPage() { return JSON.stringify(Array.from({ length: 2000 }, (_, i) => ({ i }))); }
function answer() { return renderPage() + readRows().length; }
http.createServer((request, response) => response.end(answer())).listen(process.env.PORT, '127.0.0.1');
`;

const PYTHON = `import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
def spin(times):
    for i in range(times): i * i

def rank_results():
    for i in range(TIMES): i * i

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        spin(5000)
        rank_results()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ok")
    def log_message(self, *args):
        pass

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
`;

/** Talks to Tailgate's socket in place of the preload, at length. */
const HOSTILE = `
const { readFileSync } = require('node:fs');
const net = require('node:net');
const preload = /--require "([^"]*sock\\.cjs)"/.exec(process.env.NODE_OPTIONS)[1];
const path = preload.replace(/\\.cjs$/, '');
for (let i = 0; i < 100; i++) {
  const socket = net.connect(path, () => {
    socket.write('\\u001b[2J[{"id":1}]\\n'.repeat(1000));
    const more = () => { while (socket.write('[1,'.repeat(20000))); };
    socket.on('drain', more);
    more();
  });
  socket.on('error', () => {});
}
require('node:http').createServer((request, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
`;

const JAVA = `import com.sun.net.httpserver.HttpServer;
class App {
  public static void main(String[] args) throws Exception {
    var server = HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.createContext("/", exchange -> { exchange.sendResponseHeaders(200, -1); exchange.close(); });
    server.start();
  }
}
`;

const GO = `package main
import ("net/http"; "os")
func main() {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.NotFoundHandler())
}
`;

const states = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
// What these tests leave undone is not for other runs of this user to do.
beforeAll(() => vi.stubEnv('RUNNER_TEMP', states));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(states, { recursive: true, force: true });
});

type Scene = { folder: string; keeper: Keeper; tops: Record<Arm, string> };

/** Each test waits for seconds, so they go on side by side, each in a scene of its own. */
function makeScene({ onTestFinished }: TestContext): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  const keeper = startKeeper(folder);
  onTestFinished(async () => {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tops = { base: join(folder, 'base'), head: join(folder, 'head') };
  for (const top of Object.values(tops)) {
    mkdirSync(top);
    writeFileSync(join(top, 'own.cjs'), 'globalThis.isOwn = true;');
    writeFileSync(join(top, 'package.json'), '{"scripts":{"start":"node server.cjs"}}');
  }
  return { folder, keeper, tops };
}

async function profile(
  { folder, keeper, tops }: Scene,
  start: string,
  { seconds = 24, environment = process.env, of = 'time' as Sampled } = {},
): Promise<ProfiledRound[]> {
  const [base, head] = [tops.base, tops.head].map((top) => {
    writeFileSync(join(top, 'tailgate.yml'), CONFIG(start));
    const config = readConfig(join(top, 'tailgate.yml'), top);
    return { ...surroundHead(config, folder, keeper, new AbortController().signal), environment, grace };
  });
  const plan = planRun(head!.config, { paired: true });
  return profileArms({
    arms: { head: head!, base: { ...base!, arm: 'base' } },
    shared: NOTHING_SHARED,
    k6: inject('k6'),
    seed: 1,
    folder,
    progress: silent,
    block: 9,
    tops,
    seconds,
    choose: () => of,
    layOut: (length) => layOutTurns(plan, plan.steps[0]!, length),
  });
}

const runFile = promisify(execFile);

/** Nothing is interrupted. */
const grace = (wanted: number) => wanted;

const costs = { base: 1, head: 2 };

/** Both arms got the same requests, so samples stand for the cost. */
function costOf(rounds: ProfiledRound[]) {
  const sum = (arm: 'base' | 'head') => rounds.reduce((total, round) => total + round[arm].total, 0);
  return { base: sum('base'), head: sum('head') };
}

describe('a profile of both arms', () => {
  it.concurrent('names the search of the bookstore without its index', async (context) => {
    const scene = makeScene(context);
    for (const top of Object.values(scene.tops)) cpSync('examples/bookstore', top, { recursive: true });
    const path = join(scene.tops.head, 'search.mjs');
    const source = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      source.replace('const candidates = index.entriesWith(words);', 'const candidates = entries;'),
    );
    const rounds = await profile(scene, 'exec node server.mjs');
    const found = findHolders(rounds, costOf(rounds)).find(({ isMost }) => isMost);
    expect(found?.function).toMatchObject({ file: 'search.mjs' });
    const lines = readFileSync(path, 'utf8').split('\n');
    const changed = new Map([['search.mjs', { changed: [22], lines }]]);
    expect(chooseHolder(findHolders(rounds, costOf(rounds)), rounds, changed)).toMatchObject({
      function: { name: 'search', file: 'search.mjs', line: 20 },
      changed: 'function',
    });
  });

  it.concurrent('reaches the workers of a cluster behind npm start, and keeps the options of the user', async (context) => {
    const scene = makeScene(context);
    for (const [arm, times] of [
      ['base', 1000],
      ['head', 1_000_000],
    ] as const)
      writeFileSync(join(scene.tops[arm], 'server.cjs'), CLUSTER.replace('TIMES', String(times)));
    const rounds = await profile(scene, 'npm start');
    expect(findHolders(rounds, costOf(rounds)).find(({ isMost }) => isMost)?.function).toMatchObject({
      file: 'server.cjs',
      name: 'spin',
    });
  });

  it.concurrent('names what allocates more, also where it is thrown away at once', async (context) => {
    const scene = makeScene(context);
    for (const [arm, times] of [
      ['base', 100],
      ['head', 20_000],
    ] as const)
      writeFileSync(join(scene.tops[arm], 'server.cjs'), ALLOCATING.replace('TIMES', String(times)));
    const rounds = await profile(scene, 'exec node server.cjs', { of: 'allocations' });
    expect(findAllocators(rounds).find(({ isMost }) => isMost)?.function).toEqual({
      file: 'server.cjs',
      name: 'readRows',
      line: 3,
    });
    const [same] = [rounds.map(({ base }) => ({ base, head: base }))];
    expect(findAllocators(same)).toEqual([]);
  });

  it.concurrent('is nothing where a service says what it likes, and takes no longer', async (context) => {
    const scene = makeScene(context);
    for (const top of Object.values(scene.tops)) writeFileSync(join(top, 'server.cjs'), HOSTILE);
    const rounds = await profile(scene, 'exec node server.cjs', { seconds: 15 });
    expect(findHolders(rounds, costs)).toEqual([]);
  });

  it.concurrent('is not begun where the start has taken all of its time', async (context) => {
    const scene = makeScene(context);
    for (const top of Object.values(scene.tops)) writeFileSync(join(top, 'server.cjs'), HOSTILE);
    await expect(profile(scene, 'exec node server.cjs', { seconds: 4 })).rejects.toThrow(
      /took so long to start/,
    );
  });

  it.runIf(hasProgram('python3')).concurrent(
    'is none where there is no profiler for what runs',
    async (context) => {
      const scene = makeScene(context);
      const serve = `exec python3 -m http.server -b 127.0.0.1 $PORT`;
      const { PATH = '' } = process.env;
      const others = PATH.split(':').filter((each) => !existsSync(join(each, 'py-spy')));
      expect(
        await profile(scene, serve, { environment: { ...process.env, PATH: others.join(':') } }),
      ).toEqual([]);
    },
  );

  it.runIf(hasProgram('py-spy')).concurrent('names the function of a service in Python', async (context) => {
    const scene = makeScene(context);
    for (const [arm, times] of [
      ['base', 500],
      ['head', 60_000],
    ] as const)
      writeFileSync(join(scene.tops[arm], 'server.py'), PYTHON.replace('TIMES', String(times)));
    const rounds = await profile(scene, 'exec python3 server.py $PORT');
    expect(findHolders(rounds, costOf(rounds)).find(({ isMost }) => isMost)?.function).toEqual({
      file: 'server.py',
      name: 'rank_results',
      line: 6,
    });
  });
});

/** After the others, whose rounds compilers would disturb. */
describe('a profile in which something hangs', () => {
  /** Tools, and what serves at `$PORT` in the runtime that each looks into. */
  const RUNTIMES: { tool: string; build: string; start: string; files: Record<string, string> }[] = [
    {
      tool: 'py-spy',
      build: 'python3 --version',
      start: 'exec python3 -m http.server -b 127.0.0.1 $PORT',
      files: {},
    },
    { tool: 'asprof', build: 'javac App.java', start: 'exec java App $PORT', files: { 'App.java': JAVA } },
    {
      tool: 'perf',
      build: 'go build -o app .',
      start: 'exec ./app $PORT',
      files: { 'main.go': GO, 'go.mod': 'module shop\n' },
    },
  ];
  for (const { tool, build, start, files } of RUNTIMES) {
    const [program = '', ...args] = build.split(' ');
    it.runIf(hasProgram(program)).concurrent(`ends in its time where ${tool} hangs`, async (context) => {
      const scene = makeScene(context);
      for (const cwd of Object.values(scene.tops)) {
        for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
        await runFile(program, args, { cwd });
      }
      const hang = 'if [ "$1" = --version ]; then echo 1.0; exit; fi\ntouch "$0.asked"\nexec sleep 1000\n';
      writeFileSync(join(scene.folder, tool), `#!/bin/sh\n${hang}`, { mode: 0o755 });
      const environment = { ...process.env, PATH: `${scene.folder}:${process.env.PATH}` };
      // By itself the tool would have 11 s, and its failure would be another.
      const profiled = profile(scene, start, { seconds: 10, environment });
      await expect(profiled).rejects.toThrow(/took so long to start/);
      expect(existsSync(join(scene.folder, `${tool}.asked`))).toBe(true);
    });
  }

  it.concurrent('ends in its time where processes connect and never answer', async (context) => {
    const scene = makeScene(context);
    const mute = HOSTILE.replace(/socket\.write\('\\u001b[\s\S]*?more\(\);/, '');
    for (const top of Object.values(scene.tops)) writeFileSync(join(top, 'server.cjs'), mute);
    expect(findHolders(await profile(scene, 'exec node server.cjs', { seconds: 15 }), costs)).toEqual([]);
  });

  it.concurrent('ends in its time where a start hangs, a process does not end, and clearing up hangs', async (context) => {
    const scene = makeScene(context);
    const start = `"trap '' TERM; sleep 1000"\n  cleanup: sleep 1000\n  ready: { tcp: true, timeout: 60s }`;
    await expect(profile(scene, start, { seconds: 3 })).rejects.toThrow(/took so long to start/);
    expect(scene.keeper.listOwed()).toEqual([expect.stringMatching(/was ended after [1-4] s$/)]);
  });
});
