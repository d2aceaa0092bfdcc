import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePair } from '../../src/revision/pair.ts';
import { keepOwnObjects } from '../../src/revision/trees.ts';
import {
  commit,
  digestFolder,
  environment,
  git,
  local,
  makeFolder,
  makeRepository,
  request,
  takePair,
  trusting,
  wrapGit,
  write,
} from './fixture.ts';

/** Lays a pair out, which must not change a byte of the checkout and its `.git`, nor of `others`. */
async function layOut(shop: string, parts: Parameters<typeof request>[2] = {}, ...others: string[]) {
  const digest = () => [shop, ...others].map((folder) => digestFolder(folder));
  const before = digest();
  const pair = await takePair(shop, local, parts);
  const root = makeFolder();
  const trees = await pair.layOut(root);
  expect(digest()).toEqual(before);
  return { pair, root, trees, head: trees.head.top, base: trees.base.top };
}

const same = (text: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, text]));
const read = (...path: string[]) => fs.readFileSync(join(...path), 'utf8');

describe('the trees of head and base', () => {
  it('hold the changes that are not committed, of every kind', async () => {
    const shop = makeRepository({
      ...same('a\n', 'staged.js', 'unstaged.js', 'both.js', 'deleted.js', 'unlinked.js', 'same-size.js'),
      ...same('a\n', 'before.js', 'plain.sh', 'to-folder', 'to-file/a', 'deep/er/file.js'),
      '.gitignore': 'node_modules/\n*.log\n',
    });
    const committed = digestFolder(shop, '.git');
    write(shop, { 'staged.js': 'b\n', 'both.js': 'b\n' });
    git(shop, 'add', 'staged.js', 'both.js');
    git(shop, 'rm', '-q', 'deleted.js');
    git(shop, 'mv', 'before.js', 'after.js');
    write(shop, {
      ...same('c\n', 'unstaged.js', 'both.js', 'same-size.js', 'new/folder/untracked.js', 'intended.js'),
      ...same('odd\n', 'new\nline "quoted" ünï\t*.js', '-rf', ':(top)'),
      ...same('ignored\n', 'debug.log', 'node_modules/left-pad/index.js'),
    });
    git(shop, 'add', '--intent-to-add', 'intended.js');
    for (const path of ['unlinked.js', 'to-folder', 'to-file'])
      fs.rmSync(join(shop, path), { recursive: true });
    write(shop, same('a\n', 'to-folder/a', 'to-file'));
    fs.chmodSync(join(shop, 'plain.sh'), 0o755);
    fs.symlinkSync('unstaged.js', join(shop, 'link.js'));
    fs.symlinkSync('/nowhere', join(shop, 'dangling'));
    fs.symlinkSync('deep', join(shop, 'folder-link'));
    fs.writeFileSync(Buffer.from(`${shop}/\xff\xfe.bin`, 'latin1'), 'not UTF-8\n');

    const { pair, root, trees, head, base } = await layOut(shop);

    const ignored = ['.git', 'node_modules', 'debug.log'];
    expect(digestFolder(head, ...ignored)).toEqual(digestFolder(shop, ...ignored));
    expect(digestFolder(base, '.git')).toEqual(committed);
    expect(fs.existsSync(join(head, 'node_modules'))).toBe(false);
    expect(head.length).toBe(base.length);
    expect(git(head, 'status', '--porcelain')).toBe('');
    expect(git(head, 'rev-parse', 'HEAD^')).toBe(git(shop, 'rev-parse', 'HEAD'));
    expect(git(head, 'rev-parse', 'HEAD^{tree}')).toBe(pair.head.tree);
    expect(trees.notes).toEqual([]);
    trees.remove();
    expect(fs.readdirSync(root)).toEqual([]);
  });

  it('come from and go to folders of any name, as that of the configuration, but not from one with a line end, or a file', async () => {
    const name = ' "quoted" back\\slash ünï#\tcode ';
    const shop = join(makeFolder(), name);
    fs.renameSync(makeRepository(), shop);
    commit(shop, { 'server.js': 'two\n', 'services/api/tailgate.yml': 'suite: api\n' });
    const pair = await takePair(join(shop, 'services/api'), local);
    const { head, base } = await pair.layOut(join(makeFolder(), name));
    expect(read(head.top, 'server.js') + read(base.top, 'server.js')).toBe('two\none\n');
    expect(read(head.directory, 'tailgate.yml')).toBe('suite: api\n');
    expect(fs.readdirSync(base.directory)).toEqual([]);
    fs.renameSync(shop, `${shop}\n`);
    fs.writeFileSync(shop, '');
    for (const folder of [shop, `${shop}\n`])
      expect((await request(folder, local)).checkout).toMatchObject({ reason: 'no-repository' });
  });

  it('run no hook, file system monitor or planted program, and do not listen to GIT_* of a hook that runs Tailgate', async () => {
    const shop = makeRepository();
    const other = makeRepository({ 'other.js': 'other\n' });
    const mark = join(makeFolder(), 'ran');
    const hooks = join(shop, '.git', 'hooks');
    const planted = join(makeFolder(), 'planted');
    fs.mkdirSync(hooks, { recursive: true });
    const names = ['post-checkout', 'post-index-change', 'reference-transaction', 'post-commit'];
    for (const path of [...names.map((one) => join(hooks, one)), planted])
      fs.writeFileSync(path, `#!/bin/sh\necho "$0" >> '${mark}'\nexit 1\n`, { mode: 0o755 });
    for (const key of ['fsmonitor', 'alternateRefsCommand', 'pager', 'askPass'])
      git(shop, 'config', `core.${key}`, planted);
    for (const key of ['diff.external', 'gpg.program']) git(shop, 'config', key, planted);
    git(shop, 'config', 'commit.gpgsign', 'true');
    // Their user may have some for all repositories.
    git(shop, 'config', '--global', 'core.hooksPath', hooks);
    fs.writeFileSync(join(shop, 'server.js'), 'two\n');
    fs.rmSync(mark, { force: true });
    const GIT_DIR = join(other, '.git');
    const [GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY] = [join(GIT_DIR, 'index'), join(GIT_DIR, 'objects')];
    const hook = { GIT_DIR, GIT_WORK_TREE: other, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, GIT_PREFIX: '' };
    const { head } = await layOut(shop, { environment: { ...environment, ...hook } }, other);
    git(shop, 'config', '--global', '--unset', 'core.hooksPath');
    expect(read(head, 'server.js')).toBe('two\n');
    expect(fs.existsSync(mark)).toBe(false);
  });

  it("keep the user's filters, attributes, line ends and ignore rules, those of all repositories too", async () => {
    const shop = makeRepository();
    git(shop, 'config', 'filter.shout.clean', 'tr A-Z a-z');
    git(shop, 'config', 'filter.shout.smudge', 'tr a-z A-Z');
    write(shop, { '.git/info/attributes': '*.loud filter=shout\n', '.git/info/exclude': 'private\n' });
    git(shop, 'config', '--global', 'core.autocrlf', 'true');
    commit(shop, { 'a.loud': 'HELLO\n', 'text.txt': 'line\r\n' });
    write(shop, { 'b.loud': 'WORLD\n', private: 'mine\n' });
    expect(git(shop, 'show', 'HEAD:a.loud')).toBe('hello');
    const { head, base } = await layOut(shop);
    expect(read(head, 'a.loud') + read(head, 'b.loud')).toBe('HELLO\r\nWORLD\r\n');
    expect(git(head, 'show', 'HEAD:b.loud')).toBe('world');
    write(head, { 'a.loud': 'HELLO\r\n' }); // git looks into a file with a new time
    expect(git(head, 'status', '--porcelain')).toBe('');
    git(shop, 'config', '--global', '--unset', 'core.autocrlf');
    expect(read(base, 'text.txt')).toBe('line\r\n');
    expect(fs.existsSync(join(head, 'private'))).toBe(false);
  });

  it('are not worked on any more once one of them failed', async () => {
    const shop = makeRepository();
    const done = join(makeFolder(), 'done');
    write(shop, { '.gitattributes': '*.slow filter=slow\n', 'a.slow': 'text\n' });
    commit(shop, {});
    git(shop, 'config', 'filter.slow.smudge', `sleep 1; touch ${done}; cat`);
    const pair = await takePair(shop, local, { asked: 'HEAD~1' });
    Object.assign(pair.base, { commit: '0'.repeat(40) });
    await expect(pair.layOut(makeFolder())).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
    expect(fs.existsSync(done)).toBe(true);
  });

  it('come from a linked work tree, a clone that borrows and has a split index, and a sparse one', async () => {
    const main = makeRepository(same('one\n', 'server.js', 'same.js'));
    const linked = join(makeFolder(), 'linked');
    git(main, 'worktree', 'add', '-q', '-b', 'feature', linked);
    write(linked, { 'server.js': 'two\n', 'new.js': 'new\n' });
    const one = await layOut(linked, {}, main);
    expect(digestFolder(one.head, '.git')).toEqual(digestFolder(linked, '.git'));

    const clone = join(dirname(main), 'clone');
    git(main, 'clone', '-q', '--shared', main, clone);
    git(clone, 'update-index', '--split-index');
    write(clone, { '.git/objects/info/alternates': '../../../shop/.git/objects\n', 'server.js': 'two\n' });
    const { head, base } = await layOut(clone);
    expect(git(base, 'log', '--format=%s')).toBe('first');
    expect(read(head, 'server.js') + read(head, 'same.js')).toBe('two\none\n');

    const sparse = makeRepository({ 'in/a.js': 'a\n', 'out/b.js': 'b\n', 'out/deep/c.js': 'c\n' });
    git(sparse, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
    expect(fs.existsSync(join(sparse, 'out'))).toBe(false);
    write(sparse, { 'in/a.js': 'changed\n' });
    const whole = (await layOut(sparse)).head;
    expect(read(whole, 'in', 'a.js') + read(whole, 'out', 'b.js')).toBe('changed\nb\n');
    expect(git(whole, 'diff', '--name-only', 'HEAD^')).toBe('in/a.js');
  });

  it('leave out what is not of the service, and hold a repository within at its commit', async () => {
    const shop = makeRepository();
    const leaveOut = [join(shop, '.tailgate'), makeFolder()];
    write(shop, { '.tailgate/default/record.json': '{}\n' });
    const asked = await request(shop, local, { asked: 'HEAD', leaveOut });
    expect(await choosePair(asked)).toMatchObject({ kind: 'identical' });
    fs.mkdirSync(join(shop, 'nested'));
    git(join(shop, 'nested'), 'init', '-q', '-b', 'main');
    const message = expect.stringContaining("'nested/' does not have a commit checked out");
    await expect(choosePair(asked)).rejects.toMatchObject({ exitCode: 3, message });
    commit(join(shop, 'nested'), { 'a.js': 'a\n' });
    const { head } = await layOut(shop, { leaveOut });
    expect(read(head, 'nested/a.js')).toBe('a\n');
    expect(fs.existsSync(join(head, '.tailgate'))).toBe(false);
  });
});

describe('submodules', () => {
  /** A shop with a library as a submodule, which has one of its own. */
  function makeShop() {
    const inner = makeRepository({ 'inner.js': 'inner\n' });
    const library = makeRepository({ 'library.js': 'one\n' });
    git(library, 'submodule', '--quiet', 'add', inner, 'inner');
    git(library, 'commit', '-q', '-m', 'inner');
    const shop = makeRepository();
    git(shop, 'submodule', '--quiet', 'add', library, 'lib/library');
    git(shop, 'submodule', '--quiet', 'update', '--init', '--recursive');
    git(shop, 'commit', '-q', '-m', 'library');
    return { inner, library, shop };
  }

  it('are filled from what is checked out, or told and empty; trees with them have branches, tags and all objects once they keep them', async () => {
    const { inner, library, shop } = makeShop();
    const clone = join(makeFolder(), 'clone');
    git(shop, 'clone', '-q', shop, clone);
    commit(clone, { 'server.js': 'two\n' });
    // They could be fetched.
    const without = await layOut(clone, { environment: trusting() });
    const note = (arm: string) =>
      expect.stringMatching(
        `^${arm}: the submodule "lib/library" is not checked out .*submodules: recursive`,
      );
    expect(without.trees.notes).toEqual(['head', 'base'].map(note));
    expect(fs.readdirSync(join(without.head, 'lib/library'))).toEqual([]);

    const one = git(shop, 'rev-parse', 'HEAD:lib/library');
    git(shop, 'tag', '-a', 'v1', '-m', 'v1');
    commit(library, { 'library.js': 'two\n' });
    git(join(shop, 'lib/library'), 'pull', '-q', '--no-recurse-submodules');
    const second = commit(shop, {});
    // Their origins are away.
    for (const path of [inner, library]) fs.renameSync(path, `${path}-away`);
    const folder = makeFolder();
    const { trees, head, base } = await layOut(shop, { folder });
    expect(trees.notes).toEqual([]);
    const check = () => {
      expect(git(head, 'describe')).toBe(`v1-1-g${second.slice(0, 7)}`);
      expect(git(base, 'describe')).toBe('v1');
      expect(git(base, 'branch', '--format=%(refname)').split('\n')).toContain('refs/heads/main');
      expect(() => git(head, 'symbolic-ref', '-q', 'HEAD')).toThrow();
      for (const top of [head, base])
        for (const path of ['.', 'lib/library', 'lib/library/inner']) {
          expect(git(join(top, path), 'status', '--porcelain')).toBe('');
          expect(git(join(top, path), 'fsck', '--connectivity-only', '--no-dangling')).toBe('');
        }
    };
    check();
    expect(read(head, 'lib/library/library.js') + read(base, 'lib/library/library.js')).toBe('two\none\n');
    expect(read(base, 'lib/library/inner/inner.js')).toBe('inner\n');
    expect(git(join(base, 'lib/library'), 'rev-parse', 'HEAD')).toBe(one);
    for (const top of [head, base]) await keepOwnObjects(top, environment, new AbortController().signal);
    // What they have borrowed from is not in an image that they are copied into.
    for (const path of [shop, join(folder, 'store/.git')]) fs.rmSync(path, { recursive: true });
    check();
  });

  it('are not laid out through a link that leads out of the tree', async () => {
    const { shop, library } = makeShop();
    const outside = makeFolder();
    fs.mkdirSync(join(outside, 'library'));
    git(shop, 'rm', '-q', '-r', '--cached', 'lib');
    fs.renameSync(join(shop, 'lib'), join(shop, '../lib'));
    fs.symlinkSync(outside, join(shop, 'lib'));
    git(shop, 'add', 'lib');
    const link = `160000,${git(library, 'rev-parse', 'HEAD')},lib2/library`;
    git(shop, 'update-index', '--add', '--cacheinfo', link);
    git(shop, 'commit', '-q', '-m', 'linked');
    fs.symlinkSync(outside, join(shop, 'lib2'));
    await layOut(shop, { asked: 'HEAD~1' }, outside);
  });
});

const isRoot = process.getuid?.() === 0;
it.runIf(isRoot)('a repository of another user is refused as git does, with the way out', async () => {
  const shop = join(makeFolder(), 'my shop');
  fs.renameSync(makeRepository({ 'api/tailgate.yml': 'suite: api\n' }), shop);
  execFileSync('chown', ['-R', '65534:65534', dirname(shop)]);
  for (const folder of [shop, join(shop, 'api')])
    expect(await choosePair(await request(folder, local))).toMatchObject({
      reason: 'foreign-repository',
      hint: `git config --global --add safe.directory '${shop}'`,
    });
  const parts = { environment: trusting('safe.directory', shop), asked: 'HEAD' };
  expect(await choosePair(await request(shop, local, parts))).toMatchObject({ kind: 'identical' });
});

it.each(['--version', '--show-toplevel', 'config', 'init', 'for-each-ref', 'write-tree', 'checkout'])(
  'a git that is killed at %s is told, and taken neither for a missing repository nor for a missing base',
  async (word) => {
    const shop = makeRepository();
    commit(shop, { 'server.js': 'two\n' });
    const killed = { ...environment, PATH: wrapGit(`case " $* " in *" ${word} "*) kill -9 $$ ;; esac`) };
    const message = expect.stringMatching(/^git \S+ was killed by SIGKILL, not by Tailgate\./);
    await expect(layOut(shop, { environment: killed, asked: 'HEAD~1' })).rejects.toMatchObject({
      exitCode: 3,
      message,
    });
  },
);
