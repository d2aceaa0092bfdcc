import type { RunRecord } from '../baseline/record.ts';
import type { Metric } from '../config/config.ts';
import type { Round } from '../measurement/measurement.ts';
import { achievedRate, failureRate, meanLatency, pooledQuantile } from '../measurement/quantiles.ts';
import type { Report } from './report.ts';

/** One run's value of a metric; `current` is the run that the report is about. */
export type Point = { commit: string | null; value: number; current: boolean };

type Measured = RunRecord['scenarios'][number];

/**
 * A metric through the earlier runs (oldest first) and this one, as far as they measured the same load and request.
 * Values in ms, fraction or req/s; `Infinity` when failures reach the percentile.
 */
export function seriesOf(report: Report, label: string, metric: Metric): Point[] {
  const now = measuredIn(report.record, label);
  const runs = [...report.history, report.record];
  return runs.flatMap((record) => {
    const measured = measuredIn(record, label);
    if (!measured || (now && measured.digest !== now.digest)) return [];
    const value = metricOf(roundsOf(measured), metric);
    return value === null ? [] : [{ commit: record.commit, value, current: record === report.record }];
  });
}

/** The scenario of that label in a record, as the revision under test was measured. */
export function measuredIn(record: RunRecord, label: string): Measured | undefined {
  return record.scenarios.find((scenario) => scenario.label === label && scenario.arm === 'head');
}

export function roundsOf(measured: Measured): Round[] {
  return measured.instances.flatMap((instance) => instance.rounds);
}

/** A metric over the rounds of all instances; null when rounds cannot tell. */
export function metricOf(rounds: readonly Round[], metric: Metric): number | null {
  switch (metric.kind) {
    case 'percentile':
      return pooledQuantile(rounds, metric.percent / 100);
    case 'min':
      return pooledQuantile(rounds, 0);
    case 'max':
      return pooledQuantile(rounds, 1);
    case 'avg':
      return meanLatency(rounds);
    case 'errors':
      return failureRate(rounds);
    case 'rate':
      return achievedRate(rounds);
    case 'capacity':
      return null;
  }
}
