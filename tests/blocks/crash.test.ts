import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSearches, type Searches } from '../../src/blocks/searches.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { folder, useKeeper } from '../keeper.ts';
import { NOTHING_SHARED } from '../services/surroundings.ts';
import { measure, prepare } from './measure.ts';

/** Ends at its 20th request if its arm is one of those that crash. Counts what it answers. */
const SERVER = `
const { appendFileSync } = require('node:fs');
const arm = process.env.TAILGATE_INSTANCE.split('_')[0];
let requests = 0;
require('node:http').createServer((request, response) => {
  if (request.url === '/') return response.end('ready');
  appendFileSync('requests', arm + '\\n');
  if (++requests >= 20 && process.env.CRASHES.includes(arm)) { console.error('no cheese in ' + arm); process.exit(3); }
  response.end('ok');
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

/** Sends requests to the arm that it is told to load, as k6 would do to it first, and measures nothing. */
const LOADER = `#!/usr/bin/env node
const url = process.argv.find((each) => each.startsWith('TARGET_URL=')).slice('TARGET_URL='.length);
(async () => {
  for (let i = 0; i < 30; i++) await fetch(url + '/search').then((answer) => answer.text());
})().catch(() => {}).finally(() => setTimeout(() => process.exit(1), 200));
`;

const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search: { request: GET /search, slo: p50 < 200ms at 50 req/s }
measure: { budget: 10s }
baseline: { confidence: 75% }
`;

const SEARCH = CONFIG.replace('slo: p50 < 200ms at 50 req/s', 'slo: p99 < 200ms at 50 to 400 req/s');

useKeeper();

/** Prepares a pair whose arms crash where their names are among `crashes`. */
function plant(crashes: string, config = CONFIG) {
  writeFileSync(join(folder, 'k6'), LOADER, { mode: 0o755 });
  const environment = { CRASHES: crashes };
  return prepare({ 'server.cjs': SERVER, 'tailgate.yml': config }, { environment, k6: join(folder, 'k6') });
}

async function crashOf(crashes: string, first: Arm, swapped: boolean) {
  return (await measure(plant(crashes), { first, swapped })).crash;
}

const countRequests = (arm: Arm) =>
  readFileSync(join(folder, 'requests'), 'utf8').match(new RegExp(`^${arm}$`, 'gm'))!.length;

describe.each([
  ['side by side, the head first', 'head', false],
  ['side by side, the base first', 'base', false],
  ['one after the other, the head first', 'head', true],
] as const)('services that are up %s', (_, first, swapped) => {
  it('crash in the same way, and the change is not blamed', async () => {
    const crash = (await crashOf('head base', first, swapped))!;
    expect(crash).toMatchObject({
      arm: 'base',
      exit: 'exit code 3',
      head: { service: 'service', exit: 'exit code 3' },
      log: 'The base:\nno cheese in base\n\nThis change:\nno cheese in head',
    });
  });

  it('crash on the head alone, and the change is blamed once the base has stood the same load', async () => {
    const crash = await crashOf('head', first, swapped);
    expect(crash).toMatchObject({ arm: 'head', log: 'no cheese in head' });
    expect(crash).not.toHaveProperty('head');
    expect(countRequests('base')).toBeGreaterThanOrEqual(countRequests('head'));
  });
});

it('a service of both that has ended is told, and no arm that cannot start without it', async () => {
  const prepared = plant('', CONFIG.replace('  start', '  prepare: exit 1\n  start'));
  const end = { service: 'store', exit: 'exit code 3', log: 'no cheese' };
  const shared = { ...NOTHING_SHARED, crash: () => end };
  const block = await measure({ ...prepared, options: { ...prepared.options, shared } });
  expect(block.crash).toMatchObject({ arm: 'shared', ...end });
  await expect(measure(prepared)).rejects.toMatchObject({ kind: 'not-ready', arm: 'head' });
});

describe.each([
  ['side by side', false],
  ['one after the other', true],
] as const)('the search of a capacity, with the arms up %s', (_, swapped) => {
  it('does not blame the change for a crash that the base has as well', async () => {
    const { options, plan } = plant('head base', SEARCH);
    const found: Searches = new Map();
    await runSearches(plan.searches, found, { ...options, swapped, drawFirst: () => 'head' });
    const results = [...found.values()].flat();
    expect(results).toHaveLength(swapped ? 2 : 1);
    // What became of both is told once.
    const crashes = results.flatMap(({ crash }) => crash ?? []);
    expect(crashes).toMatchObject([{ arm: 'base', head: { service: 'service', exit: 'exit code 3' } }]);
  });
});
