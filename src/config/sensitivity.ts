import { listSettableMetrics } from '../metrics/compared.ts';
import {
  defaultTolerance,
  isLatency,
  isShare,
  type Metric,
  printMetric,
  takesCommonTolerance,
  type Where,
} from '../metrics/metric.ts';
import type { Baseline, Config, Scenario, Variant } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords } from './diagnostics/words.ts';
import { parseComparedMetric } from './language/metric.ts';
import { parsePercent } from './language/percent.ts';
import {
  DEFAULT_CONFIDENCE,
  parseTolerance,
  type Sensitivity,
  type Setting,
  type Tolerance,
} from './language/setting.ts';
import type { Slo } from './language/slo-type.ts';
import type { UserConfig } from './schema/schema.ts';
import { DEFAULTS, type UserSetting } from './schema/values.ts';

/**
 * Finds how large a change of a metric must be to block (fraction; for `errors` and `slow-share` a difference of
 * shares), and how sure a run must be of it (fraction). The first value that is set holds, in this order: by the
 * scenario for this metric, by the scenario for all, by the suite for this metric, by the suite for all, the default.
 *
 * A tolerance for all metrics is meant for latencies: 5 % of a p99 is little, but 5 % more failed requests are an
 * outage. So it does not hold for `errors`, `slow-share`, costs and custom metrics, and `slow-share` has no setting of its own. Where
 * each arm is alone, beside turns, it scatters more: a tolerance holds there only where it is larger than the default. A confidence for
 * all metrics holds for all of them. `isAsked`: some setting names this metric. `set`: the tolerance as it was set.
 *
 * A configuration that stands for one of N variants has 1/N of the error that is set.
 *
 * @param before gives what the metric (ms) was before the change: `10% or 2ms` is the larger of the two there
 */
export function resolveSensitivity(
  config: {
    baseline: Pick<Config['baseline'], 'sensitivity'>;
    variant?: Pick<Variant, 'of'>;
    parts?: number;
  },
  scenario: Pick<Scenario, 'sensitivity'>,
  metric: Metric,
  where: Where = 'all',
  before: () => number = () => Number.NaN,
): { tolerance: number; set: Tolerance; confidence: number; isAsked: boolean } {
  const name = printMetric(metric);
  const levels = [scenario.sensitivity, config.baseline.sensitivity];
  const tolerances = levels.map(({ tolerance }) =>
    takesCommonTolerance(metric) ? tolerance : { byMetric: tolerance.byMetric },
  );
  const confidences = levels.map(({ confidence }) => confidence);
  const isNamed = tolerances.some(({ byMetric }) => Object.hasOwn(byMetric, name));
  const usual = defaultTolerance(metric, where);
  const found = findSetting(tolerances, name) ?? { fraction: usual, ms: 0 };
  const set = { ...found, fraction: Math.max(found.fraction, where === 'alone' ? usual : 0) };
  const least = set.ms > 0 ? set.ms / before() : 0;
  return {
    tolerance: least > set.fraction ? least : set.fraction,
    set,
    // Variants, or the parts of shards, share the error equally: having no block in common, they lose nothing (Bonferroni).
    confidence: 1 - (1 - (findSetting(confidences, name) ?? DEFAULT_CONFIDENCE)) / countParts(config),
    isAsked: isNamed || confidences.some(({ byMetric }) => Object.hasOwn(byMetric, name)),
  };
}

/** Sets one tolerance (fraction) for all latencies and capacities. Those of errors, costs and custom metrics stay. */
export function replaceTolerances(config: Config, fraction: number): Config {
  const replace = ({ confidence, tolerance: { byMetric } }: Sensitivity, all?: Tolerance): Sensitivity => {
    const others = Object.entries(byMetric).filter(
      ([name]) => !takesCommonTolerance(parseComparedMetric(name)),
    );
    return { confidence, tolerance: { all, byMetric: Object.fromEntries(others) } };
  };
  return {
    ...config,
    scenarios: config.scenarios.map((one) => ({ ...one, sensitivity: replace(one.sensitivity) })),
    baseline: { ...config.baseline, sensitivity: replace(config.baseline.sensitivity, { fraction, ms: 0 }) },
  };
}

function findSetting<Value>(levels: readonly Setting<Value>[], name: string): Value | undefined {
  for (const { all, byMetric } of levels) {
    const own = Object.hasOwn(byMetric, name) ? byMetric[name] : undefined;
    if (own !== undefined || all !== undefined) return own ?? all;
  }
  return undefined;
}

/** Counts the parts of a run that share one chance of a false alarm. */
export function countParts({ parts, variant }: { parts?: number; variant?: Pick<Variant, 'of'> }): number {
  return parts ?? variant?.of ?? 1;
}

/**
 * Reads `tolerance` and `confidence` below a place.
 *
 * @param slos of the scenario; only their metrics can be named. Undefined for the suite, or when they are broken
 * @param compared names of all metrics that can be named
 */
export function readSensitivity(
  place: Place,
  input: { tolerance?: UserSetting<string>; confidence?: UserSetting<number> },
  slos: readonly Slo[] | undefined,
  compared = slos && listSettableMetrics(slos).map(printMetric),
): Sensitivity {
  // Only the SLO of a custom metric says whether it is a share.
  const meant = (metric: Metric) =>
    slos?.find((slo) => printMetric(slo.metric) === printMetric(metric))?.metric ?? metric;
  const readTolerance = (text: string, at: Place, metric?: Metric) =>
    at.parse(
      text,
      (one): Tolerance =>
        metric && isShare(meant(metric))
          ? { fraction: parsePercent(one), ms: 0 }
          : parseTolerance(one, !metric || isLatency(meant(metric))),
    );
  return {
    tolerance: readSetting(place.below('tolerance'), input.tolerance, readTolerance, compared),
    confidence: readSetting(place.below('confidence'), input.confidence, (value) => value, compared),
  };
}

/** Reads one of the two. @param compared metrics that can be named here; undefined for all */
function readSetting<Given extends string | number, Value>(
  place: Place,
  input: UserSetting<Given> | undefined,
  read: (given: Given, at: Place, metric?: Metric) => Value | undefined,
  compared: string[] | undefined,
): Setting<Value> {
  if (input === undefined) return { byMetric: {} };
  if (typeof input !== 'object') return { all: read(input, place), byMetric: {} };
  const byMetric: Record<string, Value> = {};
  for (const [key, given] of Object.entries(input)) {
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
    const value = given === undefined ? undefined : read(given, at, metric);
    if (value !== undefined) byMetric[name] = value;
  }
  if (Object.keys(input).length === 0) {
    const what = `\`${place.path.at(-1)}\` names no metric.`;
    place.rejectKey(what, 'expected one such as `p99: 10%`, or `5%` for all');
  }
  return { byMetric };
}

/**
 * Reads what a run is compared with. If the target runs already, no base revision can be started beside it. So
 * without `from` such a run is compared with earlier runs.
 *
 * @param isDeployed two deployments are compared
 */
export function readBaseline(
  place: Place,
  baseline: NonNullable<UserConfig['baseline']>,
  target: DeclaredService | undefined,
  isDeployed: boolean,
): Baseline {
  const isStartBroken = target?.place.isBroken || target?.place.below('start').isBroken;
  const runsAlready =
    !isDeployed && target?.input !== undefined && target.input.start === undefined && !isStartBroken;
  const kind = baseline.from ?? (runsAlready ? 'history' : DEFAULTS.baseline);
  if (baseline.from === 'paired' && runsAlready) {
    place
      .below('from')
      .reject(
        'The target runs already, so its base revision cannot be started beside it.',
        'expected `history`, or `start` in the target',
      );
  }
  const onBaseFailure = baseline['on-base-failure'];
  if (onBaseFailure !== undefined && (kind === 'history' || isDeployed) && !place.below('from').isBroken) {
    place
      .below('on-base-failure')
      .rejectKey(
        '`on-base-failure` does nothing without a base revision: this run is compared with earlier ones.',
        'leave it out',
      );
  }
  return {
    kind,
    sensitivity: readSensitivity(place, baseline, undefined),
    onBaseFailure: onBaseFailure ?? DEFAULTS.onBaseFailure,
  };
}
