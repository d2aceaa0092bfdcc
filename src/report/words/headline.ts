import type { ChangeReason, SloFinding, Verdict } from '../../verdict/verdict.ts';
import { formatChange, formatChangeRange, formatCount } from '../numbers.ts';
import { type Phrase, plain, say } from '../phrase.ts';
import type { Report } from '../report.ts';
import { bySeverity, isUndecided, type Row, rowsOf } from '../rows.ts';
import { cut } from '../visible.ts';
import { nameFault, nameInvalid } from './causes.ts';
import { ICONS, movementWords, sloWords } from './rows.ts';
import { title } from './terms.ts';

/** The verdict in one line, without its icon: `checkout p99 is 18 % slower (+12 … +24 %)`. */
export function headline(report: Report): Phrase {
  const { verdict } = report;
  const rows = rowsOf(report).sort(bySeverity);
  switch (verdict.code) {
    case 'invalid': {
      const [first, ...others] = verdict.invalid;
      return first ? say`Not measured: ${nameInvalid(first)}${more(others.length)}` : say`Not measured`;
    }
    case 'regressed': {
      const slower = rows.filter((row) => row.change?.code === 'regressed');
      const missed = verdict.slos.some((slo) => slo.code === 'missed') ? `; ${sloCounts(verdict.slos)}` : '';
      if (slower.length === 0) return say`Slower than before${missed}`;
      // Where nothing was answered there is no change to speak of, but a reason.
      if (slower[0]!.head === Number.POSITIVE_INFINITY && verdict.faults.length > 0)
        return missedHeadline(verdict, rows);
      return say`${movementWords(slower[0]!)}${more(slower.length - 1)}${missed}`;
    }
    case 'missed':
      return missedHeadline(verdict, rows);
    case 'at-limit': {
      const near = rows.filter((row) => row.slo?.code === 'at-limit');
      if (near.length === 0) return say`${sloCounts(verdict.slos)}`;
      const words = sloWords(near[0]!);
      return say`${words}${more(near.length - 1)}; ${metCount(verdict.slos)}`;
    }
    case 'inconclusive':
      return inconclusiveHeadline(report, rows);
    case 'first-run':
      return say`First run: ${verdict.slos.length > 0 ? `${sloCounts(verdict.slos)}, ` : ''}nothing to compare with yet`;
    case 'improved': {
      const faster = rows.filter((row) => row.change?.code === 'improved');
      if (faster.length === 0) return say`Faster than before${withSlos(verdict)}`;
      return say`${movementWords(faster[0]!)}${more(faster.length - 1)}${withSlos(verdict)}`;
    }
    case 'unchanged':
      return say`Nothing slower than the tolerance${withSlos(verdict)}`;
    case 'met':
      return say`${sloCounts(verdict.slos) || 'Nothing to judge'}`;
    case 'skipped':
      return say`Skipped: nothing was measured`;
  }
}

/** ✅, ❌ and so on: what blocks is never shown as a circle or a warning. */
export function verdictIcon({ code, blocks }: Verdict): string {
  if (code === 'invalid') return '⛔';
  if (blocks) return ICONS.bad;
  switch (code) {
    case 'regressed':
    case 'missed':
      return ICONS.warn;
    case 'at-limit':
      return ICONS.warn;
    case 'inconclusive':
    case 'skipped':
      return ICONS.unsure;
    case 'first-run':
      return ICONS.new;
    case 'improved':
    case 'unchanged':
    case 'met':
      return ICONS.good;
  }
}

/** Icon and headline as plain text on one line, for a commit status, an output or a log. */
export function summaryLine(report: Report): string {
  return `${verdictIcon(report.verdict)} ${plain(headline(report))}`;
}

/** `4 of 4 SLOs met`, `3 of 4 SLOs met, 1 at the limit`; empty without SLOs. */
export function sloCounts(slos: readonly SloFinding[]): string {
  if (slos.length === 0) return '';
  const count = (code: SloFinding['code']) => slos.filter((slo) => slo.code === code).length;
  const missed = count('missed');
  if (missed > 0) return `${formatCount(missed)} of ${sloTotal(slos)} missed`;
  const near = count('at-limit');
  return `${metCount(slos)}${near > 0 ? `, ${formatCount(near)} at the limit` : ''}`;
}

function metCount(slos: readonly SloFinding[]): string {
  return `${formatCount(slos.filter((slo) => slo.code === 'met').length)} of ${sloTotal(slos)} met`;
}

function sloTotal(slos: readonly SloFinding[]): string {
  return `${formatCount(slos.length)} ${slos.length === 1 ? 'SLO' : 'SLOs'}`;
}

function withSlos({ slos }: Verdict): string {
  return slos.length > 0 ? `; ${sloCounts(slos)}` : '';
}

function more(others: number): string {
  return others > 0 ? `, and ${formatCount(others)} more` : '';
}

/** A fault of the service is better news than the number that it led to. */
function missedHeadline(verdict: Verdict, rows: readonly Row[]): Phrase {
  const missed = rows.filter((row) => row.slo?.code === 'missed');
  const bad = rows.filter((row) => row.slo?.code === 'missed' || row.change?.code === 'regressed');
  const labels = new Set(bad.map((row) => row.label));
  const fault =
    verdict.faults.find((each) => each.kind === 'crashed') ??
    verdict.faults.find((each) => each.kind === 'threshold' || labels.has(each.label)) ??
    (bad.length === 0 ? verdict.faults[0] : undefined);
  if (fault) {
    const count = missed.length > 0 ? `; ${sloCounts(verdict.slos)}` : '';
    return say`${capital(nameFault(fault))}${count}`;
  }
  if (missed.length === 0) return say`An SLO is missed`;
  return say`${sloWords(missed[0]!)}${more(missed.length - 1)}`;
}

function inconclusiveHeadline(report: Report, rows: readonly Row[]): Phrase {
  const { verdict, baseBranch } = report;
  const branch = cut(baseBranch, 40);
  const unsure = rows.filter(isUndecided);
  const row = unsure[0];
  if (row) {
    const change = row.change!.change;
    const range = change
      ? ` (${formatChange(change.value)}, ${formatChangeRange(change.low, change.high)})`
      : '';
    return say`${title(row.label, row.metric)}: cannot tell${range}${more(unsure.length - 1)}${withSlos(verdict)}`;
  }
  const reasons = verdict.changes.flatMap((change) => (change.reason ? [change.reason] : []));
  const find = <K extends ChangeReason['kind']>(kind: K) =>
    reasons.find((reason): reason is Extract<ChangeReason, { kind: K }> => reason.kind === kind);
  const few = find('too-few-records');
  if (few) {
    const runs = `${formatCount(few.compatible)} of ${formatCount(few.needed)} earlier runs of ${branch}`;
    return say`Cannot compare yet: ${runs}${withSlos(verdict)}`;
  }
  if (find('incompatible-records'))
    return say`Cannot compare: no comparable run of ${branch}${withSlos(verdict)}`;
  return say`Nothing to compare with yet${withSlos(verdict)}`;
}

function capital(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  if (first?.kind !== 'text') return phrase;
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];
}
