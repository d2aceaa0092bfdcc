/** Reports of runs that searched one capacity. */
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Report } from '../../src/handover/report.ts';
import {
  compareCapacity,
  judgeCapacity,
  leaveCapacityOut,
  type SearchedCapacity,
} from '../../src/verdict/capacity.ts';
import type { CapacityEstimate, CapacityMeasurement } from '../../src/verdict/capacity-measurement.ts';
import { makeGoal } from '../fixtures.ts';
import { overall, reportOf } from './fixture.ts';
import { pairedReportOf } from './pair-fixture.ts';

const GOAL = makeGoal('p99 < 30ms', 100, 5000);

export type Found = CapacityEstimate | null;

const around = (value: number) => ({ value, low: 0.97 * value, high: 1.03 * value });
export const found = (value: number): Found => ({ kind: 'found', ...around(value) });
export const generator = (at: number): Found => ({ kind: 'generator', value: at, low: at, high: Infinity });
export const above: Found = { kind: 'above', value: 5000, low: 5000, high: Infinity };
export const below: Found = { kind: 'below', value: 100, low: 0, high: 100 };

function measured(arm: 'head' | 'base', estimates: Found | readonly Found[]): CapacityMeasurement {
  const all = Array.isArray(estimates) ? estimates : Array(4).fill(estimates);
  const blocks = all.map((estimate, block) => ({ block, estimate, trials: [] }));
  return { scenario: 'quote', label: 'quote', digest: 'd', goal: GOAL, arm, blocks };
}

/** A report of a run that searched one capacity. `base` undefined: the head alone, without earlier runs. */
export function searchedReport(head: Found | Found[], base?: Found, slo?: string): Report {
  const searched: SearchedCapacity = {
    slos: slo ? [parseSlo(slo).slo] : [],
    head: measured('head', head),
    base: base === undefined ? null : measured('base', base),
    sensitivity: { tolerance: 0.05, confidence: 0.99 },
  };
  const report = base === undefined ? reportOf({ earlier: 0 }) : pairedReportOf();
  const { slos, invalid } = judgeCapacity(searched);
  const change =
    base === undefined
      ? leaveCapacityOut(searched, 'skipped', { kind: 'no-base' })
      : compareCapacity({ ...searched, base: searched.base! }, 0.01, 1);
  const capacities = [searched.head, ...(searched.base ? [searched.base] : [])];
  const verdict = { ...report.verdict, slos, changes: [change], invalid, code: overall(slos, [change]) };
  return { ...report, verdict, record: { ...report.record, steps: [], capacities } };
}
