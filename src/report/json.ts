import type { ChangeFinding, Estimate, SloFinding } from '../verdict/verdict.ts';
import { plain } from './phrase.ts';
import type { Report } from './report.ts';
import { headline, limitWords, metricName } from './words.ts';

/** Raised when a field is renamed or removed; new fields may appear at any time (docs/json.md). */
export const JSON_SCHEMA_VERSION = 1;

/**
 * The result as a JSON document; its shape is described in docs/json.md. Latencies in
 * ms, shares as fractions, rates in req/s; what JSON cannot hold is the string `"Infinity"` or `null` for NaN.
 */
export function renderJson(report: Report): string {
  const { verdict, record } = report;
  const document = {
    schemaVersion: JSON_SCHEMA_VERSION,
    suite: report.suite,
    verdict: verdict.code,
    blocks: verdict.blocks,
    headline: plain(headline(report)),
    baseBranch: report.baseBranch,
    reproduce: report.reproduce,
    link: report.link,
    slos: verdict.slos.map(sloJson),
    changes: verdict.changes.map(changeJson),
    faults: verdict.faults,
    invalid: verdict.invalid,
    rounds: verdict.rounds,
  };
  const readable = JSON.stringify(document, portable, 2);
  // Distributions have hundreds of numbers, one per line if they were indented too.
  return `${readable.replace(/\n\}$/, '')},\n  "record": ${JSON.stringify(record, portable)}\n}`;
}

function sloJson({ label, slo, estimate, confidence, code }: SloFinding) {
  const { limit, metric, operator } = slo;
  return {
    label,
    metric: metricName(metric),
    slo: `${metricName(metric)} ${limitWords(slo)}`,
    operator,
    limit: limit.kind === 'absolute' ? limit.value : { ...limit, metric: metricName(limit.metric) },
    unit: unitOf(metric),
    ...estimate,
    confidence,
    outcome: code,
  };
}

function changeJson(finding: ChangeFinding) {
  const { label, metric, base, head, change, confidence, tolerance, history, attainableError, code, reason } =
    finding;
  return {
    label,
    metric: metricName(metric),
    unit: unitOf(metric),
    base,
    head,
    changePercent: change && percents(change),
    confidence,
    tolerancePercent: tolerance * 100,
    history,
    attainableError,
    outcome: code,
    reason: reason ?? null,
  };
}

function percents({ value, low, high }: Estimate): Estimate {
  return { value: value * 100, low: low * 100, high: high * 100 };
}

function unitOf({ kind }: SloFinding['slo']['metric']): 'ms' | 'fraction' | 'req/s' {
  if (kind === 'errors') return 'fraction';
  return kind === 'rate' || kind === 'capacity' ? 'req/s' : 'ms';
}

function portable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? null : String(value);
}
