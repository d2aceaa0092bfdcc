import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument, Scalar, stringify } from 'yaml';
import { findInSource } from '../../src/config/diagnostics/scalar-offset.ts';
import { ConfigError, parseConfig } from '../../src/config/document.ts';
import { parseComparedMetric } from '../../src/config/language/metric.ts';
import { UserError } from '../../src/errors.ts';
import { printMetric } from '../../src/metrics/metric.ts';
import { mutated } from './arbitraries.ts';
import { FILE, FULL, SMALL } from './configs.ts';

/** Parses, and checks that whatever is thrown is meant for the user and points into the text. */
function expectCivil(text: string): void {
  try {
    const { services, target, scenarios, baseline } = parseConfig(text, FILE);
    expect(services.find(({ name }) => name === target)?.url).toBeDefined();
    expect(scenarios.length).toBeGreaterThan(0);
    expect(scenarios.filter(({ loads }) => loads.length === 0)).toEqual([]);
    expect(services.find(({ name }) => name === target)?.scope).toBe('instance');
    for (const { path, lockFile } of services.flatMap(({ reuse }) => reuse)) {
      expect(path).not.toMatch(/^\/|\/$|(?:^|\/)\.\.?(?:\/|$)|\$/);
      expect(`${lockFile}/`.startsWith(`${path}/`)).toBe(false);
    }
    const sensitivities = [baseline, ...scenarios].map(({ sensitivity }) => sensitivity);
    for (const { tolerance, confidence } of sensitivities) {
      const fractions = Object.values(tolerance.byMetric).map(({ fraction }) => fraction);
      const confidences = Object.values(confidence.byMetric);
      for (const number of [...fractions, ...confidences]) expect(number).toBeLessThanOrEqual(10);
      const names = [tolerance, confidence].flatMap(({ byMetric }) => Object.keys(byMetric));
      expect(names.map((name) => printMetric(parseComparedMetric(name)))).toEqual(names);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const { detail, message, hint } = error as UserError;
    expect(`${message}${detail}${hint ?? ''}`).not.toMatch(/\[object|\bNaN\b|function \w*\(|=> \{/);
    if (!(error instanceof ConfigError)) return;
    expect(error.problems.length).toBeGreaterThan(0);
    const lines = text.split('\n');
    for (const { line, column } of error.problems) {
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    }
  }
}

const WORDS = [
  'suite service services external target secrets scenarios measure baseline k6 build prepare start cleanup url env',
  'needs ready stop path tcp log timeout request script exec load slo method headers json body expect status budget from',
  'tolerance when variants capacity reuse scope app redis search PORT __proto__ constructor toString',
  'confidence on-base-failure tail errors p50 p99 p99.90 p999 avg slow-share node_modules ./dist/ ../out go.sum',
].flatMap((line) => line.split(' '));

const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    200,
    Number.NaN,
    '',
    ' ',
    'tcp',
    'SIGTERM',
    'history',
    'paired',
    '/x',
    'run',
    'invalid',
    '99%',
    'package-lock.json',
    './a/../b',
  ),
  fc.constantFrom<unknown>(
    'p99 < 30ms at 5 req/s',
    'p99 < 3',
    '5 req/s',
    '10 users',
    'GET /',
    '30s',
    '5%',
    'localhost:80',
    'app',
  ),
  fc.constantFrom<unknown>('http://h:${PORT}', '${redis.PORT}', '${', '$${', 'node server.js'),
  fc.string(),
);

const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    value,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.string() }),
      tie('node'),
      {
        maxKeys: 6,
      },
    ),
  ),
})).node;

/** The full example with values at random places replaced. */
const graft = fc.array(fc.tuple(fc.nat(), tree), { minLength: 1, maxLength: 4 }).map((grafts) => {
  const root = parseDocument(FULL).toJS();
  for (const [pick, inserted] of grafts) {
    const places: [Record<string, unknown>, string][] = [];
    const collect = (holder: Record<string, unknown>) => {
      for (const [key, inner] of Object.entries(holder)) {
        places.push([holder, key]);
        if (typeof inner === 'object' && inner !== null) collect(inner as Record<string, unknown>);
      }
    };
    collect(root);
    const [holder, key] = places[pick % places.length]!;
    holder[key] = inserted;
  }
  return stringify(root, { aliasDuplicateObjects: false });
});

describe('no text makes the reader fail on its own account', () => {
  test('arbitrary text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 })),
        expectCivil,
      ),
      {
        numRuns: 200,
      },
    );
  });

  test('configurations with slips of the hand', () => {
    fc.assert(fc.property(mutated(fc.constantFrom(FULL, SMALL)), expectCivil), { numRuns: 150 });
  });

  test('configurations with lines lost, doubled or moved', () => {
    const lines = FULL.split('\n');
    const shuffled = fc.array(fc.nat(lines.length - 1), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.subarray(lines, { minLength: 5 }), shuffled, (kept, more) => {
        expectCivil(kept.join('\n'));
        expectCivil(more.map((index) => lines[index]).join('\n'));
      }),
      { numRuns: 80 },
    );
  });

  test('trees of known and unknown keys', () => {
    fc.assert(
      fc.property(tree, (root) => expectCivil(stringify(root, { aliasDuplicateObjects: false }))),
      { numRuns: 150 },
    );
  });

  test('configurations in which values became others', () => {
    fc.assert(fc.property(graft, expectCivil), { numRuns: 150 });
  });

  test('nesting, anchors that multiply, circles and unknown anchors', () => {
    const laughs = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 12; i++)
      laughs.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
      );
    const nested = `a: ${'['.repeat(5000)}${']'.repeat(5000)}`;
    const messages = [
      laughs.join('\n'),
      nested,
      'a: &a [*a]',
      'a: *b',
      'a: &a {<<: *a}',
      '__proto__: {}',
    ].map((text) => {
      try {
        parseConfig(text, FILE);
      } catch (error) {
        return error instanceof ConfigError ? error.problems[0]?.what : error;
      }
      return 'parsed';
    });
    expect(messages).toEqual([
      'Anchors are repeated more than 100 times in all.',
      'This is nested too deeply.',
      '`*a` stands inside of what it repeats.',
      'There is no anchor `&b` before this.',
      '`*a` stands inside of what it repeats.',
      '`__proto__` cannot be a key.',
    ]);
  });
});

test('every character of a value is found where the file has it, whatever the style', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', "'", '"', '\\', '\n', '\t', 'é', '😀', ':', '#', '1'),
  });
  const style = fc.constantFrom(
    Scalar.PLAIN,
    Scalar.QUOTE_SINGLE,
    Scalar.QUOTE_DOUBLE,
    Scalar.BLOCK_LITERAL,
    Scalar.BLOCK_FOLDED,
  );
  const options = fc.record({ lineWidth: fc.constantFrom(0, 20, 80), indent: fc.constantFrom(2, 4) });
  fc.assert(
    fc.property(text, style, options, (content, type, layout) => {
      const scalar = new Scalar(content);
      scalar.type = type;
      const file = stringify({ outer: { inner: scalar } }, layout);
      // Some of these the library itself does not read back.
      fc.pre(parseDocument(file).getIn(['outer', 'inner']) === content);
      const found = parseDocument(file).getIn(['outer', 'inner'], true) as Scalar<string>;
      for (let index = 0; index < found.value.length; index++) {
        const letter = found.value[index]!;
        const at = findInSource(file, found, index);
        if (/[a-bé:#1]/.test(letter)) expect(file[at]).toBe(letter);
        if (letter === "'" || letter === '"') expect(file.slice(at, at + 2)).toContain(letter);
      }
    }),
    { numRuns: 500 },
  );
});
