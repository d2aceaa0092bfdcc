import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../../src/processes/folder.ts';

/** A folder with these files, removed with the test. */
export function makeFiles(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tailgate-init-')));
  onTestFinished(() => removeFolder(folder));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The same as a git repository on branch `main`, with all of it committed. */
export function makeRepository(files: Record<string, string>): string {
  const folder = makeFiles(files);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  const own = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
  git(folder, ...own, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  return folder;
}

export function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
}

/** All files with their texts, without git's own. */
export function readAll(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, '.git/')));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

/** A folder with these files; a path that begins with `../` is above it. */
export function inMemory(texts: Record<string, string>) {
  const list = Object.keys(texts).filter((path) => !path.startsWith('../'));
  return {
    list: list.filter((path) => !path.startsWith('.sqlx/') && !path.startsWith('docs/')),
    all: list,
    has: (path: string) => path in texts,
    read: (path: string) => texts[path] ?? null,
    above: ['../', '../../'],
  };
}
