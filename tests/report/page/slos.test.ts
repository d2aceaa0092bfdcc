import { expect, it } from 'vitest';
import { listStarts } from '../../../src/records/judgement.ts';
import { composeContent } from '../../../src/report/page/content.ts';
import { writePage } from '../../../src/report/page/page.ts';
import { rangeWords } from '../../../src/report/words/terms.ts';
import { judgeSlo } from '../../../src/verdict/slo.ts';
import { p, recordOf, roundOf, slo } from '../fixture.ts';

it('an SLO has the interval that the gate gives it: slices of one start are no independent ones', () => {
  const record = recordOf([{ label: 'search', p50: 2, p99: 8 }], 'main', () => 1, 1, false);
  const [step] = record.steps;
  // Eight starts differ by up to 20 %, and the two slices of each do not.
  step!.instances = [0.9, 0.94, 0.97, 1, 1.02, 1.05, 1.08, 1.1].map((factor) => ({
    slices: [0, 1].map(() => roundOf(2 * factor, 8 * factor, 0, 0, 0)),
  }));
  const limit = slo(p(99), '<', 30);
  const { label, scenario, load, digest } = step!;
  const work = { kind: 'script' as const, path: '/x/search.js', exec: 'default' };
  const { content } = composeContent(
    { steps: [{ scenario, label, load, work, slos: [limit] }], searches: [] },
    new Map([[label, digest]]),
    { record, buckets: [], earlier: [] },
  );
  const { low, high } = judgeSlo(label, limit, listStarts(step!), 0.95).estimate;
  expect(writePage(content, [], 2)).toContain(`(${rangeWords(p(99), low, high)}) |`);
});
