import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { planRun } from '../../src/plan/planning.ts';
import { expectDetectable } from '../../src/records/outlook.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';
import { seed } from '../random.ts';
import { makeRecord } from './stores/fixture.ts';

const config = makeConfig({ scenarios: [makeScenario({ slos: [parseSlo('p99 < 30ms').slo] })] });
const digests = new Map([['search', 'd1']]);
const sensitivityOf = () => ({ tolerance: 0.05, confidence: 0.99, isAsked: false });

/** A paired run of identical code whose blocks scatter by so much (standard deviation of log latency). */
function recordOf(scatter: number, digest = 'd1') {
  const draw = seed(11);
  const slice = () => {
    const scale = Math.exp(scatter * draw.normal());
    return makeRound(Array.from({ length: 300 }, (_, i) => scale * (1 + i / 100)));
  };
  const instances = () => Array.from({ length: 12 }, (_, block) => ({ block, slices: [slice()] }));
  const scenario = makeRecord().steps[0]!;
  const arms = (['head', 'base'] as const).map((arm) => ({
    ...scenario,
    label: 'search',
    digest,
    arm,
    instances: instances(),
  }));
  return { ...makeRecord(), steps: arms };
}

function outlook(scatter: number, budgetSeconds = 60, digest = 'd1') {
  const plan = planRun(config, { budgetSeconds, paired: true });
  return expectDetectable(plan, recordOf(scatter, digest), digests, sensitivityOf);
}

describe('what a plan can be expected to see', () => {
  it('is a smaller change where earlier blocks scattered less', () => {
    const [calm] = outlook(0.01);
    const [noisy] = outlook(0.05);
    expect(calm!.metric).toEqual({ kind: 'percentile', percent: 50 });
    expect(calm!.detectable!).toBeGreaterThan(0.05);
    expect(noisy!.detectable!).toBeGreaterThan(calm!.detectable!);
  });

  it('is unknown for another load or request', () => {
    expect(outlook(0.01, 60, 'd2')).toEqual([]);
  });
});
