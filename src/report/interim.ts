import pc from 'picocolors';
import type { Interim } from '../progress.ts';
import { formatMs } from './format/numbers.ts';
import { alignTable } from './format/text-table.ts';
import { clean, cut } from './format/visible.ts';
import { counted } from './words/terms.ts';

export type InterimOptions = {
  color: boolean;
  /** Columns and lines that the table may take. */
  width: number;
  height: number;
};

const WIDEST = 100;
/** Columns of a name that still tells scenarios apart. */
const SHORTEST_NAME = 8;
/** Columns of the arm and of a latency, with the gap before them. */
const ARM = 6;
const LATENCY = 10;

/**
 * Renders what is measured so far as a table: a line for each scenario and arm. Where there is no room for all of them,
 * those under load come first, and the rest are counted. No lines where there is no room at all.
 */
export function renderInterim(
  { scenarios, variantsLeft }: Interim,
  { color, width, height }: InterimOptions,
): string[] {
  const { dim } = pc.createColors(color);
  const most = Math.min(width, WIDEST);
  // The median goes first where the terminal is narrow.
  const levels = most < SHORTEST_NAME + ARM + 2 * LATENCY ? (['p99'] as const) : (['p50', 'p99'] as const);
  const room = most - ARM - levels.length * LATENCY;
  const shown = room < SHORTEST_NAME ? [] : fitHeight(scenarios, variantsLeft > 0 ? height - 1 : height);
  if (shown.length === 0) return [];
  const rows = shown.flatMap(({ label, arms }) =>
    arms.map((own, index) => [
      { text: index === 0 ? cut(clean(label), room) : '' },
      { text: arms.length > 1 ? own.arm : '' },
      ...levels.map((level) => ({ text: formatMs(own[level]) })),
    ]),
  );
  const columns = ['scenario', '', ...levels].map((header, index) => ({ header, right: index > 1 }));
  const hidden = scenarios.length - shown.length;
  const rest = [
    ...(hidden > 0 ? [counted(hidden, 'more scenario')] : []),
    ...(variantsLeft > 0 ? [`${counted(variantsLeft, 'more variant')} to come`] : []),
  ];
  return [
    ...alignTable(columns, rows, dim),
    ...(rest.length > 0 ? [dim(cut(`and ${rest.join(', ')}`, most))] : []),
  ];
}

/** Picks the scenarios that fit below a header, those under load before others, in their order. */
function fitHeight(scenarios: Interim['scenarios'], height: number): Interim['scenarios'] {
  const lines = scenarios.reduce((sum, { arms }) => sum + arms.length, 0);
  if (1 + lines <= height) return scenarios;
  const each = Math.max(1, ...scenarios.map(({ arms }) => arms.length));
  const fitting = Math.max(0, Math.floor((height - 2) / each));
  const first = [...scenarios].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)).slice(0, fitting);
  return scenarios.filter((one) => first.includes(one));
}
