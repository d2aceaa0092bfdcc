import { expect } from 'vitest';
import { type CliResult, eventually, type RunningCli } from './project.ts';
import type { Repository } from './repository.ts';

/** `delay` says how slow (ms) a revision is; `routes` what it knows beside `/`. */
const SERVICE = `
const http = require('node:http');
const { readFileSync } = require('node:fs');
const delay = Number(readFileSync('delay', 'utf8'));
const routes = ['/', ...readFileSync('routes', 'utf8').split('\\n')];
const answer = (request, response) => {
  response.statusCode = routes.includes(request.url) ? 200 : 404;
  response.setHeader('server-timing', 'delay;dur=' + delay);
  response.end('ok');
};
console.log('environment ' + JSON.stringify(process.env));
http.createServer((...both) => setTimeout(answer, delay, ...both)).listen(process.env.PORT, '127.0.0.1');
`;

export const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p50 < 200ms at 100 req/s
`;

/** Fewest blocks: enough where base and head are an order of magnitude apart, and for runs that never measure. */
export const BRIEF = `
measure:
  budget: 12s
  soak: 2s
baseline:
  confidence: 60%
  tolerance: 50%
`;

export const FILES = { 'server.cjs': SERVICE, delay: '2', routes: '', 'tailgate.yml': CONFIG + BRIEF };

/** The service listens on a port of its own choice. Its arms take no turns, so less load will do. */
export const fixPort = (port: number) =>
  (CONFIG + BRIEF.replace('12s', '10s'))
    .replace('exec node', `PORT=${port} exec node`)
    .replace('${PORT}', String(port));

export const everything = ({ stdout, stderr }: CliResult) => stdout + stderr;

export async function expectNothingLeft(repository: Repository, running: RunningCli): Promise<void> {
  await eventually(() => running.orphans().length === 0, 3);
  expect(running.orphans()).toEqual([]);
  expect(repository.leftovers()).toEqual([]);
}
