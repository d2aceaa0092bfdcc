import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { REPLAYED_K6 } from '../fixtures.ts';

/** A temporary project with a real service, judged by the bundled command line. */
export type Project = {
  folder: string;
  write(name: string, text: string): void;
  /** @param size of the terminal that it runs in; without one its output goes into pipes */
  start(args: string[], environment?: NodeJS.ProcessEnv, size?: TerminalSize): RunningCli;
  run(args: string[], environment?: NodeJS.ProcessEnv): Promise<CliResult & { running: RunningCli }>;
  remove(): void;
};

export type TerminalSize = { columns: number; rows: number };

export type CliResult = {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

export type RunningCli = {
  pid: number;
  /** Types into its terminal, such as `\x03` for Ctrl-C. */
  type(keys: string): void;
  /** Resolves once standard error matches, in a terminal all output; rejects when the command ends before. */
  saw(pattern: RegExp): Promise<void>;
  ended: Promise<CliResult>;
  /** Processes that this command started and that are still there, itself excepted. */
  orphans(): string[];
};

const CLI = resolve('dist/cli.mjs');

/**
 * By default runs load nothing, so each project has a lock of its own and they go on side by side. With the real k6
 * they take the machine's, and belong into a `.load.test.ts`.
 */
export function createProject(files: Record<string, string>, k6: 'replayed' | 'real' = 'replayed'): Project {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const own = k6 === 'real' ? {} : { TAILGATE_K6: REPLAYED_K6, TAILGATE_LOCK: basename(folder) };
  const start: Project['start'] = (args, environment, size) =>
    startCli(folder, args, { ...own, ...environment }, size);
  return {
    folder,
    write,
    start,
    async run(args, environment) {
      const running = start(args, environment);
      return { ...(await running.ended), running };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function startCli(
  cwd: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
  size?: TerminalSize,
): RunningCli {
  const mark = `TAILGATE_TEST_MARK=${randomUUID()}`;
  const [key, value] = mark.split('=') as [string, string];
  const env = { ...process.env, NO_COLOR: '1', CI: '', GITHUB_ACTIONS: '', [key]: value, ...environment };
  const line = `stty cols ${size?.columns} rows ${size?.rows}; exec '${process.execPath}' '${CLI}' ${args.join(' ')}`;
  const child = size
    ? spawn('script', ['-qec', line, '/dev/null'], { cwd, env: { ...env, TERM: 'xterm' } })
    : spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const result = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      result[name] += text;
      for (const check of waiting) check();
    });
  }
  const ended = new Promise<CliResult>((done) => {
    child.once('close', (code, signal) => done({ code, signal, ...result }));
  });
  return {
    pid: child.pid!,
    ended,
    type: (keys) => void child.stdin?.write(keys),
    orphans: () => findOrphans(mark, child.pid!),
    saw: (pattern) =>
      new Promise((found, fail) => {
        const check = () => pattern.test(result.stderr + (size ? result.stdout : '')) && found();
        waiting.add(check);
        void ended.then(() => fail(new Error(`ended before ${pattern}:\n${result.stderr}${result.stdout}`)));
        check();
      }),
  };
}

function findOrphans(mark: string, own: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== own)
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return command === '' ? [] : [`${pid} ${command}`];
      } catch {
        return [];
      }
    });
}

/** Polls until `holds`, for at most `seconds`; what is left undone then shows in the assertion that follows. */
export async function eventually(holds: () => boolean, seconds = 10): Promise<void> {
  for (let i = 0; i < seconds * 20 && !holds(); i++) await new Promise((done) => setTimeout(done, 50));
}

/** One service for every mishap; `MODE` says which. */
export const SERVICE = `
const http = require('node:http');
const { spawn } = require('node:child_process');
const mode = process.env.MODE || 'fine';
if (mode === 'broken-start') { console.error('cannot find the frobnicator'); process.exit(7); }
if (mode === 'stubborn') process.on('SIGTERM', () => {});
if (mode === 'escaping') spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).unref();
console.log('environment ' + JSON.stringify(process.env));
const server = http.createServer((request, response) => {
  if (request.url === '/') return response.end('ready');
  if (mode === 'crashing') { console.error('out of cheese'); process.exit(3); }
  response.end('ok');
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
`;

export const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
  ready:
    path: /
    timeout: 3s
scenarios:
  search:
    request:
      path: /search
      timeout: 1s
    slo: p90 < 200ms at 100 req/s
measure:
  budget: 2s
  soak: 0s
`;
