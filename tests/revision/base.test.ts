import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { choosePair } from '../../src/revision/pair.ts';
import { commit, git, local, makeFolder, makeRepository, request, write } from './fixture.ts';

const parent = (folder: string, revision: string) => git(folder, 'rev-parse', revision);

/** main: first – second – third; feature from second with one commit. */
function branchOff() {
  const shop = makeRepository();
  const second = commit(shop, { 'server.js': 'two\n' });
  git(shop, 'switch', '-q', '-c', 'feature');
  const feature = commit(shop, { 'feature.js': 'new\n' });
  git(shop, 'switch', '-q', 'main');
  const third = commit(shop, { 'server.js': 'three\n' });
  return { shop, second, third, feature };
}

describe('the base of a pull request', () => {
  const pull = (headSha: string): BaseTrigger => ({
    kind: 'pull_request',
    baseBranch: 'main',
    baseSha: null,
    headSha,
  });

  it('is the first parent of the test merge, with all that main has gained', async () => {
    const { shop, third, feature } = branchOff();
    git(shop, 'switch', '-q', '--detach', 'main');
    git(shop, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
    expect(await choosePair(await request(shop, pull(feature)))).toMatchObject({
      base: { commit: third, tree: parent(shop, 'main^{tree}'), because: 'merge-parent' },
      head: { commit: parent(shop, 'HEAD'), dirty: false },
    });
  });

  it('is not the former base, when the test merge was made before another base was chosen', async () => {
    const { shop, third, feature } = branchOff();
    git(shop, 'switch', '-q', '--detach', 'main');
    git(shop, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
    const retargeted = { ...pull(feature), formerBaseSha: third } as BaseTrigger;
    expect(await choosePair(await request(shop, retargeted))).toMatchObject({
      reason: 'unobtainable',
      message: expect.stringContaining('the former base'),
    });
    // Both branches may have the same commit.
    expect(
      await choosePair(await request(shop, { ...retargeted, baseSha: third } as BaseTrigger)),
    ).toMatchObject({
      base: { commit: third },
    });
  });

  it('is no commit that the new base branch does not have, whatever GitHub last knew of the former one', async () => {
    const { shop, second, third, feature } = branchOff();
    git(shop, 'switch', '-q', '-c', 'release', second);
    const release = commit(shop, { 'release.js': 'new\n' });
    git(shop, 'switch', '-q', '--detach', 'main');
    git(shop, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
    const retarget = (baseBranch: string, baseSha: string, formerBaseSha: string) =>
      ({ ...pull(feature), baseBranch, baseSha, formerBaseSha }) as BaseTrigger;
    expect(await choosePair(await request(shop, retarget('release', release, second)))).toMatchObject({
      reason: 'unobtainable',
      message: expect.stringContaining('the former base, not with release'),
    });
    // The new base may have moved on, or hold more than GitHub has said.
    const fourth = git(shop, 'commit-tree', '-p', third, '-m', 'fourth', 'main^{tree}');
    git(shop, 'branch', '-q', '--force', 'main', fourth);
    for (const known of [fourth, second])
      expect(await choosePair(await request(shop, retarget('main', known, release)))).toMatchObject({
        base: { commit: third, because: 'merge-parent' },
      });
  });

  it('is the merge base when the head itself is checked out, a merge of main into it or not', async () => {
    const { shop, second, feature } = branchOff();
    git(shop, 'switch', '-q', '--detach', 'feature');
    expect(await choosePair(await request(shop, pull(feature)))).toMatchObject({
      base: { commit: second, because: 'merge-base' },
    });
    git(shop, 'merge', '-q', '-m', 'main comes in', 'main~0');
    const merged = parent(shop, 'HEAD');
    expect(await choosePair(await request(shop, pull(merged)))).toMatchObject({
      base: { commit: parent(shop, 'main'), because: 'merge-base' },
    });
  });

  it('follows the branch as the remote has it, not a local one that has stayed behind', async () => {
    const { shop: server, third } = branchOff();
    const clone = join(makeFolder(), 'clone');
    git(server, 'clone', '-q', server, clone);
    git(clone, 'branch', '-q', '--force', 'side', 'origin/feature');
    git(clone, 'switch', '-q', 'side');
    git(clone, 'merge', '-q', '-m', 'main comes in', 'origin/main');
    git(clone, 'branch', '-q', '--force', 'main', 'main~1');
    expect(await choosePair(await request(clone, pull(parent(clone, 'HEAD'))))).toMatchObject({
      base: { commit: third, because: 'merge-base' },
    });
  });
});

describe('the base of a merge group', () => {
  it('is what GitHub says', async () => {
    const { shop, second } = branchOff();
    const trigger: BaseTrigger = { kind: 'merge_group', baseSha: second, headSha: parent(shop, 'main') };
    expect(await choosePair(await request(shop, trigger))).toMatchObject({
      base: { commit: second, because: 'merge-group' },
    });
  });
});

describe('the base of a push', () => {
  const push = (before: string | null): BaseTrigger => ({ kind: 'push', before, branch: 'main' });

  it('is what the branch was before', async () => {
    const shop = makeRepository();
    const first = parent(shop, 'HEAD');
    commit(shop, { 'server.js': 'two\n' });
    commit(shop, { 'server.js': 'three\n' });
    expect(await choosePair(await request(shop, push(first)))).toMatchObject({
      base: { commit: first, because: 'before-push' },
    });
  });

  it.each([['0'.repeat(40)], [null], ['f'.repeat(40)], ['--upload-pack=touch pwned']])(
    'is the first parent when that is %s',
    async (before) => {
      const shop = makeRepository();
      commit(shop, { 'server.js': 'two\n' });
      expect(await choosePair(await request(shop, push(before)))).toMatchObject({
        base: { commit: parent(shop, 'HEAD~1'), because: 'parent' },
      });
      expect(existsSync(join(shop, 'pwned'))).toBe(false);
    },
  );

  it('is none for the first commit', async () => {
    expect(await choosePair(await request(makeRepository(), push(null)))).toMatchObject({
      kind: 'none',
      reason: 'root-commit',
    });
  });
});

describe('the base on a laptop', () => {
  it('is the merge base with the base branch', async () => {
    const { shop, second } = branchOff();
    git(shop, 'switch', '-q', 'feature');
    expect(await choosePair(await request(shop, local))).toMatchObject({
      base: { commit: second, because: 'merge-base' },
    });
  });

  it('is the last commit on the base branch itself while there are changes, else the one before', async () => {
    const { shop, second, third } = branchOff();
    expect(await choosePair(await request(shop, local))).toMatchObject({
      base: { commit: second, because: 'parent' },
      head: { commit: third, dirty: false },
    });
    write(shop, { 'server.js': 'four\n' });
    expect(await choosePair(await request(shop, local))).toMatchObject({
      base: { commit: third, because: 'parent' },
      head: { dirty: true },
    });
  });

  it('is the commit before on a detached checkout of the base branch, as other systems than GitHub make it', async () => {
    const { shop, second, third } = branchOff();
    git(shop, 'switch', '-q', '--detach', 'main');
    expect(await choosePair(await request(shop, local))).toMatchObject({
      kind: 'different',
      base: { commit: second, because: 'parent' },
      head: { commit: third, dirty: false },
    });
    write(shop, { 'server.js': 'four\n' });
    expect(await choosePair(await request(shop, local))).toMatchObject({
      base: { commit: third, because: 'parent' },
      head: { dirty: true },
    });
    git(shop, 'checkout', '-q', '--force', '--detach', 'feature');
    expect(await choosePair(await request(shop, local))).toMatchObject({
      base: { commit: second, because: 'merge-base' },
    });
  });

  it('is the same revision on a branch without commits and changes, which is said before anything is laid out', async () => {
    const { shop } = branchOff();
    git(shop, 'switch', '-q', '-c', 'empty');
    commit(shop, {}, 'says nothing');
    const asked = await request(shop, local);
    expect(await choosePair(asked)).toMatchObject({ kind: 'identical', base: { because: 'merge-base' } });
    expect(existsSync(join(asked.folder, 'head'))).toBe(false);
  });

  it('is none without a common history, a base branch, a commit, a repository or git', async () => {
    const { shop } = branchOff();
    git(shop, 'switch', '-q', '--orphan', 'other');
    commit(shop, { 'other.js': 'other\n' });
    expect(await choosePair(await request(shop, local))).toMatchObject({ reason: 'unrelated' });
    expect(await choosePair(await request(shop, { kind: 'local', baseBranch: 'trunk' }))).toMatchObject({
      reason: 'unknown-branch',
      hint: expect.stringContaining('--base'),
    });
    const empty = makeFolder();
    expect(await choosePair(await request(empty, local))).toMatchObject({ reason: 'no-repository' });
    git(empty, 'init', '-q', '-b', 'main');
    expect(await choosePair(await request(empty, local))).toMatchObject({ reason: 'no-commit' });
    const nothing = { environment: { PATH: makeFolder() } };
    expect(await choosePair(await request(shop, local, nothing))).toMatchObject({ reason: 'no-git' });
  });

  it.each(['$(touch>pwned)', '--upload-pack=touch>pwned', '--exec=touch>pwned', '`touch>pwned`'])(
    'takes a branch named %s as the name that it is',
    async (name) => {
      const { shop, second } = branchOff();
      // Git refuses to make some of these; whoever can write a repository can.
      git(shop, 'update-ref', `refs/heads/${name}`, 'main');
      git(shop, 'switch', '-q', 'feature');
      const trigger: BaseTrigger = { kind: 'local', baseBranch: name };
      expect(await choosePair(await request(shop, trigger))).toMatchObject({ base: { commit: second } });
      expect(await choosePair(await request(shop, trigger, { asked: `refs/heads/${name}` }))).toMatchObject({
        base: { commit: parent(shop, 'main'), because: 'asked' },
      });
      git(shop, 'update-ref', '-d', `refs/heads/${name}`);
      expect(await choosePair(await request(shop, trigger))).toMatchObject({ reason: 'unknown-branch' });
      expect(existsSync(join(shop, 'pwned'))).toBe(false);
    },
  );
});

describe('a base that is asked for', () => {
  it.each(['main', 'v1', 'HEAD~1', 'HEAD@{1}', ':/first'])('is resolved as git does: %s', async (asked) => {
    const shop = makeRepository();
    git(shop, 'tag', 'v1');
    git(shop, 'switch', '-q', '-c', 'feature');
    commit(shop, { 'server.js': 'two\n' });
    expect(await choosePair(await request(shop, local, { asked }))).toMatchObject({
      base: { commit: parent(shop, 'main'), because: 'asked' },
    });
  });

  it('is an error with the nearest name when there is none, option or not', async () => {
    const { shop } = branchOff();
    for (const [asked, hint] of [
      ['featrue', 'Did you mean feature?'],
      ['--upload-pack=touch>pwned', 'It takes a branch'],
      ['', 'It takes a branch'],
      ['main..feature', 'It takes a branch'],
    ] as const) {
      await expect(choosePair(await request(shop, local, { asked }))).rejects.toMatchObject({
        name: 'UserError',
        exitCode: 2,
        message: `--base names no revision: ${JSON.stringify(asked)}.`,
        hint: expect.stringContaining(hint),
      });
    }
    expect(existsSync(join(shop, 'pwned'))).toBe(false);
    const shallow = join(makeFolder(), 'shallow');
    git(shop, 'clone', '--quiet', '--depth=1', '--branch=feature', `file://${shop}`, shallow);
    for (const [asked, hint] of [
      ['feature~1', 'This clone is shallow, and may lack it: `fetch-depth: 0`'],
      ['v1.4.0', 'This clone is shallow'],
      ['featrue', 'Did you mean feature?'],
    ] as const) {
      await expect(choosePair(await request(shallow, local, { asked }))).rejects.toMatchObject({
        hint: expect.stringContaining(hint),
      });
    }
    await expect(choosePair(await request(makeFolder(), local, { asked: 'main' }))).rejects.toMatchObject({
      message: expect.stringContaining('not in the work tree of a git repository'),
    });
  });
});
