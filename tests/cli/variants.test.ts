import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { BRIEF, everything, expectNothingLeft } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

/** Says how much later it answers, from its environment, and which paths it was asked for. */
const SERVICE = `
const { appendFileSync } = require('node:fs');
require('node:http').createServer((request, response) => {
  appendFileSync(process.env.ASKED, process.env.NAME + ' ' + request.url + '\\n');
  response.setHeader('server-timing', 'delay;dur=' + (process.env.DELAY ?? 0));
  response.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

const config = (off: number, axes = '', limit = 200) => `
services:
  app:
    start: NAME=app exec node server.cjs
    url: http://127.0.0.1:\${PORT}
    env: { ASKED: '\${env.ASKED}' }
  proxy:
    start: NAME=proxy exec node server.cjs
    needs: [app]
    url: http://127.0.0.1:\${PORT}
    env: { ASKED: '\${env.ASKED}' }
target: app
scenarios:
  search:
    request: GET \${env.PATH_OF}
    slo: p50 < ${limit}ms at 100 req/s
variants:
  cache:
    "on": { env: { PATH_OF: /warm } }
    "off": { env: { DELAY: ${off}, PATH_OF: /cold } }
${axes}${BRIEF.replace('12s', '16s').replace('soak: 2s', 'soak: 0s')}`;

const create = () => createRepository({ 'server.cjs': SERVICE, 'tailgate.yml': config(5) });

type Finding = { label: string; metric: string; outcome: string; reason?: { kind: string } };

async function run(code: number) {
  const asked = join(repository.environment.HOME!, 'asked');
  const result = await repository.run(['run', '--json', 'result.json'], {
    ASKED: asked,
    REPLAY: '{"seconds":0.05}',
  });
  expect(result.code, everything(result)).toBe(code);
  await expectNothingLeft(repository, result.running);
  const json = JSON.parse(readFileSync(join(repository.folder, 'result.json'), 'utf8'));
  const outcomes = (json.changes as Finding[])
    .filter(({ metric }) => metric === 'p50')
    .map(({ label, outcome, reason }) => [label, reason?.kind ?? outcome]);
  const paths = new Set(readFileSync(asked, 'utf8').trim().split('\n'));
  return { json, stderr: result.stderr, outcomes: Object.fromEntries(outcomes), paths };
}

it('a change is found in the variant in which it is slower, and a new variant is only measured', async () => {
  repository = create();
  const proxied = '    proxied: { env: { PATH_OF: /cold }, target: proxy }\n';
  repository.commit({ 'tailgate.yml': config(20, proxied, 15) });
  const { json, outcomes, paths, stderr } = await run(1);
  expect(outcomes).toEqual({
    'search [cache=on]': 'unchanged',
    'search [cache=off]': 'regressed',
    'search [cache=proxied]': 'new',
  });
  const slos = (json.slos as Finding[]).map(({ label, metric, outcome }) => [label, metric, outcome]);
  expect(slos).toEqual([
    ['search [cache=on]', 'p50', 'met'],
    ['search [cache=off]', 'p50', 'missed'],
    ['search [cache=proxied]', 'p50', 'met'],
  ]);
  expect([...paths].sort()).toEqual(['app /', 'app /cold', 'app /warm', 'proxy /', 'proxy /cold']);
  expect(json.pair).toMatchObject({ variants: 2 });
  expect(json.reproduce).toMatch(/ --only search$/);
  expect(stderr).toMatch(/variant 3 of 3: cache=proxied/);
  const steps = json.record.steps as { variant: object; digest: string }[];
  expect(new Set(steps.map(({ variant, digest }) => JSON.stringify([variant, digest]))).size).toBe(3);
});
