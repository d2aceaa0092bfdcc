import { printSlo } from '../config/language/slo.ts';
import { bareLabel } from '../config/variants.ts';
import type { Report } from '../handover/report.ts';
import { printMetric, unitOf } from '../metrics/metric.ts';
import type { Unit } from '../metrics/table.ts';
import { VERDICT_CODES } from '../verdict/codes.ts';
import { type Row, rowsOf } from './rows/rows.ts';

/** Base units of Prometheus, and the factor to them: https://prometheus.io/docs/practices/naming/#base-units */
const BASE_UNITS: Record<Unit, { unit: string; factor: number }> = {
  ms: { unit: 'seconds', factor: 0.001 },
  fraction: { unit: 'ratio', factor: 1 },
  'req/s': { unit: 'requests_per_second', factor: 1 },
  MB: { unit: 'bytes', factor: 1e6 },
  plain: { unit: 'value', factor: 1 },
  '/s': { unit: 'per_second', factor: 1 },
};

type Family = {
  name: string;
  type?: 'gauge' | 'stateset';
  unit?: string;
  help: string;
  samples: { labels: Record<string, string>; value: number }[];
};

/**
 * Renders the result in the text format of OpenMetrics 1.0, for a push gateway or a collector of files: values of both
 * revisions, changes with their intervals, SLOs and the verdict.
 * https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
 */
export function renderOpenMetrics(report: Report): string {
  const filled = listFamilies(report).filter(({ samples }) => samples.length > 0);
  return [...filled.flatMap(renderFamily), '# EOF'].join('\n');
}

function listFamilies(report: Report): Family[] {
  const rows = rowsOf(report);
  const { suite, verdict } = report;
  /** Reads a value of each row that has it. */
  const list = (
    own: readonly Row[],
    [key, text]: [string, string],
    read: (row: Row) => number | null | undefined,
  ) =>
    own.flatMap((row) => {
      const value = read(row);
      if (value === null || value === undefined) return [];
      return [{ labels: { ...name(report, row), [key]: text }, value }];
    });
  return [
    ...(Object.keys(BASE_UNITS) as Unit[]).map((of): Family => {
      const { unit, factor } = BASE_UNITS[of];
      const samples = listValues(report, rows)
        .filter(({ metric }) => unitOf(metric) === of)
        .flatMap((row) =>
          (['head', 'base'] as const).flatMap((arm) =>
            list([row], ['revision', arm], () => row[arm] && row[arm] * factor),
          ),
        );
      return { name: `tailgate_${unit}`, unit, help: 'Value over all requests of a run.', samples };
    }),
    {
      name: 'tailgate_change_ratio',
      unit: 'ratio',
      help: 'Change from base to head, 0.1 for 10 % more, with its interval; of shares their difference.',
      samples: (['value', 'low', 'high'] as const).flatMap((bound) =>
        list(rows, ['bound', bound], ({ movement }) => movement?.[bound]),
      ),
    },
    {
      name: 'tailgate_slo_met',
      help: '1 if an SLO is met, 0 if missed.',
      samples: rows.flatMap((row) => {
        const { slo } = row;
        if (slo === null || slo.code === 'at-limit') return [];
        return [
          { labels: { ...name(report, row), slo: printSlo(slo.slo) }, value: slo.code === 'met' ? 1 : 0 },
        ];
      }),
    },
    {
      name: 'tailgate_verdict',
      type: 'stateset',
      help: 'Verdict of the run.',
      samples: VERDICT_CODES.map((code) => ({
        labels: { suite, tailgate_verdict: code },
        value: code === verdict.code ? 1 : 0,
      })),
    },
  ];
}

/** One row for each value: a metric with several SLOs has as many rows, of which the one with the change counts. */
function listValues(report: Report, rows: readonly Row[]): Row[] {
  const values = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify(name(report, row));
    if (values.get(key)?.movement == null) values.set(key, row);
  }
  return [...values.values()];
}

/** Names a value: by scenario with its load, by the values of its variant such as `variant_cache`, by metric, and where it was measured a second time. */
function name({ suite, record }: Report, { label, metric, where }: Row): Record<string, string> {
  const variant = record.steps.find((step) => step.label === label)?.variant;
  const scenario = variant ? bareLabel(label, variant) : label;
  const values = Object.entries(variant ?? {}).map(([axis, value]) => [
    `variant_${axis.replace(/[^A-Za-z0-9_]/g, '_')}`,
    value,
  ]);
  return {
    suite,
    scenario,
    ...Object.fromEntries(values),
    metric: printMetric(metric),
    ...(where === 'alone' && { where }),
  };
}

function renderFamily({ name, type = 'gauge', unit, help, samples }: Family): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...samples.map(({ labels, value }) => {
      const pairs = Object.entries(labels).map(([key, text]) => `${key}="${quoteLabel(text)}"`);
      return `${name}{${pairs.join(',')}} ${printValue(value)}`;
    }),
  ];
}

function quoteLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function printValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
