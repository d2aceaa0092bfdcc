import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Interrupted, UserError } from '../../../src/errors.ts';
import { InstallFailed } from '../../../src/k6/install/cache.ts';
import { download, downloadRelease, fetchChecksum } from '../../../src/k6/install/download.ts';
import { locateRelease } from '../../../src/k6/install/release.ts';
import { CANNOT_PLANT, STRANGER } from '../../security/planted.ts';
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
} from './fixtures.ts';

const never = new AbortController().signal;
const downloadText = async (url: string) => (await download(url, null, never)).toString();

function makeAround() {
  return { environment: { PATH: process.env.PATH }, progress: listenToProgress(), signal: never };
}

function locate(url: string, version = '2.2.0', platform: NodeJS.Platform = 'linux', arch = 'x64') {
  return locateRelease(version, platform, arch, { TAILGATE_K6_MIRROR: url });
}

describe('a release', () => {
  test('that is pinned is checked against the source alone, and k6 alone is unpacked', async () => {
    const archive = await makeArchive('2.2.0');
    const { url, requests } = await serveReleases([archive]);
    setPins({ [archive.name]: archive.sha256 });
    const folder = await makeFolder();
    const around = makeAround();
    const binary = await downloadRelease(locate(url), folder, around);
    expect(await readFile(binary, 'utf8')).toMatch('k6 v2.2.0');
    expect(requests).toEqual([`/v2.2.0/${archive.name}`]);
    expect(around.progress.notes).toEqual([expect.stringContaining('SHA-256 as pinned')]);
    expect((await readdir(folder)).sort()).toEqual(['k6-v2.2.0-linux-amd64', archive.name]);
    expect(await readdir(join(folder, 'k6-v2.2.0-linux-amd64'))).toEqual(['k6']);
  });

  test('that is not pinned is checked against its own checksums file, and a note says so', async () => {
    const archive = await makeArchive('1.7.0', 'linux-arm64');
    const { url } = await serveReleases([await makeArchive('1.7.0'), archive]);
    const around = makeAround();
    await downloadRelease(locate(url, '1.7.0', 'linux', 'arm64'), await makeFolder(), around);
    expect(around.progress.notes).toEqual([expect.stringContaining("the release's own checksums file")]);
  });

  test.skipIf(CANNOT_PLANT)('belongs to who unpacks it, also where that is root', async () => {
    const theirs = [`--owner=${STRANGER}`, `--group=${STRANGER}`];
    const archive = await makeArchive('1.7.0', undefined, undefined, theirs);
    const { url } = await serveReleases([archive]);
    const binary = await downloadRelease(locate(url, '1.7.0'), await makeFolder(), makeAround());
    expect((await stat(binary)).uid).toBe(process.getuid!());
  });

  test('for macOS comes as a zip', async () => {
    const archive = await makeArchive('2.2.0', 'macos-arm64');
    const { url } = await serveReleases([archive]);
    const release = locate(url, '2.2.0', 'darwin', 'arm64');
    const binary = await downloadRelease(release, await makeFolder(), {
      ...makeAround(),
      environment: { PATH: await makeToolFolder() },
    });
    expect(await readFile(binary, 'utf8')).toMatch('k6 v2.2.0');
  });
});

describe('an archive that is not the released one', () => {
  test('is fatal against the SHA-256 in the source, and is not kept', async () => {
    const archive = await makeArchive('2.2.0');
    const { url } = await serveReleases([archive]);
    // A script in a tarball is not what the source pins.
    const folder = await makeFolder();
    const downloading = downloadRelease(locate(url), folder, makeAround());
    const error = await downloading.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({
      exitCode: 3,
      where: `${url}/v2.2.0/${archive.name}`,
      detail: expect.stringContaining(archive.sha256),
    });
    expect((error as UserError).detail).toContain(
      'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('is fatal against the checksums file, too', async () => {
    const { url } = await serveReleases(
      [await makeArchive('1.7.0')],
      ({ name }) => `${'0'.repeat(64)}  ${name}`,
    );
    const folder = await makeFolder();
    const downloading = downloadRelease(locate(url, '1.7.0'), folder, makeAround());
    await expect(downloading).rejects.toThrow(UserError);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a release that cannot be verified or unpacked is no use, without being fatal:', () => {
  test('no checksums file', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(404).end();
    });
    const downloading = downloadRelease(locate(url, '1.7.0'), await makeFolder(), makeAround());
    await expect(downloading).rejects.toThrow(InstallFailed);
    await expect(downloading).rejects.toThrow(/checksums\.txt.*404/);
  });

  test('a checksums file without the archive', async () => {
    const { url } = await serveReleases([await makeArchive('1.7.0', 'linux-arm64')]);
    const downloading = downloadRelease(locate(url, '1.7.0'), await makeFolder(), makeAround());
    await expect(downloading).rejects.toThrow(/does not list k6-v1\.7\.0-linux-amd64\.tar\.gz/);
  });

  test('an archive without k6 in it', async () => {
    const archive = { ...(await makeArchive('1.7.1')), name: 'k6-v1.7.0-linux-amd64.tar.gz' };
    const { url } = await serveReleases([archive]);
    await expect(downloadRelease(locate(url, '1.7.0'), await makeFolder(), makeAround())).rejects.toThrow(
      /tar could not unpack k6-v1\.7\.0-linux-amd64\.tar\.gz: /,
    );
  });

  test('no tar', async () => {
    const { url } = await serveReleases([await makeArchive('1.7.0')]);
    const around = { ...makeAround(), environment: { PATH: await makeFolder() } };
    await expect(downloadRelease(locate(url, '1.7.0'), await makeFolder(), around)).rejects.toThrow(
      'tar cannot be started (ENOENT)',
    );
  });

  test('a folder that is gone, which can be told from a failure of the network', async () => {
    const { url } = await serveReleases([await makeArchive('1.7.0')]);
    const folder = join(await makeFolder(), 'absent');
    await expect(downloadRelease(locate(url, '1.7.0'), folder, makeAround())).rejects.toThrow(/ENOENT/);
  });
});

test('whether a release could be downloaded is told without downloading it', async () => {
  const archive = await makeArchive('2.2.0');
  const { url, requests } = await serveReleases([archive]);
  expect(await fetchChecksum(locate(url), never)).toBe(archive.sha256);
  const absent = fetchChecksum(locate(url, '2.2.0', 'linux', 'arm64'), never);
  await expect(absent).rejects.toThrow(InstallFailed);
  expect(requests).not.toContain(`/v2.2.0/${archive.name}`);
});

describe('downloading', () => {
  test('gives what the server has, byte by byte', async () => {
    const bytes = Buffer.alloc(3_000_000, 'k6');
    const { url } = await serve((_, response) => {
      response.setHeader('content-length', bytes.length);
      // Must be left as it is: the file is an archive, whatever the server calls it.
      response.setHeader('content-encoding', 'gzip');
      response.end(bytes);
    });
    expect((await download(url, null, never)).equals(bytes)).toBe(true);
  });

  test('follows redirects, as GitHub answers with one', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/final') response.end('there');
      else response.writeHead(302, { location: '/final' }).end();
    });
    expect(await downloadText(url)).toBe('there');
  });

  test("sends a mirror's password as a header", async () => {
    const { url } = await serve((request, response) => {
      response.end(request.headers.authorization);
    });
    expect((await download(url, 'Basic eDp5', never)).toString()).toBe('Basic eDp5');
  });

  test.each([
    ['a broken connection', 'break'],
    ['a broken body', 'cut'],
    ['503', '503'],
    ['429', '429'],
  ])('survives %s', async (_, fault) => {
    let asked = 0;
    const { url } = await serve((request, response) => {
      asked += 1;
      if (asked === 3) response.end('whole');
      else if (fault === 'break') request.socket.destroy();
      else if (fault === 'cut') {
        response.writeHead(200, { 'content-length': 100 });
        response.write('half', () => request.socket.destroy());
      } else response.writeHead(Number(fault)).end();
    });
    expect(await downloadText(url)).toBe('whole');
  });

  test('gives up after three attempts, with the reason', async () => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(503).end();
    });
    await expect(downloadText(url)).rejects.toThrow('the server answered 503 Service Unavailable');
    expect(requests).toHaveLength(3);
  });

  test('does not ask again for what is not there', async () => {
    const { url, requests } = await serve((_, response) => notFound(response));
    const asking = downloadText(`${url}/v9.9.9/k6`);
    await expect(asking).rejects.toThrow(InstallFailed);
    await expect(asking).rejects.toThrow('404 Not Found');
    expect(requests).toHaveLength(1);
  });

  test('says that a port refuses', async () => {
    const port = await findClosedPort();
    await expect(downloadText(`http://127.0.0.1:${port}/`)).rejects.toThrow('refuses the connection');
  });

  test('says that a name is unknown', async () => {
    // RFC 6761 reserves .invalid. A machine without any name server fails the same way.
    await expect(downloadText('http://k6.invalid/')).rejects.toThrow(/the name k6\.invalid cannot be/);
  });

  test('waits once, and not for ever, for a server that never answers', async () => {
    const { url, requests } = await serve(() => {});
    setPatience({ silenceMs: 200 });
    await expect(downloadText(url)).rejects.toThrow('no answer within 0.2 s');
    expect(requests).toHaveLength(1);
  });

  test('tries again when the body stops half-way', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      if (asked === 2) response.end('whole');
      else response.writeHead(200, { 'content-length': 100 }).write('half');
    });
    setPatience({ silenceMs: 200 });
    expect(await downloadText(url)).toBe('whole');
  });

  test('takes as long as it needs while something arrives', async () => {
    const { url } = await serve((_, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        response.write('.');
        if (sent < 8) return;
        clearInterval(timer);
        response.end();
      }, 100);
    });
    setPatience({ silenceMs: 500 });
    expect(await downloadText(url)).toBe('........');
  });

  test('ends at once when it is aborted, with the reason', async () => {
    const controller = new AbortController();
    const { url, requests } = await serve((_, response) => {
      response.writeHead(200).write('half');
      setTimeout(() => controller.abort('SIGINT'), 100);
    });
    await expect(download(url, null, controller.signal)).rejects.toThrow(Interrupted);
    expect(requests).toHaveLength(1);
  });

  test('gives up on redirects in a circle', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    await expect(downloadText(url)).rejects.toThrow(/max-redirect/);
  });

  test("goes through the runner's proxy, with a word when that refuses", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const proxy = createServer((request, response) => {
      response.end(`proxied ${request.url}`);
    });
    proxy.on('connect', (_, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    vi.stubEnv('no_proxy', '');
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('https_proxy', address);
    await expect(downloadText('https://k6.invalid/file')).rejects.toThrow(/the proxy .*403/);
  });
});
