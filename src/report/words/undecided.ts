import type { Report } from '../../handover/report.ts';
import { type Metric, percentile, printMetric } from '../../metrics/metric.ts';
import type { ChangeFinding, ChangeReason, Growth } from '../../verdict/findings.ts';
import { formatCount, formatRate, formatValue } from '../format/numbers.ts';
import { capitalise, code, command, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { type Row, selectUndecided } from '../rows/rows.ts';
import {
  baseName,
  counted,
  listSome,
  moreLoad,
  rowTitle,
  shortCommit,
  shortLabel,
  sizeOf,
  title,
  worseNoun,
} from './terms.ts';

/** Writes `p99 131 → 260 ms within a stretch of load`. */
export function growthWords({ where, percent, from, to }: Growth): string {
  const metric: Metric = percent === null ? { kind: 'memory' } : percentile(percent);
  const place = where === 'soak' ? 'in the soak' : 'within a stretch of load';
  return `${printMetric(metric)} ${formatValue(metric, from)} → ${formatValue(metric, to)} ${place}`;
}

type Reason = Exclude<ChangeReason, { kind: 'unsteady' | 'noisy' }>;
/** Reasons for which nothing was compared: what a headline says, what is true of it, and what helps. */
type ToldReason = { title: string; text: Phrase };

const NOTHING_YET = 'nothing to compare with yet';

/** @param labels steps that have it */
function tellReason(reason: Reason, report: Report, labels: readonly string[]): ToldReason {
  const branch = cut(report.baseBranch, 40);
  switch (reason.kind) {
    case 'few-records': {
      const { compatible, needed, incompatible } = reason;
      if (incompatible) {
        const differs = listSome(
          incompatible.differs.map((name) => cut(name, 60)),
          6,
        );
        return {
          title: `no comparable run of ${branch}`,
          text: say`Not comparable: ${counted(incompatible.records, 'earlier run')} of ${branch} (different ${differs || 'measurement'}).`,
        };
      }
      return {
        title:
          compatible > 0
            ? `${formatCount(compatible)} of ${formatCount(needed)} earlier runs of ${branch}`
            : NOTHING_YET,
        text: say`A comparison takes ${counted(needed, 'run')} of ${branch}; stored: ${formatCount(compatible)}. Each run of ${branch} adds one; ${command('tailgate run --record')} adds one from here.`,
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
      const known =
        side !== null && rate
          ? ` ${side === 'below' ? 'below' : 'at least'} ${formatRate(rate)}`
          : ' not known';
      const advice = {
        above: 'A range that ends higher shows it.',
        below: 'A range that starts lower shows it.',
        generator: 'k6 was the bottleneck.',
        none: say`The search ended first: a larger ${code('budget')} or a narrower range helps.`,
      };
      return {
        title: `a capacity ${side === null ? 'was not found' : 'lies beyond what was searched'}`,
        text: say`The capacity is${known}. ${advice[side ?? 'none']}`,
      };
    }
    case 'new':
      return {
        title: NOTHING_YET,
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
  const isAll = changes.every((change) => change.reason?.kind === first.reason.kind);
  return { title: tellReason(first.reason, report, []).title, isAll };
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
  return unmeasured === undefined ? reasons : [tellUnmeasured(unmeasured), ...reasons];
}

function tellUnmeasured(unmeasured: NonNullable<Report['verdict']['unmeasured']>): Phrase {
  if (unmeasured.kind === 'spare')
    return say`Shard ${formatCount(unmeasured.index)} of ${formatCount(unmeasured.total)} has nothing to measure. ${command('tailgate plan --shards')} says how many are of use.`;
  const { patterns, baseCommit } = unmeasured;
  const base = code(shortCommit(baseCommit));
  if (patterns.length === 0) return say`The files are those of the base ${base}, so nothing was measured.`;
  const named = listSome(patterns.map((pattern) => cut(pattern, 60)));
  return say`No file that ${code('when.changed')} names differs from the base ${base}, so nothing was measured. It names ${named}.`;
}

/** Explains in numbers why the worst undecided row of an undecided run is undecided, and what would help. */
export function explainUndecided(report: Report, rows: readonly Row[]): Phrase | null {
  const [row] = selectUndecided(rows);
  if (report.verdict.code !== 'inconclusive' || row === undefined) return null;
  const change = row.change!;
  const { reason, metric, tolerance } = change;
  const more = moreLoad(report, [row.label]);
  if (reason?.kind === 'unsteady') {
    return say`${rowTitle(row)}: ${growthWords(reason.growth)}. It had not settled. Look for what fills up or ages: a queue, a pool, a cache, a leak. A longer ${code('measure.soak')} shows where it ends. A ${more} shows whether it recurs.`;
  }
  const size = sizeOf(metric, (change.kind === 'paired' && change.detectable) || tolerance);
  const seen =
    change.kind === 'paired' && change.detectable !== null
      ? say`This run could see a ${worseNoun([metric])} of ${size} in ${rowTitle(row)}.`
      : say`A ${worseNoun([metric])} of ${rowTitle(row)} by more than ${size} is neither shown nor ruled out.`;
  return say`${seen} A ${more}${change.kind === 'history' ? ', more stored runs' : ''} or a quieter runner narrows the interval.`;
}
