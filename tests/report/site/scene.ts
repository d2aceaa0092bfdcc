/** Runs as a site keeps them: one scenario with a planted step, and another machine later on. */
import type { SiteContent } from '../../../src/report/site/parts.ts';
import type { Declared, SiteRun } from '../../../src/report/site/runs.ts';
import { composeTracks } from '../../../src/report/site/tracks.ts';
import { makeRequest } from '../../fixtures.ts';
import { seed } from '../../random.ts';
import { commitOf, p, slo } from '../fixture.ts';

export type Scene = {
  runs: number;
  /** Places of steps of +30 %, and of another machine. */
  steps: number[];
  moved?: number;
  text?: string;
};

export const declaredOf = (label = 'search'): Declared => ({
  suite: 'default',
  scenario: 'search',
  label,
  work: { kind: 'request', request: makeRequest() },
  load: { kind: 'arrival-rate', rate: 100 },
  slos: [slo(p(99), '<', 30)],
});

export function sceneOf({
  runs: count,
  steps,
  moved = Number.POSITIVE_INFINITY,
  text = '',
}: Scene): SiteContent {
  const draw = seed(count);
  const declared = declaredOf(`search${text}`);
  const runs = Array.from({ length: count }, (_, index): SiteRun => {
    const level = 1.3 ** steps.filter((at) => at <= index).length * (index >= moved ? 0.5 : 1);
    const value = (ms: number) => {
      const one = ms * level * Math.exp(0.02 * draw.normal());
      return { value: one, low: one * 0.95, high: one * 1.05 };
    };
    return {
      key: String(index),
      suite: 'default',
      page: `runs/default/${index}.html`,
      commit: commitOf(`${index}`),
      dirty: false,
      branch: 'main',
      commitTime: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      recordedAt: new Date(Date.UTC(2026, 0, 1 + index, 1)).toISOString(),
      tailgate: `1.0.0${text}`,
      machine: `${index >= moved ? 'Other' : 'Test'} CPU × 2, Linux, k6 1${text}`,
      steps: [
        {
          label: declared.label,
          digest: 'd1',
          requests: 6000,
          starts: 6,
          values: { p50: value(2), p99: { ...value(10), slo: 'met' } },
        },
      ],
    };
  });
  return {
    tracks: composeTracks([declared], runs, 'main'),
    runs,
    branch: `main`,
    repository: {
      url: 'https://forge.example/acme/shop',
      subjects: new Map(runs.map(({ commit }, i) => [commit!, `Merge pull request #${i} from x${text}`])),
    },
  };
}
