import type { Metric } from '../config/config.ts';
import type { ChangeFinding, SloFinding } from '../verdict/verdict.ts';
import type { Report } from './report.ts';
import { seriesOf } from './series.ts';

/** One metric of one scenario: what its SLO and its history say of it. */
export type Row = {
  label: string;
  metric: Metric;
  slo: SloFinding | null;
  change: ChangeFinding | null;
  /** Typical earlier value and this run's, in the metric's unit. */
  base: number | null;
  head: number;
  /** Up to 20 earlier values, oldest first. */
  earlier: number[];
};

const EARLIER = 20;

/**
 * All metrics that were judged, by scenario in the order of the record, percentiles ascending, errors last. What was
 * measured of a scenario that could not be measured well is left out: it would be read as a result.
 */
export function rowsOf(report: Report): Row[] {
  const unmeasured = new Set(
    report.verdict.invalid.map((reason) => ('label' in reason ? reason.label : null)),
  );
  const keep = <T extends { label: string }>(findings: readonly T[]) =>
    findings.filter(({ label }) => !unmeasured.has(label));
  const [slos, changes] = [keep(report.verdict.slos), keep(report.verdict.changes)];
  const matched = new Set<ChangeFinding>();
  const rows = slos.map((slo) => {
    const change =
      changes.find((c) => !matched.has(c) && sameMetric(c, { ...slo, metric: slo.slo.metric })) ?? null;
    if (change) matched.add(change);
    return toRow(report, slo, change);
  });
  rows.push(...changes.filter((change) => !matched.has(change)).map((change) => toRow(report, null, change)));
  const labels = [...new Set([...report.record.scenarios, ...slos, ...changes].map((each) => each.label))];
  const place = new Map(labels.map((label, i) => [label, i]));
  return rows.sort((a, b) => place.get(a.label)! - place.get(b.label)! || rank(a.metric) - rank(b.metric));
}

/** Whether a row should be seen without unfolding anything; undecided ones only when nothing is worse. */
export function needsEyes(row: Row, report: Report): boolean {
  if (row.slo && row.slo.code !== 'met') return true;
  if (row.change?.code === 'regressed' || row.change?.code === 'improved') return true;
  return report.verdict.code === 'inconclusive' && isUndecided(row);
}

/** The history was long enough, but does not tell. */
export function isUndecided(row: Row): boolean {
  const { change } = row;
  return change?.code === 'inconclusive' && (!change.reason || change.reason.kind === 'noisy-history');
}

/** Worst first: slower and missed, slower, missed, at its limit, undecided; then by how much. */
export function bySeverity(a: Row, b: Row): number {
  return severity(b) - severity(a) || harm(b) - harm(a);
}

function severity({ slo, change }: Row): number {
  const missed = slo?.code === 'missed';
  if (change?.code === 'regressed') return missed ? 6 : 5;
  if (missed) return 4;
  if (slo?.code === 'at-limit') return 3;
  if (change?.code === 'inconclusive') return 2;
  return change?.code === 'improved' ? 1 : 0;
}

function harm({ metric, change }: Row): number {
  const value = change?.change?.value ?? 0;
  // Among improvements the greatest one comes first.
  const harmful = higherIsBetter(metric) !== (change?.code === 'improved') ? -value : value;
  // Two infinities must not make NaN of their difference.
  return Number.isFinite(harmful) ? harmful : Number.MAX_VALUE * Math.sign(harmful || 0);
}

/** For a rate or a capacity, less is worse. */
export function higherIsBetter(metric: Metric): boolean {
  return metric.kind === 'rate' || metric.kind === 'capacity';
}

function toRow(report: Report, slo: SloFinding | null, change: ChangeFinding | null): Row {
  const { label } = (slo ?? change)!;
  const metric = slo ? slo.slo.metric : change!.metric;
  const known = change && change.history.length > 0;
  const earlier = known
    ? change.history
    : seriesOf(report, label, metric)
        .filter((point) => !point.current)
        .map((point) => point.value);
  return {
    label,
    metric,
    slo,
    change,
    base: change?.base ?? null,
    head: slo ? slo.estimate.value : change!.head,
    earlier: earlier.slice(-EARLIER),
  };
}

function sameMetric(a: { label: string; metric: Metric }, b: { label: string; metric: Metric }): boolean {
  return a.label === b.label && rank(a.metric) === rank(b.metric);
}

function rank(metric: Metric): number {
  switch (metric.kind) {
    case 'min':
      return -2;
    case 'avg':
      return -1;
    case 'percentile':
      return metric.percent;
    case 'max':
      return 101;
    case 'errors':
      return 102;
    case 'rate':
      return 103;
    case 'capacity':
      return 104;
  }
}
