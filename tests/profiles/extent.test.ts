import { describe, expect, it } from 'vitest';
import { findEnd } from '../../src/profiles/extent.ts';

const endOf = (text: string, begin = 1) => findEnd(text.split('\n'), begin);

describe('the end of a function', () => {
  it('is its closing bracket, with parameters on lines of their own, and with a bracket below its name', () => {
    expect(endOf('function f() {\n  a();\n\n  b();\n}\nc();')).toBe(5);
    expect(endOf('function f(\n  a,\n) {\n  b();\n}\nc();')).toBe(5);
    expect(endOf('void f()\n{\n  b();\n}\nint c;')).toBe(4);
    expect(endOf('class A {\n  get b() {\n    return 1;\n  }\n  c = 2;\n}', 2)).toBe(4);
    expect(endOf('\tgo func() {\n\t\twork()\n\t}()\n\tnext()')).toBe(3);
  });

  it('is its last line where no bracket closes it, also with decorators', () => {
    expect(endOf('def f(x):\n    return x\n\n# The most.\nLIMIT = 3')).toBe(2);
    expect(endOf('@traced\n@cached\ndef f(\n    x,\n):\n    return x\nLIMIT = 3')).toBe(6);
    expect(endOf('const f = (x) => x;\nconst g = 3;')).toBe(1);
  });

  it('is not a comment that stands less deep', () => {
    expect(endOf('class A {\n  f() {\n//  old();\n    b();\n  }\n\n  // Sums.\n  g() {}\n}', 2)).toBe(5);
    expect(endOf('def f(x):\n#   old()\n    return x\nLIMIT = 3')).toBe(3);
  });

  it('is not known at the end of the file, or where the file cannot be read', () => {
    expect(endOf('def f(x):\n    return x')).toBe(Number.POSITIVE_INFINITY);
    expect(findEnd([], 7)).toBe(Number.POSITIVE_INFINITY);
  });
});
