import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, inject, it } from 'vitest';
import { measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import { type Case, judgeBlocks } from '../../src/gate/judgement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: { path: /search, timeout: 1s }
    slo: p90 < 200ms at 50 req/s
measure: { budget: 2s, soak: 0s }
`;

/** What a request gets, and the words that are told of it. */
const ANSWERS = [
  ['500', 'response.writeHead(500); response.end()', /500/],
  ['a redirect', "response.writeHead(302, { location: '/login' }); response.end()", /status 302/],
  ['304', 'response.writeHead(304); response.end()', /status 304/],
  ['a body that stops in the middle', "response.write('x')", /timeout|did not end|no complete/],
  [
    'a body shorter than told',
    "response.writeHead(200, { 'content-length': 100 }); response.write('x'); setTimeout(() => response.destroy(), 5)",
    /EOF/,
  ],
  ['no byte at all', '', /timeout|no complete/],
] as const;

useKeeper();
beforeEach(() => {
  writeFileSync(join(folder, 'tailgate.yml'), CONFIG);
});

/** Measures a service under real k6, and judges it. Other programs may use the machine meanwhile. */
async function judge(answer: string) {
  writeFileSync(
    join(folder, 'server.cjs'),
    `require('node:http').createServer((request, response) => {
      if (request.url === '/') return response.end('ready');
      ${answer}
    }).listen(Number(process.env.PORT), '127.0.0.1');`,
  );
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  const plan = planRun(config, { paired: false });
  const warmUpSeconds = new Map([['search', 1]]);
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds } as const;
  const head = surroundHead(config, folder, keeper, new AbortController().signal);
  const block = await measureBlock(layOutBlock(plan, order), 0, {
    arms: { head },
    shared: NOTHING_SHARED,
    k6: inject('k6'),
    seed: 1,
    folder,
    progress: silent,
    planned: 1,
    repeatDisturbed: false,
  });
  const given: Case = {
    config,
    plan,
    baseline: [],
    digests: new Map(plan.steps.map(({ label }) => [label, label])),
    draft: makeRecord({}),
    comparison: { kind: 'none', reason: { kind: 'new' } },
    gateChanges: [],
    failOn: [],
  };
  return { block, verdict: judgeBlocks(given, [block], null).verdict };
}

it.each(ANSWERS)('a service that answers each request with %s does not pass', async (_, answer, words) => {
  const { block, verdict } = await judge(answer);
  expect(['missed', 'invalid']).toContain(verdict.code);
  expect(block.failures.map(({ text }) => text).join('\n')).toMatch(words);
});
