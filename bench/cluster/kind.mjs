/**
 * Runs a command with a cluster of kind (https://kind.sigs.k8s.io) and the images of a bed, for machines with Docker on
 * which no bed can run: `KUBECONFIG` is that of its administrator. The exit code is that of the command.
 *
 *   node bench/cluster/kind.mjs COMMAND...
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenForStop } from '../stop.mjs';
import { makeImages } from './images.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tailgate-kind-'));
const KUBECONFIG = join(folder, 'kubeconfig');
const cluster = ['--name', `tailgate-${process.pid}`];
const kind = (...args) => execFileSync('kind', args, { stdio: 'inherit' });
const stop = listenForStop('the cluster is removed');
try {
  const { archives, k6 } = await makeImages(folder, stop);
  kind('create', 'cluster', ...cluster, '--kubeconfig', KUBECONFIG, '--wait', '3m');
  for (const archive of archives) kind('load', 'image-archive', archive, ...cluster);
  stop.throwIfAborted();
  const [command, ...args] = process.argv.slice(2);
  const env = { ...process.env, KUBECONFIG, TAILGATE_K6: k6 };
  const child = spawn(command, args, { stdio: 'inherit', env });
  stop.addEventListener('abort', () => child.kill());
  const [code, signal] = await once(child, 'exit');
  process.exitCode = code ?? 128 + constants.signals[signal];
} finally {
  kind('delete', 'cluster', ...cluster, '--kubeconfig', KUBECONFIG);
  rmSync(folder, { recursive: true });
}
