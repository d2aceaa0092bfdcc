/** Builds Kubernetes from its Go modules, as one binary. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BENCH_HOME } from '../paths.mjs';

const SOURCE = fileURLToPath(new URL('./kubernetes', import.meta.url));
const FILES = ['main.go', 'go.mod'];
const run = promisify(execFile);

/** The parts it can be, by the name that it is called by. */
export const PARTS = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kubectl'];

/**
 * Builds it where it is not there yet: once for a version, for some minutes, with the CPU time that nobody wants.
 * Go finds the other modules by those of Kubernetes itself, and checks them with its public database of sums.
 *
 * @param {AbortSignal} signal
 * @returns its path
 */
export async function buildKubernetes(signal) {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(join(SOURCE, file)));
  const [, version] = readFileSync(join(SOURCE, 'go.mod'), 'utf8').match(/^\tk8s\.io\/kubernetes (v\S+)$/m);
  const path = join(BENCH_HOME, 'kubernetes', `${version}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(path)) return path;
  console.error(`building Kubernetes ${version}, which takes some minutes`);
  mkdirSync(dirname(path), { recursive: true });
  const [major, minor] = version.slice(1).split('.');
  // Without a version its parts take each other for v0.0.0, and refuse to talk.
  const flags = Object.entries({ gitVersion: version, gitMajor: major, gitMinor: minor }).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-kubernetes-'));
  const built = `${path}.${process.pid}`;
  try {
    for (const file of FILES) copyFileSync(join(SOURCE, file), join(folder, file));
    const args = ['build', '-mod=mod', '-trimpath', '-ldflags', `-s -w ${flags.join(' ')}`, '-o', built, '.'];
    const env = { ...process.env, CGO_ENABLED: '0' };
    await run('nice', ['-n', '19', 'go', ...args], { cwd: folder, env, signal });
    renameSync(built, path);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(built, { force: true });
  }
  return path;
}
