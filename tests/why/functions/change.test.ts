import { describe, expect, test } from 'vitest';
import { isTouched, readChange } from '../../../src/why/functions/change.ts';

/** A hunk in a file, with its header and its changed lines. */
function diff(file: string, header: string, ...lines: string[]): string {
  const head = [`diff --git a/${file} b/${file}`, `--- a/${file}`, `+++ b/${file}`];
  return [...head, `@@ -5 +5 @@${header && ` ${header}`}`, ...lines].join('\n');
}

describe('a function is touched', () => {
  test.each([
    ['search', 'search.mjs', diff('search.mjs', 'function search(query) {', '<  a();', '>  b();'), true],
    ['rank.Ranker.Results', '', diff('rank/rank.go', 'func (r *Ranker) Results() {', '>  b()'), true],
    ['search', 'dist/a.js', diff('src/search.ts', 'function search(query) {', '>  b();'), true],
    ['search', '', diff('src/search.ts', 'function search(query) {', '>  b();'), true],
    ['search', 'search.mjs', diff('other.mjs', 'function search(query) {', '>  b();'), false],
    ['sea', 'search.mjs', diff('search.mjs', 'function search(query) {', '>  b();'), false],
    ['search', 'a.py', diff('a.py', '', '>def search(query, limit=3):'), true],
    ['Shop.search', 'A.java', diff('A.java', 'class Shop {', '>  List<Item> search(String q) {'), true],
    ['search', 'a.mjs', diff('a.mjs', '', '>export const search = (query) =>'), true],
    ['search', 'a.mjs', diff('a.mjs', '', '>  search(query) {'), true],
    ['r.Ranker.Results', '', diff('r/r.go', '', '>func (r *Ranker) Results() {'), true],
    ['search', 'a.mjs', diff('a.mjs', 'function other() {', '>  return search(query);'), false],
    ['search', 'a.mjs', diff('a.mjs', 'other() {', '>  if (search(q)) {', '>  search(q);'), false],
    ['search', 'package.json', diff('package.json', '', '>  "search": "1"'), false],
  ])('%s of %j: case %#', (name, file, text, expected) => {
    expect(isTouched({ kind: 'function', name, file, line: 0 }, readChange(text))).toBe(expected);
  });
});

describe('the version of a package is moved', () => {
  test.each([
    ['node_modules/qs', diff('package-lock.json', '"node_modules/qs": {', '>"version": "2"'), true],
    ['node_modules/qs', diff('package-lock.json', '"node_modules/qs-more": {', '>"version": "2"'), false],
    ['node_modules/qs', diff('pnpm-lock.yaml', '', '>  qs@2.0.0:'), true],
    ['site-packages/foo_bar', diff('app/requirements-dev.txt', '', '>Foo-Bar==2'), true],
    ['github.com/acme/words', diff('go.mod', '', '>\tgithub.com/acme/words v1.2.0'), true],
    ['node_modules/qs', diff('a.mjs', '', "+import 'qs';"), false],
  ])('%s: case %#', (name, text, expected) => {
    expect(isTouched({ kind: 'package', name, file: '', line: 0 }, readChange(text))).toBe(expected);
  });
});

test('lines of code that look like those of git are code', () => {
  const change = readChange(
    [
      diff('a.mjs', 'function f() {', '<++ b/a.mjs', '>@@ -1 +1 @@ function search() {', '>+++ b/other.mjs'),
      diff('b.mjs', 'function g() {', '>x'),
    ].join('\n'),
  );
  expect([...new Set(change.map(({ file }) => file))]).toEqual(['a.mjs', 'b.mjs']);
  expect(change.filter(({ isHunk }) => isHunk).map(({ line }) => line)).toEqual([
    ' function f() {',
    ' function g() {',
  ]);
});
