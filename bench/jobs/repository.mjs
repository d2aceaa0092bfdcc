import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A temporary git repository: the base on `main`, and the head, if there is one, on a branch of its own, checked out.
 *
 * @param {Record<string, string>} base  texts by path
 * @param {Record<string, string>} [head]  those that are other ones
 * @returns {{folder: string, remove: () => void}}
 */
export function makeRepository(base, head) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-job-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    git(folder, 'init', '--quiet', '--initial-branch=main');
    commit(folder, base, 'The base');
    if (head) {
      git(folder, 'switch', '--quiet', '--create', 'change');
      commit(folder, head, 'The change');
    }
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function commit(folder, files, message) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', `--message=${message}`);
}

function git(folder, ...args) {
  const { status, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
}

/** Without what would make git or Tailgate look at another repository, or Tailgate think that it is on CI. */
export function environment() {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(GIT|GITHUB|K6)_|^CI$/.test(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Tailgate bench',
    GIT_AUTHOR_EMAIL: 'bench@localhost',
    GIT_COMMITTER_NAME: 'Tailgate bench',
    GIT_COMMITTER_EMAIL: 'bench@localhost',
  };
}
