import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VERDICT_CODES } from '../../src/verdict/codes.ts';
import { listSpans, SOURCE_LINES } from './pages.ts';

const verdicts = readFileSync('docs/verdicts.md', 'utf8');

/** Lists the code spans in the first column of the tables of a page, or of a section of it. */
function listFirstCells(page: string, heading?: string): string[][] {
  const section = heading === undefined ? page : page.slice(page.indexOf(heading)).split(/^## /m)[1]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) => listSpans(line.slice(1, line.indexOf(' | ', 2))));
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isInSource = (pattern: RegExp) => SOURCE_LINES.some((line) => pattern.test(line));

it('docs/troubleshooting.md quotes messages of the source, in which … stands for what differs', () => {
  const messages = listFirstCells(readFileSync('docs/troubleshooting.md', 'utf8')).map(([span]) => span!);
  expect(messages.length).toBeGreaterThan(25);
  expect(new Set(messages).size).toBe(messages.length);
  const isQuoted = (message: string) =>
    isInSource(new RegExp(message.split('…').map(escapePattern).join('.*')));
  expect(messages.filter((message) => !isQuoted(message))).toEqual([]);
  expect(isQuoted('No base to measure beside the hat: …')).toBe(false);
});

it('docs/verdicts.md has each verdict once with its exit code, words that there are, and the profilers', () => {
  const rows = [...verdicts.matchAll(/^\| \S+ \| `([\w-]+)` \| [013] \|/gm)].map(([, code]) => code);
  expect(rows.sort()).toEqual([...VERDICT_CODES].sort());
  const words = listFirstCells(verdicts, '## Words in the table').flat();
  expect(words.length).toBeGreaterThan(14);
  expect(words.filter((text) => !isInSource(new RegExp(`['\`, ]${text}['\`, $:]`)))).toEqual([]);
  const profilers = listFirstCells(verdicts, '## Why it is slower').flat();
  expect(profilers).toEqual(expect.arrayContaining(['auto', 'py-spy', 'off']));
});
