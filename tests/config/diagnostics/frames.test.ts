import { describe, expect, test } from 'vitest';
import { describeError } from '../../../src/errors.ts';
import { failureOf, framesOf, SMALL } from '../configs.ts';

describe('code frames', () => {
  test('stand under one headline, in the order of the file', () => {
    const text = SMALL.replace('start:', 'command:').replace('GET', 'get').replace('p99', 'mean');
    expect(describeError(failureOf(text))).toBe(`error: tailgate.yml has 3 mistakes.

tailgate.yml:3:3: \`command\` is not a key of a service.
  3 |   command: node server.js
    |   ^^^^^^^ did you mean \`start\`?

tailgate.yml:7:14: \`get\` is not a method that can be sent.
  7 |     request: get /search?q=shoes
    |              ^^^ expected GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS
  = did you mean: GET /search?q=shoes

tailgate.yml:8:10: \`mean\` is not a metric.
  8 |     slo: mean < 30ms at 1000 req/s
    |          ^^^^ expected \`avg\`
  = did you mean: avg < 30ms at 1000 req/s
`);
  });

  const broken = (slo: string) =>
    framesOf(SMALL.replace('p99 < 30ms at 1000 req/s', slo)).split('\n').slice(0, 3).join('\n');

  test('point into plain, quoted, escaped, folded and block texts', () => {
    expect(broken("'p99 < 30ms at 5 rps'")).toBe(`tailgate.yml:8:27: \`rps\` is not a unit here.
  8 |     slo: 'p99 < 30ms at 5 rps'
    |                           ^^^ expected \`req/s\``);
    expect(
      broken('"p99\\t\\x3c 30ms \\u0061t 5 rps" # why'),
    ).toBe(`tailgate.yml:8:36: \`rps\` is not a unit here.
  8 |     slo: "p99\\t\\x3c 30ms \\u0061t 5 rps" # why
    |                                    ^^^ expected \`req/s\``);
    expect(broken('p99 < 30ms\n      at 5 rps')).toBe(`tailgate.yml:9:12: \`rps\` is not a unit here.
  9 |       at 5 rps
    |            ^^^ expected \`req/s\``);
    expect(
      broken('>-\n      p99 < 30ms\n\n      at 5 rps'),
    ).toBe(`tailgate.yml:11:12: \`rps\` is not a unit here.
  11 |       at 5 rps
     |            ^^^ expected \`req/s\``);
    expect(broken('|\n      p99 < 30\n')).toBe(`tailgate.yml:9:13: The limit of \`p99\` has no unit.
  9 |       p99 < 30
    |             ^^ expected \`us\`, \`ms\` or \`s\``);
    expect(
      broken('[ "p50 < 5ms at 5 req/s", p99 < 30 ]'),
    ).toBe(`tailgate.yml:8:42: The limit of \`p99\` has no unit.
  8 |     slo: [ "p50 < 5ms at 5 req/s", p99 < 30 ]
    |                                          ^^ expected \`us\`, \`ms\` or \`s\``);
  });

  test('point behind the last character when something is missing there', () => {
    expect(
      framesOf(SMALL.replace(' at 1000 req/s', '\n    load: 1000')),
    ).toBe(`tailgate.yml:9:15: \`1000\` has no unit.
  9 |     load: 1000
    |               ^ expected \`1000 req/s\`, \`20 users\` or \`10000 requests by 2 users\`
  = did you mean: 1000 req/s`);
  });

  test('keep their caret right after tabs, wide letters and in files of Windows', () => {
    const text = SMALL.replace('slo: p99', "slo: 'p99")
      .replace('req/s', "rps' # 日本")
      .replaceAll('\n', '\r\n');
    expect(framesOf(text)).toContain(
      "  8 |     slo: 'p99 < 30ms at 1000 rps' # 日本\n    |                              ^^^ expected",
    );
    const wide = framesOf(
      SMALL.replace('GET', '{method: GET, headers: {日本: x}, pth:').replace('shoes', 'shoes}'),
    );
    expect(wide).toContain('    |                                                ^^^ did you mean `path`?');
  });

  test('show the part of a long line round the caret, and no control characters', () => {
    const frame = framesOf(SMALL.replace('/search?q=shoes', `/search?${'q=shoes&'.repeat(40)} HTTP/1.1`));
    const [, line = '', carets = ''] = frame.split('\n');
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/^ {2}7 \| …/);
    expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe(' HTTP/1.1');
    expect(framesOf(SMALL.replace('start:', 'st\u202eart\u001b[31m:'))).not.toMatch(/\p{Cf}|\p{Cc}(?<!\n)/u);
  });

  test('explain mistakes of YAML', () => {
    const yaml = (text: string) => framesOf(text);
    expect(
      yaml(SMALL.replace('  start', '\tstart')),
    ).toBe(`tailgate.yml:3:1: YAML is indented with blanks, not with tabs.
  3 | \tstart: node server.js
    | ^ expected blanks`);
    expect(
      yaml('service: {start: a, url: http://127.0.0.1:${PORT}}\n'),
    ).toBe(`tailgate.yml:1:44: \`\${…}\` cannot stand in flow style, where \`{\` opens a map.
  1 | service: {start: a, url: http://127.0.0.1:\${PORT}}
    |                                            ^ expected block style, one key per line, or quotes`);
    expect(yaml(SMALL.replace('p99 < 30ms', '>= 900 req/s'))).toContain(
      '8:11: A value that starts with `>` opens a block of text',
    );
    expect(yaml(SMALL.replace('node server.js', 'node -e a: b'))).toContain(
      '3:10: This reads as a second key on one line.',
    );
    expect(yaml(SMALL.replace('start: node', 'start node'))).toContain(
      '3:3: This is neither `key: value` nor an item of a list.',
    );
    expect(
      yaml(SMALL.replace('    slo', '      slo')),
    ).toBe(`tailgate.yml:8:7: This line is indented as if it belonged to the value above it.
  8 |       slo: p99 < 30ms at 1000 req/s
    |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = Keys of one map start in the same column.`);
    expect(yaml(SMALL.replace('node server.js', "'node' server.js"))).toContain(
      '3:17: Text goes on after the closing quote.',
    );
    expect(yaml(SMALL.replace('node server.js', '"node'))).toContain(
      '3:10: A quote that opens here is not closed.',
    );
    expect(yaml(SMALL.replace('npm ci', '[a, {b: c}'))).toContain('2:10: `[` opens here and is not closed.');
    expect(yaml(SMALL.replace('npm ci', '[a, {b: c'))).toContain('2:14: `{` opens here and is not closed.');
    expect(yaml(SMALL.replace('npm ci', '["a" "b"]'))).toContain('2:15: A `,` is missing between two items.');
    expect(yaml(SMALL.replace('node server.js', '@node'))).toContain(
      '3:10: A value cannot start with `@` unless it is in quotes.',
    );
    expect(yaml(SMALL.replace('npm ci', '!shell npm ci'))).toContain(
      '2:10: YAML tags are not used in this file.',
    );
    expect(yaml(`${SMALL}---\na: 1\n`)).toContain('9:1: A second document begins here.');
    expect(yaml(SMALL.replace('    slo', '   slo'))).toContain(
      'The indentation does not fit the lines above.',
    );
  });

  test('tell every duplicate key together with the other problems', () => {
    expect(
      framesOf(SMALL.replace('  start', '  build: make\n  start').replace('p99', 'median')),
    ).toBe(`tailgate.yml:3:3: The key \`build\` is given twice.
  3 |   build: make
    |   ^^^^^ given on line 2 already

tailgate.yml:9:10: \`median\` is not a metric.
  9 |     slo: median < 30ms at 1000 req/s
    |          ^^^^^^ expected \`p50\`
  = did you mean: p50 < 30ms at 1000 req/s`);
  });

  test('show the right form of what is missing or of another kind', () => {
    expect(
      framesOf('service:\n  start: x\n  url: http://127.0.0.1:${PORT}\n'),
    ).toBe(`tailgate.yml:1:1: \`scenarios\` is missing.
  = expected a map of keys
  = For example:
    scenarios:
      search:
        request: GET /search?q=shoes
        slo: p99 < 30ms at 1000 req/s`);
    expect(
      framesOf(SMALL.replace('scen', '  needs: redis\nscen')),
    ).toBe(`tailgate.yml:5:10: \`needs\` is a text.
  5 |   needs: redis
    |          ^^^^^ expected a list
  = did you mean: needs: [redis]`);
    expect(
      framesOf(SMALL.replace('node server.js', '[node, server.js]')),
    ).toBe(`tailgate.yml:3:3: \`start\` is a list.
  3 |   start: [node, server.js]
    |   ^^^^^ expected a text, such as \`node server.js\``);
    expect(
      framesOf(SMALL.replace('scen', '  env:\n    TOKEN:\nscen')),
    ).toBe(`tailgate.yml:6:5: \`TOKEN\` is empty.
  6 |     TOKEN:
    |     ^^^^^ expected a text; an empty one is \`""\`
  = To pass a variable on from outside, write \`\${env.TOKEN}\`.`);
    expect(framesOf(SMALL.replace('scen', '  ready: http://127.0.0.1/healthz\nscen'))).toContain(
      '  = for example:\n    ready:\n      path: /healthz',
    );
    expect(framesOf(SMALL.replace('scen', '  ready:\n    paht: /healthz\n    timeout: 60\nscen'))).toMatch(
      /did you mean `path`\?[\s\S]*`60` has no unit of time\./,
    );
    expect(
      framesOf(SMALL.replace('scen', '  port: 8080\nscen')),
    ).toBe(`tailgate.yml:5:3: \`port\` is not a key of a service.
  5 |   port: 8080
    |   ^^^^
  = Tailgate picks a free port: the command finds it in \`$PORT\`, and \`url\` takes it as \`\${PORT}\`.`);
    expect(
      framesOf(SMALL.replace('scen', 'load: 5 req/s\nscen')),
    ).toBe(`tailgate.yml:5:1: \`load\` is not a key of the top level.
  5 | load: 5 req/s
    | ^^^^ belongs to a scenario
  = Is it indented as far as its neighbours?`);
    const homesOf = (line: string) => /belongs to .*/.exec(framesOf(`${SMALL}    ${line}\n`))?.[0];
    expect(homesOf('weight: 2')).toBe('belongs to an item of `requests`');
    expect(homesOf('write: x.md')).toBe('belongs to `page`');
  });
});
