import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from './config.mjs';

/**
 * A temporary git repository: the base on `main`, and the head on a branch of its own, checked out.
 *
 * @param {import('./cells.mjs').Cell} cell
 * @param {object} speed  of speed.mjs
 * @returns {{folder: string, remove: () => void}}
 */
export function makeRepository(cell, speed) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-job-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    git(folder, 'init', '--quiet', '--initial-branch=main');
    commit(folder, listFiles(cell, 'base', speed), 'The base');
    git(folder, 'switch', '--quiet', '--create', 'change');
    commit(folder, listFiles(cell, 'head', speed), 'The change');
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function commit(folder, files, message) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
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
