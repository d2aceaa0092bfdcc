import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listTrailers } from '../../../src/verdict/acceptance/trailers.ts';

const KEY = 'Tailgate-Accept';

/** What git itself reads, in the same form. */
function askGit(message: string): string[] {
  const args = ['-c', 'core.commentChar=#', 'interpret-trailers', '--parse', '--no-divider'];
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    LC_ALL: 'C',
  };
  const output = execFileSync('git', args, { input: `${message}\n`, encoding: 'utf8', env, cwd: '/' });
  return output
    .split('\n')
    .filter((line) => line.toLowerCase().startsWith(`${KEY.toLowerCase()}:`))
    .map((line) => line.slice(KEY.length + 1).trim());
}

describe('the trailers of a commit message', () => {
  it.each<[string, string, string[]]>([
    ['the last paragraph', 'Title\n\nBody\n\nTailgate-Accept: all', ['all']],
    ['any case', 'Title\n\ntailgate-ACCEPT: all', ['all']],
    ['several of them', 'Title\n\nTailgate-Accept: a p99\nTailgate-Accept: b', ['a p99', 'b']],
    [
      'folded lines',
      'Title\n\nTailgate-Accept: checkout p99\n  for the log\nX: y',
      ['checkout p99 for the log'],
    ],
    ['white space before the colon', 'Title\n\nTailgate-Accept : all', ['all']],
    ['carriage returns', 'Title\r\n\r\nTailgate-Accept: all\r\n', ['all']],
    ['blank lines after it', 'Title\n\nTailgate-Accept: all\n\n\n', ['all']],
    ['an empty value', 'Title\n\nTailgate-Accept:', ['']],
    ['prose beside what git wrote', 'T\n\nSee below.\nTailgate-Accept: all\nSigned-off-by: A <a@b>', ['all']],
    ['no title', 'Tailgate-Accept: all', []],
    ['an earlier paragraph', 'Title\n\nTailgate-Accept: all\n\nBody', []],
    ['prose around it', 'Title\n\nSee below.\nTailgate-Accept: all', []],
    ['an indented line', 'Title\n\n  Tailgate-Accept: all', []],
    ['a continuation of another', 'Title\n\nX: y\n Tailgate-Accept: all', []],
    ['a comment', 'Title\n\nX: y\n# Tailgate-Accept: all', []],
    ['no message', '', []],
  ])('are read as git reads them: %s', (_, message, expected) => {
    expect(listTrailers(message, KEY)).toEqual(expected);
    expect(askGit(message)).toEqual(expected);
  });

  it('are what git finds, whatever the message', () => {
    const line = fc.constantFrom(
      'Tailgate-Accept: all',
      'tailgate-accept: b p99',
      'Tailgate-Accept:',
      'Signed-off-by: A <a@b>',
      'Signed-off-by:',
      '(cherry picked from commit 1234)',
      'Other: value',
      'prose',
      'more prose: with a colon',
      ' indented',
      '\tTailgate-Accept: all',
      '# comment',
      '',
      ' ',
      '---',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        const message = ['Title', ...lines].join('\n');
        expect(listTrailers(message, KEY), JSON.stringify(message)).toEqual(askGit(message));
      }),
      { numRuns: 200 },
    );
  });

  it('are found in no time in huge and hostile text', () => {
    const size = 1_000_000;
    const texts = [
      '\n'.repeat(size),
      ' '.repeat(size),
      'a'.repeat(size),
      'a: b\n'.repeat(size / 5),
      '#\n '.repeat(size / 3),
    ];
    for (const text of texts) expect(listTrailers(`Title\n\n${text}`, KEY)).toEqual([]);
  });
});
