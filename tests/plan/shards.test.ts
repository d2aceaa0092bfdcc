import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import { buildVariants, listVariants } from '../../src/config/variants.ts';
import { type PlannedShard, parseShard, parseShardCount, planShards, timeOf } from '../../src/plan/shards.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const options = { paired: true };
const scenarios = ['pay', 'move', 'read'].map((name) => makeScenario({ name }));

const axis = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, {}]));

const ledger = makeConfig({
  scenarios,
  variants: buildVariants({ features: axis('features', 6), store: axis('store', 4) }),
});

function labelsOf({ planned }: PlannedShard): string[] {
  return planned.flatMap(({ plan }) => plan.steps.map(({ label }) => label));
}

/** Chance of a false alarm over all parts that are judged by themselves. */
function errorOf(shards: readonly PlannedShard[]): number {
  const configs = shards.flatMap(({ config, planned }) => (planned.length > 0 ? listVariants(config) : []));
  const error = (config: Config) =>
    1 - resolveSensitivity(config, config.scenarios[0]!, { kind: 'percentile', percent: 50 }).confidence;
  return configs.reduce((sum, config) => sum + error(config), 0);
}

describe('shards of a suite', () => {
  it('measure each step once, in shares of equal time', () => {
    const shards = planShards(ledger, 4, options);
    const labels = shards.flatMap(labelsOf);
    expect(labels).toHaveLength(72);
    expect(new Set(labels).size).toBe(72);
    const times = shards.map(timeOf);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    expect(Math.max(...times)).toBeLessThanOrEqual(1.25 * mean);
  });

  it('share one chance of a false alarm, however many there are', () => {
    for (const total of [1, 4, 7, 24, 48]) {
      expect(errorOf(planShards(ledger, total, options))).toBeLessThanOrEqual(0.01 + 1e-9);
    }
    expect(errorOf(planShards(ledger, 4, options))).toBeCloseTo(0.01, 9);
  });

  it('split scenarios where variants are too few, and keep those together that limits relate', () => {
    const family = makeConfig({
      scenarios: [...scenarios, makeScenario({ name: 'again', slos: [parseSlo('p50 <= 2 x pay.p50').slo] })],
    });
    const shards = planShards(family, 3, options).map(labelsOf);
    expect(shards.map((labels) => labels.sort())).toContainEqual(['again', 'pay']);
    expect(shards.flat().sort()).toEqual(['again', 'move', 'pay', 'read']);
  });

  it('keep scenarios of one script together, as one may feed the thresholds that another one does not', () => {
    const script = (name: string) =>
      makeScenario({ name, work: { kind: 'script', path: '/x/shop.js', exec: name } });
    const [pay, move] = scenarios;
    const suite = makeConfig({ scenarios: [pay!, script('browse'), move!, script('buy')] });
    const shards = planShards(suite, 4, options).map((shard) => labelsOf(shard).sort());
    expect(shards).toContainEqual(['browse', 'buy']);
    expect(shards.flat().sort()).toEqual(['browse', 'buy', 'move', 'pay']);
  });

  it('are idle where there are more of them than parts', () => {
    const shards = planShards(makeConfig({ scenarios }), 5, options);
    expect(shards.filter(({ planned }) => planned.length === 0)).toHaveLength(2);
  });

  it('are named as a number of all, and refused in words otherwise', () => {
    expect(parseShard('2/4')).toEqual({ index: 2, total: 4 });
    for (const text of ['0/4', '5/4', '2', 'a/b', '1/257', '']) {
      expect(() => parseShard(text)).toThrow(/is no shard/);
    }
    expect(parseShardCount('256')).toBe(256);
    for (const text of ['0', '257', 'x', '', '2/4', '04'])
      expect(() => parseShardCount(text)).toThrow(/is no number of shards/);
  });
});
