import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { choosePair } from '../../src/revision/pair.ts';
import { withServer } from '../fixtures.ts';
import {
  commit,
  digestFolder,
  environment,
  git,
  local,
  makeFolder,
  makeServer,
  request,
  takePair,
  write,
} from './fixture.ts';
import { answer, serveGit } from './server.ts';

/** A server with a pull request against main that has moved on, and GitHub's test merge of it. */
function makePull() {
  const server = makeServer();
  const forked = git(server, 'rev-parse', 'main');
  git(server, 'switch', '-q', '-c', 'feature');
  for (let index = 0; index < 4; index++) commit(server, { 'feature.js': `${index}\n` });
  const head = git(server, 'rev-parse', 'HEAD');
  git(server, 'switch', '-q', 'main');
  for (let index = 0; index < 4; index++) commit(server, { 'main.js': `${index}\n` });
  const main = git(server, 'rev-parse', 'HEAD');
  git(server, 'switch', '-q', '--detach', 'main');
  git(server, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
  const merge = git(server, 'rev-parse', 'HEAD');
  git(server, 'update-ref', 'refs/pull/1/merge', merge);
  git(server, 'switch', '-q', 'main');
  const trigger: BaseTrigger = { kind: 'pull_request', baseBranch: 'main', baseSha: main, headSha: head };
  return { server, forked, head, main, merge, trigger };
}

/** As actions/checkout does it: an empty repository, one fetch, a detached HEAD. */
function checkOut(url: string, revision: string): string {
  const clone = makeFolder();
  git(clone, 'init', '-q', '-b', 'main');
  git(clone, 'remote', 'add', 'origin', url);
  git(clone, 'fetch', '-q', '--no-tags', '--depth=1', 'origin', revision);
  git(clone, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  return clone;
}

/**
 * A server whose `main` has the merge of a topic that began before `feature` did: Q; five commits to P; `feature` from P;
 * 120 commits on `main`; a topic from Q with one commit, and its merge. In a history that is cut at 100 commits, Q is the
 * merge base. Each commit is younger than the one before.
 */
function makeDetour() {
  const server = makeServer();
  const stream: string[] = [];
  let mark = 0;
  const make = (branch: string, from?: number, ...merged: number[]) => {
    stream.push(
      `commit refs/heads/${branch}`,
      `mark :${++mark}`,
      `committer Ann <ann@example.org> ${1_700_000_000 + 60 * mark} +0000`,
      'data 4',
      'more',
      ...(from === undefined ? [] : [`from :${from}`]),
      ...merged.map((one) => `merge :${one}`),
      `M 100644 inline ${branch}.js`,
      `data ${String(mark).length}`,
      `${mark}`,
    );
    return mark;
  };
  const older = make('main');
  let tip = older;
  for (let index = 0; index < 5; index++) tip = make('main', tip);
  const newer = tip;
  make('feature', newer);
  for (let index = 0; index < 120; index++) tip = make('main', tip);
  make('main', tip, make('topic', older));
  stream.push('');
  const options = { cwd: server, env: environment, input: stream.join('\n'), encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('git', ['fast-import', '--quiet', '--force'], options);
  if (status !== 0) throw new Error(stderr);
  return { server, forked: git(server, 'rev-parse', 'main~121') };
}

function hasLfs(): boolean {
  return spawnSync('git', ['lfs', 'version'], { env: environment }).status === 0;
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('a shallow clone', () => {
  it('of a test merge gets its base without a change to the clone', async () => {
    const { server, main, merge, trigger } = makePull();
    const clone = checkOut(`file://${server}`, 'refs/pull/1/merge');
    const before = digestFolder(clone);
    const pair = await takePair(clone, trigger);
    expect(pair).toMatchObject({
      base: { commit: main, because: 'merge-parent' },
      head: { commit: merge, dirty: false },
    });
    const trees = await pair.layOut(makeFolder());
    expect(read(trees.head.top, 'feature.js') + read(trees.base.top, 'main.js')).toBe('3\n3\n');
    expect(existsSync(join(trees.base.top, 'feature.js'))).toBe(false);
    expect(git(trees.base.top, 'log', '--format=%s')).toBe('more');
    expect(digestFolder(clone)).toEqual(before);
  });

  it.each([
    ['with a server that leaves out files on demand', true],
    ['with a plain server', false],
  ])('of a head gets the merge base %s', async (_, filters) => {
    const { server, forked, head, trigger } = makePull();
    if (!filters) {
      git(server, 'config', '--unset', 'uploadpack.allowFilter');
      git(server, 'config', '--unset', 'uploadpack.allowAnySHA1InWant');
    }
    const clone = checkOut(`file://${server}`, 'refs/heads/feature');
    const before = digestFolder(clone);
    const asked = await request(clone, trigger);
    const pair = await choosePair(asked);
    expect(pair).toMatchObject({ base: { commit: forked, because: 'merge-base' }, head: { commit: head } });
    if (pair.kind !== 'different') throw new Error();
    const trees = await pair.layOut(makeFolder());
    expect(read(trees.base.top, 'server.js')).toBe('one\n');
    expect(existsSync(join(trees.base.top, 'main.js'))).toBe(false);
    expect(existsSync(join(asked.folder, 'history.git'))).toBe(false);
    expect(digestFolder(clone)).toEqual(before);
  });

  it('finds a merge base far back, step by step, below commits that the server does not know', async () => {
    const { server, forked, head, trigger } = makePull();
    git(server, 'switch', '-q', '--detach', head);
    // Deeper than the first step.
    const tree = git(server, 'rev-parse', 'HEAD^{tree}');
    let tip = head;
    for (let index = 0; index < 120; index++) tip = git(server, 'commit-tree', '-p', tip, '-m', 'far', tree);
    git(server, 'update-ref', 'refs/heads/feature', tip);
    git(server, 'switch', '-q', 'main');
    const clone = checkOut(`file://${server}`, 'refs/heads/feature');
    commit(clone, { 'own.js': 'not pushed\n' });
    expect(await choosePair(await request(clone, trigger))).toMatchObject({
      base: { commit: forked, because: 'merge-base' },
    });
    write(clone, { 'own.js': 'not committed\n' });
    expect(await choosePair(await request(clone, local))).toMatchObject({
      base: { commit: forked, because: 'merge-base' },
      head: { dirty: true },
    });
  });

  it('takes no older merge base behind which its history is cut off, neither its own nor what is fetched', async () => {
    const { server, forked } = makeDetour();
    const nearest = { base: { commit: forked, because: 'merge-base' } };
    const clone = checkOut(`file://${server}`, 'refs/heads/feature');
    expect(await choosePair(await request(clone, local))).toMatchObject(nearest);
    const both = ['main:refs/remotes/origin/main', 'feature'];
    git(clone, 'fetch', '-q', '--no-tags', '--depth=100', 'origin', ...both);
    expect(git(clone, 'merge-base', 'HEAD', 'origin/main')).not.toBe(forked);
    expect(await choosePair(await request(clone, local))).toMatchObject(nearest);
  });

  it('of a test merge knows the former base from a new one that has moved on', async () => {
    const { server, forked, main, trigger } = makePull();
    const moved = commit(server, { 'main.js': 'moved\n' });
    git(server, 'switch', '-q', '-c', 'release', forked);
    const release = commit(server, { 'release.js': 'new\n' });
    git(server, 'switch', '-q', 'main');
    const clone = checkOut(`file://${server}`, 'refs/pull/1/merge');
    const onto = { ...trigger, baseSha: moved, formerBaseSha: release } as BaseTrigger;
    expect(await choosePair(await request(clone, onto))).toMatchObject({
      base: { commit: main, because: 'merge-parent' },
    });
    const other = { baseBranch: 'release', baseSha: release, formerBaseSha: forked };
    const still = { ...trigger, ...other } as BaseTrigger;
    expect(await choosePair(await request(clone, still))).toMatchObject({
      reason: 'unobtainable',
      message: expect.stringContaining('the former base, not with release'),
    });
  });

  it('of a push gets what was before, also when a forced push has left it without a branch', async () => {
    const { server, main } = makePull();
    git(server, 'reset', '-q', '--hard', 'main~2');
    const after = commit(server, { 'main.js': 'forced\n' });
    const clone = checkOut(`file://${server}`, 'refs/heads/main');
    const push: BaseTrigger = { kind: 'push', before: main, branch: 'main' };
    expect(await choosePair(await request(clone, push))).toMatchObject({
      base: { commit: main, because: 'before-push' },
      head: { commit: after },
    });
    const first: BaseTrigger = { kind: 'push', before: '0'.repeat(40), branch: 'main' };
    expect(await choosePair(await request(clone, first))).toMatchObject({
      base: { commit: git(server, 'rev-parse', 'main~1'), because: 'parent' },
    });
  });

  it('gets a commit from a server that serves branches only', async () => {
    const { server } = makePull();
    const clone = checkOut(`file://${server}`, 'refs/heads/main');
    // Version 0 of the protocol is where servers refuse names of commits.
    git(clone, 'config', 'protocol.version', '0');
    git(server, 'config', '--unset', 'uploadpack.allowAnySHA1InWant');
    const push: BaseTrigger = { kind: 'push', before: null, branch: 'main' };
    expect(await choosePair(await request(clone, push))).toMatchObject({
      base: { commit: git(server, 'rev-parse', 'main~1'), because: 'parent' },
    });
  });

  it('gets a base that is asked for by branch, tag or commit', async () => {
    const { server, forked } = makePull();
    git(server, 'tag', '-a', 'v1', '-m', 'v1', forked);
    const clone = checkOut(`file://${server}`, 'refs/heads/feature');
    for (const [asked, found] of [
      ['main', 'main'],
      ['origin/main', 'main'],
      ['v1', 'v1^{commit}'],
      [git(server, 'rev-parse', 'main~2'), 'main~2'],
    ] as const) {
      expect(await choosePair(await request(clone, local, { asked }))).toMatchObject({
        base: { commit: git(server, 'rev-parse', found), because: 'asked' },
      });
    }
  });

  it('says why the base cannot be had, without the password in its address', async () => {
    const { server, trigger } = makePull();
    const clone = checkOut(`file://${server}`, 'refs/pull/1/merge');
    // A port on which nobody listens.
    const listener = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as { port: number };
    await new Promise((resolve) => listener.close(resolve));
    git(clone, 'remote', 'set-url', 'origin', `http://ann:secret@127.0.0.1:${port}/shop`);
    const none = await choosePair(await request(clone, trigger));
    expect(none).toMatchObject({
      kind: 'none',
      reason: 'unobtainable',
      message: expect.stringMatching(/^The base revision \w{10} is not in this clone .*unable to access/),
      hint: expect.stringContaining('fetch-depth: 0'),
    });
    expect(JSON.stringify(none)).not.toContain('secret');
    git(clone, 'remote', 'remove', 'origin');
    expect(await choosePair(await request(clone, trigger))).toMatchObject({
      message: expect.stringContaining('the repository has no remote'),
    });
  });

  it('says that the branch of a pull request cannot be had, rather than that there is none', async () => {
    const { server, trigger } = makePull();
    const clone = checkOut(`file://${server}`, 'feature');
    git(clone, 'remote', 'set-url', 'origin', join(makeFolder(), 'gone'));
    expect(await choosePair(await request(clone, trigger))).toMatchObject({
      reason: 'unobtainable',
      message: expect.stringMatching(/^The branch main is not in this clone and could not be fetched: ./),
    });
  });

  it('that a runner keeps is compared with the branch as it is, not as an earlier job fetched it', async () => {
    const server = makeServer();
    const clone = checkOut(`file://${server}`, 'refs/heads/main');
    git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    const main = commit(server, { 'main.js': 'new\n' });
    git(server, 'switch', '-q', '-c', 'feature');
    const head = commit(server, { 'feature.js': 'new\n' });
    git(server, 'switch', '-q', 'main');
    git(clone, 'fetch', '-q', '--no-tags', '--depth=1', 'origin', 'refs/heads/feature');
    git(clone, 'checkout', '-q', '--detach', 'FETCH_HEAD');
    const before = digestFolder(clone);
    const trigger: BaseTrigger = { kind: 'pull_request', baseBranch: 'main', baseSha: main, headSha: head };
    expect(await choosePair(await request(clone, trigger))).toMatchObject({
      base: { commit: main, because: 'merge-base' },
      head: { commit: head },
    });
    expect(digestFolder(clone)).toEqual(before);
    // What GitHub has said stands in where the branch cannot be fetched.
    git(clone, 'fetch', '-q', '--no-tags', '--depth=2', 'origin', 'refs/heads/feature');
    git(clone, 'remote', 'set-url', 'origin', join(makeFolder(), 'gone'));
    expect(await choosePair(await request(clone, trigger))).toMatchObject({
      base: { commit: main, because: 'merge-base' },
    });
  });

  it('gives up a fetch on an interruption', async () => {
    const { server, trigger } = makePull();
    const clone = checkOut(`file://${server}`, 'refs/pull/1/merge');
    const controller = new AbortController();
    // A server that takes the request and never answers.
    const silent = createServer((socket) => {
      socket.on('error', () => {});
      controller.abort('SIGTERM');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    git(clone, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/shop`);
    await expect(
      choosePair(await request(clone, trigger, { signal: controller.signal })),
    ).rejects.toMatchObject({
      exitCode: 130,
    });
    silent.close();
  });
});

describe('a partial clone', () => {
  it('gets the files that it lacks into the trees, not into itself', async () => {
    const { server, trigger, merge } = makePull();
    const clone = makeFolder();
    git(clone, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${server}`, '.');
    git(clone, 'fetch', '-q', 'origin', merge);
    git(clone, 'checkout', '-q', '--detach', merge);
    const before = digestFolder(clone);
    const pair = await takePair(clone, trigger, { asked: 'HEAD~2' });
    const trees = await pair.layOut(makeFolder());
    expect(read(trees.base.top, 'main.js')).toBe('2\n');
    expect(digestFolder(clone)).toEqual(before);
  });
});

describe('credentials', () => {
  const basic = (token: string) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const header = (url: string) => `http.${new URL(url).origin}/.extraheader`;

  it('that actions/checkout has left in the repository are used, and no second ones', async () => {
    const { server, main, trigger } = makePull();
    await serveGit(server, basic('kept'), async (url, seen) => {
      const clone = checkOut(`file://${server}`, 'refs/pull/1/merge');
      git(clone, 'remote', 'set-url', 'origin', url);
      // Version 6 keeps them in a file that the repository includes on a condition.
      const file = join(makeFolder(), 'credentials.config');
      git(clone, 'config', '--file', file, header(url), `AUTHORIZATION: ${basic('kept')}`);
      git(clone, 'config', `includeIf.gitdir:${clone}/.git.path`, file);
      seen.length = 0;
      const credentials = { token: 'given', serverUrl: new URL(url).origin };
      expect(await choosePair(await request(clone, trigger, { credentials }))).toMatchObject({
        base: { commit: main },
      });
      expect(seen.length).toBeGreaterThan(0);
      for (const { authorization } of seen) expect(authorization).toEqual([basic('kept')]);
    });
  });

  it.each<[string, (clone: string, server: string, proxy: string) => void]>([
    ['http.proxy', (clone, _, proxy) => git(clone, 'config', 'http.proxy', proxy)],
    ['http.<url>.proxy', (clone, server, proxy) => git(clone, 'config', `http.${server}/.proxy`, proxy)],
    ['remote.<name>.proxy', (clone, _, proxy) => git(clone, 'config', 'remote.origin.proxy', proxy)],
    [
      'url.<base>.insteadOf',
      (clone, server, proxy) => git(clone, 'config', `url.${proxy}/.insteadOf`, `${server}/`),
    ],
    [
      'include.path',
      (clone, _, proxy) => {
        write(clone, { '.git/more': `[remote "origin"]\n\tproxy = ${proxy}\n` });
        git(clone, 'config', 'include.path', 'more');
      },
    ],
  ])('that are given go to no proxy that was planted in the repository as %s', async (_, plant) => {
    const { server, trigger } = makePull();
    let asked = 0;
    const proxy = (_: unknown, response: ServerResponse) => {
      asked++;
      response.writeHead(502).end();
    };
    await withServer(proxy, (address) =>
      serveGit(server, basic('given'), async (url) => {
        const clone = checkOut(`file://${server}`, 'refs/heads/feature');
        git(clone, 'remote', 'set-url', 'origin', url);
        plant(clone, new URL(url).origin, address);
        const credentials = { token: 'given', serverUrl: new URL(url).origin };
        expect(await choosePair(await request(clone, trigger, { credentials }))).toMatchObject({
          base: { because: 'merge-base' },
        });
        expect(asked).toBe(0);
      }),
    );
  });

  it.each([
    ['filter.spy.smudge', (program: string) => program],
    ['filter.spy.clean', (program: string) => program],
    ['filter.spy.process', (program: string) => `${program}; exit 1`],
  ])('that are given are not seen by a program planted as %s', async (key, run) => {
    const { server, trigger } = makePull();
    await serveGit(server, basic('given'), async (url) => {
      const clone = makeFolder();
      git(clone, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${server}`, '.');
      git(clone, 'checkout', '-q', '--detach', 'origin/feature');
      git(clone, 'remote', 'set-url', 'origin', url);
      const seen = join(makeFolder(), 'seen');
      git(
        clone,
        'config',
        key,
        run(`cat /proc/$$/environ >> ${seen}; cat /proc/$PPID/environ >> ${seen}; cat`),
      );
      write(clone, { '.git/info/attributes': '* filter=spy\n' });
      const credentials = { token: 'given', serverUrl: new URL(url).origin };
      const pair = await takePair(clone, key.endsWith('clean') ? local : trigger, {
        credentials,
        asked: 'main',
      });
      const trees = await pair.layOut(makeFolder());
      expect(read(trees.base.top, 'main.js')).toBe('3\n');
      const words = existsSync(seen) ? readFileSync(seen, 'latin1') : '';
      expect(words).toContain('GIT_CONFIG_COUNT');
      expect(words).not.toContain(basic('given').slice('basic '.length));
    });
  });

  it.runIf(hasLfs())('that are given fetch what LFS keeps, though its filter does not see them', async () => {
    const { server } = makePull();
    const text = 'large\n';
    const oid = createHash('sha256').update(text).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n`;
    commit(server, { '.gitattributes': '*.bin filter=lfs -text\n', 'a.bin': pointer });
    commit(server, { 'main.js': 'last\n' });
    const respond = (request: IncomingMessage, response: ServerResponse) => {
      const { url, headers } = request;
      if (headers.authorization !== basic('given')) response.writeHead(401).end();
      else if (url?.endsWith('/objects/batch')) {
        const actions = { download: { href: `http://${headers.host}/large` } };
        const objects = [{ oid, size: text.length, authenticated: true, actions }];
        response.setHeader('content-type', 'application/vnd.git-lfs+json');
        response.end(JSON.stringify({ transfer: 'basic', objects }));
      } else if (url === '/large') response.end(text);
      else answer(server, request, response);
    };
    await withServer(respond, async (address) => {
      const clone = checkOut(`file://${server}`, 'refs/heads/main');
      git(clone, 'remote', 'set-url', 'origin', `${address}/shop`);
      git(clone, 'config', 'filter.lfs.smudge', 'git-lfs smudge -- %f');
      git(clone, 'config', 'filter.lfs.required', 'true');
      const credentials = { token: 'given', serverUrl: address };
      const push: BaseTrigger = { kind: 'push', before: null, branch: 'main' };
      const trees = await (await takePair(clone, push, { credentials })).layOut(makeFolder());
      expect(read(trees.base.top, 'a.bin')).toBe(text);
    });
  });

  it.each(['blob:none', 'tree:0'])(
    'that are given fetch what a clone with the filter %s lacks',
    async (filter) => {
      const { server, trigger } = makePull();
      git(server, 'switch', '-q', 'main');
      commit(server, { 'deep/er/file.js': 'deep\n' });
      await serveGit(server, basic('given'), async (url, seen) => {
        const clone = makeFolder();
        git(clone, 'clone', '-q', `--filter=${filter}`, '--no-checkout', `file://${server}`, '.');
        git(clone, 'checkout', '-q', '--detach', 'origin/feature');
        git(clone, 'remote', 'set-url', 'origin', url);
        const credentials = { token: 'given', serverUrl: new URL(url).origin };
        const pair = await takePair(clone, trigger, { credentials, asked: 'main' });
        const trees = await pair.layOut(makeFolder());
        expect(read(trees.base.top, 'deep/er/file.js')).toBe('deep\n');
        for (const { authorization } of seen) expect(authorization).toEqual([basic('given')]);
      });
    },
  );

  it('that are given fetch submodules, and are not seen by their filters', async () => {
    const { server } = makePull();
    const library = join(dirname(server), 'library');
    git(server, 'clone', '-q', server, library);
    commit(library, { 'a.loud': 'hello\n', '.gitattributes': '*.loud filter=shout\n' });
    git(server, 'submodule', '--quiet', 'add', library, 'library');
    git(server, 'config', '-f', '.gitmodules', 'submodule.library.url', '../library');
    commit(server, {});
    await serveGit(server, basic('given'), async (url) => {
      const clone = checkOut(`file://${server}`, 'refs/heads/main');
      git(clone, 'remote', 'set-url', 'origin', url);
      const seen = join(makeFolder(), 'seen');
      git(clone, 'config', 'filter.shout.clean', 'tr A-Z a-z');
      git(clone, 'config', 'filter.shout.smudge', `env >> ${seen}; tr a-z A-Z`);
      const credentials = { token: 'given', serverUrl: new URL(url).origin };
      const push: BaseTrigger = { kind: 'push', before: null, branch: 'main' };
      const trees = await (await takePair(clone, push, { credentials })).layOut(makeFolder());
      expect(trees.notes).toEqual([]);
      expect(read(trees.head.top, 'library/a.loud')).toBe('HELLO\n');
      expect(git(join(trees.head.top, 'library'), 'status', '--porcelain')).toBe('');
      expect(read(seen)).toContain('GIT_CONFIG_COUNT');
      expect(read(seen)).not.toContain(basic('given').slice('basic '.length));
    });
  });

  it('that are given are used where the repository has none, for its own server only', async () => {
    const { server, forked, trigger } = makePull();
    await serveGit(server, basic('given'), async (url, seen) => {
      const clone = checkOut(`file://${server}`, 'refs/heads/feature');
      git(clone, 'remote', 'set-url', 'origin', url);
      const before = digestFolder(clone);
      const credentials = { token: 'given', serverUrl: new URL(url).origin };
      const pair = await takePair(clone, trigger, { credentials });
      expect(pair.base).toMatchObject({ commit: forked, because: 'merge-base' });
      const trees = await pair.layOut(makeFolder());
      expect(read(trees.base.top, 'server.js')).toBe('one\n');
      expect(digestFolder(clone)).toEqual(before);
      const kept = digestFolder(join(trees.base.top, '.git'), (path) => path !== 'config');
      expect(kept).toHaveLength(1);
      expect(read(trees.base.top, '.git/config')).not.toMatch(/authorization|basic/i);

      seen.length = 0;
      const elsewhere = { token: 'given', serverUrl: 'https://github.com' };
      expect(await choosePair(await request(clone, trigger, { credentials: elsewhere }))).toMatchObject({
        kind: 'none',
      });
      expect(seen.length).toBeGreaterThan(0);
      for (const { authorization } of seen) expect(authorization).toEqual([]);
    });
  });
});
