import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

const reuse = (lines: string) =>
  SMALL.replace('  build', `  reuse:\n${lines.replace(/^/gm, '    ')}\n  build`);

describe('reuse', () => {
  test('brings both paths to their shortest form', () => {
    const config = parseConfig(reuse('./node_modules/: ./package-lock.json\n.venv: requirements.txt'), FILE);
    expect(config.services[0]?.reuse).toEqual([
      { path: 'node_modules', lockFile: 'package-lock.json' },
      { path: '.venv', lockFile: 'requirements.txt' },
    ]);
  });

  test.each([
    ['/etc: a.lock', '3:5 Both paths of `reuse` are relative to this file.'],
    ['a: /repo/a.lock', '3:8 Both paths of `reuse` are relative to this file.'],
    ['../a: a.lock', '3:5 This path leaves the folder of this file.'],
    ['a: b/../../a.lock', '3:8 This path leaves the folder of this file.'],
    ['a/../b: a.lock', '3:5 `..` is not followed here.'],
    ['.: a.lock', '3:5 This is the whole folder, not something in it.'],
    ['"": a.lock', '3:5 The path is empty.'],
    ['~/a: a.lock', '3:5 Nobody fills in `~` or `$` here.'],
    ['a: ${env.LOCK}', '3:8 Nobody fills in `~` or `$` here.'],
    ['"**/a": a.lock', '3:5 Patterns are not filled in here.'],
    ['.git: a.lock', '3:5 `.git` is not a part of a revision.'],
    ['a:', '3:5 `a` is empty.'],
    ['a: [a.lock, b.lock]', '3:5 `a` is a list.'],
    ['./a: a.lock\na/: b.lock', '4:5 `a` is given twice.'],
    [
      'a: a/b.lock',
      '3:8 This lock file lies in `a` itself, so no other revision has one to compare it with.',
    ],
    ['yarn.lock: node_modules', '3:5 The path comes first, then the lock file that it follows from.'],
  ])('%s: %s', (lines, problem) => {
    expect(problemsOf(reuse(lines))).toEqual([problem]);
  });

  test('proposes what was meant', () => {
    expect(framesOf(reuse('package-lock.json: node_modules'))).toContain(
      'did you mean `node_modules: package-lock.json`?',
    );
    expect(framesOf(reuse('/repo/node_modules: a.lock'))).toContain('did you mean `node_modules`?');
    expect(framesOf(reuse('a: ../repo'))).toContain('such as `package-lock.json`');
    expect(framesOf(SMALL.replace('  build', '  reuse: node_modules\n  build'))).toContain(
      '= For example:\n    reuse:\n      node_modules: package-lock.json',
    );
    expect(framesOf(SMALL.replace('  build', '  cache:\n    a: b\n  build'))).toContain(
      'did you mean `reuse`?',
    );
  });

  test('does not mistake a name for that of a lock file', () => {
    expect(() => parseConfig(reuse('blocks/clock: requirements.txt'), FILE)).not.toThrow();
  });

  test('of two services in one folder hangs on the same lock file', () => {
    const services = (lock: string) =>
      SMALL.replace(
        /service:[\s\S]*(?=scenarios:)/,
        `services:\n  a:\n    start: x\n    url: http://127.0.0.1:\${PORT}\n    reuse:\n      m: a.lock\n  b:\n    start: x\n    reuse:\n      m: ${lock}\n`,
      );
    expect(() => parseConfig(services('a.lock'), FILE)).not.toThrow();
    expect(problemsOf(services('b.lock'))).toEqual(['9:5 `a` reuses `m` with another lock file: `a.lock`.']);
  });
});
