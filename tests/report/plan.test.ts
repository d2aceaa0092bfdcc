import { expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { planVariants } from '../../src/plan/planning.ts';
import { describePlans } from '../../src/report/plan.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const load = { kind: 'fixed-work', requests: 2000, users: 2 } as const;
const config = makeConfig({ scenarios: [makeScenario({ load })] });

it('a plan says of fixed work what a block does, in how many blocks, and that its time comes on top', () => {
  const text = describePlans(planVariants(config, { budgetSeconds: 60, paired: true }), config);
  expect(text).toContain(
    'search: 2000 requests by 2 users, all of it for each revision in each block, repeated if it takes less than a second; k6 stops it after 300 s\n',
  );
  expect(text).toMatch(/^Under load: .*, plus the fixed work\.$/m);
  expect(text).toMatch(/^Wall time: up to .*, plus the fixed work, plus builds/m);
});

it('a plan says from how many pods the load comes', () => {
  const own = makeConfig({ scenarios: [makeScenario()], pods: { count: 8, namespace: 'load' } });
  expect(describePlans(planVariants(own, { budgetSeconds: 60, paired: true }), own)).toMatch(
    /^Load from 8 pods in the namespace load, an equal share each\.$/m,
  );
});

it('a plan names the percentiles of SLOs for which a run has too few requests', () => {
  const describe = (rate: number, paired = true) => {
    const slos = [parseSlo('p99 < 30ms').slo, parseSlo('p50 < 9ms').slo];
    const own = makeConfig({ scenarios: [makeScenario({ load: { kind: 'arrival-rate', rate }, slos })] });
    return describePlans(planVariants(own, { budgetSeconds: 60, paired }), own);
  };
  expect(describe(50)).toMatch(/ virtual users; likely too few requests for p99\n/);
  for (const enough of [describe(1000), describe(100, false)]) expect(enough).not.toContain('too few');
});
