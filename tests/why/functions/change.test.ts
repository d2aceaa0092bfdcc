import { expect, test } from 'vitest';
import { isTouched, readChange } from '../../../src/why/functions/change.ts';

/** A hunk in a file, with its header and its changed lines. */
function diff(file: string, header: string, ...lines: string[]): string {
  const head = [`diff --git a/${file} b/${file}`, `--- a/${file}`, `+++ b/${file}`];
  return [...head, `@@ -5 +5 @@${header && ` ${header}`}`, ...lines].join('\n');
}

test.each([
  ['search', 'search.mjs', diff('search.mjs', 'function search(query) {', '<  a();', '>  b();'), true],
  ['main.(*Ranker).Results', '', diff('rank/rank.go', 'func (r *Ranker) Results() {', '>  b()'), true],
  ['search', 'dist/a.js', diff('src/search.ts', 'function search(query) {', '>  b();'), true],
  ['search', '', diff('src/search.ts', 'function search(query) {', '>  b();'), true],
  ['search', 'search.mjs', diff('other.mjs', 'function search(query) {', '>  b();'), false],
  ['sea', 'search.mjs', diff('search.mjs', 'function search(query) {', '>  b();'), false],
  ['s*h', 'search.mjs', diff('search.mjs', 'function search(query) {', '>  b();'), false],
  ['search', 'a.mjs', diff('a.mjs', 'function other() {', '>  return search(query);'), false],
])('%s of %j is touched: case %#', (name, file, text, expected) => {
  expect(isTouched({ name, file, line: 0, isPackage: false }, readChange(text))).toBe(expected);
});

test('lines of code that look like those of git are code', () => {
  const change = readChange(
    [
      diff('a.mjs', 'function f() {', '<++ b/a.mjs', '>@@ -1 +1 @@ function search() {', '>+++ b/other.mjs'),
      diff('b.mjs', 'function g() {', '>x'),
    ].join('\n'),
  );
  expect([...change]).toEqual([
    ['a.mjs', [' function f() {']],
    ['b.mjs', [' function g() {']],
  ]);
});
