import type { Report } from '../handover/report.ts';
import { isShare, type Metric, printMetric, unitOf } from '../metrics/metric.ts';
import type { ChangeFinding, CostFinding, Estimate, SloFinding } from '../verdict/findings.ts';
import { listKnownEnds } from './format/numbers.ts';
import { plain } from './format/phrase.ts';
import { headline } from './words/headline.ts';
import { sloWords } from './words/terms.ts';

/** Version that is raised when a field is renamed or removed; new fields may appear (docs/json.md). */
const JSON_SCHEMA_VERSION = 1;

/**
 * Renders the result as a JSON document; docs/json.md describes its shape. Latencies in ms, shares as
 * fractions, rates in req/s. Infinity is the string `"Infinity"` and NaN is `null`, since JSON has neither.
 */
export function renderJson(report: Report): string {
  const { verdict, record, history: _, logs: __, ...about } = report;
  const { code, slos, changes, costs, unmeasured = null, ...rest } = verdict;
  const document = {
    ...{ schemaVersion: JSON_SCHEMA_VERSION, verdict: code, headline: plain(headline(report)), ...about },
    ...{ slos: slos.map(sloJson), changes: changes.map(changeJson), costs: costs.map(costJson) },
    ...{ unmeasured, ...rest },
  };
  const readable = JSON.stringify(document, named, 2);
  // Distributions have hundreds of numbers, which would take a line each if they were indented too.
  return `${readable.replace(/\n\}$/, '')},\n  "record": ${JSON.stringify(record, portable)}\n}`;
}

function sloJson({ label, slo, estimate, confidence, code, growth, stretches, relative }: SloFinding) {
  const { limit, metric, operator } = slo;
  return {
    label,
    metric,
    slo: sloWords(slo),
    operator,
    limit: limit.kind === 'absolute' ? limit.value : limit,
    unit: unitOf(metric),
    ...estimate,
    confidence,
    outcome: code,
    growth: growth ?? null,
    stretches: stretches ?? null,
    relative: relative ?? null,
  };
}

/** Fields of an uncompared finding: each finding has all fields, whatever its kind. */
const UNCOMPARED = {
  base: null,
  change: null,
  detectable: null,
  spread: null,
  confidence: null,
  history: [],
};

function changeJson(finding: ChangeFinding) {
  const { label, metric, where, kind, head, tolerance, code, reason } = finding;
  const { base, change, confidence, history, ...paired } = { ...UNCOMPARED, ...finding };
  return {
    label,
    metric,
    where,
    unit: unitOf(metric),
    kind,
    base,
    head,
    changePercent: change && !isShare(metric) ? percents(metric, change) : null,
    changePoints: change && isShare(metric) ? percents(metric, change) : null,
    detectableChange: inHundredths(paired.detectable),
    blockSpread: inHundredths(paired.spread),
    confidence,
    tolerancePercent: tolerance * 100,
    history,
    outcome: code,
    reason: reason ?? null,
  };
}

function costJson({ label, metric, base, head, change }: CostFinding) {
  return { label, metric, unit: unitOf(metric), base, head, changePercent: percents(metric, change) };
}

/** Converts a fraction to percent, or to percentage points where the change is a difference. */
function inHundredths(fraction: number | null): number | null {
  return fraction === null ? null : fraction * 100;
}

/** Converts a change to percent; an unknown end of the interval is null. */
function percents(metric: Metric, change: Estimate) {
  const { low, high } = listKnownEnds(metric, change);
  return { value: change.value * 100, low: inHundredths(low), high: inHundredths(high) };
}

/** Writes a metric by its name, wherever it stands. */
function named(key: string, value: unknown): unknown {
  return key === 'metric' && typeof value === 'object' && value !== null
    ? printMetric(value as Metric)
    : portable(key, value);
}

function portable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? null : String(value);
}
