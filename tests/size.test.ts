import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The most lines of each room of `src` and of `tests`, `bench`, `examples`; the most words of the docs with README. */
const BUDGET: { src: Record<string, number>; tests: number; bench: number; examples: number; words: number } =
  JSON.parse(readFileSync('size.json', 'utf8'));

/** What git tracks, and what is new: a clean checkout and a work tree count alike. */
const files = (...paths: string[]) =>
  execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', ...paths],
    { encoding: 'utf8' },
  )
    .split('\0')
    .filter((path) => path !== '');

/** As `cat FILES | wc -l` counts. */
const countLines = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + (read(path).match(/\n/g)?.length ?? 0), 0);

/** A file that was removed is in the index until the next commit. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('no room of src has more lines than its budget', () => {
  const rooms = new Map<string, string[]>();
  for (const path of files('src')) {
    const room = path.split('/').length > 2 ? path.split('/')[1]! : 'entries';
    rooms.set(room, [...(rooms.get(room) ?? []), path]);
  }
  const sizes = [...rooms].map(([room, paths]) => [room, countLines(paths)] as const);
  expect(sizes.filter(([room, size]) => size > (BUDGET.src[room] ?? 0))).toEqual([]);
  expect(Object.keys(BUDGET.src).filter((room) => !rooms.has(room))).toEqual([]);
});

test('tests, bench and examples keep to their budgets', () => {
  const text = files('bench').filter((path) => !path.startsWith('bench/recorded/'));
  const sizes = {
    tests: countLines(files('tests')),
    bench: countLines(text),
    examples: countLines(files('examples')),
  };
  for (const [name, size] of Object.entries(sizes)) {
    expect([name, size]).toEqual([name, Math.min(size, BUDGET[name as keyof typeof sizes])]);
  }
});

test('the docs keep to their budget of words', () => {
  const pages = files('docs/*.md', 'README.md');
  const words = pages.reduce((sum, path) => sum + (read(path).match(/\S+/g)?.length ?? 0), 0);
  expect(words).toBeLessThanOrEqual(BUDGET.words);
});
