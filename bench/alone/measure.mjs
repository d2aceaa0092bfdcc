import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeService, listFiles, SHARED } from '../jobs/config.mjs';
import { startK6, startService } from '../processes.mjs';
import { describeArm, parseSlo } from './summary.mjs';

const SCRIPT = fileURLToPath(new URL('./alone.k6.js', import.meta.url));

/** Load before it is measured (s): compilers, connections, first entries of caches. */
const WARM_SECONDS = 5;

/**
 * One arm by itself: a fresh process, and the server that it calls, under plain k6 at the declared load. All of it is
 * gone afterwards, also when it throws.
 *
 * @param {import('../jobs/cells.mjs').Cell} cell
 * @param {'base' | 'head'} arm
 * @param {{seconds: number, speed: object, k6: string, signal: AbortSignal}} options
 * @returns {Promise<object>} as of `describeArm`
 */
export async function measureAlone(cell, arm, { seconds, speed, k6, signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
  const running = [];
  const start = async (command, options) => {
    const service = await startService(command, { cwd: folder, signal, ...options });
    running.push(service);
    return service;
  };
  const interrupt = () => {
    for (const program of running) program.stop();
  };
  signal.addEventListener('abort', interrupt);
  try {
    for (const [name, text] of Object.entries(listFiles(cell, arm, speed)))
      writeFileSync(join(folder, name), text);
    const { start: command, env, ready, path } = describeService(cell, arm);
    const shared = cell.shared ? await start(SHARED.start, { env: {}, ready: '/' }) : null;
    const service = await start(command, {
      env: { ...env, ...(shared ? { SHARED_URL: shared.url } : {}) },
      ready,
    });

    const summary = join(folder, 'summary.json');
    const load = cell.load.rate ? { RATE: cell.load.rate } : { USERS: cell.load.users };
    const urls = { URL: service.url + path, SUMMARY: summary };
    const variables = { ...load, ...urls, WARM: WARM_SECONDS, SECONDS: seconds };
    const program = startK6(k6, SCRIPT, variables, { cwd: folder, env: { GOGC: '800' } });
    running.push(program);
    const code = await program.exited;
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`k6 ended with ${code}: ${program.output()}`);
    if (service.hasEnded()) throw new Error(`the service ended: ${service.output()}`);
    return describeArm(JSON.parse(readFileSync(summary, 'utf8')), parseSlo(cell.slo));
  } finally {
    signal.removeEventListener('abort', interrupt);
    for (const program of running.reverse()) await program.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
