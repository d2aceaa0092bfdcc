import type { VariantValues } from '../../config/config.ts';
import { bareLabel, printValues } from '../../config/variants.ts';
import type { Report } from '../../handover/report.ts';
import { type Metric, rankOf } from '../../metrics/metric.ts';
import { bySeverity, groupByLabel, type Row } from './rows.ts';

/** Scenario in a variant: the row of its metric, and the worst of all its rows; null where it has none. */
export type Cell = { label: string; shown: Row | null; worst: Row | null };

/** Variants and scenarios across each other, in the order of the record. */
export type Grid = {
  variants: VariantValues[];
  /** `name` is the label without its variant. A row has a cell for each variant. */
  scenarios: { name: string; metric: Metric | null; cells: Cell[] }[];
};

/** Most cells that a reader finds anything in. */
const MOST_CELLS = 5000;

/** Sets variants and scenarios across each other; null where there are no two variants, or too many cells. */
export function gridOf(report: Report, rows: readonly Row[]): Grid | null {
  const steps = report.record.steps.filter(({ arm, variant }) => arm === 'head' && variant !== undefined);
  const variants = new Map(steps.map(({ variant }) => [printValues(variant!), variant!]));
  if (variants.size < 2) return null;
  const byLabel = groupByLabel(rows);
  const names = new Set(steps.map(({ label, variant }) => bareLabel(label, variant!)));
  if (variants.size * names.size > MOST_CELLS) return null;
  return {
    variants: [...variants.values()],
    scenarios: [...names].map((name) => {
      const labels = [...variants.keys()].map((values) => `${name} [${values}]`);
      const metric = chooseMetric(labels.flatMap((label) => byLabel.get(label) ?? []));
      const cells = labels.map((label) => {
        const own = byLabel.get(label) ?? [];
        const shown = own.find((row) => metric && rankOf(row.metric, row.where) === rankOf(metric)) ?? null;
        return { label, shown, worst: own.toSorted(bySeverity)[0] ?? null };
      });
      return { name, metric, cells };
    }),
  };
}

/** Chooses the metric that a reader asks for first: the farthest percentile with an SLO, else any with one. */
function chooseMetric(rows: readonly Row[]): Metric | null {
  const withSlo = rows.filter(({ slo }) => slo !== null);
  const farthest = (withSlo.length > 0 ? withSlo : rows)
    .filter(({ metric, where }) => metric.kind === 'percentile' && where !== 'alone')
    .toSorted((a, b) => rankOf(b.metric) - rankOf(a.metric))[0];
  return (farthest ?? withSlo[0] ?? rows[0])?.metric ?? null;
}
