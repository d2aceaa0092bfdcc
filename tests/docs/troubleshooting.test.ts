import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listSpans, SOURCE_LINES } from './pages.ts';

/** Messages stand in the first column of the tables; `…` stands for what differs. */
const MESSAGES = readFileSync('docs/troubleshooting.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => listSpans(line.slice(1, line.indexOf(' | ', 2)))[0]!);

/** Finds the source's line with all fixed parts of a message, in their order. */
function findSource(message: string): string | undefined {
  const parts = message.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(parts.join('.*'));
  return SOURCE_LINES.find((line) => pattern.test(line));
}

describe('messages that docs/troubleshooting.md quotes', () => {
  it.each(MESSAGES)('%s', (message) => {
    const fixed = message.split('…').map((part) => part.trim());
    expect(Math.max(...fixed.map((part) => part.length))).toBeGreaterThan(8);
    expect(findSource(message)).toBeDefined();
  });

  it('are many, and different', () => {
    expect(MESSAGES.length).toBeGreaterThan(25);
    expect(new Set(MESSAGES).size).toBe(MESSAGES.length);
  });

  it('would not be found with another word in them', () => {
    expect(findSource('No base to measure beside the hat: …')).toBeUndefined();
  });
});
