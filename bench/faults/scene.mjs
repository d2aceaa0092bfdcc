import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRepository } from '../jobs/repository.mjs';
import { listProcesses } from '../processes.mjs';

const CLI = resolve('dist/cli.mjs');

const SERVICE = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
`;

const CONFIG = `service:
  build: sleep 0.2
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
  cleanup: echo cleaned
scenarios:
  search: { request: GET /search, slo: p99 < 300ms at 100 req/s }
measure: { budget: 20s, soak: 0s }
`;

/** Longest time (ms) of a run. The replayed k6 loads nothing, so one takes some seconds. */
const LIMIT_MS = 120_000;

/**
 * Makes a repository with a base and a head that behave the same, and folders that only its runs write to. k6 is the one
 * of the tests, which hands in recorded numbers.
 */
export function makeScene() {
  const head = { 'server.cjs': `${SERVICE}// head\n` };
  const { folder: cwd, remove } = makeRepository({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG }, head);
  const TMPDIR = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
  const own = { TMPDIR, TAILGATE_K6: resolve('tests/k6/replay.mjs'), TAILGATE_LOCK: basename(TMPDIR) };

  /** Starts a run. `ended` resolves with its exit code, or its signal, and its output. */
  const start = (environment = {}, more = []) => {
    const mark = randomUUID();
    const args = ['run', '--base', 'HEAD~1', ...more];
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { ...process.env, CI: '', ...own, ...environment, BENCH_MARK: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a group of its own, which Ctrl-C goes to
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    const ended = new Promise((done) => {
      child.once('exit', (code, signal) => {
        clearTimeout(limit);
        // What the run has left may hold its streams open.
        setTimeout(() => done({ code: code ?? signal, ...output }), 50);
      });
    });
    return { pid: child.pid, mark, ended };
  };

  /** Lists what is left of runs: processes and folders. */
  const told = new Set();
  const findLeft = (mark) =>
    [
      ...listProcesses(`BENCH_MARK=${mark}`).map(({ pid, command }) => `process ${pid} ${command}`),
      ...readdirSync(TMPDIR).filter((name) => name.startsWith('tailgate-')),
    ].filter((what) => !told.has(what));

  return {
    cwd,
    start,
    remove() {
      remove();
      rmSync(TMPDIR, { recursive: true, force: true });
    },
    /** Lists what is left of a run 10 s after its end: each once. */
    async listLeft(mark) {
      for (let tries = 0; tries < 100 && findLeft(mark).length > 0; tries++) await sleep(100);
      const left = findLeft(mark);
      for (const what of left) told.add(what);
      return left;
    },
  };
}

/** Tells whether a file holds a whole result. */
export function isWholeResult(path) {
  try {
    return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).schemaVersion !== undefined;
  } catch {
    return false;
  }
}
