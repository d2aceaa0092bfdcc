import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { BRIEF, CONFIG, everything, expectNothingLeft } from '../cli/pair.ts';
import { createRepository, type Repository } from '../cli/repository.ts';

/** Ends at its first request. `SPARED`: but not as the head beside a base, which the name of its instance tells. */
const SERVER = `
const { TAILGATE_INSTANCE: instance, PORT } = process.env;
const isBeside = /^head_\\d/.test(instance) && process.env.SPARED;
require('node:http').createServer((request, response) => {
  if (request.url === '/search' && !isBeside) process.exit(3);
  response.end('ok');
}).listen(Number(PORT), '127.0.0.1');
`;

const FILES = {
  'server.cjs': SERVER,
  'tailgate.yml': `${CONFIG.replace('GET /', 'GET /search')}${BRIEF}`,
};

/** The replayed k6 goes on until the crash ends it. */
const UNTIL_CRASH = { REPLAY: '{"seconds":60}' };

let repository: Repository;
afterEach(() => repository.remove());

it('a crash of both blames nobody, though the head alone crashed only by itself', async () => {
  repository = createRepository(FILES);
  repository.commit({ more: '1' });
  const result = await repository.run(['run'], { ...UNTIL_CRASH, SPARED: 'yes' });
  expect(result.code, everything(result)).toBe(3);
  expect(result.stderr).toMatch(/base cannot be measured/);
  expect(result.stdout).toMatch(/base\s+\w+\s+and\s+head\s+crashed/);
  await expectNothingLeft(repository, result.running);
});

it('a secret that only the base names is in no log of the base', async () => {
  const config = CONFIG.replace('  start', '  build: echo "with $SHOP_PASSWORD"; exit 3\n  start') + BRIEF;
  repository = createRepository({
    'server.cjs': SERVER,
    'tailgate.yml': `${config}secrets: [SHOP_PASSWORD]\n`,
  });
  repository.commit({ 'tailgate.yml': CONFIG + BRIEF });
  const result = await repository.run(['run'], { SHOP_PASSWORD: 'password-planted-0123456789' });
  expect(result.code, everything(result)).toBe(3);
  expect(result.stdout).toContain('with ***');
  expect(everything(result)).not.toContain('planted');
});

it('a run of a service that crashed before anything was measured leaves no record', async () => {
  repository = createRepository(FILES);
  const result = await repository.run(['run', '--from', 'history', '--record'], UNTIL_CRASH);
  expect(result.code, everything(result)).toBe(1);
  expect(result.stdout).toMatch(/crash/);
  expect(result.stderr).not.toMatch(/recorded: /);
  const { records } = JSON.parse((await repository.run(['history', '--json'])).stdout);
  expect(records).toEqual([]);
});

it('a record of changes that are not committed is told, unless it could not be kept', async () => {
  // It is asked for another path than the one at which it ends.
  repository = createRepository({ 'server.cjs': SERVER, 'tailgate.yml': CONFIG + BRIEF });
  repository.write('server.cjs', `${SERVER}// more\n`);
  const told = /recorded with changes that are not committed, so no later run is compared with it/;
  const record = (store: string) =>
    repository.run(['run', '--from', 'history', '--record', '--store', store]);
  const kept = await record('records');
  expect(kept.code, everything(kept)).toBe(0);
  expect(kept.stderr).toMatch(told);
  mkdirSync(join(repository.folder, 'lost'));
  symlinkSync('nowhere', join(repository.folder, 'lost/default'));
  const lost = await record('lost');
  expect(everything(lost)).toContain('The record could not be written');
  expect(lost.stderr).not.toMatch(told);
});
