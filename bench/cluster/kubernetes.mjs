/** Builds Kubernetes from its Go modules, as one binary. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BENCH_HOME } from '../paths.mjs';

const SOURCE = readFileSync(new URL('./kubernetes.go', import.meta.url));
const MINOR = '34.4';
/** Modules that Kubernetes has in its own repository, and asks for as v0.0.0. */
const MODULES = `
api apiextensions-apiserver apimachinery apiserver cli-runtime client-go cloud-provider cluster-bootstrap
code-generator component-base component-helpers controller-manager cri-api cri-client csi-translation-lib
dynamic-resource-allocation endpointslice externaljwt kms kube-aggregator kube-controller-manager kube-proxy
kube-scheduler kubectl kubelet metrics mount-utils sample-apiserver pod-security-admission`;
const replaced = MODULES.trim()
  .split(/\s+/)
  .map((name) => `k8s.io/${name} => k8s.io/${name} v0.${MINOR}`);
const GO_MOD = `module k8shyper

go 1.24.0

godebug default=go1.24

require (
\tgithub.com/spf13/cobra v1.9.1
\tk8s.io/component-base v0.${MINOR}
\tk8s.io/kubectl v0.${MINOR}
\tk8s.io/kubernetes v1.${MINOR}
)

replace (
\t${replaced.join('\n\t')}
)
`;
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
  for (const text of [SOURCE, GO_MOD]) hash.update(text);
  const version = `v1.${MINOR}`;
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
    writeFileSync(join(folder, 'main.go'), SOURCE);
    writeFileSync(join(folder, 'go.mod'), GO_MOD);
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
