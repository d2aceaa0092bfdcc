import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ConfigError } from '../../src/config/document.ts';
import { readConfig } from '../../src/config/read.ts';
import { describeSchema } from '../../src/config/schema/schema.ts';
import { describeError, EXIT, UserError } from '../../src/errors.ts';
import { makeFolder } from '../folders.ts';
import { SMALL } from './configs.ts';

const folder = makeFolder('tailgate-test');

type Tree = { [key: string]: unknown };
type Mistake = [name: string, text: string];

/** Lists the places of the schema, `a` for names that are free and 0 for items, with what may stand there. */
function listPlaces(
  schema: Tree,
  place: (string | number)[] = [],
): { place: (string | number)[]; schema: Tree }[] {
  const { properties = {}, additionalProperties: free, items, anyOf = [] } = schema as Record<string, Tree>;
  return [
    ...(place.length > 0 ? [{ place, schema }] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => listPlaces(inner as Tree, [...place, key])),
    ...(typeof free === 'object' ? listPlaces(free, [...place, 'a']) : []),
    ...(typeof items === 'object' ? listPlaces(items, [...place, 0]) : []),
    ...(anyOf as unknown as Tree[]).flatMap((option) => listPlaces(option, place)),
  ];
}

/** The smallest file with a value at a place. */
function put(place: readonly (string | number)[], value: unknown): string {
  const root: Tree = {
    service: { start: 'node server.js', url: 'http://127.0.0.1:${PORT}' },
    scenarios: { search: { request: 'GET /', slo: 'p99 < 30ms at 5 req/s' } },
  };
  let holder = root as Record<string | number, unknown>;
  for (const [index, key] of place.slice(0, -1).entries()) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null)
      holder[key] = typeof place[index + 1] === 'number' ? [] : {};
    holder = holder[key] as Record<string | number, unknown>;
  }
  holder[place.at(-1)!] = value;
  return stringify(root, { aliasDuplicateObjects: false });
}

const places = listPlaces(describeSchema() as Tree);
const unique = [...new Map(places.map((one) => [one.place.join('.'), one])).values()];

/** What fits nowhere, or hardly anywhere. */
const WRONG: [string, unknown][] = [
  ['a map', { wrong: { deep: true } }],
  ['null', null],
  ['a list in a list', [[1]]],
  ['a long text', 'x'.repeat(20_000)],
];

const generated: Mistake[] = unique.flatMap(({ place }): Mistake[] => [
  ...WRONG.map(([name, value]): Mistake => [`${name} at ${place.join('.')}`, put(place, value)]),
  [`a misspelt ${place.join('.')}`, put([...place.slice(0, -1), `${place.at(-1)}x`], 1)],
]);

const lines = SMALL.trimEnd().split('\n');
const laughs = Array.from({ length: 12 }, (_, i) =>
  i === 0
    ? 'x-0: &a0 [x]'
    : `x-${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
).join('\n');

/** SMALL with a text in place of another. */
const small = (from: string | RegExp, to: string) => SMALL.replace(from, () => to);
const slo = (text: string) => small('p99 < 30ms at 1000 req/s', text);
const request = (text: string) => small('GET /search?q=shoes', text);

const byHand: Mistake[] = [
  ...lines.map((line, i): Mistake => [`line ${i + 1} twice`, lines.toSpliced(i, 0, line).join('\n')]),
  ...lines.map((_, i): Mistake => [`a tab on line ${i + 1}`, lines.with(i, `\t${lines[i]}`).join('\n')]),
  ...lines.map(
    (line, i): Mistake => [`line ${i + 1} without a colon`, lines.with(i, line.replace(':', '')).join('\n')],
  ),
  ...lines.map((line, i): Mistake => [`line ${i + 1} with a NUL`, lines.with(i, `${line}\0`).join('\r\n')]),
  ...lines.map(
    (line, i): Mistake => [
      `line ${i + 1} with a tag`,
      lines.with(i, line.replace(/: ?/, ': !!binary ')).join('\n'),
    ],
  ),
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '😀',
    '\u202e',
    'ключ',
    '?',
    '~',
    '<<',
    '1',
    'true',
  ].flatMap((key): Mistake[] => [
    [`key ${key}`, `"${key}": 1\n${SMALL}`],
    [`scenario ${key}`, small('  search:', `  "${key}":`)],
    [`key ${key} in a scenario`, `${SMALL}    "${key}": {a: 1}\n`],
  ]),
  ...[
    '1e400 req/s',
    '-1 req/s',
    '0 req/s',
    '1e9 req/s',
    '99999999999999999999 users',
    '1.5 users',
    'NaN req/s',
    '5',
    '5 rps for',
    '5 req/s for 1ms',
    '5 req/s for 1e9h',
    '10 requests',
    '1 requests by 2 users',
    '٣ users',
    '5  req / s / s',
    '½ req/s',
  ].map((load): Mistake => [`load ${load}`, slo(`p99 < 30ms at ${load}`)]),
  ...[
    '',
    'p99',
    'p99 <',
    'p99 < 30',
    'p99 = 30ms',
    'p999 < 30ms',
    'p100 < 30ms',
    'p0 < 1s',
    'P99 < 30ms',
    '30ms',
    'p99 > 30ms',
    'rate < 5 req/s',
    'errors < 5',
    'errors < 500%',
    'latency < 5ms',
    'p99 < 0ms',
    'p99 ≤ 30ms',
    'p99 < 30 parsecs',
    '> 99%',
    'p99 < 30ms and p95 < 20ms',
    'p99 < 1e999ms',
    '{p99: 30ms}',
    '[]',
    '&a *a',
    '!!js/function x',
    'capacity > 5 req/s',
    '| p99',
  ].map((text): Mistake => [`slo ${text}`, slo(text)]),
  ...[
    'GET',
    '/',
    'GET search',
    'get /',
    'FETCH /',
    'GET /a b',
    'GET / HTTP/1.1',
    'GET //[',
    'GET http://',
    'GET ${',
    'GET /${}',
    'GET /${nope}',
    'GET /${env.}',
    'GET /$TOKEN',
    'GET /${{ secrets.X }}',
    'GET /${data.id}',
    'GET https://example.com/',
    '',
    'GET ftp://127.0.0.1/',
    '[GET /]',
    '{}',
    '{path: 5, method: [], json: .nan}',
    'GET /${PORT:-80}',
    '${env.URL}',
  ].map((text): Mistake => [`request ${text}`, request(text)]),
  ...['500%', '-1%', '5', '0.05', 'five', '1e99%', '{p99: 5, nope: 5%}', '{}', '[]', 'NaN%'].map(
    (text): Mistake => [`tolerance ${text}`, `${SMALL}baseline:\n  tolerance: ${text}\n`],
  ),
  ...['.', '..', '/etc/passwd', 'https://x/y.js', 'nope.js', '~/x.js', '""', 'a\u0000b'].map(
    (path): Mistake => [`script ${path}`, small('request: GET /search?q=shoes', `script: ${path}`)],
  ),
  ['an anchor bomb', `${laughs}\n${SMALL}`],
  ['an anchor in itself', small('npm ci', '&a [*a]')],
  ['an unknown anchor', small('npm ci', '*nope')],
  ['deep flow', small('npm ci', '['.repeat(3000) + ']'.repeat(3000))],
  ['deep maps', `x-a: ${'{a: '.repeat(3000)}1${'}'.repeat(3000)}\n${SMALL}`],
  ['deep blocks', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['an unclosed quote', small('npm ci', '"npm ci')],
  ['an unclosed list', small('npm ci', '[a, b')],
  ['an unclosed map', small('npm ci', '{a: b')],
  ['two documents', `${SMALL}---\n${SMALL}`],
  ['a directive', `%YAML 9.9\n---\n${small('npm ci', '{')}`],
  ['a byte order mark in the middle', small('npm ci', '\ufeff: {')],
  ['a list', '- a\n- b\n'],
  ['a text', 'hello'],
  ['a number', '5'],
  ['JSON that is cut off', '{"service": {"start": "x"'],
  ['XML', '<service start="x"/>'],
  ['only a comment', '# nothing\n'],
  ['nothing', ''],
  ['blanks', ' \n\t\n'],
  ['a key of a map', `? {a: b}\n: c\n${SMALL}`],
  ['a merge of a text', `${SMALL}    <<: text\n`],
  ['many services', `services:\n${'  a: {start: x}\n'.repeat(200)}${SMALL}`],
  ['many wrong keys', SMALL + Array.from({ length: 1000 }, (_, i) => `k${i}: 1\n`).join('')],
  ['a long line', `${SMALL}suite: ${'a '.repeat(50_000)}\n`],
  ['a long regular expression', small('url:', `ready: {log: "${'(a+)+'.repeat(50)}["}\n  url:`)],
];

/** The error of a text; null if it is a configuration after all, as a few of the generated ones are. */
function failureOf(text: string): unknown {
  writeFileSync(join(folder, 'tailgate.yml'), text);
  try {
    readConfig('tailgate.yml', folder);
    return null;
  } catch (error) {
    return error;
  }
}

/** What only a fault of the tool itself would show. */
const TRACE = /\n\s+at .*:\d+:\d+\)?$|\[object |\bundefined\b|TypeError|RangeError|=> \{/m;

test('300 mistaken configurations are told in words, at their place, with what to do, at once', () => {
  const all = [...byHand, ...generated];
  let failed = 0;
  const slow: string[] = [];
  const actless: string[] = [];
  for (const [name, text] of all) {
    const before = process.cpuUsage();
    const error = failureOf(text);
    // Other programs may hold this one up; its own processor time is its own fault.
    if (process.cpuUsage(before).user > 1e6) slow.push(name);
    if (error === null) continue;
    failed++;
    expect(error, name).toBeInstanceOf(UserError);
    const { exitCode, message, hint, where, detail } = error as UserError;
    expect(exitCode, name).toBe(EXIT.configuration);
    const shown = describeError(error as UserError);
    expect(TRACE.exec(shown)?.[0], name).toBeUndefined();
    if (!(error instanceof ConfigError)) {
      // The file as a whole: empty, no text, too large.
      const isPlaced = `${message}${where ?? ''}`.includes('tailgate.yml');
      if (!isPlaced || !hint) actless.push(`${name}: ${message.slice(0, 200)}`);
      continue;
    }
    expect(/^tailgate\.yml:\d+:\d+: \S/.test(detail ?? ''), name).toBe(true);
    for (const problem of error.problems) {
      const act = problem.expected ?? problem.nearest ?? problem.hint;
      if (!act) actless.push(`${name}: ${problem.what}`);
    }
  }
  expect(slow).toEqual([]);
  expect(actless).toEqual([]);
  expect(byHand.length).toBeGreaterThan(150);
  expect(failed).toBeGreaterThan(300);
});
