import { spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { Interrupted, UserError } from '../../../src/errors.ts';
import { checkAskedVersion, parseVersionOutput, probeK6 } from '../../../src/k6/install/version.ts';
import { makeFolder, setPatience, versionScript, writeScript } from './fixtures.ts';

const environment = { PATH: process.env.PATH };
const signal = new AbortController().signal;
const probe = (path: string) => probeK6(path, { environment, signal });

describe('the output of "k6 version"', () => {
  test.each([
    ['k6 v1.8.1 (go1.26.8, linux/amd64)', '1.8.1'],
    [
      'k6 v2.2.0 (go1.26.8, darwin/arm64)\nExtensions:\n  github.com/grafana/xk6-sql v1.0.0, k6/x/sql [js]',
      '2.2.0',
    ],
    ['k6 v0.49.0 (commit/2e9ca5a, go1.21.6, linux/amd64)', '0.49.0'],
    ['k6 v2.0.0-rc1 (commit/1, go1.25, linux/amd64)', '2.0.0-rc1'],
    ['time="2026-01-01" level=warning msg="odd locale"\nk6 v1.2.3 (go1.24, linux/amd64)', '1.2.3'],
    ['k6 v1.2.3', '1.2.3'],
  ])('%j is read as %s', (output, version) => {
    expect(parseVersionOutput(output)).toBe(version);
  });

  test.each(['', 'wrk 4.2.0', 'k6 v(devel)', 'mk6 v1.0.0', 'k6 1.2', 'usage: k6 v1.2.3.4'])(
    '%j is not taken for k6',
    (output) => {
      expect(parseVersionOutput(output)).toBeNull();
    },
  );
});

describe('the version that a user asks for', () => {
  test('may begin with a v', () => {
    expect(checkAskedVersion('v2.2.0')).toBe('2.2.0');
    expect(checkAskedVersion('1.8.1')).toBe('1.8.1');
  });

  test.each(['latest', '2.2', '', '2.2.0/../..', '^2.0.0'])('%j is refused as no version', (asked) => {
    expect(() => checkAskedVersion(asked)).toThrow(UserError);
    expect(() => checkAskedVersion(asked)).toThrow(/is not a version of k6/);
  });

  test('before 1.0 is refused as too old', () => {
    expect(() => checkAskedVersion('0.57.0')).toThrow(/too old/);
  });
});

describe('probing a file', () => {
  test('accepts k6 1.0 and newer', async () => {
    const path = await writeScript(join(await makeFolder(), 'k6'), versionScript('1.0.0'));
    expect(await probe(path)).toEqual({ kind: 'usable', version: '1.0.0' });
  });

  test('names each thing that can be wrong', async () => {
    const folder = await makeFolder();
    const reason = async (name: string, body: string) => {
      const result = await probe(await writeScript(join(folder, name), body));
      return result.kind === 'unusable' ? result.reason : result;
    };
    expect(await reason('old', versionScript('0.49.0'))).toBe(
      'k6 0.49.0 is too old, 1.0.0 or newer is needed',
    );
    expect(await reason('other', 'echo "wrk 4.2.0"')).toMatch(/it is not k6: .*"wrk 4\.2\.0"/);
    expect(await reason('failing', 'echo "cannot open shared object" >&2; exit 127')).toBe(
      '"k6 version" failed with exit code 127: cannot open shared object',
    );
    expect(await reason('crashing', 'kill -SEGV $$')).toMatch(/ended by SIGSEGV/);
    expect(await reason('endless', 'exec yes k6')).toMatch(/printed without end/);
    expect(await probe(join(folder, 'absent'))).toEqual({
      kind: 'unusable',
      reason: 'there is no such file',
    });
    expect(await probe(folder)).toMatchObject({ reason: expect.stringContaining('it is a folder') });
    const plain = join(folder, 'plain');
    await writeFile(plain, 'no program');
    expect(await probe(plain)).toEqual({ kind: 'unusable', reason: 'it is not executable' });
  });

  test('finds a program of another processor unusable instead of failing', async () => {
    const path = join(await makeFolder(), 'k6');
    // The header of an ELF file for s390x, cut short.
    await writeFile(path, Buffer.from('7f454c460202010000000000000000000002001600000001', 'hex'));
    await chmod(path, 0o755);
    expect(await probe(path)).toMatchObject({ kind: 'unusable' });
  });

  test('does not repeat control characters of what it ran', async () => {
    const path = await writeScript(join(await makeFolder(), 'k6'), `printf 'a\\033[31mb\\001c\\n'`);
    const result = await probe(path);
    expect(result).toMatchObject({ reason: expect.stringContaining('"ab c"') });
  });

  test('ends a hanging program together with what it started', async () => {
    const folder = await makeFolder();
    const pidFile = join(folder, 'pid');
    // The grandchild keeps standard output open: killing the script alone would not end the wait.
    const path = await writeScript(join(folder, 'k6'), `sleep 60 & echo $! > ${pidFile}; wait`);
    setPatience({ probeMs: 1000 });
    expect(await probe(path)).toEqual({
      kind: 'unusable',
      reason: '"k6 version" did not end within 1 s',
    });
    const pid = Number(await readFile(pidFile, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('passes an abort on', async () => {
    const path = await writeScript(join(await makeFolder(), 'k6'), 'exec sleep 60');
    const controller = new AbortController();
    const probing = probeK6(path, { environment, signal: controller.signal });
    setTimeout(() => controller.abort('SIGINT'), 100);
    await expect(probing).rejects.toThrow(Interrupted);
  });

  test('reads the version of a real k6', async () => {
    const result = await probe(inject('k6'));
    expect(result).toEqual({ kind: 'usable', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});

/** A zombie, which an init that does not reap leaves in the table, has ended. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
