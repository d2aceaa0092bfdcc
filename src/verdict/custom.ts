import type { Slo } from '../config/language/slo-type.ts';
import type { SeenMetric } from '../measurement/custom.ts';
import type { Slice } from '../measurement/measurement.ts';
import { typesOf } from '../metrics/custom.ts';
import { measureMetric, printMetric } from '../metrics/metric.ts';
import type { InvalidReason } from './faults.ts';

/**
 * Finds SLOs on metrics that the user's script never fed, or that have no such statistic or unit. They would be neither
 * met nor missed, and pass.
 */
export function findUnknownMetrics({
  label,
  slos,
  slices,
  seen = [],
}: {
  label: string;
  slos: readonly Slo[];
  slices: readonly Slice[];
  seen?: readonly SeenMetric[];
}): InvalidReason[] {
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
