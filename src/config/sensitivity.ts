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
import type { Place } from './diagnostics/problem.ts';
import { joinWords } from './diagnostics/words.ts';
import { parseComparedMetric } from './language/metric.ts';
import { DEFAULT_CONFIDENCE, type Setting, type Tolerance } from './language/setting.ts';

export const NO_TOLERANCES: Setting<Tolerance> = { byMetric: {} };

/**
 * Merges the tolerances of a scenario and of the suite. The first that is set applies: the scenario's for this metric, the
 * scenario's for all, the suite's for this metric, the suite's for all.
 */
export function mergeTolerances(own = NO_TOLERANCES, suite = NO_TOLERANCES): Setting<Tolerance> {
  const ofSuite = Object.entries(suite.byMetric).filter(
    ([name]) => own.all === undefined || !takesCommonTolerance(parseComparedMetric(name)),
  );
  const all = own.all ?? suite.all;
  return { ...(all && { all }), byMetric: { ...Object.fromEntries(ofSuite), ...own.byMetric } };
}

/**
 * Finds how large a change of a metric must be to block, and how sure a run must be of it (fractions; for `errors` a
 * difference of shares). Alone, arms scatter more: a tolerance applies there only if it is larger than
 * the default. `isAsked`: some tolerance names this metric.
 *
 * @param before returns the metric's value (ms) before the change: `10% or 2ms` is the larger of the two there
 */
export function resolveSensitivity(
  config: Confident,
  { tolerances: { all, byMetric } }: Pick<Scenario, 'tolerances'>,
  metric: Metric,
  where: Where = 'all',
  before: () => number = () => Number.NaN,
): { tolerance: number; confidence: number; isAsked: boolean } {
  const name = printMetric(metric);
  const isAsked = Object.hasOwn(byMetric, name);
  const common = takesCommonTolerance(metric) ? all : undefined;
  const usual = defaultTolerance(metric, where);
  const { fraction, ms } = (isAsked ? byMetric[name] : common) ?? { fraction: usual, ms: 0 };
  const set = Math.max(fraction, where === 'alone' ? usual : 0);
  const least = ms > 0 ? ms / before() : 0;
  return { tolerance: least > set ? least : set, confidence: resolveConfidence(config), isAsked };
}

type Confident = { baseline: Pick<Baseline, 'confidence'>; variant?: Pick<Variant, 'of'>; parts?: number };

/**
 * Returns how sure a run must be that something became slower (fraction), for all metrics together. Variants, or the parts
 * of shards, share the error equally (Bonferroni); they share no blocks, so this costs nothing.
 */
export function resolveConfidence(config: Confident): number {
  return 1 - (1 - (config.baseline.confidence ?? DEFAULT_CONFIDENCE)) / countParts(config);
}

/** Counts the parts of a run that share one chance of a false alarm. */
export function countParts({ parts, variant }: { parts?: number; variant?: Pick<Variant, 'of'> }): number {
  return parts ?? variant?.of ?? 1;
}

/** Sets one tolerance for all latencies and capacities. Those of errors, costs and custom metrics stay. */
export function replaceTolerances(config: Config, all: Tolerance): Config {
  const replace = <T extends { tolerances: Setting<Tolerance> }>(one: T): T => ({
    ...one,
    tolerances: mergeTolerances({ all, byMetric: {} }, one.tolerances),
  });
  return { ...config, scenarios: config.scenarios.map(replace), baseline: replace(config.baseline) };
}

/** Checks that each tolerance matches a metric of one of the scenarios to which it applies. */
export function checkTolerances(
  holder: Place,
  tolerance: Setting<Tolerance> | undefined,
  scenarios: readonly Pick<Scenario, 'loads' | 'slos'>[],
): void {
  const compared = scenarios.flatMap(({ loads, slos }): Metric[] =>
    loads.length > 0 ? listSettableMetrics(slos) : [{ kind: 'capacity' }],
  );
  const known = new Map(compared.map((metric) => [printMetric(metric), metric]));
  for (const [name, { fraction, ms }] of Object.entries(tolerance?.byMetric ?? {})) {
    const place = holder.below('tolerance', name);
    const metric = known.get(name);
    if (metric === undefined)
      place.rejectKey(
        `\`${name}\` is not compared in any scenario here.`,
        `expected ${joinWords([...known.keys()])}, or a percentile that an SLO names`,
      );
    else if (ms > 0 && !isLatency(metric))
      place.reject('Only latencies can be limited by a time.', 'expected a percentage');
    else if (isShare(metric) && fraction > 1)
      place.reject('This is a difference between shares.', 'expected a percentage from `0%` to `100%`');
  }
}
