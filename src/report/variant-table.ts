import type { Report } from '../handover/report.ts';
import { fold, keepUnits, table, toMarkdown } from './format/markdown.ts';
import { NONE } from './format/numbers.ts';
import { type Phrase, say } from './format/phrase.ts';
import { cut } from './format/visible.ts';
import { type Cell, type Grid, gridOf } from './rows/grid.ts';
import type { Row } from './rows/rows.ts';
import { changeWords, valueWords } from './words/rows.ts';
import { ICONS, statusOf } from './words/status.ts';
import { baseName, counted, LONGEST_LABEL, limitWords, metricName, shortLabel } from './words/terms.ts';

/** Most columns of values beside which a table is still read without scrolling. */
const MOST_COLUMNS = 4;
const UNFOLDED_ROWS = 12;

/**
 * Renders scenarios and variants across each other: each value, its change, and an icon for the worst of its findings.
 * Variants are columns where they are few. Null without variants.
 */
export function variantTable(report: Report, rows: readonly Row[]): string | null {
  const grid = gridOf(report, rows);
  if (grid === null) return null;
  const { header, lines } = arrange(grid, report);
  const names = Object.keys(grid.variants[0]!).length;
  const lead = grid.variants.length <= MOST_COLUMNS ? 1 : names;
  const alignment = header.map((_, index) => (index < lead ? '-' : '-:'));
  const text = table(
    header.map(toMarkdown),
    alignment,
    lines.map((line) => line.map((cell) => keepUnits(toMarkdown(cell)))),
  );
  const summary = say`${counted(grid.variants.length, 'variant')} of ${counted(grid.scenarios.length, 'scenario')}`;
  return lines.length <= UNFOLDED_ROWS ? text : fold(summary, text);
}

function arrange(grid: Grid, report: Report): { header: Phrase[]; lines: Phrase[][] } {
  const { variants, scenarios } = grid;
  const words = (cell: Cell) => cellWords(cell, report);
  const titles = scenarios.map((scenario) => titleWords(scenario));
  if (variants.length <= MOST_COLUMNS) {
    return {
      header: [say``, ...variants.map((values) => say`${axisWords(values)}`)],
      lines: scenarios.map(({ cells }, i) => [titles[i]!, ...cells.map(words)]),
    };
  }
  const axes = Object.keys(variants[0]!);
  if (scenarios.length <= MOST_COLUMNS) {
    return {
      header: [...axes.map((axis) => say`${axis}`), ...titles],
      lines: variants.map((values, j) => [
        ...axes.map((axis) => say`${values[axis] ?? NONE}`),
        ...scenarios.map(({ cells }) => words(cells[j]!)),
      ]),
    };
  }
  return {
    header: [...axes.map((axis) => say`${axis}`), say``, say``],
    lines: variants.flatMap((values, j) =>
      scenarios.map(({ cells }, i) => [
        ...axes.map((axis) => say`${values[axis] ?? NONE}`),
        titles[i]!,
        words(cells[j]!),
      ]),
    ),
  };
}

function axisWords(values: Record<string, string>): string {
  const all = Object.entries(values);
  return cut(all.map(([axis, value]) => `${axis} ${value}`).join(', '), LONGEST_LABEL.variant);
}

/** Writes `create p99 < 30 ms`; without the limit where variants have different ones. */
function titleWords({ name, metric, cells }: Grid['scenarios'][number]): Phrase {
  const limits = new Set(cells.flatMap(({ shown }) => (shown?.slo ? [` ${limitWords(shown.slo.slo)}`] : [])));
  const limit = limits.size === 1 ? [...limits] : [];
  return say`${shortLabel(name)}${metric ? ` ${metricName(metric)}` : ''}${limit.join('')}`;
}

/** Writes `✅ 12.3 ms, +2 %`; the metric of the worst finding where it is another one. */
function cellWords({ label, shown, worst }: Cell, report: Report): Phrase {
  if (worst === null) {
    const isInvalid = report.verdict.invalid.some((reason) => 'label' in reason && reason.label === label);
    return say`${isInvalid ? '⛔' : NONE}`;
  }
  const { tone } = statusOf(worst, baseName(report));
  const other =
    worst === shown || tone === 'good' || tone === 'new' ? '' : ` (${metricName(worst.metric, worst.where)})`;
  if (shown === null) return say`${ICONS[tone]}${other}`;
  const change = changeWords(shown).value;
  const moved = change === NONE ? '' : `, ${change}`;
  return say`${ICONS[tone]} ${valueWords(shown, 'head')}${moved}${other}`;
}
