import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXAMPLES = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[^/]+\/README\.md$/.test(name))
  .map((name) => join('examples', name));

/** Pages that readers see: the README, those of the docs and of the examples. */
export const PAGES = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...EXAMPLES,
].sort();

/** Lists the texts of all code spans of a page, blocks left out; a line break within one is a blank. */
export function listSpans(page: string): string[] {
  const text = page.replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)/g)].map(([, , span]) =>
    span!.replace(/\s*\n\s*/g, ' ').replace(/^ (.*`.*) $/, '$1'),
  );
}

/** Lines of the source, as a reader of a message sees them: without the escapes of a template. */
export const SOURCE_LINES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => readFileSync(join('src', name), 'utf8').replaceAll('\\`', '`').split('\n'));
