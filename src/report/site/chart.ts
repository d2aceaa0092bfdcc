import * as Plot from '@observablehq/plot';
import { isShare, type Metric, unitOf } from '../../metrics/metric.ts';
import { drawFigure, showName } from '../charts/drawing.ts';
import { chooseScale, drawAxis, drawLimit, findLimit, type LatencyScale } from '../charts/scale.ts';
import { fillOf, strokeOf } from '../charts/style.ts';
import { formatChangeOf, formatValue } from '../format/numbers.ts';
import { counted, metricName, shortCommit } from '../words/terms.ts';
import type { Panel, StepUp, Track } from './tracks.ts';

/** How a history is drawn. `linkTo`: address of a run's page; absent: points are not links, and few have a dot. */
export type HistoryStyle = { width: number; height: number; linkTo?: (page: string) => string };

/** Most points that have a dot in a small picture. */
const MOST_DOTS = 60;
/** Width (px) that a date takes on the axis. */
const DATE = 88;
/** Breaks that are drawn in full; more of them would hide the line. */
const FEW_BREAKS = 12;

/**
 * Draws one metric through the runs of a track, oldest first: a line for each kind of machine and load, the limit of the
 * SLO where there is room, a triangle with a line at each change point, a dashed line where machine or load changed.
 */
export function drawHistory(track: Track, panel: Panel, { width, height, linkTo }: HistoryStyle): string {
  const { runs, breaks, declared } = track;
  const { metric, points, steps, slo } = panel;
  const finite = points.filter(({ value }) => Number.isFinite(value));
  const highest = Math.max(0, ...finite.map(({ value }) => value));
  const limit = findLimit(slo, highest);
  const axis = chooseAxis(metric, [...finite.map(({ value }) => value), ...(limit === null ? [] : [limit])]);
  const { factor, scale, unit } = axis;
  const [, top] = scale.domain as [number, number];
  const last = runs.length - 1;
  const dots = linkTo === undefined && points.length > MOST_DOTS ? [] : finite;
  const tell = ({ value, run }: Panel['points'][number]) =>
    `${formatValue(metric, value)} at ${nameRun(run)}`;
  const title = `${showName(declared.label)}: ${metricName(metric)} through ${counted(points.length, 'run')}`;
  return drawFigure(title, describe(panel), {
    width,
    height,
    marginLeft: 44,
    marginRight: 14,
    marginBottom: 22,
    marginTop: 16,
    x: { domain: [-0.6, last + 0.6], label: null, axis: null },
    y: scale,
    marks: [
      ...drawAxis(axis, 'y'),
      Plot.axisX(placeDates(runs, width), { tickFormat: (x: number) => dayOf(runs[x]!.run), tickSize: 3 }),
      Plot.ruleX(breaks, {
        x: ({ x }) => x - 0.5,
        stroke: 'currentColor',
        strokeOpacity: breaks.length > FEW_BREAKS ? 0.12 : 0.55,
        strokeDasharray: '2 3',
        title: ({ what, run }) => `another ${what.join(', and another ')} from ${nameRun(run)} on`,
        className: 'break',
      }),
      ...drawLimit(limit, axis),
      Plot.lineY(finite, {
        x: 'x',
        y: ({ value }) => value * factor,
        z: 'group',
        strokeLinejoin: 'round',
        ...strokeOf(0, points.length > 300 ? 1.1 : 1.6),
      }),
      Plot.dot(dots, {
        x: 'x',
        y: ({ value }) => value * factor,
        r: points.length > 300 ? 1.6 : 2.4,
        title: tell,
        ...(linkTo && { href: ({ run }) => linkTo(run.page) }),
        ...fillOf(0),
      }),
      Plot.dot(
        points.filter(({ value }) => !Number.isFinite(value)),
        {
          x: 'x',
          y: () => top,
          symbol: 'times',
          r: 4,
          stroke: 'currentColor',
          title: tell,
          className: 'failed',
        },
      ),
      ...[true, false].flatMap((isUp) =>
        drawSteps(
          steps.filter(({ change }) => change > 0 === isUp),
          metric,
          isUp,
        ),
      ),
    ],
    yLabel: unit,
  });
}

/** Draws change points: a line before the first run on the new level, and a triangle that points up or down. */
function drawSteps(steps: readonly StepUp[], metric: Metric, isUp: boolean): Plot.Markish[] {
  // Lower is better for all but rates, and its colour and side follow from the direction alone: the words say the rest.
  const stroke = isUp ? 1 : 2;
  const at = ({ x }: StepUp) => x - 0.5;
  const title = (step: StepUp) => `${formatChangeOf(metric, step.change)} from ${nameRun(step.run)} on`;
  return [
    Plot.ruleX(steps, { x: at, ...strokeOf(stroke, 1.2), strokeDasharray: undefined }),
    Plot.dot(steps, {
      x: at,
      frameAnchor: 'top',
      dy: -5,
      symbol: 'triangle',
      rotate: isUp ? 0 : 180,
      r: 4.5,
      ...fillOf(stroke),
      title,
      className: `dot-${stroke} step`,
    }),
  ];
}

function chooseAxis(
  metric: Metric,
  values: readonly number[],
): Pick<LatencyScale, 'factor' | 'scale' | 'ticks'> & { unit: string } {
  const unit = unitOf(metric);
  if (unit === 'ms' && values.some((value) => value > 0)) return chooseScale(values, Math.min(...values));
  const factor = isShare(metric) ? 100 : 1;
  const highest = Math.max(...values) * factor;
  return {
    unit: isShare(metric) ? '%' : unit === 'plain' ? '' : unit,
    factor,
    scale: { type: 'linear', domain: [0, highest > 0 ? highest * 1.08 : 1], nice: true, axis: null },
  };
}

/** Says in words what the picture shows. */
function describe({ metric, points, steps }: Panel): string {
  const newest = points.at(-1)!;
  const changes = steps.map(({ change, run }) => `${formatChangeOf(metric, change)} from ${nameRun(run)} on`);
  return `Newest: ${formatValue(metric, newest.value)}. ${changes.length === 0 ? 'No change point.' : `Change points: ${changes.slice(-10).join('; ')}.`}`;
}

/** Places dates from the newest run backwards, each once. */
function placeDates(runs: Track['runs'], width: number): number[] {
  const every = Math.max(1, Math.ceil((runs.length * DATE) / (width - 40)));
  const places = runs.map(({ x }) => x).filter((x) => (runs.length - 1 - x) % every === 0);
  // The first and the last would reach beyond the paper.
  const inner =
    runs.length === 1 ? places : places.map((x) => x - Math.floor(every / 2)).filter((x) => x >= 0);
  return inner.filter((x, i) => i === 0 || dayOf(runs[x]!.run) !== dayOf(runs[inner[i - 1]!]!.run));
}

function nameRun(run: Panel['points'][number]['run']): string {
  return `${shortCommit(run.commit) ?? 'no commit'}, ${dayOf(run)}`;
}

/** Writes `2026-03-02`, the day of the commit in UTC. */
export function dayOf({ commitTime, recordedAt }: Panel['points'][number]['run']): string {
  const time = Date.parse(commitTime ?? recordedAt);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
