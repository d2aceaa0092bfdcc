import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRecord } from '../../src/records/record.ts';
import { createProject } from '../cli/project.ts';
import { measure } from './scene.ts';

const LIMIT = 300;

const CONFIG = `
service: { start: RATE=${LIMIT} exec node bucket.mjs, url: "http://127.0.0.1:\${PORT}", ready: /healthz }
scenarios:
  quote: { request: GET /, load: 200 to 500 req/s, slo: [p90 < 20ms, capacity > 220 req/s], budget: 14s }
`;

it('finds the rate of a token bucket, gates it, and records its trials', async () => {
  const bucket = readFileSync('tests/measured/bucket.mjs', 'utf8');
  const files = { 'bucket.mjs': bucket, 'tailgate.yml': CONFIG };
  const scene = await measure(() => createProject(files, 'real'), ['--record']);
  expect(scene.code, scene.said).toBe(0);
  expect(scene.stderr).toMatch(/capacity of quote: .*req\/s/);
  const [block] = readRecord(scene.record).capacities![0]!.blocks;
  expect(new Set(block!.trials.map(({ met }) => met))).toEqual(new Set([true, false]));
  // A search of half a minute on an idle machine ends within 5 % (docs/slo.md).
  expect(Math.abs(block!.estimate!.value / LIMIT - 1)).toBeLessThan(0.15);
});
