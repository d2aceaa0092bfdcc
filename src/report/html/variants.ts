import type { Report } from '../../handover/report.ts';
import { readLine } from '../charts/latency.ts';
import { plotMultiples } from '../charts/multiples.ts';
import { NONE } from '../format/numbers.ts';
import { clean } from '../format/visible.ts';
import { gridOf } from '../rows/grid.ts';
import type { Row } from '../rows/rows.ts';
import { changeWords, valueWords } from '../words/rows.ts';
import { statusOf } from '../words/status.ts';
import { armNames, baseName, counted, listed, metricName, shortLabel } from '../words/terms.ts';
import { h, type Markup, SIGNS } from './markup.ts';
import { nameArm, type TitledPicture, writeFigure } from './picture.ts';

const MOST_VARIANTS = 60;

/** Writes the variants of each scenario as small pictures on one scale. Nothing without variants. */
export function writeVariants(report: Report, rows: readonly Row[]): Markup | null {
  const grid = gridOf(report, rows);
  if (grid === null) return null;
  const names = armNames(report);
  const steps = new Map(report.record.steps.map((step) => [`${step.arm} ${step.label}`, step]));
  const figures = grid.scenarios.flatMap(({ name, metric, cells }): TitledPicture[] => {
    const shown = cells.flatMap((cell, i) => {
      const lines = (['head', 'base'] as const).flatMap((arm) => {
        const step = steps.get(`${arm} ${cell.label}`);
        return step ? [readLine(nameArm(names, arm), step)] : [];
      });
      const sign = cell.worst ? SIGNS[statusOf(cell.worst, baseName(report)).tone] : '';
      const title = `${sign} ${Object.values(grid.variants[i]!).map(clean).join(', ')}`;
      return lines.length > 0 ? [{ ...cell, title, lines, slo: cell.shown?.slo?.slo }] : [];
    });
    if (shown.length === 0) return [];
    const what = metric === null ? '' : metricName(metric);
    return [
      {
        title: shortLabel(name),
        note: `Latency from the minimum to p99 by ${listed(Object.keys(grid.variants[0]!))}, on one scale.`,
        description: `${shortLabel(name)} in ${counted(shown.length, 'variant')}`,
        plots: [plotMultiples(shown.slice(0, MOST_VARIANTS))],
        legend: shown[0]!.lines.map((line) => line.name),
        header: [Object.keys(grid.variants[0]!).join(', '), what, 'change', 'result'],
        values: shown.map(({ title, shown: row, worst }) => [
          title,
          row === null ? NONE : valueWords(row, 'head'),
          row === null ? NONE : changeWords(row).value,
          worst === null ? NONE : statusOf(worst, baseName(report)).words,
        ]),
      },
    ];
  });
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, counted(grid.variants.length, 'variant')),
    h('div', { class: 'figures' }, ...figures.map(writeFigure)),
  );
}
