/** Builds Kubernetes from its Go modules, as one binary. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BENCH_HOME } from '../paths.mjs';

const SOURCE = fileURLToPath(new URL('./kubernetes', import.meta.url));
const run = promisify(execFile);

/** The parts it can be, by the name that it is called by. */
export const PARTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kubectl'];

/** Path of the binary that belongs to this source, whether it is there or not. */
export function locateKubernetes() {
  const hash = createHash('sha256');
  for (const file of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(join(SOURCE, file)));
  return join(BENCH_HOME, 'kubernetes', `${readVersion()}-${hash.digest('hex').slice(0, 12)}`);
}

/**
 * Builds it where it is not there yet: once for a version, for some minutes, with the processor time that nobody wants.
 *
 * @param {AbortSignal} signal
 * @returns its path
 */
export async function buildKubernetes(signal) {
  const path = locateKubernetes();
  if (existsSync(path)) return path;
  console.error(`building Kubernetes ${readVersion()}, which takes some minutes`);
  mkdirSync(join(path, '..'), { recursive: true });
  const [major, minor] = readVersion().slice(1).split('.');
  // Without a version its parts take each other for v0.0.0, and refuse to talk.
  const version = { gitVersion: readVersion(), gitMajor: major, gitMinor: minor };
  const flags = Object.entries(version).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  );
  const unfinished = `${path}.${process.pid}`;
  const args = [
    '-n',
    '19',
    'go',
    'build',
    '-trimpath',
    '-ldflags',
    `-s -w ${flags.join(' ')}`,
    '-o',
    unfinished,
    '.',
  ];
  try {
    await run('nice', args, { cwd: SOURCE, env: { ...process.env, CGO_ENABLED: '0' }, signal });
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return path;
}

function readVersion() {
  return readFileSync(join(SOURCE, 'go.mod'), 'utf8').match(/^\tk8s\.io\/kubernetes (v\S+)$/m)[1];
}
