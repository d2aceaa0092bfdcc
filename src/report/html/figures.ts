import type { Report } from '../../handover/report.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { isShare, printMetric } from '../../metrics/metric.ts';
import { listStalled } from '../../verdict/stalls.ts';
import { describeLatency, plotLatency, printLevel, readDots, readLine } from '../charts/latency.ts';
import { plotPairs } from '../charts/pairs.ts';
import { highestOf, isNear } from '../charts/scale.ts';
import { findOrigin, plotTime } from '../charts/time.ts';
import { plotRecords } from '../charts/trend.ts';
import { plotTrials } from '../charts/trials.ts';
import {
  formatChange,
  formatChangeOf,
  formatCount,
  formatMs,
  formatRate,
  formatShare,
  NONE,
} from '../format/numbers.ts';
import { pairRows, pairUpBlocks } from '../rows/pairs.ts';
import type { Row } from '../rows/rows.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';
import { armNames, counted, limitWords, listed, metricName, shortLabel, startName } from '../words/terms.ts';
import { drawFlameGraph } from './flame.ts';
import type { Markup } from './markup.ts';
import { type Drawn, nameArm, slosOf, type TitledPicture, writeFigure } from './picture.ts';

/** Most flame graphs of a scenario: of processor time, and of what is allocated. */
const MOST_GRAPHS = 2;

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
    ...(report.verdict.flameGraphs ?? [])
      .filter((graph) => graph.label === label)
      .slice(0, MOST_GRAPHS)
      .map(drawFlameGraph),
  ];
  return figures.map(writeFigure);
}

function drawCurves({ rows, arms, label }: Drawn): TitledPicture {
  const lines = arms.map(({ name, step }) => readLine(name, step));
  const slos = slosOf(rows);
  const dots = lines.map(({ slices }) => readDots(slices));
  const highest = highestOf(dots.flat().map(({ ms }) => ms));
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
function drawPairs({ report, rows }: Drawn): TitledPicture[] {
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
      ? ` A pair has few requests: ${listed(shallow.map(({ metric, where }) => metricName(metric, where)))} at p${(100 * shallow[0]!.deepest).toFixed(1)}.`
      : '';
  const described = paired.map(({ metric, where, pairs, movement }) => {
    const above = pairs.filter(({ change }) => change > 0).length;
    const change = movement === null ? 'not known' : formatChangeOf(metric, movement.value);
    return `${metricName(metric, where)}: ${above} of ${pairs.length} pairs above 0, change ${change}`;
  });
  return [
    {
      title: `Each pair of ${startName(report)}s`,
      note: `A dot for each of ${counted(blocks.length, 'pair')}; green: the tolerance; diamond: the change, with its interval.${read}`,
      description: described.join('; '),
      plots: plots.filter((own) => own.length > 0).map(plotPairs),
      header: ['pair', ...paired.map(({ metric, where }) => metricName(metric, where))],
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

function drawTimeAxis({ report, rows, arms, label }: Drawn): TitledPicture {
  const slo = findFarthest(slosOf(rows));
  const percent = slo?.metric.percent ?? 99;
  const name = `p${percent}`;
  const { base, head } = listStalled(pairUpBlocks(report.record, label, 'all').map(({ slices }) => slices));
  const stalled = new Set<Slice>([...base, ...head]);
  const steps = arms.map(({ step }) => step);
  const discarded = steps.reduce((sum, step) => sum + (step.discarded?.length ?? 0), 0);
  const parts = [
    `A stroke from p50 to ${name} for each slice of the load`,
    ...(discarded > 0 ? [`grey: ${counted(discarded, 'stretch', 'stretches')} discarded`] : []),
    ...(stalled.size > 0 ? [`triangle: ${counted(stalled.size, 'slice')} that stalled`] : []),
    ...(steps.some(({ soak }) => soak)
      ? [`soak: the last ${startName(report)} under load without a pause`]
      : []),
  ];
  const blocks = [...new Set(steps.flatMap(({ instances }) => instances.map(({ block }) => block ?? 0)))];
  return {
    title: 'Over the time of the run',
    note: `${parts.join('; ')}.`,
    description: `${shortLabel(label)}: ${arms.map((arm) => `${arm.name} in ${counted(arm.step.instances.length, startName(report))}`).join(', ')}. ${parts.join('; ')}.`,
    plots: [
      plotTime(
        arms.map((arm) => ({ ...arm, stalled })),
        percent,
        findOrigin(report.record.steps),
        slo,
      ),
    ],
    legend: arms.map((arm) => arm.name),
    header: ['start', ...arms.flatMap((arm) => [`${arm.name} p50`, `${arm.name} ${name}`])],
    values: blocks.map((block, i) => [
      String(block + 1),
      ...arms.flatMap(({ step }) => {
        const slices =
          (step.instances.find((one) => (one.block ?? i) === block) ?? step.instances[i])?.slices ?? [];
        return [0.5, percent / 100].map((level) => formatMs(pooledQuantile(slices, level)));
      }),
    ]),
  };
}

/** Draws p50 and the tail through the earlier runs that measured the same. */
function drawEarlier({ report, rows, label, arms }: Drawn): TitledPicture[] {
  const records = [...report.history, report.record];
  const slo = findFarthest(slosOf(rows));
  const metrics = [...new Set([50, slo?.metric.percent ?? 99])].map(
    (each) => ({ kind: 'percentile', percent: each }) as const,
  );
  const { digest } = arms[0]!.step;
  const alike = records.filter(({ steps }) =>
    steps.some((step) => step.label === label && step.digest === digest),
  );
  if (alike.length < 2) return [];
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

/** Draws the trials of a search. Nothing without one. */
function drawTrials({ report, label }: Drawn): TitledPicture[] {
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
