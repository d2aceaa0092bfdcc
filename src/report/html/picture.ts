import type { Slo } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import type { Arm } from '../../measurement/measurement.ts';
import type { RecordedStep } from '../../records/record.ts';
import { type ChartOptions, drawFigure } from '../charts/drawing.ts';
import { plain } from '../format/phrase.ts';
import type { Row } from '../rows/rows.ts';
import type { armNames } from '../words/terms.ts';
import { h, Markup, tabular } from './markup.ts';

/** Most pairs and starts that the values below a picture list. */
const MOST_VALUES = 200;

/** Picture: its title, a line about how to read it, the legend, and the values that it shows, as a table. */
export type TitledPicture = {
  title: string;
  note: string;
  description: string;
  /** Plots below each other. */
  plots: readonly ChartOptions[];
  legend?: readonly string[];
  header: readonly string[];
  values: readonly (readonly string[])[];
};

/** What is drawn of a scenario: the step of each arm, the head first, with the names of the arms. */
export type Drawn = {
  report: Report;
  label: string;
  rows: readonly Row[];
  arms: { name: string; step: RecordedStep }[];
};

/** Names an arm as plain text. */
export function nameArm({ head, base }: ReturnType<typeof armNames>, arm: Arm): string {
  return arm === 'head' ? head : plain(base);
}

/** Lists the SLOs of rows. */
export function slosOf(rows: readonly Row[]): Slo[] {
  return rows.flatMap(({ slo }) => (slo ? [slo.slo] : []));
}

/** Writes a picture with its legend, and its values as a table. */
export function writeFigure({
  title,
  note,
  description,
  plots,
  legend = [],
  header,
  values,
}: TitledPicture): Markup {
  const rows = values.slice(0, MOST_VALUES);
  return h(
    'figure',
    {},
    h('figcaption', {}, h('b', {}, title), h('span', {}, note)),
    legend.length === 0
      ? null
      : h('p', { class: 'legend' }, ...legend.map((name, i) => h('span', { class: `key-${i}` }, name))),
    ...plots.map((options) => new Markup(drawFigure(title, description, options))),
    h('details', {}, h('summary', {}, 'Values'), tabular({ style: 'values' }, header, rows)),
  );
}
