import { describe, expect, it } from 'vitest';
import { parseDriftTolerance, parseReference } from '../../src/config/language/reference.ts';

describe('what drift compares with', () => {
  it.each([
    ['v1.4.0', { kind: 'name', name: 'v1.4.0' }],
    ['origin/main~3', { kind: 'name', name: 'origin/main~3' }],
    ['1234567d', { kind: 'name', name: '1234567d' }],
    ['latest-release-tag', { kind: 'release' }],
    ['30d', { kind: 'age', seconds: 30 * 86_400 }],
    ['4w', { kind: 'age', seconds: 28 * 86_400 }],
  ])('reads %s', (text, reference) => {
    expect(parseReference(text)).toEqual(reference);
  });

  it.each(['', ' ', '--upload-pack=x', 'a b', '30 days', '0d'])('refuses %j', (text) => {
    expect(() => parseReference(text)).toThrow();
  });

  it('reads a tolerance up to three times a latency', () => {
    expect(parseDriftTolerance('10%')).toBe(0.1);
    expect(() => parseDriftTolerance('0.1')).toThrow('no unit');
  });
});
