import type { Report } from '../../handover/report.ts';
import { isShare } from '../../metrics/metric.ts';
import { formatChangeOf, formatCount, NONE } from '../format/numbers.ts';
import { code, type Phrase, say, strong } from '../format/phrase.ts';
import { drawSparkline } from '../format/sparkline.ts';
import { cut } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';
import { changeWords, shownChange, valueWords } from './rows.ts';
import { isToldAsMissedAlready, statusOf, type Tone } from './status.ts';
import {
  armNames,
  baseName,
  capital,
  goalWords,
  limitWords,
  metricName,
  rowTitle,
  shortLabel,
  withoutUnit,
} from './terms.ts';

export type ColumnKey = 'metric' | 'slo' | 'base' | 'head' | 'change' | 'trend' | 'status';

/** Table that is neither Markdown nor terminal text yet; cells are in the order of the columns. */
export type RowTable = {
  columns: { key: ColumnKey; header: Phrase; right: boolean }[];
  rows: { tone: Tone; cells: Phrase[] }[];
};

/**
 * Writes the rows of news for a reader with ten seconds: both values in one cell, since a telephone has no room for
 * more columns, and their ratio; for what is undecided what the change may be. One scenario stands in the header,
 * several in their rows.
 */
export function tabulateBriefly(report: Report, rows: readonly Row[]): RowTable {
  const arms = armNames(report);
  const base = baseToTell(report);
  const labels = new Set(rows.map(({ label }) => label));
  const [only] = labels.size === 1 ? labels : [];
  const based = rows.some((row) => row.base !== null);
  const mayBe = based && rows.every(({ change }) => change?.code === 'inconclusive');
  return {
    columns: [
      { key: 'metric', header: only === undefined ? say`` : say`${code(shortLabel(only))}`, right: false },
      { key: 'head', header: based ? say`${arms.base} → ${arms.head}` : say`${arms.head}`, right: true },
      { key: 'status', header: say`${based ? (mayBe ? 'change may be' : 'change') : ''}`, right: false },
    ],
    rows: rows.map((row) => {
      // Where nothing is compared the headline says so, once, and a row has the word of its SLO alone.
      const own = based || row.slo === null ? row : { ...row, change: null };
      const { tone, words, remarks } = statusOf(own, base);
      const said = [...briefChange(row), ...remarks].join(', ') || words;
      const name = only === undefined ? rowTitle(row) : briefName(row);
      const limit = row.slo ? `, SLO ${limitWords(row.slo.slo)}` : '';
      return {
        tone,
        cells: [
          say`${name}${limit}`,
          say`${briefBase(row)}${headCell(row, tone)}`,
          say`${based || row.slo ? said : ''}`,
        ],
      };
    }),
  };
}

/** Writes `61.2 → `, with its unit where the value of this run has another; nothing without a base. */
function briefBase(row: Row): string {
  if (row.base === null) return '';
  return `${withoutUnit(valueWords(row, 'base'), valueWords(row, 'head'))} → `;
}

/** Writes the ratio of both values where a change is decided, else what it may be. */
function briefChange(row: Row): string[] {
  const { metric, movement, change } = row;
  if (change === null || movement === null) return [];
  if (change.code === 'regressed' || change.code === 'improved')
    return [formatChangeOf(metric, shownChange(row) ?? movement.value)];
  const { range } = changeWords(row);
  const unit = isShare(metric) ? ' points' : '';
  return range === '' ? [] : [range.slice(1, -1).replace(' … ', ' to ') + unit];
}

/** Explains a percentile in words: `all but 1 in 100 take up to (p99)`. */
function briefName(row: Row): string {
  const { metric, where, goal } = row;
  if (goal !== null) return capital(`${metricName(metric)} (${goalWords(goal)})`);
  // Users write the names of their own metrics, to accept them for instance.
  if (metric.kind === 'custom') return metricName(metric, where);
  if (metric.kind !== 'percentile' || where === 'alone') return capital(metricName(metric, where));
  if (metric.percent === 50) return 'every second request takes up to (p50)';
  const one = 100 / (100 - metric.percent);
  return Math.abs(one - Math.round(one)) < 1e-6
    ? `all but 1 in ${formatCount(one)} take up to (${metricName(metric)})`
    : metricName(metric);
}

/**
 * Writes all rows in words, with sparklines of `trendRuns` earlier runs. Columns that would be empty, such as
 * those of the history on a first run, are left out.
 */
export function tabulate(report: Report, rows: readonly Row[], trendRuns = 20): RowTable {
  const branch = cut(report.baseBranch, 24);
  const arms = armNames(report);
  const base = baseToTell(report);
  const status = (row: Row) => statusOf(row, base);
  const earlier = (row: Row) => row.earlier.slice(-trendRuns);
  const runs = Math.max(0, ...rows.map((row) => earlier(row).length));
  const based = rows.some((row) => row.base !== null);
  const columns: (RowTable['columns'][number] & {
    shown?: boolean;
    cell: (row: Row, tone: Tone) => Phrase;
  })[] = [
    { key: 'metric', header: say``, right: false, cell: nameCell },
    {
      key: 'status',
      header: say``,
      right: false,
      cell: (row) => say`${status(row).words}`,
    },
    {
      key: 'slo',
      header: say`SLO`,
      right: false,
      shown: rows.some((row) => row.slo),
      cell: (row) => say`${row.slo ? limitWords(row.slo.slo) : NONE}`,
    },
    {
      key: 'base',
      header: arms.base,
      right: true,
      shown: based,
      cell: (row) => say`${row.base === null ? NONE : valueWords(row, 'base')}`,
    },
    { key: 'head', header: say`${arms.head}`, right: true, cell: headCell },
    { key: 'change', header: say`change`, right: true, shown: based, cell: changeCell },
    {
      key: 'trend',
      header: say`${branch}, last ${runs}, ${arms.head}`,
      right: false,
      shown: runs > 0,
      cell: (row) => say`${row.earlier.length > 0 ? drawSparkline([...earlier(row), row.current]) : NONE}`,
    },
  ];
  const shown = columns.filter((column) => column.shown !== false);
  return {
    columns: shown.map(({ key, header, right }) => ({ key, header, right })),
    rows: rows.map((row) => {
      const { tone } = status(row);
      return { tone, cells: shown.map((column) => column.cell(row, tone)) };
    }),
  };
}

/** Names the base for the statuses of rows; null where the headline says what they would say of it. */
function baseToTell(report: Report): string | null {
  return isToldAsMissedAlready(report) ? null : baseName(report);
}

function nameCell(row: Row, tone: Tone): Phrase {
  const name = rowTitle(row);
  return tone === 'bad' ? [strong(name)] : say`${name}`;
}

function headCell(row: Row, tone: Tone): Phrase {
  const value = valueWords(row, 'head');
  return tone === 'bad' ? [strong(value)] : say`${value}`;
}

function changeCell(row: Row): Phrase {
  const { value, range } = changeWords(row);
  const decided = row.change?.code === 'regressed' || row.change?.code === 'improved';
  return say`${decided ? strong(value) : value}${range === '' ? '' : ` ${range}`}`;
}
