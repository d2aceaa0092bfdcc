import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listMarked } from '../../src/processes/procfs.ts';
import { environment, git, makeFolder, wrapGit, write } from '../revision/fixture.ts';
import { makeRecord, readAll } from './fixture.ts';
import { listRef, makeProject, open, REF } from './git-fixture.ts';

const TOKEN = 'ghs_planted0123456789';
const LOGIN = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
const PUSHES = 'case "$*" in *"push --no-verify"*)';

let project: ReturnType<typeof makeProject>;
beforeEach(() => {
  project = makeProject();
});

const attempts = async () => (await readAll(open(project))).records.map(({ attempt }) => attempt).sort();
const append = (attempt: string) => open(project).append(makeRecord({ attempt }));

/** Lets the server do this before it takes records. @returns the path of the hook */
function hook(script: string): string {
  const path = join(project.server, 'hooks/pre-receive');
  write(project.server, { 'hooks/pre-receive': `#!/bin/sh\n${script}\n` });
  chmodSync(path, 0o755);
  return path;
}

describe('records that the server refuses', () => {
  it('are an error that says why, without the login, and what is there stays', async () => {
    await append('1');
    hook(`echo "GH013: rule violations found: ${TOKEN} ${LOGIN}." >&2; exit 1`);
    const store = open(project, { credentials: { token: TOKEN, serverUrl: 'https://github.com' } });
    await expect(store.append(makeRecord({ attempt: '2' }))).rejects.toMatchObject({
      ...{ name: 'UserError', exitCode: 3 },
      message: expect.stringMatching(/GH013: rule.*: \*\*\* \*\*\*\..*pre-receive hook declined/),
      hint: expect.stringContaining('`permissions: contents: write`'),
      where: `${REF} of file://${project.server}`,
    });
    expect(listRef(project.server)).toHaveLength(1);
    expect(readdirSync(project.scratch)).toEqual([]);
  });

  it('again and again, as others are quicker, are given up in the end', async () => {
    await append('1');
    // Whenever a push begins, the reference moves.
    const other = 'env -u GIT_DIR -u GIT_WORK_TREE PATH=/usr/bin:/bin git';
    const tree = `${other} -C ${project.server} -c user.name=a -c user.email=a@b commit-tree -m "$(date +%N)" ${REF}^{tree}`;
    const PATH = wrapGit(`${PUSHES} ${other} -C ${project.server} update-ref ${REF} $(${tree}) ;; esac`);
    const store = open(project, { environment: { PATH } });
    const message = expect.stringMatching(/rejected|stale/);
    await expect(store.append(makeRecord())).rejects.toMatchObject({ exitCode: 3, message });
    expect(listRef(project.server)).toHaveLength(1);
  });

  it('or that are nowhere, are an error of reading and of writing, not an empty store', async () => {
    for (const url of ['http://127.0.0.1:1/shop.git', `file://${project.server}-gone`]) {
      git(project.clone, 'config', 'remote.origin.url', url);
      for (const ask of [attempts, () => append('1')])
        await expect(ask()).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
    }
    expect(readdirSync(project.scratch)).toEqual([]);
  });
});

it('records of twenty at once all land', async () => {
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  // Of processes that run at once each listens for the end of this one.
  process.setMaxListeners(100);
  await Promise.all(names.map(append));
  expect(await attempts()).toEqual(names.sort());
  expect(git(project.server, 'rev-list', '--count', REF)).toBe('1');
  expect(readdirSync(project.scratch)).toEqual([]);
});

it('a recorder that is killed during the push is ended with its git and its hooks, and nothing stays', async () => {
  const recorder = join(makeFolder(), 'recorder.cjs');
  const contents = `import { makeRecord } from './fixture.ts'; import { open } from './git-fixture.ts';
    const [, , clone, scratch] = process.argv; open({ clone, scratch }).append(makeRecord());`;
  const stdin = { contents, resolveDir: import.meta.dirname };
  const options = { bundle: true, platform: 'node', loader: { '.child.js': 'text' } } as const;
  await build({ stdin, outfile: recorder, ...options });
  const began = join(makeFolder(), 'began');
  const say = `echo $TAILGATE_RUN > ${began}.new; mv ${began}.new ${began}`;
  const path = hook(`${say}; trap '' TERM; sleep 120`);
  const args = [recorder, project.clone, project.scratch];
  const child = spawn(process.execPath, args, { env: environment, stdio: 'ignore' });
  await vi.waitUntil(() => existsSync(began), { timeout: 60_000 });
  const mark = `TAILGATE_RUN=${readFileSync(began, 'utf8').trim()}`;
  expect(listMarked([mark]).length).toBeGreaterThan(2);
  child.kill('SIGKILL');
  await once(child, 'close');
  const isOver = () => listMarked([mark]).length === 0 && readdirSync(project.scratch).length === 0;
  await vi.waitUntil(isOver, { timeout: 60_000 });
  rmSync(path);
  await append('2');
  expect(await attempts()).toEqual(['2']);
});

it('a recorder that is aborted removes what it has made', async () => {
  const controller = new AbortController();
  const PATH = wrapGit(`${PUSHES} sleep 60 ;; esac`);
  const store = open(project, { environment: { PATH }, signal: controller.signal });
  setTimeout(() => controller.abort('SIGINT'), 1500);
  await expect(store.append(makeRecord())).rejects.toMatchObject({ name: 'Interrupted', exitCode: 130 });
  expect(readdirSync(project.scratch)).toEqual([]);
  expect(await attempts()).toEqual([]);
});

it('a repository in which something was planted has no say in where records go, runs nothing, and is not looked at while a run measures', async () => {
  const { clone, server } = project;
  const trap = join(makeFolder(), 'pwned');
  const program = join(makeFolder(), 'program');
  writeFileSync(program, `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
  const evil = join(makeFolder(), 'evil.git');
  git(clone, 'clone', '--quiet', '--bare', server, evil);
  mkdirSync(join(clone, '.git/hooks'), { recursive: true });
  for (const name of ['pre-push', 'reference-transaction', 'post-checkout', 'post-index-change'])
    writeFileSync(join(clone, '.git/hooks', name), readFileSync(program), { mode: 0o755 });
  for (const key of ['insteadOf', 'pushInsteadOf'])
    git(clone, 'config', `url.file://${evil}.${key}`, `file://${server}`);
  git(clone, 'config', 'remote.origin.pushurl', `file://${evil}`);
  for (const key of ['fsmonitor', 'sshCommand', 'askPass', 'pager'])
    git(clone, 'config', `core.${key}`, program);
  for (const key of ['credential.helper', 'remote.origin.uploadpack', 'remote.origin.receivepack'])
    git(clone, 'config', key, program);
  git(clone, 'config', 'core.hooksPath', join(clone, '.git/hooks'));
  const store = open(project);
  expect((await readAll(store)).records).toEqual([]);
  git(clone, 'config', 'remote.origin.url', `file://${evil}`);
  // Names that a shell would run.
  const branch = `$(touch ${trap})`;
  await store.append(makeRecord({ branch, attempt: branch, job: `; touch ${trap}` }));
  expect((await readAll(store)).records).toMatchObject([{ branch, attempt: branch }]);
  expect(listRef(server)).toHaveLength(1);
  expect(git(evil, 'for-each-ref', REF)).toBe('');
  expect(existsSync(trap)).toBe(false);
});
