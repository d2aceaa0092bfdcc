/** Runs as a site keeps them: one scenario with a planted step, and another machine later on. */
import type { RunRecord } from '../../../src/records/record.ts';
import type { SiteContent } from '../../../src/report/site/overview.ts';
import { composeTracks, type Declared } from '../../../src/report/site/tracks.ts';
import { makeWork } from '../../fixtures.ts';
import { seed } from '../../random.ts';
import { p, recordOf, slo } from '../fixture.ts';

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

export function sceneOf({ runs: count, steps, moved = Infinity, text = '' }: Scene): SiteContent {
  const draw = seed(count);
  const declared = declaredOf(`search${text}`);
  const runs = Array.from({ length: count }, (_, index): RunRecord => {
    const level = 1.3 ** steps.filter((at) => at <= index).length * (index >= moved ? 0.5 : 1);
    const value = () => level * Math.exp(0.02 * draw.normal());
    const made = recordOf([{ label: declared.label, p50: 2, p99: 10 }], `main ${index}`, value, index, false);
    const cpuModel = `${index >= moved ? 'Other' : 'Test'} CPU${text}`;
    return { ...made, environment: { ...made.environment, cpuModel } };
  });
  const tracks = composeTracks([declared], runs, 'main');
  return { tracks, runs, branch: 'main', url: 'https://forge.example/acme/shop' };
}
