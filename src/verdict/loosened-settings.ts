import type { Config, Scenario } from '../config/config.ts';
import { printPercent } from '../config/language/percent.ts';
import { printTolerance, type Sensitivity } from '../config/language/setting.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { COSTS, listPairMetrics, listSettableMetrics } from '../metrics/compared.ts';
import { type Metric, printMetric, takesCommonTolerance } from '../metrics/metric.ts';
import type { LoosenedGate } from './verdict.ts';

/** Scenario as the base and the head revision define it. */
export type ScenarioPair = { base: Scenario; head: Scenario };

type Kind = 'tolerance' | 'confidence';
type Resolved = ReturnType<typeof resolveSensitivity>;

/** Setting of a metric. `isCommon`: it came from a setting without names, which holds for all metrics. */
type NamedSetting = { label: string; metric: string; isCommon: boolean };
/** `label`: the scenario that raises it; null for the suite. */
type Raise = { label: string | null; metric: string; isCommon: boolean; from: string; to: string };

const NOTHING_SET: Sensitivity = { tolerance: { byMetric: {} }, confidence: { byMetric: {} } };

/**
 * Finds the tolerances and confidences that a change raises, as they take effect. The suite or a scenario raises them,
 * or a setting that came before another is removed. A raise by the suite is told once for all scenarios.
 */
export function findLoosenedSettings(
  base: Config,
  head: Config,
  pairs: readonly ScenarioPair[],
): LoosenedGate[] {
  return (['tolerance', 'confidence'] as const).flatMap((kind) => {
    const settings: NamedSetting[] = [];
    const raises: Raise[] = [];
    for (const pair of pairs) {
      for (const metric of metricsInBoth(pair, base, head)) {
        const isCommon = kind === 'confidence' || takesCommonTolerance(metric);
        const setting = { label: pair.base.name, metric: printMetric(metric), isCommon };
        settings.push(setting);
        const before = resolveSensitivity(base, pair.base, metric);
        const after = resolveSensitivity(head, pair.head, metric);
        if (!isRaised(before, after, kind)) continue;
        const [from, to] = [printSetting(before, kind), printSetting(after, kind)];
        const isOfSuite =
          from === suiteValue(base, pair.base, metric, kind) &&
          to === suiteValue(head, pair.head, metric, kind);
        raises.push({ ...setting, label: isOfSuite ? null : setting.label, from, to });
      }
    }
    return [null, ...pairs.map((pair) => pair.base.name)].flatMap((label) => {
      const own = settings.filter((setting) => label === null || setting.label === label);
      return summarise(
        kind,
        raises.filter((raise) => raise.label === label),
        own.filter(({ isCommon }) => isCommon).map(({ metric }) => metric),
      );
    });
  });
}

/** Finds costs that a setting names at the base alone, so that they are compared no longer. */
export function findDroppedCosts(base: Config, head: Config, pair: ScenarioPair): LoosenedGate[] {
  return COSTS.flatMap((metric): LoosenedGate[] => {
    const before = resolveSensitivity(base, pair.base, metric);
    const isCompared =
      resolveSensitivity(head, pair.head, metric).isAsked ||
      pair.head.slos.some((slo) => slo.metric.kind === metric.kind);
    if (!before.isAsked || isCompared) return [];
    const from = printTolerance(before.set);
    return [
      { kind: 'tolerance', label: pair.base.name, metric: printMetric(metric), from, to: 'not compared' },
    ];
  });
}

/** Lists the metrics that are compared at both revisions: no gate on the others can have changed. */
function metricsInBoth(pair: ScenarioPair, base: Config, head: Config): Metric[] {
  if (pair.base.capacity && pair.head.capacity) return [{ kind: 'capacity' }];
  const compared = (config: Config, scenario: Scenario) => {
    const isAsked = (metric: Metric) => resolveSensitivity(config, scenario, metric).isAsked;
    return listPairMetrics(scenario.slos, { isAsked }).map(({ metric }) => printMetric(metric));
  };
  const lists = [compared(base, pair.base), compared(head, pair.head)];
  return listSettableMetrics(pair.base.slos).filter((metric) =>
    lists.every((list) => list.includes(printMetric(metric))),
  );
}

function isRaised(before: Resolved, after: Resolved, kind: Kind): boolean {
  return after[kind] > before[kind] || (kind === 'tolerance' && after.set.ms > before.set.ms);
}

function printSetting({ set, confidence }: Resolved, kind: Kind): string {
  return kind === 'tolerance' ? printTolerance(set) : printPercent(confidence);
}

/** Prints the value that holds in a scenario without settings of its own. */
function suiteValue(config: Config, scenario: Scenario, metric: Metric, kind: Kind): string {
  return printSetting(resolveSensitivity(config, { ...scenario, sensitivity: NOTHING_SET }, metric), kind);
}

/** Writes a line for each raise, or a single one where all the common metrics rose alike. */
function summarise(kind: Kind, raises: readonly Raise[], common: readonly string[]): LoosenedGate[] {
  const byMetric = new Map(raises.map((raise) => [raise.metric, raise]));
  const [first, ...others] = common.map((metric) => byMetric.get(metric));
  const forAll =
    first && others.every((raise) => raise?.from === first.from && raise.to === first.to) ? first : undefined;
  const named = [...byMetric.values()].filter(
    ({ isCommon, to }) => !forAll || (!isCommon && to !== forAll.to),
  );
  return [...(forAll ? [{ ...forAll, metric: null }] : []), ...named].map(({ label, metric, from, to }) => ({
    kind,
    label,
    metric,
    from,
    to,
  }));
}
