import fc from 'fast-check';
import { expect, test } from 'vitest';
import { code, fromMessage, plain, say, strong } from '../../../src/report/format/phrase.ts';
import { clean, cleanForLog, cleanLines, cut, cutMiddle } from '../../../src/report/format/visible.ts';
import { hostile } from '../hostile.ts';

test('colours and links of terminals go, other hidden characters are shown', () => {
  expect(clean('\u001b[31mred\u001b[0m \u001b]8;;https://x\u0007link\u001b]8;;\u0007')).toBe('red link');
  expect(clean('safe\u202Egnp.exe')).toBe('safe�gnp.exe');
  expect(clean('a\nb\tc')).toBe('a b c');
});

test('a line of a log gives no command to a runner', () => {
  expect(cleanForLog(' x\n##[error]y\u001b[2J ')).toBe('x ## [error]y');
});

test('letters, accents and emoji of all languages stay', () => {
  const text = 'Größe é 名前 שלום مرحبا ❤️ 🇩🇪 👍🏽';
  expect(clean(text)).toBe(text);
});

test('nothing that moves a cursor or hides text is left', () => {
  const harmful = /[\p{Cc}\p{Cf}\p{Cs}]/u;
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' })), (text) => {
      expect(clean(text)).not.toMatch(harmful);
      for (const line of cleanLines(text)) expect(line.replaceAll('\t', '')).not.toMatch(harmful);
    }),
  );
});

test('a cut text says that it was cut and never splits a character', () => {
  expect(cut('abcdef', 6)).toBe('abcdef');
  expect(cut('abcdefg', 6)).toBe('abcde…');
  expect(cut('👍👍👍👍', 3)).toBe('👍👍…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, length) => {
      expect(Array.from(cut(text, length)).length).toBeLessThanOrEqual(length);
    }),
  );
});

test('a text cut in its middle keeps its end, too', () => {
  expect(cutMiddle('abcdef', 6)).toBe('abcdef');
  expect(cutMiddle('abcdefgh', 6)).toBe('ab…fgh');
  expect(cutMiddle('👍👍👍👍🔥', 4)).toBe('👍…👍🔥');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 20 }), (text, length) => {
      const short = cutMiddle(text, length);
      expect(Array.from(short).length).toBe(Math.min(length, Array.from(text).length));
      expect(text.endsWith(short.split('…').at(-1)!)).toBe(true);
    }),
  );
});

test('a phrase reads the same without its marks', () => {
  expect(plain(say`k6 ran out of CPU in ${code('search')}. ${strong('Nothing')} is said.`)).toBe(
    'k6 ran out of CPU in search. Nothing is said.',
  );
});

test('backticks of a message mark code when they come in pairs', () => {
  expect(fromMessage('`npm ci` ended')).toEqual([
    { kind: 'code', text: 'npm ci' },
    { kind: 'text', text: ' ended' },
  ]);
  expect(fromMessage('one ` only')).toEqual([{ kind: 'text', text: 'one ` only' }]);
});
