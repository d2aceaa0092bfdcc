import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ForeignSummary, readForeignSummary } from '../../src/compare/foreign-summary.ts';
import { findK6 } from '../../src/k6/install/k6.ts';
import { silent } from '../../src/progress.ts';
import { withServer } from '../fixtures.ts';
import { makeFolder } from '../k6/install/fixtures.ts';

const SCRIPT = `
import http from 'k6/http';
const load = (exec, rate) => ({ executor: 'constant-arrival-rate', rate, duration: '1s', preAllocatedVUs: 5, exec });
export const options = {
  scenarios: { search: load('search', 40), failing: load('failing', 10) },
  thresholds: { 'http_req_duration{scenario:search}': ['p(99)<5000'] },
  summaryTrendStats: ['avg', 'min', 'med', 'max', 'p(90)', 'p(95)', 'p(99.9)', 'count'],
};
export function search() { http.get(__ENV.TARGET + '/'); }
export function failing() { http.get(__ENV.TARGET + '/fail'); }
`;
const HANDLER = "export const handleSummary = (data) => ({ 'summary.json': JSON.stringify(data) });";

/** What real k6 writes after a second of load on a server that answers in about 5 ms, and fails where asked to. */
async function summarise(script: string, ...options: string[]): Promise<unknown> {
  const folder = await makeFolder();
  const { signal } = new AbortController();
  const k6 = await findK6({ environment: process.env, progress: silent, signal, ci: false });
  writeFileSync(join(folder, 'script.js'), script);
  await withServer(
    (request, response) => {
      if (request.url === '/fail') response.statusCode = 500;
      setTimeout(() => response.end('ok'), 5);
    },
    (url) =>
      promisify(execFile)(k6.path, ['run', '--quiet', '--env', `TARGET=${url}`, ...options, 'script.js'], {
        cwd: folder,
        env: { ...process.env, K6_NO_USAGE_REPORT: 'true' },
      }),
  );
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
}

function checkAll({ rows }: ForeignSummary): void {
  expect(rows.map(({ label }) => label)).toEqual(['all requests', 'search']);
  const [all, search] = rows;
  expect(all!.requests).toBeGreaterThanOrEqual(48);
  expect(all!.requests).toBeLessThanOrEqual(54);
  expect(all!.failureRate).toBeGreaterThan(0.15);
  expect(all!.failureRate).toBeLessThan(0.25);
  expect(all!.rate).toBeGreaterThan(30);
  expect(all!.rate).toBeLessThan(60);
  // How often requests of a part failed is not said.
  expect(search!.failureRate).toBeNull();
  for (const { latency } of rows) {
    expect(latency.percentiles[0]!.percent).toBe(50);
    const values = [latency.min!, ...latency.percentiles.map(({ ms }) => ms), latency.max!];
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(latency.min).toBeGreaterThan(3);
    expect(latency.avg).toBeGreaterThan(3);
  }
  expect(all!.successful!.percentiles.length).toBeGreaterThan(0);
}

describe("k6's own summaries", () => {
  it('are read as --summary-export writes them', async () => {
    const summary = readForeignSummary(await summarise(SCRIPT, '--summary-export', 'summary.json'))!;
    checkAll(summary);
    expect(summary.rows[0]!.latency.percentiles.map(({ percent }) => percent)).toEqual([50, 90, 95, 99.9]);
    expect(summary).toMatchObject({ k6: null, seconds: null });
    expect(summary.rows[1]!.requests).toBeGreaterThan(35);
  });

  it.each(['compact', 'full'])('are read as handleSummary gets them in mode %s', async (mode) => {
    const summary = readForeignSummary(await summarise(SCRIPT + HANDLER, '--summary-mode', mode))!;
    checkAll(summary);
    expect(summary.seconds).toBeGreaterThan(0.9);
    expect(summary.rows[0]!.latency.percentiles.map(({ percent }) => percent)).toEqual([50, 90, 95, 99.9]);
    expect(summary.rows[1]!.rate).toBeGreaterThan(25);
  });

  it.each([
    ['--summary-export', SCRIPT, ['--summary-export', 'summary.json']],
    ['handleSummary', SCRIPT + HANDLER, []],
  ])('are read in the machine-readable format, by %s', async (_, script, options) => {
    const summary = readForeignSummary(
      await summarise(script, '--new-machine-readable-summary', ...options),
    )!;
    checkAll(summary);
    expect(summary.k6).toMatch(/^\d+\.\d+\.\d+/);
    expect(summary.seconds).toBeGreaterThan(0.9);
    expect(summary.rows[0]!.latency.percentiles.map(({ percent }) => percent)).toEqual(
      expect.arrayContaining([50, 90, 95]),
    );
  });

  it('count dropped arrivals as failed, and know that nothing of a part failed where nothing did', () => {
    const values = { med: 5, 'p(95)': 9, max: 12 };
    const metrics = (failures: number, dropped: number) => ({
      http_req_duration: { type: 'trend', values },
      'http_req_duration{scenario:search}': { type: 'trend', values },
      http_reqs: { type: 'counter', values: { count: 90, rate: 9 } },
      http_req_failed: {
        type: 'rate',
        values: { rate: failures / 90, passes: failures, fails: 90 - failures },
      },
      ...(dropped > 0 && { dropped_iterations: { type: 'counter', values: { count: dropped } } }),
    });
    const rates = (failures: number, dropped: number) =>
      readForeignSummary({ metrics: metrics(failures, dropped) })!.rows.map(({ failureRate }) => failureRate);
    expect(rates(0, 0)).toEqual([0, 0]);
    expect(rates(0, 10)).toEqual([0.1, null]);
    expect(rates(9, 10)).toEqual([0.19, null]);
  });

  it('are not seen in what is none', () => {
    for (const other of [null, 7, 'text', [], {}, { metrics: {} }, { metrics: {}, root_group: {} }]) {
      expect(readForeignSummary(other)).toBeNull();
    }
  });
});
