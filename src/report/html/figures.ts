import type { Slo } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import type { Arm, Slice } from '../../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { isShare, printMetric } from '../../metrics/metric.ts';
import type { RecordedStep } from '../../records/record.ts';
import { listStalled } from '../../verdict/stalls.ts';
import { type ChartOptions, drawFigure } from '../charts/drawing.ts';
import { describeLatency, plotLatency, printLevel, readDots, readLine } from '../charts/latency.ts';
import { plotMultiples } from '../charts/multiples.ts';
import { plotPairs } from '../charts/pairs.ts';
import { isNear } from '../charts/scale.ts';
import { STROKES } from '../charts/style.ts';
import { findOrigin, plotTime, tailOf, toPercent } from '../charts/time.ts';
import { plotRecords } from '../charts/trend.ts';
import { plotTrials } from '../charts/trials.ts';
import {
  formatChange,
  formatChangeOf,
  formatCount,
  formatMs,
  formatRate,
  formatShare,
  formatValue,
  NONE,
} from '../format/numbers.ts';
import { plain } from '../format/phrase.ts';
import { clean } from '../format/visible.ts';
import { gridOf } from '../rows/grid.ts';
import { pairRows, pairUpBlocks } from '../rows/pairs.ts';
import type { Row } from '../rows/rows.ts';
import { slicesOf } from '../rows/series.ts';
import { changeWords } from '../words/rows.ts';
import { statusOf } from '../words/status.ts';
import { armNames, baseName, counted, limitWords, listed, metricName, shortLabel } from '../words/terms.ts';
import { h, Markup, SIGNS, tabular } from './markup.ts';

/** Most pairs and starts that the values below a picture list. */
const MOST_VALUES = 200;
const MOST_VARIANTS = 60;

/** Picture: its title, a line about how to read it, the legend, and the values that it shows, as a table. */
type Figure = {
  title: string;
  note: string;
  description: string;
  /** Plots below each other. */
  plots: readonly ChartOptions[];
  legend?: readonly string[];
  header: readonly string[];
  values: readonly (readonly string[])[];
};

/** What is drawn of a scenario: the step of each arm, the head first, with the names of the arms. */
type Drawn = {
  report: Report;
  label: string;
  rows: readonly Row[];
  arms: { name: string; step: RecordedStep }[];
};

function nameArm({ head, base }: ReturnType<typeof armNames>, arm: Arm): string {
  return arm === 'head' ? head : plain(base);
}

/** Writes the pictures of a scenario under one load, as far as it was measured. */
export function writeFigures(report: Report, rows: readonly Row[], label: string): Markup[] {
  const names = armNames(report);
  const steps = report.record.steps.filter((step) => step.label === label);
  const arms = (['head', 'base'] as const).flatMap((arm) => {
    const step = steps.find((one) => one.arm === arm);
    const isAnswered = step !== undefined && Number.isFinite(pooledQuantile(slicesOf(step), 0.5));
    return isAnswered ? [{ name: nameArm(names, arm), step }] : [];
  });
  const drawn = { report, label, rows, arms };
  const figures = [
    ...(arms.length > 0 ? [drawCurves(drawn)] : []),
    ...drawPairs(drawn),
    ...(arms.length > 0 ? [drawTimeAxis(drawn)] : []),
    ...(arms.length > 0 ? drawEarlier(drawn) : []),
    ...drawTrials(drawn),
  ];
  return figures.map(writeFigure);
}

/** Writes the variants of each scenario as small pictures on one scale. Nothing without variants. */
export function writeVariants(report: Report, rows: readonly Row[]): Markup | null {
  const grid = gridOf(report, rows);
  if (grid === null) return null;
  const names = armNames(report);
  const steps = new Map(report.record.steps.map((step) => [`${step.arm} ${step.label}`, step]));
  const figures = grid.scenarios.flatMap(({ name, metric, cells }): Figure[] => {
    const shown = cells.flatMap((cell, i) => {
      const lines = (['head', 'base'] as const).flatMap((arm) => {
        const step = steps.get(`${arm} ${cell.label}`);
        return step ? [readLine(nameArm(names, arm), step)] : [];
      });
      const sign = cell.worst ? SIGNS[statusOf(cell.worst, baseName(report)).tone] : '';
      const title = `${sign} ${Object.values(grid.variants[i]!).map(clean).join(', ')}`;
      return lines.length > 0 ? [{ ...cell, title, lines, slo: cell.shown?.slo?.slo }] : [];
    });
    if (shown.length === 0) return [];
    const what = metric === null ? '' : metricName(metric);
    return [
      {
        title: shortLabel(name),
        note: `Latency from the minimum to p99 by ${listed(Object.keys(grid.variants[0]!))}, on one scale.`,
        description: `${shortLabel(name)} in ${counted(shown.length, 'variant')}`,
        plots: [plotMultiples(shown.slice(0, MOST_VARIANTS))],
        legend: shown[0]!.lines.map((line) => line.name),
        header: [Object.keys(grid.variants[0]!).join(', '), what, 'change', 'result'],
        values: shown.map(({ title, shown: row, worst }) => [
          title,
          row === null ? NONE : formatValue(row.metric, row.head),
          row === null ? NONE : changeWords(row).value,
          worst === null ? NONE : statusOf(worst, baseName(report)).words,
        ]),
      },
    ];
  });
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, counted(grid.variants.length, 'variant')),
    h('div', { class: 'figures' }, ...figures.map(writeFigure)),
  );
}

function writeFigure({ title, note, description, plots, legend = [], header, values }: Figure): Markup {
  const rows = values.slice(0, MOST_VALUES);
  return h(
    'figure',
    {},
    h('figcaption', {}, h('b', {}, title), h('span', {}, note)),
    legend.length === 0 ? null : h('p', { class: 'legend' }, ...legend.map(writeKey)),
    ...plots.map((options) => new Markup(drawFigure(title, description, options))),
    h('details', {}, h('summary', {}, 'Values'), tabular({ style: 'values' }, header, rows)),
  );
}

/** Writes a line of the legend, with the stroke that it names. */
function writeKey(name: string, stroke: number): Markup {
  const { light, dashes } = STROKES[stroke]!;
  const line = {
    x1: 0,
    x2: 26,
    y1: 6,
    y2: 6,
    stroke: light,
    'stroke-width': 2.5,
    'stroke-dasharray': dashes || null,
  };
  return h(
    'span',
    {},
    h(
      'svg',
      { width: 26, height: 12, 'aria-hidden': 'true' },
      h('line', { ...line, class: `line-${stroke}` }),
    ),
    name,
  );
}

function drawCurves({ rows, arms, label }: Drawn): Figure {
  const lines = arms.map(({ name, step }) => readLine(name, step));
  const slos = slosOf(rows);
  const dots = lines.map(({ slices }) => readDots(slices));
  const highest = Math.max(
    ...dots
      .flat()
      .map(({ ms }) => ms)
      .filter(Number.isFinite),
  );
  const above = slos.filter(
    ({ limit, metric }) =>
      metric.kind === 'percentile' && limit.kind === 'absolute' && !isNear(limit.value, highest),
  );
  const far =
    above.length > 0
      ? ` The limit ${listed(above.map((slo) => `${metricName(slo.metric)} ${limitWords(slo)}`))} is far above.`
      : '';
  const title = `Latency by percentile`;
  return {
    title,
    note: `${alonePhrase(arms)}.${far}`,
    description: describeLatency(`${shortLabel(label)}: ${title}`, lines),
    plots: [plotLatency(lines, slos, true)],
    legend: arms.map(({ name }) => name),
    header: ['', ...arms.map(({ name }) => name).reverse(), ...(arms.length > 1 ? ['change'] : [])],
    values: dots[0]!.map(({ x, ms }, i) => {
      const before = dots[1]?.[i]?.ms;
      const change = before === undefined ? NONE : formatChange(ms / before - 1);
      return [
        `p${printLevel(x)}`,
        ...(arms.length > 1 ? [before === undefined ? NONE : formatMs(before)] : []),
        formatMs(ms),
        ...(arms.length > 1 ? [change] : []),
      ];
    }),
  };
}

/** Says of which stretches the curves are. */
function alonePhrase(arms: Drawn['arms']): string {
  const slices = arms.flatMap(({ step }) => slicesOf(step));
  const requests = slices.reduce((sum, slice) => sum + attempts(slice), 0);
  const how = slices.some(({ alternating }) => alternating)
    ? 'in turns'
    : arms.length > 1
      ? 'each alone under the whole load'
      : 'under the whole load';
  return `${formatCount(requests)} requests, ${how}`;
}

/** Draws the changes pair by pair; those of shares have an axis of their own, and are drawn where there are any. */
function drawPairs({ report, rows }: Drawn): Figure[] {
  const all = pairRows(report, rows);
  const paired = all.filter(
    ({ metric, pairs }) => !isShare(metric) || pairs.some(({ change }) => change !== 0),
  );
  if (paired.length === 0) return [];
  const plots = [false, true].map((of) => paired.filter(({ metric }) => isShare(metric) === of));
  const blocks = [...new Set(paired.flatMap(({ pairs }) => pairs.map(({ block }) => block)))].sort(
    (a, b) => a - b,
  );
  const byBlock = paired.map(({ pairs }) => new Map(pairs.map(({ block, change }) => [block, change])));
  const shallow = paired.filter(
    ({ metric, deepest }) => metric.kind === 'percentile' && metric.percent / 100 > deepest,
  );
  const read =
    shallow.length > 0
      ? ` A pair has few requests: ${listed(shallow.map(({ metric }) => metricName(metric)))} at p${(100 * shallow[0]!.deepest).toFixed(1)}.`
      : '';
  const described = paired.map(({ metric, pairs, movement }) => {
    const above = pairs.filter(({ change }) => change > 0).length;
    const change = movement === null ? 'not known' : formatChangeOf(metric, movement.value);
    return `${metricName(metric)}: ${above} of ${pairs.length} pairs above 0, change ${change}`;
  });
  return [
    {
      title: 'Each pair of fresh starts',
      note: `A dot for each of ${counted(blocks.length, 'pair')}; green: the tolerance; diamond: the change, with its interval.${read}`,
      description: described.join('; '),
      plots: plots.filter((own) => own.length > 0).map(plotPairs),
      header: ['pair', ...paired.map(({ metric }) => metricName(metric))],
      values: blocks.map((block) => [
        String(block + 1),
        ...paired.map(({ metric }, i) => {
          const change = byBlock[i]!.get(block);
          return change === undefined ? NONE : formatChangeOf(metric, change);
        }),
      ]),
    },
  ];
}

function drawTimeAxis({ report, rows, arms, label }: Drawn): Figure {
  const slos = slosOf(rows);
  const tail = tailOf(slos);
  const name = `p${toPercent(tail)}`;
  const { base, head } = listStalled(pairUpBlocks(report.record, label, 'all').map(({ slices }) => slices));
  const stalled = new Set<Slice>([...base, ...head]);
  const steps = arms.map(({ step }) => step);
  const discarded = steps.reduce((sum, step) => sum + (step.discarded?.length ?? 0), 0);
  const parts = [
    `A stroke from p50 to ${name} for each slice of the load`,
    ...(discarded > 0 ? [`grey: ${counted(discarded, 'stretch', 'stretches')} discarded`] : []),
    ...(stalled.size > 0 ? [`triangle: ${counted(stalled.size, 'slice')} that stalled`] : []),
    ...(steps.some(({ soak }) => soak) ? ['soak: the last start under load without a pause'] : []),
  ];
  const blocks = [...new Set(steps.flatMap(({ instances }) => instances.map(({ block }) => block ?? 0)))];
  return {
    title: 'Over the time of the run',
    note: `${parts.join('; ')}.`,
    description: `${shortLabel(label)}: ${arms.map((arm) => `${arm.name} in ${counted(arm.step.instances.length, 'start')}`).join(', ')}. ${parts.join('; ')}.`,
    plots: [
      plotTime(
        arms.map((arm) => ({ ...arm, stalled })),
        tail,
        findOrigin(report.record.steps),
        slos.find(
          ({ metric }) => metric.kind === 'percentile' && Math.abs(metric.percent / 100 - tail) < 1e-9,
        ),
      ),
    ],
    legend: arms.map((arm) => arm.name),
    header: ['start', ...arms.flatMap((arm) => [`${arm.name} p50`, `${arm.name} ${name}`])],
    values: blocks.map((block, i) => [
      String(block + 1),
      ...arms.flatMap(({ step }) => {
        const slices =
          (step.instances.find((one) => (one.block ?? i) === block) ?? step.instances[i])?.slices ?? [];
        return [0.5, tail].map((level) => formatMs(pooledQuantile(slices, level)));
      }),
    ]),
  };
}

/** Draws p50 and the tail through the earlier runs that measured the same. */
function drawEarlier({ report, rows, label, arms }: Drawn): Figure[] {
  const records = [...report.history, report.record];
  const slos = slosOf(rows);
  const percent = toPercent(tailOf(slos));
  const metrics = [...new Set([50, percent])].map((each) => ({ kind: 'percentile', percent: each }) as const);
  const { digest } = arms[0]!.step;
  const alike = records.filter(({ steps }) =>
    steps.some((step) => step.label === label && step.digest === digest),
  );
  if (alike.length < 2) return [];
  const slo = slos.find(({ metric }) => metric.kind === 'percentile' && metric.percent === percent);
  const values = alike.map(({ commit, recordedAt, steps }) => {
    const slices = slicesOf(steps.find((step) => step.label === label && step.arm === 'head') ?? steps[0]!);
    return [
      commit?.slice(0, 7) ?? NONE,
      recordedAt.slice(0, 10),
      ...metrics.map((metric) => formatMs(pooledQuantile(slices, metric.percent / 100))),
    ];
  });
  return [
    {
      title: `Through ${counted(alike.length, 'run')}`,
      note: `Earlier runs of ${report.baseBranch}, and this one at the right.`,
      description: `From ${values[0]!.slice(2).join(' and ')} to ${values.at(-1)!.slice(2).join(' and ')}`,
      plots: [
        plotRecords(
          metrics.map((metric) => ({ name: printMetric(metric), label, metric })),
          alike,
          slo,
          5,
        ),
      ],
      legend: metrics.map(printMetric),
      header: ['commit', 'day', ...metrics.map(printMetric)],
      values,
    },
  ];
}

function drawTrials({ report, label }: Drawn): Figure[] {
  const names = armNames(report);
  const searched = (['head', 'base'] as const).flatMap((arm) => {
    const measured = report.record.capacities?.find((one) => one.label === label && one.arm === arm);
    const name = nameArm(names, arm);
    return measured?.blocks.some(({ trials }) => trials.length > 0) ? [{ name, measured }] : [];
  });
  if (searched.length === 0) return [];
  const trials = searched.flatMap(({ name, measured }) =>
    measured.blocks.flatMap(({ block, trials: own }) => own.map((trial) => ({ name, block, ...trial }))),
  );
  return [
    {
      title: 'Trials of the search',
      note: `${counted(trials.length, 'trial')} at one rate each; line and band: the capacity and its interval.`,
      description: `${trials.filter(({ met }) => met).length} of ${trials.length} trials met the SLO`,
      plots: [plotTrials(searched)],
      legend: searched.map(({ name }) => name),
      header: ['arm', 'start', 'rate', 'latency', 'errors', 'result'],
      values: trials.map(({ name, block, rate, value, errors, met }) => [
        name,
        String(block + 1),
        formatRate(rate),
        formatMs(value),
        formatShare(errors),
        met ? 'met' : 'not met',
      ]),
    },
  ];
}

function slosOf(rows: readonly Row[]): Slo[] {
  return rows.flatMap(({ slo }) => (slo ? [slo.slo] : []));
}
