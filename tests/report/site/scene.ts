/** Runs as a site keeps them: one scenario with a planted step, and another machine later on. */
import type { SiteContent } from '../../../src/report/site/pages.ts';
import { composeTracks, type Declared, type SiteRun } from '../../../src/report/site/tracks.ts';
import { makeWork } from '../../fixtures.ts';
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
  work: makeWork(),
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
    const value = (ms: number) => ms * level * Math.exp(0.02 * draw.normal());
    return {
      suite: 'default',
      commit: commitOf(`${index}`),
      dirty: false,
      branch: 'main',
      commitTime: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      recordedAt: new Date(Date.UTC(2026, 0, 1 + index, 1)).toISOString(),
      machine: `${index >= moved ? 'Other' : 'Test'} CPU × 2, Linux, k6 1${text}`,
      steps: [
        {
          label: declared.label,
          digest: 'd1',
          values: { p50: value(2), p99: value(10) },
        },
      ],
    };
  });
  return {
    tracks: composeTracks([declared], runs, 'main'),
    runs,
    branch: 'main',
    url: 'https://forge.example/acme/shop',
  };
}
