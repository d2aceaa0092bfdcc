import type { Report } from '../../handover/report.ts';
import { type Metric, percentile, printMetric } from '../../metrics/metric.ts';
import type { ChangeFinding, ChangeReason, Growth } from '../../verdict/findings.ts';
import { formatCount, formatValue } from '../format/numbers.ts';
import { capitalise, code, command, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { type Row, selectUndecided } from '../rows/rows.ts';
import {
  baseName,
  boundWords,
  counted,
  listSome,
  MORE_LOAD,
  rowTitle,
  shortCommit,
  shortLabel,
  sizeOf,
  title,
} from './terms.ts';

/** Writes `p99 131 → 260 ms from the start to the end of a round`. */
export function growthWords({ where, percent, from, to }: Growth): string {
  const metric: Metric = percent === null ? { kind: 'memory' } : percentile(percent);
  const place = where === 'soak' ? 'in the soak' : 'from the start to the end of a round';
  return `${printMetric(metric)} ${formatValue(metric, from)} → ${formatValue(metric, to)} ${place}`;
}

type Reason = Exclude<ChangeReason, { kind: 'unsteady' | 'noisy' }>;

/** Says in a clause why nothing was compared, and what would help. */
function tellReason(reason: Reason, report: Report): [fact: string, advice: Phrase | string] {
  const branch = cut(report.baseBranch, 40);
  switch (reason.kind) {
    case 'few-records': {
      const { compatible, needed, incompatible } = reason;
      if (incompatible)
        return [
          `no comparable run on ${branch}`,
          `The machine, k6, load or requests of ${counted(incompatible, 'earlier run')} differ.`,
        ];
      return [
        `a comparison needs ${counted(needed, 'run')} on ${branch}, but there are ${formatCount(compatible)}`,
        say`Each run on ${branch} adds one, as does ${command('tailgate run --record')}.`,
      ];
    }
    case 'too-few-blocks':
      return [
        `a comparison needs ${counted(reason.needed, 'start')}, but there were ${formatCount(reason.blocks)}`,
        say`A ${MORE_LOAD}, or a quieter runner, would help.`,
      ];
    case 'too-few-requests':
      return [
        `a comparison needs ${counted(reason.needed, 'request')} to each revision, but there were ${formatCount(reason.requests)}`,
        say`Use a ${MORE_LOAD}.`,
      ];
    case 'other-work':
      return ['base and head do not do the same work', 'So a faster head is no improvement.'];
    case 'capacity-unknown': {
      const fact = `the capacity is ${boundWords(reason.side, reason.rate)}`;
      if (reason.side === 'generator') return [fact, 'k6 was the bottleneck.'];
      return [fact, say`Try another range or a larger ${code('budget')}.`];
    }
    case 'new':
      return ['base does not serve it', 'Only SLOs are judged.'];
    case 'identical':
      return [`same files as ${baseName(report)}`, ''];
    case 'no-base':
      return ['base was not measured', ''];
  }
}

/** Groups what was not compared by reason, in the order of the findings. */
function groupReasons(changes: readonly ChangeFinding[]): [Reason, ChangeFinding[]][] {
  const groups = new Map<string, [Reason, ChangeFinding[]]>();
  for (const change of changes) {
    const { reason } = change;
    if (!reason || reason.kind === 'unsteady' || reason.kind === 'noisy') continue;
    const key = JSON.stringify(reason);
    if (groups.get(key)?.[1].push(change) === undefined) groups.set(key, [reason, [change]]);
  }
  return [...groups.values()];
}

/** Says in a clause why nothing was compared: the first reason of a run. Null if there is none. */
export function nameReason(report: Report): { fact: string; isAll: boolean } | null {
  const { changes } = report.verdict;
  const [first] = groupReasons(changes);
  return first === undefined
    ? null
    : { fact: tellReason(first[0], report)[0], isAll: first[1].length === changes.length };
}

/** Explains why changes were not judged and what would help: a sentence or two per reason. */
export function explainReasons(report: Report): Phrase[] {
  const { changes, unmeasured } = report.verdict;
  const reasons = groupReasons(changes).map(([reason, own]) => {
    const nameOf = ({ label, metric, where }: ChangeFinding) =>
      reason.kind === 'new' ? shortLabel(label) : title(label, metric, where);
    const names = new Set(own.map(nameOf));
    const [fact, advice] = tellReason(reason, report);
    const text = say`${fact}.${advice === '' ? '' : say` ${advice}`}`;
    return own.length === changes.length ? capitalise(text) : say`${listSome([...names])}: ${text}`;
  });
  return unmeasured === undefined ? reasons : [tellUnmeasured(unmeasured), ...reasons];
}

function tellUnmeasured(unmeasured: NonNullable<Report['verdict']['unmeasured']>): Phrase {
  if (unmeasured.kind === 'spare')
    return say`Shard ${formatCount(unmeasured.index)} of ${formatCount(unmeasured.total)} has nothing to measure. ${command('tailgate plan --shards')} shows how many shards are useful.`;
  const patterns = listSome(unmeasured.patterns.map((pattern) => cut(pattern, 60)));
  return say`No file under ${code('when.changed')} (${patterns}) differs from base ${code(shortCommit(unmeasured.baseCommit))}, so nothing was measured.`;
}

/** Explains why the worst row of an undecided run is undecided, and what would help. */
export function explainUndecided({ verdict }: Report, rows: readonly Row[]): Phrase | null {
  const [row] = selectUndecided(rows);
  if (verdict.code !== 'inconclusive' || row === undefined) return null;
  const { kind, reason, metric, tolerance } = row.change!;
  if (reason?.kind === 'unsteady')
    return say`${rowTitle(row)}: ${growthWords(reason.growth)}. It did not level off. Look for something that fills up or ages: a queue, a pool, a cache, a leak. A longer ${code('measure.soak')} shows where it ends; a ${MORE_LOAD}, whether it recurs.`;
  const runs = kind === 'history' ? ', more stored runs' : '';
  return say`${rowTitle(row)} may have changed by more than its tolerance, ${sizeOf(metric, tolerance)}. A ${MORE_LOAD}${runs}, or a quieter runner, would narrow the interval.`;
}
