import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted, UserError } from '../../../src/errors.ts';
import { findK6, type K6Options, searchK6 } from '../../../src/k6/install/k6.ts';
import {
  findClosedPort,
  listenToProgress,
  makeArchive,
  makeFolder,
  makeToolFolder,
  notFound,
  serve,
  serveReleases,
  setPatience,
  setPins,
  versionScript,
  writeScript,
} from './fixtures.ts';

type World = Awaited<ReturnType<typeof makeWorld>>;

/** A machine: an empty home, a PATH with what is put there, and a mirror that refuses unless one is given. */
async function makeWorld(more: { mirror?: string; ci?: boolean } = {}) {
  setPins({});
  const home = await makeFolder();
  const bin = await makeFolder();
  const progress = listenToProgress();
  const mirror = more.mirror ?? `http://127.0.0.1:${await findClosedPort()}`;
  const environment: NodeJS.ProcessEnv = {
    HOME: home,
    PATH: [bin, await makeToolFolder()].join(delimiter),
    TAILGATE_K6_MIRROR: mirror,
  };
  const options: K6Options = {
    environment,
    ci: more.ci ?? false,
    progress,
    signal: new AbortController().signal,
    platform: 'linux',
    arch: 'x64',
  };
  return { home, bin, environment, options, progress, cache: join(home, '.cache/tailgate/k6') };
}

const putOnPath = ({ bin }: World, version: string) => writeScript(join(bin, 'k6'), versionScript(version));

async function putInCache({ cache }: World, version: string): Promise<string> {
  const path = await writeScript(join(cache, version, 'x64/k6'), versionScript(version));
  await writeFile(join(cache, version, 'x64.complete'), '');
  return path;
}

/** A stand-in for Go (see toolchain.test.ts) that can build the versions given and leaves a k6 that says so. */
async function putGo({ bin }: World, ...versions: string[]): Promise<string> {
  const log = join(bin, 'go.log');
  await writeScript(
    join(bin, 'go'),
    `[ "$1" = version ] && echo "go version go1.26.8 linux/amd64" && exit 0
echo "$2" >> ${log}
case " ${versions.join(' ')} " in *" \${2#*@v} "*) ;; *) echo "go: $2: unknown revision" >&2; exit 1;; esac
printf '#!/bin/sh\\necho "k6 v%s (go1.26.8, linux/amd64)"\\n' "\${2#*@v}" > "$GOBIN/k6"; chmod 755 "$GOBIN/k6"`,
  );
  return log;
}

async function failure(finding: Promise<unknown>): Promise<UserError> {
  const error = await finding.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe('a k6 that the user names', () => {
  test('is taken before all others', async () => {
    const world = await makeWorld();
    await putOnPath(world, '1.1.0');
    await putInCache(world, '2.2.0');
    const path = await writeScript(join(world.home, 'mine'), versionScript('1.3.0'));
    const environment = { ...world.environment, TAILGATE_K6: path };
    expect(await findK6({ ...world.options, environment })).toEqual({
      path,
      version: '1.3.0',
      source: 'environment',
    });
  });

  test.each([
    ['missing', 'there is no such file', () => {}],
    ['not executable', 'not executable', (path: string) => writeFile(path, versionScript('2.2.0'))],
    ['too old', 'k6 0.49.0 is too old', (path: string) => writeScript(path, versionScript('0.49.0'))],
    ['not k6', 'it is not k6', (path: string) => writeScript(path, 'echo hello')],
    ['hanging', 'did not end', (path: string) => writeScript(path, 'exec sleep 60')],
  ])('and that is %s is an error, even when another is there', async (_, reason, make) => {
    const world = await makeWorld();
    await putOnPath(world, '2.2.0');
    const path = join(world.home, 'named');
    await make(path);
    setPatience({ probeMs: 500 });
    const environment = { ...world.environment, TAILGATE_K6: path };
    const error = await failure(findK6({ ...world.options, environment }));
    expect(error).toMatchObject({ exitCode: 2, where: path, hint: expect.stringContaining('TAILGATE_K6') });
    expect(error.message).toContain(reason);
  });

  test('and that is not the version asked for is an error', async () => {
    const world = await makeWorld();
    const TAILGATE_K6 = await writeScript(join(world.home, 'mine'), versionScript('1.3.0'));
    const environment = { ...world.environment, TAILGATE_K6 };
    const error = await failure(findK6({ ...world.options, environment, version: '2.2.0' }));
    expect(error.message).toBe('k6 2.2.0 is asked for, but the one that TAILGATE_K6 names is k6 1.3.0.');
    expect(error.exitCode).toBe(2);
  });
});

describe('the order of places', () => {
  test('on a laptop is cache, PATH, download, go', async () => {
    const archive = await makeArchive('2.2.0');
    const { url, requests } = await serveReleases([archive]);
    const world = await makeWorld({ mirror: url });
    const log = await putGo(world, '2.2.0');
    const onPath = await putOnPath(world, '1.1.0');
    expect(await findK6(world.options)).toMatchObject({ path: onPath, version: '1.1.0', source: 'path' });
    const cached = await putInCache(world, '1.8.1');
    expect(await findK6(world.options)).toMatchObject({ path: cached, version: '1.8.1', source: 'cache' });
    expect(requests).toEqual([]);
    await expect(readFile(log)).rejects.toThrow('ENOENT');
  });

  test('under CI is cache, download, PATH, go', async () => {
    const archive = await makeArchive('2.2.0');
    const { url } = await serveReleases([archive]);
    const world = await makeWorld({ mirror: url, ci: true });
    await putOnPath(world, '1.1.0');
    setPins({ [archive.name]: archive.sha256 });
    const k6 = await findK6(world.options);
    expect(k6).toEqual({
      path: join(world.cache, '2.2.0/x64/k6'),
      version: '2.2.0',
      source: 'download',
    });
    expect(await findK6(world.options)).toEqual({ ...k6, source: 'cache' });
  });

  test('falls back on PATH when the download fails under CI, and says why', async () => {
    const world = await makeWorld({ ci: true });
    const path = await putOnPath(world, '1.1.0');
    expect(await findK6(world.options)).toMatchObject({ path, source: 'path' });
    expect(world.progress.notes).toEqual([
      expect.stringMatching(/download of k6 2\.2\.0: .*refuses the connection/),
    ]);
  });

  test('ends with go, which builds the last 1.x where it cannot build the pinned release', async () => {
    const world = await makeWorld();
    const log = await putGo(world, '1.8.1');
    const path = join(world.cache, '1.8.1/x64/k6');
    expect(await findK6(world.options)).toEqual({
      path,
      version: '1.8.1',
      source: 'go',
    });
    expect(await readFile(log, 'utf8')).toBe('go.k6.io/k6/v2@v2.2.0\ngo.k6.io/k6@v1.8.1\n');
    expect(await findK6(world.options)).toMatchObject({ path, source: 'cache' });
  });

  test('skips what is too old, broken or hanging, with a note', async () => {
    const world = await makeWorld();
    const second = await makeFolder();
    const third = await makeFolder();
    await putOnPath(world, '0.49.0');
    await writeScript(join(second, 'k6'), 'exec sleep 60');
    const path = await writeScript(join(third, 'k6'), versionScript('1.0.0'));
    const environment = {
      ...world.environment,
      PATH: [world.environment.PATH, second, third].join(delimiter),
    };
    setPatience({ probeMs: 500 });
    expect(await findK6({ ...world.options, environment })).toMatchObject({
      path,
      source: 'path',
    });
    expect(world.progress.notes).toEqual([
      expect.stringMatching(/k6 0\.49\.0 is too old/),
      expect.stringMatching(/did not end within 0\.5 s/),
    ]);
  });

  test('does not take a k6 out of a relative folder on PATH', async () => {
    const world = await makeWorld();
    const environment = { ...world.environment, PATH: `:.:bin:${world.environment.PATH}` };
    const { attempts } = await searchK6({ ...world.options, environment }, { install: false });
    expect(attempts).toContainEqual({ place: 'PATH', reason: 'there is no k6 on it' });
  });
});

describe('a version that is asked for', () => {
  test('is the only one taken from the cache and from PATH', async () => {
    const world = await makeWorld();
    await putInCache(world, '2.2.0');
    await putOnPath(world, '1.8.1');
    const wanted = await putInCache(world, '1.5.0');
    expect(await findK6({ ...world.options, version: 'v1.5.0' })).toMatchObject({
      path: wanted,
      version: '1.5.0',
    });
    expect(await findK6({ ...world.options, version: '1.8.1' })).toMatchObject({ source: 'path' });
    const error = await failure(findK6({ ...world.options, version: '1.6.0' }));
    expect(error.message).toMatch('There is no k6 1.6.0 on this machine');
    expect(error.detail).toMatch('it is k6 1.8.1, 1.6.0 is needed');
  });

  test('is downloaded or built, without a fallback', async () => {
    const { url } = await serveReleases([await makeArchive('1.5.0')]);
    const world = await makeWorld({ mirror: url });
    expect(await findK6({ ...world.options, version: '1.5.0' })).toMatchObject({
      version: '1.5.0',
      source: 'download',
    });
    const log = await putGo(world, '1.6.0', '1.8.1');
    expect(await findK6({ ...world.options, version: '1.6.0' })).toMatchObject({
      version: '1.6.0',
      source: 'go',
    });
    await failure(findK6({ ...world.options, version: '1.7.0' }));
    expect(await readFile(log, 'utf8')).toBe('go.k6.io/k6@v1.6.0\ngo.k6.io/k6@v1.7.0\n');
  });

  test('is not what a run that asks for none takes out of the cache', async () => {
    const world = await makeWorld();
    await putInCache(world, '1.5.0');
    await failure(findK6(world.options));
  });

  test('is an error when it is no version', async () => {
    const { options } = await makeWorld();
    expect(await failure(findK6({ ...options, version: 'latest' }))).toMatchObject({ exitCode: 2 });
  });
});

describe('installing', () => {
  test('stops for good at a wrong checksum: nothing is kept, nothing else is tried', async () => {
    const { url } = await serveReleases([await makeArchive('2.2.0')]);
    const world = await makeWorld({ mirror: url, ci: true });
    await putOnPath(world, '2.2.0');
    const log = await putGo(world, '2.2.0');
    setPins({ 'k6-v2.2.0-linux-amd64.tar.gz': '0'.repeat(64) });
    expect(await failure(findK6(world.options))).toMatchObject({ exitCode: 3 });
    expect(await readdir(world.cache)).toEqual([]);
    await expect(readFile(log)).rejects.toThrow('ENOENT');
  });

  test('refuses an archive whose k6 is another version, or does not run', async () => {
    const wrong = { ...(await makeArchive('2.2.0', 'linux-amd64', versionScript('2.1.0'))) };
    const world = await makeWorld({ mirror: (await serveReleases([wrong])).url });
    expect((await failure(findK6(world.options))).detail).toMatch('gave k6 2.1.0 instead of 2.2.0');
    const broken = await makeArchive('2.2.0', 'linux-amd64', 'exit 1');
    const other = await makeWorld({ mirror: (await serveReleases([broken])).url });
    expect((await failure(findK6(other.options))).detail).toMatch('gave no usable k6');
    expect(await readdir(other.cache)).toEqual([]);
  });

  test('at once by several leaves one whole entry that all use', async () => {
    const { url } = await serveReleases([await makeArchive('2.2.0')]);
    const world = await makeWorld({ mirror: url });
    const all = await Promise.all(Array.from({ length: 6 }, () => findK6(world.options)));
    expect(new Set(all.map(({ path }) => path))).toEqual(new Set([join(world.cache, '2.2.0/x64/k6')]));
    expect((await readdir(world.cache)).sort()).toEqual(['2.2.0']);
    expect((await readdir(join(world.cache, '2.2.0'))).sort()).toEqual(['x64', 'x64.complete']);
    expect(await findK6(world.options)).toMatchObject({ source: 'cache' });
  });

  test('replaces a cached k6 that no longer runs', async () => {
    const { url } = await serveReleases([await makeArchive('2.2.0')]);
    const world = await makeWorld({ mirror: url });
    const path = await putInCache(world, '2.2.0');
    await writeScript(path, 'exit 1');
    expect(await findK6(world.options)).toMatchObject({ path, source: 'download' });
    expect(await findK6(world.options)).toMatchObject({ path, source: 'cache' });
  });

  test('goes into the tool cache of a runner, in its layout', async () => {
    const { url } = await serveReleases([await makeArchive('2.2.0')]);
    const world = await makeWorld({ mirror: url, ci: true });
    const RUNNER_TOOL_CACHE = await makeFolder();
    const { path } = await findK6({
      ...world.options,
      environment: { ...world.environment, RUNNER_TOOL_CACHE },
    });
    expect(path).toBe(join(RUNNER_TOOL_CACHE, 'k6/2.2.0/x64/k6'));
    expect(await readdir(join(RUNNER_TOOL_CACHE, 'k6/2.2.0'))).toContain('x64.complete');
  });

  test('leaves nothing behind when it is aborted, and passes the reason on', async () => {
    const controller = new AbortController();
    const { url } = await serve((request, response) => {
      if (request.url?.endsWith('.txt')) return notFound(response);
      response.writeHead(200, { 'content-length': 1000 }).write('half');
      setTimeout(() => controller.abort('SIGINT'), 100);
    });
    const world = await makeWorld({ mirror: url });
    setPins({ 'k6-v2.2.0-linux-amd64.tar.gz': '0'.repeat(64) });
    const finding = findK6({ ...world.options, signal: controller.signal });
    await expect(finding).rejects.toThrow(Interrupted);
    expect(await readdir(world.cache)).toEqual([]);
  });
});

describe('when there is no k6 anywhere', () => {
  test('the error names every place, each with its reason, and what to do', async () => {
    const world = await makeWorld();
    const error = await failure(findK6(world.options));
    expect(error.exitCode).toBe(3);
    expect(error.message).toBe('There is no k6 1.0 or newer on this machine, and none could be installed.');
    expect(error.detail!.split('\n')).toEqual([
      `  cache ${world.cache}: holds no k6 2.2.0 or 1.8.1`,
      '  PATH: there is no k6 on it',
      expect.stringMatching(/^ {2}download of k6 2\.2\.0: http.*: 127\.0\.0\.1:\d+ refuses the connection$/),
      '  go install go.k6.io/k6/v2@v2.2.0: there is no working go on PATH',
      '  go install go.k6.io/k6@v1.8.1: there is no working go on PATH',
    ]);
    expect(error.hint).toMatch(/brew install k6.*TAILGATE_K6.*TAILGATE_K6_MIRROR/s);
  });

  test('a 404, a server that hangs and a platform without releases are reasons, too', async () => {
    const missing = await serve((_, response) => notFound(response));
    const first = await makeWorld({ mirror: missing.url });
    expect((await failure(findK6(first.options))).detail).toMatch('404 Not Found');
    const hanging = await serve(() => {});
    const second = await makeWorld({ mirror: hanging.url });
    setPatience({ silenceMs: 200 });
    expect((await failure(findK6(second.options))).detail).toMatch('no answer within 0.2 s');
    expect((await failure(findK6({ ...first.options, arch: 's390x' }))).detail).toMatch(
      'no release for linux on s390x',
    );
  });

  test('a cache that cannot be written is a reason', async () => {
    const { url } = await serveReleases([await makeArchive('2.2.0')]);
    const world = await makeWorld({ mirror: url });
    await writeFile(join(world.home, '.cache'), 'a file, not a folder');
    expect((await failure(findK6(world.options))).detail).toMatch(
      /no cache folder can be written: .*ENOTDIR/,
    );
  });
});

describe('looking without installing', () => {
  test('ends with what a run would download, if it is there', async () => {
    const { url } = await serveReleases([await makeArchive('2.2.0')]);
    const world = await makeWorld({ mirror: url });
    const search = await searchK6(world.options, { install: false });
    expect(search).toMatchObject({
      k6: null,
      prospect: { source: 'download', version: '2.2.0', from: `${url}/v2.2.0/k6-v2.2.0-linux-amd64.tar.gz` },
    });
    expect(await readdir(world.home)).toEqual([]);
  });

  test('goes on to what a run would build, or to nothing', async () => {
    const world = await makeWorld();
    expect(await searchK6(world.options, { install: false })).toMatchObject({ k6: null, prospect: null });
    const log = await putGo(world, '2.2.0');
    expect(await searchK6(world.options, { install: false })).toMatchObject({
      prospect: {
        source: 'go',
        version: '2.2.0',
        from: 'go.k6.io/k6/v2@v2.2.0, with go 1.26.8',
      },
    });
    await expect(readFile(log)).rejects.toThrow('ENOENT');
  });
});
