import { describe, expect, test } from 'vitest';
import { correct } from '../../../src/init/corrections/correct.ts';
import type { Answer, Observation } from '../../../src/init/corrections/observation.ts';
import { hasWaitedEnough } from '../../../src/init/corrections/patience.ts';
import { chooseAnswer } from '../../../src/init/corrections/requests.ts';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import type { Finding } from '../../../src/init/needs/finding.ts';
import { proposeConfig } from '../../../src/init/proposal.ts';
import { makeFiles } from '../repository.ts';

const FINDING: Finding = {
  title: 'Node, npm',
  from: 'package.json',
  build: { text: 'npm ci' },
  start: { text: 'node a.js', why: 'is it?' },
  port: { kind: 'given', why: 'is it?' },
  path: { text: '/items', why: 'is it?' },
  env: [],
  databases: [],
  setup: [],
  notes: [],
  candidates: ['/items'],
};
const OBSERVATION: Observation = {
  failure: null,
  log: '',
  listening: null,
  asked: 4000,
  startupMilliseconds: 800,
  answers: [],
};
const died = (log: string): Observation => ({
  ...OBSERVATION,
  failure: {
    kind: 'not-ready',
    service: 'service',
    message: 'it ended with exit code 1 before it was ready',
  },
  log,
});
const ANSWER: Answer = {
  path: '/items',
  status: 200,
  bytes: 900,
  milliseconds: 3,
  alike: true,
  empty: false,
  location: null,
};

/** It answers on its own port, and listens on another one as well. */
const listensOn = (further: number): Observation => ({
  ...OBSERVATION,
  answers: [ANSWER],
  listening: [4000, further].map((port) => ({ host: '127.0.0.1', port })),
});

function step(observed: Observation, finding: Partial<Finding> = {}, docker = true) {
  return correct({ ...FINDING, ...finding }, observed, { docker, programs: {}, root: false });
}

describe('a try of a proposal', () => {
  test('ends it with an answer: nothing of it is a guess any more', () => {
    const { kind, finding } = step({ ...OBSERVATION, answers: [ANSWER] });
    expect(kind).toBe('answered');
    expect(finding).toMatchObject({ path: { text: '/items' }, answered: { status: 200 } });
    expect(JSON.stringify(finding)).not.toContain('why');
  });

  test('marks an answer with nothing in it', () => {
    const { finding } = step({ ...OBSERVATION, answers: [{ ...ANSWER, empty: true }] });
    expect(finding.path.why).toMatch(/fill its database/);
  });

  test.each([
    [
      'the variable that says so',
      { env: [{ name: 'APP_PORT', value: '8080' }] },
      { env: [{ name: 'APP_PORT', value: '${PORT}' }], port: { kind: 'given' } },
    ],
    [
      'an address that says so',
      { env: [{ name: 'LISTEN', value: '0.0.0.0:8080' }] },
      { env: [{ name: 'LISTEN', value: '0.0.0.0:${PORT}' }] },
    ],
    [
      'a variable that may',
      { portNames: ['HTTP_PORT'] },
      { env: [{ name: 'HTTP_PORT', value: '${PORT}' }], portNames: [] },
    ],
    ['nothing', {}, { port: { kind: 'fixed', port: 8080 } }],
  ] as const)('takes the port that the service opens, by %s', (_, finding, corrected) => {
    const observed = { ...OBSERVATION, listening: [{ host: '127.0.0.1', port: 8080 }] };
    expect(step(observed, finding as never)).toMatchObject({ kind: 'corrected', finding: corrected });
  });

  test('asks about a port that speaks no HTTP, in the file too, where missing databases stay', () => {
    const [host, port] = ['127.0.0.1', 8080];
    const databases = [{ name: 'redis', kind: 'redis', absent: true }] as unknown as Finding['databases'];
    const observed = { ...OBSERVATION, listening: [{ host, port }] };
    const { kind, finding } = step(observed, { port: { kind: 'fixed', port, host }, databases });
    expect(kind).toBe('question');
    expect(finding.notes.at(-1)).toMatch(/listens on port 8080, and speaks no HTTP there/);
    expect(finding.databases).toEqual([{ name: 'redis', kind: 'redis' }]);
  });

  test('takes the address of IPv6 where the service listens on no other', () => {
    const { finding } = step({ ...OBSERVATION, asked: 8080, listening: [{ host: '[::1]', port: 8080 }] });
    expect(finding.port).toEqual({ kind: 'given', host: '[::1]' });
    expect(proposeConfig(finding, 'shop')).toContain('url: http://[::1]:${PORT}');
  });

  test('gives a second port that the service opens to the variable that says it', () => {
    const env = [
      { name: 'LIMIT', value: '19090' },
      { name: 'METRICS_ADDR', value: ':9090', why: 'is it?' },
    ];
    const { kind, finding, said } = step(listensOn(9090), { env });
    expect([kind, said]).toEqual([
      'corrected',
      'It also listens on port 9090, which base and head cannot both have: METRICS_ADDR has one of its own now.',
    ]);
    expect(finding.env).toEqual([env[0], { name: 'METRICS_ADDR', value: ':${PORT_P9090}' }]);
    // Tailgate gives it a port of those that a system hands out.
    const answered = step(listensOn(41_234), finding);
    expect([answered.kind, answered.finding.notes]).toEqual(['answered', []]);
    expect(proposeConfig(answered.finding, 'shop')).toContain('\n  ports: [p9090]\n');
  });

  test('says once what a second port needs that no variable says, and nothing where the arms take turns', () => {
    const { kind, finding } = step(listensOn(9090));
    expect([kind, finding.env, finding.ports]).toEqual(['corrected', [], undefined]);
    const answered = step(listensOn(9090), finding);
    expect([answered.kind, answered.finding.notes]).toEqual([
      'answered',
      [
        'It also listens on port 9090, which base and head cannot both have: give it one of `ports`, or write a fixed port in `url`, and they take turns.',
      ],
    ]);
    for (const other of [
      { port: { kind: 'fixed', port: 4000 } },
      { container: 'image: { build: ., port: 8080 }' },
    ] as const)
      expect(step(listensOn(9090), other).kind).toBe('answered');
  });

  test('sets what the service asks for, with a stand-in and a mark', () => {
    const { finding } = step(died("KeyError: 'JWT_SECRET'\nTOKEN_TTL is required"));
    expect(finding.env).toMatchObject([
      { name: 'JWT_SECRET', value: expect.stringContaining('only-for-measuring'), why: expect.any(String) },
      { name: 'TOKEN_TTL', value: '60', why: expect.any(String) },
    ]);
    const port = step(died('HTTP_PORT is required'), { portNames: ['HTTP_PORT'] });
    expect(port.finding.env).toMatchObject([{ name: 'HTTP_PORT', value: '${PORT}' }]);
  });

  test('asks about a database that fails, which nothing helps that changes the service', () => {
    const databases = [{ name: 'postgres', kind: 'postgres' }] as unknown as Finding['databases'];
    const others = [{ start: { text: 'node b.js' } }];
    const observed = died('no space left on device');
    const failure = { ...observed.failure!, service: 'postgres' };
    const { kind, said, finding } = step({ ...observed, failure }, { databases, others });
    expect([kind, finding.start, finding.others]).toEqual(['question', FINDING.start, others]);
    expect(said).toMatch(/^postgres: it ended with exit code 1/);
  });

  test('starts the database that it asks for, with the credentials that the service has', () => {
    const env = [{ name: 'DATABASE_URL', value: 'postgres://shop:secret@localhost:5432/orders' }];
    const { finding, kind } = step(died('connect ECONNREFUSED 127.0.0.1:5432'), { env });
    expect(kind).toBe('corrected');
    expect(finding.env[0]!.value).toBe('postgres://shop:secret@127.0.0.1:${postgres.PORT}/orders');
    expect(finding.databases).toMatchObject([
      {
        kind: 'postgres',
        env: { POSTGRES_USER: 'shop', POSTGRES_PASSWORD: 'secret', POSTGRES_DB: 'orders' },
      },
    ]);
  });

  test('starts the database for the URL of which it asks, by its driver', () => {
    const log = 'Error: DATABASE_URL is required';
    const { finding, said } = step(died(log), { manifests: '"express" "pg"' });
    expect(said).toMatch(/one of postgres: started as a service/);
    expect(finding).toMatchObject({
      databases: [{ kind: 'postgres' }],
      env: [{ name: 'DATABASE_URL', value: 'postgres://postgres:postgres@127.0.0.1:${postgres.PORT}/app' }],
    });
    expect(step(died(log), { manifests: '"pg" "sqlite3"' }).finding.databases).toEqual([]);
    expect(step(died('REDIS_URL is required'), { manifests: '"pg"' }).finding.databases).toMatchObject([
      { kind: 'redis' },
    ]);
  });

  test.each([
    ['REDIS_URL', 'redis'],
    ['SHOP_REDIS_URL', 'redis'],
    ['MONGODB_URI', 'mongo'],
  ])('starts a second kind of database beside the first, for %s', (name, kind) => {
    const manifests = '"pg" "ioredis" "mongoose"';
    const { finding: first } = step(died('DATABASE_URL is required'), { manifests });
    const { finding } = step(died(`${name} is required`), first);
    expect(finding.databases.map((each) => each.kind)).toEqual(['postgres', kind]);
    expect(finding.env.map((each) => each.name)).toEqual(['DATABASE_URL', name]);
    expect(finding.env[1]!.value).toContain(`127.0.0.1:\${${kind}.PORT}`);
  });

  test('takes a refusal without an address for what does not run yet, or else for its usual port', () => {
    const { finding: first } = step(died('DATABASE_URL is required'), { manifests: '"pg" "ioredis"' });
    const startedBy = (finding: Finding, before = '') =>
      step(died(`${before}java.net.ConnectException: Connection refused`), finding).finding.databases.map(
        ({ kind, fixed }) => [kind, fixed],
      );
    expect(startedBy(first)).toEqual([
      ['postgres', undefined],
      ['redis', 6379],
    ]);
    expect(startedBy({ ...first, manifests: '"pg"' })).toEqual([['postgres', 5432]]);
    const { manifests } = first;
    const { finding: runs } = step(died('connect ECONNREFUSED 127.0.0.1:5432'), { manifests });
    // What the lines beside it name may be there already.
    expect(startedBy(runs, 'connected to postgres\n')).toEqual([
      ['postgres', 5432],
      ['redis', 6379],
    ]);
  });

  test.each([
    ['connect ECONNREFUSED 127.0.0.1:5432', 5432, undefined],
    ['DATABASE_URL is required', undefined, 'postgres://shop:secret@127.0.0.1:${postgres.PORT}/shop'],
  ])('starts a database of compose that nothing led to, once the service asks: %s', (log, fixed, url) => {
    const environment = '{POSTGRES_USER: shop, POSTGRES_PASSWORD: secret}';
    const folder = makeFiles({
      'package.json': '{"scripts":{"start":"node a.js"},"dependencies":{"express":"5","pg":"8"}}',
      'compose.yaml': `services: {db: {image: "postgres:13", environment: ${environment}}}`,
    });
    const proposed = detect(openFolder(folder));
    expect(proposed.databases).toEqual([]);
    const { finding } = step(died(log), proposed);
    expect(finding.databases.map((each) => [each.image.text, each.fixed])).toEqual([['postgres:13', fixed]]);
    expect(finding.databases[0]!.env).toEqual({ POSTGRES_USER: 'shop', POSTGRES_PASSWORD: 'secret' });
    expect(finding.env.find(({ name }) => name === 'DATABASE_URL')?.value).toBe(url);
  });

  test('gives the database the port that the service wants, where nothing tells the service another', () => {
    const first = step(died('dial tcp 127.0.0.1:6379: connect: connection refused'));
    expect(first.finding.databases).toMatchObject([{ kind: 'redis', fixed: 6379 }]);
    expect(step(died('dial tcp 127.0.0.1:6379: connect: connection refused'), first.finding).kind).toBe(
      'question',
    );
  });

  test('gives no port to a database whose name does not resolve, which no port would help', () => {
    const lost = died('Error: getaddrinfo ENOTFOUND mongodb');
    const { kind, finding } = step(lost, { manifests: '"mongoose"' });
    expect([kind, finding.databases]).toEqual(['question', []]);
    const env = [{ name: 'STORE', value: 'mongodb://mongodb:27017/shop' }];
    const led = step(lost, { env });
    expect(led.finding.env[0]!.value).toBe('mongodb://127.0.0.1:${mongo.PORT}/shop');
    expect(led.finding.databases.map((each) => [each.kind, each.fixed])).toEqual([['mongo', undefined]]);
    expect(step(lost, led.finding).kind).toBe('question');
    const here = step(died('Error: getaddrinfo EAI_AGAIN localhost'), { manifests: '"mongoose"' });
    expect(here.finding.databases).toMatchObject([{ kind: 'mongo', fixed: 27_017 }]);
  });

  test('leaves a database where it is when another server refuses', () => {
    const env = [{ name: 'DATABASE_URL', value: 'postgres://localhost:5432/' }];
    const refusal = died('connect ECONNREFUSED 127.0.0.1:5432');
    const { finding } = step(refusal, { env, manifests: '"pg"' });
    const next = step(died('connect ECONNREFUSED 127.0.0.1:9200'), finding);
    expect([next.kind, next.finding.databases]).toEqual(['question', finding.databases]);
  });

  test.each(['Error: DATABASE_URL is required', 'connect ECONNREFUSED 127.0.0.1:5432'])(
    'starts no database for a container, which would not reach it, but asks: %s',
    (log) => {
      const container = 'image: { build: ., port: 8080 }';
      const { kind, finding } = step(died(log), { container, manifests: '"pg"' });
      expect([kind, finding.databases]).toEqual(['question', []]);
    },
  );

  test('takes the user and the database that the service names', () => {
    const env = [{ name: 'DATABASE_URL', value: 'postgres://localhost:5432/' }];
    const { finding } = step(died('connect ECONNREFUSED 127.0.0.1:5432'), { env });
    const next = step(died('FATAL: role "shop" does not exist'), finding);
    expect(next.finding.databases[0]!.env.POSTGRES_USER).toBe('shop');
  });

  test('makes no further user root of MySQL, which refuses to start with one', () => {
    const env = [{ name: 'DATABASE_URL', value: 'mysql://root:x@localhost:3306/orders' }];
    const { finding } = step(died('connect ECONNREFUSED 127.0.0.1:3306'), { env });
    const next = step(died("Access denied for user 'root'@'172.17.0.1' (using password: YES)"), finding);
    expect(next.kind).toBe('question');
    expect(next.finding.databases).toEqual(finding.databases);
  });

  test('makes the database of the user that variables of the service name', () => {
    const env = ['DBHOST=localhost', 'DBUSER=shop', 'DBPASS=secret', 'DBNAME=orders'].map((line) => {
      const [name, value] = line.split('=') as [string, string];
      return { name, value };
    });
    const { finding } = step(died('connect ECONNREFUSED 127.0.0.1:5432'), { env });
    expect(finding.databases).toMatchObject([
      { fixed: 5432, env: { POSTGRES_USER: 'shop', POSTGRES_PASSWORD: 'secret', POSTGRES_DB: 'orders' } },
    ]);
  });

  test('leaves out a variable that leads to a server of which nothing is known', () => {
    const env = [{ name: 'STORE', value: 'http://localhost:4001' }];
    const refusal = died('dial tcp 127.0.0.1:4001: connect: connection refused');
    const { finding, said } = step(refusal, { env });
    expect([finding.env, said]).toEqual([
      [],
      'Nobody answers at 127.0.0.1:4001, to which STORE leads: it is left out.',
    ]);
    // What is asked over HTTP is no database, whichever driver there is.
    expect(step(refusal, { env, manifests: '"pg"' }).finding).toMatchObject({ env: [], databases: [] });
  });

  test('leaves in what leads to a longer port that begins alike', () => {
    const env = [
      { name: 'OTHER', value: 'http://localhost:40011' },
      { name: 'STORE', value: 'http://localhost:4001' },
    ];
    const { finding } = step(died('dial tcp 127.0.0.1:4001: connect: connection refused'), { env });
    expect(finding.env).toEqual([env[0]]);
  });

  test('leaves out what an image says of production, where the service does not start with it', () => {
    const why = 'Dockerfile says production; do those settings work here?';
    const env = [
      { name: 'NODE_ENV', value: 'production', why },
      { name: 'LEVEL', value: 'production' },
      { name: 'APP_ENV', value: 'production', why },
    ];
    const { kind, finding, said } = step(died('x'), { env });
    expect([kind, said]).toEqual([
      'corrected',
      'It does not start with APP_ENV=production: that is left out.',
    ]);
    expect(finding.env).toEqual(env.slice(0, 2));
    expect(step(died('x'), finding).kind).toBe('question');
    expect(step({ ...OBSERVATION, answers: [ANSWER] }, { env }).finding.env).toEqual(env);
  });

  test('runs the migrations that are known, one after the other, and then asks', () => {
    const log = 'ERROR: relation "items" does not exist';
    const migrations = [{ text: 'npm run migrate' }];
    const observed = { ...OBSERVATION, log, answers: [{ ...ANSWER, status: 500 }] };
    const { finding } = step(observed, { migrations });
    expect(finding).toMatchObject({ prepare: { text: 'npm run migrate' }, migrations: [] });
    const end = step(observed, finding);
    expect(end.kind).toBe('question');
    expect(end.said).toMatch(/Which command makes them\?/);
    expect(end.finding.notes.join()).toContain(end.said);
  });

  test('copies the example of a file that git does not know', () => {
    const { finding } = step(died('node: .env: not found'), {
      examples: [['.env', '.env.example']],
    });
    expect(finding.build!.text).toBe('cp .env.example .env && npm ci');
    expect(step(died('node: .env: not found')).kind).toBe('question');
    const deeper = step(died('failed to load config file'), {
      examples: [
        ['index.html', 'index.template.html'],
        ['config/app.yml', 'config/app.example.yml'],
      ],
    });
    expect(deeper.finding.build!.text).toBe('cp config/app.example.yml config/app.yml && npm ci');
  });

  test('takes the command that its help names, and leaves out an option that it does not know', () => {
    const start = { text: './bin/service --port=$PORT' };
    const help =
      'Usage:\n  shop [command]\n\nAvailable Commands:\n  help        Help\n  serve       Serves\n';
    expect(step(died(help), { start }).finding.start.text).toBe('./bin/service serve --port=$PORT');
    const unknown = died('Error: unknown flag: --port');
    expect(step(unknown, { start }).finding.start.text).toBe('./bin/service');
  });

  test('leaves out a guess at `prepare` that fails, or takes the next one', () => {
    const observed = died('x');
    observed.failure!.message = '`prepare` ended with exit code 2: make migrate';
    const guess = { text: 'make migrate', why: 'its tables?' };
    const { finding } = step(observed, { prepare: guess, migrations: [{ text: 'make tables' }] });
    expect(finding).toMatchObject({ prepare: { text: 'make tables' }, migrations: [] });
    expect(step(observed, { prepare: { text: 'make migrate' } }).kind).toBe('question');
  });

  test.each<[string, string[]]>([
    ['/items', ['/healthz', '/items']],
    ['/', ['/healthz']],
  ])('doubts a health check that answers while %s fails', (path, candidates) => {
    const answers = [
      { ...ANSWER, path: '/healthz' },
      { ...ANSWER, path, status: 500 },
    ];
    const { kind, finding } = step({ ...OBSERVATION, answers }, { candidates });
    expect([kind, finding.path]).toEqual([
      'answered',
      { text: '/healthz', why: `GET ${path} answered 500; what does it need?` },
    ]);
    const fine = [ANSWER, { ...ANSWER, path: '/', status: 500 }];
    expect(step({ ...OBSERVATION, answers: fine }).finding.path).toEqual({ text: '/items' });
  });

  test('waits for a health check only where it has answered', () => {
    const answers = [
      ANSWER,
      { ...ANSWER, path: '/health', status: 404 },
      { ...ANSWER, path: '/status' },
      { ...ANSWER, path: '/livez' },
    ];
    expect(step({ ...OBSERVATION, answers }).finding.health).toBe('/livez');
  });

  test('takes another way to build or to start, but not for want of a tool', () => {
    const others = [{ start: { text: 'node b.js' } }, { build: { text: 'pip install .' } }];
    const failed = (log: string, command = 'npm ci'): Observation => ({
      ...died(log),
      failure: {
        kind: 'build-failed',
        service: 'service',
        message: `\`build\` ended with exit code 1: ${command}`,
      },
    });
    expect(step(died('SyntaxError'), { others })).toMatchObject({
      kind: 'corrected',
      finding: { start: { text: 'node b.js' }, build: { text: 'npm ci' }, others: [others[1]] },
    });
    expect(step(failed('KeyError: name'), { others })).toMatchObject({
      finding: { start: { text: 'node a.js' }, build: { text: 'pip install .' }, others: [others[0]] },
    });
    expect(step(failed('sh: 1: poetry: not found'), { others }).kind).toBe('question');
    expect(step(died('listen EADDRINUSE'), { others }).kind).toBe('question');
    // Where none builds, the first one is the likeliest elsewhere: it comes back, with its own failure.
    const { finding } = step(failed('KeyError: name'), { others });
    const last = step(failed('no setup.py', 'pip install .'), finding);
    expect([last.kind, last.finding.build, last.finding.start]).toEqual([
      'question',
      FINDING.build,
      FINDING.start,
    ]);
    expect(last.finding.notes.at(-1)).toMatch(/ended with exit code 1: npm ci\./);
  });

  test('makes empty files of a front end that a program of Go takes along, and says so in the file', () => {
    const build = { text: 'go build -o bin/service .' };
    const first = step(died('ui/serve.go:15:12: pattern build/*: no matching files found'), { build });
    expect(first.finding.build!.text).toBe(`mkdir -p ui/build && touch ui/build/index.html && ${build.text}`);
    const asked = died('panic: open build/manifest.json: file does not exist');
    const second = step(asked, first.finding);
    expect(second.finding.build!.text).toBe(
      `mkdir -p ui/build && touch ui/build/manifest.json ui/build/index.html && ${build.text}`,
    );
    expect(second.finding.notes).toHaveLength(2);
    expect(step(asked, second.finding).kind).toBe('question');
    const outside = died('a/../../b.go:1:1: pattern x/*: no matching files found');
    expect(step(outside, { build }).kind).toBe('question');
  });

  test('asks as a proxy would, where all is redirected to HTTPS', () => {
    const answer = { ...ANSWER, status: 301, location: 'https://127.0.0.1:4000/items' };
    const { kind, finding } = step({ ...OBSERVATION, answers: [answer] });
    expect([kind, finding.headers]).toEqual(['corrected', { 'X-Forwarded-Proto': 'https' }]);
    expect(step({ ...OBSERVATION, answers: [answer] }, finding).kind).toBe('question');
    const { finding: fine } = step({ ...OBSERVATION, answers: [ANSWER] }, finding);
    expect(proposeConfig(fine, 'x')).toContain('    headers:\n        X-Forwarded-Proto: https');
  });

  test.each([
    ['pnpm install --frozen-lockfile', 'pnpm install', 'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install'],
    [
      'npm ci',
      'npm install',
      'npm ci can only install packages when package.json and package-lock.json are in sync.',
    ],
    [
      'cargo build --release --locked',
      'cargo build --release',
      'error: the lock file /a/Cargo.lock needs to be updated but --locked was passed',
    ],
    [
      'pnpm install --frozen-lockfile && pnpm build',
      'pnpm install --config.strict-dep-builds=false --frozen-lockfile && pnpm build',
      'Error: ERR_PNPM_IGNORED_BUILDS\n  × installing dependencies',
    ],
  ])('builds without what a lock file or a package manager refuses: %s', (text, loose, log) => {
    const observed: Observation = {
      ...died(log),
      failure: {
        kind: 'build-failed',
        service: 'service',
        message: `\`build\` ended with exit code 1: ${text}`,
      },
    };
    const { finding, kind } = step(observed, { build: { text } });
    expect([kind, finding.build!.text]).toEqual(['corrected', loose]);
    expect(step(observed, finding).kind).toBe('question');
  });

  test('without Docker goes on without a database, until the service asks for it', () => {
    const env = [{ name: 'DATABASE_URL', value: 'mysql://root:x@localhost:3306/orders' }];
    const { finding, said } = step(died('connect ECONNREFUSED 127.0.0.1:3306'), { env }, false);
    expect(said).toBe('It asks for mysql. Docker, which would start that, is missing on this machine.');
    expect(proposeConfig(finding, 'shop')).toMatch(/127\.0\.0\.1:\$\{mysql\.PORT\}[\s\S]*docker run/);
    const databases = finding.databases.map((each) => ({ ...each, absent: true }));
    const tried = { ...finding, databases };
    expect(proposeConfig(tried, 'shop')).not.toContain('docker run');
    expect(proposeConfig(tried, 'shop')).toContain('@127.0.0.1:3306/orders');
    const { finding: answered } = step({ ...OBSERVATION, answers: [ANSWER] }, tried);
    expect(answered.notes.join()).toContain('answers without mysql');
    expect(
      step(died('connect ECONNREFUSED 127.0.0.1:3306'), tried).finding.databases[0]!.absent,
    ).toBeUndefined();
  });

  test('makes the environment of Python active for programs that it calls by their names', () => {
    const prepare = { text: '.venv/bin/flask db upgrade' };
    const observed = died('sh: 1: pybabel: not found');
    const message = '`prepare` ended with exit code 1';
    const { finding } = step({ ...observed, failure: { ...observed.failure!, message } }, { prepare });
    expect(finding.prepare!.text).toBe('. .venv/bin/activate && .venv/bin/flask db upgrade');
  });

  test('installs a server that the lists of Python lack', () => {
    const build = { text: 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt' };
    const { finding } = step(died("No module named 'gunicorn'"), { build });
    expect(finding.build!.text).toMatch(/&& \.venv\/bin\/pip install 'gunicorn'$/);
  });

  test.each([
    [{ ...OBSERVATION, answers: [{ ...ANSWER, status: 401 }] }, /answered 401\. It wants a login/],
    [{ ...OBSERVATION, answers: [{ ...ANSWER, status: 404 }] }, /answered 404\. Nothing is there/],
    [
      { ...OBSERVATION, answers: [{ ...ANSWER, status: 302, location: '/login' }] },
      /redirects to \/login\. Redirects are not followed/,
    ],
    [died('sh: 1: diesel: not found'), /The program diesel is missing on this machine/],
    [
      {
        ...died('npm error'),
        failure: { kind: 'build-failed', service: 'app', message: '`build` ended with exit code 1: npm ci' },
      },
      /Change `build` until/,
    ],
    [
      {
        ...died('set `DATABASE_URL` to use query macros online: DATABASE_URL must be set'),
        failure: {
          kind: 'build-failed',
          service: 'app',
          message: '`build` ended with exit code 101: cargo build',
        },
      },
      /Set that in `build` itself/,
    ],
    [OBSERVATION, /Nothing answers on port 4000/],
  ] as [Observation, RegExp][])('that leads no further ends with what a person can do', (observed, words) => {
    const { kind, said, finding } = step(observed);
    expect(kind).toBe('question');
    expect(said).toMatch(words);
    expect(finding.notes).toHaveLength(1);
  });
});

describe('the answer that is measured', () => {
  test('is a full one of the service’s own work before a health check, and never a failure', () => {
    const answers = [
      { ...ANSWER, path: '/broken', status: 500 },
      { ...ANSWER, path: '/healthz' },
      { ...ANSWER, path: '/', bytes: 20 },
      { ...ANSWER, path: '/empty', empty: true },
      { ...ANSWER, path: '/orders' },
      { ...ANSWER, path: '/openapi.json' },
    ];
    expect(chooseAnswer(answers, ['/orders'])!.path).toBe('/orders');
    expect(chooseAnswer(answers.slice(0, 2))!.path).toBe('/healthz');
    expect(chooseAnswer([])).toBeNull();
  });
});

describe('the wait for a service', () => {
  const seen = { listening: null, asked: 4000, log: '', stillSeconds: 8 };
  test('ends soon where it listens elsewhere or is refused, and goes on while something is new', () => {
    expect(hasWaitedEnough({ ...seen, listening: [{ host: '127.0.0.1', port: 8080 }] })).toBe(true);
    expect(hasWaitedEnough({ ...seen, log: 'connect ECONNREFUSED 127.0.0.1:5432, trying again' })).toBe(true);
    expect(
      hasWaitedEnough({ ...seen, listening: [{ host: '127.0.0.1', port: 8080 }], stillSeconds: 1 }),
    ).toBe(false);
    expect(hasWaitedEnough({ ...seen, log: 'compiling' })).toBe(false);
    expect(hasWaitedEnough({ ...seen, listening: [{ host: '127.0.0.1', port: 4000 }] })).toBe(false);
  });
});
