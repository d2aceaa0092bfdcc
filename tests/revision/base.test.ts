import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { choosePair } from '../../src/revision/pair.ts';
import { withServer } from '../fixtures.ts';
import { fork, mergePull, shallow } from './clones.ts';
import {
  commit,
  digestFolder,
  git,
  local,
  makeFolder,
  makeRepository,
  request,
  takePair,
  write,
} from './fixture.ts';

const choose = async (folder: string, trigger: BaseTrigger, asked: string | null = null) =>
  choosePair(await request(folder, trigger, { asked }));
const has = (commit: string, because: string) => ({ base: { commit, because } });
const pull = (headSha: string, parts = {}): BaseTrigger => ({
  kind: 'pull_request',
  baseBranch: 'main',
  baseSha: null,
  headSha,
  ...parts,
});
const push = (before: string | null): BaseTrigger => ({ kind: 'push', before, branch: 'main' });

describe('the base of a pull request', () => {
  it('is the other parent of the test merge, with all that main has gained, in a whole and in a shallow clone', async () => {
    const { server, main, feature, merge } = mergePull();
    const clone = shallow(server, 'refs/pull/1/merge');
    const before = digestFolder(clone);
    const pair = await takePair(clone, pull(feature));
    expect(pair).toMatchObject({ ...has(main, 'merge-parent'), head: { commit: merge, dirty: false } });
    const trees = await pair.layOut(makeFolder());
    expect(existsSync(join(trees.base.top, 'feature.js'))).toBe(false);
    expect(digestFolder(clone)).toEqual(before);
    git(server, 'switch', '-q', '--detach', merge);
    expect(await choose(server, pull(feature))).toMatchObject(has(main, 'merge-parent'));
  });

  it('is never the former base, where the base of the pull request was changed', async () => {
    const { server, fork: forked, main, feature, merge } = mergePull();
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
          message: expect.stringContaining('the former base'),
          hint: expect.stringContaining('fetch-depth: 0'),
        });
    expect(await choose(server, onto('main', forked, main))).toMatchObject({ reason: 'unobtainable' });
    // Both branches may have the same commit, and the new one may have moved on, which only a whole clone can tell.
    expect(await choose(clone, onto('main', main, main))).toMatchObject(has(main, 'merge-parent'));
    expect(await choose(server, onto('main', forked, release))).toMatchObject(has(main, 'merge-parent'));
    expect(await choose(clone, onto('main', forked, release))).toMatchObject({ reason: 'unobtainable' });
  });

  it('is the merge base when the head itself is checked out, with the branch as the remote has it', async () => {
    const { server, fork: forked, main, feature } = fork();
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

describe('the base of other events', () => {
  it('is what GitHub says of a merge group, fetched by its name', async () => {
    const { server, main, merge } = mergePull();
    const trigger: BaseTrigger = { kind: 'merge_group', baseSha: main, headSha: merge };
    expect(await choose(shallow(server, 'refs/pull/1/merge'), trigger)).toMatchObject(
      has(main, 'merge-group'),
    );
  });

  it('is what the branch was before the push, also when a forced one has left it without a branch', async () => {
    const { server, main } = fork();
    git(server, 'reset', '-q', '--hard', 'main~1');
    commit(server, { 'main.js': 'forced\n' });
    expect(await choose(server, push(main))).toMatchObject(has(main, 'before-push'));
    expect(await choose(shallow(server, 'main'), push(main))).toMatchObject(has(main, 'before-push'));
  });

  it('is the first parent for a push after nothing that is known', async () => {
    const { server } = fork();
    const parent = git(server, 'rev-parse', 'HEAD~1');
    for (const before of ['0'.repeat(40), null, '--upload-pack=touch pwned'])
      for (const folder of [server, shallow(server, 'main')]) {
        expect(await choose(folder, push(before))).toMatchObject(has(parent, 'parent'));
        expect(existsSync(join(folder, 'pwned'))).toBe(false);
      }
    expect(await choose(server, push('f'.repeat(40)))).toMatchObject({ reason: 'unobtainable' });
  });

  it('is none for the first commit', async () => {
    expect(await choose(makeRepository(), push(null))).toMatchObject({ reason: 'root-commit' });
  });
});

describe('the base on a laptop', () => {
  it.each([[[]], [['--detach']]])(
    'is the merge base, on main itself the last commit while there are changes, else the one before: %s',
    async (how) => {
      const { server, fork: forked, main } = fork();
      const parent = git(server, 'rev-parse', 'main~1');
      git(server, 'switch', '-q', ...how, 'main');
      expect(await choose(server, local)).toMatchObject({ ...has(parent, 'parent'), head: { commit: main } });
      write(server, { 'server.js': 'more\n' });
      expect(await choose(server, local)).toMatchObject({ ...has(main, 'parent'), head: { dirty: true } });
      git(server, 'checkout', '-q', '--', '.');
      git(server, 'switch', '-q', ...how, 'feature');
      expect(await choose(server, local)).toMatchObject({
        ...has(forked, 'merge-base'),
        head: { dirty: false },
      });
    },
  );

  it('is the same revision on a branch without changes, which is said before anything is laid out', async () => {
    const { server } = fork();
    git(server, 'switch', '-q', '-c', 'empty');
    commit(server, {}, 'says nothing');
    const asked = await request(server, local);
    expect(await choosePair(asked)).toMatchObject({ kind: 'identical', base: { because: 'merge-base' } });
    expect(existsSync(join(asked.folder, 'head'))).toBe(false);
  });

  it('is none without a common history, a base branch, a commit, a repository or git', async () => {
    const { server } = fork();
    git(server, 'switch', '-q', '--orphan', 'other');
    commit(server, { 'other.js': 'other\n' });
    expect(await choose(server, local)).toMatchObject({ reason: 'unrelated' });
    const trunk: BaseTrigger = { kind: 'local', baseBranch: 'trunk' };
    expect(await choose(server, trunk)).toMatchObject({
      reason: 'unknown-branch',
      hint: expect.stringContaining('--base'),
    });
    const empty = makeFolder();
    expect(await choose(empty, local)).toMatchObject({ reason: 'no-repository' });
    git(empty, 'init', '-q', '-b', 'main');
    expect(await choose(empty, local)).toMatchObject({ reason: 'no-commit' });
    const nothing = { environment: { PATH: makeFolder() } };
    expect(await choosePair(await request(server, local, nothing))).toMatchObject({ reason: 'no-git' });
  });

  it('takes the name of a branch as the name that it is', async () => {
    const { server, main, fork: forked } = fork();
    git(server, 'switch', '-q', 'feature');
    // Git refuses to make some of these; whoever can write a repository can.
    for (const name of ['$(touch>pwned)', '--upload-pack=touch>pwned']) {
      git(server, 'update-ref', `refs/heads/${name}`, 'main');
      const trigger: BaseTrigger = { kind: 'local', baseBranch: name };
      expect(await choose(server, trigger)).toMatchObject(has(forked, 'merge-base'));
      expect(await choose(server, trigger, `refs/heads/${name}`)).toMatchObject(has(main, 'asked'));
      git(server, 'update-ref', '-d', `refs/heads/${name}`);
      expect(await choose(server, trigger)).toMatchObject({ reason: 'unknown-branch' });
      expect(existsSync(join(server, 'pwned'))).toBe(false);
    }
  });
});

describe('a base that is asked for', () => {
  it('is resolved as git does', async () => {
    const shop = makeRepository();
    git(shop, 'tag', '-a', 'v1', '-m', 'v1');
    git(shop, 'switch', '-q', '-c', 'feature');
    commit(shop, { 'server.js': 'two\n' });
    const first = git(shop, 'rev-parse', 'main');
    for (const asked of ['main', 'v1', 'HEAD~1', 'HEAD@{1}', ':/first'])
      expect(await choose(shop, local, asked), asked).toMatchObject(has(first, 'asked'));
  });

  it('is fetched where it is a commit, and else an error with what to do', async () => {
    const { server, fork: forked } = fork();
    const clone = shallow(server, 'feature');
    expect(await choose(clone, local, forked)).toMatchObject(has(forked, 'asked'));
    for (const asked of ['featrue', '--upload-pack=touch>pwned', '', 'main..feature', 'feature~1'])
      await expect(choose(clone, local, asked)).rejects.toMatchObject({
        name: 'UserError',
        exitCode: 2,
        message: `--base names no revision: ${JSON.stringify(asked)}.`,
        hint: expect.stringContaining('`fetch-depth: 0`'),
      });
    expect(existsSync(join(clone, 'pwned'))).toBe(false);
    for (const [folder, asked] of [
      [makeFolder(), 'main'],
      [clone, 'f'.repeat(40)],
    ] as const)
      await expect(choose(folder, local, asked)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(/^--base "\w+" cannot be used: ./),
      });
  });
});

describe('what a shallow clone lacks', () => {
  it('is told with the way out: history, a branch, and a commit whose server is away', async () => {
    const { server, feature, main } = mergePull();
    const clone = shallow(server, 'refs/pull/1/merge');
    // A port on which nobody listens.
    git(clone, 'remote', 'set-url', 'origin', 'http://ann:secret@127.0.0.1:1/shop');
    const head = shallow(server, 'feature');
    for (const [none, message] of [
      [
        await choose(clone, pull(feature)),
        /^The base revision \w{10} is not in this clone .*unable to access/,
      ],
      [await choose(head, pull(feature)), /^The merge base with main .*this clone is shallow/],
      [await choose(head, local), /^The merge base with main .*this clone is shallow/],
    ] as const) {
      const hint = expect.stringContaining('`fetch-depth: 0`');
      expect(none).toMatchObject({ reason: 'unobtainable', message: expect.stringMatching(message), hint });
      expect(JSON.stringify(none)).not.toContain('secret');
    }
    git(clone, 'remote', 'remove', 'origin');
    expect(await choose(clone, pull(feature))).toMatchObject({
      message: expect.stringContaining('the repository has no remote'),
    });
    // A cut at which there is an older merge base does not make that the base.
    git(head, 'fetch', '-q', '--depth=3', 'origin', 'feature', `${main}:refs/remotes/origin/main`);
    expect(await choose(head, local)).toMatchObject({ reason: 'unobtainable' });
  });

  it('is given up on an interruption, by a server that takes the request and never answers', async () => {
    const { server, feature } = mergePull();
    const clone = shallow(server, 'refs/pull/1/merge');
    const controller = new AbortController();
    await withServer(
      () => controller.abort('SIGTERM'),
      async (url) => {
        git(clone, 'remote', 'set-url', 'origin', `${url}/shop`);
        const asked = await request(clone, pull(feature), { signal: controller.signal });
        await expect(choosePair(asked)).rejects.toMatchObject({ exitCode: 130 });
      },
    );
  });
});
