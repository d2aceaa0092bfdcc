import { resolve } from 'node:path';
import { findConfig } from '../config/read.ts';

/** Takes the path of `--config`, or finds the file. One that is not `tailgate.yml` here is said on standard error. */
export function chooseConfigPath(asked: string | undefined): string {
  if (asked !== undefined) return resolve(asked);
  const { path, said } = findConfig(process.cwd());
  if (said !== null) process.stderr.write(`using ${said}\n`);
  return path;
}
