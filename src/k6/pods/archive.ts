import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../../processes/child.ts';
import { forgetMirror } from '../mirror.ts';
import { type K6Script, loadingEnvironment, passVariables, writeFiles } from '../process.ts';
import { type K6Result, readRefusal } from '../result.ts';
import { LARGEST_ARCHIVE } from './job.ts';

const ARCHIVE_LIMIT_MS = 60_000;

/** Packs the script with all that it loads. @returns the reason where k6 or a ConfigMap does not take it */
export async function makeArchive(options: K6Script, signal: AbortSignal): Promise<Buffer | K6Result> {
  const { binary, folder, name } = options;
  const { scriptPath, configPath } = writeFiles(options);
  const path = join(folder, `${name}.tar`);
  const outcome = await runChild({
    file: binary,
    arguments: [
      ...['archive', '--no-color', '--config', configPath, '-O', path],
      ...passVariables(options),
      scriptPath,
    ],
    environment: loadingEnvironment(options),
    cwd: options.cwd,
    timeoutMs: ARCHIVE_LIMIT_MS,
    signal,
  });
  const log = 'output' in outcome ? forgetMirror(outcome.output, folder) : outcome.code;
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) {
    const code = outcome.kind === 'ended' ? outcome.exitCode : -1;
    const message = 'k6 could not pack the script for the pods';
    return readRefusal(code, log) ?? { kind: 'failed', fault: 'harness', message, log };
  }
  const archive = readFileSync(path);
  rmSync(path);
  if (archive.length <= LARGEST_ARCHIVE) return archive;
  const [has, holds] = [archive.length, LARGEST_ARCHIVE].map((bytes) => `${Math.ceil(bytes / 1024)} KiB`);
  const message = `the script with all that it loads has ${has}, and the ConfigMap by which pods get it holds ${holds}: load less data, or measure fewer scenarios at once (\`--only\`)`;
  return { kind: 'failed', fault: 'script', message, log: '' };
}
