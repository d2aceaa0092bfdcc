import pc from 'picocolors';
import { type Metric, percentile } from '../metrics/metric.ts';
import { findCapacity, findStep, type RunRecord } from '../records/record.ts';
import { orderRecords } from '../records/selection.ts';
import { CAPACITY } from '../verdict/capacity.ts';
import { formatCount, formatTime, formatValue, NONE } from './format/numbers.ts';
import { drawSparkline } from './format/sparkline.ts';
import { alignTable } from './format/text-table.ts';
import { clean, cut } from './format/visible.ts';
import { seriesOf } from './rows/series.ts';
import { counted, metricName, rangeWords, shortCommit, shortLabel } from './words/terms.ts';

/** Values in a sparkline. */
const TREND = 20;

/**
 * Renders stored runs for a terminal: a row per scenario and percentile (for the runs that measured the same load and
 * request as the newest one), then the newest run. Records may come in any order; they are sorted by commit time.
 */
export function renderHistory(
  records: readonly RunRecord[],
  { color, width }: { color: boolean; width: number },
): string {
  const runs = [...records].sort(orderRecords);
  const newest = runs.at(-1);
  if (newest === undefined) return 'No runs are recorded yet. `tailgate run --record` records one.';
  const room = Math.max(5, Math.min(TREND, width - 60));
  const labelsOf = (list: (run: RunRecord) => readonly { label: string }[]) => [
    ...new Set(runs.toReversed().flatMap((run) => list(run).map(({ label }) => label))),
  ];
  const rows = [
    ...labelsOf(({ steps }) => steps).flatMap((label) =>
      [50, 99].map((percent) => metricRow(runs, label, percentile(percent), room)),
    ),
    ...labelsOf(({ capacities = [] }) => capacities).map((label) => metricRow(runs, label, CAPACITY, room)),
  ];
  const columns = ['scenario', '', 'last', 'least … most', 'trend', 'runs'].map((header) => ({
    header,
    right: ['last', 'least … most', 'runs'].includes(header),
  }));
  const cells = rows.map((row) => row.map((text) => ({ text: clean(text) })));
  const { cpuModel, cores, k6 } = newest.environment;
  const commit = `${shortCommit(newest.commit) ?? 'no commit'}${newest.dirty ? ' with uncommitted changes' : ''}`;
  const time = formatTime(newest.commitTime ?? newest.recordedAt);
  const where = `${cut(newest.branch ?? 'no branch', 40)}, ${time}, ${cut(cpuModel, 40)} × ${cores}, k6 ${cut(k6, 16)}`;
  const last = clean(`${counted(runs.length, 'run')}; the newest: ${commit}, ${where}`);
  return [...alignTable(columns, cells, pc.createColors(color).dim), '', last].join('\n');
}

function metricRow(runs: readonly RunRecord[], label: string, metric: Metric, room: number): string[] {
  const find = metric.kind === 'capacity' ? findCapacity : findStep;
  const record = runs.findLast((run) => find(run, label))!;
  const values = seriesOf({ record }, label, metric, runs);
  const last = values.at(-1) ?? Number.NaN;
  const range = values.length > 0 ? rangeWords(metric, Math.min(...values), Math.max(...values)) : NONE;
  return [
    ...[shortLabel(label), metricName(metric), formatValue(metric, last), range],
    ...[drawSparkline(values.slice(-room)), formatCount(values.length)],
  ];
}
