import { describe, expect, it } from 'vitest';
import { openRecordStore, readPlace } from '../../../src/records/stores/place.ts';

describe('the place of records', () => {
  it.each([
    [undefined, { kind: 'directory', path: '/shop/.tailgate' }],
    ['git', { kind: 'git', url: null, branches: null }],
    ['git:tailgate', { kind: 'git', url: null, branches: 'tailgate' }],
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

  it.each(['git:', 'git:/', 'git:a b', 'git:a..b'])('%j is no folder of branches', (text) => {
    const around = { suite: 'default', directory: '/shop', credentials: null, environment: {} };
    const { signal } = new AbortController();
    expect(() => openRecordStore(readPlace(text, '/shop'), { ...around, signal })).toThrow(
      expect.objectContaining({ exitCode: 2 }),
    );
  });
});
