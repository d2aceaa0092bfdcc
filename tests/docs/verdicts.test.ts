import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERDICT_CODES } from '../../src/verdict/codes.ts';
import { listSpans, SOURCE_LINES } from './pages.ts';

const page = readFileSync('docs/verdicts.md', 'utf8');
const words = listFirstCells('## Words in the table');
const profilers = listFirstCells('## Why it is slower');

/** Lists the code spans in the first column of the tables of a section. */
function listFirstCells(heading: string): string[] {
  const section = page.slice(page.indexOf(heading)).split(/^## /m)[1]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => listSpans(line.split(' | ')[0]!));
}

describe('docs/verdicts.md', () => {
  it('has each verdict once, with its exit code', () => {
    const rows = [...page.matchAll(/^\| \S+ \| `([\w-]+)` \| [013] \|/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual([...VERDICT_CODES].sort());
  });

  it.each(words)('explains a status that there is: %s', (text) => {
    const found = SOURCE_LINES.some((line) => new RegExp(`['\`, ]${text}['\`, $:]`).test(line));
    expect(found).toBe(true);
  });

  it('explains many of them, and the profilers', () => {
    expect(words.length).toBeGreaterThan(14);
    expect(profilers).toEqual(expect.arrayContaining(['auto', 'py-spy', 'off']));
  });
});
