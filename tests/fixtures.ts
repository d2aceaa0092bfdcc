/** Building blocks of tests: configurations, slices, and a tiny real HTTP service. */
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import type { Config, Request, Scenario, Work } from '../src/config/config.ts';
import { parseSlo } from '../src/config/language/slo.ts';
import type { CapacityGoal } from '../src/config/language/slo-type.ts';
import { MEASURED_PERCENTS } from '../src/measurement/levels.ts';
import type { Load, Slice } from '../src/measurement/measurement.ts';

/** A k6 that loads nothing and hands in numbers that were recorded; `REPLAY` says how. */
export const REPLAYED_K6 = resolve('tests/k6/replay.mjs');

/**
 * Tells whether the PATH has a program. A bare machine lacks some, and a part of `.ci/run` promises them.
 *
 * @throws where a program is missing that is promised
 */
export function hasProgram(name: string): boolean {
  const found = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
  if (!found) failIfPromised(name, 'it is not on the PATH');
  return found;
}

/** Fails where `TAILGATE_TEST_PROGRAMS`, names with spaces between, promises what is missing. */
export function failIfPromised(name: string, reason: string): void {
  if (process.env.TAILGATE_TEST_PROGRAMS?.split(' ').includes(name)) {
    throw new Error(`These tests promise ${name}: ${reason}.`);
  }
}

/** What each rate (req/s) of a search must meet, and the rates. */
export function makeGoal(limit: string, from: number, to: number): CapacityGoal {
  return { slo: parseSlo(limit).slo, from, to };
}

export function makeRequest(parts: Partial<Request> = {}): Request {
  return { method: 'GET', url: '/', headers: {}, expectStatus: [], timeoutSeconds: 10, ...parts };
}

export function makeWork(request = makeRequest()): Extract<Work, { kind: 'request' }> {
  return { kind: 'request', requests: [{ request, weight: 1 }] };
}

export function makeScenario(parts: Partial<Scenario> & { load?: Load } = {}): Scenario {
  const { load, ...rest } = parts;
  return {
    name: 'search',
    work: makeWork(),
    loads: [load ?? { kind: 'arrival-rate', rate: 100 }],
    slos: [],
    tolerances: { byMetric: {} },
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
    target: 'app',
    allow: [],
    secrets: [],
    scenarios: [makeScenario()],
    measure: { budgetSeconds: 120, soakSeconds: 0 },
    explain: 'auto',
    baseline: { kind: 'history', tolerances: { byMetric: {} } },
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
    ...{ startedAt: 0, seconds: 1, planned: null, ok: sorted.length, failed: 0, dropped: 0, lag: null },
    latency: sorted.length > 0 ? { levels, values: levels.map(at) } : null,
    avg: sorted.length > 0 ? sorted.reduce((sum, x) => sum + x, 0) / sorted.length : null,
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
