import { describe, expect, it } from 'vitest';
import { mergeSummaries, type PodSummary } from '../../../src/k6/pods/merge.ts';
import { parseSummary, readSlots, type Summary } from '../../../src/k6/summary.ts';
import { MEASURED_PERCENTS } from '../../../src/measurement/levels.ts';
import { diagnoseSlot, explainDiagnosis } from '../../../src/measurement/validity.ts';
import { layOutBlock } from '../../../src/plan/layout.ts';
import { planRun } from '../../../src/plan/planning.ts';
import type { Slot } from '../../../src/plan/slot.ts';
import { makeConfig, makeRound, makeScenario } from '../../fixtures.ts';
import { seed } from '../../random.ts';

type RawSlice = Summary['slots'][string]['slices'][number];

const plan = planRun(
  makeConfig({ scenarios: [makeScenario({ load: { kind: 'arrival-rate', rate: 100 } })] }),
  {
    budgetSeconds: 60,
    paired: true,
  },
);
const slot = layOutBlock(plan, {
  index: 1,
  first: 'base',
  headOnly: new Set(),
  warmUpSeconds: new Map(plan.steps.map(({ label }) => [label, 1])),
})
  .flatMap(({ programs }) => programs.flatMap(({ slots }) => slots))
  .find(({ turns, round }): boolean => turns === null && round !== null) as Slot;

const trendOf = (sample: readonly number[]) => {
  const { latency, avg } = makeRound(sample);
  return { count: sample.length, avg: avg!, values: [...latency!.values] };
};

function makeSlice(sample: readonly number[], parts: Partial<RawSlice> = {}): RawSlice {
  return {
    started: sample.length,
    exceptions: 0,
    barren: 0,
    whole: 0,
    begun: 0,
    resent: 0,
    connects: 1,
    failed: null,
    latency: sample.length > 0 ? trendOf(sample) : null,
    late: null,
    charged: null,
    lag: { p50: 0.1, p99: 1, max: 2 },
    ...parts,
  };
}

function makePod(name: string, slices: RawSlice[], startedAt = 1000): PodSummary {
  const answers = [{ sizes: trendOf([10, 20]), statuses: trendOf([200, 200]) }];
  const summary = {
    schemaVersion: 1,
    percents: MEASURED_PERCENTS,
    slots: { [slot.key]: { startedAt, endedAt: 0, dropped: 0, answers, slices } },
    thresholds: [],
    lost: 1,
    seen: [{ name: `own_${name}`, type: 'trend' }],
  };
  return { name, summary: parseSummary(JSON.stringify(summary)) };
}

const slicesOf = (make: (index: number) => RawSlice) =>
  Array.from({ length: slot.slices }, (_, i) => make(i));

describe('what pods have measured', () => {
  it('is one measurement, with one slice for all of them', () => {
    const draw = seed(4);
    const samples = [1, 2, 3].map((pod) =>
      slicesOf(() => {
        const sample = Array.from({ length: 50 }, () => pod * Math.exp(0.3 * draw.normal()));
        return makeSlice(sample, { whole: 40 });
      }),
    );
    const merged = mergeSummaries(samples.map((slices, pod) => makePod(`pod ${pod}`, slices)));
    const [result] = readSlots(parseSummary(JSON.stringify(merged)), [slot], 3);
    expect(result!.slices).toHaveLength(slot.slices);
    expect(result!.slices[0]).toMatchObject({ ok: 150, failed: 0 });
    expect(result).toMatchObject({
      sent: 150 * slot.slices,
      whole: 120 * slot.slices,
      connects: 3 * slot.slices,
    });
    // The whole rate, whatever part of it each pod has.
    expect(result!.intended).toBeCloseTo(100 * (slot.seconds - slot.settleSeconds), 6);
    expect(merged).toMatchObject({ lost: 3, seen: [0, 1, 2].map((pod) => ({ name: `own_pod ${pod}` })) });
    expect(merged.slots[slot.key]!.answers[0]!.sizes).toMatchObject({ count: 6, avg: 15 });
  });

  it('has the failures of all pods, by their codes', () => {
    const failing = (code: number) =>
      makeSlice([1], { started: 401, failed: trendOf(Array(400).fill(code)) });
    const pods = [503, 404, 503].map((code, pod) =>
      makePod(
        `pod ${pod}`,
        slicesOf(() => failing(code)),
      ),
    );
    const [result] = readSlots(mergeSummaries(pods), [slot], 3);
    const byCode = result!.failures.map(({ code, count }) => [code, Math.round(count / slot.slices / 100)]);
    expect(byCode).toEqual([
      [503, 8],
      [404, 4],
    ]);
  });

  it('has the metrics of scripts: rates and counters add up, trends are pooled', () => {
    const make = (value: number) =>
      makeSlice([1], {
        custom: {
          hit: { type: 'rate', hits: value, count: 10 },
          sum: { type: 'counter', sum: value },
          size: { type: 'trend', ...trendOf([value, value]) },
        },
      });
    const merged = mergeSummaries(
      [2, 4].map((value) =>
        makePod(
          `pod ${value}`,
          slicesOf(() => make(value)),
        ),
      ),
    );
    expect(merged.slots[slot.key]!.slices[0]!.custom).toMatchObject({
      hit: { hits: 6, count: 20 },
      sum: { sum: 6 },
      size: { count: 4, avg: 3 },
    });
  });
});

describe('a pod that falls behind', () => {
  const diagnose = (pods: readonly PodSummary[]) => {
    const [{ slices, sent, intended, pods: seen }] = readSlots(mergeSummaries(pods), [slot], pods.length) as [
      ReturnType<typeof readSlots>[number],
    ];
    const lags = slices.flatMap(({ lag }) => lag?.p99 ?? []);
    const evidence = {
      sent,
      intended,
      seconds: 1,
      dropped: slices.reduce((sum, { dropped }) => sum + dropped, 0),
      lagMs: Math.max(...lags),
      cpu: { cores: 2, generator: null, generatorLimit: 2, service: null, others: null, steal: null },
      clockJumpMs: 0,
      ...(seen && { pods: seen }),
    };
    const diagnosis = diagnoseSlot(evidence);
    return `${diagnosis}: ${explainDiagnosis(diagnosis, evidence)}`;
  };
  const count = Math.round(((100 / 4) * (slot.seconds - slot.settleSeconds)) / slot.slices);
  const whole = (parts: Partial<RawSlice> = {}, of = count) =>
    slicesOf(() => makeSlice(Array(of).fill(2), parts));
  const others = [0, 1, 2].map((pod) => makePod(`pod ${pod} on a`, whole()));

  it('spoils the slot, however little the others are behind, and is named', () => {
    expect(diagnose([...others, makePod('pod 3 on b', whole())])).toBe('sound: nothing disturbed it');
    const slow = makePod('pod 3 on b', whole({ lag: { p50: 5, p99: 43, max: 90 } }));
    expect(diagnose([...others, slow])).toBe('starved: k6 began arrivals 43 ms late (p99) in pod 3 on b');
    const short = makePod('pod 3 on b', whole({}, Math.floor(count / 2)));
    expect(diagnose([...others, short])).toMatch(
      /^starved: k6 fell behind in pod 3 on b: \d+ of \d+ arrivals never began/,
    );
  });

  it('spoils it also when it began later than the others', () => {
    const late = makePod('pod 3 on b', whole(), 3000);
    expect(diagnose([...others, late])).toMatch(/2000 ms late \(p99\) in pod 3 on b/);
    // Clocks of nodes differ by some milliseconds.
    expect(diagnose([...others, makePod('pod 3 on b', whole(), 1050)])).toMatch(/^sound/);
  });
});
