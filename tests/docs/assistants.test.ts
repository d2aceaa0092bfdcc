import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';

test('the files that an assistant is shown are six that can be read', () => {
  const blocks = [...readFileSync('docs/assistants.md', 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)];
  expect(blocks).toHaveLength(6);
  for (const [, text] of blocks) {
    const { scenarios, services } = parseConfig(text!, {
      path: '/x/tailgate.yml',
      directory: '/x',
      shownAs: text!,
    });
    expect([scenarios.length, services.length > 0]).toEqual([1, true]);
  }
});

test('llms.txt leads to files that are there', () => {
  const page = 'llms.txt';
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([\w./-]+)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect([link, existsSync(join(dirname(page), link))]).toEqual([link, true]);
});
