/** Repositories whose commits differ in what a request costs, and commands in them. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from './jobs/repository.mjs';
import { SERVICES } from './paths.mjs';
import { startProgram } from './processes.mjs';
import { readSpeed } from './speed.mjs';

const SERVER = `import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { compute } from './work.mjs';

const loops = Number(readFileSync('loops', 'utf8'));
const server = createServer((request, response) => {
  if (request.url !== '/healthz') compute(loops);
  response.end('ok');
});
server.listen(Number(process.env.PORT), '127.0.0.1');
`;

const describeConfig = (rate) => `suite: work
service:
  start: exec node server.mjs
  url: http://127.0.0.1:\${PORT}
  ready:
    path: /healthz
scenarios:
  work:
    request: GET /work
    slo: p99 < 200ms at ${rate} req/s
measure:
  budget: 30s
  soak: 0s
`;

/**
 * Makes a repository with one commit for each factor of what a request costs.
 *
 * @param {number[]} factors
 * @param {{costMs: number, rate: number}} load  ms of computing at the factor 1, and requests per second
 * @returns {{folder: string, shas: string[], remove: () => void}} shas from the oldest
 */
export function makeHistory(factors, { costMs, rate }) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-history-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    git(folder, 'init', '--quiet', '--initial-branch=main');
    writeFileSync(join(folder, 'tailgate.yml'), describeConfig(rate));
    writeFileSync(join(folder, '.gitignore'), '.tailgate/\n');
    const shas = factors.map((factor, i) => {
      writeService(folder, factor * costMs);
      writeFileSync(join(folder, 'note'), `${i}\n`);
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', `--message=Change ${i}`);
      return git(folder, 'rev-parse', 'HEAD');
    });
    return { folder, shas, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Writes a service that computes for so long (ms) for each request; start it with `node server.mjs`. */
export function writeService(folder, costMs) {
  copyFileSync(join(SERVICES, 'defects', 'work.mjs'), join(folder, 'work.mjs'));
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  writeFileSync(join(folder, 'loops'), `${Math.round(costMs * readSpeed().node)}\n`);
}

/** Checks a commit out, as a job of its pull request does. */
export function checkOut(folder, sha) {
  git(folder, 'checkout', '--quiet', '--detach', sha);
}

/** Runs a command of Tailgate with `--json` in a folder. @returns its exit code, result (null without one) and time (s) */
export async function runInFolder(cli, folder, args, signal) {
  const startedAt = performance.now();
  const program = startProgram(process.execPath, [cli, ...args, join(folder, '.tailgate', 'result.json')], {
    cwd: folder,
    env: environment(),
  });
  const interrupt = () => program.stop('SIGINT');
  signal.addEventListener('abort', interrupt);
  try {
    const code = await program.exited;
    const seconds = (performance.now() - startedAt) / 1000;
    return { code, seconds, result: readResult(folder), words: program.output() };
  } finally {
    signal.removeEventListener('abort', interrupt);
    await program.stop('SIGINT');
  }
}

function readResult(folder) {
  const path = join(folder, '.tailgate', 'result.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function git(folder, ...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}
