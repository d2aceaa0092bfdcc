import type { Arm } from '../../measurement/measurement.ts';
import { isLatency, isShare, rowOf } from '../../metrics/metric.ts';
import type { SloFinding } from '../../verdict/findings.ts';
import { violatesSlo } from '../../verdict/slo.ts';
import {
  formatChangeOf,
  formatChangeRange,
  formatNumber,
  formatShare,
  formatValue,
  NEVER,
  NONE,
} from '../format/numbers.ts';
import { gravestTone, type Tone } from '../format/passages.ts';
import { capitalise, type Phrase, say } from '../format/phrase.ts';
import type { Row } from '../rows/rows.ts';
import { beyondWords, limitWords, rangeWords, rowTitle, sizeOf } from './terms.ts';
import { growthWords } from './undecided.ts';

/** A statement in two lengths: a clause for a title, and its evidence or what to do. */
export type Telling = { title: Phrase; text: Phrase };

/**
 * What was found about one metric: a tone, a status of a few words, a clause with its figures, and its evidence.
 * `remarks`: the parts of the status that a change in numbers does not express.
 */
export type ToldRow = Telling & { row: Row; tone: Tone; status: string; remarks: string[] };

/** Words of a status. Those for a change come from the metric itself. docs/verdicts.md explains each. */
export const STATUSES = {
  met: 'SLO met',
  missed: 'SLO missed',
  limit: 'at its limit',
  few: 'too few requests',
  growing: 'still growing',
  unchanged: 'unchanged',
  noisy: 'cannot tell',
  otherWork: 'other work',
  first: 'first run',
  skipped: 'not compared',
  accepted: 'accepted',
} as const;

/** `isPlain`: the status adds nothing to the limit or to the change in numbers. */
type Status = { tone: Tone; word: string; title: Phrase; isPlain?: boolean };

/** Describes a row. @param base name of what it is compared with */
export function tellRow(row: Row, base: string): ToldRow {
  const { slo: finding, change: compared, accepted } = row;
  const [slo, change] = [finding && tellSlo(row, finding, base), tellChange(row)];
  const isMissing = finding !== null && finding.code !== 'met' && compared?.code !== 'regressed';
  const both = (isMissing ? [slo, change] : [change, slo]).filter((one) => one !== null);
  const also = finding?.code === 'missed' ? say`, SLO ${limitOf(finding)} missed` : '';
  const said = [...both, ...(accepted ? [{ word: STATUSES.accepted, isPlain: false }] : [])];
  const { value, range } = changeWords(row);
  const size =
    row.movement === null || value === NEVER ? '' : `Change from ${base}: ${value}${range && ` (${range})`}.`;
  const held = row.head === Number.POSITIVE_INFINITY ? 'Failed requests count as infinitely slow.' : size;
  return {
    row,
    // An accepted row no longer blocks, but is not good news either.
    tone: accepted ? 'warn' : gravestTone(both.map(({ tone }) => tone)),
    status: said.map(({ word }) => word).join(', '),
    remarks: said.flatMap(({ word, isPlain }) => (isPlain ? [] : [word])),
    title: isMissing ? slo!.title : say`${both[0]!.title}${also}`,
    text: isMissing ? basisWords(finding) : say`${held}`,
  };
}

function tellSlo(row: Row, slo: SloFinding, base: string): Status {
  const { low, high, value } = slo.estimate;
  const limit = limitOf(slo);
  const soak = slo.stretches ? ' in the soak' : '';
  const beyond = slo.capacity ? beyondWords(slo.capacity.kind, slo.estimate) : null;
  const both = say`${rowTitle(row)}: ${bothValues(row)}`;
  if (slo.code === 'met') return { tone: 'good', word: STATUSES.met, title: both, isPlain: true };
  if (slo.code === 'at-limit') {
    const word = slo.growth ? STATUSES.growing : isUnbounded(slo) ? STATUSES.few : STATUSES.limit;
    const figures = slo.growth
      ? growthWords(slo.growth)
      : (beyond ?? rangeWords(row.metric, low, high) + soak);
    const title = capitalise(say`${word}: ${rowTitle(row)} ${figures}, limit ${limit}`);
    return { tone: 'warn', word, title };
  }
  // A column value within the limit, such as that of a typical start, would look like a mistake.
  const isColumn = soak === '' && (slo.relative || (row.head >= low && row.head <= high));
  const figure = isColumn ? (beyond ?? valueWords(row, 'head')) : formatValue(row.metric, value) + soak;
  const from = row.base === null || !isColumn ? '' : `${valueWords(row, 'base')} → `;
  const word = isMissedAlready(row) ? `SLO already missed on ${base}` : STATUSES.missed;
  return {
    tone: 'bad',
    word: isColumn ? word : `${word}: ${figure}`,
    title: say`${word}: ${rowTitle(row)} ${from}${figure}, limit ${limit}`,
  };
}

function tellChange(row: Row): Status | null {
  const { metric, slo, change, movement } = row;
  // An SLO is judged on a first run as well, and the headline already says that it is one.
  if (change === null || (slo !== null && change.code === 'first-run')) return null;
  const title = say`${rowTitle(row)}: ${bothValues(row)}`;
  const isPlain = movement !== null;
  const { reason, code } = change;
  const { worse, better } = rowOf(metric).words;
  switch (code) {
    case 'regressed':
      return { tone: 'bad', word: worse, title: movementWords(row), isPlain };
    case 'improved':
      return { tone: 'good', word: better, title: movementWords(row), isPlain };
    case 'unchanged':
      return { tone: 'good', word: STATUSES.unchanged, title, isPlain };
    case 'inconclusive': {
      if (reason?.kind === 'other-work') return { tone: 'unsure', word: STATUSES.otherWork, title };
      if (reason?.kind === 'unsteady') {
        const why = `${STATUSES.growing} (${growthWords(reason.growth)})`;
        const unsure = say`Cannot tell: ${rowTitle(row)} ${why}`;
        return { tone: 'unsure', word: STATUSES.growing, title: unsure };
      }
      const { range } = changeWords(row);
      const start = !reason || reason.kind === 'noisy' ? 'Too noisy to tell' : 'Cannot tell';
      const noisy = say`${start}: ${rowTitle(row)}${range && ` (${range})`}`;
      return { tone: 'unsure', word: STATUSES.noisy, title: noisy, isPlain };
    }
    case 'first-run':
      return { tone: 'new', word: STATUSES.first, title };
    case 'skipped':
      return { tone: reason?.kind === 'identical' ? 'good' : 'unsure', word: STATUSES.skipped, title };
  }
}

/** Writes a limit; one relative to another scenario with its resulting value. */
export function limitOf({ slo, relative }: SloFinding): string {
  return `${limitWords(slo)}${relative ? ` = ${formatValue(slo.metric, relative.limit)}` : ''}`;
}

/** Tells whether a missed SLO was also missed before this change. */
export function isMissedAlready({ slo, base, sides }: Row): boolean {
  // If k6 could not send more, the base's capacity is at least that much.
  if (base === null || sides.base === 'generator') return false;
  return slo?.code === 'missed' && violatesSlo(slo.slo, base);
}

/** Tells whether the percentile may be infinite, whatever the limit, because there are too few requests. */
export function isUnbounded({ estimate, relative }: SloFinding): boolean {
  if (relative && Math.abs(relative.difference.low) === Number.POSITIVE_INFINITY)
    return Number.isFinite(relative.difference.value);
  return estimate.high === Number.POSITIVE_INFINITY && Number.isFinite(estimate.value);
}

/** Writes the evidence for an SLO that does not hold. The extremes of a sample have no interval. */
function basisWords({ slo: { metric }, estimate: { low, high }, confidence }: SloFinding): Phrase {
  return low === high
    ? say`Measured ${formatValue(metric, low)}.`
    : say`Measured ${rangeWords(metric, low, high)} (${formatShare(confidence)} confidence).`;
}

/** Writes `62.2 ms → 73.3 ms`; only the second value if nothing is compared. */
function bothValues(row: Row): string {
  return `${row.base === null ? '' : `${valueWords(row, 'base')} → `}${valueWords(row, 'head')}`;
}

/** Writes a row that changed as a clause: `checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
function movementWords(row: Row): Phrase {
  const { metric, movement, base, head } = row;
  const value = shownChange(row) ?? movement?.value ?? Number.NaN;
  const values = bothValues(row);
  const isRatio = isLatency(metric) && base !== Number.POSITIVE_INFINITY && Number.isFinite(head);
  if (!isRatio || !Number.isFinite(value))
    return say`${rowTitle(row)} ${value < 0 ? 'fell' : 'rose'}: ${values}`;
  // From a doubling on, a factor is easier to read than a percentage.
  const times = value > 0 ? 1 + value : 1 / (1 + value);
  const size = times < 2 ? sizeOf(metric, value) : `${formatNumber(times, 2)} times`;
  return say`${rowTitle(row)} is ${size} ${value > 0 ? 'slower' : 'faster'}: ${values}`;
}

/**
 * Writes the change from one column to the other and its interval: `+18 %` and `+12 … +24 %`. The interval is empty if no
 * end of it is known, or if it belongs to another change, such as that of a typical start.
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
  return { value: formatChangeOf(metric, value), range };
}

/** Differences (fraction) between changes up to this size are rounding. */
const SAME = 1e-9;

/**
 * Returns the change from one column to the other, consistent with what is displayed: a fraction, or a difference for
 * shares. Null if a column has no number.
 */
function shownChange({ metric, base, head }: Row): number | null {
  if (base === null || !Number.isFinite(base) || !Number.isFinite(head)) return null;
  if (isShare(metric)) return head - base;
  return base > 0 ? head / base - 1 : null;
}

/**
 * Writes the value of an arm. A capacity beyond what could be sent is a bound: `≥ 5,000 req/s`; a bound of 0 is left out,
 * as k6 could not even send a rate that meets the SLO.
 */
export function valueWords({ metric, sides, base, head }: Row, arm: Arm): string {
  const [value, side] = [arm === 'base' ? (base ?? Number.NaN) : head, sides[arm]];
  const text = formatValue(metric, value);
  if (side === null || side === 'found' || text === NONE) return text;
  if (side === 'below') return `< ${text}`;
  return value === 0 ? NONE : `≥ ${text}`;
}
