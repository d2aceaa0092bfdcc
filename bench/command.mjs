import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './jobs/repository.mjs';
import { startProgram } from './processes.mjs';

/**
 * Runs a command of Tailgate in a repository, as a job of CI does.
 *
 * @param {string[]} args  the last is `--json`
 * @returns {Promise<{code: number | null, seconds: number, result: object | null, words: string}>} its exit code, time,
 *   result, and the last that it said
 * @throws when it was interrupted
 */
export async function runInFolder(cli, folder, args, signal) {
  const startedAt = performance.now();
  const path = join(folder, '.tailgate', 'result.json');
  const program = startProgram(process.execPath, [cli, ...args, path], { cwd: folder, env: environment() });
  const interrupt = () => program.stop('SIGINT');
  signal.addEventListener('abort', interrupt);
  try {
    const code = await program.exited;
    const seconds = (performance.now() - startedAt) / 1000;
    signal.throwIfAborted();
    const result = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
    return { code, seconds, result, words: program.output() };
  } finally {
    signal.removeEventListener('abort', interrupt);
    await program.stop('SIGINT');
  }
}
