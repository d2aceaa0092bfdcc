import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/document.ts';
import { readConfig } from '../../src/config/read.ts';
import { improve, tryConfig } from '../../src/init/improving.ts';
import type { Finding } from '../../src/init/needs/finding.ts';
import { proposeConfig } from '../../src/init/proposal.ts';
import { findTools } from '../../src/init/tools.ts';
import { silent } from '../../src/progress.ts';
import { WORKSPACE_PREFIX } from '../../src/services/workspace.ts';
import { makeFiles, makeRepository } from './repository.ts';

const SERVER = `const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
createServer((request, response) => {
  if (request.url === '/away') return response.writeHead(302, { location: '/login' }).end();
  if (request.url !== '/items') return response.writeHead(404).end('none');
  response.end('x'.repeat(2000));
}).listen(process.env.PORT, '127.0.0.1', () => writeFileSync(process.env.MARK, String(process.pid)));
`;

/** Options of a try under a lock of its own. */
function optionsOf(signal = new AbortController().signal) {
  return {
    progress: silent,
    signal,
    environment: { ...process.env, ...NO_DOCKER, TAILGATE_LOCK: join(makeFiles({}), 'lock') },
  };
}

/** Tries a file that is there already. */
async function tryService(
  files: Record<string, string>,
  { path = '/items', start = 'node server.js', build = 'true', signal = new AbortController().signal } = {},
): Promise<{ answered: boolean; said: string; mark: string; folder: string }> {
  const mark = join(makeFiles({}), 'pid');
  const folder = makeRepository({
    'server.js': SERVER,
    'tailgate.yml': [
      'service:',
      `  build: ${JSON.stringify(build)}`,
      `  start: ${JSON.stringify(start)}`,
      `  env: {MARK: ${JSON.stringify(mark)}}`,
      '  url: http://127.0.0.1:${PORT}',
      '  ready: {tcp: true, timeout: 5s}',
      'scenarios:',
      `  items: {request: {path: ${path}, headers: {x-key: k}}, slo: p99 < 250ms at 60 req/s}`,
    ].join('\n'),
    ...files,
  });
  return { ...(await tryConfig(readConfig('tailgate.yml', folder), optionsOf(signal))), mark, folder };
}

const FINDING: Finding = {
  title: 'Node, npm',
  from: 'package.json',
  start: { text: 'node server.js' },
  port: { kind: 'given' },
  path: { text: '/wrong', why: 'read in server.js' },
  candidates: ['/wrong', '/broken', '/items'],
  env: [],
  databases: [],
  setup: [],
  notes: [],
};

/** Tries a proposal until it answers, and keeps the lines that were told. */
async function look(
  files: Record<string, string>,
  finding: Partial<Finding> = {},
  more: Record<string, string> = {},
) {
  const folder = makeRepository(files);
  const told: string[] = [];
  const path = join(folder, 'tailgate.yml');
  const options = optionsOf();
  const step = await improve(
    { ...FINDING, ...finding },
    (each) => parseConfig(proposeConfig(each, 'shop'), { path, directory: folder, shownAs: 'it' }),
    { ...options, environment: { ...options.environment, ...more }, tell: (text) => void told.push(text) },
  );
  return { ...step, told, written: parse(proposeConfig(step.finding, 'shop')), folder };
}

/** Tells whether a process still runs. One that has ended stays in the table until its parent has looked. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Docker that is not there, whatever this machine has. */
const NO_DOCKER = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };

/** Ends when nobody answers where its store should be. */
const ASKING = `const { connect } = require('node:net');
const { port, hostname } = new URL(process.env.STORE_URL);
connect(port, hostname).on('error', (error) => { console.error(error.message, process.env.STORE_URL); process.exit(1); });
require('node:http').createServer((request, response) => response.end('full')).listen(process.env.PORT, '127.0.0.1');
`;

/** Wants a variable, a file and tables, and listens where another variable says. */
const DEMANDING = `const { createServer } = require('node:http');
const { existsSync, readFileSync } = require('node:fs');
if (!process.env.JWT_SECRET) throw new Error('JWT_SECRET is required');
readFileSync('.env');
const port = process.env.HTTP_PORT || 0;
createServer((request, response) => {
  if (request.url === '/openapi.json')
    return response.end(JSON.stringify({ paths: { '/orders': { get: {} }, '/orders/{id}': { get: {} } } }));
  if (request.url !== '/orders') return response.writeHead(404).end();
  if (!existsSync('/tmp/' + process.env.TABLES)) {
    console.error('SqliteError: no such table: orders');
    return response.writeHead(500).end();
  }
  response.end('[{"id":1}]');
}).listen(port, '127.0.0.1');
`;

describe('a proposal', () => {
  test('is not asked again for a path that ended the service', async () => {
    const { kind, told } = await look(
      {
        'server.js': SERVER.replace(
          "'/away')",
          "'/messages/users') process.exit(1);\n  if (request.url === '/away')",
        ),
      },
      {
        candidates: ['/messages/users', '/items'],
        env: [{ name: 'MARK', value: join(makeFiles({}), 'pid') }],
      },
    );
    expect([kind, told]).toEqual([
      'answered',
      [
        expect.stringMatching(/^1\. GET \/messages\/users ended the service: it is not asked any more\./),
        expect.stringMatching(/^2\. GET \/items answered 200/),
      ],
    ]);
  });

  test('is corrected by what happens, one thing after the other, until it answers', async () => {
    const tables = `tailgate-test-${process.pid}`;
    onTestFinished(() => rmSync(join('/tmp', tables), { force: true }));
    const { kind, told, written, folder } = await look(
      { 'server.js': DEMANDING, '.env.example': 'A=1\n' },
      {
        env: [{ name: 'TABLES', value: tables }],
        portNames: ['HTTP_PORT'],
        migrations: [{ text: 'touch /tmp/$TABLES' }],
        examples: [['.env', '.env.example']],
      },
    );
    expect([kind, told]).toEqual(['answered', told]);
    const lines = told.map((line) => line.replace(/ in \d+ ms.*/s, '').replace(/port \d+/, 'port N'));
    expect(lines).toMatchInlineSnapshot(`
      [
        "1. It asks for JWT_SECRET: set to a stand-in.
      ",
        "2. It wants .env, which git does not know: \`build\` copies .env.example now.
      ",
        "3. It listens on port N, not on $PORT: HTTP_PORT may set it.
      ",
        "4. Its tables are missing: \`touch /tmp/$TABLES\` runs before each start now.
      ",
        "5. GET /orders answered 200 with 10 bytes",
      ]
    `);
    expect(written.service).toMatchObject({
      build: 'cp .env.example .env',
      prepare: 'touch /tmp/$TABLES',
      env: { HTTP_PORT: '${PORT}' },
      url: 'http://127.0.0.1:${PORT}',
    });
    expect(written.scenarios).toMatchObject({
      orders: { request: { path: '/orders', expect: { status: 200 } } },
    });
    expect(existsSync(join(folder, '.env'))).toBe(false);
  });

  test.each(['postgres', 'redis'])(
    'that asks for %s gets the one of the machine where there is no Docker',
    async (kind) => {
      const tools = await findTools({ ...process.env, ...NO_DOCKER }, new AbortController().signal);
      if (tools.programs[kind] === undefined) return;
      const {
        kind: end,
        written,
        said,
      } = await look(
        { 'server.js': ASKING },
        {
          env: [{ name: 'STORE_URL', value: `${kind}://shop:secret@localhost:9/orders` }],
          manifests: '"pg"',
          candidates: ['/'],
        },
      );
      expect([end, said]).toEqual(['answered', said]);
      expect(written.services.app.env.STORE_URL).toContain(`127.0.0.1:\${${kind}.PORT}`);
      expect(written.services[kind].start).toMatch(/postgres -D|redis-server/);
    },
  );

  test('is tried without what leads to databases of whoever calls, and with the rest', async () => {
    const theirs = {
      DATABASE_URL: 'postgres://localhost/mine',
      SHOP_REDIS_URL: 'redis://localhost',
      MONGODB_URI: 'mongodb://localhost',
      SHOP_STORE: 'mysql://root@localhost/mine',
      PGHOST: 'localhost',
      PGPASSWORD: 'mine',
    };
    const names = JSON.stringify(Object.keys(theirs));
    const server = `const seen = ${names}.filter((name) => name in process.env).join() + process.env.SHOP_LEVEL;
const answer = (q, a) => q.url === '/items' ? a.end(seen) : a.writeHead(404).end();
require('node:http').createServer(answer).listen(process.env.PORT, '127.0.0.1');`;
    const { said } = await look(
      { 'server.js': server },
      { candidates: ['/items'] },
      { ...theirs, SHOP_LEVEL: 'info' },
    );
    // Four bytes are those of SHOP_LEVEL.
    expect(said).toMatch(/^GET \/items answered 200 with 4 bytes /);
  });

  test('that only a person can mend ends with a question, in the file too', async () => {
    const { kind, written, told } = await look({
      'server.js': 'console.error("sh: 1: tern: not found"); process.exit(1)',
    });
    expect(kind).toBe('question');
    expect(told.join()).toMatch(/1\. service: it ended with exit code 1[\s\S]*The program tern is missing/);
    expect(written.scenarios).toHaveProperty('wrong');
  });

  test('has a bounded number of tries, and says in the file what was not tried', async () => {
    // It wants one variable more each time.
    const server =
      'for (let n = 1; ; n++) if (!process.env[`WISH_${n}`]) { console.error(`WISH_${n} is required`); process.exit(1); }';
    const { kind, told, finding } = await look({ 'server.js': server });
    expect(kind).toBe('question');
    expect(told).toHaveLength(8);
    expect(finding.notes.join()).toMatch(/8 tries led to no answer.*WISH_8/);
  });

  test('is measured where the service itself redirects to, and asks nothing that it should not', async () => {
    const server = `const asked = [];
require('node:http').createServer((q, a) => {
  asked.push(q.url);
  if (q.url === '/openapi.json') return a.end('{"paths":{"/items":{"get":{}},"/users/logout":{"get":{}}}}');
  if (q.url === '/items') return a.writeHead(301, { location: '/items/' }).end();
  if (q.url === '/wrong') return a.writeHead(302, { location: 'http://example.invalid/x' }).end();
  if (q.url !== '/items/') return a.writeHead(404).end();
  a.end(asked.includes('/users/logout') || asked.includes('/x') ? 'no' : 'list');
}).listen(process.env.PORT, '127.0.0.1');`;
    const { kind, said } = await look({ 'server.js': server });
    expect([kind, said.slice(0, 40)]).toEqual(['answered', 'GET /items/ answered 200 with 4 bytes in']);
  });

  test('is asked at what its pages link to, where its code names nothing', async () => {
    const pages = {
      '/': '<link href="/a.css"><a href="/shoes?x=1">Shoes</a><a href="https://example.invalid/hats">',
      '/shoes': 'shoes, many of them',
      '/hats': 'no',
    };
    const server = `const pages = ${JSON.stringify(pages)};
require('node:http').createServer((q, a) => pages[q.url] ? a.end(pages[q.url]) : a.writeHead(404).end()).listen(process.env.PORT, '127.0.0.1');`;
    const { kind, written } = await look({ 'server.js': server }, { candidates: [] });
    expect([kind, Object.keys(written.scenarios)]).toEqual(['answered', ['shoes']]);
  });

  test('is asked anew where a server ends connections after errors, and lists of a new database are seen', async () => {
    const server = `require('node:net').createServer((socket) => socket.on('error', () => {}).once('data', (text) => {
  const body = String(text).startsWith('GET /items ') ? '{"content":[],"total":0,"sort":{"by":"' + 'x'.repeat(99) + '"}}' : 'no';
  socket.write('HTTP/1.1 ' + (body === 'no' ? 500 : 200) + ' X\\r\\nContent-Length: ' + body.length + '\\r\\n\\r\\n' + body);
  setTimeout(() => socket.destroy(), 1);
})).listen(process.env.PORT, '127.0.0.1');`;
    const { kind, finding } = await look({ 'server.js': server });
    expect([kind, finding.path]).toEqual([
      'answered',
      { text: '/items', why: expect.stringMatching(/^it answers with nothing in it/) },
    ]);
  });

  test('that answers nothing plain takes the best of what there is, and says what it wants', async () => {
    const server = `require('node:http').createServer((q, a) => a.writeHead(q.url === '/items' ? 401 : 404).end()).listen(process.env.PORT, '127.0.0.1')`;
    const { kind, said } = await look({ 'server.js': server });
    expect(kind).toBe('question');
    expect(said).toBe(
      'GET /items answered 401. It wants a login. Send one in `headers`, or name another route.',
    );
  });
});

describe('a file that is there', () => {
  test('is tried in a fresh tree, with its own request, and what was started is stopped', async () => {
    const { answered, said, mark, folder } = await tryService({}, { build: 'echo made > made.txt' });
    expect(answered).toBe(true);
    expect(said).toMatch(/^GET \/items answered 200 with 2\.0 kB in \d+ ms\. The service was ready/);
    expect(isAlive(Number(readFileSync(mark, 'utf8')))).toBe(false);
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
  });

  test('that got ready is asked, though its own process does not listen, as in a container', async () => {
    const spawn = 'require("child_process").spawn("node", ["server.js"], {detached: true, stdio: "ignore"})';
    const start = `node -e '${spawn}.unref()' && exec sleep 60`;
    const { answered, mark } = await tryService({}, { start });
    expect(answered).toBe(true);
    await expect.poll(() => isAlive(Number(readFileSync(mark, 'utf8')))).toBe(false);
  });

  test('is tried in its first variant, below the path of its url, with the first row of data', async () => {
    const { said } = await tryService({
      'server.js': `const { createServer } = require('node:http');
createServer((request, response) => response.end(process.env.SIZE)).listen(process.env.PORT, '127.0.0.1');`,
      'ids.csv': 'id\n7\n8\n',
      'tailgate.yml': [
        'service:',
        '  start: node server.js',
        '  url: http://127.0.0.1:${PORT}/shop',
        '  ready: {tcp: true, timeout: 5s}',
        'variants:',
        '  size:',
        '    large: {env: {SIZE: large}, with: {size: large}}',
        '    small: {env: {SIZE: small-one}, with: {size: small}}',
        'scenarios:',
        '  items:',
        '    data: ids.csv',
        '    request: GET /${variant.size}/${data.id}',
        '    slo: p99 < 250ms at 60 req/s',
      ].join('\n'),
    });
    expect(said).toMatch(/^GET \/shop\/large\/7 answered 200 with 5 bytes /);
  });

  test('is told where a redirect leads, and what a status means', async () => {
    const away = await tryService({}, { path: '/away' });
    expect(away.said).toMatch(/answered 302 [\s\S]*It redirects to \/login\. Redirects are not followed/);
    expect(away.answered).toBe(true);
    const none = await tryService({}, { path: '/none' });
    expect(none.said).toMatch(/answered 404 [\s\S]*Is a prefix missing/);
    expect(none.answered).toBe(false);
  });

  test.each([
    [
      { build: 'node -e "require(\'missing\')"' },
      /`build` ended with exit code 1[\s\S]*Does `build` install[\s\S]*MODULE_NOT_FOUND/,
    ],
    [
      { build: 'echo "ERROR: Could not build wheels for a, which is required to install it"; exit 1' },
      /A package could not be built/,
    ],
    [{ start: 'node gone.js' }, /before it was ready[\s\S]*Does `build` install/],
    [
      { start: `node -e 'require("node:http").createServer().listen(8123, "127.0.0.1")'` },
      /listens on port 8123[\s\S]*url: http:\/\/127\.0\.0\.1:8123/,
    ],
  ])('that fails is told the last lines and what to change: %j', async (options, words) => {
    const { answered, said } = await tryService({}, options);
    expect(said).toMatch(words);
    expect(answered).toBe(false);
  });

  test('that is interrupted leaves neither a process nor a folder', async () => {
    const before = listWorkspaces();
    const controller = new AbortController();
    const pid = join(makeFiles({}), 'builder');
    const running = tryService({}, { build: `echo $$ > ${pid}; sleep 30`, signal: controller.signal });
    const refused = expect(running).rejects.toMatchObject({ exitCode: 130 });
    while (!existsSync(pid)) await sleep(20);
    while (readFileSync(pid, 'utf8') === '') await sleep(20);
    controller.abort('SIGINT');
    await refused;
    const builder = Number(readFileSync(pid, 'utf8'));
    expect(builder).toBeGreaterThan(0);
    await expect.poll(() => isAlive(builder), { timeout: 5000 }).toBe(false);
    expect(listWorkspaces().filter((name) => !before.includes(name) && holdsHead(name))).toEqual([]);
  });
});

function listWorkspaces(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(WORKSPACE_PREFIX));
}

/** Other tests have folders of the same name. Only this one's tree holds its build. */
function holdsHead(name: string): boolean {
  const file = join(tmpdir(), name, 'head/tailgate.yml');
  return existsSync(file) && readFileSync(file, 'utf8').includes('sleep 30');
}
