import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

const load = (path: string) => import(pathToFileURL(resolve('bench/scripts', path)).href);
const { CASES, chooseCases } = await load('cases.mjs');
const { listFaults } = await load('run.mjs');

type Case = { name: string; files: Record<string, string>; head?: Record<string, string> };
const names = (wanted: string[]) => chooseCases(wanted).map(({ name }: Case) => name);
const ran = { exit: 0, output: '', comment: '' };

test('every case has a name of its own, a configuration, and a head that differs if it has one', () => {
  expect(new Set(names([])).size).toBe(CASES.length);
  for (const { name, files, head = {} } of CASES as Case[]) {
    const config = Object.keys(files).find((path) => path.endsWith('tailgate.yml'));
    expect(parseDocument(files[config!]!).errors, name).toEqual([]);
    for (const [path, text] of Object.entries(head)) expect(text, name).not.toBe(files[path]);
  }
});

test('cases are chosen by name or by kind', () => {
  expect(names(['tags/user-tag-errors'])).toEqual(['tags/user-tag-errors']);
  expect(names(['habits', 'answers']).length).toBeGreaterThan(10);
  expect(() => chooseCases(['tag'])).toThrow('no such case: tag; kinds are tags,');
});

test('a case fails by its exit code', () => {
  expect(listFaults({ exit: [2, 3] }, { ...ran, exit: 3 })).toEqual([]);
  expect(listFaults({ exit: [2, 3] }, ran)).toEqual(['exit 0 instead of 2 or 3']);
  expect(listFaults({ exit: 1 }, { ...ran, exit: null })).toEqual(['does not end instead of 1']);
});

test('a case fails by what is said, or not said, wherever lines are broken', () => {
  const output = 'shop: 3 of 4\nrequests failed';
  expect(listFaults({ exit: 0, says: ['4 requests failed', /\d of 4/] }, { ...ran, output })).toEqual([]);
  expect(listFaults({ exit: 0, says: ['status 500'], saysNot: [/fail/] }, { ...ran, output })).toEqual([
    'does not say status 500',
    'says /fail/',
  ]);
});

test('what belongs at the top of the comment is not looked for below', () => {
  const comment = `<!-- tailgate -->\n### Met\n<sub>small print</sub>\n\n${'a row\n'.repeat(5)}answers are 9 % smaller\n`;
  expect(listFaults({ exit: 0, top: ['Met'] }, { ...ran, comment })).toEqual([]);
  expect(listFaults({ exit: 0, top: ['small print'] }, { ...ran, comment })).toHaveLength(1);
  expect(listFaults({ exit: 0, top: [/smaller/] }, { ...ran, comment })).toEqual([
    'does not say /smaller/ at the top',
  ]);
});
