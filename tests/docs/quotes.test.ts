import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

it('docs/verdicts.md and the others are as `npm run docs` writes them from the source', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('docs/verdicts.md agrees');
  const profilers = listFirstCells(verdicts, '## Why it is slower').flat();
  expect(profilers).toEqual(expect.arrayContaining(['auto', 'py-spy', 'off']));
});
