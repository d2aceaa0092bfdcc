import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { RunRecord } from '../../records/record.ts';
import { formatTime, formatValue } from '../format/numbers.ts';
import { shortCommit } from '../words/terms.ts';
import type { Drawing } from './drawing.ts';
import { chooseMetricScale, drawAxis, drawLimit, isNear } from './scale.ts';
import { fillOf, strokeOf } from './style.ts';

/** What identifies a run. */
type HistoryRun = Pick<RunRecord, 'commit' | 'recordedAt'>;
/** `x`: index of the run, from 0. `group`: a line joins only values of the same group. */
export type HistoryPoint = { x: number; value: number; group?: string };
/** A metric over several runs. A value is infinite if the percentile falls among failures. */
type HistoryLine = { name: string; points: readonly HistoryPoint[] };

type ChartedHistory = {
  title: string;
  runs: readonly HistoryRun[];
  /** Metric on the axis. */
  metric: Metric;
  lines: readonly HistoryLine[];
  slo?: Slo;
  /** Change points: the first run at each new level. */
  steps?: readonly { x: number; change: number; title: string }[];
  /** Runs from which on nothing is comparable with earlier ones. */
  breaks?: readonly { x: number; title: string }[];
};

/** Commits that fit below the axis. */
const MOST_TICKS = 5;

/** Lays out metrics over runs, oldest first, with the SLO limit if there is room. */
export function plotHistory(history: ChartedHistory): Drawing {
  const { title, runs, metric, lines, slo, steps = [], breaks = [] } = history;
  const points = lines.flatMap((line) => line.points);
  const isKnown = ({ value }: HistoryPoint) => Number.isFinite(value);
  const finite = points.filter(isKnown).map(({ value }) => value);
  const value = slo?.limit.kind === 'absolute' ? slo.limit.value : Number.POSITIVE_INFINITY;
  const limits = slo && isNear(value, Math.max(0, ...finite)) ? [{ slo, value }] : [];
  const axis = chooseMetricScale(metric, [...finite, ...limits.map((limit) => limit.value)]);
  const last = runs.length - 1;
  const every = Math.ceil(runs.length / MOST_TICKS);
  // The newest run always has its commit below it.
  const ticks = runs.map((_, x) => x).filter((x) => (last - x) % every === 0);
  const y = (point: HistoryPoint) => point.value * axis.factor;
  const tell = (point: HistoryPoint) =>
    `${formatValue(metric, point.value)} at ${nameRun(runs[point.x]!).replace('\n', ', ')}`;
  const plot = {
    height: 180,
    // Two lines below the axis; half of the newest label extends beyond its tick.
    ...{ marginBottom: 44, marginRight: 36 },
    x: { domain: [-0.5, last + 0.5], label: null, axis: null },
    y: axis.scale,
    yLabel: axis.unit,
    marks: [
      ...drawAxis(axis),
      Plot.axisX(ticks, { tickFormat: (x: number) => nameRun(runs[x]!), tickSize: 4 }),
      Plot.ruleX(breaks, {
        ...{ x: ({ x }) => x - 0.5, title: 'title', className: 'break', strokeDasharray: '2 3' },
        ...{ stroke: 'currentColor', strokeOpacity: Math.min(0.55, 3 / breaks.length) },
      }),
      ...limits.flatMap((limit) => drawLimit(limit.slo, limit.value * axis.factor, last + 0.5)),
      ...lines.flatMap((line, i) => {
        const known = line.points.filter(isKnown);
        return [
          Plot.lineY(known, { x: 'x', y, z: 'group', ...strokeOf(i, 1.5) }),
          Plot.dot(known, { x: 'x', y, r: 2.2, title: tell, ...fillOf(i) }),
        ];
      }),
      Plot.dot(
        points.filter((point) => !isKnown(point)),
        { x: 'x', frameAnchor: 'top', symbol: 'times', r: 4, stroke: 'currentColor', title: tell },
      ),
      ...[true, false].flatMap((isUp) => {
        const own = steps.filter(({ change }) => change > 0 === isUp);
        const [at, i] = [({ x }: { x: number }) => x - 0.5, isUp ? 1 : 2];
        const triangle = { symbol: 'triangle', rotate: isUp ? 0 : 180, r: 4.5, frameAnchor: 'top', dy: -5 };
        const look = { x: at, title: 'title', ...triangle, ...fillOf(i), className: `dot-${i} step` };
        return [
          Plot.ruleX(own, { x: at, ...strokeOf(i, 1.2), strokeDasharray: undefined }),
          Plot.dot(own, look as never),
        ];
      }),
    ],
  };
  return { title, legend: lines.length > 1 ? lines.map(({ name }) => name) : [], plot };
}

/** Names a run by its commit and its day (UTC), on two lines. */
export function nameRun({ commit, recordedAt }: HistoryRun): string {
  const name = /^[0-9a-f]{7,}$/.test(commit ?? '') ? shortCommit(commit) : 'no commit';
  return `${name}\n${formatTime(recordedAt).slice(0, 10)}`;
}
