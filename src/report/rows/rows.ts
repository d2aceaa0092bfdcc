import type { CapacityGoal } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import type { Arm } from '../../measurement/measurement.ts';
import {
  higherIsBetter,
  isSupplementary,
  type Metric,
  printMetric,
  rankOf,
  type Where,
} from '../../metrics/metric.ts';
import { findCapacity, type RunRecord } from '../../records/record.ts';
import { pairSearches, poolPairs } from '../../verdict/capacity.ts';
import { type CapacityEstimate, poolEstimates } from '../../verdict/capacity-measurement.ts';
import type { ChangeFinding, Estimate, SloFinding } from '../../verdict/findings.ts';
import { seriesOf } from './series.ts';

/** A metric of a scenario, with the findings on its SLO and its history. */
export type Row = {
  label: string;
  metric: Metric;
  where: Where;
  /** The goal of a capacity; null for other metrics. */
  goal: CapacityGoal | null;
  /** On which side of their values the capacities of both arms lie; null for other metrics. */
  sides: Record<Arm, CapacityEstimate['kind'] | null>;
  slo: SloFinding | null;
  change: ChangeFinding | null;
  /** Size of the change; null if there is nothing to compare with. */
  movement: Estimate | null;
  /** Values of base and of this run, in the metric's unit; the SLO is judged on `slo.estimate`. */
  base: number | null;
  head: number;
  /** Values of up to 12 earlier runs, oldest first, and of this run: of all requests together. */
  earlier: number[];
  current: number;
  /** True if the finding has been accepted. */
  accepted: boolean;
};

/** Tells whether a metric fails the run, or would. */
export function isFailed({ slo, change }: Row): boolean {
  return slo?.code === 'missed' || change?.code === 'regressed';
}

/** Earlier runs in a trend: more would not fit. */
const EARLIER = 12;

/**
 * Lists all judged metrics, by scenario in the order of the record: percentiles ascending, then tail, slow requests,
 * errors. Scenarios that could not be measured well are left out: their numbers would be mistaken for a result.
 */
export function rowsOf(report: Report): Row[] {
  const { verdict, record } = report;
  const unmeasured = new Set(verdict.invalid.map((reason) => ('label' in reason ? reason.label : null)));
  const keep = <T extends { label: string }>(findings: readonly T[]) =>
    findings.filter(({ label }) => !unmeasured.has(label));
  const [slos, changes] = [keep(verdict.slos), keep(verdict.changes)];
  const covers = verdict.acceptances.flatMap((acceptance) => acceptance.covers);
  const accepted = new Set(covers.map(({ label, metric }) => keyOf(label, metric)));
  const open = new Map<string, SloFinding[]>();
  for (const slo of slos) {
    const key = keyOf(slo.label, slo.slo.metric);
    if (open.get(key)?.push(slo) === undefined) open.set(key, [slo]);
  }
  const rows = changes.map((change) => {
    const own = change.where === 'alone' ? undefined : open.get(keyOf(change.label, change.metric))?.shift();
    return toRow(report, own ?? null, change, accepted);
  });
  for (const slo of [...open.values()].flat()) rows.push(toRow(report, slo, null, accepted));
  const all = [...record.steps, ...(record.capacities ?? []), ...slos, ...changes];
  const place = new Map([...new Set(all.map(({ label }) => label))].map((label, i) => [label, i]));
  return rows.sort(
    (a, b) =>
      place.get(a.label)! - place.get(b.label)! || rankOf(a.metric, a.where) - rankOf(b.metric, b.where),
  );
}

/** Selects the rows to be seen without unfolding, worst first; undecided ones only if nothing is worse. */
export function selectForEyes(rows: readonly Row[], report: Report): Row[] {
  const undecided = report.verdict.code === 'inconclusive' ? selectUndecided(rows) : [];
  const news = withoutEchoes(rows).filter(
    (row) => isFailed(row) || row.slo?.code === 'at-limit' || row.change?.code === 'improved',
  );
  return [...new Set([...news, ...undecided])].sort(bySeverity);
}

/** Selects undecided rows, worst first; in a scenario with an undecided SLO, only those with one. */
export function selectUndecided(rows: readonly Row[]): Row[] {
  const undecided = rows.filter(isUndecided).sort(bySeverity);
  const limited = new Set(undecided.flatMap(({ label, slo }) => (slo ? [label] : [])));
  const own = undecided.filter((row) => row.slo || !(isSupplementary(row) || limited.has(row.label)));
  return own.length > 0 ? own : undecided;
}

/** Leaves out rows that only repeat another row of the same scenario, as a slower tail repeats a slower p99. */
export function withoutEchoes(rows: readonly Row[]): Row[] {
  const tellingOf = ({ label, change, accepted }: Row) => `${change?.code} ${accepted} ${label}`;
  // Failed requests never got a response, so they move the tail as well.
  const telling = rows.filter(
    ({ metric, where }) => metric.kind === 'errors' || (metric.kind === 'percentile' && where !== 'alone'),
  );
  const told = new Set(telling.map(tellingOf));
  return rows.filter((row) => row.slo !== null || !isSupplementary(row) || !told.has(tellingOf(row)));
}

/** Tells whether there was enough to compare, but no decision. */
function isUndecided({ change }: Row): boolean {
  if (change?.code !== 'inconclusive') return false;
  const { reason } = change;
  return !reason || reason.kind === 'noisy' || reason.kind === 'unsteady';
}

/** Compares rows: missed and slower, missed, slower, at its limit, undecided; accepted ones come last; then by size. */
export function bySeverity(a: Row, b: Row): number {
  const supplementary = Number(isSupplementary(a)) - Number(isSupplementary(b));
  // If someone set a limit on it, that is what they want to know about.
  const limited = Number(b.slo !== null) - Number(a.slo !== null);
  return severity(b) - severity(a) || supplementary || limited || harm(b) - harm(a);
}

function severity({ slo, change, accepted }: Row): number {
  const missed = slo?.code === 'missed';
  const regressed = change?.code === 'regressed';
  if (missed || regressed) return (4 + (missed ? 2 : 0) + (regressed ? 1 : 0)) / (accepted ? 10 : 1);
  if (slo?.code === 'at-limit') return 3;
  if (change?.reason?.kind === 'unsteady') return 2.5;
  if (change?.code === 'inconclusive') return 2;
  return change?.code === 'improved' ? 1 : 0;
}

/** Size of a change for the worse, in tolerances, which puts shares and latencies on one scale; for the better as well. */
function harm({ metric, change, movement }: Row): number {
  const value = (movement?.value ?? 0) / (change?.tolerance ?? 1);
  const harmful = higherIsBetter(metric) !== (change?.code === 'improved') ? -value : value;
  // Infinite values must not turn their difference into NaN.
  return Number.isFinite(harmful) ? harmful : Number.MAX_VALUE * Math.sign(harmful || 0);
}

function toRow(
  report: Report,
  slo: SloFinding | null,
  change: ChangeFinding | null,
  accepted: ReadonlySet<string>,
): Row {
  const { record } = report;
  const { label } = (slo ?? change)!;
  const metric = slo ? slo.slo.metric : change!.metric;
  const valuesOf = (runs: RunRecord[]) => seriesOf(report, label, metric, runs);
  const earlier = valuesOf(report.history);
  // Measuring takes time, so it is only done for earlier runs that were measured in the same way.
  const [now] = earlier.length > 0 ? valuesOf([record]) : [];
  const isCapacity = metric.kind === 'capacity';
  return {
    label,
    metric,
    where: change?.where ?? 'all',
    goal: isCapacity ? (findCapacity(record, label)?.goal ?? null) : null,
    sides: isCapacity ? readSides(record, label) : { base: null, head: null },
    slo,
    change,
    movement: change && 'change' in change ? change.change : null,
    base: change && 'base' in change ? change.base : null,
    head: slo && change?.kind !== 'paired' ? slo.estimate.value : change!.head,
    earlier: earlier.slice(-EARLIER),
    current: slo?.estimate.value ?? now ?? change!.head,
    accepted: accepted.has(keyOf(label, metric)),
  };
}

/** Reads on which side of their values the capacities lie: of the searches that were compared, otherwise of all of an arm. */
function readSides(record: RunRecord, label: string): Row['sides'] {
  const own = { base: findCapacity(record, label, 'base'), head: findCapacity(record, label, 'head') };
  const pairs = own.base && own.head ? pairSearches(own.base, own.head) : [];
  const sideOf = (arm: Arm) =>
    (poolPairs(pairs, arm) ?? (own[arm] ? poolEstimates(own[arm]) : null))?.kind ?? null;
  return { base: sideOf('base'), head: sideOf('head') };
}

/** Makes a key that two findings share if they are about one metric of one scenario. */
function keyOf(label: string, metric: Metric): string {
  return `${printMetric(metric)} ${label}`;
}
