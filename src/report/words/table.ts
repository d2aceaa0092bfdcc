import type { Report } from '../../handover/report.ts';
import { isShare } from '../../metrics/metric.ts';
import { formatChangeOf, NONE } from '../format/numbers.ts';
import type { Table } from '../format/passages.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { drawSparkline } from '../format/sparkline.ts';
import type { Row } from '../rows/rows.ts';
import { changeWords, limitOf, type ToldRow, valueWords } from './rows.ts';
import { baseTitle, limitWords, rowTitle } from './terms.ts';

type Column = Table['columns'][number] & { cell: (told: ToldRow) => Phrase };

/** Emphasises what is worse. */
const mark = ({ tone }: ToldRow, text: string) => (tone === 'bad' ? [strong(text)] : say`${text}`);

/** Columns of values. That of the base is left out where nothing is compared, as on a first run. */
function listValues(report: Report, isCompared: boolean): Column[] {
  const base: Column = {
    ...{ key: 'base', header: baseTitle(report), right: true },
    cell: ({ row }) => say`${row.base === null ? NONE : valueWords(row, 'base')}`,
  };
  const head: Column = {
    ...{ key: 'head', header: say`head`, right: true },
    cell: (told) => mark(told, valueWords(told.row, 'head')),
  };
  return isCompared ? [base, head] : [head];
}

function write(columns: readonly Column[], all: readonly ToldRow[]): Table {
  return {
    columns: columns.map(({ cell: _, ...column }) => column),
    rows: all.map((told) => ({ tone: told.tone, cells: columns.map(({ cell }) => cell(told)) })),
  };
}

const isMoved = (told: readonly ToldRow[]) => told.some(({ row }) => row.movement !== null);

/** Writes rows for a reader with ten seconds: the SLO beside the metric, and the ratio, or the range in which it may be. */
export function tabulateNews(report: Report, told: readonly ToldRow[]): Table {
  const isCompared = isMoved(told);
  const name: Column = {
    ...{ key: 'name', header: say`` },
    cell: ({ row }) => say`${rowTitle(row)}${row.slo ? `, SLO ${limitWords(row.slo.slo)}` : ''}`,
  };
  const news: Column = {
    ...{ key: 'change', header: say`${isCompared ? 'change' : ''}`, signed: true },
    cell: ({ row, status, remarks }) => {
      if (!isCompared) return say`${row.slo ? status : ''}`;
      return say`${[...changed(row), ...remarks].join(', ') || status}`;
    },
  };
  return write([name, ...listValues(report, isCompared), news], told);
}

/** Writes the ratio of both values where a change is decided, else what it may be; nothing where nothing is known. */
function changed(row: Row): string[] {
  const { change, movement, metric } = row;
  if (change === null || movement === null) return [];
  const { value, range } = changeWords(row);
  if (change.code === 'regressed' || change.code === 'improved')
    return [range === '' ? formatChangeOf(metric, movement.value) : value];
  return range === '' ? [] : [range + (isShare(metric) ? ' points' : '')];
}

/** Writes rows with all that is known of them. Columns that would be empty are left out. */
export function tabulateAll(report: Report, told: readonly ToldRow[]): Table {
  const isCompared = isMoved(told);
  const columns: (Column | false)[] = [
    { key: 'name', header: say``, cell: (one) => mark(one, rowTitle(one.row)) },
    { key: 'status', header: say``, signed: true, cell: ({ status }) => say`${status}` },
    told.some(({ row }) => row.slo) && {
      ...{ key: 'slo', header: say`SLO` },
      cell: ({ row }) => say`${row.slo ? limitOf(row.slo) : NONE}`,
    },
    ...listValues(report, isCompared),
    isCompared && {
      ...{ key: 'change', header: say`change`, right: true },
      cell: (one) => {
        const { value, range } = changeWords(one.row);
        return say`${mark(one, value)}${range && ` (${range})`}`;
      },
    },
    told.some(({ row }) => row.earlier.length > 0) && {
      ...{ key: 'trend', header: say`trend` },
      cell: ({ row: { earlier, current } }) =>
        say`${earlier.length > 0 ? drawSparkline([...earlier, current]) : NONE}`,
    },
  ];
  return write(
    columns.filter((column) => column !== false),
    told,
  );
}
