import type { Report } from '../../handover/report.ts';
import { isLatency, type Metric, type Where } from '../../metrics/metric.ts';
import { plain } from '../../report/format/phrase.ts';
import { adviseBudget } from '../../report/rows/budget.ts';
import { headline } from '../../report/words/headline.ts';
import type { VerdictCode } from '../../verdict/codes.ts';
import { isTransient } from '../../verdict/faults.ts';
import { isPairedFinding } from '../../verdict/findings.ts';

/**
 * What is before the head of a run, while the base is as it is: nothing, a relay that makes every answer slower, or one
 * that holds few answers for long.
 */
export const KINDS = ['unchanged', 'slower', 'held'] as const;
export type RunKind = (typeof KINDS)[number];

/** What one run of the gate has made of code that is the same in both arms. */
export type TriedRun = {
  kind: RunKind;
  code: VerdictCode;
  /** Whether it blocks; null where it could not measure. */
  blocks: boolean | null;
  /** True where more runs of this kind could do no better: the machine was not to blame. */
  inVain: boolean;
  headline: string;
  /** Time as a user waits. */
  seconds: number;
  latencies: TriedLatency[];
  /** SLOs that were missed, as rows have them: label and metric. */
  missed: { label: string; metric: Metric }[];
};

/** A latency that was compared. Changes are fractions. */
export type TriedLatency = {
  label: string;
  metric: Metric;
  where: Where;
  /** Value of the head, ms. */
  head: number;
  change: number;
  regressed: boolean;
  tolerance: number;
  /** Smallest change that 8 runs of 10 would report; infinite where none is known. */
  detectable: number;
  /** Budget (s) at which the planted slowdown would be seen; null where it is more than half an hour, or not known. */
  budgetSeconds: number | null;
};

/** Takes from the report of a run what a proof needs. @param slowdown planted in other runs, fraction */
export function takeRun(kind: RunKind, report: Report, seconds: number, slowdown: number): TriedRun {
  const { verdict, record } = report;
  const { pair } = verdict;
  const latencies = verdict.changes.filter(isPairedFinding).filter(({ metric }) => isLatency(metric));
  const isMeasured = verdict.code !== 'invalid' && pair !== null;
  return {
    kind,
    code: verdict.code,
    blocks: isMeasured ? verdict.blocks : null,
    inVain: !isMeasured && !verdict.invalid.every(isTransient),
    headline: plain(headline(report)),
    seconds,
    latencies: latencies.map((finding) => ({
      label: finding.label,
      metric: finding.metric,
      where: finding.where,
      head: finding.head,
      change: finding.change.value,
      regressed: finding.code === 'regressed',
      tolerance: finding.tolerance,
      detectable: finding.detectable ?? Number.POSITIVE_INFINITY,
      budgetSeconds: (pair && adviseBudget(finding, pair, record, slowdown)?.seconds) ?? null,
    })),
    missed: verdict.slos
      .filter(({ code }) => code === 'missed')
      .map(({ label, slo }) => ({ label, metric: slo.metric })),
  };
}

/** Shortest and longest time (ms) for which few answers are held. */
const HOLD_MS = { least: 20, most: 5000 };

/** Chooses how long (ms) few answers are held: three times the slowest latency that a run of unchanged code compared. */
export function chooseHold({ latencies }: TriedRun): number {
  const slowest = Math.max(0, ...latencies.map(({ head }) => head).filter(Number.isFinite));
  return Math.round(Math.min(HOLD_MS.most, Math.max(HOLD_MS.least, 3 * slowest)));
}
