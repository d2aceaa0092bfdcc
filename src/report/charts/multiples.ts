import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import { pooledQuantile } from '../../measurement/quantiles.ts';
import { formatMs } from '../format/numbers.ts';
import { cut } from '../format/visible.ts';
import type { ChartOptions } from './drawing.ts';
import type { LatencyLine } from './latency.ts';
import { chooseScale, drawAxis } from './scale.ts';
import { fillOf, LIMIT, strokeOf } from './style.ts';

/** Small picture of one variant: its title, a line for each arm, the head first, and its SLO. */
export type Multiple = { title: string; lines: readonly LatencyLine[]; slo: Slo | undefined };

const COLUMNS = 3;
const HEIGHT = 92;
const LEVELS = Array.from({ length: 25 }, (_, i) => 1 - 10 ** (-i / 12));

/** Lays out latency by percentile of many variants or loads as small pictures on the same scales, from the minimum to p99. */
export function plotMultiples(multiples: readonly Multiple[]): ChartOptions {
  const points = multiples.flatMap(({ title, lines }, cell) =>
    lines.flatMap(({ name, slices }, arm) =>
      LEVELS.map((level, x) => ({
        ...placeOf(cell),
        x,
        arm,
        title,
        name,
        ms: pooledQuantile(slices, level),
      })),
    ),
  );
  const known = points.filter(({ ms }) => Number.isFinite(ms));
  const values = known.map(({ ms }) => ms);
  const highest = Math.max(...values);
  const limits = multiples.flatMap(({ slo }, cell) =>
    slo?.limit.kind === 'absolute' && slo.metric.kind === 'percentile' && slo.limit.value < 1.5 * highest
      ? [{ ...placeOf(cell), ms: slo.limit.value }]
      : [],
  );
  const axis = chooseScale([...values, ...limits.map(({ ms }) => ms)], highest);
  const { unit, factor, scale } = axis;
  const cells = multiples.map(({ title }, cell) => ({ ...placeOf(cell), title: cut(title, 21) }));
  const last = LEVELS.length - 1;
  const place = { fx: 'fx', fy: 'fy', y: ({ ms }: { ms: number }) => ms * factor };
  return {
    height: HEIGHT * Math.ceil(multiples.length / COLUMNS) + 24,
    marginTop: 46,
    marginBottom: 24,
    x: { domain: [0, last], axis: null },
    y: scale,
    fx: { domain: Array.from({ length: COLUMNS }, (_, i) => i), axis: null, padding: 0.08 },
    fy: { domain: [...new Set(cells.map(({ fy }) => fy))], axis: null, padding: 0.2 },
    yLabel: `latency (${unit}), from the minimum to p99`,
    marks: [
      ...drawAxis(axis, 'y').slice(0, 1),
      Plot.axisY({ label: null, tickSize: 0, ticks: 3 }),
      Plot.frame({ stroke: 'currentColor', strokeOpacity: 0.2 }),
      Plot.text(cells, {
        fx: 'fx',
        fy: 'fy',
        text: 'title',
        frameAnchor: 'top-left',
        dx: 3,
        dy: -13,
        fontSize: 11,
      }),
      Plot.ruleY(limits, {
        ...place,
        stroke: LIMIT.light,
        strokeWidth: 1.2,
        className: 'limit-line',
      }),
      ...[0, 1].map((arm) =>
        Plot.lineY(
          known.filter((point) => point.arm === arm),
          { ...place, x: 'x', z: 'title', ...strokeOf(arm, 1.6) },
        ),
      ),
      ...[0, 1].map((arm) =>
        Plot.dot(
          known.filter((point) => point.arm === arm && point.x === last),
          {
            ...place,
            x: 'x',
            r: 2.8,
            ...fillOf(arm),
            title: ({ title, name, ms }) => `${title}, ${name}: p99 ${formatMs(ms)}`,
          },
        ),
      ),
    ],
  };
}

function placeOf(cell: number): { fx: number; fy: number } {
  return { fx: cell % COLUMNS, fy: Math.floor(cell / COLUMNS) };
}
