import { listSettableMetrics } from '../metrics/compared.ts';
import { isLatency, isShare, type Metric, printMetric } from '../metrics/metric.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords } from './diagnostics/quotation.ts';
import { parseComparedMetric } from './language/compared-metric.ts';
import { parsePercent } from './language/percent.ts';
import {
  parseConfidence,
  parseTolerance,
  type Sensitivity,
  type Setting,
  type Tolerance,
} from './language/setting.ts';
import type { Slo } from './language/slo-type.ts';

/** Percentage for all metrics, or one for each of some metrics; undefined where it is broken. */
type UserSetting = string | Record<string, string | undefined>;

/**
 * Reads `tolerance` and `confidence` below a place.
 *
 * @param slos of the scenario; only their metrics can be named. Undefined for the suite, or when they are broken
 * @param compared names of all metrics that can be named
 */
export function readSensitivity(
  place: Place,
  input: { tolerance?: UserSetting; confidence?: UserSetting },
  slos: readonly Slo[] | undefined,
  compared = slos && listSettableMetrics(slos).map(printMetric),
): Sensitivity {
  // Only the SLO of a custom metric says whether it is a share.
  const meant = (metric: Metric) =>
    slos?.find((slo) => printMetric(slo.metric) === printMetric(metric))?.metric ?? metric;
  const parseEither = (text: string, metric?: Metric): Tolerance =>
    metric && isShare(meant(metric))
      ? { fraction: parsePercent(text), ms: 0 }
      : parseTolerance(text, !metric || isLatency(meant(metric)));
  return {
    tolerance: readSetting(place.below('tolerance'), input.tolerance, parseEither, compared),
    confidence: readSetting(place.below('confidence'), input.confidence, parseConfidence, compared),
  };
}

/** Reads one of the two. @param compared metrics that can be named here; undefined for all */
function readSetting<Value>(
  place: Place,
  input: UserSetting | undefined,
  parse: (text: string, metric?: Metric) => Value,
  compared: string[] | undefined,
): Setting<Value> {
  if (input === undefined) return { byMetric: {} };
  if (typeof input === 'string') return { all: place.parse(input, parse), byMetric: {} };
  const byMetric: Record<string, Value> = {};
  for (const [key, text] of Object.entries(input)) {
    const at = place.below(key);
    const metric = at.parse(key, parseComparedMetric, 'key');
    if (!metric) continue;
    const name = printMetric(metric);
    if (compared && !compared.includes(name)) {
      at.add({
        on: 'key',
        what: `\`${name}\` is not compared in this scenario.`,
        expected: `expected ${joinWords(compared)}`,
        hint: `A percentile is compared once an SLO names it: \`slo: ${name} < 100ms\`.`,
      });
    }
    if (Object.hasOwn(byMetric, name)) at.rejectKey(`\`${name}\` is given twice.`, 'expected one of them');
    const value = at.parse(text, (one) => parse(one, metric));
    if (value !== undefined) byMetric[name] = value;
  }
  if (Object.keys(input).length === 0) {
    const what = `\`${place.path.at(-1)}\` names no metric.`;
    place.rejectKey(what, 'expected one such as `p99: 10%`, or `5%` for all');
  }
  return { byMetric };
}
