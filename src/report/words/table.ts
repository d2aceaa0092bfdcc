import type { Report } from '../../handover/report.ts';
import { formatChangeOf, NEVER, NONE } from '../format/numbers.ts';
import type { Table } from '../format/passages.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { drawSparkline } from '../format/sparkline.ts';
import { changeWords, limitOf, type ToldRow, valueWords } from './rows.ts';
import { baseTitle, rowTitle } from './terms.ts';

type Column = Table['columns'][number] & { cell: (told: ToldRow) => Phrase };

/** Emphasises what is worse. */
const mark = ({ tone }: ToldRow, text: string) => (tone === 'bad' ? [strong(text)] : say`${text}`);

/**
 * Writes rows: the SLO beside the metric, the values, the change. The visible table shows a decided change as a figure,
 * otherwise its range; the whole table shows both, with the status and the trend. Empty columns are left out.
 */
export function tabulate(report: Report, told: readonly ToldRow[], isWhole: boolean): Table {
  const isCompared = told.some(({ row }) => row.movement !== null);
  const columns: (Column | false)[] = [
    {
      ...{ key: 'name', header: say`` },
      cell: ({ row }) => say`${rowTitle(row)}${row.slo ? `, SLO ${limitOf(row.slo)}` : ''}`,
    },
    isCompared && {
      ...{ key: 'base', header: baseTitle(report), right: true },
      cell: ({ row }) => say`${row.base === null ? NONE : valueWords(row, 'base')}`,
    },
    { key: 'head', header: say`head`, right: true, cell: (one) => mark(one, valueWords(one.row, 'head')) },
    {
      ...{ key: 'change', header: say`${isCompared ? 'change' : ''}`, signed: true },
      cell: (one) => say`${isCompared ? changed(one, isWhole) : isWhole || one.row.slo ? one.status : ''}`,
    },
    isWhole &&
      told.some(({ row }) => row.earlier.length > 0) && {
        ...{ key: 'trend', header: say`trend` },
        cell: ({ row: { earlier, current } }) =>
          say`${earlier.length > 0 ? drawSparkline([...earlier, current]) : NONE}`,
      },
  ];
  const shown = columns.filter((column) => column !== false);
  return {
    columns: shown.map(({ cell: _, ...column }) => column),
    rows: told.map((one) => ({ tone: one.tone, cells: shown.map(({ cell }) => cell(one)) })),
  };
}

/** Writes the change, and what it does not express by itself. Unknown parts are left out. */
function changed({ row, status, remarks }: ToldRow, isWhole: boolean): string {
  const { metric, change, movement } = row;
  const { value, range } = changeWords(row);
  const isDecided = change?.code === 'regressed' || change?.code === 'improved';
  const both = value === NONE ? [] : [`${value}${range && ` (${range})`}`];
  if (isWhole) return [...both, status].join(', ');
  const figure = range === '' && movement ? formatChangeOf(metric, movement.value) : value;
  const size = figure !== NEVER ? figure : row.base === 0 ? 'from 0' : 'failures';
  const known = isDecided && movement ? [size] : range === '' ? [] : [range];
  return [...known, ...remarks].join(', ') || status;
}
