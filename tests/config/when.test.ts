import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { compilePatterns } from '../../src/config/when.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

const withPatterns = (...patterns: string[]) =>
  `${SMALL}when:\n  changed:\n${patterns.map((pattern) => `    - ${JSON.stringify(pattern)}\n`).join('')}`;

describe('when.changed', () => {
  test('is kept as written, and absent when there is none', () => {
    const { when } = parseConfig(withPatterns('src/**', '!src/**/*.md'), FILE);
    expect(when).toEqual({ changed: ['src/**', '!src/**/*.md'] });
    expect(parseConfig(SMALL, FILE).when).toBeUndefined();
  });

  test.each([
    ['/src/**', 'A pattern is relative to the folder of this file, so this matches nothing.', 'src/**'],
    ['!/docs/**', 'A pattern is relative to the folder of this file, so this matches nothing.', '!docs/**'],
    ['C:\\src', 'A pattern is relative to the folder of this file, so this matches nothing.', 'src'],
    ['src\\app', 'Folders are separated by `/`.', 'src/app'],
    ['**.js', '`**` stands for folders only where nothing stands beside it', '**/*.js'],
    ['src/a**', '`**` stands for folders only where nothing stands beside it', 'src/a*/**'],
    ['src//app', 'The names of a path are separated by one `/`.', 'src/app'],
    ['src/./app', 'The names of a path are separated by one `/`.', 'src/app'],
    [' src/**', 'The pattern begins or ends with a blank.', 'src/**'],
  ])('%s is an error that names the nearest right one', (pattern, what, nearest) => {
    const text = withPatterns('lib/**', pattern);
    expect(problemsOf(text)).toEqual([expect.stringContaining(`12:7 ${what}`)]);
    expect(framesOf(text)).toContain(`did you mean: ${nearest}`);
    expect(() => parseConfig(withPatterns('lib/**', nearest), FILE)).not.toThrow();
  });

  test.each([
    ['../shared/**', /`\.\.` matches nothing[\s\S]*move this file up/],
    ['src/../lib/**', /`\.\.` matches nothing/],
    ['src/[ab', /A bracket has no `]`/],
    ['src/{a,b', /A bracket has no `}`/],
    ['', /The pattern is empty/],
    ['!', /The pattern is empty/],
    ['~/src', /Nobody fills in/],
    ['${DIR}/src', /Nobody fills in/],
  ])('%s is an error', (pattern, words) => {
    expect(framesOf(withPatterns('lib/**', pattern))).toMatch(words);
  });

  test.each([
    '**/*a*a*a*a*a*a*a*a*a*a*b',
    'src/*a*/*a*/*a*',
    '**/a/**/b/**/c/**',
    '{*a,*a}{*a,*b}.js',
    '{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}b',
    `lib/*x${'*y'.repeat(40)}`,
  ])('%s, with which some names take hours, is an error with its line and advice', (pattern) => {
    const text = withPatterns('lib/**', pattern);
    expect(problemsOf(text)).toEqual([
      expect.stringContaining('12:7 The pattern can match a name in too many ways'),
    ]);
    expect(framesOf(text)).toContain('Write several patterns');
  });

  test.each([
    'packages/*/src/**/__tests__/**/*.{ts,tsx}',
    '{apps,libs}/*/{src,lib}/**/*.{js,ts}',
    '**/*test*.*',
    'a\\*b\\*c\\*d\\*e',
  ])('%s is simple enough', (pattern) => {
    expect(() => parseConfig(withPatterns(pattern), FILE)).not.toThrow();
  });

  test('takes nothing out of nothing', () => {
    const text = withPatterns('!docs/**');
    expect(problemsOf(text)).toEqual(['11:7 `!` takes out of what stands before it, and nothing does.']);
    expect(framesOf(text)).toContain("changed: ['**', '!docs/**']");
  });

  test('is a list with something in it, whose texts YAML must not take for tags or aliases', () => {
    expect(framesOf(`${SMALL}when:\n  changed: src/**\n`)).toContain('did you mean: changed: [src/**]');
    expect(problemsOf(`${SMALL}when:\n  changed: []\n`)).toEqual([
      expect.stringContaining('is an empty list'),
    ]);
    expect(problemsOf(`${SMALL}when: {}\n`)).toEqual([expect.stringContaining('`changed` is missing')]);
    expect(framesOf(`${SMALL}when:\n  changed:\n    - !docs/**\n`)).toContain('begins with `!` needs quotes');
    expect(framesOf(`${SMALL}when:\n  changed:\n    - **\n`)).toContain('begins with `*` needs quotes');
  });

  test('is what path filters are called elsewhere', () => {
    expect(framesOf(`${SMALL}when:\n  paths: [src/**]\n`)).toContain('did you mean `changed`?');
    expect(framesOf(`${SMALL}when:\n  paths-ignore: [docs/**]\n`)).toContain('`!` takes out');
    expect(framesOf(`${SMALL}paths: [src/**]\n`)).toContain('did you mean `when`?');
  });
});

describe('patterns', () => {
  test.each([
    [['src/**'], ['src/a.js', 'src/.hidden/b', 'src/a\nb.js', 'src'], ['lib/a.js', 'a/src/b']],
    [['*.js'], ['a.js', '.eslintrc.js'], ['src/a.js']],
    [['**/*.js'], ['a.js', 'x/y/.z/a.js', 'x\ny/a.js'], ['a.ts']],
    [['**'], ['a', '.github/workflows/x.yml', 'a\nb/c'], []],
    [['src'], ['src', 'src/a', 'src/deep/a'], ['src2/a', 'lib/src']],
    [['src/'], ['src/a', 'src/deep/a'], ['srcs']],
    [['packages/*/src'], ['packages/a/src/x.ts'], ['packages/a/b/src/x.ts', 'packages/src']],
    [['./src/*'], ['src/a'], ['src/a/b']],
    [['src/{api,web}/**'], ['src/api/a', 'src/web/b/c'], ['src/{api,web}/a', 'src/cli/a']],
    [['file[0-9].txt'], ['file7.txt'], ['filex.txt']],
    [['a?c'], ['abc'], ['a/c', 'ac']],
    // Names that routers of web frameworks give meaning to.
    [['app/(shop)/**'], ['app/(shop)/page.tsx'], ['app/shop/page.tsx']],
    [['app/[id]/**'], ['app/[id]/page.tsx'], []],
    [['app/\\[id\\]/**'], ['app/[id]/page.tsx'], ['app/i/page.tsx']],
    [['routes/$id.tsx', 'c++/*', 'a+(b)'], ['routes/$id.tsx', 'c++/x', 'a+(b)'], ['ab']],
    [
      ['{a,b}+', '[c]+'],
      ['a+', 'b+', 'c+'],
      ['aa', 'abab', 'cc'],
    ],
  ])('%j', (patterns, inside, outside) => {
    const match = compilePatterns(patterns);
    for (const path of inside) expect(`${path} ${match(path)}`).toBe(`${path} in`);
    for (const path of outside) expect(`${path} ${match(path)}`).toBe(`${path} unnamed`);
  });

  test('decide in the order in which they are written, the last that matches', () => {
    const match = compilePatterns(['src/**', '!src/docs', 'src/docs/api.md', '!(tools)/**']);
    expect(match('src/a.js')).toBe('in');
    expect(match('src/docs/guide.md')).toBe('out');
    expect(match('src/docs/api.md')).toBe('in');
    expect(match('README.md')).toBe('unnamed');
    expect(match('(tools)/x')).toBe('out');
  });

  test('a path with a long name, or in a hundred folders, counts as named, whatever takes it out', () => {
    const match = compilePatterns(['src/**', '!docs/**']);
    for (const path of [`docs/${'a'.repeat(201)}`, `${'a'.repeat(201)}/b`, `docs/${'a/'.repeat(100)}b`])
      expect(match(path)).toBe('in');
    expect(match(`docs/${'a'.repeat(200)}`)).toBe('out');
    expect(match(`docs/${'a/'.repeat(90)}b`)).toBe('out');
  });

  test.each([
    ['**/*a*a*b', 'a'.repeat(200)],
    ['*a*/*a*b', `${'a'.repeat(200)}/${'a'.repeat(200)}`],
    ['{a,aa}+b', 'a'.repeat(60)],
    ['**/a/**/a/**/b', Array(100).fill('a').join('/')],
  ])('%s gives up on a name that it could match in very many ways', (pattern, path) => {
    expect(compilePatterns([pattern])(path)).toBe('unnamed');
  });
});
