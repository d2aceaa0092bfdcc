/** Images for containers, made from programs of this machine, without a registry and without a builder. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '../paths.mjs';
import { loadSource } from '../source.mjs';

const run = promisify(execFile);
/** An image that k6 is published as has this user, and neither name nor home is needed. */
const USER = '12345';

export const PAUSE = 'docker.io/tailgate/pause:1';
/** `bench/services/go/steady`, which listens on $HOST:$PORT. */
export const STEADY = 'docker.io/tailgate/steady:1';

/**
 * Makes the images of a bed: one that holds the network of a pod, one of a service, and one of the k6 that Tailgate
 * finds here, called as its releases are.
 *
 * @param {string} folder  for the archives
 * @param {AbortSignal} signal
 * @returns {Promise<{archives: string[], k6: string}>} paths of the archives, in the layout of the OCI, and of that k6
 */
export async function makeImages(folder, signal) {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const env = { ...process.env, CGO_ENABLED: '0' };
  const cwd = join(SERVICES, 'go');
  await run('go', ['build', '-trimpath', '-o', programs, './steady', './pause'], { cwd, env, signal });
  const { findK6 } = await loadSource(['src/k6/find.ts']);
  const progress = { phase() {}, note() {}, done() {} };
  const k6 = await findK6({ environment: process.env, progress, signal });
  const archives = await Promise.all([
    makeImage(folder, { name: PAUSE, program: join(programs, 'pause') }),
    makeImage(folder, { name: STEADY, program: join(programs, 'steady') }),
    makeImage(folder, { name: `docker.io/grafana/k6:${k6.version}`, program: k6.path, as: '/usr/bin/k6' }),
  ]);
  return { archives, k6: k6.path };
}

/** One layer with the program, and with the libraries that it asks for. */
async function makeImage(folder, { name, program, as = `/${basename(program)}` }) {
  const place = join(folder, basename(as));
  const root = join(place, 'root');
  const blobs = join(place, 'layout', 'blobs', 'sha256');
  for (const path of [join(root, 'tmp'), blobs]) mkdirSync(path, { recursive: true });
  for (const [from, to] of [[program, as], ...(await listLibraries(program)).map((path) => [path, path])]) {
    mkdirSync(join(root, to, '..'), { recursive: true });
    copyFileSync(from, join(root, to));
  }
  const layer = join(place, 'layer.tar');
  await run('tar', ['-cf', layer, '--owner=0', '--group=0', '-C', root, '.']);
  const store = (path) => {
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    copyFileSync(path, join(blobs, digest));
    return { digest: `sha256:${digest}`, size: statSync(path).size };
  };
  const storeJson = (value) => {
    const path = join(place, 'blob.json');
    writeFileSync(path, JSON.stringify(value));
    return store(path);
  };
  const stored = store(layer);
  const architecture = { x64: 'amd64' }[process.arch] ?? process.arch;
  const config = storeJson({
    ...{ architecture, os: 'linux' },
    config: { Entrypoint: [as], User: USER, Env: ['PATH=/usr/bin:/bin'] },
    rootfs: { type: 'layers', diff_ids: [stored.digest] },
  });
  const typed = (kind, parts) => ({ mediaType: `application/vnd.oci.image.${kind}`, ...parts });
  const [type, layers] = ['manifest.v1+json', [typed('layer.v1.tar', stored)]];
  const parts = { schemaVersion: 2, config: typed('config.v1+json', config), layers };
  const annotations = { 'io.containerd.image.name': name };
  const manifests = [typed(type, { ...storeJson(typed(type, parts)), annotations })];
  const layout = join(place, 'layout');
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests }));
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  const archive = `${place}.tar`;
  await run('tar', ['-cf', archive, '-C', layout, '.']);
  rmSync(place, { recursive: true });
  return archive;
}

/** Absolute paths of what a program is linked with, its loader included. */
async function listLibraries(program) {
  const { stdout } = await run('ldd', [program]).catch(() => ({ stdout: '' }));
  return [...stdout.matchAll(/(?:^\t|=> )(\/\S+) \(/gm)].map(([, path]) => path);
}
