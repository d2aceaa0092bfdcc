import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { choosePair } from '../../src/revision/pair.ts';
import { findBaseBranch, readSubject } from '../../src/revision/subject.ts';
import { hasProgram, withServer } from '../fixtures.ts';
import {
  commit,
  digestFolder,
  environment,
  git,
  local,
  makeFolder,
  makePull,
  makeRepository,
  request,
  shallow,
  takePair,
  write,
} from './fixture.ts';
import { answer, serveGit } from './server.ts';

const choose = async (folder: string, trigger: BaseTrigger, asked: string | null = null) =>
  choosePair(await request(folder, trigger, { asked }));
const has = (commit: string, because: string) => ({ base: { commit, because } });
const onMain = { kind: 'pull_request', baseBranch: 'main', baseSha: null } as const;
const pull = (headSha: string, parts = {}): BaseTrigger => ({ ...onMain, headSha, ...parts });
const push = (before: string | null): BaseTrigger => ({ kind: 'push', before, branch: 'main' });

describe('the base of a pull request', () => {
  it('is the other parent of the test merge, in a whole and in a shallow clone; that of a merge group is what GitHub says', async () => {
    const { server, main, feature, merge } = makePull();
    const clone = shallow(server, 'refs/pull/1/merge');
    const before = digestFolder(clone);
    const pair = await takePair(clone, pull(feature));
    expect(pair).toMatchObject({ ...has(main, 'merge-parent'), head: { commit: merge, dirty: false } });
    const trees = await pair.layOut(makeFolder());
    expect(existsSync(join(trees.base.top, 'feature.js'))).toBe(false);
    const group: BaseTrigger = { kind: 'merge_group', baseSha: main, headSha: merge };
    expect(await choose(clone, group)).toMatchObject(has(main, 'merge-group'));
    expect(digestFolder(clone)).toEqual(before);
    git(server, 'switch', '-q', '--detach', merge);
    expect(await choose(server, pull(feature))).toMatchObject(has(main, 'merge-parent'));
  });

  it('is never the former base, where the base of the pull request was changed', async () => {
    const { server, fork: forked, main, feature, merge } = makePull();
    git(server, 'switch', '-q', '-c', 'release', forked);
    const release = commit(server, { 'release.js': 'new\n' });
    git(server, 'switch', '-q', '--detach', merge);
    const clone = shallow(server, 'refs/pull/1/merge');
    const onto = (baseBranch: string, baseSha: string, formerBaseSha: string) =>
      pull(feature, { baseBranch, baseSha, formerBaseSha });
    // GitHub has not merged anew. What it knows of the former base may be older than the test merge.
    for (const former of [main, forked])
      for (const folder of [server, clone])
        expect(await choose(folder, onto('release', release, former))).toMatchObject({
          reason: 'unobtainable',
          message: expect.stringContaining('the previous base'),
          hint: expect.stringContaining('fetch-depth: 0'),
        });
    expect(await choose(server, onto('main', forked, main))).toMatchObject({ reason: 'unobtainable' });
    // Both branches may have the same commit, and the new one may have moved on, which only a whole clone can tell.
    expect(await choose(clone, onto('main', main, main))).toMatchObject(has(main, 'merge-parent'));
    expect(await choose(server, onto('main', forked, release))).toMatchObject(has(main, 'merge-parent'));
    expect(await choose(clone, onto('main', forked, release))).toMatchObject({ reason: 'unobtainable' });
  });

  it('is the merge base when the head itself is checked out, with the branch as the remote has it', async () => {
    const { server, fork: forked, main, feature } = makePull();
    git(server, 'switch', '-q', '--detach', feature);
    expect(await choose(server, pull(feature))).toMatchObject(has(forked, 'merge-base'));
    const clone = join(makeFolder(), 'clone');
    git(server, 'clone', '-q', server, clone);
    git(clone, 'branch', '-q', '--force', 'main', forked);
    git(clone, 'merge', '-q', '-m', 'main comes in', main);
    const merged = git(clone, 'rev-parse', 'HEAD');
    expect(await choose(clone, pull(merged))).toMatchObject(has(main, 'merge-base'));
  });
});

it('the base of a push is what the branch was before, forced or not, else the first parent', async () => {
  const { server, main } = makePull();
  git(server, 'reset', '-q', '--hard', 'main~1');
  commit(server, { 'main.js': 'forced\n' });
  const parent = git(server, 'rev-parse', 'HEAD~1');
  for (const folder of [server, shallow(server, 'main')]) {
    expect(await choose(folder, push(main))).toMatchObject(has(main, 'before-push'));
    for (const before of ['0'.repeat(40), null, '--upload-pack=touch pwned'])
      expect(await choose(folder, push(before))).toMatchObject(has(parent, 'parent'));
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  }
  expect(await choose(server, push('f'.repeat(40)))).toMatchObject({ reason: 'unobtainable' });
  expect(await choose(makeRepository(), push(null))).toMatchObject({ reason: 'root-commit' });
});

it('the base on a laptop is the merge base, on main itself the last commit while there are changes, else the one before', async () => {
  const { server, fork: forked, main } = makePull();
  const parent = git(server, 'rev-parse', 'main~1');
  for (const how of [[], ['--detach']]) {
    git(server, 'switch', '-q', ...how, 'main');
    expect(await choose(server, local)).toMatchObject({ ...has(parent, 'parent'), head: { commit: main } });
    write(server, { 'server.js': 'more\n' });
    expect(await choose(server, local)).toMatchObject({ ...has(main, 'parent'), head: { dirty: true } });
    git(server, 'checkout', '-q', '--', '.');
    git(server, 'switch', '-q', ...how, 'feature');
    const clean = { ...has(forked, 'merge-base'), head: { dirty: false } };
    expect(await choose(server, local)).toMatchObject(clean);
  }
  // A branch without changes has the same files.
  git(server, 'switch', '-q', '-c', 'empty', 'main');
  commit(server, {}, 'says nothing');
  expect(await choose(server, local)).toMatchObject({ kind: 'identical', ...has(main, 'merge-base') });
});

it('the name of a base branch is taken as it is, and there is no base without that, a common history, a commit, a repository or git', async () => {
  const { server, main, fork: forked } = makePull();
  git(server, 'switch', '-q', 'feature');
  // Git refuses to make some of these; whoever can write a repository can.
  for (const name of ['$(touch>pwned)', '--upload-pack=touch>pwned']) {
    git(server, 'update-ref', `refs/heads/${name}`, 'main');
    const trigger: BaseTrigger = { kind: 'local', baseBranch: name };
    expect(await choose(server, trigger)).toMatchObject(has(forked, 'merge-base'));
    expect(await choose(server, trigger, `refs/heads/${name}`)).toMatchObject(has(main, 'asked'));
    git(server, 'update-ref', '-d', `refs/heads/${name}`);
    const hint = expect.stringContaining('--base');
    expect(await choose(server, trigger)).toMatchObject({ reason: 'unknown-branch', hint });
    expect(existsSync(join(server, 'pwned'))).toBe(false);
  }
  git(server, 'switch', '-q', '--orphan', 'other');
  commit(server, { 'other.js': 'other\n' });
  expect(await choose(server, local)).toMatchObject({ reason: 'unrelated' });
  const empty = makeFolder();
  expect(await choose(empty, local)).toMatchObject({ reason: 'no-repository' });
  git(empty, 'init', '-q', '-b', 'main');
  expect(await choose(empty, local)).toMatchObject({ reason: 'no-commit' });
  const nothing = { environment: { PATH: makeFolder() } };
  expect(await choosePair(await request(server, local, nothing))).toMatchObject({ reason: 'no-git' });
});

it('a base that is asked for is resolved as git does, fetched where it is a commit, and else an error with what to do', async () => {
  const { server, fork: forked } = makePull();
  const first = git(server, 'rev-parse', `${forked}~1`);
  git(server, 'tag', '-a', 'v1', '-m', 'v1', first);
  git(server, 'switch', '-q', '--detach', first);
  commit(server, { 'server.js': 'three\n' });
  for (const asked of ['feature~5', 'v1', 'HEAD~1', 'HEAD@{1}', ':/first'])
    expect(await choose(server, local, asked), asked).toMatchObject(has(first, 'asked'));
  const clone = shallow(server, 'feature');
  expect(await choose(clone, local, forked)).toMatchObject(has(forked, 'asked'));
  for (const asked of ['featrue', '--upload-pack=touch>pwned', '', 'main..feature', 'feature~1'])
    await expect(choose(clone, local, asked)).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 2,
      message: `--base does not name a revision: ${JSON.stringify(asked)}.`,
      hint: expect.stringContaining('`fetch-depth: 0`'),
    });
  expect(existsSync(join(clone, 'pwned'))).toBe(false);
  const message = expect.stringMatching(/^--base "\w+" cannot be used: ./);
  await expect(choose(makeFolder(), local, 'main')).rejects.toMatchObject({ exitCode: 2, message });
  await expect(choose(clone, local, 'f'.repeat(40))).rejects.toMatchObject({ exitCode: 2, message });
  // As actions/checkout does with `fetch-depth: 0`.
  git(clone, 'fetch', '-q', '--unshallow', 'origin', '+refs/heads/*:refs/remotes/origin/*');
  expect(await choose(clone, local, 'main~0')).toMatchObject(has(git(server, 'rev-parse', 'main'), 'asked'));
});

it('what a shallow clone lacks is told with the way out: history, and a commit whose server is away', async () => {
  const { server, feature, main } = makePull();
  // A port on which nobody listens.
  const clone = shallow(server, 'refs/pull/1/merge', 'http://ann:secret@127.0.0.1:1/shop');
  const head = shallow(server, 'feature');
  const hint = expect.stringContaining('`fetch-depth: 0`');
  const away = await choose(clone, pull(feature));
  const message = expect.stringMatching(/^The base revision \w{10} is not in this clone .*unable to access/);
  expect(away).toMatchObject({ reason: 'unobtainable', message, hint });
  expect(JSON.stringify(away)).not.toContain('secret');
  for (const trigger of [pull(feature), local]) {
    const message = expect.stringMatching(/^The merge base with main .*this clone is shallow/);
    expect(await choose(head, trigger)).toMatchObject({ reason: 'unobtainable', message, hint });
  }
  git(clone, 'remote', 'remove', 'origin');
  const none = expect.stringContaining('the repository has no remote');
  expect(await choose(clone, pull(feature))).toMatchObject({ message: none });
  // A cut at which there is an older merge base does not make that the base.
  git(head, 'fetch', '-q', '--depth=3', 'origin', 'feature', `${main}:refs/remotes/origin/main`);
  expect(await choose(head, local)).toMatchObject({ reason: 'unobtainable' });
});

it('the branch is that which is checked out, else what the system says; the base branch may be on the remote only', async () => {
  const { signal } = new AbortController();
  const shop = makeRepository();
  const read = async (variables: NodeJS.ProcessEnv) =>
    (await readSubject(shop, { ...environment, ...variables }, signal)).branch;
  expect(await read({ CI_COMMIT_BRANCH: 'other', BRANCH_NAME: 'other' })).toBe('main');
  git(shop, 'switch', '-q', '--detach');
  expect(await read({ GITHUB_REF_NAME: 'main' })).toBe('main');
  expect(await read({ GITHUB_REF_NAME: '', CI_COMMIT_BRANCH: 'release' })).toBe('release');
  expect(await read({ BRANCH_NAME: 'PR-5' })).toBe('PR-5');
  expect(await read({ BUILDKITE_BRANCH: 'faster' })).toBe('faster');
  // A merge request of GitLab has no such branch.
  expect(await read({ CI_COMMIT_REF_NAME: 'faster' })).toBeNull();
  const find = () => findBaseBranch(shop, environment, signal);
  git(shop, 'branch', '-q', '-m', 'main', 'master');
  git(shop, 'update-ref', 'refs/remotes/origin/master', 'HEAD');
  expect(await find()).toBe('master');
  git(shop, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/master');
  expect(await find()).toBe('master');
  // What `git fetch --prune` leaves after the remote has renamed it.
  git(shop, 'update-ref', '-d', 'refs/remotes/origin/master');
  git(shop, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(await find()).toBe('main');
});

const basic = (token: string) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
const given = (url: string) => ({ token: 'given', serverUrl: new URL(url).origin });
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('a token', () => {
  it('reaches its own server only, by no planted proxy, is in no file, and stands instead of the login that is left', async () => {
    const { server, main, feature } = makePull();
    let planted = 0;
    const proxy = (_: unknown, response: ServerResponse) => {
      planted++;
      response.writeHead(502).end();
    };
    await withServer(proxy, (address) =>
      serveGit(server, null, async (url, seen) => {
        const clone = shallow(server, 'refs/pull/1/merge', url);
        const elsewhere = { token: 'given', serverUrl: 'https://github.com' };
        /** Chooses the base, and expects these headers of every request for it. */
        const expectSent = async (credentials: typeof elsewhere | null, ...authorization: string[]) => {
          seen.length = 0;
          const pair = await takePair(clone, pull(feature), { credentials });
          expect(pair.base.commit).toBe(main);
          expect(seen.length).toBeGreaterThan(0);
          for (const one of seen) expect(one).toEqual(authorization);
          return pair;
        };
        const before = digestFolder(clone);
        const { base } = await (await expectSent(given(url), basic('given'))).layOut(makeFolder());
        expect(digestFolder(clone)).toEqual(before);
        expect(read(base.top, '.git/config')).not.toMatch(/authorization|basic/i);
        await expectSent(elsewhere);
        const { origin } = new URL(url);
        // Version 6 of actions/checkout leaves its login in a file that the repository includes on a condition.
        const file = join(makeFolder(), 'credentials.config');
        const header = `http.${origin}/.extraheader`;
        git(clone, 'config', '--file', file, header, `AUTHORIZATION: ${basic('kept')}`);
        git(clone, 'config', `includeIf.gitdir:${clone}/.git.path`, file);
        for (const [key, value] of [
          ['http.proxy', address],
          [`http.${origin}/.proxy`, address],
          ['remote.origin.proxy', address],
          [`url.${address}/.insteadOf`, `${origin}/`],
          ['remote.origin.promisor', 'true'],
          ['remote.origin.partialclonefilter', `blob:none\n[http]\n\tproxy = ${address}\n`],
          ['include.path', 'more'],
        ] as const)
          git(clone, 'config', key, value);
        write(clone, { '.git/more': `[remote "origin"]\n\tproxy = ${address}\n` });
        await expectSent(given(url), basic('given'));
        await expectSent(null, basic('kept'));
        expect(planted).toBe(0);
      }),
    );
  });

  it('is not seen by a program that is planted as a filter', async () => {
    const { server, main } = makePull();
    const own = { ...environment, GITHUB_TOKEN: basic('given').slice('basic '.length) };
    await serveGit(server, basic('given'), async (url) => {
      for (const [key, end, trigger] of [
        ['smudge', '', push(null)],
        ['clean', '', local],
        ['process', '; exit 1', push(null)],
      ] as const) {
        const clone = shallow(server, 'feature', url);
        const seen = join(makeFolder(), 'seen');
        const spy = `cat /proc/$$/environ >> ${seen}; cat /proc/$PPID/environ >> ${seen}; cat${end}`;
        git(clone, 'config', `filter.spy.${key}`, spy);
        write(clone, { '.git/info/attributes': '* filter=spy\n' });
        const parts = { credentials: given(url), asked: main, environment: own };
        const { base } = await (await takePair(clone, trigger, parts)).layOut(makeFolder());
        expect(read(base.top, 'main.js')).toBe('3\n');
        const words = readFileSync(seen, 'latin1');
        expect(words, key).toContain('GIT_CONFIG_COUNT');
        expect(words, key).not.toContain(own.GITHUB_TOKEN);
      }
    });
  });

  it.runIf(hasProgram('git-lfs'))('fetches what LFS keeps, though its filter does not see it', async () => {
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
      const clone = shallow(server, 'main', `${address}/shop`);
      git(clone, 'config', 'filter.lfs.smudge', 'git-lfs smudge -- %f');
      git(clone, 'config', 'filter.lfs.required', 'true');
      const pair = await takePair(clone, push(null), { credentials: given(address) });
      expect(read((await pair.layOut(makeFolder())).base.top, 'a.bin')).toBe(text);
    });
  });
});
