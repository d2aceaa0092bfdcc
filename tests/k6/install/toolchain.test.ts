import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/errors.ts';
import { InstallFailed } from '../../../src/k6/install/cache.ts';
import { buildWithGo, goPackage, readGoVersion } from '../../../src/k6/install/toolchain.ts';
import { listenToProgress, makeFolder, writeScript } from './fixtures.ts';

/**
 * A stand-in for Go: compiling k6 takes minutes and a network. It fails as Go does where the caller would break
 * the rules of `go install`, keeps what it was called with, and leaves a program in GOBIN.
 */
async function makeGo(body = 'echo built > "$GOBIN/k6"') {
  const folder = await makeFolder();
  await writeScript(
    join(folder, 'go'),
    `[ "$1" = version ] && echo "go version go1.26.8 linux/amd64" && exit 0
[ -n "$GOOS$GOARCH" ] && echo "cannot install cross-compiled binaries when GOBIN is set" >&2 && exit 1
echo "$@" > ${folder}/arguments; pwd > ${folder}/cwd; env > ${folder}/environment
${body}`,
  );
  return folder;
}

function makeAround(go: string, more: NodeJS.ProcessEnv = {}) {
  return {
    environment: { PATH: `${go}:/usr/bin:/bin`, ...more },
    progress: listenToProgress(),
    signal: new AbortController().signal,
  };
}

test('the module path ends in the major version from 2 on', () => {
  expect(goPackage('1.8.1')).toBe('go.k6.io/k6@v1.8.1');
  expect(goPackage('2.2.0')).toBe('go.k6.io/k6/v2@v2.2.0');
  expect(goPackage('3.0.0')).toBe('go.k6.io/k6/v3@v3.0.0');
});

describe('building with go', () => {
  test('installs into the folder given, away from the module of the user', async () => {
    const go = await makeGo();
    const folder = await makeFolder();
    const around = makeAround(go, {
      GOOS: 'plan9',
      GOARCH: 'arm',
      GOFLAGS: '-buildvcs=false -mod=vendor',
    });
    expect(await buildWithGo('2.2.0', folder, around)).toBe(join(folder, 'k6'));
    expect(await readFile(join(go, 'arguments'), 'utf8')).toBe('install go.k6.io/k6/v2@v2.2.0\n');
    expect(await readFile(join(go, 'cwd'), 'utf8')).toBe(`${folder}\n`);
    const environment = await readFile(join(go, 'environment'), 'utf8');
    expect(environment).toContain(`GOBIN=${folder}\n`);
    expect(environment).toContain('GOFLAGS=-buildvcs=false\n');
    expect(around.progress.phases).toEqual([
      expect.stringMatching(/^building go\.k6\.io\/k6\/v2@v2\.2\.0 with go on \d+ cores?$/),
    ]);
  });

  test('shows go no secrets', async () => {
    const go = await makeGo();
    const secrets = {
      GITHUB_TOKEN: 's3cret-1',
      'INPUT_GITHUB-TOKEN': 's3cret-2',
      ACTIONS_RUNTIME_TOKEN: 's3cret-3',
    };
    await buildWithGo('2.2.0', await makeFolder(), makeAround(go, secrets));
    expect(await readFile(join(go, 'environment'), 'utf8')).not.toMatch('s3cret');
  });

  test('fails with the last line of go', async () => {
    const go = await makeGo(
      'echo "go: downloading go.k6.io/k6/v2 v2.2.0" >&2; echo "dial tcp: no such host" >&2; exit 1',
    );
    const building = buildWithGo('2.2.0', await makeFolder(), makeAround(go));
    await expect(building).rejects.toThrow(InstallFailed);
    await expect(building).rejects.toThrow('dial tcp: no such host');
  });

  test('fails with a word when there is no go', async () => {
    const around = { ...makeAround(''), environment: { PATH: await makeFolder() } };
    const building = buildWithGo('2.2.0', await makeFolder(), around);
    await expect(building).rejects.toThrow('there is no go on PATH');
  });

  test('ends go when it is aborted', async () => {
    const go = await makeGo('exec sleep 60');
    const controller = new AbortController();
    const around = { ...makeAround(go), signal: controller.signal };
    setTimeout(() => controller.abort('SIGINT'), 200);
    await expect(buildWithGo('2.2.0', await makeFolder(), around)).rejects.toThrow(Interrupted);
  });
});

test('the version of go is read, and null without one', async () => {
  const { signal } = new AbortController();
  expect(await readGoVersion({ PATH: await makeGo() }, signal)).toBe('1.26.8');
  expect(await readGoVersion({ PATH: await makeFolder() }, signal)).toBeNull();
});
