import type { Report } from '../../handover/report.ts';
import { isShare } from '../../metrics/metric.ts';
import { formatChangeOf, NONE } from '../format/numbers.ts';
import type { ColumnKey, Table } from '../format/passages.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { drawSparkline } from '../format/sparkline.ts';
import type { Row } from '../rows/rows.ts';
import { changeWords, limitOf, type ToldRow, valueWords } from './rows.ts';
import { baseTitle, limitWords, rowTitle } from './terms.ts';

/** Earlier runs in a sparkline: more would not fit beside the rest. */
const TREND_RUNS = 12;

/** Writes the ratio of both values where a change is decided, else what it may be; null where nothing is known. */
function changed(row: Row): string[] | null {
  const { change, movement, metric } = row;
  if (change === null || movement === null) return null;
  const { value, range } = changeWords(row);
  if (change.code === 'regressed' || change.code === 'improved')
    return [range === '' ? formatChangeOf(metric, movement.value) : value];
  return range === '' ? null : [range.slice(1, -1) + (isShare(metric) ? ' points' : '')];
}

const ALL: Name[] = ['name', 'status', 'slo', 'base', 'head', 'change', 'trend'];
/** Columns of the news, for a reader with ten seconds: the SLO beside the metric, and the ratio or what it may be. */
export const NEWS: Name[] = ['limited', 'base', 'head', 'news'];

type Name = ColumnKey | 'limited' | 'news';

/** Writes rows in words. Columns that would be empty, such as those of the base on a first run, are left out. */
export function tabulate(report: Report, told: readonly ToldRow[], names: readonly Name[] = ALL): Table {
  const earlier = ({ row }: ToldRow) => row.earlier.slice(-TREND_RUNS);
  const isCompared = told.some(({ row }) => row.movement !== null);
  const emphasise = ({ tone }: ToldRow, text: string) => (tone === 'bad' ? [strong(text)] : say`${text}`);
  const all: Record<Name, Table['columns'][number] & { shown?: boolean; cell: (one: ToldRow) => Phrase }> = {
    name: { key: 'name', header: say``, cell: (one) => emphasise(one, rowTitle(one.row)) },
    limited: {
      key: 'name',
      header: say``,
      cell: ({ row }) => say`${rowTitle(row)}${row.slo ? `, SLO ${limitWords(row.slo.slo)}` : ''}`,
    },
    news: {
      key: 'change',
      header: say`${isCompared ? 'change' : ''}`,
      signed: true,
      cell: ({ row, status, remarks }) => {
        if (!isCompared) return say`${row.slo ? status : ''}`;
        return say`${[...(changed(row) ?? []), ...remarks].join(', ') || status}`;
      },
    },
    status: { key: 'status', header: say``, signed: true, cell: ({ status }) => say`${status}` },
    slo: {
      key: 'slo',
      header: say`SLO`,
      shown: told.some(({ row }) => row.slo),
      cell: ({ row }) => say`${row.slo ? limitOf(row.slo) : NONE}`,
    },
    base: {
      key: 'base',
      header: baseTitle(report),
      right: true,
      shown: isCompared,
      cell: ({ row }) => say`${row.base === null ? NONE : valueWords(row, 'base')}`,
    },
    head: {
      key: 'head',
      header: say`head`,
      right: true,
      cell: (one) => emphasise(one, valueWords(one.row, 'head')),
    },
    change: {
      key: 'change',
      header: say`change`,
      right: true,
      shown: isCompared,
      cell: ({ row, tone }) => {
        const { value, range } = changeWords(row);
        return say`${tone === 'bad' ? strong(value) : value}${range && ` ${range}`}`;
      },
    },
    trend: {
      key: 'trend',
      header: say`trend`,
      shown: told.some((one) => earlier(one).length > 0),
      cell: (one) =>
        say`${one.row.earlier.length > 0 ? drawSparkline([...earlier(one), one.row.current]) : NONE}`,
    },
  };
  const columns = names.map((key) => all[key]).filter(({ shown }) => shown !== false);
  return {
    columns: columns.map(({ key, header, right, signed }) => ({ key, header, right, signed })),
    rows: told.map((one) => ({ tone: one.tone, cells: columns.map(({ cell }) => cell(one)) })),
  };
}
