import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PINNED_SHA256, PINNED_VERSION } from '../../src/k6/find.ts';
import type { Progress } from '../../src/progress.ts';
import { makeFolder } from '../folders.ts';

/** Writes an executable shell script. */
export async function writeScript(path: string, body: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

/** A folder for PATH with the tools that unpacking needs, and surely without a k6 or a go. */
export async function makeToolFolder(): Promise<string> {
  const folder = makeFolder('tailgate-k6');
  for (const tool of ['tar', 'gzip', 'sleep', 'cat', 'chmod', 'touch']) {
    const path = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' });
    await symlink(path.trim(), join(folder, tool));
  }
  return folder;
}

/** What stands for k6 in these tests: a program that answers `k6 version` as k6 does, if it is given no token. */
export function versionScript(version: string): string {
  return `[ "$1$GITHUB_TOKEN" = version ] && echo "k6 v${version} (go1.26.8, linux/amd64)"`;
}

/** Makes an archive for this machine as k6 lays it out, and pins its SHA-256 until the test ends. @param options of `tar` */
export async function makeArchive(options: string[] = []): Promise<Buffer> {
  const folder = makeFolder('tailgate-k6');
  const system = process.platform === 'darwin' ? 'macos' : process.platform;
  const inside = `k6-v${PINNED_VERSION}-${system}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  await writeScript(join(folder, inside, 'k6'), versionScript(PINNED_VERSION));
  await writeFile(join(folder, inside, 'README.md'), 'not taken out of the archive');
  execFileSync('tar', [...options, '-czf', 'archive', inside], { cwd: folder });
  const bytes = await readFile(join(folder, 'archive'));
  setPin(createHash('sha256').update(bytes).digest('hex'));
  return bytes;
}

/** Another SHA-256 for this machine than that in the source, until the test ends. */
export function setPin(sha256: string): void {
  const key = `${process.platform}-${process.arch}`;
  const before = PINNED_SHA256[key];
  onTestFinished(() => void Object.assign(PINNED_SHA256, { [key]: before }));
  Object.assign(PINNED_SHA256, { [key]: sha256 });
}

/** An HTTP server on a free loopback port; `requests` are the paths asked for, in order. */
export async function serve(listener: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Keeps what a run notes. */
export function listenToProgress(): Progress & { notes: string[] } {
  const notes: string[] = [];
  return { notes, phase() {}, note: (text) => void notes.push(text), done() {} };
}
