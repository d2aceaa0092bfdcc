import type { Slo } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import { pickAlone, type Slice } from '../../measurement/measurement.ts';
import { attempts } from '../../measurement/quantiles.ts';
import { type Metric, measureMetric } from '../../metrics/metric.ts';
import { findCapacity, findStep, type RecordedStep, type RunRecord } from '../../records/record.ts';
import { poolEstimates } from '../../verdict/capacity-measurement.ts';
import { remember } from '../format/passages.ts';

/**
 * Lists a metric over the runs that measured the same load and request as the report's. Values in ms,
 * fraction or req/s; `Infinity` if the percentile falls among failures.
 */
export function seriesOf(
  { record: own }: Pick<Report, 'record'>,
  label: string,
  metric: Metric,
  runs: readonly RunRecord[],
): number[] {
  if (metric.kind === 'capacity') return runs.flatMap((record) => readCapacity(record, label, own) ?? []);
  const now = findStep(own, label);
  return runs.flatMap((record) => {
    const measured = findStep(record, label);
    if (!measured || (now && measured.digest !== now.digest)) return [];
    const value = readMetric(measured, metric);
    return Number.isNaN(value) ? [] : [value];
  });
}

/** Lists the points of a metric of `seriesOf` over runs: `x` is the index of the run. */
export const readTrend = (record: RunRecord, label: string, metric: Metric, runs: readonly RunRecord[]) =>
  runs.flatMap((run, x) => seriesOf({ record }, label, metric, [run]).map((value) => ({ x, value })));

/** Reads the capacity of the head in a record if it was searched like another one; null if none was found. */
function readCapacity(record: RunRecord, label: string, other: RunRecord): number | null {
  const capacity = findCapacity(record, label);
  const same = findCapacity(other, label);
  if (!capacity || (same && same.digest !== capacity.digest)) return null;
  return poolEstimates(capacity)?.value ?? null;
}

type PercentileSlo = Slo & { metric: Extract<Metric, { kind: 'percentile' }> };

/** Finds the SLO on the highest percentile. */
export function findFarthest(slos: readonly Slo[]): PercentileSlo | undefined {
  return slos
    .filter((slo): slo is PercentileSlo => slo.metric.kind === 'percentile')
    .toSorted((a, b) => b.metric.percent - a.metric.percent)[0];
}

/** Maximum number of metrics of a step that are measured: each takes a search in all its slices, and a result may name thousands. */
const MOST_METRICS = 32;
const knownOf = remember((_: RecordedStep) => new Map<string, number>());

function readMetric(measured: RecordedStep, metric: Metric): number {
  const values = knownOf(measured);
  const key = JSON.stringify(metric);
  if (!values.has(key) && values.size < MOST_METRICS)
    values.set(key, measureMetric(slicesOf(measured), metric));
  return values.get(key) ?? Number.NaN;
}

/** Tells whether a step was measured in turns as well as alone. SLOs are then judged on load alone. */
export function hasAlone({ instances }: RecordedStep): boolean {
  return instances.some(
    ({ slices }) =>
      slices.some(({ alternating }) => alternating) && slices.some((slice) => !slice.alternating),
  );
}

/** Lists the slices of each start that received requests: load on the arm alone, if there was any. */
export function listStarts({ instances }: Pick<RecordedStep, 'instances'>): Slice[][] {
  return instances
    .map(({ slices }) => pickAlone(slices))
    .filter((slices) => slices.some((slice) => attempts(slice) > 0));
}

export function slicesOf(measured: RecordedStep): Slice[] {
  return pickAlone(measured.instances.flatMap((instance) => instance.slices));
}
