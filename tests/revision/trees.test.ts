import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePair } from '../../src/revision/pair.ts';
import { keepOwnObjects } from '../../src/revision/trees.ts';
import {
  commit,
  digestFolder,
  environment,
  git,
  listFiles,
  local,
  makeFolder,
  makeRepository,
  request,
  takePair,
  write,
} from './fixture.ts';

/** Stays the same while a pair is chosen and laid out: the whole checkout with its `.git`, the index as well. */
const everything = (shop: string) => digestFolder(shop);

async function layOut(shop: string, parts: Parameters<typeof request>[2] = {}, trigger = local) {
  const pair = await takePair(shop, trigger, parts);
  const root = makeFolder();
  return { pair, root, trees: await pair.layOut(root) };
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('the trees of head and base', () => {
  it('hold the changes that are not committed, of every kind, and leave the checkout as it is', async () => {
    const shop = makeRepository({
      '.gitignore': 'node_modules/\n*.log\n',
      'staged.js': 'a\n',
      'unstaged.js': 'a\n',
      'both.js': 'a\n',
      'deleted.js': 'a\n',
      'unlinked.js': 'a\n',
      'before.js': 'a long enough text to be seen as the same file\n',
      'plain.sh': '#!/bin/sh\n',
      'file-becomes-folder': 'a\n',
      'folder-becomes-file/a': 'a\n',
      'same-size.js': 'a\n',
      'deep/er/file.js': 'a\n',
    });
    const committed = listFiles(shop);
    write(shop, { 'staged.js': 'b\n', 'both.js': 'b\n' });
    git(shop, 'add', 'staged.js', 'both.js');
    git(shop, 'rm', '-q', 'deleted.js');
    git(shop, 'mv', 'before.js', 'after.js');
    write(shop, {
      'unstaged.js': 'c\n',
      'both.js': 'c\n',
      'same-size.js': 'b\n',
      'untracked.js': 'u\n',
      'new/folder/untracked.js': 'u\n',
      'new\nline "quoted" ünï\t*.js': 'odd\n',
      '-rf': 'option\n',
      ':(top)': 'pathspec\n',
      'intended.js': 'later\n',
      'debug.log': 'ignored\n',
      'node_modules/left-pad/index.js': 'ignored\n',
    });
    git(shop, 'add', '--intent-to-add', 'intended.js');
    rmSync(join(shop, 'unlinked.js'));
    rmSync(join(shop, 'file-becomes-folder'));
    write(shop, { 'file-becomes-folder/a': 'a\n' });
    rmSync(join(shop, 'folder-becomes-file'), { recursive: true });
    write(shop, { 'folder-becomes-file': 'a\n' });
    chmodSync(join(shop, 'plain.sh'), 0o755);
    symlinkSync('unstaged.js', join(shop, 'link.js'));
    symlinkSync('/nowhere', join(shop, 'dangling'));
    symlinkSync('deep', join(shop, 'to-folder'));
    writeFileSync(Buffer.from(`${shop}/\xff\xfe.bin`, 'latin1'), 'not UTF-8\n');
    const before = everything(shop);

    const { pair, root, trees } = await layOut(shop);

    expect(everything(shop)).toEqual(before);
    const ignored = (path: string) => path === '.git' || path === 'node_modules' || path === 'debug.log';
    expect(digestFolder(trees.head.top, ignored)).toEqual(digestFolder(shop, ignored));
    expect(listFiles(trees.base.top)).toEqual(committed);
    expect(existsSync(join(trees.head.top, 'node_modules'))).toBe(false);
    expect(trees.head.top.length).toBe(trees.base.top.length);
    expect(git(trees.head.top, 'status', '--porcelain')).toBe('');
    expect(git(trees.head.top, 'rev-parse', 'HEAD^')).toBe(git(shop, 'rev-parse', 'HEAD'));
    expect(git(trees.head.top, 'log', '-1', '--format=%an')).toBe('Tailgate');
    expect(git(trees.head.top, 'rev-parse', 'HEAD^{tree}')).toBe(pair.head.tree);
    expect(trees.notes).toEqual([]);
    trees.remove();
    expect(readdirSync(root)).toEqual([]);
  });

  it('are repositories in which git describes the revision', async () => {
    const shop = makeRepository();
    git(shop, 'tag', '-a', 'v1', '-m', 'v1');
    const second = commit(shop, { 'server.js': 'two\n' });
    const { trees } = await layOut(shop);
    expect(git(trees.head.top, 'describe')).toBe(`v1-1-g${second.slice(0, 7)}`);
    expect(git(trees.base.top, 'describe')).toBe('v1');
    expect(git(trees.head.top, 'rev-parse', 'HEAD')).toBe(second);
    expect(git(trees.base.top, 'branch', '--format=%(refname)').split('\n')).toContain('refs/heads/main');
    expect(() => git(trees.head.top, 'symbolic-ref', '-q', 'HEAD')).toThrow();
    expect(git(trees.head.top, 'fsck', '--connectivity-only')).toBe('');
  });

  it('have all objects for themselves once they keep them, as in an image that they are copied into', async () => {
    const shop = makeRepository();
    git(shop, 'tag', '-a', 'v1', '-m', 'v1');
    write(shop, { 'server.js': 'two\n' });
    const folder = makeFolder();
    const { trees } = await layOut(shop, { folder });
    for (const { top } of [trees.head, trees.base])
      await keepOwnObjects(top, environment, new AbortController().signal);
    // What they have borrowed from is not in the image.
    for (const path of [shop, join(folder, 'store.git')]) rmSync(path, { recursive: true });
    expect(git(trees.head.top, 'describe')).toMatch(/^v1-1-g[0-9a-f]+$/);
    expect(git(trees.base.top, 'describe')).toBe('v1');
    for (const { top } of [trees.head, trees.base]) {
      expect(git(top, 'status', '--porcelain')).toBe('');
      expect(git(top, 'fsck', '--connectivity-only')).toBe('');
    }
  });

  it.each(['line\nbreak', 'two\n\nbreaks', '\n"first"', 'back\\slash\n', 'ünï#\t\ncode', 'last\n'])(
    'come from and go to a folder named %j',
    async (name) => {
      const shop = join(makeFolder(), name);
      renameSync(makeRepository(), shop);
      commit(shop, { 'server.js': 'two\n' });
      const pair = await takePair(shop, local);
      const trees = await pair.layOut(join(makeFolder(), name));
      expect(read(trees.head.top, 'server.js') + read(trees.base.top, 'server.js')).toBe('two\none\n');
      expect(git(trees.head.top, 'log', '--format=%s')).toBe('more\nfirst');
    },
  );

  it.each<[string, (shop: string) => void]>([
    ['was moved', (shop) => renameSync(shop, `${shop}-away`)],
    ['was removed', (shop) => rmSync(shop, { recursive: true })],
    [
      'is a file by now',
      (shop) => {
        rmSync(shop, { recursive: true });
        writeFileSync(shop, '');
      },
    ],
  ])('cannot be laid out of a checkout that %s while the run waited', async (_, lose) => {
    const shop = makeRepository();
    commit(shop, { 'server.js': 'two\n' });
    const asked = await request(shop, local);
    lose(shop);
    await expect(choosePair(asked)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(`the folder "${shop}" is not there any more`),
    });
    const { checkout } = await request(shop, local);
    expect(checkout).toMatchObject({ message: expect.not.stringContaining('on PATH') });
  });

  it('are the same commit for the same changes', async () => {
    const shop = makeRepository();
    write(shop, { 'new.js': 'new\n' });
    const [one, other] = [await takePair(shop, local), await takePair(shop, local)];
    expect(one.head.commit).toBe(other.head.commit);
  });

  it('run no hook, no file system monitor and no planted program', async () => {
    const shop = makeRepository();
    const mark = join(makeFolder(), 'ran');
    const program = `#!/bin/sh\necho "$0" >> '${mark}'\n`;
    const hooks = join(shop, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    const planted = join(makeFolder(), 'planted');
    for (const path of [
      ...['post-checkout', 'post-index-change', 'reference-transaction', 'pre-commit'].map((one) =>
        join(hooks, one),
      ),
      planted,
    ]) {
      writeFileSync(path, program, { mode: 0o755 });
    }
    git(shop, 'config', 'core.fsmonitor', planted);
    git(shop, 'config', 'core.alternateRefsCommand', planted);
    git(shop, 'config', 'core.pager', planted);
    git(shop, 'config', 'diff.external', planted);
    git(shop, 'config', 'core.hooksPath', hooks);
    writeFileSync(join(shop, 'server.js'), 'two\n');
    rmSync(mark, { force: true });
    const before = everything(shop);
    const { trees } = await layOut(shop);
    expect(read(trees.head.top, 'server.js')).toBe('two\n');
    expect(existsSync(mark)).toBe(false);
    expect(everything(shop)).toEqual(before);
  });

  it("keep the user's filters, attributes, line ends and ignore rules", async () => {
    const shop = makeRepository();
    git(shop, 'config', 'filter.shout.clean', 'tr A-Z a-z');
    git(shop, 'config', 'filter.shout.smudge', 'tr a-z A-Z');
    write(shop, { '.git/info/attributes': '*.loud filter=shout\n', '.git/info/exclude': 'private\n' });
    git(shop, 'config', 'filter.odd.clean', 'sed "s/\\n/x/" # ;');
    git(shop, 'config', 'core.autocrlf', 'true');
    commit(shop, { 'a.loud': 'HELLO\n', 'text.txt': 'line\r\n' });
    write(shop, { 'b.loud': 'WORLD\n', private: 'mine\n' });
    expect(git(shop, 'show', 'HEAD:a.loud')).toBe('hello');
    const { trees } = await layOut(shop);
    expect([read(trees.head.top, 'a.loud'), read(trees.head.top, 'b.loud')]).toEqual([
      'HELLO\r\n',
      'WORLD\r\n',
    ]);
    expect(git(trees.head.top, 'show', 'HEAD:b.loud')).toBe('world');
    write(trees.head.top, { 'a.loud': 'HELLO\r\n' }); // git looks into a file with a new time
    expect(git(trees.head.top, 'status', '--porcelain')).toBe('');
    expect(git(trees.head.top, 'config', 'filter.odd.clean')).toBe('sed "s/\\n/x/" # ;');
    expect(read(trees.base.top, 'text.txt')).toBe('line\r\n');
    expect(existsSync(join(trees.head.top, 'private'))).toBe(false);
  });

  it('are both gone once one of them failed, and none is still made after that', async () => {
    const shop = makeRepository();
    const [root, done] = [makeFolder(), join(makeFolder(), 'done')];
    write(shop, { '.gitattributes': '*.slow filter=slow\n', 'a.slow': 'text\n' });
    commit(shop, {});
    git(shop, 'config', 'filter.slow.smudge', `sleep 1; touch ${done}; cat`);
    const pair = await takePair(shop, local, { asked: 'HEAD~1' });
    Object.assign(pair.base, { commit: '0'.repeat(40) });
    await expect(pair.layOut(root)).rejects.toThrow();
    expect(existsSync(done)).toBe(true);
    expect(readdirSync(root)).toEqual([]);
  });

  it('match the folder of the configuration below the top', async () => {
    const shop = makeRepository({ 'README.md': 'shop\n' });
    commit(shop, { 'services/api/tailgate.yml': 'suite: api\n' });
    const { trees } = await layOut(join(shop, 'services', 'api'));
    expect(trees.head.directory).toBe(join(trees.head.top, 'services', 'api'));
    expect(read(trees.head.directory, 'tailgate.yml')).toBe('suite: api\n');
    // A revision without the folder has an empty one, in which its commands fail for reasons of their own.
    expect(readdirSync(trees.base.directory)).toEqual([]);
  });

  it('come from a linked work tree just as well', async () => {
    const main = makeRepository();
    const linked = join(makeFolder(), 'linked');
    git(main, 'worktree', 'add', '-q', '-b', 'feature', linked);
    write(linked, { 'server.js': 'two\n', 'new.js': 'new\n' });
    const before = [everything(main), everything(linked)];
    const { trees } = await layOut(linked);
    expect([everything(main), everything(linked)]).toEqual(before);
    expect(listFiles(trees.head.top)).toEqual(digestFolder(linked, (path) => path === '.git'));
    expect(read(trees.base.top, 'server.js')).toBe('one\n');
  });

  it('come from a clone that borrows its objects, by a relative path too', async () => {
    const server = makeRepository();
    const clone = join(dirname(server), 'clone');
    git(server, 'clone', '-q', '--shared', server, clone);
    write(clone, { '.git/objects/info/alternates': '../../../shop/.git/objects\n' });
    write(clone, { 'server.js': 'two\n' });
    const { trees } = await layOut(clone);
    expect(read(trees.base.top, 'server.js')).toBe('one\n');
    expect(git(trees.base.top, 'log', '--format=%s')).toBe('first');
  });

  it('come from a repository with a split index, a sparse one, and one with SHA-256', async () => {
    const split = makeRepository({ 'a.js': 'a\n', 'b.js': 'b\n' });
    git(split, 'update-index', '--split-index');
    write(split, { 'a.js': 'changed\n' });
    const before = everything(split);
    const { trees } = await layOut(split);
    expect(read(trees.head.top, 'a.js') + read(trees.head.top, 'b.js')).toBe('changed\nb\n');
    expect(everything(split)).toEqual(before);

    const sparse = makeRepository({ 'in/a.js': 'a\n', 'out/b.js': 'b\n', 'out/deep/c.js': 'c\n' });
    git(sparse, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
    expect(existsSync(join(sparse, 'out'))).toBe(false);
    write(sparse, { 'in/a.js': 'changed\n' });
    const whole = (await layOut(sparse)).trees;
    expect(read(whole.head.top, 'in', 'a.js') + read(whole.head.top, 'out', 'b.js')).toBe('changed\nb\n');
    expect(git(whole.head.top, 'diff', '--name-only', 'HEAD^')).toBe('in/a.js');

    const long = makeFolder();
    git(long, 'init', '-q', '-b', 'main', '--object-format=sha256');
    commit(long, { 'a.js': 'a\n' });
    write(long, { 'a.js': 'b\n' });
    const { trees: hashed } = await layOut(long);
    expect(hashed.base.commit).toHaveLength(64);
    expect(read(hashed.head.top, 'a.js')).toBe('b\n');
  });

  it('do not listen to GIT_* of a hook that runs Tailgate', async () => {
    const shop = makeRepository();
    const other = makeRepository({ 'other.js': 'other\n' });
    write(shop, { 'server.js': 'two\n' });
    const { trees } = await layOut(shop, {
      environment: {
        ...environment,
        GIT_DIR: join(other, '.git'),
        GIT_WORK_TREE: other,
        GIT_INDEX_FILE: join(other, '.git', 'index'),
        GIT_OBJECT_DIRECTORY: join(other, '.git', 'objects'),
      },
    });
    expect(read(trees.head.top, 'server.js')).toBe('two\n');
  });

  it('leave out what is not of the service, and say which repository within is not in the snapshot', async () => {
    const shop = makeRepository();
    write(shop, { '.tailgate/default/record.json': '{}\n' });
    mkdirSync(join(shop, 'nested'));
    git(join(shop, 'nested'), 'init', '-q', '-b', 'main');
    write(shop, { 'nested/a.js': 'a\n' });
    const pair = await choosePair(
      await request(
        shop,
        { kind: 'local', baseBranch: 'main' },
        { asked: 'HEAD', leaveOut: [join(shop, '.tailgate')] },
      ),
    );
    expect(pair).toMatchObject({
      kind: 'identical',
      notes: ['"nested/" is a git repository of its own and not part of the snapshot.'],
    });
  });

  it('leave nothing behind when a revision cannot be laid out', async () => {
    const shop = makeRepository({ 'a.js': 'a rather rare text\n' });
    const blob = git(shop, 'rev-parse', 'HEAD:a.js');
    commit(shop, { 'a.js': 'b\n' });
    const pair = await takePair(shop, local);
    const root = makeFolder();
    rmSync(join(shop, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    await expect(pair.layOut(root)).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
    expect(readdirSync(root)).toEqual([]);
  });

  it('are given up on an interruption', async () => {
    const shop = makeRepository();
    commit(shop, { 'server.js': 'two\n' });
    const controller = new AbortController();
    const pair = await takePair(shop, local, { signal: controller.signal });
    const root = makeFolder();
    const laidOut = pair.layOut(root);
    controller.abort('SIGINT');
    await expect(laidOut).rejects.toMatchObject({ exitCode: 130 });
    expect(readdirSync(root)).toEqual([]);
  });

  it('can be removed with read-only folders in them', async () => {
    const shop = makeRepository();
    commit(shop, { 'server.js': 'two\n' });
    const { root, trees } = await layOut(shop);
    write(trees.head.top, { 'go/pkg/mod/x/y.go': 'package y\n' });
    for (const path of ['go/pkg/mod/x', 'go/pkg/mod']) chmodSync(join(trees.head.top, path), 0o555);
    trees.remove();
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('submodules', () => {
  /** Of a user who lets git take submodules from folders of this machine. */
  const trustingFolders = {
    ...environment,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'protocol.file.allow',
    GIT_CONFIG_VALUE_0: 'always',
  };

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

  it('are filled from what the checkout has, without the network, and their commits are part of the tree', async () => {
    const { inner, library, shop } = makeShop();
    const one = git(shop, 'rev-parse', 'HEAD:lib/library');
    commit(library, { 'library.js': 'two\n' });
    git(join(shop, 'lib/library'), 'pull', '-q', '--no-recurse-submodules');
    const before = everything(shop);
    // Their origins are away.
    for (const path of [inner, library]) renameSync(path, `${path}-away`);
    const { pair, trees } = await layOut(shop);
    expect(pair.head.tree).not.toBe(pair.base.tree);
    expect(trees.notes).toEqual([]);
    expect(read(trees.head.top, 'lib/library/library.js')).toBe('two\n');
    expect(read(trees.base.top, 'lib/library/library.js')).toBe('one\n');
    expect(read(trees.base.top, 'lib/library/inner/inner.js')).toBe('inner\n');
    expect(git(join(trees.base.top, 'lib/library'), 'rev-parse', 'HEAD')).toBe(one);
    expect(everything(shop)).toEqual(before);
  });

  it('come from the store of modules when they are not checked out', async () => {
    const { library, shop } = makeShop();
    commit(shop, { 'server.js': 'two\n' });
    git(shop, 'submodule', '--quiet', 'deinit', '--force', '--all');
    renameSync(library, `${library}-away`);
    const { trees } = await layOut(shop);
    expect(trees.notes).toEqual([]);
    expect(read(trees.head.top, 'lib/library/library.js')).toBe('one\n');
    expect(read(trees.head.top, 'lib/library/inner/inner.js')).toBe('inner\n');
  });

  it('are fetched when the checkout has none, or said to be missing', async () => {
    const { library, shop } = makeShop();
    const clone = join(makeFolder(), 'clone');
    git(shop, 'clone', '-q', shop, clone);
    commit(clone, { 'server.js': 'two\n' });
    const { trees } = await layOut(clone, { environment: trustingFolders });
    expect(trees.notes).toEqual([]);
    expect(read(trees.head.top, 'lib/library/library.js')).toBe('one\n');
    expect(read(trees.base.top, 'lib/library/inner/inner.js')).toBe('inner\n');

    renameSync(library, `${library}-away`);
    const { trees: without } = await layOut(clone, { environment: trustingFolders });
    expect(without.notes).toEqual([
      expect.stringMatching(/^head: the submodule "lib\/library" is empty: /),
      expect.stringMatching(/^base: the submodule "lib\/library" is empty: /),
    ]);
    expect(readdirSync(join(without.head.top, 'lib/library'))).toEqual([]);
  });

  it.each([
    ['is away', () => 'https://127.0.0.1:1/shop'],
    ['is a folder', (shop: string) => shop],
    ['is a file URL', (shop: string) => `file://${shop}`],
  ])('cannot name a folder of the machine, as with git itself, where the origin %s', async (_, origin) => {
    const { shop } = makeShop();
    const clone = join(makeFolder(), 'clone');
    git(shop, 'clone', '-q', shop, clone);
    commit(clone, { 'server.js': 'two\n' });
    git(clone, 'remote', 'set-url', 'origin', origin(shop));
    const { trees } = await layOut(clone);
    expect(trees.notes[0]).toContain("transport 'file' not allowed");
    expect(readdirSync(join(trees.head.top, 'lib/library'))).toEqual([]);
  });

  it('that a change adds cannot name a private folder by a relative path', async () => {
    const { library, shop } = makeShop();
    const clone = join(makeFolder(), 'clone');
    git(shop, 'clone', '-q', shop, clone);
    git(clone, 'config', '-f', '.gitmodules', 'submodule.p.path', 'p');
    git(clone, 'config', '-f', '.gitmodules', 'submodule.p.url', relative(shop, library));
    const commitOf = git(library, 'rev-parse', 'HEAD');
    git(clone, 'update-index', '--add', '--cacheinfo', `160000,${commitOf},p`);
    git(clone, 'add', '.gitmodules');
    git(clone, 'commit', '-q', '-m', 'p');
    mkdirSync(join(clone, 'p'));
    const { trees } = await layOut(clone);
    expect(trees.notes).toContainEqual(
      expect.stringMatching(/^head: the submodule "p" is empty: .*'file' not allowed/),
    );
  });

  it('have their objects for themselves with the tree, borrowed or fetched', async () => {
    const { inner, library, shop } = makeShop();
    const clone = join(makeFolder(), 'clone');
    git(shop, 'clone', '-q', shop, clone);
    for (const checkout of [shop, clone]) commit(checkout, { 'server.js': 'two\n' });
    const heads = [
      (await layOut(shop)).trees.head,
      (await layOut(clone, { environment: trustingFolders })).trees.head,
    ];
    for (const { top } of heads) await keepOwnObjects(top, environment, new AbortController().signal);
    for (const path of [inner, library, shop, clone]) rmSync(path, { recursive: true });
    for (const { top } of heads) {
      expect(git(top, 'status', '--porcelain')).toBe('');
      expect(git(join(top, 'lib/library'), 'log', '-1', '--format=%s')).toBe('inner');
      expect(git(join(top, 'lib/library/inner'), 'log', '-1', '--format=%s')).toBe('first');
    }
  });

  it('with changes of their own are told of', async () => {
    const { shop } = makeShop();
    write(shop, { 'lib/library/library.js': 'changed\n' });
    expect(await choosePair(await request(shop, local))).toMatchObject({
      notes: ['Changes in the submodule "lib/library" are measured only once they are committed in it.'],
    });
  });

  it('may be the checkout themselves', async () => {
    const { shop } = makeShop();
    const library = join(shop, 'lib/library');
    git(library, 'switch', '-q', '-c', 'feature');
    write(library, { 'library.js': 'two\n' });
    const before = everything(shop);
    const { trees } = await layOut(library);
    expect(read(trees.head.top, 'library.js')).toBe('two\n');
    expect(read(trees.head.top, 'inner/inner.js')).toBe('inner\n');
    expect(everything(shop)).toEqual(before);
  });
});

describe('a repository of another user', () => {
  it.runIf(process.getuid?.() === 0)('is refused as git refuses it, with the way out', async () => {
    const shop = makeRepository();
    execFileSync('chown', ['-R', '65534:65534', dirname(shop)]);
    const refused = await choosePair(await request(shop, local));
    expect(refused).toMatchObject({
      reason: 'foreign-repository',
      hint: `git config --global --add safe.directory ${shop}`,
    });
    const trusting = {
      ...environment,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: shop,
    };
    const trusted = await choosePair(await request(shop, local, { environment: trusting, asked: 'HEAD' }));
    expect(trusted).toMatchObject({ kind: 'identical' });
  });

  it.runIf(process.getuid?.() === 0)('is named by its top, as a shell takes it, from within', async () => {
    const shop = join(makeFolder(), 'my shop');
    renameSync(makeRepository({ 'api/tailgate.yml': 'suite: api\n' }), shop);
    execFileSync('chown', ['-R', '65534:65534', dirname(shop)]);
    expect(await choosePair(await request(join(shop, 'api'), local))).toMatchObject({
      reason: 'foreign-repository',
      hint: `git config --global --add safe.directory '${shop}'`,
    });
  });
});
