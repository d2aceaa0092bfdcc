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
import { linked, namesOf, tagsOf, textOf, toHtml, withoutGuards } from '../rendered.ts';

const fragments = [...hostile.filter((text) => text.length < 60), ...'`*_[]()<>&|\\$@#:!~-+=."\' \n'];
const foreign = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 12 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

/** What a reader should see of a text: everything but what cannot be seen. */
function visible(text: string): string {
  return clean(text).trim();
}

/** The words survive, nothing else does: no element, no link, whatever stands round the text. */
function expectHarmless(html: string, wrapper: string[], text: string): void {
  expect(namesOf(html).filter((name) => name !== 'span')).toEqual(wrapper);
  expect(withoutGuards(textOf(html)).replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' ').trim());
  expect(textOf(html)).not.toMatch(linked);
}

describe('running text', () => {
  test.each(hostileTitled)('is harmless as a paragraph, a heading, a list item and a cell: %s', (_, text) => {
    const escaped = escapeText(text).trim();
    const seen = visible(text);
    expectHarmless(toHtml(`${escaped}\n`), seen === '' ? [] : ['p'], seen);
    expectHarmless(toHtml(`### x ${escaped}\n`), ['h3'], `x ${seen}`);
    expectHarmless(toHtml(`- x ${escaped}\n`), ['ul', 'li'], `x ${seen}`);
  });

  test('is harmless wherever it stands', () => {
    fc.assert(
      fc.property(foreign, foreign, (text, other) => {
        const [a, b] = [escapeText(text), escapeText(other)];
        expectHarmless(toHtml(`x ${a} and ${b} y`), ['p'], `x ${visible(text)} and ${visible(other)} y`);
        const start = toHtml(`${a.trim()} y`);
        expectHarmless(start, ['p'], `${visible(text)} y`);
      }),
      { numRuns: 500 },
    );
  });

  test('and code stay in their cells, with their texts', () => {
    fc.assert(
      fc.property(foreign, foreign, (text, other) => {
        const html = toHtml(table(['a', 'b'], ['-', '-:'], [[escapeText(text), escapeCode(other)]]));
        const names = namesOf(html).filter((name) => name !== 'span' && name !== 'code');
        expect(names.join(' ')).toBe('table thead tr th th tbody tr td td');
        const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map((match) =>
          withoutGuards(textOf(match[1]!)).trim(),
        );
        expect(cells).toEqual([visible(text), visible(other) || '–']);
        expect(namesOf(html).filter((name) => name === 'code').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  test('stays in the summary of a fold, where Markdown is not read', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const html = toHtml(fold(say`x ${text} y`, 'body'));
        expect(namesOf(html).filter((name) => name !== 'span')).toEqual(['details', 'summary', 'p']);
        const summary = /<summary>(.*?)<\/summary>/s.exec(html)![1]!;
        expect(withoutGuards(textOf(summary)).replace(/\s+/g, ' ')).toBe(
          `x ${clean(text)} y`.replace(/\s+/g, ' '),
        );
        expect(textOf(summary)).not.toMatch(linked);
      }),
      { numRuns: 300, examples: [['< $(touch pwned)']] },
    );
  });

  test('is left readable where nothing needs escaping; a dollar sign begins no formula', () => {
    const plain = 'checkout_p99 (+12 … +24 %), < 80 ms at 1,000 req/s; 1.5 × app-v2.sparql, C & A: 100 %!';
    expect(escapeText(plain)).toBe(plain);
    expect(escapeText('costs $5')).toBe('costs <span>$</span>5');
    expect(escapeText('שלום')).toBe('&#8296;שלום&#8297;');
  });
});

test.each(hostileTitled)('code is one element with the text in it: %s', (_, text) => {
  const html = toHtml(`x ${escapeCode(text)} y`);
  const names = namesOf(html).filter((name) => name !== 'span');
  expect(names).toEqual(visible(text) === '' ? ['p'] : ['p', 'code']);
  expect(withoutGuards(textOf(html))).toBe(`x ${visible(text) || '–'} y`);
});

describe('phrases', () => {
  test('have their marks wherever foreign text stands in them', () => {
    fc.assert(
      fc.property(foreign, foreign, (a, b) => {
        const html = toHtml(toMarkdown(say`x ${strong(`n${a}`)} in ${code(`c${b}`)}, ${a}.`));
        const names = namesOf(html).filter((name) => name !== 'span');
        expect(names.join(' ')).toMatch(/^p (strong|b) code$/);
      }),
      { numRuns: 200 },
    );
  });

  test('use asterisks where they surely mean emphasis, else an element', () => {
    expect(toMarkdown(say`${strong('This says nothing about your change.')} Lower`)).toBe(
      '**This says nothing about your change.** Lower',
    );
    expect(toMarkdown(say`a${strong('b')}c`)).toBe('a<b>b</b>c');
  });
});

describe('logs', () => {
  test('stay in their fence, however many backticks they have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(foreign, fc.constantFrom('```', '````text', '~~~', '`'.repeat(20))), {
          minLength: 1,
        }),
        (lines) => {
          const html = toHtml(`before\n\n${fenceLog(lines.join('\n'), 50)}\n\nafter`);
          expect(tagsOf(html)).toEqual(['<p>', '<pre>', '<code class="language-text">', '<p>']);
        },
      ),
      { numRuns: 500 },
    );
  });

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

describe('links', () => {
  const written = (target: string) => toMarkdown([link('Report', target)]);

  test('lead to web addresses only', () => {
    expect(written('https://github.com/acme/bookstore/actions/runs/81')).toBe(
      '[Report](https://github.com/acme/bookstore/actions/runs/81)',
    );
    expect(written('https://x.example/?a=1&b=(2)')).toBe('[Report](https://x.example/?a=1&amp;b=%282%29)');
    for (const target of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/tmp/r.json',
      'https://me:x@x.example/',
    ])
      expect(namesOf(toHtml(written(target))), target).toEqual(['p', 'code']);
  });

  test('have one target, whatever the address holds', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const html = toHtml(`x ${written(`https://x.example/${text}`)} y`);
        expect(namesOf(html)).toEqual(['p', 'a']);
        expect(textOf(html)).toBe('x Report y');
        expect(/href="([^"]*)"/.exec(html)![1]).toMatch(/^https:\/\/x\.example\//);
      }),
      { numRuns: 500 },
    );
  });
});
