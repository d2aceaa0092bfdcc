import type { Report } from '../../handover/report.ts';
import { pickAlone, type Slice } from '../../measurement/measurement.ts';
import type { Metric } from '../../metrics/metric.ts';
import { measureMetric } from '../../metrics/metric.ts';
import { findHeadStep, type RecordedStep } from '../../records/record.ts';

/** Value of a metric in one run; `current` is the run that the report is about. */
export type Point = { commit: string | null; value: number; current: boolean };

/**
 * Lists a metric through the earlier runs (oldest first) and this one, as far as they measured the same load
 * and request. Values in ms, fraction or req/s; `Infinity` when failures reach the percentile.
 */
export function seriesOf(report: Report, label: string, metric: Metric): Point[] {
  const now = findHeadStep(report.record, label);
  const runs = [...report.history, report.record];
  return runs.flatMap((record) => {
    const measured = findHeadStep(record, label);
    if (!measured || (now && measured.digest !== now.digest)) return [];
    const value = readMetric(measured, metric);
    return Number.isNaN(value) ? [] : [{ commit: record.commit, value, current: record === report.record }];
  });
}

/** Cache of values, which a report needs many times; each takes a search in all slices of a run. */
const known = new WeakMap<RecordedStep, Map<string, number>>();

function readMetric(measured: RecordedStep, metric: Metric): number {
  const values = known.get(measured) ?? new Map<string, number>();
  known.set(measured, values);
  const key = JSON.stringify(metric);
  if (!values.has(key)) values.set(key, measureMetric(slicesOf(measured), metric));
  return values.get(key)!;
}

export function slicesOf(measured: RecordedStep): Slice[] {
  return pickAlone(measured.instances.flatMap((instance) => instance.slices));
}
