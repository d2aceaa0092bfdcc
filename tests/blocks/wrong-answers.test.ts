import { expect, it } from 'vitest';
import { judgeBlocks } from '../../src/gate/judgement.ts';
import { makeCase } from '../gate/blocks.ts';
import { useKeeper } from '../keeper.ts';
import { measure, prepare } from './measure.ts';

const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search: { request: { path: /search, timeout: 1s }, slo: p90 < 200ms at 50 req/s }
measure: { budget: 2s, soak: 0s }
`;

/** What a request gets, and the words that are told of it. */
const ANSWERS = [
  ['500', 'response.writeHead(500); response.end()', /500/],
  ['a redirect', "response.writeHead(302, { location: '/login' }); response.end()", /status 302/],
  ['a body that stops in the middle', "response.write('x')", /timeout|did not end|no complete/],
  [
    'a body shorter than told',
    "response.writeHead(200, { 'content-length': 100 }); response.write('x'); setTimeout(() => response.destroy(), 5)",
    /EOF/,
  ],
  ['no byte at all', '', /timeout|no complete/],
] as const;

useKeeper();

/** Measures a service under real k6, and judges it. Other programs may use the machine meanwhile. */
async function judge(answer: string) {
  const server = `require('node:http').createServer((request, response) => {
      if (request.url === '/') return response.end('ready');
      ${answer}
    }).listen(Number(process.env.PORT), '127.0.0.1');`;
  const files = { 'server.cjs': server, 'tailgate.yml': CONFIG };
  const prepared = prepare(files, { paired: false, disturbed: 'keep' });
  const { plan, config } = prepared;
  const block = await measure(prepared, { warmUps: { search: 1 } });
  const given = makeCase(config, plan, { comparison: { kind: 'none', reason: { kind: 'new' } } });
  return { block, verdict: judgeBlocks(given, [block], null).verdict };
}

it.each(ANSWERS)('a service that answers each request with %s does not pass', async (_, answer, words) => {
  const { block, verdict } = await judge(answer);
  expect(['missed', 'invalid']).toContain(verdict.code);
  expect(block.failures.map(({ text }) => text).join('\n')).toMatch(words);
});
