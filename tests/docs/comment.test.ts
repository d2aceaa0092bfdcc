import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/comment.md', 'utf8');
/** The comment of the picture, as `npm run picture` renders it. */
const rendered = readFileSync('tests/report/snapshots/pair-regressed.txt', 'utf8').replaceAll('\u00a0', ' ');
const status = ['src/report/words/status.ts', 'src/report/words/unsteady.ts', 'src/metrics/table.ts']
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const quoted = [...page.matchAll(/^> (.*)$/gm)].map(([, line]) => line!);
const cells = [...page.matchAll(/^\| [^|]* \| `([^|]*)` \| .*$/gm)].flatMap(([, cell]) => cell!.split('` `'));
const words = [...page.slice(page.indexOf('## How sure is this?')).matchAll(/^\| `([^`]+)`/gm)].map(
  ([, text]) => text!,
);

describe('docs/comment.md', () => {
  it.each([...quoted, ...cells])('quotes the comment of the picture: %s', (text) => {
    expect(rendered).toContain(text);
  });

  it.each(words)('explains a status that there is: %s', (text) => {
    expect(status).toMatch(new RegExp(`['\`, ]${text}['\`, $:]`));
  });

  it('explains much of both', () => {
    expect(quoted.length).toBeGreaterThan(6);
    expect(cells.length).toBeGreaterThan(2);
    expect(words.length).toBeGreaterThan(18);
  });
});
