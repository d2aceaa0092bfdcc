import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, failureOf, framesOf, problemsOf, SMALL } from './configs.ts';

/** The small configuration with another request, SLO or line. */
const withRequest = (lines: string) =>
  SMALL.replace('request: GET /search?q=shoes', () => `request:\n${lines}`);
const withSlo = (slo: string) => SMALL.replace('p99 < 30ms at 1000 req/s', slo);
const withKey = (line: string) => `${SMALL}    ${line}\n`;

describe('a dollar sign of the shell', () => {
  test.each([
    ['path', SMALL.replace('shoes', '$ID'), '7:28'],
    ['header', withRequest('      path: /\n      headers:\n        authorization: Bearer $TOKEN'), '10:31'],
    ['JSON', withRequest('      method: POST\n      path: /\n      json: {t: $TOKEN}'), '10:17'],
    ['body', withRequest('      method: POST\n      path: /\n      body: "t=$TOKEN"'), '10:16'],
    ['variable', SMALL.replace('  build', '  env:\n    HOME_DIR: $HOME/x\n  build'), '3:15'],
  ])('is not filled in, in a %s', (_, text, place) => {
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(new RegExp(`^${place} \`\\$\\w+\` is the shell's way; here nobody fills it in`)),
    ]);
    expect(framesOf(text)).toMatch(/expected `\$\{env\.(\w+)\}`[\s\S]*A literal `\$\1` is written `\$\$\1`/);
  });

  test('has a way out, and leaves GraphQL and OData alone', () => {
    const query = 'query Q($id: ID!) { shoe(id: $id) { name } }';
    const text = withRequest(
      `      method: POST\n      path: /?$filter=a&$top=1\n      json: {query: "${query}", price: US$5, odd: $$TOKEN}`,
    );
    expect(parseConfig(text, FILE).scenarios[0]?.work).toMatchObject({
      request: { url: '/?$filter=a&$top=1', body: JSON.stringify({ query, price: 'US$5', odd: '$$TOKEN' }) },
    });
  });
});

describe('an expression of GitHub', () => {
  test.each([
    ['start: node server.js', 'start: node server.js ${{ secrets.X }}', '`$X`'],
    ['build: npm ci', 'build: ${{ inputs.build }}', '`$NAME`'],
    ['url: http://127.0.0.1:${PORT}', 'url: ${{ vars.X }}', '`${env.X}`'],
    ['GET /search?q=shoes', 'GET /${{secrets.X}}', '`${env.X}`'],
    ['service:', 'suite: ${{ matrix.suite }}\nservice:', '`${env.NAME}`'],
    ['p99 < 30ms at 1000 req/s', 'p99 < ${{ vars.X }}', '`${env.X}`'],
  ])('is not evaluated: %s → %s', (from, to, expected) => {
    const frames = framesOf(SMALL.replace(from, to));
    expect(frames.match(/^tailgate/gm)).toHaveLength(1);
    expect(frames).toContain(`Expressions of GitHub are not evaluated in this file.`);
    expect(frames).toContain(
      `expected ${expected}\n  = Set it in the workflow, under \`env:\` of the step: \``,
    );
  });
});

describe('an environment variable that is not set', () => {
  const text = withRequest('      path: /\n      headers:\n        authorization: ${env.TOKEN}');
  const calling = { command: 'tailgate plan', variables: { TOKNE: 'hidden' } };
  const read = (need: object) => parseConfig(text, FILE, undefined, need);

  test('is named with its line and with the command that sets it', () => {
    expect(() => read({ calling })).toThrow(
      expect.objectContaining({
        detail: `tailgate.yml:10:24: The environment has no \`TOKEN\`.
 10 |         authorization: \${env.TOKEN}
    |                        ^^^^^^^^^^^^ did you mean \`TOKNE\`?
  = Set it for the command: \`TOKEN=… tailgate plan\`; in a workflow, under \`env:\` of the step.`
          .replace(/^ 10/m, '  10')
          .replace('    |  ', '     |  '),
      }),
    );
  });

  test('is not missed where it is set, where nothing is run, and in scenarios that are left out', () => {
    expect(() => read({ calling: { ...calling, variables: { TOKEN: '' } } })).not.toThrow();
    expect(() => read({})).not.toThrow();
    expect(() => read({ calling, only: ['other'] })).not.toThrow();
    expect(() => read({ calling, only: ['search'] })).toThrow();
  });
});

describe('a secret that is set but empty', () => {
  const read = (API_TOKEN: string | undefined, calling = true) =>
    parseConfig(`secrets: [OTHER, API_TOKEN]\n${SMALL}`, FILE, undefined, {
      ...(calling && { calling: { command: 'tailgate plan', variables: { API_TOKEN } } }),
    });

  test('is refused with where that comes from and what to do', () => {
    expect(() => read('')).toThrow(
      expect.objectContaining({
        exitCode: 2,
        detail: `tailgate.yml:1:18: The secret \`API_TOKEN\` is set, but empty.
  1 | secrets: [OTHER, API_TOKEN]
    |                  ^^^^^^^^^ expected a variable with a value
  = Runs of forks get no secrets, and those of Dependabot get only Dependabot secrets: the workflow sets an empty text then.
    A value that does for a test is enough: \`API_TOKEN: \${{ secrets.API_TOKEN || 'test' }}\`. Or skip the job where it is empty.
    If it may be empty, take it out of this list.`,
      }),
    );
  });

  test('is no mistake where nothing is run, and one that is not set only where something asks for it', () => {
    expect(() => read('', false)).not.toThrow();
    expect(() => read(undefined)).not.toThrow();
    expect(() => read('x')).not.toThrow();
  });
});

test('an unclosed quote is shown where it opens', () => {
  expect(problemsOf(SMALL.replace('node server.js', '"node server.js'))).toEqual([
    '3:10 A quote that opens here is not closed.',
  ]);
  expect(problemsOf(SMALL.replace('npm ci', "'npm ci"))).toEqual([
    '2:10 A quote that opens here is not closed.',
  ]);
});

test.each(['.', './', './/.'])('the folder %s is no script', (path) => {
  const text = SMALL.replace('request: GET /search?q=shoes', `script: ${path}`);
  expect(problemsOf(text)).toEqual(['7:13 This is the folder of this file, not a script.']);
});

test('a script above the folder is refused with a way out', () => {
  const text = SMALL.replace('request: GET /search?q=shoes', 'script: ../../load/api.js');
  expect(framesOf(text)).toContain(
    'To use it, move this file up, to a folder that has the script below it, and begin its commands with `cd`.',
  );
});

describe('a number out of range', () => {
  test.each([
    [`${SMALL}baseline:\n  tolerance: 500%\n`, 'expected at most `200%`'],
    [withSlo('p99 < 30ms at 1000000 req/s'), 'expected at most 300000'],
    [withSlo('p99 < 30ms at 50000 users'), 'expected at most 40000'],
  ])('is refused', (text, expected) => {
    expect(framesOf(text)).toContain(expected);
  });
});

describe('an SLO', () => {
  test('that limits a metric twice is refused', () => {
    const twice = 'slo: [p99 < 30ms at 5 req/s, p99 <= 40ms, errors < 1%]';
    expect(problemsOf(SMALL.replace(/slo: .*/, twice))).toEqual([
      '8:34 `p99` has a limit already: `p99 < 30ms`.',
    ]);
  });

  test.each([
    ['> 99% success', 'errors < 1%'],
    ['>= 99.9%', 'errors <= 0.1%'],
  ])('that begins with %s is explained', (slo, meant) => {
    const frames = framesOf(withSlo(slo));
    expect(frames).toContain('A value that starts with `>` opens a block of text in YAML.');
    expect(frames).toContain(`did you mean: ${meant}\n  = An SLO reads METRIC OPERATOR VALUE`);
  });

  test.each([
    ['p99 > 30ms at 5 req/s', 'p99 < 30ms at 5 req/s'],
    ['errors < 0% at 5 req/s', 'errors <= 0% at 5 req/s'],
  ])('that cannot hold is offered in a form that can, with its load: %s', (slo, meant) => {
    expect(framesOf(withSlo(slo))).toContain(`did you mean: ${meant}`);
  });

  test.each([
    ['slo: {p99: 30ms}', 'slo: p99 < 30ms'],
    ['slo:\n      p99: 30', 'slo: p99 < 30ms'],
    ['slo: {p99: "<= 30ms at 5 req/s"}', 'slo: p99 <= 30ms at 5 req/s'],
    ['slo: {p95: 30ms, errors: 1%}', 'for example:\n    slo:\n      - p95 < 30ms\n      - errors < 1%'],
    ['slo: [{rate: 90 req/s}]', 'rate > 90 req/s'],
  ])('that is written as a map is offered rewritten: %s', (slo, meant) => {
    expect(framesOf(SMALL.replace(/slo: .*/, slo))).toContain(meant);
  });
});

describe('a key of another tool', () => {
  test.each([
    [withKey('ensure: {p99: 30}'), 'Artillery'],
    [`ensure: {p99: 30}\n${SMALL}`, 'Artillery'],
    [withKey('stages: []'), 'There are no ramps'],
    [`stages: []\n${SMALL}`, 'There are no ramps'],
    [`config: {phases: []}\n${SMALL}`, 'There are no ramps'],
    [`phases: []\n${SMALL}`, 'There are no ramps'],
    [`thresholds: {}\n${SMALL}`, 'Each scenario has limits of its own: `slo: p99 < 30ms at 1000 req/s`'],
    [withKey('executor: constant-vus'), '`constant-vus` is `load: 20 users`'],
    [withKey('vus: 20'), 'did you mean `load`?'],
    [`vus: 20\n${SMALL}`, '`load` in a scenario is one of'],
    [withKey('arrivalRate: 5'), '`load` in a scenario is one of'],
  ])('is told how it is said here', (text, hint) => {
    expect(failureOf(text).detail).toContain(hint);
  });
});

describe('keys that begin with `x-`', () => {
  const text = `x-env: &shared\n  A: one\n  B: two\nx-slo: &slo p99 < 30ms at 5 req/s\n${SMALL.replace(
    '  build',
    '  env:\n    <<: *shared\n    B: three\n  build',
  ).replace('p99 < 30ms at 1000 req/s', '*slo')}`;

  test('are places for anchors, and reach nothing else', () => {
    const config = parseConfig(text, FILE);
    expect(config.services[0]?.env).toEqual({ A: 'one', B: 'three' });
    expect(config.scenarios[0]?.loads).toEqual([{ kind: 'arrival-rate', rate: 5 }]);
    expect(JSON.stringify(config)).not.toContain('x-');
  });

  test('are known at the top only', () => {
    expect(problemsOf(withKey('x-a: 1'))[0]).toContain('`x-a` is not a key of a scenario.');
  });

  test('have mistakes where they are repeated, shown where they are written', () => {
    expect(problemsOf(text.replace('A: one', 'A: $ONE'))).toEqual([
      "2:6 `$ONE` is the shell's way; here nobody fills it in.",
    ]);
  });
});

describe('what breaks YAML elsewhere', () => {
  test.each([
    [
      '<<<<<<< HEAD\n  build: a\n=======\n  build: b\n>>>>>>> main',
      '2:1 Git left both sides of a conflict here.',
    ],
    ['\u00a0\u00a0build: a', '2:1 This line begins with a character that only looks like a blank.'],
    ['  build: *', '2:10 `*` begins the name of an anchor.'],
    ['  build: `a`', '2:10 A value cannot start with a backtick unless it is in quotes.'],
  ])('is shown where it stands: %j', (line, problem) => {
    expect(problemsOf(SMALL.replace('  build: npm ci', line))).toEqual([problem]);
  });

  test('is said of quotes that are none for YAML, with those that are', () => {
    expect(framesOf(withSlo('“p99 < 30ms at 5 req/s”'))).toContain('did you mean: "p99 < 30ms at 5 req/s"');
    expect(problemsOf(SMALL.replace('npm ci', '‘npm ci’'))).toEqual([
      '2:10 YAML takes these quotes for letters of the text.',
    ]);
    expect(() => parseConfig(SMALL.replace('npm ci', 'echo “hi” there'), FILE)).not.toThrow();
  });
});

test('a decimal comma between brackets is told to part two items', () => {
  const text = withSlo('[p99 < 1,5ms at 5 req/s]');
  expect(problemsOf(text)).toEqual(['8:11 A comma between brackets parts two items.']);
  expect(framesOf(text)).toContain('did you mean: p99 < 1.5ms at 5 req/s');
  const statuses = withRequest('      path: /\n      expect: {status: [200,204]}');
  expect(() => parseConfig(statuses, FILE)).not.toThrow();
});

test.each([
  ['scenario', 'request', SMALL.replace(/^ {4}/gm, '  ')],
  ['service', 'start', SMALL.replace('service:', 'services:\n  app:')],
])('a key of a %s that stands beside its name is told to be one, and not to be a name', (kind, key, text) => {
  const frames = framesOf(text);
  expect(frames).toContain(`\`${key}\` is a key of a ${kind}, and stands beside its name.`);
  expect(frames).toContain('indent it as far as its neighbours, below the name');
});

test('headers below a request line are no part of its path', () => {
  const frames = framesOf(SMALL.replace('GET /search?q=shoes', '|\n      GET /search\n      Host: shop'));
  expect(frames).toContain('tailgate.yml:9:7: A request is one line.');
  expect(frames).not.toContain('%20');
});

test('a time in a tolerance is one of a latency', () => {
  const tolerance = (text: string) => `${SMALL}baseline: {tolerance: {p99: "${text}"}}\n`;
  expect(framesOf(tolerance('10% or 2'))).toContain('did you mean: 10% or 2ms');
  expect(() => parseConfig(tolerance('10% or 200us'), FILE)).not.toThrow();
});

test('no form is proposed that is the mistake itself', () => {
  expect(framesOf(`allow: ["*.com"]\n${SMALL}`)).not.toContain('did you mean');
});

test('an address at which a service listens is none to send to, and is not to be allowed', () => {
  const started = framesOf(SMALL.replace('127.0.0.1', '0.0.0.0'));
  expect(started).toContain('`0.0.0.0` is for listening, and no address to send to.');
  const running = SMALL.replace(/ {2}build.*\n {2}start.*\n/, '').replace('127.0.0.1:${PORT}', '[::]:3000');
  expect(problemsOf(running)).toEqual(['2:8 `[::]` is for listening, and no address to send to.']);
  expect(framesOf(running)).not.toContain('allow');
});

test('port 0 is refused', () => {
  expect(problemsOf(SMALL.replace('${PORT}', '0'))).toEqual(['4:8 Nothing listens on port 0.']);
});

test('where few keys fit they are listed, beside where the mistaken one belongs', () => {
  const frames = framesOf(`${SMALL}variants: {cache: {hot: {service: {env: {A: b}}}, cold: {}}}\n`);
  expect(frames).toContain('expected `env`, `services`, `target` or `with`');
  expect(frames).toContain(
    '`service` belongs to the top level or `compose`. Is it indented as far as its neighbours?',
  );
});
