import type { Arm } from '../../measurement/measurement.ts';
import { higherIsBetter, isLatency, isShare } from '../../metrics/metric.ts';
import {
  formatChange,
  formatChangeOf,
  formatChangeRange,
  formatCount,
  formatNumber,
  formatShare,
  formatValue,
  NEVER,
  NONE,
} from '../format/numbers.ts';
import { type Phrase, say } from '../format/phrase.ts';
import type { Row } from '../rows/rows.ts';
import { isRelative, type RelativeFinding, relativeWords } from './relative.ts';
import { isMissedAlready, isUnbounded, sloBasis, sloFigure } from './status.ts';
import { beyondWords, counted, limitWords, rangeWords, rowTitle } from './terms.ts';
import { growthWords } from './unsteady.ts';

/**
 * Writes the change from one column to the other and its interval as two texts: `+18 %` and `(+12 … +24 %)`. The second
 * is empty when no end of it is known, and when it is the interval of another change, as that of a typical block.
 */
export function changeWords(row: Row): { value: string; range: string } {
  const { metric, movement, base, head } = row;
  if (movement === null)
    return { value: head === Number.POSITIVE_INFINITY && base !== null ? NEVER : NONE, range: '' };
  const { low, high } = movement;
  const value = shownChange(row) ?? movement.value;
  const isWide = formatChangeOf(metric, low) !== formatChangeOf(metric, high);
  const isOwn = Number.isFinite(value) && value > low - SAME && value < high + SAME;
  const range = isOwn && isWide ? formatChangeRange(metric, movement) : '';
  return { value: formatChangeOf(metric, value), range: range && `(${range})` };
}

/** Difference (fraction) of changes that is none but one of rounding. */
const SAME = 1e-9;

/** Tells of a row in a clause, and in a sentence what it rests on; `base` as `baseName` has it. */
export function tellRow(row: Row, base: string): { title: Phrase; text: Phrase } {
  const { slo, change, metric } = row;
  if (slo !== null && slo.code !== 'met' && change?.code !== 'regressed') {
    const [low, high] = [slo.estimate.low, slo.estimate.high].map((bound) => formatValue(metric, bound));
    const lies = metric.kind === 'errors' ? 'lie' : 'lies';
    const sure = `${formatShare(slo.confidence)} confidence`;
    // The extremes of a sample have no interval.
    if (slo.estimate.low === slo.estimate.high)
      return {
        title: sloWords(row, base),
        text: say`${rowTitle(row)} ${metric.kind === 'errors' ? 'are' : 'is'} ${low!}.`,
      };
    return {
      title: sloWords(row, base),
      text: say`${rowTitle(row)} ${lies} between ${low!} and ${high!} (${sure}).`,
    };
  }
  const { value, range } = changeWords(row);
  const when = change?.kind === 'history' ? 'before' : `on ${base}`;
  const from = row.base === null ? '' : `${valueWords(row, 'base')} ${when}, `;
  const size =
    row.base === null || value === NEVER || value === NONE ? '' : `: ${value}${range && ` ${range}`}`;
  const missed = slo?.code === 'missed' ? ` The SLO, ${limitWords(slo.slo)}, is missed.` : '';
  const limit = isRelative(slo) && slo.code === 'met' ? ` SLO: ${relativeWords(slo)}.` : '';
  const isMoved = change?.code === 'regressed' || change?.code === 'improved';
  return {
    title: isMoved ? movementWords(row) : say`${rowTitle(row)}`,
    text: say`${from}${valueWords(row, 'head')} in this run${size}.${missed}${limit}`,
  };
}

/** Writes a regressed or improved row as a clause: `checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
export function movementWords(row: Row): Phrase {
  const { metric, movement, base, head } = row;
  const name = rowTitle(row);
  const value = shownChange(row) ?? movement?.value ?? Number.NaN;
  const from = base === null ? '' : ` from ${valueWords(row, 'base')}`;
  const verb = value > 0 ? 'rose' : 'fell';
  if (head === Number.POSITIVE_INFINITY) {
    return say`${name} is ${NEVER}${base === null ? '' : `, was ${formatValue(metric, base)}`}`;
  }
  const to = base === null ? '' : `: ${formatValue(metric, base)} → ${formatValue(metric, head)}`;
  const isLevel = isShare(metric) || higherIsBetter(metric) || metric.kind === 'custom';
  if (isLevel || !isLatency(metric) || !Number.isFinite(value) || base === Number.POSITIVE_INFINITY)
    return say`${name} ${verb}${from} to ${valueWords(row, 'head')}`;
  const slower = value > 0 ? 'slower' : 'faster';
  // Percents are harder to read than a factor from twice the value on.
  const times = value > 0 ? 1 + value : 1 / (1 + value);
  const size = times < 2 ? formatChange(Math.abs(value)).replace('+', '') : `${formatNumber(times, 2)} times`;
  return say`${name} is ${size} ${slower}${to}`;
}

/**
 * Writes the value of an arm. That of a capacity beyond what could be sent is a bound: `≥ 5,000 req/s`; nothing is at
 * least 0, as k6 could not even send a rate that meets.
 */
export function valueWords({ metric, sides, base, head }: Row, arm: Arm): string {
  const [value, side] = [arm === 'base' ? (base ?? Number.NaN) : head, sides[arm]];
  const isBound = side !== null && side !== 'found' && !Number.isNaN(value);
  if (isBound && side !== 'below' && value === 0) return NONE;
  return `${isBound ? (side === 'below' ? '< ' : '≥ ') : ''}${formatValue(metric, value)}`;
}

/**
 * Gives the change from one column to the other, so that what is read agrees: a fraction, or a difference for shares.
 * Null where a column has no number.
 */
export function shownChange({ metric, base, head }: Row): number | null {
  if (base === null || !Number.isFinite(base) || !Number.isFinite(head)) return null;
  if (isShare(metric)) return head - base;
  return base > 0 ? head / base - 1 : null;
}

/**
 * Writes a missed SLO or one at its limit as a clause: `search p99 misses its SLO: 38.2 ms, limit < 30 ms`;
 * `base` as `baseName` has it.
 */
export function sloWords(row: Row, base: string): Phrase {
  const { slo, metric } = row;
  const name = rowTitle(row);
  const says = metric.kind === 'errors' ? MANY : ONE;
  const limit = limitWords(slo!.slo);
  if (isRelative(slo)) return relativeSloWords(name, slo, says);
  const beyond = slo!.capacity && beyondWords(slo!.capacity, slo!.estimate);
  const advice = { above: ': raise it', below: ': lower it', generator: '', found: '' };
  if (beyond)
    return say`${name} is ${beyond}${beyond.endsWith('range') ? advice[slo!.capacity!.kind] : ''}, limit ${limit}`;
  if (slo!.code !== 'at-limit') {
    const value = formatValue(metric, slo!.estimate.value);
    if (slo!.stretches) {
      const short = formatValue(metric, slo!.stretches.value);
      return say`${name} ${says.misses} under load without a pause: ${value}, limit ${limit} (${short} in short stretches)`;
    }
    const figure = sloFigure(row);
    return isMissedAlready(row)
      ? say`${name} ${says.missed} on ${base} already, now ${figure}, limit ${limit}`
      : say`${name} ${says.misses}: ${figure}, limit ${limit}`;
  }
  if (slo!.stretches) {
    const short = formatValue(metric, slo!.stretches.value);
    const range = rangeWords(metric, slo!.estimate.low, slo!.estimate.high);
    return say`${name} ${says.beyond} under load without a pause, perhaps by chance: ${formatValue(metric, slo!.estimate.value)} (${range}), limit ${limit} (${short} in short stretches)`;
  }
  if (slo!.growth) return say`${name} ${says.within}, but still growing: ${growthWords(slo!.growth)}`;
  const { low, high } = slo!.estimate;
  if (slo!.seen) {
    const { requests, confidence } = slo!.seen;
    const shown =
      confidence === null ? '' : `, which shows it at ${formatShare(Math.floor(100 * confidence) / 100)}`;
    return say`${name} had too few requests to tell: nothing above ${limit.replace(/^[<≤] /, '')} among ${formatCount(requests)}${shown}`;
  }
  if (isUnbounded(slo!))
    return say`${name} had too few requests to tell: ${rangeWords(metric, low, high)}, limit ${limit}`;
  return say`${name} ${says.at}: ${rangeWords(metric, low, high)}${sloBasis(row)}, limit ${limit}`;
}

const ONE = {
  misses: 'misses its SLO',
  missed: 'missed its SLO',
  at: 'is at its limit',
  beyond: 'is beyond its limit',
  within: 'is within its limit',
};
const MANY: typeof ONE = {
  misses: 'miss their SLO',
  missed: 'missed their SLO',
  at: 'are at their limit',
  beyond: 'are beyond their limit',
  within: 'are within their limit',
};

function relativeSloWords(name: string, finding: RelativeFinding, says: typeof ONE): Phrase {
  if (finding.growth) return say`${name} ${says.within}, but still growing: ${growthWords(finding.growth)}`;
  const isSoak = finding.stretches !== undefined;
  const near = isSoak ? says.beyond : says.at;
  const what = finding.code === 'missed' ? says.misses : near;
  const doubt = finding.code === 'missed' ? '' : ', perhaps by chance';
  const soak = isSoak ? ` under load without a pause${doubt}` : '';
  const value = formatValue(finding.slo.metric, finding.estimate.value);
  return say`${name} ${what}${soak}: ${value}, ${limitWords(finding.slo)}; ${relativeWords(finding)}`;
}

/** Describes a fold of quiet rows: `5 metrics unchanged, 2 undecided`. */
export function quietWords(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = quietWord(row);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const worst = (word: string) => Number(word === 'worse');
  return [...counts]
    .sort(([a], [b]) => worst(b) - worst(a))
    .map(([word, count], i) => `${i === 0 ? counted(count, 'metric') : formatCount(count)} ${word}`)
    .join(', ');
}

function quietWord({ slo, change }: Row): string {
  switch (change?.code) {
    case undefined:
      if (slo?.code === 'at-limit') return 'at the limit';
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
