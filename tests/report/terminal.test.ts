import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { asSuite } from '../../src/handover/suite.ts';
import { alignTable, wrapText } from '../../src/report/format/text-table.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { summaryLine } from '../../src/report/words/headline.ts';
import { cases } from './cases.ts';
import { hostile, hostileReport } from './hostile.ts';

const plainly = { color: false, width: 110 };

test.each(Object.keys(cases))('%s: the verdict is the last line', (name) => {
  const report = cases[name]!();
  const lines = renderTerminal(asSuite(report), plainly).split('\n');
  expect(lines.at(-1)).toBe(summaryLine(report));
  expect(lines.at(-2)).toBe('');
});

test('rows are aligned, with what changed and the trend', () => {
  const lines = renderTerminal(asSuite(cases.regressed!()), plainly).split('\n');
  expect(lines.slice(0, 8)).toEqual([
    '                                       SLO         main  this run               change  trend',
    'search p50       ✓ unchanged           –         2.1 ms   2.07 ms     −1 % (−6 … +4 %)  ████████████',
    'search p99       ✓ unchanged, SLO met  < 30 ms  7.36 ms   7.45 ms     +1 % (−4 … +7 %)  ████████████',
    'lookup p50       ✓ unchanged           –         410 µs    406 µs   −0.8 % (−6 … +5 %)  ████████████',
    'lookup p99       ✓ unchanged, SLO met  < 10 ms   932 µs    930 µs   −0.2 % (−5 … +5 %)  ████████████',
    'checkout p50     ✓ unchanged           –          24 ms   24.3 ms     +1 % (−5 … +7 %)  ████████████',
    'checkout p99     ✗ slower, SLO met     < 80 ms  61.2 ms   72.5 ms  +18 % (+12 … +25 %)  ▇▇▇▇▇▇▇▇▇▇▇█',
    'checkout errors  ✓ SLO met             < 0.1 %        –       0 %                    –  ▁▁▁▁▁▁▁▁▁▁▁▁',
  ]);
});

test.each([80, 100, 140])('tables and reasons fit into %i columns', (width) => {
  for (const name of [
    'regressed',
    'crashed',
    'forty scenarios',
    'inconclusive',
    'closed models',
    'k6 out of CPU',
  ]) {
    for (const line of renderTerminal(asSuite(cases[name]!()), { color: false, width }).split('\n')) {
      expect(stringWidth(line), `${name}: ${line}`).toBeLessThanOrEqual(width);
    }
  }
});

test('what stays when there is little room is the metric, its value, its change and its status', () => {
  const [header, ...lines] = renderTerminal(asSuite(cases.regressed!()), { color: false, width: 60 }).split(
    '\n',
  );
  expect(header!.trim()).toMatch(/^this run +change$/);
  expect(lines[5]).toMatch(/^checkout p99 +✗ slower, SLO met +72.5 ms +\+18 % \(\+12 … \+25 %\)$/);
});

test('a terminal that does not know its width gets a usual one', () => {
  const report = cases.regressed!();
  expect(renderTerminal(asSuite(report), { color: false, width: 0 })).toBe(
    renderTerminal(asSuite(report), { color: false, width: 100 }),
  );
});

test('only rows that need eyes are listed when there are many', () => {
  const text = renderTerminal(asSuite(cases['forty scenarios']!()), plainly);
  expect(text.match(/✗ slower/g)).toHaveLength(20);
  expect(text).toContain('and 60 metrics unchanged, 40 within the SLO');
});

test('the last lines of a log stand below the reason', () => {
  const text = renderTerminal(asSuite(cases.crashed!()), plainly);
  expect(text).toContain('app ended during checkout (exit code 1)');
  expect(text).toContain('Log of app\n  listening on 41873\n');
  expect(text).toContain('      at checkout (/srv/app/server.js:81:23)\n');
});

test('colours only mark: without them the text is the same', () => {
  for (const make of Object.values(cases)) {
    const coloured = renderTerminal(asSuite(make()), { color: true, width: 110 });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(renderTerminal(asSuite(make()), plainly));
  }
});

test('nothing foreign reaches the terminal as a control character', () => {
  const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(texts, (text) => {
      expect(renderTerminal(asSuite(hostileReport(text)), plainly).replace(/[\n\t]/g, '')).not.toMatch(
        /[\p{Cc}\p{Cf}\p{Cs}]/u,
      );
    }),
    { numRuns: 25 },
  );
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
    expect(wrapText('', 10)).toEqual([]);
    expect(wrapText('a share of 17 % or so', 12)).toEqual(['a share of', '17 % or so']);
    expect(wrapText('took 12 ms each', 7)).toEqual(['took', '12 ms', 'each']);
  });
});
