import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/document.ts';
import { PAGES, SOURCE_LINES } from './pages.ts';

/** The YAML that the pages show. */
const BLOCKS = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map((match, index) => ({
    name: `${page} block ${index + 1}`,
    text: match[1]!,
  })),
);

describe('YAML that the docs show', () => {
  it.each(BLOCKS)('$name can be read', ({ text }) => {
    const document = parse(text) as Record<string, unknown> | null;
    if (document === null || !('scenarios' in document)) return;
    const config = parseConfig(text, { path: '/t/tailgate.yml', directory: '/t', shownAs: 'tailgate.yml' });
    expect(config.scenarios.length).toBe(Object.keys(document.scenarios as object).length);
  });

  it('has whole configurations among it', () => {
    expect(BLOCKS.filter(({ text }) => /^scenarios:/m.test(text)).length).toBeGreaterThan(5);
  });
});

describe('links between the pages', () => {
  it.each([...PAGES, 'llms.txt'])('%s names files that are there', (page) => {
    const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map((match) => match[1]!);
    for (const target of targets) {
      expect(() => readFileSync(join(page, '..', target)), target).not.toThrow(/ENOENT/);
    }
  });

  it.each(PAGES)('%s names headings that are there', (page) => {
    const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    for (const [, path, anchor] of text.matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g)) {
      expect(listAnchors(path === undefined ? page : join(page, '..', path)), `${path}#${anchor}`).toContain(
        anchor,
      );
    }
  });

  it('are right in messages, help and schema, too', () => {
    const others = ['action.yml', 'tailgate.schema.json', 'llms.txt'].map((path) =>
      readFileSync(path, 'utf8'),
    );
    const text = [...SOURCE_LINES, ...others].join('\n');
    const targets = new Set(
      [...text.matchAll(/(?<![\w./-])docs\/(?!performance)[\w-]+\.md(?:#[\w-]+)?/g)].map(
        ([target]) => target,
      ),
    );
    expect(targets.size).toBeGreaterThan(8);
    for (const target of targets) {
      const [page, anchor] = target.split('#');
      expect(PAGES, target).toContain(page);
      if (anchor) expect(listAnchors(page!), target).toContain(anchor);
    }
  });
});

/** Lists the anchors of a page's headings, as GitHub names them. */
function listAnchors(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
