import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted, UserError } from '../../src/errors.ts';
import { findK6, PINNED_SHA256, PINNED_VERSION } from '../../src/k6/find.ts';
import { makeFolder } from '../folders.ts';
import { CANNOT_PLANT, STRANGER } from '../security/planted.ts';
import {
  listenToProgress,
  makeArchive,
  makeToolFolder,
  serve,
  setPin,
  versionScript,
  writeScript,
} from './install.ts';

type World = Awaited<ReturnType<typeof makeWorld>>;

/** A machine: an empty home, a PATH with what is put there, and a mirror that refuses unless one is given. */
async function makeWorld(more: { mirror?: string } = {}) {
  const [home, bin] = [makeFolder('tailgate-k6'), makeFolder('tailgate-k6')];
  const environment: NodeJS.ProcessEnv = {
    XDG_CACHE_HOME: home,
    PATH: [bin, await makeToolFolder()].join(delimiter),
    TAILGATE_K6_MIRROR: more.mirror ?? 'http://127.0.0.1:9',
    GITHUB_TOKEN: 'secret',
  };
  const controller = new AbortController();
  const options = { environment, progress: listenToProgress(), signal: controller.signal };
  return { bin, environment, options, controller, cache: join(home, 'tailgate', `k6-${PINNED_VERSION}`) };
}

/** A mirror with an archive that is pinned. */
async function serveArchive(options?: string[]) {
  const archive = await makeArchive(options);
  return serve((_, response) => void response.end(archive));
}

const putOnPath = ({ bin }: World, version: string) => writeScript(join(bin, 'k6'), versionScript(version));

/** A stand-in for Go, which keeps what it was asked and leaves a k6 where it should. */
async function putGo(
  { bin }: World,
  body = `cat > k6 <<'K6'\n#!/bin/sh\n${versionScript(PINNED_VERSION)}\nK6\nchmod 755 k6`,
) {
  const log = join(bin, 'go.log');
  const keep = `{ echo "$@"; cat go.mod; echo "$GOFLAGS $GOWORK $GITHUB_TOKEN"; } > ${log}`;
  await writeScript(join(bin, 'go'), `${keep}\n${body}`);
  return log;
}

async function failure(finding: Promise<unknown>): Promise<UserError> {
  const error = await finding.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe('a k6 that the user names', () => {
  test('is taken before one on PATH, and that before the download', async () => {
    const { url, requests } = await serveArchive();
    const world = await makeWorld({ mirror: url });
    const onPath = await putOnPath(world, '1.1.0');
    expect(await findK6(world.options)).toEqual({ path: onPath, version: '1.1.0' });
    const path = await writeScript(join(world.bin, 'mine'), versionScript('1.3.0'));
    world.environment.TAILGATE_K6 = path;
    expect(await findK6(world.options)).toEqual({ path, version: '1.3.0' });
    expect(requests).toEqual([]);
  });

  test.each([
    ['missing', 'no version: ENOENT', () => {}],
    ['no program', 'no version: EACCES', (path: string) => writeFile(path, '', { mode: 0o600 })],
    ['broken', 'no such library', (path: string) => writeScript(path, 'echo no such library >&2; exit 127')],
    ['too old', 'k6 0.49.0 is too old', (path: string) => writeScript(path, versionScript('0.49.0'))],
    ['not k6', 'no version: go1.2.3', (path: string) => writeScript(path, 'echo go1.2.3')],
    [
      'of no release',
      'no version: k6 devel',
      (path: string) => writeScript(path, 'echo "k6 devel (go1.26)"'),
    ],
  ])('and that is %s is an error, even when another is there', async (_, reason, make) => {
    const world = await makeWorld();
    await putOnPath(world, '2.2.0');
    const path = join(world.bin, 'named');
    await make(path);
    world.environment.TAILGATE_K6 = path;
    const error = await failure(findK6(world.options));
    expect(error).toMatchObject({ exitCode: 2, where: path, hint: 'Correct TAILGATE_K6, or remove it.' });
    expect(error.message).toContain(reason);
  });
});

describe('the order of places', () => {
  test('goes past an old k6 and one out of the repository under test', async () => {
    const { url } = await serveArchive();
    const world = await makeWorld({ mirror: url });
    await putOnPath(world, '0.49.0');
    const evil = makeFolder('tailgate-k6');
    await writeScript(join(evil, 'k6'), `touch ${join(evil, 'ran')}; ${versionScript('2.2.0')}`);
    const before = process.cwd();
    process.chdir(evil);
    try {
      world.environment.PATH = `:.:${world.environment.PATH}`;
      expect(await findK6(world.options)).toMatchObject({ path: join(world.cache, 'k6') });
    } finally {
      process.chdir(before);
    }
    expect(existsSync(join(evil, 'ran'))).toBe(false);
    expect(world.options.progress.notes).toEqual([expect.stringContaining('k6 0.49.0 is too old')]);
  });

  test('has the cache before the download, which is made once', async () => {
    const { url, requests } = await serveArchive();
    const world = await makeWorld({ mirror: url });
    const k6 = { path: join(world.cache, 'k6'), version: PINNED_VERSION };
    expect(await findK6(world.options)).toEqual(k6);
    expect(await findK6(world.options)).toEqual(k6);
    expect(requests).toEqual([expect.stringMatching(/^\/v2\.2\.0\/k6-v2\.2\.0-\w+-\w+\.(tar\.gz|zip)$/)]);
    // It is alone there, and the folder is this user's alone.
    expect(await readdir(world.cache)).toEqual(['k6']);
    expect((await stat(world.cache)).mode & 0o777).toBe(0o700);
  });
});

describe('the download', () => {
  test('is pinned for each platform that k6 has archives for and Tailgate runs on', () => {
    expect(Object.keys(PINNED_SHA256)).toEqual(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);
    expect(new Set(Object.values(PINNED_SHA256)).size).toBe(4);
    for (const sha256 of Object.values(PINNED_SHA256)) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test.skipIf(CANNOT_PLANT)('belongs to who unpacks it, also where that is root', async () => {
    const { url } = await serveArchive([`--owner=${STRANGER}`, `--group=${STRANGER}`]);
    const world = await makeWorld({ mirror: url });
    expect((await stat((await findK6(world.options)).path)).uid).toBe(process.getuid!());
  });

  test('that is not the released archive ends the run, and is neither kept nor run', async () => {
    const { url } = await serveArchive();
    setPin('0'.repeat(64));
    const world = await makeWorld({ mirror: url });
    const log = await putGo(world);
    const error = await failure(findK6(world.options));
    expect(error).toMatchObject({ exitCode: 3, detail: expect.stringContaining('0'.repeat(64)) });
    expect(await readdir(world.cache)).toEqual([]);
    expect(existsSync(log)).toBe(false);
  });

  test.each([
    ['a server that has no such release', (port: string) => `http://${port}`, 'the server answered 404'],
    ['an address with a password', (port: string) => `http://me:secret@${port}`, 'it failed'],
  ])('from %s is no use, without being fatal', async (_, mirror, reason) => {
    const { url } = await serve((_request, response) => void response.writeHead(404).end());
    const world = await makeWorld({ mirror: mirror(new URL(url).host) });
    const log = await putGo(world);
    await findK6(world.options);
    expect(existsSync(log)).toBe(true);
    expect(world.options.progress.notes.join()).toContain(reason);
    expect(world.options.progress.notes.join()).not.toContain('secret');
  });
});

describe('the build', () => {
  test("requires the pinned release in a module of its own, with the user's settings and no token", async () => {
    const world = await makeWorld();
    Object.assign(world.environment, { GOFLAGS: '-buildvcs=false', GOWORK: '/theirs' });
    const log = await putGo(world);
    // Processes that build at once all end with a whole file.
    const both = await Promise.all([findK6(world.options), findK6(world.options)]);
    expect(both).toEqual(Array(2).fill({ path: join(world.cache, 'k6'), version: PINNED_VERSION }));
    expect(await readFile(log, 'utf8')).toBe(
      'build -mod=mod -o k6 go.k6.io/k6/v2\nmodule build\n\nrequire go.k6.io/k6/v2 v2.2.0\n-buildvcs=false off \n',
    );
    expect(await readdir(world.cache)).toEqual(['k6']);
  });

  test.each([
    ['fails', 'echo go: no such module >&2; exit 1', 'go failed: go: no such module'],
    ['leaves another version', `echo '#!/bin/sh\necho k6 v1.0.0' > k6; chmod 755 k6`, 'it gave k6 1.0.0'],
  ])('that %s says so beside all other places, and nothing is left', async (_, body, reason) => {
    const world = await makeWorld();
    await putGo(world, body);
    const { exitCode, detail } = await failure(findK6(world.options));
    expect(exitCode).toBe(3);
    expect(detail).toMatch(/^ {2}download of k6 2\.2\.0: .*\n {2}build of k6 2\.2\.0: /);
    expect(detail).toContain(reason);
    expect(await readdir(world.cache)).toEqual([]);
  });

  test('is ended by Ctrl-C, and nothing is left', async () => {
    const world = await makeWorld();
    const log = await putGo(world, 'sleep 60');
    const finding = findK6(world.options);
    await expect.poll(() => existsSync(log)).toBe(true);
    world.controller.abort('SIGINT');
    await expect(finding).rejects.toThrow(Interrupted);
    expect(await readdir(world.cache)).toEqual([]);
  });
});
