import { type Report, writeCommand } from '../handover/report.ts';
import { isShare, type Metric, printMetric, unitOf } from '../metrics/metric.ts';
import type { ChangeFinding, Estimate, SloFinding } from '../verdict/findings.ts';
import { listKnownEnds } from './format/numbers.ts';
import { plain } from './format/phrase.ts';
import { headline } from './words/headline.ts';
import { sloWords } from './words/terms.ts';

/** Version, raised when a field is renamed or removed; new fields may appear (docs/reports.md). */
const JSON_SCHEMA_VERSION = 1;

/**
 * Renders the result as a JSON document; docs/reports.md describes its shape. Latencies in ms, shares as
 * fractions, rates in req/s. Infinity is the string `"Infinity"` and NaN is `null`, since JSON has neither.
 */
export function renderJson(report: Report): string {
  const { verdict, record, history: _, logs: __, ...about } = report;
  const { code, slos, changes, costs, unmeasured = null, ...rest } = verdict;
  const document = {
    ...{ schemaVersion: JSON_SCHEMA_VERSION, verdict: code, headline: plain(headline(report)), ...about },
    reproduce: writeCommand(report),
    slos: slos.map(sloJson),
    changes: changes.map(changeJson),
    costs: costs.map(({ change, ...cost }) => ({
      ...{ ...cost, unit: unitOf(cost.metric) },
      changePercent: percents(cost.metric, change),
    })),
    ...{ unmeasured, ...rest },
  };
  const readable = JSON.stringify(document, named, 2);
  // Distributions have hundreds of numbers, which would take a line each if they were indented too.
  return `${readable.replace(/\n\}$/, '')},\n  "record": ${JSON.stringify(record, portable)}\n}`;
}

function sloJson({ slo, estimate, code, ...finding }: SloFinding) {
  const { limit, metric, operator } = slo;
  const { label, confidence, growth = null, stretches = null, relative = null } = finding;
  return {
    ...{ label, metric, slo: sloWords(slo), operator, unit: unitOf(metric), ...estimate },
    limit: limit.kind === 'absolute' ? limit.value : limit,
    ...{ confidence, outcome: code, growth, stretches, relative },
  };
}

/** Writes a finding with all fields, whatever its kind. */
function changeJson(finding: ChangeFinding) {
  const none = { base: null, change: null, detectable: null, spread: null, confidence: null, history: [] };
  const { label, metric, where, kind, head, tolerance, code, reason = null } = finding;
  const { base, change, confidence, history, detectable, spread } = { ...none, ...finding };
  const percent = change && percents(metric, change);
  return {
    ...{ label, metric, where, unit: unitOf(metric), kind, base, head },
    changePercent: isShare(metric) ? null : percent,
    changePoints: isShare(metric) ? percent : null,
    detectableChange: inHundredths(detectable),
    blockSpread: inHundredths(spread),
    tolerancePercent: tolerance * 100,
    ...{ confidence, history, outcome: code, reason },
  };
}

/** Converts a fraction to percent, or to percentage points if the change is a difference. */
function inHundredths(fraction: number | null): number | null {
  return fraction === null ? null : fraction * 100;
}

/** Converts a change to percent; an unknown end of the interval is null. */
function percents(metric: Metric, change: Estimate) {
  const { low, high } = listKnownEnds(metric, change);
  return { value: change.value * 100, low: inHundredths(low), high: inHundredths(high) };
}

/** Writes a metric by its name, wherever it occurs. */
function named(key: string, value: unknown): unknown {
  return key === 'metric' && typeof value === 'object' && value !== null
    ? printMetric(value as Metric)
    : portable(key, value);
}

function portable(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? null : String(value);
}
