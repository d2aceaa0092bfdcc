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
});
