import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/errors.ts';
import { InstallFailed } from '../../../src/k6/install/cache.ts';
import { checkRelease, downloadRelease } from '../../../src/k6/install/download.ts';
import { locateRelease } from '../../../src/k6/install/release.ts';
import {
  listenToProgress,
  makeArchive,
  makeFolder,
  makeToolFolder,
  PATIENT,
  serve,
  serveReleases,
} from './fixtures.ts';

async function makeOptions(pins: Record<string, string> = {}) {
  return {
    folder: await makeFolder(),
    environment: { PATH: await makeToolFolder() },
    progress: listenToProgress(),
    signal: new AbortController().signal,
    patience: PATIENT,
    pins,
  };
}

function locate(url: string, version = '2.2.0', platform: NodeJS.Platform = 'linux', arch = 'x64') {
  return locateRelease(version, platform, arch, { TAILGATE_K6_MIRROR: url });
}

describe('a release', () => {
  test('that is pinned is checked against the source alone, and k6 alone is unpacked', async () => {
    const archive = await makeArchive('2.2.0');
    const { url, requests } = await serveReleases([archive]);
    const options = await makeOptions({ [archive.name]: archive.sha256 });
    const { binary, verified } = await downloadRelease(locate(url), options);
    expect(verified).toBe('pinned');
    expect(await readFile(binary, 'utf8')).toMatch('k6 v2.2.0');
    expect(requests).toEqual([`/v2.2.0/${archive.name}`]);
    expect(options.progress.notes).toEqual([expect.stringContaining('SHA-256 as pinned')]);
    expect(await readdir(options.folder)).toEqual(['k6-v2.2.0-linux-amd64']);
    expect(await readdir(join(options.folder, 'k6-v2.2.0-linux-amd64'))).toEqual(['k6']);
  });

  test('that is not pinned is checked against its own checksums file, and a note says so', async () => {
    const archive = await makeArchive('1.7.0', 'linux-arm64');
    const { url } = await serveReleases([await makeArchive('1.7.0'), archive]);
    const options = await makeOptions();
    const { verified } = await downloadRelease(locate(url, '1.7.0', 'linux', 'arm64'), options);
    expect(verified).toBe('release-checksums');
    expect(options.progress.notes).toEqual([expect.stringContaining("the release's own checksums file")]);
  });

  test('for macOS comes as a zip', async () => {
    const archive = await makeArchive('2.2.0', 'macos-arm64');
    const { url } = await serveReleases([archive]);
    const { binary } = await downloadRelease(locate(url, '2.2.0', 'darwin', 'arm64'), await makeOptions());
    expect(await readFile(binary, 'utf8')).toMatch('k6 v2.2.0');
  });
});

describe('an archive that is not the released one', () => {
  test('is fatal against the SHA-256 in the source, and is removed', async () => {
    const archive = await makeArchive('2.2.0');
    const { url } = await serveReleases([archive]);
    // No pins given: those of the source hold, and a script in a tarball is not what they are of.
    const { pins, ...options } = await makeOptions();
    const downloading = downloadRelease(locate(url), options);
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
    expect(await readdir(options.folder)).toEqual([]);
  });

  test('is fatal against the checksums file, too', async () => {
    const { url } = await serveReleases(
      [await makeArchive('1.7.0')],
      ({ name }) => `${'0'.repeat(64)}  ${name}`,
    );
    const options = await makeOptions();
    await expect(downloadRelease(locate(url, '1.7.0'), options)).rejects.toThrow(UserError);
    expect(await readdir(options.folder)).toEqual([]);
  });
});

describe('a release that cannot be verified or unpacked is no use, without being fatal:', () => {
  test('no checksums file', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(404).end();
    });
    const downloading = downloadRelease(locate(url, '1.7.0'), await makeOptions());
    await expect(downloading).rejects.toThrow(InstallFailed);
    await expect(downloading).rejects.toThrow(/checksums\.txt.*404/);
  });

  test('a checksums file without the archive', async () => {
    const { url } = await serveReleases([await makeArchive('1.7.0', 'linux-arm64')]);
    const downloading = downloadRelease(locate(url, '1.7.0'), await makeOptions());
    await expect(downloading).rejects.toThrow(/does not list k6-v1\.7\.0-linux-amd64\.tar\.gz/);
  });

  test('an archive without k6 in it', async () => {
    const archive = { ...(await makeArchive('1.7.1')), name: 'k6-v1.7.0-linux-amd64.tar.gz' };
    const { url } = await serveReleases([archive]);
    await expect(downloadRelease(locate(url, '1.7.0'), await makeOptions())).rejects.toThrow(
      /tar could not unpack k6-v1\.7\.0-linux-amd64\.tar\.gz: /,
    );
  });

  test('no tar', async () => {
    const { url } = await serveReleases([await makeArchive('1.7.0')]);
    const options = { ...(await makeOptions()), environment: { PATH: await makeFolder() } };
    await expect(downloadRelease(locate(url, '1.7.0'), options)).rejects.toThrow(
      'tar cannot be started (ENOENT)',
    );
  });

  test('a folder that is gone', async () => {
    const { url } = await serveReleases([await makeArchive('1.7.0')]);
    const options = await makeOptions();
    await writeFile(join(options.folder, 'file'), '');
    const downloading = downloadRelease(locate(url, '1.7.0'), {
      ...options,
      folder: join(options.folder, 'file'),
    });
    await expect(downloading).rejects.toThrow(InstallFailed);
  });
});

test('whether a release could be downloaded is told without downloading it', async () => {
  const archive = await makeArchive('2.2.0');
  const { url, requests } = await serveReleases([archive]);
  const options = await makeOptions();
  await checkRelease(locate(url), options);
  await expect(checkRelease(locate(url, '2.2.0', 'linux', 'arm64'), options)).rejects.toThrow(InstallFailed);
  expect(requests).not.toContain(`/v2.2.0/${archive.name}`);
});
