import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { describeError } from '../../src/errors.ts';
import { FILE, failureOf, framesOf, problemsOf, SMALL } from './configs.ts';

/** SMALL with a text in place of another. */
const put = (from: string | RegExp, to: string) => SMALL.replace(from, () => to);
const withRequest = (lines: string) => put('request: GET /search?q=shoes', `request:\n${lines}`);
const inService = (lines: string) => put('  build', `  ${lines}\n  build`);

describe('syntax', () => {
  // biome-ignore format: one mistake a line
  test.each([
    ['a tab', put('  start', '\tstart'), '3:1 Tabs are not allowed as indentation.'],
    ['no colon', put('start: ', 'start '), '3:3 Implicit keys need'],
    ['a colon in a value', put('server.js', '-e a: b'), '3:10 Nested mappings'],
    ['an open bracket', put('npm ci', '[a, {b: c}'), ':3 Flow sequence'],
    ['an unknown anchor', put('npm ci', '*npm'), '2:10 No such anchor is defined above.'],
    ['a circle', put('npm ci', '&a [*a]'), '2:14 This is nested too deeply'],
    ['a merge of a text', `${SMALL}    <<: text\n`, '9:5 `<<` merges maps, but this is not one.'],
    ['`__proto__`', inService('__proto__: {}'), '2:3 `__proto__` cannot be a key.'],
    ['a NUL', put('npm ci', '"a\\0b"'), '2:10 A NUL character cannot be passed'],
    ['a second document', `${SMALL}---\na: 1\n`, '9:1 Source contains multiple documents.'],
    ['depth', put('npm ci', '['.repeat(200) + ']'.repeat(200)), '2:109 This is nested too deeply'],
  ])('%s is told at its place', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });

  test('hides no key that is given twice', () => {
    const text = put('  start', '  build: make\n  start').replace('    slo', '    request: GET /\n    slo');
    expect(problemsOf(text)).toEqual(['3:3 Map keys must be unique.', '9:5 Map keys must be unique.']);
  });

  test('counts what anchors repeat, and not how often', () => {
    const uses = Array.from({ length: 300 }, (_, i) => `  s${i}: *s\n`).join('');
    expect(parseConfig(put('  search:', `  search: &s`).concat(uses), FILE).scenarios).toHaveLength(301);
    const laughs = Array.from({ length: 12 }, (_, i) => `x-${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`);
    const merges = laughs.map((line, i) =>
      i === 0 ? 'x-0: &a0 {a: 1}' : line.replace('[', '{<<: [').concat('}'),
    );
    for (const bomb of [laughs, merges])
      expect(problemsOf(`${bomb.join('\n').replace(/\*a-1/g, 'x')}\n${SMALL}`)).toEqual([
        expect.stringMatching(/^\d+:\d+ This is nested too deeply, or repeated/),
      ]);
  });
});

describe('shape', () => {
  // biome-ignore format: one mistake a line
  test.each([
    ['a misspelt key', put('start:', 'strat:'), '3:3 `strat` is not a key of `service`.', '`start`?'],
    ['a foreign key', inService('workdir: a'), '2:3 `workdir` is not a key of `service`.', 'expected `build`,'],
    ['a map for texts', put(/slo: .*/, 'slo: {p99: 30ms}'), '8:5 `slo` is a map.', 'such as `p99 < 30ms'],
    ['a number for a text', put(/slo.*/, 'load: 5'), '8:11 `load` is `5`.', 'one such as `1000 req/s`'],
    ['nothing', put('npm ci', ''), '2:3 `build` is empty.', 'such as'],
    ['an empty list', put(/slo: .*/, 'slo: []'), '8:5 `slo` is empty.', 'at least 1'],
    ['an empty file', '# a\n', '1:1 The file is empty.', 'such as `{service: {build'],
    ['a missing part', put('scenarios', 'x-s'), '1:1 `scenarios` is missing.', 'such as'],
    ['a missing path', withRequest('      method: GET\n'), '7:5 `path` is missing.', 'such as `/cart`'],
    ['a bad name', put('search:', 'Search:'), '6:3 This name is `Search`.', 'such as `search`'],
    ['no readiness', inService('ready: udp'), '2:10 `ready` is `udp`.', 'such as `/healthz`'],
    ['a text in a list', put(/slo: .*/, 'slo: [p99 < 1s, p98]'), '8:21 `p98` is not an SLO.', '`p99 < 30ms'],
    ['a range', `${SMALL}measure: {budget: 7h}\n`, '9:19 `7h` is out of range.', '`1s` to `6h`'],
    ['no metric', `${SMALL}baseline: {tolerance: {avg: 5%}}\n`, '9:24 `avg` is not a metric', '`tail`'],
    ['a key elsewhere', `${SMALL}load: 5 req/s\n`, '9:1 `load` is not a key of the top level.', 'expected'],
    ['a port by number', inService('ports: ["8080:80"]'), '2:11 item 1 of `ports` is `8080:80`.', '`admin`'],
    ['a header', withRequest('      headers: {"b c": z}\n      path: /\n'), '8:17 This name is `b c`.', '`accept`'],
    ['an expression of GitHub', put('server.js', '${{ secrets.X }}'), '3:10 GitHub expressions', '`${env.API_KEY}`'],
    ['an expression in a template', put('/search', '/${{x}}'), '7:14 GitHub expressions', '`${env.API_KEY}`'],
    ['an expression in a name', `suite: \${{ a.b }}\n${SMALL}`, '1:8 GitHub expressions', '`${env.API_KEY}`'],
    ['a list', '- a\n', '1:1 The file is a list.', 'such as'],
  ])('%s is told at its place, with an example', (_, text, problem, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
    expect(framesOf(text)).toContain(expected);
  });

  test('keeps plain values as they are written, but for those of JSON', () => {
    const text = withRequest(
      '      method: POST\n      path: /\n      headers: {v: 1.10}\n      json: {headers: {v: 1.10}}\n',
    );
    const config = parseConfig(text.replace('  build', '  env: {A: 1.10, B: True}\n  build'), FILE);
    expect(config.services[0]!.env).toEqual({ A: '1.10', B: 'True' });
    expect(config.scenarios[0]!.work).toMatchObject({
      requests: [{ request: { headers: { v: '1.10' }, body: '{"headers":{"v":1.1}}' } }],
    });
    const named = parseConfig(text.replace('search:', 'json:'), FILE);
    expect(named.scenarios[0]!.work).toEqual(config.scenarios[0]!.work);
  });
});

test('keys that begin with `x-` are places for anchors at the top, whose mistakes are told there', () => {
  const merging = inService('env:\n    <<: *shared\n    B: two').replace(/slo: .*/, 'slo: *slo');
  const shared = `x-env: &shared\n  A: one\nx-slo: &slo p99 < 30ms at 5 req/s\n${merging}`;
  const config = parseConfig(shared, FILE);
  expect(config.services[0]?.env).toEqual({ A: 'one', B: 'two' });
  expect(config.scenarios[0]?.loads).toEqual([{ kind: 'arrival-rate', rate: 5 }]);
  expect(JSON.stringify(config)).not.toContain('x-');
  expect(problemsOf(`${SMALL}    x-a: 1\n`)).toEqual(['9:5 `x-a` is not a key of `search`.']);
  expect(problemsOf(shared.replace('A: one', 'A: $ONE'))).toEqual([expect.stringMatching(/^2:6 `\$ONE`/)]);
});

describe('frames', () => {
  test('stand under one headline, in the order of the file', () => {
    const text = put('start:', 'strat:').replace('1000 req/s', '1000 rps');
    expect(describeError(failureOf(text))).toBe(`error: tailgate.yml has 2 mistakes.

tailgate.yml:3:3: \`strat\` is not a key of \`service\`.
  3 |   strat: node server.js
    |   ^^^^^ did you mean \`start\`?

tailgate.yml:8:10: \`1000 rps\` is not a load.
  8 |     slo: p99 < 30ms at 1000 rps
    |          ^^^^^^^^^^^^^^^^^^^^^^ expected one such as \`1000 req/s\`, \`20 users\`, \`10000 requests by 2 users\` or \`100 to 5000 req/s\`
`);
  });

  test('keep their caret right after tabs, wide letters and in files of Windows', () => {
    const text = put('slo: p99', "slo: [日本,\t'p99")
      .replace('req/s', "rps'] # 日本")
      .replaceAll('\n', '\r\n');
    expect(framesOf(text)).toContain(
      "  8 |     slo: [日本,\t'p99 < 30ms at 1000 rps'] # 日本\n    |                \t^^^^^^^^^^^^^^^^^^^^^^^^ expected",
    );
  });

  test('show the part of a long line round the caret, and no control characters', () => {
    const long = framesOf(put('GET /search?q=shoes', `{path: /${'q=shoes&'.repeat(40)}, mehtod: GET}`));
    const [, line = '', carets = ''] = long.split('\n');
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/^ {2}7 \| …/);
    expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('mehtod');
    expect(framesOf(put('start:', '"st\u202eart\u001b[31m":'))).not.toMatch(/\p{Cf}|\p{Cc}(?<!\n)/u);
    expect(framesOf(put('  build', '\u00a0\u00a0build'))).toContain('| \ufffd\ufffdbuild');
  });
});
