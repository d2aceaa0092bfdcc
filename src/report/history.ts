import pc from 'picocolors';
import type { Metric } from '../metrics/metric.ts';
import { findHeadCapacity, findHeadStep, type RunRecord } from '../records/record.ts';
import { formatCount, formatValue, NONE } from './format/numbers.ts';
import { drawSparkline } from './format/sparkline.ts';
import { alignTable, type TextCell } from './format/text-table.ts';
import { clean, cut } from './format/visible.ts';
import { seriesOf } from './rows/series.ts';
import { counted, metricName, rangeWords, shortCommit, shortLabel } from './words/terms.ts';

const METRICS: Metric[] = [
  { kind: 'percentile', percent: 50 },
  { kind: 'percentile', percent: 99 },
];
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
  const labels = [
    ...new Set(runs.toReversed().flatMap((run) => run.steps.map((scenario) => scenario.label))),
  ];
  const room = Math.max(5, Math.min(TREND, width - 60));
  const searched = [
    ...new Set(runs.toReversed().flatMap(({ capacities = [] }) => capacities.map(({ label }) => label))),
  ];
  const rows = [
    ...labels.flatMap((label) => METRICS.map((metric) => metricRow(runs, label, metric, room))),
    ...searched.map((label) => metricRow(runs, label, { kind: 'capacity' }, room)),
  ];
  const table = alignTable(
    [
      { header: 'scenario', right: false },
      { header: '', right: false },
      { header: 'last', right: true },
      { header: 'least … most', right: true },
      { header: 'trend', right: false },
      { header: 'runs', right: true },
    ],
    rows,
    paint.dim,
  );
  const newest = runs.slice(-LISTED).reverse();
  const list = alignTable(
    ['commit', 'branch', 'committed', 'machine', 'k6'].map((header) => ({ header, right: false })),
    newest.map(runRow),
    paint.dim,
  );
  const more = runs.length > newest.length ? `, the newest ${newest.length}` : '';
  return `${[...table, '', paint.bold(`${counted(runs.length, 'run')}${more}`), ...list].join('\n')}`;
}

function metricRow(runs: readonly RunRecord[], label: string, metric: Metric, room: number): TextCell[] {
  const find = metric.kind === 'capacity' ? findHeadCapacity : findHeadStep;
  const record = runs.findLast((run) => find(run, label))!;
  const values = seriesOf({ record }, label, metric, runs);
  const show = (value: number | undefined) => (value === undefined ? NONE : formatValue(metric, value));
  const span = values.length === 0 ? NONE : rangeWords(metric, Math.min(...values), Math.max(...values));
  const texts = [
    clean(shortLabel(label)),
    metricName(metric),
    show(values.at(-1)),
    span,
    drawSparkline(values.slice(-room)),
    formatCount(values.length),
  ];
  return texts.map((text) => ({ text }));
}

function runRow(run: RunRecord): TextCell[] {
  const { cpuModel, cores, k6 } = run.environment;
  const texts = [
    `${shortCommit(run.commit) ?? NONE}${run.dirty ? ' +changes' : ''}`,
    cut(run.branch ?? NONE, 24),
    timeOf(run).slice(0, 16).replace('T', ' '),
    `${cut(cpuModel, 32)} × ${cores}`,
    cut(k6, 16),
  ];
  return texts.map((text) => ({ text: clean(text) }));
}

/** Writes the time in UTC, so that times of different zones can be compared. */
function timeOf(run: RunRecord): string {
  const time = Date.parse(run.commitTime ?? run.recordedAt);
  return Number.isNaN(time) ? run.recordedAt : new Date(time).toISOString();
}
