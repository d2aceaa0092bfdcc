import { isShare } from '../../verdict/pair-values.ts';
import type { SloFinding } from '../../verdict/verdict.ts';
import {
  formatChange,
  formatChangeOf,
  formatChangeRangeOf,
  formatCount,
  formatValue,
  NEVER,
  NONE,
} from '../numbers.ts';
import { type Phrase, say } from '../phrase.ts';
import { higherIsBetter, type Row } from '../rows.ts';
import { cut } from '../visible.ts';
import { counted, limitWords, rangeWords, title } from './terms.ts';

/** `bad` blocks or would; `warn` is close to it; `unsure` could not be told. */
export type Tone = 'bad' | 'warn' | 'good' | 'unsure' | 'new';

export const ICONS: Record<Tone, string> = { bad: '❌', warn: '⚠️', good: '✅', unsure: '⚪', new: '🌱' };

/** What became of a row: `slower, SLO met`; `base` as `baseName` has it. */
export function statusOf(row: Row, base: string): { tone: Tone; words: string } {
  const slo = sloStatus(row, base);
  const change = changeStatus(row);
  const both = [change, slo].filter((status) => status !== null);
  const order: Tone[] = ['bad', 'warn', 'unsure', 'good', 'new'];
  const tone = order.find((each) => both.some((status) => status.tone === each)) ?? 'unsure';
  // An SLO that is missed or nearly so comes first, unless the change is the news.
  if (change?.tone !== 'bad' && slo && slo.tone !== 'good') both.reverse();
  return { tone, words: both.map((status) => status.words).join(', ') };
}

function sloStatus(row: Row, base: string): { tone: Tone; words: string } | null {
  const { slo, head, metric } = row;
  switch (slo?.code) {
    case undefined:
      return null;
    case 'met':
      return { tone: 'good', words: 'SLO met' };
    case 'at-limit':
      return { tone: 'warn', words: isUnbounded(slo!) ? 'too few requests' : 'at its limit' };
    case 'missed': {
      // Beside a typical value that keeps the limit, the word alone would look like a mistake.
      const { value } = slo!.estimate;
      const whole = violates(slo!.slo, head) ? '' : `: ${formatValue(metric, value)} over all requests`;
      const already = isMissedAlready(row) ? `SLO already missed on ${cut(base, 24)}` : 'SLO missed';
      return { tone: 'bad', words: `${already}${whole}` };
    }
  }
}

/** Whether an SLO that is missed was missed before this change as well. */
export function isMissedAlready({ slo, change, base, metric }: Row): boolean {
  if (slo?.code !== 'missed') return false;
  // SLOs are judged on all requests together, so the base has to be as well, as far as it is known.
  const { value } = slo.estimate;
  const pooled = change?.pooled ?? Number.NaN;
  const before = isShare(metric) ? value - pooled : value / (1 + pooled);
  const known = Number.isNaN(before) ? base : before;
  return known !== null && violates(slo.slo, known);
}

function changeStatus({ metric, change }: Row): { tone: Tone; words: string } | null {
  switch (change?.code) {
    case undefined:
      return null;
    case 'regressed':
      return { tone: 'bad', words: worse(metric) };
    case 'improved':
      return { tone: 'good', words: better(metric) };
    case 'unchanged':
      return { tone: 'good', words: 'unchanged' };
    case 'inconclusive':
      return {
        tone: 'unsure',
        words: change?.reason?.kind === 'unstable-tail' ? stallWords(metric) : 'cannot tell',
      };
    case 'first-run':
      return { tone: 'new', words: change?.reason?.kind === 'new' ? 'new' : 'first run' };
    case 'skipped':
      return change?.reason?.kind === 'identical'
        ? { tone: 'good', words: 'same files' }
        : { tone: 'unsure', words: 'not compared' };
  }
}

/** What moves all requests together and no typical block. */
export function stallWords(metric: Row['metric']): string {
  return isShare(metric) ? 'rare bursts' : 'rare stalls';
}

/** So few requests that nothing keeps the percentile from being infinite, however far away the limit is. */
export function isUnbounded({ estimate }: SloFinding): boolean {
  return estimate.high === Number.POSITIVE_INFINITY && Number.isFinite(estimate.value);
}

function violates({ operator, limit }: NonNullable<Row['slo']>['slo'], value: number): boolean {
  if (limit.kind !== 'absolute') return false;
  switch (operator) {
    case '<':
      return !(value < limit.value);
    case '<=':
      return !(value <= limit.value);
    case '>':
      return !(value > limit.value);
    case '>=':
      return !(value >= limit.value);
  }
}

function worse(metric: Row['metric']): string {
  if (metric.kind === 'errors') return 'more errors';
  if (metric.kind === 'slow-share') return 'more slow requests';
  return higherIsBetter(metric) ? 'lower' : 'slower';
}

function better(metric: Row['metric']): string {
  if (metric.kind === 'errors') return 'fewer errors';
  if (metric.kind === 'slow-share') return 'fewer slow requests';
  return higherIsBetter(metric) ? 'higher' : 'faster';
}

/** The change and its interval as two texts: `+18 %` and `(+12 … +24 %)`; the second is empty when unknown. */
export function changeWords({ metric, change, base, head }: Row): { value: string; range: string } {
  if (!change?.change)
    return { value: head === Number.POSITIVE_INFINITY && base !== null ? NEVER : NONE, range: '' };
  const { value, low, high } = change.change;
  const range = Number.isFinite(value) && low < high ? `(${formatChangeRangeOf(metric, low, high)})` : '';
  return { value: formatChangeOf(metric, value), range };
}

/** A regressed or improved row as a clause: `checkout p99 is 18 % slower (+12 … +24 %)`. */
export function movementWords(row: Row): Phrase {
  const { metric, change, base, head } = row;
  const name = title(row.label, metric);
  const { range } = changeWords(row);
  const value = change?.change?.value ?? Number.NaN;
  const from = base === null ? '' : ` from ${formatValue(metric, base)}`;
  const verb = value > 0 ? 'rose' : 'fell';
  if (head === Number.POSITIVE_INFINITY) {
    return say`${name} is ${NEVER}${base === null ? '' : `, was ${formatValue(metric, base)}`}`;
  }
  // From twice the value on, percents are harder to read than the two values.
  if (isShare(metric) || base === Number.POSITIVE_INFINITY || !(Math.abs(value) < 1)) {
    const all = range === '' ? ')' : `, ${range.slice(1)}`;
    const by = Number.isFinite(value) ? ` (${formatChangeOf(metric, value)}${all}` : '';
    return say`${name} ${verb}${from} to ${formatValue(metric, head)}${by}`;
  }
  const percent = formatChange(Math.abs(value)).replace('+', '');
  const within = range === '' ? '' : ` ${range}`;
  if (higherIsBetter(metric)) return say`${name} ${verb} by ${percent}${within}`;
  return say`${name} is ${percent} ${value > 0 ? 'slower' : 'faster'}${within}`;
}

/**
 * A missed SLO or one at its limit as a clause: `search p99 misses its SLO: 38.2 ms, limit < 30 ms`; `base` as
 * `baseName` has it.
 */
export function sloWords(row: Row, base: string): Phrase {
  const { slo, metric } = row;
  const name = title(row.label, metric);
  const limit = limitWords(slo!.slo);
  if (slo!.code !== 'at-limit') {
    const value = formatValue(metric, slo!.estimate.value);
    return isMissedAlready(row)
      ? say`${name} missed its SLO on ${base} already: ${value}, limit ${limit}`
      : say`${name} misses its SLO: ${value}, limit ${limit}`;
  }
  const { low, high } = slo!.estimate;
  if (isUnbounded(slo!))
    return say`${name} had too few requests to tell: ${rangeWords(metric, low, high)}, limit ${limit}`;
  return say`${name} is at its limit: ${rangeWords(metric, low, high)}, limit ${limit}`;
}

/** What a fold of quiet rows holds: `5 metrics unchanged, 2 undecided`. */
export function quietWords(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = quietWord(row);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count], i) => `${i === 0 ? counted(count, 'metric') : formatCount(count)} ${word}`)
    .join(', ');
}

function quietWord({ slo, change }: Row): string {
  switch (change?.code) {
    case undefined:
      return slo?.code === 'met' ? 'within the SLO' : 'outside the SLO';
    case 'regressed':
      return 'worse';
    case 'improved':
      return 'better';
    case 'unchanged':
      return 'unchanged';
    case 'inconclusive':
      return 'undecided';
    case 'first-run':
      return change?.reason?.kind === 'new' ? 'new' : 'measured for the first time';
    case 'skipped':
      return 'not compared';
  }
}
