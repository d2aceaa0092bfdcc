import * as Plot from '@observablehq/plot';
import type { FlameBar, FlameGraph } from '../../profiles/flame-graph.ts';
import { formatMs, formatShare } from '../format/numbers.ts';
import { clean, cut } from '../format/visible.ts';
import { type ChartOptions, FIGURE_WIDTH } from './drawing.ts';
import { fillOf } from './style.ts';

/** Height of a bar, width of a letter in it, and free space around the bars, in px. */
const ROW = 18;
const LETTER = 6.4;
const MARGIN = 18;
/** Fewest letters of a name that say anything, and most characters of a name and of a path. */
const FEWEST_LETTERS = 3;
const LONGEST = { name: 60, file: 100 };

/** A bar from `from` to `to`, in the unit of its graph. */
type PlacedBar = FlameBar & { from: number; to: number };

/** Sign and colour (by its place in the legend) of a bar by its change. */
const LOOKS = {
  grown: { sign: '▲ ', fill: fillOf(1, 0.45) },
  shrunk: { sign: '▼ ', fill: fillOf(0, 0.4) },
  none: { sign: '', fill: { fill: 'currentColor', fillOpacity: 0.12, className: 'bar' } },
};
type Look = keyof typeof LOOKS;

/**
 * Lays out a flame graph, the outermost call at the top: a bar is as wide as what the head takes there, and its colour and
 * sign say whether that is more than in the base.
 */
export function plotFlameGraph({ of, bars }: FlameGraph): ChartOptions {
  const placed = placeBars(bars);
  const width = placed[0]!.to;
  const levels = 1 + Math.max(...placed.map(({ depth }) => depth));
  const letters = ({ from, to }: PlacedBar) =>
    Math.floor((((to - from) / width) * (FIGURE_WIDTH - 2 * MARGIN) - 6) / LETTER);
  const wide = placed.filter((bar) => letters(bar) >= FEWEST_LETTERS);
  const write = (bar: PlacedBar) => {
    const name = `${LOOKS[bar.change ?? 'none'].sign}${nameBar(bar)}`;
    const whole = `${name}: ${printAmounts(bar, of)}`;
    return whole.length <= letters(bar) ? whole : cut(name, letters(bar));
  };
  return {
    height: ROW * levels + 36,
    marginLeft: MARGIN,
    marginRight: MARGIN,
    marginTop: 4,
    marginBottom: 36,
    x: { domain: [0, width], label: null },
    y: { domain: [0, levels], reverse: true, axis: null },
    marks: [
      ...(Object.keys(LOOKS) as Look[]).map((look) =>
        Plot.rect(
          placed.filter(({ change = 'none' }) => change === look),
          {
            x1: 'from',
            x2: 'to',
            y1: 'depth',
            y2: ({ depth }: PlacedBar) => depth + 1,
            inset: 0.5,
            ...LOOKS[look].fill,
            title: (bar: PlacedBar) => `${placeBar(bar)}: ${describeBar(bar, of)}`,
          },
        ),
      ),
      Plot.text(wide, {
        x: 'from',
        y: ({ depth }: PlacedBar) => depth + 0.5,
        dx: 4,
        textAnchor: 'start',
        fill: 'currentColor',
        text: write,
      }),
      Plot.axisX({ ticks: 5, tickFormat: (value: number) => formatAmount(value, of), label: null }),
    ],
  };
}

/** Lays the bars that one calls side by side below it. What the head does not do has no width, and so no bar. */
function placeBars(bars: readonly FlameBar[]): PlacedBar[] {
  /** Where the next bar of each depth begins. */
  const next: number[] = [0];
  const placed = bars.map((bar) => {
    const from = next[bar.depth] ?? 0;
    const to = from + bar.head;
    next[bar.depth] = to;
    next[bar.depth + 1] = from;
    return { ...bar, from, to };
  });
  return placed.filter(({ head }) => head > 0);
}

function nameBar({ name }: FlameBar): string {
  return cut(clean(name), LONGEST.name);
}

/** Names a bar with the place of its function: `search (search.mjs:20)`. */
export function placeBar(bar: FlameBar): string {
  return `${nameBar(bar)}${bar.file === '' ? '' : ` (${cut(clean(bar.file), LONGEST.file)}:${bar.line})`}`;
}

/** Says what a bar takes in each arm: `0.5 ms → 3.1 ms, more`. */
export function describeBar(bar: FlameBar, of: FlameGraph['of']): string {
  return `${printAmounts(bar, of)}, ${CHANGES[bar.change ?? 'none']}`;
}

function printAmounts({ base, head }: FlameBar, of: FlameGraph['of']): string {
  return `${formatAmount(base, of)} → ${formatAmount(head, of)}`;
}

/** Formats ms of a processor, or a share of what is allocated. */
export function formatAmount(value: number, of: FlameGraph['of']): string {
  return of === 'time' ? formatMs(value) : formatShare(value);
}

export const CHANGES: Record<Look, string> = { grown: 'more', shrunk: 'less', none: 'no clear change' };
