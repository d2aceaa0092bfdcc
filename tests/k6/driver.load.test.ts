import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { readSlots } from '../../src/k6/summary.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { measureMetric } from '../../src/metrics/metric.ts';
import { layOutBlock, measureLength } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { median } from '../../src/statistics/median.ts';
import { findUnknownMetrics } from '../../src/verdict/unknown.ts';
import { makeConfig, makeRequest, makeScenario, makeWork, withServer } from '../fixtures.ts';
import { drive, expectMeasured, folder, measure, quick, useK6 } from './measure.ts';

useK6();

describe('the driver', () => {
  it('sends what the plan intends and leaves warm-up and settling out', async () => {
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

  /** Sends to both arms in turns. @returns measured slots, and what came of the measured requests, in order */
  async function runTurns(rate: number, headMs: number) {
    const load = { kind: 'arrival-rate', rate } as const;
    const plan = planRun(makeConfig({ scenarios: [makeScenario({ load })] }), {
      budgetSeconds: 40,
      paired: true,
    });
    const order = { index: 1, first: 'base', headOnly: new Set<string>() } as const;
    const [stage] = layOutBlock(plan, { ...order, warmUpSeconds: new Map([['search', 1]]) });
    const program = measureLength(stage!.programs[0]!.slots.filter(({ turns }) => turns !== null));
    const came: { arm: string; at: number }[] = [];
    const finished = await withServer(
      (request, response) => {
        const arm = request.url!.slice(1);
        if (arm !== 'warm') came.push({ arm, at: performance.now() });
        setTimeout(() => response.end('ok'), arm === 'head' ? headMs : 0);
      },
      (targetUrl) =>
        drive(program, targetUrl, ({ round, arm }) =>
          makeRequest({ url: round === null ? '/warm' : `/${arm}` }),
        ),
    );
    expectMeasured(finished);
    return { slots: readSlots(finished.summary, program.slots), came };
  }

  it('deals arrivals out to both arms in turns, and keeps what they answer apart', async () => {
    const { slots, came } = await runTurns(200, 30);
    expect(slots.map(({ slot }) => slot.arm)).toEqual(['base', 'head']);
    for (const { slices, intended, slot } of slots) {
      const [slice] = slices;
      expect(slice!.alternating).toBe(true);
      expect(slice!.seconds).toBeCloseTo((slot.seconds - slot.settleSeconds) / 2, 1);
      expect(Math.abs(slice!.ok - intended!)).toBeLessThan(6);
      expect(slice!.lag!.p50).toBeLessThan(20);
    }
    const [base, head] = slots.map(({ slices }) => pooledQuantile(slices, 0.5));
    expect(head! - base!).toBeGreaterThan(20);
    // Two arrivals are 10 ms at this rate; the drawn arm begins. A busy machine lets neighbours change places.
    const first = came.slice(0, 100);
    const asDealt = first.filter(({ arm }, index) => arm === (index % 4 < 2 ? 'base' : 'head'));
    expect(asDealt.length).toBeGreaterThan(70);
  });

  it('lets requests come by chance, and after the same gaps to both arms in turns', async () => {
    const { came } = await runTurns(100, 0);
    // At this rate the arms have one arrival each in turn.
    const gaps = came.slice(1).map(({ at }, index) => at - came[index]!.at);
    const listOf = (arm: string) => gaps.filter((_, index) => came[index + 1]!.arm === arm);
    const [base, head] = [listOf('base').slice(-60), listOf('head').slice(-60)];
    const apart = (list: number[], from: number[]) => median(list.map((ms, i) => Math.abs(ms - from[i]!)));
    const own = median(base.map((ms) => Math.abs(ms - median(base))));
    expect(Math.min(apart(head, base), apart(head.slice(1), base), apart(head, base.slice(1)))).toBeLessThan(
      0.5 * own,
    );
    // Half of exponential gaps are shorter than 0.7 of their mean, and even ones hardly ever.
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(median(gaps)).toBeLessThan(0.85 * mean);
  });

  it('runs a closed model and fixed work, the latter exactly as often as asked', async () => {
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

  // From here on tests load little or look at counts alone, so they may be run beside each other.
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

  it.concurrent('counts failed requests apart and says what they were', async () => {
    let count = 0;
    const { result, slots } = await measure([makeScenario()], (_, response) => {
      if (++count % 2 === 0) response.statusCode = 500;
      response.end();
    });
    expectMeasured(result);
    const slices = slots[0]!.slices;
    const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
    const ok = slices.reduce((sum, slice) => sum + slice.ok, 0);
    expect(Math.abs(failed - ok)).toBeLessThan(15);
    expect(pooledQuantile(slices, 0.99)).toBe(Number.POSITIVE_INFINITY);
    expect(slots[0]!.failures).toMatchObject([{ code: 500, count: expect.any(Number) }]);
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

  it.concurrent("keeps a script's setup, teardown, checks and every way to send a request", async () => {
    const path = join(folder, 'browse.js');
    writeFileSync(
      path,
      `import http, { get } from 'k6/http';
       import { check } from 'k6';
       export const options = { vus: 7 };
       const base = __ENV.BASE_URL;
       export function setup() { http.get(base + '/setup'); return { word: 'shoes' }; }
       export function teardown(data) { http.get(base + '/teardown?' + data.word); }
       export default async function (data) {
         check(http.get(base + '/a?q=' + data.word), { ok: (r) => r.status === 200 });
         get(base + '/b');
         http.batch([['GET', base + '/c'], ['GET', base + '/d']]);
         await http.asyncRequest('GET', base + '/e');
       }`,
    );
    const seen = new Set<string>();
    const scenario = makeScenario({
      work: { kind: 'script', path, exec: 'default' },
      load: { kind: 'arrival-rate', rate: 20 },
    });
    const { result, slots } = await measure([scenario], (request, response) => {
      seen.add(request.url!);
      response.end('ok');
    });
    expectMeasured(result);
    expect([...seen].sort()).toEqual(['/a?q=shoes', '/b', '/c', '/d', '/e', '/setup', '/teardown?shoes']);
    const counts = slots[0]!.slices.map(({ ok }) => ok);
    // In the last slice requests may begin after the end of the load.
    for (const ok of counts.slice(0, -1)) expect(ok % 5).toBe(0);
    expect(counts.reduce((sum, ok) => sum + ok, 0)).toBeGreaterThan(80);
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
    expect(findUnknownMetrics({ label: 'search', slos, slices, seen })).toMatchObject([
      { metric: 'silent.p95', is: null },
      { metric: 'nothing.rate', is: null },
    ]);
    expect(seen!.map(({ name }) => name).sort()).toEqual([
      'cache_hits',
      'orders',
      'queue_wait',
      'refusals',
      'size',
    ]);
  });

  it.concurrent('counts an iteration that throws as failed, and reports a script that cannot be loaded as its own fault', async () => {
    const path = join(folder, 'throws.js');
    writeFileSync(
      path,
      `import http from 'k6/http'; export default () => { http.get(__ENV.TARGET_URL).nonsense.x; };`,
    );
    const scenario = makeScenario({ work: { kind: 'script', path, exec: 'default' } });
    const { result, slots } = await measure([scenario], quick);
    expectMeasured(result);
    expect(slots[0]!.slices.reduce((sum, slice) => sum + slice.failed, 0)).toBeGreaterThan(80);
    expect(result.told[0]).toMatchObject({ label: 'search', text: expect.stringMatching(/^exception: /) });
    writeFileSync(path, 'export default () => {');
    const broken = await measure([scenario], quick);
    expect(broken.result).toMatchObject({ kind: 'failed', fault: 'script' });
  });

  it.concurrent("keeps k6's own error, whatever a script prints after it", async () => {
    const path = join(folder, 'chatty.js');
    writeFileSync(
      path,
      `import exec from 'k6/execution';
       export default () => {
         if (exec.scenario.iterationInTest > 0) return;
         console.error('hello');
         exec.test.fail('the basket is empty');
         for (let i = 0; i < 50; i++) console.error('line ' + i);
       };`,
    );
    const scenario = makeScenario({ work: { kind: 'script', path, exec: 'default' } });
    const { result } = await measure([scenario], quick);
    expect(result).toMatchObject({ kind: 'failed', fault: 'script' });
    const lines = (result as { log: string }).log.split('\n');
    expect(lines).toHaveLength(20);
    expect(lines[0]).toContain('the basket is empty');
  });

  it.concurrent('does not count an iteration cut off in a pause as failed, but every request that was on its way', async () => {
    let scripts = 0;
    const cutOff = async (code: string) => {
      const path = join(folder, `pause-${++scripts}.js`);
      writeFileSync(
        path,
        `import http from 'k6/http'; import { sleep } from 'k6'; const base = __ENV.BASE_URL;
         export default async () => { ${code} };`,
      );
      const scenario = makeScenario({
        work: { kind: 'script', path, exec: 'default' },
        load: { kind: 'arrival-rate', rate: 20 },
        slos: [parseSlo('p95 < 100ms').slo],
      });
      const { result, counts } = await measure([scenario], (request, response) => {
        if (request.url === '/redirect') response.writeHead(302, { location: '/a' });
        if (request.url !== '/never') response.end('ok');
      });
      expectMeasured(result);
      return counts;
    };
    const waiting = [
      ["http.get(base + '/never')", 1],
      ["await http.asyncRequest('GET', base + '/never')", 1],
      ["http.batch([base + '/never', base + '/never'])", 2],
    ] as const;
    const [paused, idle, ...lost] = await Promise.all([
      cutOff("http.get(base + '/a'); http.get(base + '/redirect'); sleep(30);"),
      cutOff('sleep(30);'),
      ...waiting.map(([call]) => cutOff(`http.get(base + '/a'); ${call};`)),
    ]);
    expect(paused.ok).toBeGreaterThan(paused.sent);
    expect(paused.failed).toBe(0);
    expect(idle).toMatchObject({ ok: 0, failed: 0 });
    for (const [index, [call, each]] of waiting.entries()) {
      const { ok, failed, sent } = lost[index]!;
      expect({ ok, failed }, call).toEqual({ ok: sent, failed: each * sent });
    }
  });
});
