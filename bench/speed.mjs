import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_HOME } from './paths.mjs';
import { measureSpeed } from './services/defects/work.mjs';

/**
 * Loops of a millisecond in Node and in Go on this machine, by which services know how much a millisecond of computing
 * is. Measured once, so that what is measured alone and what is judged later do the same work.
 *
 * @returns {{node: number, go: number | null}} null where the service is not built
 */
export function readSpeed(path = join(BENCH_HOME, 'speed.json')) {
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const speed = { node: kept.node ?? measureSpeed(), go: kept.go ?? measureGo() };
  mkdirSync(BENCH_HOME, { recursive: true });
  writeFileSync(path, `${JSON.stringify(speed)}\n`);
  return speed;
}

function measureGo() {
  const program = join(BENCH_HOME, 'defects');
  return existsSync(program) ? Number(execFileSync(program, ['--speed'], { encoding: 'utf8' })) : null;
}
