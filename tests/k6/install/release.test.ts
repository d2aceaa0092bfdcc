import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/errors.ts';
import { InstallFailed } from '../../../src/k6/install/cache.ts';
import { findChecksum, locateRelease, PINNED_SHA256 } from '../../../src/k6/install/release.ts';
import { PINNED_VERSION } from '../../../src/k6/install/version.ts';

describe('the address of a release', () => {
  test('is on GitHub, with the names that k6 gives its archives', () => {
    expect(locateRelease('2.2.0', 'linux', 'x64', {})).toEqual({
      version: '2.2.0',
      archive: 'k6-v2.2.0-linux-amd64.tar.gz',
      member: 'k6-v2.2.0-linux-amd64/k6',
      archiveUrl: 'https://github.com/grafana/k6/releases/download/v2.2.0/k6-v2.2.0-linux-amd64.tar.gz',
      checksumsUrl: 'https://github.com/grafana/k6/releases/download/v2.2.0/k6-v2.2.0-checksums.txt',
      authorization: null,
    });
    expect(locateRelease('1.8.1', 'darwin', 'arm64', {}).archive).toBe('k6-v1.8.1-macos-arm64.zip');
    expect(locateRelease('1.8.1', 'linux', 'arm64', {}).archive).toBe('k6-v1.8.1-linux-arm64.tar.gz');
  });

  test('is below TAILGATE_K6_MIRROR, with or without a slash at its end', () => {
    for (const mirror of ['http://127.0.0.1:8080/k6', 'http://127.0.0.1:8080/k6/']) {
      const { archiveUrl } = locateRelease('2.2.0', 'linux', 'x64', { TAILGATE_K6_MIRROR: mirror });
      expect(archiveUrl).toBe('http://127.0.0.1:8080/k6/v2.2.0/k6-v2.2.0-linux-amd64.tar.gz');
    }
  });

  test("keeps a mirror's password out of the address", () => {
    const environment = { TAILGATE_K6_MIRROR: 'https://ci:s%40fe@mirror.example/k6' };
    const { authorization, ...rest } = locateRelease('2.2.0', 'linux', 'x64', environment);
    expect(Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString()).toBe('ci:s@fe');
    expect(JSON.stringify(rest)).not.toMatch(/s%40fe|s@fe/);
  });

  test.each(['mirror.example/k6', 'ftp://mirror.example', 'secret:word'])(
    'refuses %s as a mirror',
    (mirror) => {
      const locating = () => locateRelease('2.2.0', 'linux', 'x64', { TAILGATE_K6_MIRROR: mirror });
      expect(locating).toThrow(UserError);
      expect(locating).not.toThrow(mirror);
    },
  );

  test('is unknown for platforms without a release', () => {
    expect(() => locateRelease('2.2.0', 'linux', 's390x', {})).toThrow(InstallFailed);
    expect(() => locateRelease('2.2.0', 'freebsd', 'x64', {})).toThrow(
      'k6 has no release for freebsd on x64',
    );
  });
});

test('the SHA-256 of the pinned release is in the source', () => {
  expect(PINNED_SHA256[locateRelease(PINNED_VERSION, 'linux', 'x64', {}).archive]).toMatch(/^[0-9a-f]{64}$/);
});

describe('a checksums file', () => {
  const sum = 'a'.repeat(64);

  test('gives the sum of exactly the archive asked for', () => {
    const text = `${'b'.repeat(64)}  k6-v2.2.0-linux-amd64.tar.gz.sig\r\n${sum.toUpperCase()} *k6-v2.2.0-linux-amd64.tar.gz\n`;
    expect(findChecksum(text, 'k6-v2.2.0-linux-amd64.tar.gz')).toBe(sum);
  });

  test.each(['', '<html>log in</html>', `${sum}`, `${'a'.repeat(63)}  k6.tar.gz`, `${sum}  other.tar.gz`])(
    'without the archive (%j) gives nothing',
    (text) => {
      expect(findChecksum(text, 'k6.tar.gz')).toBeNull();
    },
  );
});
