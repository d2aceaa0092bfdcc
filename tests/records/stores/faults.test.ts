import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listMarked } from '../../../src/processes/procfs.ts';
import { environment, git, makeFolder } from '../../revision/fixture.ts';
import { serveGit } from '../../revision/server.ts';
import { makeRecord } from './fixture.ts';
import { buildRecorder, listLeftovers, listRef, makeProject, open, REF, record } from './git-fixture.ts';

let recorder: string;
beforeAll(async () => {
  recorder = await buildRecorder();
});

const TOKEN = 'ghs_planted0123456789';
const HEADER = `basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;

/** A git that runs `first` before it does what it is told. */
function wrapGit(first: string): string {
  const folder = makeFolder();
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${first}\nexec ${real} "$@"\n`, { mode: 0o755 });
  return `${folder}:${process.env.PATH}`;
}

describe('a record that the server refuses', () => {
  it.each([
    [
      'pre-receive',
      'echo "GH013: rule violations found" >&2; exit 1',
      /pre-receive hook declined.*GH013: rule/,
    ],
    ['update', 'echo "not for you" >&2; exit 1', /hook declined.*not for you/],
  ])('by its %s hook is an error that says so', async (name, script, words) => {
    const project = makeProject();
    await open(project).append(makeRecord({ attempt: '1' }));
    const hook = join(project.server, 'hooks', name);
    mkdirSync(join(project.server, 'hooks'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await expect(open(project).append(makeRecord({ attempt: '2' }))).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 3,
      message: expect.stringMatching(words),
      hint: expect.stringContaining('rule or hook'),
      where: `${REF} of file://${project.server}`,
    });
    expect(listRef(project.server)).toHaveLength(1);
    expect(listLeftovers(project.scratch)).toEqual([]);
  });

  it('for want of a permission names the permission', async () => {
    const project = makeProject();
    const origin = `file://${project.server}`;
    await serveGit(project.server, null, async (url) => {
      // git http-backend answers 403 to pushes unless they are allowed.
      git(project.clone, 'config', 'remote.origin.url', url);
      expect((await open(project).list()).records).toEqual([]);
      await expect(open(project).append(makeRecord())).rejects.toMatchObject({
        exitCode: 3,
        hint: expect.stringContaining('`permissions: contents: write`'),
      });
    });
    git(project.clone, 'config', 'remote.origin.url', origin);
    expect((await open(project).list()).records).toEqual([]);
  });

  it('again and again, as others are quicker, is given up in the end', async () => {
    const project = makeProject();
    await open(project).append(makeRecord({ attempt: '1' }));
    // Whenever a push begins, the reference moves.
    const moves = `case "$*" in *"push --porcelain"*) env -u GIT_DIR git -C ${project.server} update-ref ${REF} $(env -u GIT_DIR git -C ${project.server} -c user.name=a -c user.email=a@b commit-tree -m "$(date +%N)" ${REF}^{tree}) ;; esac`;
    const PATH = wrapGit(moves.replaceAll(' git -C', ' /usr/bin/env PATH=/usr/bin:/bin git -C'));
    const store = open(project, { environment: { PATH } });
    await expect(store.append(makeRecord({ attempt: '2' }))).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/could not be written: rejected|could not be written: .*stale/),
    });
    expect(listRef(project.server)).toHaveLength(1);
  });
});

describe('a server that is not there', () => {
  it('is an error of reading and of writing, not an empty store', async () => {
    const project = makeProject();
    for (const url of ['http://127.0.0.1:1/shop.git', `file://${project.server}-gone`]) {
      git(project.clone, 'config', 'remote.origin.url', url);
      await expect(open(project).list()).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
      await expect(open(project).append(makeRecord())).rejects.toMatchObject({
        name: 'UserError',
        exitCode: 3,
      });
    }
    expect(listLeftovers(project.scratch)).toEqual([]);
  });
});

describe('a checkout that is moved away during a run', () => {
  it('is named when the record is written', async () => {
    const project = makeProject();
    const store = open(project);
    await store.list();
    renameSync(project.clone, `${project.clone}-away`);
    await expect(store.append(makeRecord())).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(`the folder "${project.clone}" is not there any more`),
    });
    expect(listLeftovers(project.scratch)).toEqual([]);
  });
});

describe('a recorder that is stopped half-way', () => {
  it('between commit and push leaves what was there, and the next one goes on', async () => {
    const project = makeProject();
    await open(project).append(makeRecord({ attempt: '1' }));
    const before = git(project.server, 'rev-parse', REF);
    // The recorder and its git are killed as they begin to push.
    const PATH = wrapGit('case "$*" in *"push --porcelain"*) kill -9 $PPID; exit 1 ;; esac');
    const env = { ...environment, PATH, RUNNER_TEMP: project.scratch };
    expect((await record(recorder, project.clone, '2', env)).code).not.toBe(0);
    expect(git(project.server, 'rev-parse', REF)).toBe(before);
    await open(project).append(makeRecord({ attempt: '3' }));
    expect((await open(project).list()).records.map(({ attempt }) => attempt)).toEqual(['1', '3']);
    git(project.server, 'fsck', '--strict');
  });

  it('by a kill during the push is ended with its git and its hooks, and nothing stays', async () => {
    const project = makeProject();
    const began = join(makeFolder(), 'began');
    mkdirSync(join(project.server, 'hooks'), { recursive: true });
    const hook = `#!/bin/sh\necho $TAILGATE_RUN > ${began}.new; mv ${began}.new ${began}; trap '' TERM; sleep 120\n`;
    writeFileSync(join(project.server, 'hooks', 'pre-receive'), hook, { mode: 0o755 });
    const env = { ...environment, RUNNER_TEMP: project.scratch };
    const child = spawn(process.execPath, [recorder, project.clone, '1'], { env, stdio: 'ignore' });
    await vi.waitUntil(() => existsSync(began), { timeout: 60_000 });
    const run = readFileSync(began, 'utf8').trim();
    const isMarked = `TAILGATE_RUN=${run}`;
    expect(listMarked([isMarked]).length).toBeGreaterThan(2);
    child.kill('SIGKILL');
    await once(child, 'close');
    const isOver = () => listMarked([isMarked]).length === 0 && listLeftovers(project.scratch).length === 0;
    await vi.waitUntil(isOver, { timeout: 60_000 });
    expect(listLeftovers(project.scratch)).toEqual([]);
    rmSync(join(project.server, 'hooks', 'pre-receive'));
    await open(project).append(makeRecord({ attempt: '2' }));
    expect((await open(project).list()).records.map(({ attempt }) => attempt)).toEqual(['2']);
  });

  // A disk of its own needs a name space of its own, which not every machine lets its users have.
  it.runIf(canMount())('by a full disk says so, and the next one goes on', async () => {
    const project = makeProject();
    await open(project).append(makeRecord({ attempt: '1' }));
    const script = `mount -t tmpfs -o size=200k none ${project.scratch} && exec ${process.execPath} ${recorder} ${project.clone} 2`;
    const ended = await run('unshare', ['-rm', 'sh', '-c', script], project.scratch);
    expect(ended).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/could not be written.*disk full/s),
    });
    expect((await open(project).list()).records.map(({ attempt }) => attempt)).toEqual(['1']);
    await open(project).append(makeRecord({ attempt: '2' }));
    expect((await open(project).list()).records).toHaveLength(2);
  });

  it('by a limit on the size of files leaves nothing half written', async () => {
    const project = makeProject();
    await open(project).append(makeRecord({ attempt: '1' }));
    const script = `ulimit -f 8; exec ${process.execPath} ${recorder} ${project.clone} 2`;
    const ended = await run('/bin/sh', ['-c', script], project.scratch);
    expect(ended).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/could not be written|ended by SIGXFSZ/),
    });
    expect(listLeftovers(project.scratch)).toEqual([]);
    expect((await open(project).list()).records.map(({ attempt }) => attempt)).toEqual(['1']);
  });

  it('by an abort removes what it has made', async () => {
    const project = makeProject();
    const controller = new AbortController();
    const PATH = wrapGit('case "$*" in *"push --porcelain"*) sleep 60 ;; esac');
    const store = open(project, { environment: { PATH }, signal: controller.signal });
    setTimeout(() => controller.abort('SIGINT'), 1500);
    await expect(store.append(makeRecord())).rejects.toMatchObject({ name: 'Interrupted' });
    expect(listLeftovers(project.scratch)).toEqual([]);
    expect((await open(project).list()).records).toEqual([]);
  });
});

describe('a repository in which something was planted', () => {
  it('has no say in where records go, and runs nothing', async () => {
    const project = makeProject();
    const { clone } = project;
    const trap = join(makeFolder(), 'pwned');
    const program = join(makeFolder(), 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    const evil = join(makeFolder(), 'evil.git');
    git(clone, 'clone', '--quiet', '--bare', project.server, evil);
    for (const hook of readdirSync(join(clone, '.git/hooks')))
      chmodSync(join(clone, '.git/hooks', hook), 0o755);
    for (const hook of ['pre-push', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman']) {
      writeFileSync(join(clone, '.git/hooks', hook), readFileSync(program), { mode: 0o755 });
    }
    git(clone, 'config', `url.file://${evil}.insteadOf`, `file://${project.server}`);
    git(clone, 'config', `url.file://${evil}.pushInsteadOf`, `file://${project.server}`);
    git(clone, 'config', 'remote.origin.pushurl', `file://${evil}`);
    for (const key of [
      'core.fsmonitor',
      'core.sshCommand',
      'core.askPass',
      'credential.helper',
      'core.pager',
    ]) {
      git(clone, 'config', key, program);
    }
    git(clone, 'config', 'remote.origin.uploadpack', program);
    git(clone, 'config', 'remote.origin.receivepack', program);
    git(clone, 'config', 'core.hooksPath', join(clone, '.git/hooks'));
    const store = open(project);
    await store.append(makeRecord());
    expect((await store.list()).records).toHaveLength(1);
    expect(listRef(project.server)).toHaveLength(1);
    expect(git(evil, 'for-each-ref', REF)).toBe('');
    expect(existsSync(trap)).toBe(false);
  });

  it('while a run measures is not heeded either', async () => {
    const project = makeProject();
    const other = makeProject();
    const store = open(project);
    await store.list();
    git(project.clone, 'config', 'remote.origin.url', `file://${other.server}`);
    await store.append(makeRecord());
    expect(listRef(project.server)).toHaveLength(1);
  });

  it('obeys the insteadOf of its user', async () => {
    const project = makeProject();
    git(project.clone, 'config', 'remote.origin.url', 'https://nowhere.invalid/shop.git');
    const config = join(makeFolder(), 'gitconfig');
    writeFileSync(
      config,
      `[url "file://${project.server}"]\n\tinsteadOf = https://nowhere.invalid/shop.git\n`,
    );
    await open(project, { environment: { GIT_CONFIG_GLOBAL: config } }).append(makeRecord());
    expect(listRef(project.server)).toHaveLength(1);
  });

  it('keeps names that a shell would run in their place', async () => {
    const project = makeProject();
    const branch = '$(touch pwned)';
    await open(project).append(makeRecord({ branch, attempt: branch, job: '; touch pwned' }));
    expect((await open(project).list()).records[0]).toMatchObject({ branch, attempt: branch });
    for (const folder of [project.clone, project.server, project.scratch, process.cwd()]) {
      expect(existsSync(join(folder, 'pwned'))).toBe(false);
    }
  });
});

describe('the token', () => {
  it('is the one header of every request, and in no argument, file or message', async () => {
    const project = makeProject();
    git(project.server, 'config', 'http.receivepack', 'true');
    const hooks = join(project.server, 'hooks');
    mkdirSync(hooks, { recursive: true });
    // Holds the push, so that there is time to look.
    writeFileSync(join(hooks, 'pre-receive'), '#!/bin/sh\nsleep 0.5\n', { mode: 0o755 });
    await serveGit(project.server, HEADER, async (url, seen) => {
      git(project.clone, 'config', 'remote.origin.url', url);
      const env = { ...environment, RUNNER_TEMP: project.scratch, TEST_TOKEN: TOKEN, TEST_SERVER: url };
      const found: string[] = [];
      const watch = setInterval(() => found.push(...search(project.scratch)), 10);
      const ended = await record(recorder, project.clone, '1', env);
      clearInterval(watch);
      expect(ended).toEqual({ code: 0, stderr: '' });
      expect(found).toEqual([]);
      expect(seen.length).toBeGreaterThan(3);
      expect(seen.every(({ authorization }) => authorization.length === 1)).toBe(true);
    });
    expect(listRef(project.server)).toHaveLength(1);
  });

  it('is not sent beside the header that actions/checkout has left, which is used without it, nor to another server', async () => {
    const project = makeProject();
    git(project.server, 'config', 'http.receivepack', 'true');
    const left = `basic ${Buffer.from('x-access-token:left').toString('base64')}`;
    await serveGit(project.server, left, async (url, seen) => {
      git(project.clone, 'config', 'remote.origin.url', url);
      git(project.clone, 'config', `http.${new URL(url).origin}/.extraheader`, `AUTHORIZATION: ${left}`);
      await open(project).append(makeRecord());
      expect(seen.every(({ authorization }) => authorization.join() === left)).toBe(true);
      seen.length = 0;
      await expect(
        open(project, { credentials: { token: TOKEN, serverUrl: url } }).append(makeRecord()),
      ).rejects.toMatchObject({ exitCode: 3 });
      expect(seen.every(({ authorization }) => authorization.join() === HEADER)).toBe(true);
      git(project.clone, 'config', '--unset-all', `http.${new URL(url).origin}/.extraheader`);
      seen.length = 0;
      const credentials = { token: TOKEN, serverUrl: 'https://github.com' };
      await expect(open(project, { credentials }).list()).rejects.toMatchObject({
        exitCode: 3,
        hint: expect.stringContaining('`github-token: ${{ github.token }}`'),
      });
      expect(seen.every(({ authorization }) => authorization.length === 0)).toBe(true);
    });
  });

  it('is in no message', async () => {
    const project = makeProject();
    await serveGit(project.server, 'basic another', async (url) => {
      git(project.clone, 'config', 'remote.origin.url', url);
      const store = open(project, { credentials: { token: TOKEN, serverUrl: url } });
      const error = await store.append(makeRecord()).catch((one: unknown) => one);
      expect(error).toMatchObject({ name: 'UserError', exitCode: 3 });
      const text = JSON.stringify(error, Object.getOwnPropertyNames(error));
      for (const secret of [TOKEN, HEADER.slice('basic '.length)]) expect(text).not.toContain(secret);
    });
  });
});

function canMount(): boolean {
  return (
    spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/tmp'], { stdio: 'ignore' }).status === 0
  );
}

/** A command that records something big. */
function run(
  file: string,
  args: string[],
  scratch: string,
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: { ...environment, RUNNER_TEMP: scratch, TEST_SIZE: '400000' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stderr }));
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it has ended
  }
}

/** Processes whose arguments, and files below `folder`, that hold the token, as it is or as a header has it. */
function search(folder: string): string[] {
  const secrets = [TOKEN, HEADER.slice('basic '.length)];
  const holds = (text: string) => secrets.some((secret) => text.includes(secret));
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const shown = processes.filter((id) => holds(read(`/proc/${id}/cmdline`)));
  const files = list(folder).filter((path) => holds(read(path)));
  return [...shown, ...files];
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  } catch {
    // Folders come and go while they are looked at.
    return [];
  }
}
