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

type Sample = { labels: Record<string, string>; value: number };
type Family = {
  name: string;
  type: 'gauge' | 'stateset';
  unit: string | null;
  help: string;
  samples: Sample[];
};

/**
 * Renders the result in the text format of OpenMetrics 1.0, for a push gateway or a collector of files: values of both
 * revisions, changes with their intervals, SLOs and the verdict.
 * https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
 */
export function renderOpenMetrics(report: Report): string {
  const families = [...listValues(report), ...listChanges(report), listVerdict(report)];
  return [...families.filter(({ samples }) => samples.length > 0).flatMap(renderFamily), '# EOF'].join('\n');
}

function listValues(report: Report): Family[] {
  const rows = rowsOf(report);
  return (Object.keys(BASE_UNITS) as Unit[]).map((of): Family => {
    const { unit, factor } = BASE_UNITS[of];
    const samples = rows
      .filter(({ metric }) => unitOf(metric) === of)
      .flatMap((row) => [
        { labels: { ...name(report, row), revision: 'head' }, value: row.head * factor },
        ...(row.base === null
          ? []
          : [{ labels: { ...name(report, row), revision: 'base' }, value: row.base * factor }]),
      ]);
    return {
      name: `tailgate_${unit}`,
      type: 'gauge',
      unit,
      help: 'Value over all requests of a run.',
      samples,
    };
  });
}

function listChanges(report: Report): Family[] {
  const rows = rowsOf(report);
  const list = (pick: 'value' | 'low' | 'high') =>
    rows.flatMap((row) =>
      row.movement === null
        ? []
        : [{ labels: { ...name(report, row), bound: pick }, value: row.movement[pick] }],
    );
  const met = rows.flatMap((row) =>
    row.slo === null || row.slo.code === 'at-limit'
      ? []
      : [{ labels: name(report, row), value: row.slo.code === 'met' ? 1 : 0 }],
  );
  return [
    {
      name: 'tailgate_change_ratio',
      type: 'gauge',
      unit: 'ratio',
      help: 'Change from base to head, 0.1 for 10 % more, with its interval; of shares their difference.',
      samples: [...list('value'), ...list('low'), ...list('high')],
    },
    {
      name: 'tailgate_slo_met',
      type: 'gauge',
      unit: null,
      help: '1 if an SLO is met, 0 if missed.',
      samples: met,
    },
  ];
}

function listVerdict({ suite, verdict: { code } }: Report): Family {
  return {
    name: 'tailgate_verdict',
    type: 'stateset',
    unit: null,
    help: 'Verdict of the run.',
    samples: VERDICT_CODES.map((each) => ({
      labels: { suite, tailgate_verdict: each },
      value: each === code ? 1 : 0,
    })),
  };
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

function renderFamily({ name, type, unit, help, samples }: Family): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === null ? [] : [`# UNIT ${name} ${unit}`]),
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
