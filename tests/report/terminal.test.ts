import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { asSuite } from '../../src/handover/suite.ts';
import { alignTable, wrapText } from '../../src/report/format/text-table.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { cases } from './cases.ts';
import { suiteCases } from './suite-cases.ts';

const plainly = { color: false, width: 110 };
const show = (name: string, options = plainly) => renderTerminal(asSuite(cases[name]!()), options);

test('rows are aligned, with what changed and the trend, and the verdict is last', () => {
  const lines = show('regressed').split('\n');
  const first = lines.findIndex((line) => line.includes('change'));
  expect(lines[first + 6]).toMatch(
    /^checkout p99, SLO < 80 ms {5}61\.2 ms {2}72\.5 ms {2}✗ \+18 % \(\+12 … \+25 %\), slower, SLO met {4}▇+█$/,
  );
  expect(new Set(lines.slice(first + 1, first + 7).map((line) => stringWidth(line))).size).toBe(1);
  expect(lines.at(-2)).toBe('');
  expect(lines.at(-1)).toMatch(/^❌ checkout p99 is 18 % slower/);
});

test.each([84, 100, 140])('tables and reasons fit into %i columns', (width) => {
  for (const name of ['regressed', 'crashed', 'forty scenarios', 'inconclusive', 'k6 out of CPU'])
    for (const line of show(name, { color: false, width }).split('\n'))
      expect(stringWidth(line), `${name}: ${line}`).toBeLessThanOrEqual(width);
});

test('what stays when there is little room is the metric, its status, its value and its change', () => {
  const lines = show('regressed', { color: false, width: 60 }).split('\n');
  expect(lines.find((line) => /^ +head +change$/.test(line))).toBeDefined();
  expect(lines.find((line) => /^checkout p99, SLO < 80 ms +72.5 ms +✗ \+18 %/.test(line))).toBeDefined();
});

test('only the news are listed when there are many rows', () => {
  const text = show('forty scenarios');
  expect(text).toContain('and 15 more rows');
  expect(text).toContain('How sure is this? All 120 metrics');
});

test('the last lines of a log stand below the reason', () => {
  expect(show('crashed')).toMatch(/app in checkout: exit code 1\.\n\nLog of app\n {2}listening on 41873\n/);
});

test('of several jobs those that must be seen are shown in full, the gravest last, then a line for each', () => {
  const text = renderTerminal(suiteCases['two slower jobs']!(), plainly);
  expect([...text.matchAll(/^── (.*)$/gm)].map(([, name]) => name)).toEqual(['node 20', 'node 22']);
  expect(text.match(/^[✅❌] node \d+: /gmu)).toHaveLength(4);
  expect(text.split('\n').at(-1)).toMatch(/^❌ 2 of 4 jobs worse · node 22: /);
});

test('colours only mark: without them the text is the same', () => {
  for (const name of Object.keys(cases)) {
    const coloured = show(name, { color: true, width: 110 });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(show(name));
  }
});

describe('text tables', () => {
  test('count wide characters as two columns', () => {
    const columns = [
      { header: 'name', right: false },
      { header: 'value', right: true },
    ];
    const rows = [
      [{ text: '名前' }, { text: '1' }],
      [{ text: 'abcdef' }, { text: '12345' }],
    ];
    expect(alignTable(columns, rows)).toEqual(['name    value', '名前        1', 'abcdef  12345']);
  });

  test('lines are broken at blanks only', () => {
    expect(wrapText('one two three-four five', 10)).toEqual(['one two', 'three-four', 'five']);
    expect(wrapText('averyveryverylongword x', 5)).toEqual(['averyveryverylongword', 'x']);
    expect(wrapText('a share of 17 % or so', 12)).toEqual(['a share of', '17 % or so']);
  });
});
