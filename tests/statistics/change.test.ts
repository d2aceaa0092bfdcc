import { describe, expect, it } from 'vitest';
import {
  type ChangePlan,
  compareSeries,
  decideChange,
  type Pooled,
  type Series,
} from '../../src/statistics/change.ts';
import { estimateMean } from '../../src/statistics/mean.ts';
import { type Draw, seed, simulate } from '../random.ts';

const TOLERANCE = Math.log(1.05);
const PLAN: ChangePlan = { looks: [10, 14], error: 0.01, seed: 1 };
/** So few blocks have few sign vectors. */
const SHORT: ChangePlan = { ...PLAN, looks: [8, 10] };

const t3 = (draw: Draw) =>
  draw.normal() / Math.sqrt((draw.normal() ** 2 + draw.normal() ** 2 + draw.normal() ** 2) / 3);
const NOISES: [string, (draw: Draw) => number][] = [
  ['normal', (draw) => draw.normal()],
  ['heavy-tailed', t3],
  ['log-normal', (draw) => Math.exp(0.6 * draw.normal()) - Math.exp(0.6 * draw.normal())],
  // One block in ten has an arm that stalls.
  ['with stalls', (draw) => draw.normal() + (draw.uniform() < 0.1 ? 10 * draw.normal() : 0)],
];

/** A run of several metrics that ends where a look decides. */
function run(draw: Draw, noise: (draw: Draw) => number, shifts: readonly number[], tolerance = TOLERANCE) {
  const values = shifts.map((shift) => Array.from({ length: 10 }, () => shift + noise(draw)));
  const judge = (look: number) =>
    compareSeries(
      values.map((own): Series => ({ values: own.slice(0, look), tolerance })),
      SHORT,
    );
  const first = judge(8);
  const codes = first.map(({ code }) => code);
  return codes.includes('regressed') || !codes.includes('inconclusive') ? first : judge(10);
}

describe.each(NOISES)('a comparison of blocks with %s noise', (_, noise) => {
  const trials = 300;
  const most = (error: number) => error + 3 * Math.sqrt((error * (1 - error)) / trials);

  it('calls identical code regressed in at most 1 % of runs, even where nothing is tolerated', () => {
    const draw = seed(1);
    const alarms = simulate(trials, () =>
      run(draw, noise, [0, 0, 0], 0).some(({ code }) => code === 'regressed'),
    );
    expect(alarms).toBeLessThanOrEqual(most(0.01));
  });

  it('calls a change of exactly the tolerance unchanged in at most 5 % of runs, and regressed in as few', () => {
    const draw = seed(2);
    const codes = Array.from(
      { length: trials },
      () => run(draw, (d) => 0.03 * noise(d), [TOLERANCE])[0]!.code,
    );
    for (const code of ['unchanged', 'regressed'])
      expect(codes.filter((each) => each === code).length / trials).toBeLessThanOrEqual(most(0.05));
  });
});

describe('a comparison of blocks', () => {
  const judge = (shift: number, scatter = 0.02, parts: Partial<Series> = {}) => {
    const draw = seed(3);
    const values = Array.from({ length: 14 }, () => shift + scatter * draw.normal());
    return compareSeries([{ values, tolerance: TOLERANCE, ...parts }], PLAN)[0]!;
  };

  it('has an interval that agrees with what it says', () => {
    expect(judge(0)).toMatchObject({ code: 'unchanged', confidence: 0.95, count: 14, reachable: true });
    expect(judge(0).high).toBeLessThan(TOLERANCE);
    expect(judge(0.2)).toMatchObject({ code: 'regressed' });
    expect(judge(0.2).low).toBeGreaterThan(TOLERANCE);
    expect(judge(-0.2)).toMatchObject({ code: 'improved' });
    expect(judge(-0.2).high).toBeLessThan(0);
    expect(judge(0, 0.3)).toMatchObject({ code: 'inconclusive' });
  });

  it('states a change that is called in four of five runs', () => {
    const draw = seed(5);
    const normal = (d: Draw) => 0.05 * d.normal();
    const whole = (shift: number) =>
      compareSeries(
        [{ values: Array.from({ length: 14 }, () => shift + normal(draw)), tolerance: TOLERANCE }],
        PLAN,
      )[0]!;
    const power = simulate(300, () => whole(whole(0).detectable).code === 'regressed');
    expect(power).toBeGreaterThan(0.7);
    expect(power).toBeLessThan(0.9);
  });

  it('knows what rise of failures it would see though there were none, and none of too few blocks', () => {
    const none = { values: Array(14).fill(0), tolerance: 0.001, requests: 200 };
    const [{ detectable }] = compareSeries([none], PLAN) as [ReturnType<typeof judge>];
    expect(detectable).toBeGreaterThan(0.002);
    expect(detectable).toBeLessThan(0.02);
    const few = compareSeries([{ values: Array(7).fill(0.1), tolerance: TOLERANCE }], PLAN)[0]!;
    expect(few).toMatchObject({ code: 'inconclusive', reachable: false, detectable: Infinity });
  });

  it('bounds a metric of all blocks together where its values stop being centred, and knows what it would see', () => {
    const draw = seed(6);
    const noise = Array.from({ length: 14 }, () => 0.02 * draw.normal());
    const middle = estimateMean(noise).mean;
    // Values fall by half a unit for each unit of the shift.
    const pooled: Pooled = (shift) => noise.map((one) => one - middle + 0.5 * (0.2 - shift));
    const seen = judge(0, 0, { values: pooled(0), pooled });
    expect(seen.code).toBe('regressed');
    expect(seen.mean).toBeCloseTo(0.2, 3);
    const reach = estimateMean(noise).reach(0.025) / 0.5;
    expect(seen.low).toBeCloseTo(0.2 - reach, 3);
    expect(seen.high).toBeCloseTo(0.2 + reach, 3);
    expect(seen.detectable).toBeGreaterThan(TOLERANCE + reach);
    expect(seen.detectable).toBeLessThan(TOLERANCE + 3 * reach);
  });
});

it.each([
  [{ worse: true, least: 0.06 }, 'regressed'],
  [{ worse: true, least: 0.05 }, 'inconclusive'],
  [{ least: 0.06 }, 'inconclusive'],
  [{ better: true, most: -0.1 }, 'improved'],
  [{ most: -0.1 }, 'unchanged'],
  [{ most: 0.05 }, 'inconclusive'],
])('a change of which %o is shown is %s, with a tolerance of 0.05', (shown, code) => {
  const open = { worse: false, better: false, least: -0.1, most: 0.2 };
  expect(decideChange({ ...open, ...shown }, 0.05)).toBe(code);
});
