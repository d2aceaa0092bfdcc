/** Building blocks of tests: configurations, slices, and a tiny real HTTP service. */
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import type { Config, Request, Scenario } from '../src/config/config.ts';
import { MEASURED_PERCENTS } from '../src/measurement/levels.ts';
import type { Load } from '../src/measurement/load.ts';
import type { Slice } from '../src/measurement/measurement.ts';

/** A k6 that loads nothing and hands in numbers that were recorded; `REPLAY` says how. */
export const REPLAYED_K6 = resolve('tests/k6/replay.mjs');

/** Tells whether the PATH has a program. A bare machine lacks some, and what needs them is tried on others. */
export function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

export function makeRequest(parts: Partial<Request> = {}): Request {
  return { method: 'GET', url: '/', headers: {}, expectStatus: [], timeoutSeconds: 10, ...parts };
}

export function makeScenario(parts: Partial<Scenario> & { load?: Load } = {}): Scenario {
  const { load, ...rest } = parts;
  return {
    name: 'search',
    work: { kind: 'request', request: makeRequest() },
    loads: [load ?? { kind: 'arrival-rate', rate: 100 }],
    slos: [],
    sensitivity: { tolerance: { byMetric: {} }, confidence: { byMetric: {} } },
    ...rest,
  };
}

export function makeConfig(parts: Partial<Config> = {}): Config {
  return {
    path: '/nowhere/tailgate.yml',
    directory: '/nowhere',
    suite: 'default',
    settings: { scenarios: {} },
    services: [],
    external: [],
    target: 'app',
    allow: [],
    secrets: [],
    scenarios: [makeScenario()],
    measure: { budgetSeconds: 120, soakSeconds: 0 },
    explain: 'auto',
    drift: { against: { kind: 'age', seconds: 30 * 86_400 }, tolerance: 0.1 },
    page: { buckets: [] },
    baseline: {
      kind: 'history',
      sensitivity: { tolerance: { byMetric: {} }, confidence: { byMetric: {} } },
      onBaseFailure: 'invalid',
    },
    ...parts,
  };
}

/** A slice whose latencies (ms) are exactly the sample, with k6's interpolation between order statistics. */
export function makeRound(sample: readonly number[], parts: Partial<Slice> = {}): Slice {
  const sorted = [...sample].sort((a, b) => a - b);
  const at = (level: number) => {
    const index = level * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(index)]!, sorted[Math.ceil(index)]!];
    return below + (above - below) * (index - Math.floor(index));
  };
  const levels = MEASURED_PERCENTS.map((percent) => percent / 100);
  return {
    startedAt: 0,
    seconds: 1,
    planned: null,
    ok: sorted.length,
    failed: 0,
    dropped: 0,
    latency: sorted.length > 0 ? { levels, values: levels.map(at) } : null,
    avg: sorted.length > 0 ? sorted.reduce((sum, x) => sum + x, 0) / sorted.length : null,
    lag: null,
    ...parts,
  };
}

/** A real HTTP server on a free loopback port, for as long as `use` lasts. */
export async function withServer<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
