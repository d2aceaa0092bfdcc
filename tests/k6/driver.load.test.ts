import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { measureMetric } from '../../src/metrics/metric.ts';
import { findUnknown } from '../../src/verdict/unknown.ts';
import { makeRequest, makeScenario, makeWork } from '../fixtures.ts';
import { makeMeasured } from '../verdict/kept.ts';
import { expectMeasured, folder, measure, quick, useK6 } from './measure.ts';

useK6();

describe('the driver', () => {
  it.concurrent('sends what the plan intends and leaves warm-up and settling out', async () => {
    let received = 0;
    const { result, slots } = await measure(
      [makeScenario({ load: { kind: 'arrival-rate', rate: 200 } })],
      (_, response) => {
        received++;
        response.end('ok');
      },
    );
    expectMeasured(result);
    const [slot] = slots;
    const counted = slot!.slices.reduce((sum, slice) => sum + slice.ok, 0);
    expect(slot!.intended).toBeCloseTo(200 * 1);
    expect(Math.abs(counted - 200)).toBeLessThan(20);
    expect(received).toBeGreaterThan(counted + 200); // a second of warm-up and a fifth of a second of settling
    expect(slot!.slices.every((slice) => slice.lag !== null && slice.latency !== null)).toBe(true);
  });

  it.concurrent('runs a closed model and fixed work, the latter exactly as often as asked', async () => {
    const users = makeScenario({ name: 'users', load: { kind: 'users', users: 2 } });
    const closed = await measure([users], quick);
    expectMeasured(closed.result);
    expect(closed.slots[0]!.slices.every((slice) => slice.planned === null && slice.ok > 0)).toBe(true);
    const work = makeScenario({ name: 'work', load: { kind: 'fixed-work', requests: 300, users: 2 } });
    const fixed = await measure([work], quick);
    expectMeasured(fixed.result);
    expect(fixed.slots[0]!.slices.reduce((sum, slice) => sum + slice.ok, 0)).toBe(300);
    expect(fixed.slots[0]!.slices).toHaveLength(12);
  });

  it.concurrent('waits for the answers of a slow endpoint, whatever an SLO allows', async () => {
    const answer = async (rate: number, slo: string, ms: number) => {
      const load = { kind: 'arrival-rate', rate } as const;
      const { slots } = await measure([makeScenario({ load, slos: [parseSlo(slo).slo] })], (_, response) =>
        setTimeout(() => response.end('ok'), ms),
      );
      const sum = (of: 'ok' | 'failed' | 'dropped') =>
        slots[0]!.slices.reduce((total, slice) => total + slice[of], 0);
      expect([sum('failed'), sum('dropped')], slo).toEqual([0, 0]);
      expect(sum('ok'), slo).toBe(slots[0]!.sent);
      expect(sum('ok'), slo).toBeGreaterThan(0);
    };
    await Promise.all([
      answer(10, 'errors < 1%', 800),
      answer(2, 'p95 < 4s', 3000),
      answer(4, 'p95 < 50ms', 700),
    ]);
  });

  it.concurrent('counts refused connections and arrivals without a free user as never answered', async () => {
    const load = { kind: 'arrival-rate', rate: 200 } as const;
    const refused = makeScenario({
      load,
      work: makeWork(makeRequest({ url: 'http://127.0.0.1:9/' })),
    });
    const hanging = makeScenario({ name: 'hanging', load });
    const { slots } = await measure([refused, hanging], () => {});
    expect(slots[0]!.slices.every((slice) => slice.ok === 0 && slice.failed > 0)).toBe(true);
    expect(slots[1]!.slices.reduce((sum, slice) => sum + slice.dropped, 0)).toBeGreaterThan(30);
    // In flight at the end of the round and cut off after the grace period: not forgotten.
    expect(slots[1]!.slices.reduce((sum, slice) => sum + slice.failed + slice.dropped, 0)).toBeGreaterThan(
      80,
    );
    expect(pooledQuantile(slots[1]!.slices, 0.5)).toBe(Number.POSITIVE_INFINITY);
  });

  it.concurrent('keeps what a script feeds its own metrics, by slice, and knows those it never fed or has not', async () => {
    const path = join(folder, 'custom.js');
    writeFileSync(
      path,
      `import http from 'k6/http';
       import { Counter, Rate, Trend } from 'k6/metrics';
       const wait = new Trend('queue_wait', true), size = new Trend('size'), hits = new Rate('cache_hits');
       const orders = new Counter('orders'), none = new Counter('refusals'), silent = new Trend('silent');
       export default () => {
         http.get(__ENV.BASE_URL);
         wait.add(7); size.add(-3); hits.add(true); hits.add(false); orders.add(5);
       };`,
    );
    const slos = [
      'queue_wait.p95 < 200ms',
      'size.avg < 40',
      'cache_hits.rate > 20%',
      'orders.rate > 10/s',
      'refusals.rate < 1/s',
      'silent.p95 < 4',
      'nothing.rate < 1%',
    ].map((text) => parseSlo(text).slo);
    const scenario = makeScenario({
      work: { kind: 'script', path, exec: 'default' },
      load: { kind: 'arrival-rate', rate: 50 },
      slos,
    });
    const { result, slots } = await measure([scenario], quick);
    expectMeasured(result);
    const [{ slices, seen }] = slots as [(typeof slots)[number]];
    const values = slos.map(({ metric }) => measureMetric(slices, metric));
    expect(values).toEqual([7, -3, 0.5, expect.closeTo(250, -2), 0, Number.NaN, Number.NaN]);
    const samples = slices.map(({ custom }) => custom!.queue_wait);
    // Warm-up and settling are not among them. In the last slice requests may begin after the end of the load.
    for (const [i, sample] of samples.slice(0, -1).entries())
      expect(sample).toMatchObject({ count: slices[i]!.ok });
    const unread = slos.slice(-2);
    const step = makeMeasured({ slos: unread, seen: seen! });
    expect(findUnknown([step], [], [], { faults: [], invalid: [] })).toMatchObject([
      { metric: 'silent.p95', seen },
      { metric: 'nothing.rate', seen },
    ]);
    expect(seen!.map(({ name }) => name).sort()).toEqual([
      'cache_hits',
      'orders',
      'queue_wait',
      'refusals',
      'size',
    ]);
  });
});
