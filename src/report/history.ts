import pc from 'picocolors';
import { type Metric, percentile } from '../metrics/metric.ts';
import { findHeadCapacity, findHeadStep, type RunRecord } from '../records/record.ts';
import { formatCount, formatValue, NONE } from './format/numbers.ts';
import { drawSparkline } from './format/sparkline.ts';
import { alignTable } from './format/text-table.ts';
import { clean, cut } from './format/visible.ts';
import { seriesOf } from './rows/series.ts';
import { counted, metricName, rangeWords, shortCommit, shortLabel } from './words/terms.ts';

/** Numbers of values in a sparkline, and of runs in the list. */
const TREND = 20;
const LISTED = 10;

/**
 * Renders stored runs for a terminal: a row per scenario and percentile (of the runs that measured the same load and
 * request as the newest one), then the newest runs. Records may come in any order; they are sorted by time of commit.
 */
export function renderHistory(
  records: readonly RunRecord[],
  { color, width }: { color: boolean; width: number },
): string {
  if (records.length === 0) return 'No runs are stored yet. `tailgate run --record` stores one.';
  const paint = pc.createColors(color);
  const runs = [...records].sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
  const room = Math.max(5, Math.min(TREND, width - 60));
  const labelsOf = (list: (run: RunRecord) => readonly { label: string }[]) => [
    ...new Set(runs.toReversed().flatMap((run) => list(run).map(({ label }) => label))),
  ];
  const percentiles = [50, 99].map(percentile);
  const rows = [
    ...labelsOf(({ steps }) => steps).flatMap((label) => percentiles.map((metric) => ({ label, metric }))),
    ...labelsOf(({ capacities = [] }) => capacities).map((label) => ({
      label,
      metric: { kind: 'capacity' } as const,
    })),
  ].map(({ label, metric }) => metricRow(runs, label, metric, room));
  const newest = runs.slice(-LISTED).reverse();
  const write = (header: readonly string[], right: readonly string[], lines: readonly string[][]) =>
    alignTable(
      header.map((name) => ({ header: name, right: right.includes(name) })),
      lines.map((cells) => cells.map((text) => ({ text: clean(text) }))),
      paint.dim,
    );
  const more = runs.length > newest.length ? `, the newest ${newest.length}` : '';
  return [
    ...write(
      ['scenario', '', 'last', 'least … most', 'trend', 'runs'],
      ['last', 'least … most', 'runs'],
      rows,
    ),
    '',
    paint.bold(`${counted(runs.length, 'run')}${more}`),
    ...write(['commit', 'branch', 'committed', 'machine', 'k6'], [], newest.map(runRow)),
  ].join('\n');
}

function metricRow(runs: readonly RunRecord[], label: string, metric: Metric, room: number): string[] {
  const find = metric.kind === 'capacity' ? findHeadCapacity : findHeadStep;
  const record = runs.findLast((run) => find(run, label))!;
  const values = seriesOf({ record }, label, metric, runs);
  const last = values.at(-1);
  return [
    shortLabel(label),
    metricName(metric),
    last === undefined ? NONE : formatValue(metric, last),
    last === undefined ? NONE : rangeWords(metric, Math.min(...values), Math.max(...values)),
    drawSparkline(values.slice(-room)),
    formatCount(values.length),
  ];
}

function runRow(run: RunRecord): string[] {
  const { cpuModel, cores, k6 } = run.environment;
  return [
    `${shortCommit(run.commit) ?? NONE}${run.dirty ? ' +changes' : ''}`,
    cut(run.branch ?? NONE, 24),
    timeOf(run).slice(0, 16).replace('T', ' '),
    `${cut(cpuModel, 32)} × ${cores}`,
    cut(k6, 16),
  ];
}

/** Writes the time in UTC, so that times of different zones can be compared. */
function timeOf(run: RunRecord): string {
  const time = Date.parse(run.commitTime ?? run.recordedAt);
  return Number.isNaN(time) ? run.recordedAt : new Date(time).toISOString();
}
