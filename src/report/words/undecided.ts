import { printDuration } from '../../config/language/duration.ts';
import type { Report } from '../../handover/report.ts';
import { higherIsBetter } from '../../metrics/metric.ts';
import type { RunRecord } from '../../records/record.ts';
import type { ChangeFinding, ChangeReason, PairedFinding, Unsteadiness } from '../../verdict/findings.ts';
import type { PairSummary } from '../../verdict/verdict.ts';
import { formatCount, formatRate, formatValue } from '../format/numbers.ts';
import { capitalise, code, command, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { type Row, selectUndecided } from '../rows/rows.ts';
import {
  baseName,
  counted,
  listed,
  listSome,
  moreLoad,
  rowTitle,
  shortCommit,
  shortLabel,
  sizeOf,
  title,
  worseNoun,
  worseWord,
} from './terms.ts';

/** What took a claim away: a status, its figures, and where to look. */
export type Evidence = { status: string; figures: string; advice: Phrase };

export function tellEvidence(evidence: Unsteadiness): Evidence {
  return {
    status: 'still growing',
    figures: growthWords(evidence),
    advice: say`It had not settled. Look for what fills up or ages: a queue, a pool, a cache, a leak. A longer ${code('measure.soak')} shows where it ends.`,
  };
}

type Growing =
  | { percent: number | null; first: number; second: number }
  | Extract<Unsteadiness, { kind: 'ageing' }>;

/** Writes `p99 131 → 260 ms within a stretch of load`. */
export function growthWords(growth: Growing): string {
  const [from, to] = 'from' in growth ? [growth.from, growth.to] : [growth.first, growth.second];
  const where = 'from' in growth ? 'in the soak' : 'within a stretch of load';
  const metric: Row['metric'] =
    growth.percent === null ? { kind: 'memory' } : { kind: 'percentile', percent: growth.percent };
  const name = growth.percent === null ? 'memory' : `p${growth.percent}`;
  return `${name} ${formatValue(metric, from)} → ${formatValue(metric, to)} ${where}`;
}

type Reason = Exclude<ChangeReason, { kind: 'unsteady' | 'noisy' }>;
/** Reasons for which nothing was compared: what a headline says, what is true of it, and what helps. */
type ToldReason = { title: string; text: Phrase };

/** @param labels steps that have it */
function tellReason(reason: Reason, report: Report, labels: readonly string[]): ToldReason {
  const branch = cut(report.baseBranch, 40);
  switch (reason.kind) {
    case 'few-records': {
      const { compatible, needed, incompatible } = reason;
      if (incompatible) {
        const differs = listed(incompatible.differs.slice(0, 6).map((name) => cut(name, 60)));
        return {
          title: `no comparable run of ${branch}`,
          text: say`${counted(incompatible.records, 'earlier run')} of ${branch} ${incompatible.records === 1 ? 'is' : 'are'} not comparable (different ${differs || 'measurement'}).`,
        };
      }
      return {
        title:
          compatible > 0
            ? `${formatCount(compatible)} of ${formatCount(needed)} earlier runs of ${branch}`
            : 'nothing to compare with yet',
        text: say`A comparison takes ${counted(needed, 'run')} of ${branch}, and ${formatCount(compatible)} ${compatible === 1 ? 'is' : 'are'} stored. Each run of ${branch} adds one; ${command('tailgate run --record')} adds one from here.`,
      };
    }
    case 'too-few-blocks':
      return {
        title: `${formatCount(reason.blocks)} of the ${counted(reason.needed, 'start')} that a comparison takes`,
        text: say`${counted(reason.blocks, 'start')} could be used; a comparison takes ${formatCount(reason.needed)}. A ${moreLoad(report, labels)} or a quieter runner helps.`,
      };
    case 'other-work':
      return {
        title: 'base and head do not do the same work',
        text: say`Base and head do not do the same work, so less time is no improvement.`,
      };
    case 'capacity-unknown': {
      const { side, rate } = reason;
      const found = {
        above: say`at least ${formatRate(rate ?? Number.NaN)}. A range that ends higher shows it.`,
        below: say`below ${formatRate(rate ?? Number.NaN)}. A range that starts lower shows it.`,
        generator: rate
          ? say`at least ${formatRate(rate)}: k6 was the bottleneck.`
          : say`not known: k6 was the bottleneck.`,
      };
      return {
        title: `a capacity ${side === null ? 'was not found' : 'lies beyond what was searched'}`,
        text: say`The capacity is ${side === null ? say`not known: the search ended first. A larger ${code('budget')} or a narrower range helps.` : found[side]}`,
      };
    }
    case 'new':
      return {
        title: 'nothing to compare with yet',
        text: say`base does not serve it, so only SLOs are judged.`,
      };
    case 'identical':
      return {
        title: `same files as ${baseName(report)}`,
        text: say`Both revisions have the same files, so there is nothing to compare.`,
      };
    case 'no-base':
      return {
        title: 'base could not be measured',
        text: say`Base could not be measured, so there is nothing to compare with.`,
      };
  }
}

/** Groups what was not compared by its reason, in the order of the findings. */
function groupReasons(changes: readonly ChangeFinding[]): { reason: Reason; changes: ChangeFinding[] }[] {
  const groups = new Map<string, { reason: Reason; changes: ChangeFinding[] }>();
  for (const change of changes) {
    const { reason } = change;
    if (!reason || reason.kind === 'unsteady' || reason.kind === 'noisy') continue;
    const key = JSON.stringify(reason);
    const group = groups.get(key) ?? { reason, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Says in a clause why nothing was compared: the first reason of a run. Null without one. */
export function nameReason(report: Report): { title: string; isAll: boolean } | null {
  const { changes } = report.verdict;
  const [first] = groupReasons(changes);
  if (first === undefined) return null;
  const { reason } = first;
  const isAll = changes.every((change) => change.reason?.kind === reason.kind);
  return { title: tellReason(reason, report, []).title, isAll };
}

/** Explains why changes were not judged and what would help: a sentence or two per reason. */
export function explainReasons(report: Report): Phrase[] {
  const { changes, unmeasured } = report.verdict;
  const reasons = groupReasons(changes).map(({ reason, changes: own }) => {
    const labels = own.map(({ label }) => label);
    const names =
      reason.kind === 'new'
        ? [...new Set(labels)].map(shortLabel)
        : own.map(({ label, metric, where }) => title(label, metric, where));
    const { text } = tellReason(reason, report, labels);
    return own.length === changes.length ? capitalise(text) : say`${listSome(names)}: ${text}`;
  });
  if (unmeasured === undefined) return reasons;
  if (unmeasured.kind === 'spare')
    return [
      say`Shard ${formatCount(unmeasured.index)} of ${formatCount(unmeasured.total)} has nothing to measure. ${command('tailgate plan --shards')} says how many are of use.`,
      ...reasons,
    ];
  const { patterns, baseCommit } = unmeasured;
  const named = listSome(patterns.map((pattern) => cut(pattern, 60)));
  const base = code(shortCommit(baseCommit));
  return [
    patterns.length === 0
      ? say`The files are those of the base ${base}, so nothing was measured.`
      : say`No file that ${code('when.changed')} names differs from the base ${base}, so nothing was measured. It names ${named}.`,
    ...reasons,
  ];
}

/** Explains in numbers why the worst undecided row of an undecided run is undecided, and what would help. */
export function explainUndecided(report: Report, rows: readonly Row[]): Phrase | null {
  const [row] = selectUndecided(rows);
  if (report.verdict.code !== 'inconclusive' || row === undefined) return null;
  const change = row.change!;
  const { reason, metric, tolerance } = change;
  const more = moreLoad(report, [row.label]);
  if (reason?.kind === 'unsteady') {
    const { figures, advice } = tellEvidence(reason.evidence);
    return say`${rowTitle(row)}: ${figures}. ${advice} A ${more} shows whether it recurs.`;
  }
  const noun = worseNoun([metric]);
  if (change.kind !== 'paired' || change.detectable === null)
    return say`A ${noun} of ${rowTitle(row)} by more than ${sizeOf(metric, tolerance)} is neither shown nor ruled out. A ${more}${change.kind === 'history' ? ', more stored runs' : ''} or a quieter runner narrows the interval.`;
  const worse = higherIsBetter(metric) ? -change.change.value : change.change.value;
  if (worse > Math.max(tolerance, change.detectable))
    return say`${rowTitle(row)} looks ${sizeOf(metric, worse)} ${worseWord(metric)}, and identical code may look so by chance in so few starts. A ${more} settles it.`;
  const could = say`This run could see a ${noun} of ${sizeOf(metric, change.detectable)} in ${rowTitle(row)}`;
  const seconds = report.verdict.pair && adviseBudget(change, report.verdict.pair, report.record);
  return seconds === null
    ? say`${could}; a ${more} or a quieter runner would see less.`
    : say`${could}; seeing ${sizeOf(metric, 2 * tolerance)} takes about ${code(`budget: ${printDuration(seconds)}`)}, or a quieter runner.`;
}

/** Budgets as people write them, seconds. Longer ones are no advice for runs on every change. */
const USUAL_SECONDS = [30, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1800];

/**
 * Advises the budget (s) at which a change of twice the tolerance would be seen: the visible change beyond the tolerance
 * shrinks with the square root of the time. Null where as much is seen already, for fixed work, and beyond half an hour.
 */
export function adviseBudget(
  { detectable, tolerance, label }: PairedFinding,
  { planned, variants = 1 }: PairSummary,
  { steps }: RunRecord,
): number | null {
  const own = steps.find((step) => step.label === label);
  if (
    own === undefined ||
    detectable === null ||
    detectable <= 2 * tolerance ||
    own.load.kind === 'fixed-work'
  )
    return null;
  const variant = JSON.stringify(own.variant);
  const measured = steps
    .filter((step) => step.scenario === own.scenario && JSON.stringify(step.variant) === variant)
    .flatMap(({ instances }) => instances.flatMap(({ slices }) => slices))
    .reduce((sum, { seconds }) => sum + seconds, 0);
  const whole = (measured * planned) / variants / Math.max(1, own.instances.length);
  const wanted =
    whole *
    (Math.log((1 + detectable) / (1 + tolerance)) / Math.log((1 + 2 * tolerance) / (1 + tolerance))) ** 2;
  return USUAL_SECONDS.find((usual) => usual >= 0.95 * wanted) ?? null;
}
