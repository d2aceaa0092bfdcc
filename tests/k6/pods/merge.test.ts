import { describe, expect, it } from 'vitest';
import { beganTogether, mergeSummaries, type PodSummary } from '../../../src/k6/pods/merge.ts';
import { parseSummary, readSlots, type SlotResult } from '../../../src/k6/summary.ts';
import { diagnoseSlot } from '../../../src/measurement/diagnosis.ts';
import { layOutBlock } from '../../../src/plan/layout.ts';
import { planRun } from '../../../src/plan/planning.ts';
import type { Slot } from '../../../src/plan/slot.ts';
import { makeConfig, makeScenario } from '../../fixtures.ts';
import { seed } from '../../random.ts';
import { type Part, trendOf, writeSummary } from '../summaries.ts';

const load = { kind: 'arrival-rate', rate: 100 } as const;
const config = makeConfig({ scenarios: [makeScenario({ load })] });
const plan = planRun(config, { budgetSeconds: 60, paired: true });
const warmUpSeconds = new Map(plan.steps.map(({ label }) => [label, 1]));
const slot = layOutBlock(plan, { index: 1, first: 'base', headOnly: new Set(), warmUpSeconds })
  .flatMap(({ programs }) => programs.flatMap(({ slots }) => slots))
  .find(({ turns, round }): boolean => turns === null && round !== null) as Slot;

const makeSlice = (sample: readonly number[], parts: Part = {}): Part => ({
  started: sample.length,
  latency: trendOf(sample),
  lag: trendOf([0, 1]),
  ...parts,
});

/** What a pod hands in whose slices are made so. */
function makePod(name: string, make: () => Part, startedAt = 1000): PodSummary {
  const answers = { 'tailgate_size{tailgate:s0/0}': trendOf([10, 20]) };
  const start = { 'tailgate_start_time{tailgate:s0}': { type: 'gauge', value: startedAt } } as const;
  const summary = writeSummary('s0', Array.from({ length: slot.slices }, make), { ...answers, ...start });
  const seen = [{ name: `own_${name}`, type: 'trend', count: 2 } as const];
  return { name, summary: parseSummary(JSON.stringify({ ...summary, seen })) };
}

describe('what pods have measured', () => {
  it('is one measurement, with one slice for all of them', () => {
    const draw = seed(4);
    const pods = [1, 2, 3].map((pod) =>
      makePod(`pod ${pod}`, () =>
        makeSlice(Array.from({ length: 50 }, () => pod * Math.exp(0.3 * draw.normal()))),
      ),
    );
    const merged = mergeSummaries(pods);
    const [result] = readSlots(merged, [slot], 3);
    expect(result!.slices).toHaveLength(slot.slices);
    expect(result!.slices[0]).toMatchObject({ ok: 150, failed: 0 });
    expect(result).toMatchObject({ sent: 150 * slot.slices });
    // The whole rate: each pod begins with a whole arrival.
    expect(Math.abs(result!.intended! - 100 * (slot.seconds - slot.settleSeconds))).toBeLessThan(3);
    expect(result!.seen!.map(({ name }) => name)).toEqual(['own_pod 1', 'own_pod 2', 'own_pod 3']);
    expect(result!.answers[0]!.sizes).toMatchObject({ count: 6, avg: 15 });
  });

  it('has the failures of all pods, by their codes', () => {
    const pods = [503, 404, 503].map((code, pod) =>
      makePod(`pod ${pod}`, () => makeSlice([1], { started: 401, failed: trendOf(Array(400).fill(code)) })),
    );
    const [result] = readSlots(mergeSummaries(pods), [slot], 3);
    const byCode = result!.failures.map(({ code, count }) => [code, Math.round(count / slot.slices / 100)]);
    expect(byCode).toEqual([
      [503, 8],
      [404, 4],
    ]);
  });

  it('has the metrics of scripts: rates and counters add up, trends are pooled', () => {
    const pods = [2, 4].map((value) =>
      makePod(`pod ${value}`, () =>
        makeSlice([1], {
          '.hit': { type: 'rate', hits: value, count: 10 },
          '.sum': value,
          '.size': trendOf([value, value]),
        }),
      ),
    );
    const { metrics } = mergeSummaries(pods);
    expect(['hit', 'sum', 'size'].map((name) => metrics[`${name}{tailgate:s0.0}`])).toMatchObject([
      { hits: 6, count: 20 },
      { sum: 6 },
      { count: 4, avg: 3 },
    ]);
  });
});

describe('a pod that falls behind', () => {
  // A fourth of the rate, in each slice.
  const own = Math.round((25 * (slot.seconds - slot.settleSeconds)) / slot.slices);
  const inTime = Array(100).fill(1);
  const pod = (name: string, parts: Part = {}, startedAt = 1000, count = own) =>
    makePod(name, () => makeSlice(Array(count).fill(2), { lag: trendOf(inTime), ...parts }), startedAt);
  const others = [0, 1, 2].map((index) => pod(`pod ${index} on a`));
  const read = (last: PodSummary) => {
    const all = [...others, last];
    const [{ slices, sent, intended, pods }] = readSlots(mergeSummaries(all), [slot], 4) as [SlotResult];
    const lagMs = Math.max(...slices.map(({ lag }) => lag!.p99));
    const cpu = { cores: 2, generator: null, generatorLimit: 2, service: null, others: null, steal: null };
    const evidence = { sent, intended, seconds: 1, dropped: 0, lagMs, cpu, clockJumpMs: 0, pods: pods! };
    return { ...pods, lagMs, diagnosis: diagnoseSlot(evidence) };
  };

  it('is seen by how late it began arrivals, or how few', () => {
    expect(read(pod('pod 3 on b')).diagnosis).toBe('sound');
    // Few of its own are fewer still of all: the other pods do not hide them.
    const slow = read(pod('pod 3 on b', { lag: trendOf([...inTime.slice(3), 43, 43, 43]) }));
    expect(slow).toMatchObject({ lagMs: 43, diagnosis: 'starved' });
    const short = read(pod('pod 3 on b', {}, 1000, 1));
    expect(short).toMatchObject({ behind: 'pod 3 on b', sent: slot.slices, diagnosis: 'starved' });
    expect(short.intended).toBeCloseTo(25 * (slot.seconds - slot.settleSeconds), -1);
  });

  it('is seen by when it began, whatever the load. Clocks of nodes differ by some milliseconds', () => {
    const isTogether = (startedAt: number) => beganTogether([...others, pod('pod 3 on b', {}, startedAt)]);
    expect([1050, 3000].map(isTogether)).toEqual([true, false]);
    // Where no user was free none of its arrivals began.
    const none = pod('pod 3 on b');
    expect(beganTogether([...others, { ...none, summary: { ...none.summary, metrics: {} } }])).toBe(true);
  });
});
