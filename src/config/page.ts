import type { Config } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { printBound } from './language/duration.ts';
import type { UserConfig } from './schema/schema.ts';
import { resolveInside } from './script.ts';

/** Most bounds of buckets. A wider table is not read. */
const MOST_BOUNDS = 20;

/** Endings of the files that a page can be in. */
const PAGE_FILE = /\.(?:md|markdown|rst)$/i;

/** Reads `page`: the file that shows the results, and what it shows. */
export function readPage(place: Place, input: UserConfig['page'], directory: string): Config['page'] {
  const { write, buckets, 'max-age': maxAge } = input ?? {};
  const bounds: number[] = [];
  for (const { item: ms, place: at } of place.below('buckets').items(buckets)) {
    const last = bounds.at(-1);
    if (last !== undefined && ms <= last)
      at.reject('The bounds of buckets rise.', `expected more than \`${printBound(last)}\``);
    bounds.push(ms);
  }
  if (bounds.length > MOST_BOUNDS)
    place.below('buckets').rejectKey('There are too many bounds.', `expected at most ${MOST_BOUNDS}`);
  return {
    file: write === undefined ? undefined : readFile(place.below('write'), write, directory),
    buckets: bounds,
    maxAgeSeconds: maxAge,
  };
}

function readFile(place: Place, text: string, directory: string): string | undefined {
  const path = resolveInside(directory, text);
  if (path === undefined || text.startsWith('~') || text.includes('$'))
    place.reject(
      'This is no file below the folder of this file.',
      'expected one such as `docs/performance.md`',
    );
  else if (!isPageFile(path))
    place.reject('A page is Markdown or reStructuredText.', 'expected a name that ends in `.md` or `.rst`');
  return path;
}

/** Tells whether the name of a file says Markdown or reStructuredText. */
export function isPageFile(path: string): boolean {
  return PAGE_FILE.test(path);
}
