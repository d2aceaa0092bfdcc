import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TriedStep } from '../../src/init/try.ts';
import { createProject } from '../cli/project.ts';
import { git, makeFiles } from '../init/repository.ts';
import { makeToolFolder, writeScript } from '../k6/install.ts';

const SERVER = `const { createServer } = require('node:http');
if (!process.env.JWT_SECRET) throw new Error('JWT_SECRET is required, and not ' + process.env.SECRET);
createServer((request, response) => {
  console.log('asked for', request.url);
  if (request.url === '/away') return response.writeHead(302, { location: '/login' }).end();
  if (request.url === '/empty') return response.end('[]');
  if (request.url !== '/items') return response.writeHead(404).end('none');
  response.end('x'.repeat(2000));
}).listen(process.env.OTHER_PORT || process.env.PORT, '127.0.0.1');
`;
const SLO = 'slo: p99 < 250ms at 60 req/s';
type Keys = Partial<Record<'env' | 'build' | 'prepare' | 'scenarios' | 'more', string>>;

/** Tries a service with these keys and scenarios in a repository, of which nothing is committed but an empty commit. */
async function tryIt(keys: Keys, args: string[] = ['--json'], environment: NodeJS.ProcessEnv = {}) {
  const { env = 'JWT_SECRET: x', build = 'true', prepare = 'true', scenarios = '', more = '' } = keys;
  const project = createProject({
    'server.js': SERVER,
    'throws.js':
      "import http from 'k6/http';\nexport default () => { http.get(__ENV.TARGET_URL + '/items').json().total; };\n",
    'tailgate.yml': `secrets: [SECRET]
service:
  build: '${build}'
  prepare: '${prepare}'
  start: node server.js
  env: { ${env} }
  url: http://127.0.0.1:\${PORT}
  ready: { tcp: true, timeout: 3s }
scenarios:
  items: { request: GET /items, ${SLO} }
${scenarios}${more}`,
  });
  onTestFinished(project.remove);
  git(project.folder, 'init', '--quiet');
  const commit = '-c user.name=t -c user.email=t@e.invalid commit --allow-empty -qm first';
  git(project.folder, ...commit.split(' '));
  const { code, stdout, stderr } = await project.run(['try', ...args], {
    SECRET: 'hunter2secret',
    ...environment,
  });
  expect(`${stdout}${stderr}`).not.toContain('hunter2secret');
  const told = args.includes('--json') && code !== 2 ? JSON.parse(stdout) : { steps: [] };
  if (code !== 2 && args.includes('--json')) expect(told).toMatchObject({ schemaVersion: 1, exitCode: code });
  const steps: TriedStep[] = told.steps;
  return { code, stdout, stderr, steps, failed: steps.filter(({ ok }) => !ok) };
}
const real = { TAILGATE_K6: process.env.TAILGATE_K6 };

test('what works is told step by step, requests with their status, size and time: exit code 0', async () => {
  const { code, steps } = await tryIt(
    { scenarios: `  empty: { request: GET /empty, ${SLO} }\n` },
    ['--json'],
    real,
  );
  expect(code).toBe(0);
  expect(steps.map(({ kind, name, ok }) => [kind, name, ok])).toEqual([
    ['build', 'service', true],
    ['prepare', 'service', true],
    ['start', 'service', true],
    ['request', 'items: /items', true],
    ['request', 'empty: /empty', true],
  ]);
  expect(steps[3]).toMatchObject({ bytes: 2000, milliseconds: expect.any(Number), said: '' });
  expect(Object.keys(steps[3]!.statuses!)).toEqual(['200']);
  expect(steps[4]!.said).toContain('nothing in it');
});

test('a terminal gets a line for each step, and below the first that failed its log: exit code 3', async () => {
  const rare = '[{ request: GET /items, weight: 99 }, GET /rare]';
  const scenarios = `  wrong: { request: GET /wrong, ${SLO} }
  away: { request: GET /away, ${SLO} }
  mixed: { requests: ${rare}, ${SLO} }
  broken: { script: throws.js, load: 60 req/s, slo: p99 < 250ms }
`;
  const { code, stdout } = await tryIt({ scenarios }, [], real);
  expect(code).toBe(3);
  const lines = stdout.split('\n').filter((line) => /^\S/.test(line));
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    '✓ build',
    '✓ prepare',
    '✓ start',
    '✓ request',
    '✗ request',
    '✗ request',
    '✗ request',
    '✗ request',
    'Edit tailgate.yml,',
  ]);
  expect(lines[4]).toMatch(/wrong: status 404/);
  expect(lines[5]).toMatch(/away: status 302/);
  expect(lines[6]).toMatch(/mixed: status 404/);
  expect(lines[7]).toMatch(/broken: .*(exception|JSON)/i);
  expect(stdout.match(/^ {4}asked for \/wrong$/gm)!.length).toBeLessThanOrEqual(60);
});

test('a variable that is missing is told by the last words of what does not start, without secrets', async () => {
  const { code, failed } = await tryIt({ env: 'A: b' });
  expect(code).toBe(3);
  expect(failed).toMatchObject([
    { kind: 'start', name: 'service', said: expect.stringContaining('exit code 1') },
  ]);
  expect(failed[0]!.log!.join('\n')).toContain('JWT_SECRET is required');
});

test('a port that is not $PORT is named', async () => {
  const { code, failed } = await tryIt({ env: 'JWT_SECRET: x, OTHER_PORT: 0' });
  expect(code).toBe(3);
  expect(failed).toMatchObject([
    { kind: 'start', said: expect.stringMatching(/listens on \d+, not on \d+/) },
  ]);
});

test.each(['build', 'prepare'] as const)(
  'a %s that fails is the step, with its exit code and its log',
  async (key) => {
    const { code, steps, failed } = await tryIt({ [key]: 'echo no table; exit 5' });
    expect(code).toBe(3);
    expect(failed).toEqual([steps.at(-1)]);
    expect(failed).toMatchObject([
      { kind: key, said: expect.stringContaining('exit code 5'), log: ['no table'] },
    ]);
  },
);

test('a compose file without Docker ends before anything is built', async () => {
  const bin = await makeToolFolder();
  await writeScript(join(bin, 'node'), `exec '${process.execPath}' "$@"`);
  const folder = makeFiles({
    'compose.yaml': 'services: {db: {image: postgres}}',
    'tailgate.yml': `services:
  app: { build: touch built, start: node a.js, url: 'http://127.0.0.1:\${PORT}', needs: [db] }
  db: { compose: { file: compose.yaml, service: db, port: 5432 } }
target: app
scenarios:
  a: { request: GET /, ${SLO} }
`,
  });
  const config = ['try', '--json', '--config', join(folder, 'tailgate.yml')];
  const project = createProject({});
  onTestFinished(project.remove);
  const { code, stdout } = await project.run(config, { PATH: bin });
  expect(code).toBe(3);
  expect(JSON.parse(stdout).steps).toEqual([
    {
      kind: 'machine',
      name: 'docker',
      ok: false,
      said: expect.stringMatching(/not there.*db runs in a container/),
    },
  ]);
});

test('a mistake in the file is told with its line, and nothing is started: exit code 2', async () => {
  const { code, stdout, stderr } = await tryIt({ more: 'servce: 1\n' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/tailgate\.yml:11/);
  expect(`${stdout}${stderr}`).not.toMatch(/^ +at .*\.[mt]s:/m);
});
