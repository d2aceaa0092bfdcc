import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs `tailgate run --json` in a folder.
 *
 * @param {string} cli path of the command line
 * @returns {Promise<{code: number, result: object}>} the exit code, and what it wrote
 * @throws Error when it wrote nothing
 */
export async function runTailgate(cli, cwd, signal) {
  const output = await promisify(execFile)(process.execPath, [resolve(cli), 'run', '--json'], {
    cwd,
    signal,
    maxBuffer: 2 ** 28,
  }).catch((error) => error);
  if (!output.stdout) throw new Error(`the command line has no result: ${output.stderr ?? output.message}`);
  return { code: output.code ?? 0, result: JSON.parse(output.stdout) };
}
