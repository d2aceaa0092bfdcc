import { describe, expect, it } from 'vitest';
import { mergeSummaries, type PodSummary } from '../../../src/k6/pods/merge.ts';
import { parseSummary, readSlots } from '../../../src/k6/summary.ts';
import { diagnoseSlot, explainDiagnosis } from '../../../src/measurement/validity.ts';
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
  connects: 1,
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
    const [result] = readSlots(parseSummary(JSON.stringify(merged)), [slot], 3);
    expect(result!.slices).toHaveLength(slot.slices);
    expect(result!.slices[0]).toMatchObject({ ok: 150, failed: 0 });
    expect(result).toMatchObject({ sent: 150 * slot.slices, connects: 3 * slot.slices });
    // The whole rate, whatever part of it each pod has.
    expect(result!.intended).toBeCloseTo(100 * (slot.seconds - slot.settleSeconds), 6);
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
  const diagnose = (pods: readonly PodSummary[]) => {
    const [result] = readSlots(mergeSummaries(pods), [slot], pods.length);
    const { slices, sent, intended, pods: seen } = result!;
    const evidence = {
      sent,
      intended,
      seconds: 1,
      dropped: 0,
      lagMs: Math.max(...slices.flatMap(({ lag }) => lag?.p99 ?? [])),
      cpu: { cores: 2, generator: null, generatorLimit: 2, service: null, others: null, steal: null },
      clockJumpMs: 0,
      ...(seen && { pods: seen }),
    };
    const diagnosis = diagnoseSlot(evidence);
    return `${diagnosis}: ${explainDiagnosis(diagnosis, evidence)}`;
  };
  const count = Math.round(((100 / 4) * (slot.seconds - slot.settleSeconds)) / slot.slices);
  const whole =
    (parts: Part = {}, of = count) =>
    () =>
      makeSlice(Array(of).fill(2), parts);
  const others = [0, 1, 2].map((pod) => makePod(`pod ${pod} on a`, whole()));

  it('spoils the slot, however little the others are behind, and is named', () => {
    expect(diagnose([...others, makePod('pod 3 on b', whole())])).toMatch(/^sound: /);
    const slow = makePod('pod 3 on b', whole({ lag: trendOf(Array(9).fill(43)) }));
    expect(diagnose([...others, slow])).toBe('starved: k6 began arrivals 43 ms late (p99) in pod 3 on b');
    const short = makePod('pod 3 on b', whole({}, Math.floor(count / 2)));
    expect(diagnose([...others, short])).toMatch(
      /^starved: k6 fell behind in pod 3 on b: \d+ of \d+ arrivals never began/,
    );
  });

  it('spoils it also when it began later than the others', () => {
    expect(diagnose([...others, makePod('pod 3 on b', whole(), 3000)])).toMatch(
      /2000 ms late \(p99\) in pod 3 on b/,
    );
    // Clocks of nodes differ by some milliseconds.
    expect(diagnose([...others, makePod('pod 3 on b', whole(), 1050)])).toMatch(/^sound/);
  });
});
