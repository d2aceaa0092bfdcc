import * as Plot from '@observablehq/plot';
import { pooledQuantile } from '../../measurement/quantiles.ts';
import { formatMs } from '../format/numbers.ts';
import { drawSvg } from './drawing.ts';
import type { LatencyLine } from './latency.ts';
import { chooseScale, drawAxis } from './scale.ts';
import { fillOf } from './style.ts';

/** Height of a row, and width of a letter of its name, in px. */
const ROW = 18;
const LETTER = 6.3;

/** Draws p50 and p99 of many steps as one row each, for more steps than lines can be told apart. */
export function drawRanges(title: string, lines: readonly LatencyLine[]): string {
  const rows = lines.map(({ name, slices }) => ({
    name,
    p50: pooledQuantile(slices, 0.5),
    p99: pooledQuantile(slices, 0.99),
  }));
  const axis = chooseScale(
    rows.flatMap(({ p50, p99 }) => [p50, p99]),
    Math.min(...rows.map(({ p50 }) => p50)),
  );
  const { unit, factor, scale } = axis;
  const known = rows.filter(({ p50, p99 }) => Number.isFinite(p50) && Number.isFinite(p99));
  const ends = (['p50', 'p99'] as const).map((key, i) =>
    Plot.dot(known, {
      x: (row) => row[key] * factor,
      y: 'name',
      r: 4,
      symbol: i === 0 ? 'circle' : 'diamond',
      ...fillOf(i),
    }),
  );
  return drawSvg(
    title,
    [
      { name: 'p50', stroke: 0, mark: 'circle' },
      { name: 'p99', stroke: 1, mark: 'diamond' },
    ],
    {
      height: ROW * rows.length + 40,
      marginBottom: 30,
      marginLeft: Math.min(340, 24 + LETTER * Math.max(...rows.map(({ name }) => name.length))),
      marginRight: 64,
      x: scale,
      yLabel: `latency (${unit})`,
      y: { type: 'band', domain: rows.map(({ name }) => name), label: null },
      marks: [
        ...drawAxis(axis, 'x'),
        Plot.axisY({ tickSize: 0 }),
        Plot.ruleY(known, {
          x1: ({ p50 }) => p50 * factor,
          x2: ({ p99 }) => p99 * factor,
          y: 'name',
          strokeOpacity: 0.4,
          strokeWidth: 2,
        }),
        ...ends,
        Plot.text(known, {
          x: ({ p99 }) => p99 * factor,
          y: 'name',
          text: ({ p99 }) => formatMs(p99, 2),
          dx: 9,
          textAnchor: 'start',
        }),
      ],
    },
  );
}
