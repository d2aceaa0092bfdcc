import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { ConfigError, parseConfig } from '../../src/config/document.ts';
import { readConfig } from '../../src/config/read.ts';
import { describeSchema } from '../../src/config/schema/schema.ts';
import { describeError, EXIT } from '../../src/errors.ts';
import { makeFolder } from '../folders.ts';
import { mutated } from './arbitraries.ts';
import { FILE, FULL, SMALL } from './configs.ts';

/** What only a fault of the tool itself would show. */
const TRACE = /\n\s+at .*:\d+:\d+\)?$|\[object |\bundefined\b|(?<!`)\bNaN\b|TypeError|RangeError|=> \{/m;

/** Checks that an error is meant for the user, has its place in the text and says what to do. */
function expectCivil(error: unknown, text: string): void {
  if (!(error instanceof ConfigError)) throw error;
  expect(error.exitCode).toBe(EXIT.configuration);
  // What the user has written may look like a trace.
  if (!TRACE.test(text)) expect(TRACE.exec(describeError(error))?.[0]).toBeUndefined();
  const lines = text.split('\n');
  expect(error.problems.length).toBeGreaterThan(0);
  for (const { line, column, what, expected } of error.problems) {
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    expect(expected, what).toBeTruthy();
  }
}

function expectConfigOrCivil(text: string): void {
  try {
    const { services, target, scenarios } = parseConfig(text, FILE);
    expect(services.find(({ name }) => name === target)).toMatchObject({ scope: 'instance', url: /:|\$/ });
    expect(scenarios.length).toBeGreaterThan(0);
  } catch (error) {
    expectCivil(error, text);
  }
}

/** Texts of a right form, where they do not belong. */
const VALUES =
  `tcp;SIGTERM;history;paired;/x;run;99%;p99 < 30ms at 5 req/s;p99 < 3;5 req/s;10 users;GET /;30s;5%;app;redis
http://h:\${PORT};\${redis.PORT};\${;$\${;node server.js; `.split(/[;\n]/);
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 200, Number.NaN, '', [], {}, ...VALUES),
  fc.string(),
  fc.array(fc.constantFrom(...VALUES), { maxLength: 3 }),
);

/** The full example with values at random places replaced. */
const graft = fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 4 }).map((grafts) => {
  const root = parseDocument(FULL).toJS();
  for (const [pick, inserted] of grafts) {
    const collect = (holder: Record<string, unknown>): [Record<string, unknown>, string][] =>
      Object.entries(holder).flatMap(([name, inner]) => [
        [holder, name],
        ...(typeof inner === 'object' && inner !== null ? collect(inner as Record<string, unknown>) : []),
      ]);
    const places = collect(root);
    const [holder, name] = places[pick % places.length]!;
    holder[name] = inserted;
  }
  return stringify(root, { aliasDuplicateObjects: false });
});

describe('no text makes the reader fail on its own account', () => {
  test.each<[string, fc.Arbitrary<string>]>([
    ['arbitrary text', fc.string({ unit: 'binary', maxLength: 200 })],
    ['slips of the hand', mutated(fc.constantFrom(FULL, SMALL))],
    ['values that became others', graft],
  ])('%s', (_, arbitrary) => {
    fc.assert(fc.property(arbitrary, expectConfigOrCivil), { numRuns: 120 });
  });
});

type Tree = { [key: string]: unknown };
type Path = (string | number)[];

/** Lists the places of the schema, `a` for names that are free and 0 for items. */
function listPlaces(schema: Tree, place: Path = []): Path[] {
  const { properties = {}, additionalProperties: free, items, anyOf = [] } = schema as Record<string, Tree>;
  return [
    ...(place.length > 0 ? [place] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => listPlaces(inner as Tree, [...place, name])),
    ...(typeof free === 'object' ? listPlaces(free, [...place, 'a']) : []),
    ...(typeof items === 'object' ? listPlaces(items, [...place, 0]) : []),
    ...(anyOf as unknown as Tree[]).flatMap((option) => listPlaces(option, place)),
  ];
}

/** The smallest file with a value at a place. */
function put(place: Path, inserted: unknown): string {
  const root = parseDocument(SMALL).toJS();
  let holder = root;
  for (const [index, name] of place.slice(0, -1).entries()) {
    if (typeof holder[name] !== 'object' || holder[name] === null)
      holder[name] = typeof place[index + 1] === 'number' ? [] : {};
    holder = holder[name];
  }
  holder[place.at(-1)!] = inserted;
  return stringify(root, { aliasDuplicateObjects: false });
}

const places = [
  ...new Map(listPlaces(describeSchema() as Tree).map((place) => [place.join('.'), place])).values(),
];
const WRONG = [{ wrong: { deep: true } }, null, [[1]], 'x'.repeat(20_000)];
const misplaced = places.flatMap((place) => [
  ...WRONG.map((wrong) => put(place, wrong)),
  put([...place.slice(0, -1), `${place.at(-1)}x`], 1),
]);

const own = SMALL.trimEnd().split('\n');
const withLine = (change: (line: string) => string) =>
  own.map((line, index) => own.with(index, change(line)).join('\n'));
const KEYS = '__proto__ constructor toString hasOwnProperty 😀 \u202e ключ ? ~ << 1 true'.split(' ');
const byHand = [
  ...[`\t`, '\0', '- ', '? ', '&a ', '*a ', '<<: ', '%YAML 9\n'].flatMap((mark) =>
    withLine((line) => mark + line),
  ),
  ...withLine((line) => line.replace(/: ?/, ': !!binary ')),
  ...KEYS.flatMap((name) => [`"${name}": 1\n${SMALL}`, SMALL.replace('search:', `"${name}":`)]),
  ...['['.repeat(3000), '{a: '.repeat(3000), '\ufeff: {', 'a '.repeat(50_000), '9'.repeat(50_000)].map(
    (text) => SMALL.replace('npm ci', text),
  ),
  Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  SMALL + Array.from({ length: 1000 }, (_, i) => `k${i}: 1\n`).join(''),
  `services:\n${'  a: {start: x}\n'.repeat(200)}${SMALL}`,
  ...['- a\n- b\n', 'hello', '{"service": {"start": "x"', '<service start="x"/>', '# a\n', ' \n\t\n'],
];

test('each key with another value, and files that are none, are told at their place, with what to do, at once', () => {
  const folder = makeFolder('tailgate-test');
  let failed = 0;
  for (const text of [...byHand, ...misplaced]) {
    writeFileSync(join(folder, 'tailgate.yml'), text);
    const before = process.cpuUsage();
    try {
      readConfig('tailgate.yml', folder);
    } catch (error) {
      failed++;
      expectCivil(error, text);
    }
    // Other programs may hold this one up; its own CPU time is its own fault.
    expect(process.cpuUsage(before).user, text.slice(0, 200)).toBeLessThan(1e6);
  }
  expect(failed).toBeGreaterThan(300);
});
