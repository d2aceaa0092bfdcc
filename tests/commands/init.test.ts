import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type InitOptions, init } from '../../src/commands/init.ts';
import { readConfig } from '../../src/config/read.ts';
import { findUses } from '../../src/init/place.ts';
import { useTailgate } from '../../src/init/workflows/actions.ts';
import { git, makeFiles, makeRepository, readAll } from '../init/repository.ts';

const { signal } = new AbortController();
const NODE = {
  'package.json': '{"name":"@acme/shop","scripts":{"start":"node server.mjs"}}',
  'server.mjs': 'process.env.PORT',
};
const WORKFLOW = '.github/workflows/tailgate.yml';
const USES = 'acme/tailgate@0123456789abcdef0123456789abcdef01234567';

async function initIn(cwd: string, options: InitOptions = {}) {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const exitCode = await init({ uses: USES, cwd, write, ...options }, signal);
  return { exitCode, output, files: readAll(cwd) };
}

describe('tailgate init', () => {
  test('writes a configuration and a workflow, and starts nothing', async () => {
    const { exitCode, output, files } = await initIn(makeRepository(NODE));
    expect(exitCode).toBe(0);
    expect(Object.keys(files)).toEqual([WORKFLOW, 'package.json', 'server.mjs', 'tailgate.yml']);
    expect(files[WORKFLOW]).toContain(`uses: ${USES}\n`);
    expect(parse(files['tailgate.yml']!).suite).toMatch(/^tailgate-init-/);
    expect(output).toMatch(
      /^wrote tailgate\.yml\nwrote \.github\/workflows\/tailgate\.yml\n\nNext: .*`tailgate try`/,
    );
    expect(output).not.toMatch(/required check/);
  });

  test('leaves what is there, names it, and overwrites it when told to', async () => {
    const folder = makeRepository({ ...NODE, 'tailgate.yml': 'suite: mine\n' });
    const { output, files } = await initIn(folder);
    expect(files['tailgate.yml']).toBe('suite: mine\n');
    expect(output).toContain('left tailgate.yml as it is: `--force` overwrites it\nwrote .github');
    // The workflow expects the suite of the file that stays.
    const { steps } = parse(files[WORKFLOW]!).jobs.publish;
    expect(steps.find((step: { id?: string }) => step.id === 'tailgate').with.suites).toBe('mine');
    expect((await initIn(folder, { force: true })).files['tailgate.yml']).toContain('suite: tailgate-init-');
    expect((await initIn(folder)).output).toContain('left tailgate.yml as it is\n');
  });

  test('writes nothing where a file cannot be written', async () => {
    const folder = makeRepository({ ...NODE, [`${WORKFLOW}/a`]: '' });
    await expect(initIn(folder)).rejects.toThrow('in the way of a file to be written');
    expect(Object.keys(readAll(folder))).not.toContain('tailgate.yml');
  });
  test('takes a folder below as a service of its own', async () => {
    const folder = makeRepository({ 'services/api/package.json': NODE['package.json'], 'README.md': '' });
    await initIn(join(folder, 'services/api'));
    const files = readAll(folder);
    expect(readConfig('services/api/tailgate.yml', folder).suite).toBe('services-api');
    const { jobs, concurrency } = parse(files['.github/workflows/tailgate-services-api.yml']!);
    expect(concurrency.group).toMatch(/^tailgate-services-api-/);
    expect(jobs.measure.steps.at(-2).with['working-directory']).toBe('services/api');
  });

  test('sees new files that git does not ignore, and no others', async () => {
    const folder = makeFiles({ ...NODE, '.gitignore': '.env', '.env': 'API_KEY=real', 'src/a.js': '' });
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '--all');
    // A link in place of a folder leads outside.
    rmSync(join(folder, 'src'), { recursive: true });
    symlinkSync(makeFiles({ 'a.js': '"redis://real.example.com"' }), join(folder, 'src'));
    const { files } = await initIn(folder);
    expect(files['tailgate.yml']).toMatch(/^(?![\s\S]*real)[\s\S]*start: node server\.mjs/);
  });

  test('writes what the remote runs: the older actions for GitHub Enterprise Server, no workflow elsewhere', async () => {
    const folder = makeRepository(NODE);
    git(folder, 'remote', 'add', 'origin', 'https://gitlab.com/acme/team/shop.git');
    const { output, files } = await initIn(folder, { uses: undefined });
    expect(Object.keys(files)).toEqual([...Object.keys(NODE), 'tailgate.yml']);
    expect(output).toContain('no workflow');
    git(folder, 'remote', 'set-url', 'origin', 'https://github.acme.example/acme/shop.git');
    const ghes = (await initIn(folder)).files;
    expect(ghes[WORKFLOW]).toContain('# v3.2.2');
    // Named after the repository.
    expect(parse(ghes['tailgate.yml']!).suite).toBe('shop');
  });

  test.each<[InitOptions, RegExp]>([
    [{ uses: 'tailgate' }, /--uses takes OWNER\/REPO@REF/],
    [{ oneStep: true, forks: true }, /--one-step/],
    [{ forge: 'ghes', forks: true }, /--forks/],
    [{}, /not in a git repository/],
  ])('refuses %j, and writes nothing', async (options, pattern) => {
    const folder = Object.keys(options).length > 0 ? makeRepository(NODE) : makeFiles(NODE);
    const message = expect.stringMatching(pattern);
    await expect(initIn(folder, options)).rejects.toMatchObject({ exitCode: 2, message });
    expect(Object.keys(readAll(folder))).toEqual(Object.keys(NODE));
  });
});

test('a workflow uses repository and commit of the clone that runs, or no name where that is unknown', async () => {
  const makeClone = (remote: string) => {
    const folder = makeRepository({ 'action.yml': '' });
    git(folder, 'remote', 'add', 'origin', remote);
    git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    return folder;
  };
  const find = (own: string) => findUses(process.env, signal, own);
  for (const remote of ['https://github.com/acme/tailgate.git', 'ssh://git@ghes.example:22/acme/tailgate'])
    expect(await find(makeClone(remote))).toMatch(/^acme\/tailgate@[0-9a-f]{40}$/);
  const pushed = makeClone('https://github.com/acme/tailgate.git');
  const commit = '-c user.name=t -c user.email=t@e.invalid commit --allow-empty -qm more';
  git(pushed, ...commit.split(' '));
  const within = join(makeRepository({ 'node_modules/tailgate/action.yml': '' }), 'node_modules/tailgate');
  const bare = [makeFiles({ 'action.yml': '' }), makeRepository({ 'action.yml': '' })];
  for (const own of [...bare, within, makeClone('/srv/tailgate.git'), pushed])
    expect(await find(own)).toBe(null);
  expect(useTailgate(null)).toMatch(/^<OWNER>.* # CHECK: /);
});
