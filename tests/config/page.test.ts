import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { parseAge, parseBound, printAge, printBound } from '../../src/config/language/duration.ts';
import { FILE, SMALL } from './configs.ts';

const read = (page: string) => parseConfig(`${SMALL}page: ${page}\n`, FILE).page;

describe('page', () => {
  it('names the file, the buckets and the age', () => {
    expect(read('{ write: docs/performance.md, buckets: [250us, 100ms, 1.2s], max-age: 30d }')).toEqual({
      file: '/repo/docs/performance.md',
      buckets: [0.25, 100, 1200],
      maxAgeSeconds: 30 * 86_400,
    });
    expect(parseConfig(SMALL, FILE).page).toEqual({ buckets: [] });
  });

  it.each([
    ['{ write: ../performance.md }', /no file below/],
    ['{ write: docs/performance.html }', /Markdown or reStructuredText/],
    ['{ buckets: [2ms, 1ms] }', /rise/],
    ['{ buckets: [100] }', /no unit/],
    ['{ buckets: [0ms] }', /takes no time/],
    ['{ max-age: 30 days }', /Did you mean: 30d|30d/],
    ['{ max-age: 1m }', /not a unit of age/],
    ['{ max-age: 99999d }', /out of range/],
    ['{ file: x.md }', /file/],
  ])('refuses %s with its place', (page, message) => {
    expect(() => read(page)).toThrow();
    try {
      read(page);
    } catch (error) {
      expect((error as { detail: string }).detail).toMatch(message);
      expect((error as { detail: string }).detail).toMatch(/tailgate\.yml:9/);
    }
  });

  it('reads back what it prints', () => {
    for (const text of ['12h', '30d', '365d']) expect(printAge(parseAge(text))).toBe(text);
    for (const text of ['250us', '100ms', '1.2s', '800ms']) expect(printBound(parseBound(text))).toBe(text);
  });
});
