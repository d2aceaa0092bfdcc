import { describe, expect, test } from 'vitest';
import { compilePatterns } from '../../src/config/when.ts';

describe('patterns', () => {
  // biome-ignore format: one pattern a line
  test.each([
    [['src/**'], ['src/a.js', 'src/.hidden/b', 'src/a\nb.js', 'src'], ['lib/a.js', 'a/src/b']],
    [['**/*.js'], ['a.js', 'x/y/.z/a.js', 'x\ny/a.js'], ['a.ts']],
    [['**'], ['a', '.github/workflows/x.yml', 'a\nb/c'], []],
    [['/'], ['a', 'src/b'], []],
    [['src'], ['src', 'src/a', 'src/deep/a'], ['src2/a', 'lib/src']],
    [['packages/*/src'], ['packages/a/src/x.ts'], ['packages/a/b/src/x.ts', 'packages/src']],
    [['src/{api,web}/**'], ['src/api/a', 'src/web/b/c'], ['src/{api,web}/a', 'src/cli/a']],
    // Names that routers of web frameworks give meaning to.
    [['app/(shop)/**'], ['app/(shop)/page.tsx'], ['app/shop/page.tsx']],
    [['app/[id]/**'], ['app/[id]/page.tsx'], []],
    [['app/\\[id\\]/**'], ['app/[id]/page.tsx'], ['app/i/page.tsx']],
    [['routes/$id.tsx', 'c++/*', 'a+(b)'], ['routes/$id.tsx', 'c++/x', 'a+(b)'], ['ab']],
    [['{a,b}+', '[c]+'], ['a+', 'b+', 'c+'], ['aa', 'abab', 'cc']],
  ])('%j', (patterns, inside, outside) => {
    const match = compilePatterns(patterns, '');
    for (const path of inside) expect(`${path} ${match(path)}`).toBe(`${path} in`);
    for (const path of outside) expect(`${path} ${match(path)}`).toBe(`${path} unnamed`);
  });

  test('decide in the order in which they are written, the last that matches', () => {
    const match = compilePatterns(['src/**', '!src/docs', 'src/docs/api.md', '!(tools)/**'], '');
    expect(match('src/a.js')).toBe('in');
    expect(match('src/docs/guide.md')).toBe('out');
    expect(match('src/docs/api.md')).toBe('in');
    expect(match('README.md')).toBe('unnamed');
    expect(match('(tools)/x')).toBe('out');
  });

  test('name files from the folder of the configuration, with a leading / from the top of the repository', () => {
    const patterns = ['src/**', '/packages/shared/**', '../*.lock', '!/packages/shared/docs', '/go.mod'];
    const match = compilePatterns(patterns, 'apps/(shop)/[id]');
    const inside = ['apps/(shop)/[id]/src/a.js', 'packages/shared/x.js', 'apps/(shop)/yarn.lock', 'go.mod'];
    const outside = ['src/a.js', 'apps/(shop)/i/src/a.js', 'apps/(shop)/[id]/packages/shared/a', 'x/go.mod'];
    expect(inside.map(match)).toEqual(inside.map(() => 'in'));
    expect(outside.map(match)).toEqual(outside.map(() => 'unnamed'));
    expect(match('packages/shared/docs/api.md')).toBe('out');
  });
});
