import * as Plot from '@observablehq/plot';
import { isShare } from '../../metrics/metric.ts';
import { formatChange, formatChangeOf } from '../format/numbers.ts';
import type { PairedRow } from '../rows/pairs.ts';
import { metricName } from '../words/terms.ts';
import { type ChartOptions, showName } from './drawing.ts';
import { fillOf, TONES } from './style.ts';

type Pair = Pick<PairedRow, 'metric'> & PairedRow['pairs'][number] & { name: string };

/** Height of a row, and width of a letter of its name, in px. */
const ROW = 60;
const LETTER = 6.6;
/** Changes (fractions) that may have a tick, and how many have room. */
const TICKS = [-0.9, -0.75, -0.5, -0.3, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 100];
const MOST_TICKS = 7;

/**
 * Lays out one dot for each pair of fresh instances, row by row, over the band of the tolerance. The axis is that of ratios:
 * half and double are equally far from none.
 *
 * @param rows all of shares, or none
 */
export function plotPairs(rows: readonly PairedRow[]): ChartOptions {
  const place = isShare(rows[0]!.metric) ? (change: number) => 100 * change : Math.log1p;
  const known = rows.map((row) => ({
    ...row,
    name: showName(metricName(row.metric, row.where)),
    pairs: row.pairs.filter(({ change }) => Number.isFinite(place(change))),
  }));
  // As far to both sides on this axis: a tolerance may be more than 100 %.
  const band = ({ change }: PairedRow): [number, number] => {
    const end = place(change!.tolerance);
    return [-end, end];
  };
  const ends = known.flatMap((row) => [
    ...band(row),
    ...row.pairs.map(({ change }) => place(change)),
    // That of all pairs together may be outside of all of them.
    ...[place(row.movement?.value ?? 0)].filter(Number.isFinite),
  ]);
  const span = Math.max(...ends) - Math.min(...ends);
  const domain = [Math.min(...ends) - 0.06 * span, Math.max(...ends) + 0.06 * span];
  const intervals = known.flatMap(({ name, metric, movement }) => {
    if (movement === null) return [];
    const [low, value, high] = [movement.low, movement.value, movement.high].map(place) as [
      number,
      number,
      number,
    ];
    const inside = (x: number) => Math.max(domain[0]!, Math.min(domain[1]!, Number.isNaN(x) ? value : x));
    return Number.isFinite(value)
      ? [{ name, metric, change: movement.value, x: inside(value), low: inside(low), high: inside(high) }]
      : [];
  });
  return {
    height: ROW * rows.length + 34,
    marginBottom: 34,
    marginLeft: Math.min(200, 16 + LETTER * Math.max(...known.map(({ name }) => name.length))),
    x: { domain, axis: null },
    fy: { domain: known.map(({ name }) => name), axis: null, padding: 0.12 },
    marks: [
      Plot.rect(known, {
        fy: 'name',
        x1: (row) => band(row)[0],
        x2: (row) => band(row)[1],
        fill: TONES.good.light,
        fillOpacity: 0.14,
        className: 'tolerance',
        title: ({ metric, change }) => `tolerance: ${formatChangeOf(metric, change!.tolerance)}`,
      }),
      Plot.axisFy({ anchor: 'left', label: null, textAnchor: 'end', fill: 'currentColor' }),
      ...(isShare(rows[0]!.metric)
        ? [Plot.axisX({ anchor: 'bottom', label: 'percentage points', ticks: 5 })]
        : [
            Plot.axisX(chooseTicks(domain[0]!, domain[1]!), {
              anchor: 'bottom',
              label: null,
              tickFormat: (x: number) => formatChange(Math.expm1(x)),
            }),
          ]),
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.dot(
        known.flatMap(({ name, metric, pairs }) => pairs.map((pair) => ({ name, metric, ...pair }))),
        Plot.dodgeY({
          fy: 'name',
          x: (pair: Pair) => place(pair.change),
          anchor: 'middle',
          dy: -6,
          padding: 0.6,
          r: 3.6,
          ...fillOf(0),
          fillOpacity: 0.8,
          title: ({ name, metric, block, change }: Pair) =>
            `${name}, pair ${block + 1}: ${formatChangeOf(metric, change)}`,
        } as Plot.DotOptions),
      ),
      Plot.ruleY(intervals, {
        fy: 'name',
        x1: 'low',
        x2: 'high',
        y: null,
        dy: 20,
        stroke: 'currentColor',
        strokeWidth: 2,
        className: 'interval',
      } as never),
      Plot.dot(intervals, {
        fy: 'name',
        x: 'x',
        frameAnchor: 'middle',
        dy: 20,
        symbol: 'diamond',
        r: 5,
        fill: 'currentColor',
      }),
    ],
  };
}

function chooseTicks(low: number, high: number): number[] {
  const inside = TICKS.map(Math.log1p).filter((x) => x >= low && x <= high);
  const gap = (high - low) / MOST_TICKS;
  const zero = inside.indexOf(0);
  const [below, above] = [inside.slice(0, zero).reverse(), inside.slice(zero + 1)];
  const spread = (side: number[]) => {
    let last = 0;
    return side.filter((x) => {
      const hasRoom = Math.abs(x - last) >= gap;
      if (hasRoom) last = x;
      return hasRoom;
    });
  };
  return [...spread(below).reverse(), 0, ...spread(above)];
}
