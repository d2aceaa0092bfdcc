import type { Arm } from '../../measurement/measurement.ts';
import { isLatency, isShare, rowOf } from '../../metrics/metric.ts';
import type { SloFinding } from '../../verdict/findings.ts';
import { violatesSlo } from '../../verdict/slo.ts';
import {
  formatChange,
  formatChangeOf,
  formatChangeRange,
  formatNumber,
  formatShare,
  formatValue,
  NEVER,
  NONE,
} from '../format/numbers.ts';
import { capitalise, type Phrase, say } from '../format/phrase.ts';
import { gravestTone, type Tone } from '../format/tones.ts';
import type { Row } from '../rows/rows.ts';
import { beyondWords, limitWords, rangeWords, rowTitle } from './terms.ts';
import { growthWords } from './undecided.ts';

/** Thing to tell in two lengths: a clause for a title, and what it rests on or what to do. */
export type Telling = { title: Phrase; text: Phrase };

/**
 * What was found of one metric: a tone, a status of a few words, a clause with its figures, and what it rests on.
 * `remarks`: the parts of the status that a change in numbers does not say.
 */
export type ToldRow = Telling & { row: Row; tone: Tone; status: string; remarks: string[] };

/** Status of what had not settled when the load ended. */
const GROWING = 'still growing';

/** Entry of the catalogue. `isPlain`: what a limit that holds, or a change in numbers, says by itself. */
type Status = { tone: Tone; word: string; title: Phrase; isPlain?: boolean };

/** Tells of a row. @param base name of what it is compared with */
export function tellRow(row: Row, base: string): ToldRow {
  const { slo: finding, change: compared, accepted } = row;
  const [slo, change] = [finding && tellSlo(row, finding, base), tellChange(row)];
  const isMissing = finding !== null && finding.code !== 'met' && compared?.code !== 'regressed';
  const both = (isMissing ? [slo, change] : [change, slo]).filter((one) => one !== null);
  const also = finding?.code === 'missed' ? say`, SLO ${limitOf(finding)} missed` : '';
  const said = [...both, ...(accepted ? [{ word: 'accepted', isPlain: false }] : [])];
  return {
    row,
    // An accepted row no longer blocks, and is no good news either.
    tone: accepted ? 'warn' : gravestTone(both.map(({ tone }) => tone)),
    status: said.map(({ word }) => word).join(', '),
    remarks: said.flatMap(({ word, isPlain }) => (isPlain ? [] : [word])),
    title: isMissing ? slo!.title : say`${change?.title ?? rowTitle(row)}${also}`,
    text: isMissing ? basisWords(finding) : comparedWords(row, base),
  };
}

function tellSlo(row: Row, slo: SloFinding, base: string): Status {
  const { metric } = row;
  const { low, high, value } = slo.estimate;
  const name = rowTitle(row);
  const limit = limitOf(slo);
  const basis = sloBasis(row, slo);
  const beyond = slo.capacity && beyondWords(slo.capacity, slo.estimate);
  const range = beyond ?? rangeWords(metric, low, high) + basis;
  const near = (word: string, figures: string): Status => ({
    tone: 'warn',
    word,
    title: capitalise(say`${word}: ${name} ${figures}, limit ${limit}`),
  });
  switch (slo.code) {
    case 'met':
      return { tone: 'good', word: 'SLO met', title: say`${name} SLO met`, isPlain: true };
    case 'missed': {
      const already = isMissedAlready(row) ? ` on ${base} already` : '';
      const figure = basis === '' ? (beyond ?? valueWords(row, 'head')) : formatValue(metric, value) + basis;
      const from = row.base === null || basis !== '' ? '' : `${valueWords(row, 'base')} → `;
      return {
        tone: 'bad',
        // A typical value within the limit would make the word alone look like a mistake.
        word: `SLO missed${already}${basis && `: ${figure}`}`,
        title: say`SLO missed${already}: ${name} ${from}${figure}, limit ${limit}`,
      };
    }
    case 'at-limit':
      if (slo.growth) return near(GROWING, growthWords(slo.growth));
      return near(isUnbounded(slo) ? 'too few requests' : 'at its limit', range);
  }
}

function tellChange(row: Row): Status | null {
  const { metric, change, movement } = row;
  const name = say`${rowTitle(row)}`;
  const isPlain = movement !== null;
  switch (change?.code) {
    case undefined:
      return null;
    case 'regressed':
      return { tone: 'bad', word: rowOf(metric).words.worse, title: movementWords(row), isPlain };
    case 'improved':
      return { tone: 'good', word: rowOf(metric).words.better, title: movementWords(row), isPlain };
    case 'unchanged':
      return { tone: 'good', word: 'unchanged', title: name, isPlain };
    case 'inconclusive': {
      if (change.reason?.kind === 'other-work') return { tone: 'unsure', word: 'other work', title: name };
      if (change.reason?.kind === 'unsteady') {
        const title = say`Cannot tell for ${name}: ${GROWING} (${growthWords(change.reason.growth)})`;
        return { tone: 'unsure', word: GROWING, title };
      }
      const { range } = changeWords(row);
      const by = range && ` (${range.slice(1, -1)})`;
      return { tone: 'unsure', word: 'cannot tell', title: say`Too noisy to tell for ${name}${by}`, isPlain };
    }
    case 'first-run':
      return { tone: 'new', word: change.reason.kind === 'new' ? 'new' : 'first run', title: name };
    case 'skipped':
      return change.reason.kind === 'identical'
        ? { tone: 'good', word: 'same files', title: name }
        : { tone: 'unsure', word: 'not compared', title: name };
  }
}

/** Writes a limit; one relative to another scenario with what it came to. */
export function limitOf({ slo, relative }: SloFinding): string {
  return `${limitWords(slo)}${relative ? ` = ${formatValue(slo.metric, relative.limit)}` : ''}`;
}

/** Writes what an SLO was judged on where the column has another value, as that of a typical start; else nothing. */
function sloBasis(
  { head, alone }: Row,
  { stretches, relative, estimate: { low, high } }: SloFinding,
): string {
  if (stretches) return ' in the soak';
  if (relative || (head >= low && head <= high)) return '';
  return alone ? ' under the whole load' : ' over all requests';
}

/** Tells whether an SLO that is missed was missed before this change as well. */
export function isMissedAlready({ slo, base, sides }: Row): boolean {
  // Where k6 had no more, the base's capacity is at least that much.
  if (base === null || sides.base === 'generator') return false;
  return slo?.code === 'missed' && violatesSlo(slo.slo, base);
}

/** Tells whether the percentile may be infinite, whatever the limit, since there are too few requests. */
export function isUnbounded({ estimate, relative }: SloFinding): boolean {
  if (relative && Math.abs(relative.difference.low) === Number.POSITIVE_INFINITY)
    return Number.isFinite(relative.difference.value);
  return estimate.high === Number.POSITIVE_INFINITY && Number.isFinite(estimate.value);
}

/** Writes what an SLO that does not hold was judged on. The extremes of a sample have no interval. */
function basisWords({ slo: { metric }, estimate: { low, high }, confidence }: SloFinding): Phrase {
  const sure = low === high ? '' : ` (${formatShare(confidence)} confidence)`;
  return say`Measured ${low === high ? formatValue(metric, low) : rangeWords(metric, low, high)}${sure}.`;
}

function comparedWords(row: Row, base: string): Phrase {
  const head = `${valueWords(row, 'head')} on head`;
  if (row.base === null) return say`${head}.`;
  const { value, range } = changeWords(row);
  const size = value === NEVER || value === NONE ? '' : `: ${value}${range && ` ${range}`}`;
  return say`${valueWords(row, 'base')} on ${base}, ${head}${size}.`;
}

/** Writes a row that moved as a clause: `checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
function movementWords(row: Row): Phrase {
  const { metric, movement, base, head } = row;
  const name = rowTitle(row);
  const value = shownChange(row) ?? movement?.value ?? Number.NaN;
  const values =
    base === null ? valueWords(row, 'head') : `${valueWords(row, 'base')} → ${valueWords(row, 'head')}`;
  const isRatio = isLatency(metric) && base !== Number.POSITIVE_INFINITY && Number.isFinite(head);
  if (!isRatio || !Number.isFinite(value)) return say`${name} ${value < 0 ? 'fell' : 'rose'}: ${values}`;
  // Percents are harder to read than a factor from twice the value on.
  const times = value > 0 ? 1 + value : 1 / (1 + value);
  const size = times < 2 ? formatChange(Math.abs(value)).replace('+', '') : `${formatNumber(times, 2)} times`;
  return say`${name} is ${size} ${value > 0 ? 'slower' : 'faster'}: ${values}`;
}

/**
 * Writes the change from one column to the other and its interval as two texts: `+18 %` and `(+12 … +24 %)`. The second
 * is empty when no end of it is known, and when it is the interval of another change, as that of a typical start.
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

/**
 * Gives the change from one column to the other, so that what is read agrees: a fraction, or a difference for shares.
 * Null where a column has no number.
 */
function shownChange({ metric, base, head }: Row): number | null {
  if (base === null || !Number.isFinite(base) || !Number.isFinite(head)) return null;
  if (isShare(metric)) return head - base;
  return base > 0 ? head / base - 1 : null;
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
