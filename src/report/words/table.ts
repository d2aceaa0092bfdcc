import type { Report } from '../../handover/report.ts';
import { formatValue, NONE } from '../format/numbers.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { drawSparkline } from '../format/sparkline.ts';
import { cut } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';
import { changeWords } from './rows.ts';
import { statusOf, type Tone } from './status.ts';
import { armNames, baseName, limitWords, rowTitle } from './terms.ts';

export type ColumnKey = 'metric' | 'slo' | 'base' | 'head' | 'change' | 'trend' | 'status';

/** Table that is neither Markdown nor terminal text yet; cells are in the order of the columns. */
export type RowTable = {
  columns: { key: ColumnKey; header: Phrase; right: boolean }[];
  rows: { tone: Tone; cells: Phrase[] }[];
};

/**
 * Writes rows in words, with sparklines of `trendRuns` earlier runs. Columns that would be empty, such as
 * those of the history on a first run, are left out.
 */
export function tabulate(report: Report, rows: readonly Row[], trendRuns = 20): RowTable {
  const branch = cut(report.baseBranch, 24);
  const arms = armNames(report);
  const status = (row: Row) => statusOf(row, baseName(report));
  const earlier = (row: Row) => row.earlier.slice(-trendRuns);
  const runs = Math.max(0, ...rows.map((row) => earlier(row).length));
  const based = rows.some((row) => row.base !== null);
  const columns: (RowTable['columns'][number] & {
    shown?: boolean;
    cell: (row: Row, tone: Tone) => Phrase;
  })[] = [
    { key: 'metric', header: say``, right: false, cell: nameCell },
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
      cell: (row) => say`${row.base === null ? NONE : formatValue(row.metric, row.base)}`,
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
    {
      key: 'status',
      header: say``,
      right: false,
      cell: (row) => say`${status(row).words}`,
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

function nameCell(row: Row, tone: Tone): Phrase {
  const name = rowTitle(row);
  return tone === 'bad' ? [strong(name)] : say`${name}`;
}

function headCell(row: Row, tone: Tone): Phrase {
  const sign = signWords(row);
  // Nothing is at least 0: k6 could not even send a rate that meets.
  const value = sign === '≥ ' && row.head === 0 ? NONE : sign + formatValue(row.metric, row.head);
  return tone === 'bad' ? [strong(value)] : say`${value}`;
}

/** Writes on which side of its value a capacity lies; nothing where it was found, or where nothing was. */
function signWords({ slo, change, head }: Row): string {
  const { reason } = change ?? {};
  const side = slo?.capacity?.kind ?? (reason?.kind === 'beyond-range' ? reason.side : 'found');
  if (side === 'found' || Number.isNaN(head)) return '';
  return side === 'below' ? '< ' : '≥ ';
}

function changeCell(row: Row): Phrase {
  const { value, range } = changeWords(row);
  const decided = row.change?.code === 'regressed' || row.change?.code === 'improved';
  return say`${decided ? strong(value) : value}${range === '' ? '' : ` ${range}`}`;
}
