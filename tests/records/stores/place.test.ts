import { describe, expect, it } from 'vitest';
import { readPlace } from '../../../src/records/stores/place.ts';

describe('the place of records', () => {
  it.each([
    [undefined, { kind: 'directory', path: '/shop/.tailgate' }],
    ['git', { kind: 'git', url: null }],
    ['./git', { kind: 'directory', path: '/here/git' }],
    ['/records', { kind: 'directory', path: '/records' }],
  ])('%j is read as it is meant', (text, place) => {
    expect(readPlace(text, '/shop', '/here')).toEqual(place);
  });

  it.each(['', ' ', '\t', '\n'])('%j is no value', (text) => {
    expect(() => readPlace(text, '/shop', '/here')).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining('(`--store`) is empty') }),
    );
  });

  it('a name after `git:` is refused rather than made a folder', () => {
    expect(() => readPlace('git:bench', '/shop', '/here')).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message:
          '`git:bench` is no place of records: `git` means the refs of this repository, and takes no name.',
        hint: 'Give `git`, or `./git:bench` for a folder of that name.',
      }),
    );
    expect(readPlace('./git:bench', '/shop', '/here')).toEqual({
      kind: 'directory',
      path: '/here/git:bench',
    });
  });
});
