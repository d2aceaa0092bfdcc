import { expect, it } from 'vitest';
import { rowsOf } from '../../../src/report/rows/rows.ts';
import { compareCapacity } from '../../../src/verdict/capacity.ts';
import type { CapacityEstimate, CapacityMeasurement } from '../../../src/verdict/capacity-measurement.ts';
import { makeGoal } from '../../fixtures.ts';
import { pairedReportOf } from '../pair-fixture.ts';

const goal = makeGoal('p99 < 30ms', 100, 5000);

const found = (value: number): CapacityEstimate => ({
  kind: 'found',
  value,
  low: 0.97 * value,
  high: 1.03 * value,
});

function measurement(arm: 'head' | 'base', estimates: CapacityEstimate[]): CapacityMeasurement {
  const blocks = estimates.map((estimate, block) => ({ block, estimate, trials: [] }));
  return { scenario: 'quote', label: 'quote', digest: 'd', goal, arm, blocks };
}

/** The row of a capacity whose head was searched so in four blocks, and its base found in all. */
function rowOf(estimates: CapacityEstimate[]) {
  const [head, base] = [measurement('head', estimates), measurement('base', Array(4).fill(found(1500)))];
  const change = compareCapacity(
    {
      label: 'quote',
      goal,
      slos: [],
      head,
      base,
      history: { runs: [], incompatible: { records: 0, differs: [] } },
      sensitivity: { tolerance: 0.05, confidence: 0.99 },
    },
    0.01,
    1,
  );
  const report = pairedReportOf();
  const verdict = { ...report.verdict, slos: [], changes: [change] };
  const record = { ...report.record, steps: [], capacities: [head, base] };
  return rowsOf({ ...report, verdict, record })[0]!;
}

it('a row shows the capacities that were compared, and not a search for which k6 was too slow', () => {
  const sent: CapacityEstimate = { kind: 'generator', value: 1000, low: 1000, high: Infinity };
  const row = rowOf([sent, ...[1260, 1290, 1275].map(found)]);
  expect(row).toMatchObject({ sides: { base: 'found', head: 'found' }, head: expect.closeTo(1275, 0) });
  expect(row.movement?.value).toBeCloseTo(1275 / 1500 - 1, 2);
  expect(rowOf(Array(4).fill(sent)).sides).toEqual({ base: 'found', head: 'generator' });
});
