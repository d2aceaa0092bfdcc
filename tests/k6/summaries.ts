import type { K6Metric, Summary } from '../../src/k6/summary.ts';
import { MEASURED_PERCENTS } from '../../src/measurement/levels.ts';
import { makeRound } from '../fixtures.ts';

/** What k6 tells of a sample of values. */
export function trendOf(sample: readonly number[]): K6Metric {
  const { latency, avg } = makeRound(sample);
  return { type: 'trend', count: sample.length, avg: avg!, ...latency! };
}

export type Part = Record<string, K6Metric | number>;

/**
 * Writes the summary of one slot by its slices. Numbers are counters. Names with a dot before them are a script's, and
 * `more` has whole names.
 */
export function writeSummary(id: string, parts: readonly Part[], more: Part = {}) {
  const named = parts.flatMap((part, i) =>
    Object.entries(part).map(([name, value]): [string, Part[string]] => [
      `${name.startsWith('.') ? name.slice(1) : `tailgate_${name}`}{tailgate:${id}.${i}}`,
      value,
    ]),
  );
  const start: K6Metric = { type: 'gauge', value: 1000 };
  const all = { [`tailgate_start_time{tailgate:${id}}`]: start, ...Object.fromEntries(named), ...more };
  const metrics = Object.entries(all).map(([name, value]): [string, K6Metric] => [
    name,
    typeof value === 'number' ? { type: 'counter', sum: value } : value,
  ]);
  const summary: Summary = { seen: [], metrics: Object.fromEntries(metrics) };
  return { schemaVersion: 1, percents: MEASURED_PERCENTS, ...summary };
}
