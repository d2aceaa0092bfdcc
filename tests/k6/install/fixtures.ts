import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { PINNED_SHA256 } from '../../../src/k6/install/release.ts';
import { PATIENCE } from '../../../src/k6/install/version.ts';
import type { Progress } from '../../../src/progress.ts';

const run = promisify(execFile);

/** A folder that is removed when the test ends. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tailgate-k6-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes an executable shell script. */
export async function writeScript(path: string, body: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}

/**
 * A folder for PATH with the tools that unpacking needs, and surely without a k6 or a go. Every macOS has unzip, but not
 * every Linux: one that takes the same arguments, and archives as `makeArchive` makes them, stands for it.
 */
export async function makeToolFolder(): Promise<string> {
  const folder = await makeFolder();
  for (const tool of ['tar', 'gzip', 'sleep', 'cat', 'chmod']) {
    const { stdout } = await run('sh', ['-c', `command -v ${tool}`]);
    await symlink(stdout.trim(), join(folder, tool));
  }
  await writeScript(join(folder, 'unzip'), '[ "$1 $2 $5" = "-q -o -d" ] && exec tar -xzf "$3" -C "$6" "$4"');
  return folder;
}

/** What stands for k6 in these tests: a program that answers `k6 version` as k6 does, and nothing else. */
export function versionScript(version: string): string {
  return `[ "$1" = version ] && echo "k6 v${version} (go1.26.8, linux/amd64)"`;
}

/**
 * Makes the archive of a release as k6 lays it out (a zip is one by name only), and returns its bytes.
 *
 * @param options of `tar`
 */
export async function makeArchive(
  version: string,
  system = 'linux-amd64',
  body = versionScript(version),
  options: string[] = [],
) {
  const folder = await makeFolder();
  const inside = `k6-v${version}-${system}`;
  await writeScript(join(folder, inside, 'k6'), body);
  await writeFile(join(folder, inside, 'README.md'), 'not taken out of the archive');
  const name = `${inside}.${system.startsWith('macos') ? 'zip' : 'tar.gz'}`;
  await run('tar', [...options, '-czf', name, inside], { cwd: folder });
  const bytes = await readFile(join(folder, name));
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** An HTTP server on a free loopback port; `requests` are the paths asked for, in order. */
export async function serve(listener: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** A mirror with releases: the archives given, and a checksums file per version that lists them. */
export async function serveReleases(
  archives: { name: string; bytes: Buffer; sha256: string }[],
  listed: (archive: { name: string; sha256: string }) => string = ({ name, sha256 }) => `${sha256}  ${name}`,
) {
  return serve((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    const archive = archives.find((each) => each.name === name);
    if (archive) response.end(archive.bytes);
    else if (name.endsWith('-checksums.txt')) response.end(`${archives.map(listed).join('\n')}\n`);
    else notFound(response);
  });
}

export function notFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.end('no such release');
}

/** A loopback port on which nothing listens. */
export async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Keeps what a run tells. */
export function listenToProgress(): Progress & { phases: string[]; notes: string[] } {
  const phases: string[] = [];
  const notes: string[] = [];
  return {
    phases,
    notes,
    phase: (text) => void phases.push(text),
    note: (text) => void notes.push(text),
    interim() {},
    done() {},
  };
}

Object.assign(PATIENCE, { silenceMs: 5000, backOffMs: 1 });

/** Other waiting times until the test ends. */
export function setPatience(parts: Partial<typeof PATIENCE>): void {
  const before = { ...PATIENCE };
  onTestFinished(() => void Object.assign(PATIENCE, before));
  Object.assign(PATIENCE, parts);
}

/** Other SHA-256 by archive name than those in the source, until the test ends: archives of tests are their own. */
export function setPins(pins: Record<string, string>): void {
  const source = PINNED_SHA256 as Record<string, string>;
  const before = { ...source };
  const replace = (by: Record<string, string>) => {
    for (const name of Object.keys(source)) delete source[name];
    Object.assign(source, by);
  };
  onTestFinished(() => replace(before));
  replace(pins);
}
