import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import type { Finding } from '../../src/init/needs/finding.ts';
import { proposeConfig } from '../../src/init/proposal.ts';
import { planRun } from '../../src/plan/planning.ts';

const FINDING: Finding = {
  title: 'Node, npm',
  from: 'package.json',
  start: { text: 'node a.js' },
  port: { kind: 'given' },
  path: { text: '/' },
  env: [],
  databases: [],
  setup: [],
  notes: [],
};

/** The plan of a first run with what is written for a service that answers in so many milliseconds. */
function planFirst(milliseconds: number | undefined, port: Finding['port']) {
  const answered = milliseconds === undefined ? undefined : { said: 'x', status: 200, milliseconds };
  const text = proposeConfig({ ...FINDING, port, answered }, 'shop');
  const config = parseConfig(text, { path: '/r/tailgate.yml', directory: '/r', shownAs: 'it' });
  return { plan: planRun(config, { paired: true }), slo: /slo: (.*)/.exec(text)![1] };
}

describe('a first run with the proposal', () => {
  test.each([undefined, 0.2, 3, 5.6, 9, 11, 20, 66, 70, 112, 170, 400, 3000])(
    'has enough requests to tell of an endpoint that answers in %s ms',
    (milliseconds) => {
      for (const port of [{ kind: 'given' }, { kind: 'fixed', port: 4000 }] as const)
        expect(planFirst(milliseconds, port).plan.shortages).toEqual([]);
    },
  );

  test('asks no more of a slow endpoint than it can do', () => {
    const slos = [1, 10, 40, 400].map((milliseconds) => planFirst(milliseconds, FINDING.port).slo);
    expect(slos).toEqual([
      'p99 < 250ms at 60 req/s',
      'p99 < 250ms at 30 req/s',
      'p95 < 400ms at 8 req/s',
      'p90 < 4000ms at 2 req/s',
    ]);
  });

  test('has the further ports of the service, by which its environment may name them', () => {
    const env = [{ name: 'METRICS_ADDR', value: ':${PORT_P9090}' }];
    const text = proposeConfig({ ...FINDING, env, ports: ['p9090'] }, 'shop');
    const { services } = parseConfig(text, { path: '/r/tailgate.yml', directory: '/r', shownAs: 'it' });
    expect(services).toMatchObject([{ ports: ['p9090'], env: { METRICS_ADDR: ':${PORT_P9090}' } }]);
  });

  test('names a longer warm-up to who has a JVM, which can be taken as it stands', () => {
    const propose = (title: string) => proposeConfig({ ...FINDING, title }, 'shop');
    expect(propose('Node, npm')).not.toContain('warm-up');
    const text = propose('Java, Spring Boot, Maven').replace('# warm-up', 'warm-up');
    const { measure } = parseConfig(text, { path: '/r/tailgate.yml', directory: '/r', shownAs: 'it' });
    expect(measure.warmUpSeconds).toBe(10);
  });
});
