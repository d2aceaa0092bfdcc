import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escapeCode,
  escapeText,
  fenceLog,
  fold,
  table,
  toMarkdown,
} from '../../../src/report/format/markdown.ts';
import { code, link, say, strong } from '../../../src/report/format/phrase.ts';
import { clean } from '../../../src/report/format/visible.ts';
import { hostile, hostileTitled } from '../hostile.ts';
import { linked, namesOf, runningTexts, textOf, toHtml, withoutGuards } from '../rendered.ts';

const fragments = [
  ...hostile.filter((text) => text.length < 60),
  ...['````text', '`'.repeat(20), ...'`*_[]()<>&|\\$@#:!~-+=."\' \n'],
];
const foreign = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

/** What a reader should see of a text: everything but what cannot be seen. */
const visible = (text: string) => clean(text).trim();
const flat = (text: string) => withoutGuards(text).replace(/\s+/g, ' ').trim();

/** The words survive, nothing else does: no element, no link, whatever stands round the text. */
function expectHarmless(html: string, wrapper: string[], text: string): void {
  expect(namesOf(html).filter((name) => name !== 'span')).toEqual(wrapper);
  expect(flat(textOf(html))).toBe(flat(text));
  expect(textOf(html)).not.toMatch(linked);
}

test.each(hostileTitled)('is harmless as a paragraph, a heading, a list item and code: %s', (_, text) => {
  const [escaped, seen] = [escapeText(text).trim(), visible(text)];
  expectHarmless(toHtml(`${escaped}\n`), seen === '' ? [] : ['p'], seen);
  expectHarmless(toHtml(`### x ${escaped}\n`), ['h3'], `x ${seen}`);
  expectHarmless(toHtml(`- x ${escaped}\n`), ['ul', 'li'], `x ${seen}`);
  const html = toHtml(`x ${escapeCode(text)} y`);
  expect(namesOf(html).filter((name) => name !== 'span')).toEqual(seen === '' ? ['p'] : ['p', 'code']);
  expect(withoutGuards(textOf(html))).toBe(`x ${seen || '–'} y`);
});

test('foreign text changes no element round it, nor its own words, wherever it stands', () => {
  fc.assert(
    fc.property(foreign, foreign, (a, b) => {
      const [text, other] = [escapeText(a), escapeText(b)];
      const html = toHtml(
        [
          `x ${text} and ${other} y`,
          `${text.trim()} y`,
          table(['a', 'b'], ['-', '-:'], [[text, `z${escapeCode(b)}`]]),
          fold(say`x ${a} y`, 'body'),
          toMarkdown(say`x ${strong(`n${a}`)} in ${code(`c${b}`)}, ${a}.`),
          fenceLog(`${a}\n${b}`, 50),
          `x ${toMarkdown([link('Report', `https://x.example/${b}`)])} y`,
        ].join('\n\n'),
      );
      const names = namesOf(html).filter((name) => name !== 'span');
      expect(names.join(' ')).toMatch(
        /^p p table thead tr th th tbody tr td td(?: code)? details summary p p (?:strong|b) code pre code p a$/,
      );
      expect(runningTexts(html).filter((one) => linked.test(one))).toEqual([]);
      const [first, second] = html.split('</p>').map((one) => flat(textOf(one)));
      expect(first).toBe(flat(`x ${visible(a)} and ${visible(b)} y`));
      expect(second).toBe(flat(`${visible(a)} y`));
      const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => flat(textOf(cell!)));
      expect(cells).toEqual([flat(a && visible(a)), flat(`z${visible(b) || '–'}`)]);
      expect(/<a href="([^"]*)"/.exec(html)![1]).toMatch(/^https:\/\/x\.example\//);
    }),
    { numRuns: 400, examples: [['< $(touch pwned)', '']] },
  );
});

test('text is left readable where nothing needs escaping; a dollar sign begins no formula', () => {
  const plain = 'checkout_p99 (+12 … +24 %), < 80 ms at 1,000 req/s; 1.5 × app-v2.sparql, C & A: 100 %!';
  expect(escapeText(plain)).toBe(plain);
  expect(escapeText('costs $5')).toBe('costs <span>$</span>5');
  expect(escapeText('שלום')).toBe('&#8296;שלום&#8297;');
});

test('phrases use asterisks where they surely mean emphasis, else an element', () => {
  expect(toMarkdown(say`${strong('This says nothing about your change.')} Lower`)).toBe(
    '**This says nothing about your change.** Lower',
  );
  expect(toMarkdown(say`a${strong('b')}c`)).toBe('a<b>b</b>c');
});

describe('logs', () => {
  test('lose colours and keep indentation', () => {
    expect(fenceLog('\u001b[31mError\u001b[0m: no\n\tat x (\u001b[4my\u001b[24m)\n\n', 10)).toBe(
      '```text\nError: no\n\tat x (y)\n```',
    );
  });

  test('are cut to their last lines, and long lines in their middle', () => {
    const log = Array.from({ length: 100 }, (_, i) => `line ${i} ${'x'.repeat(500)}: refused`).join('\n');
    const lines = [97, 98, 99].map((i) => `line ${i} x…x: refused\n`).join('');
    expect(fenceLog(log, 3, 20)).toBe(`\`\`\`text\n${lines}\`\`\``);
  });
});

test('links lead to web addresses only', () => {
  const written = (target: string) => toMarkdown([link('Report', target)]);
  expect(written('https://github.com/acme/bookstore/actions/runs/81')).toBe(
    '[Report](https://github.com/acme/bookstore/actions/runs/81)',
  );
  expect(written('https://x.example/?a=1&b=(2)')).toBe('[Report](https://x.example/?a=1&amp;b=%282%29)');
  for (const target of ['javascript:alert(1)', 'data:text/html,x', '/tmp/r.json', 'https://me:x@x.example/'])
    expect(namesOf(toHtml(written(target))), target).toEqual(['p', 'code']);
});
