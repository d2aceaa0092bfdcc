import type { ChangeFinding, ChangeReason } from '../../verdict/verdict.ts';
import { formatChange, formatCount, formatShare } from '../numbers.ts';
import { code, type Phrase, say } from '../phrase.ts';
import type { Report } from '../report.ts';
import { bySeverity, isUndecided, type Row } from '../rows.ts';
import { cut } from '../visible.ts';
import { isUnbounded } from './rows.ts';
import { counted, listed, title } from './terms.ts';

/** Why changes could not be judged and what would help; one sentence or two per reason, not per metric. */
export function explainReasons(report: Report): Phrase[] {
  const branch = cut(report.baseBranch, 40);
  const verdict = report.verdict.code;
  const groups = new Map<string, { reason: ChangeReason; changes: ChangeFinding[] }>();
  for (const change of report.verdict.changes) {
    // Next to something graver, a noisy history is no news.
    if (!change.reason || (change.reason.kind === 'noisy-history' && verdict !== 'inconclusive')) continue;
    const key = JSON.stringify(change.reason);
    const group = groups.get(key) ?? { reason: change.reason, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ reason, changes }) => {
    const all = changes.length === report.verdict.changes.length;
    if (reason.kind === 'no-records' && !all) return say`${some(changes)}: not measured on ${branch} yet.`;
    return say`${all ? '' : `${some(changes)}: `}${explainReason(reason, branch)}`;
  });
}

function explainReason(reason: ChangeReason, branch: string): Phrase {
  switch (reason.kind) {
    case 'no-records':
      return say`No run of ${branch} is stored yet. Runs of ${branch} are recorded as they happen; here, ${code('tailgate run --record')} adds one.`;
    case 'too-few-records':
      return say`${counted(reason.compatible, 'earlier run')} of ${branch} can be compared with; a verdict needs ${formatCount(reason.needed)}. Each run of ${branch} adds one.`;
    case 'incompatible-records':
      return say`${counted(reason.records, 'earlier run')} of ${branch} cannot be compared with: ${differenceWords(reason.differs)}.`;
    case 'noisy-history':
      return say`A larger ${code('budget')} makes each run steadier, and more runs of ${branch} narrow the interval.`;
  }
}

function differenceWords(differs: readonly string[]): string {
  if (differs.length === 0) return 'something else was measured';
  return `another ${listed(differs.slice(0, 6).map((name) => cut(name, 60)))}`;
}

function some(changes: readonly ChangeFinding[]): string {
  const shown = changes.slice(0, 3).map((change) => title(change.label, change.metric));
  const rest = changes.length - shown.length;
  return listed(rest > 0 ? [...shown, `${formatCount(rest)} more`] : shown);
}

/** Why the worst undecided row is undecided, in numbers; null unless that is the verdict. */
export function explainUndecided({ verdict, baseBranch }: Report, rows: readonly Row[]): Phrase | null {
  const row = rows.filter(isUndecided).sort(bySeverity)[0];
  if (verdict.code !== 'inconclusive' || !row) return null;
  const name = title(row.label, row.metric);
  const { change, tolerance } = row.change!;
  if (row.metric.kind === 'errors') {
    const before = row.base === null ? '' : `, ${formatShare(row.base)} before`;
    return say`${name}: ${formatShare(row.head)} of requests failed${before}; too few to tell whether more do now.`;
  }
  if (change === null) {
    return say`${name}: in some earlier runs of ${cut(baseBranch, 40)} so many requests failed that there is no value to compare with.`;
  }
  const [low, high] = [formatChange(change.low), formatChange(change.high)];
  return say`The change of ${name} lies between ${low} and ${high}, the tolerance is ${formatShare(tolerance)}: neither a slowdown nor its absence is shown.`;
}

/** Whether an undecided or tight result blocks, and why; null when the verdict speaks for itself. */
export function explainBlocking({ verdict: { code: verdict, blocks, slos } }: Report): Phrase | null {
  if (verdict === 'inconclusive' || verdict === 'at-limit') {
    const blocking = blocks ? say`Blocking, as ${code('fail-on')} demands.` : say`Not blocking.`;
    const few = slos.some((slo) => slo.code === 'at-limit' && isUnbounded(slo));
    return few ? say`${blocking} A larger ${code('budget')} sends more requests.` : blocking;
  }
  return (verdict === 'regressed' || verdict === 'missed') && !blocks ? say`Not blocking.` : null;
}

/**
 * What the comparison rests on and how far it can be trusted. Without assuming a distribution, the chance that the
 * newest of n + 1 exchangeable runs is the worst, which `regressed` demands, is 1/(n + 1) (Vovk & al. 2005).
 */
export function historyStatement(report: Report): Phrase | null {
  // Failure rates are compared in another way.
  const compared = report.verdict.changes.filter(
    ({ metric, change, history }) => metric.kind !== 'errors' && change !== null && history.length > 0,
  );
  if (compared.length === 0) return null;
  const lengths = compared.map((change) => change.history.length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const runs =
    least === most
      ? counted(most, 'earlier run')
      : `${formatCount(least)} to ${formatCount(most)} earlier runs`;
  const confidence = formatShare(compared[0]!.confidence);
  const attainable =
    compared.find((change) => change.history.length === least)!.attainableError ?? 1 / (least + 1);
  const chance = `1/(${formatCount(least)} + 1) = ${formatShare(attainable, 2)}`;
  return say`Compared with ${runs} of ${cut(report.baseBranch, 40)}. The intervals are ${confidence} t prediction intervals and assume that values are log-normal; without that assumption a false alarm has a chance of at most ${chance} per metric.`;
}
