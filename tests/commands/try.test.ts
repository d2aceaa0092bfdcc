import { expect, onTestFinished, test } from 'vitest';
import type { TriedStep } from '../../src/init/try.ts';
import { createProject } from '../cli/project.ts';
import { git } from '../init/repository.ts';

const SERVER = `const { createServer } = require('node:http');
if (!process.env.JWT_SECRET) throw new Error('JWT_SECRET is required, and not ' + process.env.SECRET);
createServer((request, response) => {
  console.log('asked for', request.url);
  if (request.url === '/away') return response.writeHead(302, { location: '/login' }).end();
  if (request.url === '/empty') return response.end('[]');
  if (request.url !== '/items') return response.writeHead(404).end('none');
  response.end('x'.repeat(2000));
}).listen(process.env.OTHER_PORT || process.env.PORT, '127.0.0.1', () => console.log('listens'));
`;
const K6 = "import http from 'k6/http'; import { sleep } from 'k6';";
const SLO = 'slo: p99 < 250ms at 60 req/s';
type Keys = Partial<Record<'env' | 'build' | 'prepare' | 'scenarios' | 'more', string>>;

/** Tries a service with these keys and scenarios in a repository, of which nothing is committed but an empty commit. */
async function tryIt(keys: Keys, args: string[] = ['--json'], environment: NodeJS.ProcessEnv = {}) {
  const { env = 'JWT_SECRET: x', build = 'true', prepare = 'true', scenarios = '', more = '' } = keys;
  const project = createProject({
    'server.js': SERVER,
    'refused.js': "throw new Error('no items.json');",
    'throws.js': `${K6} export default () => { http.get(__ENV.TARGET_URL + '/items').json().total; };`,
    'long.js': `${K6} export default () => { http.get(__ENV.TARGET_URL + '/items'); sleep(5); };`,
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
  const variables = { SECRET: 'hunter2secret', ...environment };
  const { code, stdout, stderr } = await project.run(['try', ...args], variables);
  expect(`${stdout}${stderr}`).not.toContain('hunter2secret');
  const told = args.includes('--json') && code !== 2 ? JSON.parse(stdout) : { steps: [] };
  if (code !== 2 && args.includes('--json')) expect(told).toMatchObject({ schemaVersion: 1, exitCode: code });
  const steps: TriedStep[] = told.steps;
  return { code, stdout, stderr, steps, failed: steps.filter(({ ok }) => !ok) };
}
const real = { TAILGATE_K6: process.env.TAILGATE_K6 };

test('what works is told step by step, requests with their status, size and time: exit code 0', async () => {
  const scenarios = `  empty: { request: GET /empty, ${SLO} }\n  both: { requests: [GET /items, GET /empty], ${SLO} }\n`;
  const { code, steps } = await tryIt({ scenarios }, ['--json'], real);
  expect(code).toBe(0);
  expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...['build service', 'prepare service', 'start service'],
    ...['items: /items', 'empty: /empty', 'both: /items', 'both: /empty'].map((name) => `request ${name}`),
  ]);
  expect(steps[3]).toMatchObject({ bytes: 2000, milliseconds: expect.any(Number), said: '' });
  expect(Object.keys(steps[3]!.statuses!)).toEqual(['200']);
  expect(steps[4]!.said).toContain('almost empty');
  expect(steps[5]).not.toHaveProperty('milliseconds');
});

test('a terminal gets a line for each step, and below the first that failed its log: exit code 3', async () => {
  const rare = '[{ request: GET /items, weight: 99 }, GET /rare]';
  const scenarios = `  wrong: { request: GET /wrong, ${SLO} }
  away: { request: GET /away, ${SLO} }
  mixed: { requests: ${rare}, ${SLO} }
  broken: { script: throws.js, load: 60 req/s, slo: p99 < 250ms }
  long: { script: long.js, load: 60 req/s, slo: p99 < 250ms }
`;
  const { code, stdout } = await tryIt({ scenarios }, [], real);
  expect(code).toBe(3);
  const lines = stdout.split('\n').filter((line) => /^\S/.test(line));
  const marks = lines.map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(marks.slice(0, 4)).toEqual(['✓ build', '✓ prepare', '✓ start', '✓ request']);
  expect(marks.slice(4)).toEqual([...Array(5).fill('✗ request'), 'Edit tailgate.yml,']);
  expect(lines[4]).toMatch(/ wrong: \/wrong: status 404/);
  expect(lines[5]).toMatch(/away: status 302/);
  expect(lines[6]).toMatch(/mixed: status 404/);
  expect(lines[7]).toMatch(/broken: .*(exception|JSON)/i);
  expect(lines[8]).toMatch(/long: none of its \d+ iterations ended/);
  expect(stdout.match(/^ {4}asked for \/wrong$/gm)!.length).toBeLessThanOrEqual(60);
});

test('a script that k6 refuses is told with why, and what it keeps from being tried without', async () => {
  const scenarios = '  refused: { script: refused.js, load: 60 req/s, slo: p99 < 250ms }\n';
  const { failed } = await tryIt({ scenarios }, ['--json'], real);
  const log = expect.arrayContaining([expect.stringContaining('no items.json')]);
  expect(failed).toMatchObject([{ said: expect.stringContaining('not tried') }, { name: 'refused', log }]);
});

test.each<[string, Keys, string, RegExp, RegExp]>([
  ['a start', { env: 'A: b' }, 'start', /exit code 1/, /JWT_SECRET is required/],
  ['a port', { env: 'JWT_SECRET: x, OTHER_PORT: 0' }, 'start', /listens on \d+, not on \d+/, /^/],
  ['a build', { build: 'echo no table; exit 5' }, 'build', /exit code 5/, /^no table$/],
  ['a prepare', { prepare: 'echo no table; exit 5' }, 'prepare', /exit code 5/, /^no table$/],
])('%s that fails is the last step, told with why and its last words', async (_, keys, kind, said, log) => {
  const { code, steps, failed } = await tryIt(keys);
  expect(code).toBe(3);
  expect(failed).toEqual([steps.at(-1)]);
  expect(failed).toMatchObject([{ kind, name: 'service', said: expect.stringMatching(said) }]);
  expect(failed[0]!.log?.join('\n') ?? '').toMatch(log);
});

test('a mistake in the file is told with its line, and nothing is started: exit code 2', async () => {
  const { code, stdout, stderr } = await tryIt({ more: 'servce: 1\n' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/tailgate\.yml:11/);
  expect(`${stdout}${stderr}`).not.toMatch(/^ +at .*\.[mt]s:/m);
});
