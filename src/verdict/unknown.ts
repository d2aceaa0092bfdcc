import type { Slice } from '../measurement/measurement.ts';
import { typesOf } from '../metrics/custom.ts';
import { isCost, measureMetric, printMetric } from '../metrics/metric.ts';
import type { MeasuredStep } from './changes.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';
import type { ChangeFinding, SloFinding } from './findings.ts';

/**
 * Finds SLOs on metrics that the user's script never fed, or that have no such statistic or unit. They would be neither
 * met nor missed, and pass.
 */
export function findUnknownMetrics({
  label,
  slos,
  slices,
  seen = [],
}: Pick<MeasuredStep, 'label' | 'slos' | 'seen'> & { slices: readonly Slice[] }): InvalidReason[] {
  return slos.flatMap(({ metric }): InvalidReason[] => {
    if (metric.kind !== 'custom') return [];
    const type = seen.find(({ name }) => name === metric.name)?.type ?? null;
    const fits = type === null || typesOf(metric).some((each) => each === type);
    if (fits && !Number.isNaN(measureMetric(slices, metric))) return [];
    return [
      { kind: 'metric-unknown', label, metric: printMetric(metric), is: fits ? null : type, seen: [...seen] },
    ];
  });
}

/**
 * Finds costs that nobody could read: of an SLO, which would be neither met nor missed, and pass; and of a setting alone, of
 * steps that were compared otherwise.
 */
export function findUnknownCosts(
  slos: readonly SloFinding[],
  changes: readonly ChangeFinding[],
): InvalidReason[] {
  const ofSlos = slos
    .filter(({ estimate }) => Number.isNaN(estimate.value))
    .map(({ label, slo: { metric } }) => ({ label, metric }));
  const isNamed = ({ label, metric }: ChangeFinding) =>
    slos.some((one) => one.label === label && one.slo.metric.kind === metric.kind);
  const ofSettings = changes.filter(
    (change) =>
      change.reason?.kind === 'too-few-blocks' &&
      change.reason.blocks === 0 &&
      changes.some(({ label, kind }) => label === change.label && kind === 'paired') &&
      !isNamed(change),
  );
  return [...ofSlos, ...ofSettings]
    .filter(({ metric }) => isCost(metric))
    .map(({ label, metric }) => ({ kind: 'cost-unknown', label, metric: printMetric(metric) }));
}

/**
 * Finds limits without a value: the other scenario failed, or was not measured. What tells already why the run blocks
 * is not told again.
 */
export function findUnknownLimits(
  steps: readonly MeasuredStep[],
  slos: readonly SloFinding[],
  known: { faults: readonly ServiceFault[]; invalid: readonly InvalidReason[] },
): InvalidReason[] {
  if (known.invalid.length > 0 || known.faults.some(({ kind }) => kind === 'crashed')) return [];
  return steps.flatMap(({ label, slos: declared, limits }) =>
    declared.flatMap((slo): InvalidReason[] => {
      const { limit, metric } = slo;
      if (limit.kind !== 'relative' || slos.some((each) => each.label === label && each.slo === slo))
        return [];
      const other = limits?.get(limit.scenario) ?? limit.scenario;
      const isMissed = slos.some((each) => each.label === other && each.code === 'missed');
      return isMissed ? [] : [{ kind: 'limit-unknown', label, metric: printMetric(metric), other }];
    }),
  );
}
