import type { Report } from '../handover/report.ts';
import { type Metric, printMetric, unitOf } from '../metrics/metric.ts';
import type { Estimate } from '../verdict/findings.ts';
import { listKnownEnds } from './format/numbers.ts';
import { plain } from './format/phrase.ts';
import { headline } from './words/headline.ts';

/** Version that is raised when a field is renamed or removed; new fields may appear (docs/json.md). */
export const JSON_SCHEMA_VERSION = 1;

/**
 * Renders the result as a JSON document: findings as the judge makes them; docs/json.md describes its shape. Latencies in
 * ms, shares and changes as fractions, rates in req/s. Infinity is the string `"Infinity"` and NaN is `null`, since JSON has
 * neither.
 */
export function renderJson(report: Report): string {
  const { suite, baseBranch, reproduce, link, record } = report;
  const { code, ...verdict } = report.verdict;
  const document = {
    schemaVersion: JSON_SCHEMA_VERSION,
    suite,
    verdict: code,
    headline: plain(headline(report)),
    baseBranch,
    reproduce,
    link,
    ...verdict,
  };
  const readable = JSON.stringify(document, nameMetrics, 2);
  // Distributions have hundreds of numbers, which would take a line each if they were indented too.
  return `${readable.replace(/\n\}$/, '')},\n  "record": ${JSON.stringify(record, portable)}\n}`;
}

/**
 * Replaces for `JSON.stringify`: writes a metric by its name, wherever it stands, its unit beside it, an end of a change that
 * is not known as null, and numbers that JSON has not.
 */
export function nameMetrics(this: unknown, key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return portable(key, value);
  if (key === 'metric') return printMetric(value as Metric);
  if (key === 'change')
    return { ...value, ...listKnownEnds((this as { metric: Metric }).metric, value as Estimate) };
  const { metric } = value as { metric?: Metric | string | null };
  if (typeof metric !== 'object' || metric === null) return value;
  const threshold = metric.kind === 'slow-share' && { thresholdMs: metric.ms };
  return { ...value, unit: unitOf(metric), ...threshold };
}

function portable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? null : String(value);
}
