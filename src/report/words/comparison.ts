import type { ChangeFinding, ChangeReason } from '../../verdict/verdict.ts';
import { formatChange, formatCount, formatShare } from '../numbers.ts';
import { code, type Phrase, say } from '../phrase.ts';
import type { Report } from '../report.ts';
import { bySeverity, isUndecided, type Row } from '../rows.ts';
import { cut } from '../visible.ts';
import { counted, listed, title } from './terms.ts';

/** Why changes could not be judged and what would help; one sentence or two per reason, not per metric. */
export function explainReasons(report: Report): Phrase[] {
  const branch = cut(report.baseBranch, 40);
  const groups = new Map<string, { reason: ChangeReason; changes: ChangeFinding[] }>();
  for (const change of report.verdict.changes) {
    if (!change.reason) continue;
    const key = JSON.stringify(change.reason);
    const group = groups.get(key) ?? { reason: change.reason, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ reason, changes }) => {
    const all = changes.length === report.verdict.changes.length;
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
      return say`Earlier runs of ${branch} differ too much among themselves to tell. A larger ${code('budget')} makes each run steadier, and more runs of ${branch} narrow the interval.`;
  }
}

/** Names of what differs, as the baseline gives them. */
const DIFFERENCES: Record<string, string> = {
  cpuModel: 'CPU model',
  cores: 'number of cores',
  os: 'operating system',
  k6: 'version of k6',
  node: 'version of Node',
  digest: 'load or request',
};

function differenceWords(differs: readonly string[]): string {
  const names = differs
    .slice(0, 6)
    .map((key) => (Object.hasOwn(DIFFERENCES, key) ? DIFFERENCES[key]! : cut(key, 60)));
  if (names.length === 0) return 'something else was measured';
  return `another ${listed(names)}`;
}

function some(changes: readonly ChangeFinding[]): string {
  const shown = changes.slice(0, 3).map((change) => title(change.label, change.metric));
  const rest = changes.length - shown.length;
  return listed(rest > 0 ? [...shown, `${formatCount(rest)} more`] : shown);
}

/** Why an undecided row is undecided, in numbers. */
export function explainUndecided({ verdict }: Report, rows: readonly Row[]): Phrase | null {
  if (verdict.code !== 'inconclusive') return null;
  const row = rows.filter((each) => isUndecided(each) && each.change?.change).sort(bySeverity)[0];
  if (!row?.change?.change || row.change.reason) return null;
  const { low, high } = row.change.change;
  const tolerance = formatChange(row.change.tolerance).replace('+', '');
  return say`The change of ${title(row.label, row.metric)} lies between ${formatChange(low)} and ${formatChange(high)}, the tolerance is ${tolerance}: neither a slowdown nor its absence is shown.`;
}

/** Whether an undecided or tight result blocks, and why; null when the verdict speaks for itself. */
export function explainBlocking({ verdict }: Report): Phrase | null {
  if (verdict.code === 'inconclusive' || verdict.code === 'at-limit') {
    return verdict.blocks
      ? say`Blocking, because ${code('fail-on')} has ${code(verdict.code)}.`
      : say`Not blocking.`;
  }
  if ((verdict.code === 'regressed' || verdict.code === 'missed') && !verdict.blocks)
    return say`Not blocking.`;
  return null;
}

/**
 * What the comparison rests on and how far it can be trusted. Without assuming a distribution, the chance that the
 * newest of n + 1 exchangeable runs is the worst is 1/(n + 1), which no test can go below (Vovk & al. 2005).
 */
export function historyStatement(report: Report): Phrase | null {
  const compared = report.verdict.changes.filter(
    (change) => change.change !== null && change.history.length > 0,
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
  return say`Compared with ${runs} of ${cut(report.baseBranch, 40)}. The intervals are ${confidence} t prediction intervals and assume that values are log-normal; without that assumption a false alarm has a chance of at least ${chance}.`;
}
