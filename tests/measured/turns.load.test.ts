import { expect, it } from 'vitest';
import { readSlots } from '../../src/k6/summary.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { layOutBlock, measureLength } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { median } from '../../src/statistics/median.ts';
import { makeConfig, makeRequest, makeScenario, withServer } from '../fixtures.ts';
import { dealOne, drive, expectMeasured, useK6 } from '../k6/measure.ts';

useK6();

const RATE = 100;

it('arrivals come by chance, are dealt out in turns, after the same gaps to both arms, whose answers are apart', async () => {
  const load = { kind: 'arrival-rate', rate: RATE } as const;
  const options = { budgetSeconds: 40, paired: true };
  const plan = planRun(makeConfig({ scenarios: [makeScenario({ load })] }), options);
  const order = { index: 1, first: 'base', headOnly: new Set<string>() } as const;
  const [stage] = layOutBlock(plan, { ...order, warmUpSeconds: new Map([['search', 1]]) });
  const program = measureLength(stage!.programs[0]!.slots.filter(({ turns }) => turns !== null));
  const came: { arm: string; at: number }[] = [];
  const finished = await withServer(
    (request, response) => {
      const arm = request.url!.slice(1);
      if (arm !== 'warm') came.push({ arm, at: performance.now() });
      setTimeout(() => response.end('ok'), arm === 'head' ? 30 : 0);
    },
    (targetUrl) =>
      drive(program, targetUrl, ({ round, arm }) =>
        dealOne(makeRequest({ url: round === null ? '/warm' : `/${arm}` }), targetUrl),
      ),
  );
  expectMeasured(finished);
  const slots = readSlots(finished.summary, program.slots);
  expect(slots.map(({ slot }) => slot.arm)).toEqual(['base', 'head']);
  for (const { slices, intended, slot } of slots) {
    const [slice] = slices;
    expect(slice!.alternating).toBe(true);
    expect(slice!.seconds).toBeCloseTo((slot.seconds - slot.settleSeconds) / 2, 1);
    expect(Math.abs(slice!.ok - intended!)).toBeLessThan(6);
    expect(slice!.lag!.p50).toBeLessThan(20);
  }
  const [ofBase, ofHead] = slots.map(({ slices }) => pooledQuantile(slices, 0.5));
  expect(ofHead! - ofBase!).toBeGreaterThan(20);
  // At this rate the arms have one arrival each in turn; the drawn arm begins. A busy machine lets neighbours change places.
  const asDealt = came.slice(0, 100).filter(({ arm }, index) => arm === (index % 2 === 0 ? 'base' : 'head'));
  expect(asDealt.length).toBeGreaterThan(70);
  const gaps = came.slice(1).map(({ at }, index) => at - came[index]!.at);
  const listOf = (arm: string) => gaps.filter((_, index) => came[index + 1]!.arm === arm);
  const [base, head] = [listOf('base').slice(-60), listOf('head').slice(-60)];
  const apart = (list: number[], from: number[]) => median(list.map((ms, i) => Math.abs(ms - from[i]!)));
  const own = median(base.map((ms) => Math.abs(ms - median(base))));
  const least = Math.min(apart(head, base), apart(head.slice(1), base), apart(head, base.slice(1)));
  expect(least).toBeLessThan(0.5 * own);
  // Half of exponential gaps are shorter than 0.7 of their mean, and even ones hardly ever.
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  expect(median(gaps)).toBeLessThan(0.85 * mean);
});
