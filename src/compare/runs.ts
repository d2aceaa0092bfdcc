import { basename } from 'node:path';
import type { Config, Scenario } from '../config/config.ts';
import type { Sensitivity } from '../config/language/setting.ts';
import type { Slo } from '../config/language/slo-type.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { UserError } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import type { Slice } from '../measurement/measurement.ts';
import { listNamed } from '../metrics/compared.ts';
import { type Metric, measureMetric } from '../metrics/metric.ts';
import { judgeRecorded, listStarts, sumEffort } from '../records/judgement.ts';
import { findHeadStep, type RunRecord } from '../records/record.ts';
import { compareEnvironments } from '../records/selection.ts';
import { cleanForLog } from '../report/format/visible.ts';
import { decide } from '../verdict/decision.ts';
import type { ChangeFinding, SloFinding, UncomparedFinding } from '../verdict/findings.ts';
import { judgeUnpaired, type UnpairedStep } from '../verdict/unpaired.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { assertMeasured, type RunFile } from './run-file.ts';

/** Remark on a comparison that the report has no words for. */
export type Caveat =
  /** Records of Tailgate from two runs that did not alternate. */
  | { kind: 'not-side-by-side' }
  | { kind: 'only-in'; path: string; labels: string[] }
  /** Capacities, which are not compared. */
  | { kind: 'searched'; labels: string[] }
  /** SLOs that run B says nothing about. */
  | { kind: 'untold'; label: string; slos: Slo[] };

/** Metrics that are compared where no configuration names some. */
const USUAL: Metric[] = [50, 95, 99].map((percent) => ({ kind: 'percentile', percent }));
const TAIL: Metric = { kind: 'tail' };

const ERROR_RATE: Metric = { kind: 'errors' };

const UNSET: Sensitivity = { tolerance: { byMetric: {} }, confidence: { byMetric: {} } };

/**
 * Judges run B (head) against run A (base), both measured earlier, and B by the SLOs of the configuration.
 *
 * @param reproduce command line of this comparison
 * @throws UserError when the two files have nothing in common, or one is of a run that could not be measured
 */
export function compareRuns(
  base: RunFile,
  head: RunFile,
  config: Config | null,
  reproduce: string,
): { report: Report; caveats: Caveat[] } {
  for (const file of [base, head]) assertMeasured(file, 'Its own report says why.');
  const { changes, slos, caveats } = compareRecords(base, head, config);
  const nothing = { faults: [], invalid: [] };
  const before = listHeads(base.record).map((step) => ({ ...step, arm: 'base' as const }));
  const verdict: Verdict = {
    ...decide({ slos, changes, ...nothing, failOn: [] }),
    slos,
    changes,
    ...nothing,
    pair: null,
    loosened: [],
    costs: [],
    suspects: [],
    acceptances: [],
    refusals: [],
    effort: sumEffort([...before, ...listHeads(head.record)], 0),
  };
  const { record } = head;
  const baseBranch = basename(base.path, '.json');
  return {
    report: { suite: record.suite, verdict, record, history: [], baseBranch, reproduce, link: null },
    caveats,
  };
}

/**
 * Compares two records of Tailgate by their instances (see `judgeUnpaired`), and judges the SLOs on B. Steps
 * that differ in load, request or machine are not compared.
 *
 * @throws UserError when they have no scenario in common
 */
function compareRecords(base: RunFile, head: RunFile, config: Config | null) {
  const apart = compareEnvironments(base.record, head.record);
  const changes: ChangeFinding[] = [];
  const slos: SloFinding[] = [];
  const comparable: UnpairedStep[] = [];
  const caveats: Caveat[] = [];
  const [ofBase, ofHead] = [listHeads(base.record), listHeads(head.record)];
  assertCommon(base, head, ofBase, ofHead);
  for (const step of ofHead) {
    const { label, scenario: name, digest, instances } = step;
    const scenario = config?.scenarios.find((one) => one.name === name) ?? null;
    const slices = listStarts({ instances });
    const untold: Slo[] = [];
    for (const slo of scenario?.slos ?? []) {
      const finding = judgeRecorded(step, slo, ofHead);
      if (finding) slos.push(finding);
      else untold.push(slo);
    }
    if (untold.length > 0) caveats.push({ kind: 'untold', label, slos: untold });
    const before = findHeadStep(base.record, label);
    if (!before) continue;
    const earlier = listStarts(before);
    const metrics = [...(scenario ? listNamed(scenario.slos) : USUAL), TAIL].map((metric) => ({
      metric,
      tolerance: toleranceOf(config, scenario, metric, () => measureMetric(earlier.flat(), metric)),
    }));
    const differs = [...apart, ...(before.digest === digest ? [] : ['load or request'])];
    if (differs.length > 0) {
      changes.push(...metrics.map((each) => leaveOut(label, each, slices.flat(), differs)));
      continue;
    }
    const errors = { metric: ERROR_RATE, tolerance: toleranceOf(config, scenario, ERROR_RATE) };
    comparable.push({ label, metrics: [...metrics, errors], base: earlier, head: slices });
  }
  const findings = judgeUnpaired(comparable.filter((step) => step.base.length > 0 && step.head.length > 0));
  // Failures are compared only where at least one run has some.
  changes.push(
    ...findings.filter(
      ({ metric, pooled, head: rate }) => metric.kind !== 'errors' || pooled !== 0 || rate > 0,
    ),
  );
  return {
    changes,
    slos,
    caveats: [
      ...caveats,
      ...(comparable.length > 0 ? [{ kind: 'not-side-by-side' } as const] : []),
      ...listUnmatched(base, head, ofBase, ofHead),
      ...listSearched(base, head),
    ],
  };
}

function listHeads(record: RunRecord): RunRecord['steps'] {
  return record.steps.filter(({ arm }) => arm === 'head');
}

function leaveOut(
  label: string,
  { metric, tolerance }: { metric: Metric; tolerance: number },
  slices: Slice[],
  differs: string[],
): UncomparedFinding {
  return {
    kind: 'uncompared',
    label,
    metric,
    where: 'all',
    head: measureMetric(slices, metric),
    tolerance,
    code: 'inconclusive',
    reason: { kind: 'few-records', compatible: 0, needed: 1, incompatible: { records: 1, differs } },
  };
}

/**
 * Finds the tolerance of a metric (fraction) in the configuration, or its default without one.
 *
 * @param before see `resolveSensitivity`
 */
function toleranceOf(
  config: Config | null,
  scenario: Scenario | null,
  metric: Metric,
  before?: () => number,
): number {
  const suite = { baseline: { sensitivity: config?.baseline.sensitivity ?? UNSET } };
  const own = { sensitivity: scenario?.sensitivity ?? UNSET };
  return resolveSensitivity(suite, own, metric, 'all', before).tolerance;
}

type Labelled = { label: string };

/** Checks that two runs share a measurement. @throws UserError when they have nothing in common */
function assertCommon(base: RunFile, head: RunFile, of: readonly Labelled[], and: readonly Labelled[]): void {
  if (and.some(({ label }) => of.some((one) => one.label === label))) return;
  const names = (rows: readonly Labelled[]) =>
    rows.map(({ label }) => cleanForLog(label)).join(', ') || 'none';
  throw new UserError({
    what: `${base.path} and ${head.path} have no scenario in common.`,
    hint: `The first has ${names(of)}; the second has ${names(and)}.${listSearched(base, head).length > 0 ? ' Capacities are not compared.' : ''}`,
  });
}

/** Lists the capacities that one of the runs has searched. */
function listSearched(base: RunFile, head: RunFile): Caveat[] {
  const all = [base, head].flatMap(({ record }) => record.capacities ?? []).map(({ label }) => label);
  return all.length > 0 ? [{ kind: 'searched', labels: [...new Set(all)] }] : [];
}

/** Lists what only one of the runs has measured. */
function listUnmatched(
  base: RunFile,
  head: RunFile,
  before: readonly Labelled[],
  after: readonly Labelled[],
): Caveat[] {
  const onlyIn = ({ path }: RunFile, rows: readonly Labelled[], others: readonly Labelled[]) => {
    const alone = rows.filter(({ label }) => !others.some((one) => one.label === label));
    return alone.length > 0
      ? [{ kind: 'only-in' as const, path, labels: alone.map(({ label }) => label) }]
      : [];
  };
  return [...onlyIn(base, before, after), ...onlyIn(head, after, before)];
}
