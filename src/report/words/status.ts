import type { Report } from '../../handover/report.ts';
import { rowOf } from '../../metrics/metric.ts';
import type { ChangeReason, SloFinding } from '../../verdict/findings.ts';
import { violatesSlo } from '../../verdict/slo.ts';
import { formatValue } from '../format/numbers.ts';
import { cut } from '../format/visible.ts';
import { type Row, rowsOf } from '../rows/rows.ts';
import { unsteadyStatus } from './unsteady.ts';

/** Tone: `bad` blocks or would; `warn` is close to it; `unsure` could not be decided. */
export type Tone = 'bad' | 'warn' | 'good' | 'unsure' | 'new';

export const ICONS: Record<Tone, string> = {
  bad: '❌',
  warn: '⚠️',
  good: '✅',
  unsure: '⚪',
  new: '🌱',
};

/**
 * Writes the status of a row: `slower, SLO met`; `base` as `baseName` has it, or null where the headline says already
 * what was missed there. `remarks`: the parts of it that a change in numbers does not say already.
 */
export function statusOf(row: Row, base: string | null): { tone: Tone; words: string; remarks: string[] } {
  const slo = sloStatus(row, base);
  const change = changeStatus(row);
  const both = [change, slo].filter((status) => status !== null);
  const order: Tone[] = ['bad', 'warn', 'unsure', 'good', 'new'];
  const tone = order.find((each) => both.some((status) => status.tone === each)) ?? 'unsure';
  // An SLO that is missed or nearly so comes first, unless the change is the news.
  if (change?.tone !== 'bad' && slo && slo.tone !== 'good') both.reverse();
  const accepted = row.accepted ? ['accepted'] : [];
  const words = [...both.map((status) => status.words), ...accepted].join(', ');
  const remarks = both.filter(({ isPlain }) => !isPlain).map((status) => status.words);
  // An accepted row no longer blocks, and is no good news either.
  return { tone: row.accepted ? 'warn' : tone, words, remarks: [...remarks, ...accepted] };
}

/** `isPlain`: what a limit that holds, or a change in numbers, says by itself. */
type Status = { tone: Tone; words: string; isPlain?: boolean };

function sloStatus(row: Row, base: string | null): Status | null {
  const { slo, metric } = row;
  switch (slo?.code) {
    case undefined:
      return null;
    case 'met':
      return { tone: 'good', words: 'SLO met', isPlain: true };
    case 'at-limit':
      if (slo.stretches) return { tone: 'warn', words: 'beyond its limit in the soak, perhaps by chance' };
      if (slo.growth) return { tone: 'warn', words: 'within its limit, but still growing' };
      return { tone: 'warn', words: isUnbounded(slo) ? 'too few requests' : `at its limit${sloBasis(row)}` };
    case 'missed': {
      if (slo.stretches)
        return { tone: 'bad', words: `SLO missed in the soak: ${formatValue(metric, slo.estimate.value)}` };
      // A typical value within the limit would make the word alone look like a mistake.
      const whole = sloBasis(row) === '' ? '' : `: ${sloFigure(row)}`;
      const already =
        base !== null && isMissedAlready(row) ? `SLO already missed on ${cut(base, 24)}` : 'SLO missed';
      return { tone: 'bad', words: `${already}${whole}` };
    }
  }
}

/**
 * Writes what an SLO was judged on where the column has another value, as that of a typical block: ` over all
 * requests`; else nothing.
 */
export function sloBasis({ slo, head, alone }: Row): string {
  const { low, high } = slo!.estimate;
  if (slo!.relative || (head >= low && head <= high)) return '';
  return alone ? ' with the whole load alone' : ' over all requests';
}

/** Writes the value that misses an SLO: that of the column, or the one that was judged and what it is of. */
export function sloFigure(row: Row): string {
  const basis = sloBasis(row);
  return formatValue(row.metric, basis === '' ? row.head : row.slo!.estimate.value) + basis;
}

/** Tells whether an SLO that is missed was missed before this change as well. */
export function isMissedAlready({ slo, base, sides }: Row): boolean {
  // Where k6 had no more, the base's capacity is at least that much.
  if (base === null || sides.base === 'generator') return false;
  return slo?.code === 'missed' && violatesSlo(slo.slo, base);
}

/** Tells whether the headline says that all that is missed was missed before, so that no row has to. */
export function isToldAsMissedAlready(report: Report): boolean {
  const { code, faults } = report.verdict;
  const missed = rowsOf(report).filter(({ slo }) => slo?.code === 'missed');
  return code === 'missed' && faults.length === 0 && missed.every(isMissedAlready);
}

function changeStatus({ metric, change, movement }: Row): Status | null {
  const isPlain = movement !== null;
  switch (change?.code) {
    case undefined:
      return null;
    case 'regressed':
      return { tone: 'bad', words: rowOf(metric).words.worse, isPlain };
    case 'improved':
      return { tone: 'good', words: rowOf(metric).words.better, isPlain };
    case 'unchanged':
      if (change.kind === 'paired' && change.withinMs !== undefined)
        return { tone: 'good', words: `at most ${formatValue(metric, change.withinMs)} slower` };
      return { tone: 'good', words: 'unchanged', isPlain };
    case 'inconclusive': {
      const words = undecidedWords(metric, change.reason);
      return { tone: 'unsure', words, isPlain: isPlain && words === UNDECIDED };
    }
    case 'first-run':
      return { tone: 'new', words: change?.reason?.kind === 'new' ? 'new' : 'first run' };
    case 'skipped':
      return change?.reason?.kind === 'identical'
        ? { tone: 'good', words: 'same files' }
        : { tone: 'unsure', words: 'not compared' };
  }
}

function undecidedWords(metric: Row['metric'], reason: ChangeReason | undefined): string {
  if (reason?.kind === 'other-work') return 'other work';
  return reason?.kind === 'unsteady' ? unsteadyStatus(metric, reason.evidence) : UNDECIDED;
}

const UNDECIDED = 'cannot tell';

/** Tells whether the percentile may be infinite, whatever the limit, since there are too few requests. */
export function isUnbounded({ estimate, relative }: SloFinding): boolean {
  if (relative && Math.abs(relative.difference.low) === Number.POSITIVE_INFINITY)
    return Number.isFinite(relative.difference.value);
  return estimate.high === Number.POSITIVE_INFINITY && Number.isFinite(estimate.value);
}
