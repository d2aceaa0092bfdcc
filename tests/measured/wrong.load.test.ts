import { beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '../cli/project.ts';
import { measure, type Scene } from './scene.ts';

/** Answers in a wrong way for each path. */
const SERVICE = `
require('node:http').createServer((request, response) => {
  if (request.url === '/failing') response.statusCode = 500;
  if (request.url === '/redirecting') response.writeHead(302, { location: '/login' });
  if (request.url === '/hanging') return;
  response.end('ok');
}).listen(process.env.PORT, '127.0.0.1');
`;

const scenario = (name: string, path = name, expected = '') =>
  `  ${name}: { request: { path: /${path}, timeout: 1s${expected} }, slo: p90 < 200ms at 100 req/s }\n`;
const WRONG = ['failing', 'hanging', 'redirecting'];
const CONFIG = `
service: { start: exec node server.cjs, url: "http://127.0.0.1:\${PORT}" }
scenarios:
  fixed: { request: GET /, load: 100 requests by 2 users }
${scenario('awaited', 'redirecting', ', expect: { status: 302 }')}${WRONG.map((name) => scenario(name)).join('')}
measure: { budget: 2s, soak: 0s }
`;

let scene: Scene;
beforeAll(async () => {
  const files = { 'server.cjs': SERVICE, 'tailgate.yml': CONFIG };
  scene = await measure(() => createProject(files, 'real'), ['--record']);
});

describe('wrong answers', () => {
  it('block, whatever is wrong with them, and are told which', () => {
    expect(scene.code, scene.said).toBe(1);
    const missed = scene.json.slos.filter(({ outcome }: { outcome: string }) => outcome === 'missed');
    expect(new Set(missed.map(({ label }: { label: string }) => label))).toEqual(new Set(WRONG));
    expect(scene.stdout).toMatch(/status 500[\s\S]*status 302/);
    expect(scene.left).toEqual([]);
  });

  it('are none where the file expects them', () => {
    expect(scene.json.slos).toContainEqual(expect.objectContaining({ label: 'awaited', outcome: 'met' }));
  });
});

it('fixed work is repeated as a whole until it takes a second, and knows what it cost', () => {
  const step = scene.json.record.steps.find(({ label }: { label: string }) => label === 'fixed');
  const sum = (key: string) =>
    step.instances[0].slices.reduce((total: number, slice: Record<string, number>) => total + slice[key]!, 0);
  expect(sum('ok')).toBeGreaterThan(100);
  expect(sum('ok') % 100).toBe(0);
  // A record has four digits of each slice.
  expect(sum('seconds')).toBeGreaterThan(0.999);
  if (process.platform === 'linux') expect(sum('cpu')).toBeGreaterThan(0);
});
