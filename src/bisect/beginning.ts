import type { Report } from '../handover/report.ts';
import { isLatency, isShare, isTypical } from '../metrics/metric.ts';
import { formatChangeOf, formatMovement } from '../report/format/numbers.ts';
import { title } from '../report/words/terms.ts';
import { brokenWords, unreadWords } from '../report/words/unmeasured.ts';
import { TOLERANCE_ERROR } from '../statistics/paired-comparison.ts';
import { isPairedFinding, type PairedFinding } from '../verdict/findings.ts';
import { type ChangeEstimate, combine, isSure, readEstimate, shareScatter, toInterval } from './estimate.ts';
import { findSame, isOfSameFiles, isSamePlace, mayPass, nameReasons, selectStep } from './outcome.ts';
import type { Followed } from './state.ts';

/** What the runs of the bad commit beside the good one say. `passing`: another run may say more. */
export type Beginning =
  | { kind: 'slower'; followed: Followed; alarm: number }
  | ({ kind: 'none' | 'undecided'; passing: boolean } & Seen)
  | { kind: 'unmeasured'; reason: string; passing: boolean };

/** One line for each metric, and those that may be worse by more than their tolerance. */
export type Seen = { rows: string[]; open: string[] };

/** Chance that runs together call identical code slower, beside that of each run by itself (fraction). */
const TOGETHER_ERROR = 0.01;

type Measured = {
  finding: PairedFinding;
  /** Over all runs; null where none bounds the change. */
  estimate: ChangeEstimate | null;
  /** Change of the only run, or over all. */
  change: PairedFinding['change'];
  /** Whether the change by itself is surely beyond its tolerance, though the run may not call it so for all metrics. */
  isBeyond: boolean;
  kind: 'slower' | 'within' | 'open';
  /** Of an open one: it scatters, and does not surely lean to worse. */
  isNoise: boolean;
};

/**
 * Reads all runs of the bad commit. The slowdown is followed by the metric that is known best for its size. There is none
 * where every metric is surely within its tolerance, or scatters too much to tell while the p50 beside it is within.
 */
export function readBeginning(reports: readonly Report[]): Beginning {
  const { verdict, record } = reports.at(-1)!;
  const { invalid, changes } = verdict;
  if (invalid.length > 0)
    return { kind: 'unmeasured', reason: nameReasons(invalid), passing: mayPass(invalid) };
  const runs = reports.filter((report) => report.verdict.invalid.length === 0);
  const measured = changes.filter(isPairedFinding).map((finding) => measure(finding, runs, changes.length));
  // An alarm is told only where it goes off, so it cannot be followed.
  const [best] = measured
    .filter(({ estimate, finding }) => estimate !== null && finding.metric.kind !== 'slow-share')
    .filter(({ kind, isBeyond }) => kind === 'slower' || isBeyond)
    .sort((a, b) => clarity(b) - clarity(a));
  if (best !== undefined && measured.some(({ kind }) => kind === 'slower')) {
    const { label, metric, where } = best.finding;
    return {
      kind: 'slower',
      followed: { label, metric, where, only: selectStep(record, label) },
      alarm: runs.reduce((sum, run) => sum + run.verdict.pair!.error, runs.length > 1 ? TOGETHER_ERROR : 0),
    };
  }
  const broken = brokenWords(verdict);
  if (broken.length > 0) return { kind: 'unmeasured', reason: broken.join('; '), passing: false };
  const uncompared = changes.filter((change) => !isPairedFinding(change) && !isOfSameFiles(change));
  const open = measured.filter(({ kind }) => kind === 'open');
  const rows = [
    ...measured.map(describeRow),
    ...uncompared.map(({ label, metric, where }) => `${title(label, metric, where)}: not compared`),
    ...unreadWords(verdict),
  ];
  const isNone =
    uncompared.length === 0 &&
    measured.every((one) => one.kind === 'within' || (one.isNoise && hasTypicalWithin(one, measured)));
  const names = [
    ...open.map(({ finding: { label, metric, where } }) => title(label, metric, where)),
    ...(verdict.pair?.unread ?? []).map(({ label, metric }) => title(label, metric)),
  ];
  return { kind: isNone ? 'none' : 'undecided', rows, open: names, passing: open.length > 0 };
}

/** Tells whether the typical request of a scenario is surely not worse by more than its tolerance. */
function hasTypicalWithin({ finding: own }: Measured, all: readonly Measured[]): boolean {
  const isBeside = (one: PairedFinding) =>
    one.where === own.where || (isLatency(own.metric) && isSamePlace(one, own));
  return all.some(
    ({ kind, finding }) =>
      kind === 'within' && finding.label === own.label && isBeside(finding) && isTypical(finding.metric),
  );
}

/** Holds a change over all runs against its tolerance; that of a single run as the gate does. */
function measure(finding: PairedFinding, runs: readonly Report[], metrics: number): Measured {
  const { code, metric, tolerance, reason, change } = finding;
  const estimates = runs.flatMap(({ verdict }) => {
    const same = findSame(verdict, finding);
    return (same && readEstimate(same)) ?? [];
  });
  const isDecided = code !== 'inconclusive';
  const single = code === 'regressed' ? 'slower' : isDecided ? 'within' : 'open';
  if (estimates.length === 0)
    return { finding, estimate: null, change, isBeyond: false, kind: single, isNoise: false };
  const all = combine(shareScatter(estimates));
  const beyond = { ...all, value: all.value - (isShare(metric) ? tolerance : Math.log1p(tolerance)) };
  const isClear = isSure(beyond, TOLERANCE_ERROR);
  const isBeyond = isClear && beyond.value > 0;
  const isLarger = isSure(all, TOGETHER_ERROR / metrics);
  const isOnly = estimates.length === 1;
  const shown = isOnly ? change : toInterval(metric, all);
  const is = (kind: Measured['kind']): Measured => ({
    finding,
    estimate: all,
    change: shown,
    isBeyond,
    kind,
    isNoise: kind === 'open' && reason?.kind === 'noisy' && !(all.value > 0 && isLarger),
  });
  if (isOnly || code === 'regressed') return is(single);
  if (isBeyond && isLarger) return is('slower');
  return is(isClear && !isBeyond && (isDecided || reason?.kind === 'noisy') ? 'within' : 'open');
}

/** A slowdown is among the rows only where it cannot be followed. */
const WORDS = { slower: 'surely, but by an unknown amount,', within: 'not', open: 'may be' };

function describeRow({ finding, change, kind }: Measured): string {
  const { label, metric, where, tolerance } = finding;
  const limit = formatChangeOf(metric, tolerance).slice(1);
  const moved = `${title(label, metric, where)}: ${formatMovement(metric, change)}`;
  return `${moved}, ${WORDS[kind]} worse by more than ${limit}`;
}

function clarity({ estimate }: Measured): number {
  return estimate!.value / estimate!.standardError;
}
