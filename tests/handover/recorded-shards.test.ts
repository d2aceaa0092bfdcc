import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { resolveSensitivity } from '../../src/config/sensitivity.ts';
import { buildVariants } from '../../src/config/variants.ts';
import { composeReport, type Report } from '../../src/handover/report.ts';
import { mergeShards } from '../../src/handover/shards.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { type PlannedVariant, planVariants } from '../../src/plan/planning.ts';
import { planShards, timeOf } from '../../src/plan/shards.ts';
import type { Slot } from '../../src/plan/slot.ts';
import { judge } from '../../src/verdict/judge.ts';
import type { KeptSlot } from '../../src/verdict/kept.ts';
import { mergeVerdicts } from '../../src/verdict/merge.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { p, slo } from '../report/fixture.ts';

type RecordedBlock = { base: Slice[]; head: Slice[]; alone: { base: Slice[]; head: Slice[] } };
const { unpack } = (await import(pathToFileURL(resolve('bench/lines.mjs')).href)) as {
  unpack: (path: string) => { blocks: RecordedBlock[] }[];
};

const read = (cell: string) => unpack(`bench/recorded/blocks/${cell}.jsonl.gz`).map(({ blocks }) => blocks);

/** Blocks of jobs that real machines have measured, of code that became slower, and of identical code. */
const JOBS = [
  [...read('lock-go'), ...read('lock-node')].flat(),
  ...['same-go', 'same-node', 'same-steady'].flatMap((cell) => read(cell).slice(0, 12)),
];

/** Blocks that are planned for each. */
const BLOCKS = 14;

const axis = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, {}]));

const ledger = makeConfig({
  baseline: { ...makeConfig().baseline, kind: 'paired' },
  scenarios: ['pay', 'move', 'read'].map((name) => makeScenario({ name, slos: [slo(p(99), '<', 60)] })),
  variants: buildVariants({ features: axis('features', 3), store: axis('store', 4) }),
});
const labels = planVariants(ledger, { paired: true }).flatMap(({ plan }) =>
  plan.steps.map(({ label }) => label),
);

/** Gives each step of the ledger a job of its own. */
const jobOf = (label: string) => JOBS[labels.indexOf(label) % JOBS.length]!;

function keep({ base, head, alone }: RecordedBlock): KeptSlot[] {
  const slot = (arm: Slot['arm'], round: number, inTurns: boolean): KeptSlot['slot'] => ({
    arm,
    round,
    turns: inTurns ? { scenario: 'turns', of: 2, position: arm === 'base' ? 0 : 1 } : null,
  });
  return [
    { slot: slot('base', 0, true), slices: base },
    { slot: slot('head', 0, true), slices: head },
    { slot: slot('base', 1, false), slices: alone.base },
    { slot: slot('head', 1, false), slices: alone.head },
  ];
}

/** Judges the variants that a machine has measured, as a run does. */
function report(variants: readonly PlannedVariant[], shard?: { index: number; total: number }): Report {
  const judged = variants.map(
    ({ config, plan }) =>
      judge({
        steps: plan.steps.map((step) => ({
          ...step,
          blocks: jobOf(step.label).slice(0, BLOCKS).map(keep),
          soak: { base: [], head: [] },
          isNew: false,
          history: { runs: [], incompatible: { records: 0, differs: [] } },
          sensitivityOf: (metric, where) =>
            resolveSensitivity(config, scenarioOf(config, step.scenario), metric, where),
        })),
        faults: [],
        invalid: [],
        looks: [BLOCKS],
        comparison: { kind: 'pair', base: { baseCommit: null, because: 'merge-base' }, seed: 7 },
        discarded: { base: 0, head: 0 },
        gateChanges: [],
        failOn: [],
        effort: { slices: 1, discardedRounds: 0, instances: 1, loadSeconds: 1 },
      }).verdict,
  );
  const record = makeRecord({ ...(shard && { shard }) });
  return composeReport(mergeVerdicts(judged, []), record, { baseBranch: 'main', link: null, history: [] });
}

const scenarioOf = (config: Config, name: string) => config.scenarios.find((one) => one.name === name)!;

/** Findings by their texts, in an order of their own. */
function sort(list: readonly unknown[]): string[] {
  return list.map((one) => JSON.stringify(one)).sort();
}

it('four shards of a suite of 12 variants say of recorded measurements what one run says, to the last digit', () => {
  const options = { paired: true };
  const shards = planShards(ledger, 4, options);
  const times = shards.map(timeOf);
  expect(Math.max(...times)).toBeLessThanOrEqual((1.25 * times.reduce((a, b) => a + b)) / times.length);
  const one = report(planVariants(ledger, options));
  const jobs = shards.map(({ planned }, index) => {
    const own = report(planned, { index: index + 1, total: shards.length });
    const job = { id: 'measure', name: '', index, total: shards.length };
    return { job, outcome: { kind: 'report' as const, report: own, failOn: [] } };
  });
  const [job, ...others] = mergeShards(jobs);
  expect(others).toEqual([]);
  const merged = (job!.outcome as { report: Report }).report;
  expect(one.verdict.code).toBe('regressed');
  expect(merged.verdict).toMatchObject({ code: one.verdict.code, blocks: true, effort: one.verdict.effort });
  // The number of variants is that of the records, which have no steps here.
  expect(merged.verdict.pair).toEqual({ ...one.verdict.pair, shards: 4, variants: 1 });
  expect(merged.verdict.pair!.error).toBeCloseTo(0.01, 6);
  for (const key of ['slos', 'changes', 'costs'] as const)
    expect(sort(merged.verdict[key]), key).toEqual(sort(one.verdict[key]));
  expect(new Set(one.verdict.changes.map(({ label }) => label)).size).toBe(36);
});
