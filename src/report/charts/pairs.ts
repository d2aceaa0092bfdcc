import * as Plot from '@observablehq/plot';
import type { Report } from '../../handover/report.ts';
import type { Arm, Slice } from '../../measurement/measurement.ts';
import { isShare, type Where } from '../../metrics/metric.ts';
import { findStep, type RunRecord } from '../../records/record.ts';
import { deepestLevel, listDeviations, type PairedBlock, toChange } from '../../verdict/pair-values.ts';
import { formatChange } from '../format/numbers.ts';
import type { Row } from '../rows/rows.ts';
import { metricName } from '../words/terms.ts';
import { type Drawing, showName } from './drawing.ts';
import { fillOf, GOOD } from './style.ts';

/** Changes of a metric from base to head, one for each pair of starts that has both. */
export type PairedRow = Row & {
  /** `change`: fraction, infinite if an arm only failed. */
  pairs: { block: number; change: number }[];
};

/** Lists the rows of a scenario whose ratios were compared side by side, with the change in each pair. */
export function pairRows({ record }: Report, rows: readonly Row[]): PairedRow[] {
  return rows.flatMap((row): PairedRow[] => {
    const { label, metric, change } = row;
    if (change?.kind !== 'paired' || metric.kind === 'capacity' || isShare(metric)) return [];
    const blocks = pairUpBlocks(record, label, change.where);
    const slices = blocks.map((one) => one.slices);
    const pairs = listDeviations(metric, slices, deepestLevel(slices)).flatMap((deviation, i) =>
      Number.isNaN(deviation) ? [] : [{ block: blocks[i]!.block, change: toChange(metric, deviation) }],
    );
    return pairs.length === 0 ? [] : [{ ...row, pairs }];
  });
}

/** Pairs the instances of both arms by their block. @param where the stretches whose slices count */
function pairUpBlocks(
  record: RunRecord,
  label: string,
  where: Where,
): { block: number; slices: PairedBlock }[] {
  const of = (arm: Arm) => findStep(record, label, arm)?.instances ?? [];
  const takesTurns = of('head').some(({ slices }) => slices.some(({ alternating }) => alternating));
  const isMeant = ({ alternating }: Slice) =>
    !takesTurns || where === 'all' || (where === 'turns') === (alternating === true);
  const bases = new Map(of('base').map(({ block, slices }) => [block, slices]));
  return of('head').flatMap(({ block, slices }) => {
    const base = bases.get(block);
    return block === undefined || base === undefined
      ? []
      : [{ block, slices: { base: base.filter(isMeant), head: slices.filter(isMeant) } }];
  });
}

/** Height of a row, and width of a letter in its name, in px. */
const ROW = 60;
const LETTER = 6.6;
/** Changes (fractions) that may get a tick, and how many fit. */
const TICKS = [-0.9, -0.75, -0.5, -0.3, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 50, 100];
const MOST_TICKS = 7;

/**
 * Lays out one dot for each pair of starts, row by row, over the tolerance band. The axis shows ratios: half
 * and double are equally far from no change.
 */
export function plotPairs(title: string, rows: readonly PairedRow[]): Drawing {
  const names = rows.map(({ metric, where }) => showName(metricName(metric, where)));
  // Equally far to both sides on this axis: a tolerance may exceed 100 %.
  const bands = rows.map(({ change }, i) => {
    const end = Math.log1p(change!.tolerance);
    return { name: names[i]!, low: -end, high: end, title: `tolerance: ${formatChange(change!.tolerance)}` };
  });
  const dots = rows.flatMap(({ pairs }, i) =>
    pairs.flatMap(({ block, change }) => {
      const title = `${names[i]}, pair ${block + 1}: ${formatChange(change)}`;
      const x = Math.log1p(change);
      return Number.isFinite(x) ? [{ name: names[i]!, x, title }] : [];
    }),
  );
  const judged = rows.flatMap(({ movement }, i) => {
    const [low, x, high] = [movement?.low, movement?.value, movement?.high].map((of) =>
      Math.log1p(of ?? Number.NaN),
    );
    return Number.isFinite(x) ? [{ name: names[i]!, low: low!, x: x!, high: high! }] : [];
  });
  // The change over all pairs together may lie outside all of them.
  const ends = [...bands.flatMap(({ low, high }) => [low, high]), ...[...dots, ...judged].map(({ x }) => x)];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const domain = [least - 0.06 * (most - least), most + 0.06 * (most - least)] as const;
  const inside = (x: number, other: number) =>
    Math.max(domain[0], Math.min(domain[1], Number.isNaN(x) ? other : x));
  const dodge = { fy: 'name', x: 'x', anchor: 'middle', dy: -6, padding: 0.6, r: 3.6, title: 'title' };
  const plot = {
    height: ROW * rows.length + 34,
    marginBottom: 34,
    marginLeft: Math.min(200, 16 + LETTER * Math.max(...names.map((name) => name.length))),
    x: { domain, axis: null },
    fy: { domain: names, axis: null, padding: 0.12 },
    marks: [
      Plot.rect(bands, {
        ...{ fy: 'name', x1: 'low', x2: 'high', title: 'title' },
        ...{ fill: GOOD, fillOpacity: 0.14, className: 'tolerance' },
      }),
      Plot.axisFy({ anchor: 'left', label: null, textAnchor: 'end', fill: 'currentColor' }),
      Plot.axisX(chooseTicks(...domain), {
        ...{ anchor: 'bottom', label: null },
        tickFormat: (x: number) => formatChange(Math.expm1(x)),
      }),
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.dot(dots, Plot.dodgeY({ ...dodge, ...fillOf(0), fillOpacity: 0.8 } as Plot.DotOptions)),
      Plot.ruleY(judged, {
        ...{ fy: 'name', y: null, dy: 20 },
        x1: ({ low, x }: (typeof judged)[number]) => inside(low, x),
        x2: ({ high, x }: (typeof judged)[number]) => inside(high, x),
        ...{ stroke: 'currentColor', strokeWidth: 2, className: 'interval' },
      } as never),
      Plot.dot(judged, {
        ...{ fy: 'name', x: 'x', frameAnchor: 'middle', dy: 20 },
        ...{ symbol: 'diamond', r: 5, fill: 'currentColor' },
      }),
    ],
  };
  return { title, plot };
}

/** Chooses ticks with enough space between them, from 0 outwards. */
function chooseTicks(low: number, high: number): number[] {
  const gap = (high - low) / MOST_TICKS;
  const chosen = [0];
  const places = TICKS.map(Math.log1p).filter((x) => x !== 0 && x >= low && x <= high);
  for (const x of places.sort((a, b) => Math.abs(a) - Math.abs(b)))
    if (chosen.every((other) => Math.abs(x - other) >= gap)) chosen.push(x);
  return chosen;
}
