import * as z from 'zod';
import { boundedList } from '../json-values.ts';

/**
 * Levels (percent, ascending) at which k6 reports a latency distribution: every 0.1 % and a dense tail to p99.999.
 * k6 computes `p(N)` exactly, by linear interpolation between order statistics. It keeps every sample anyway, so many
 * levels cost nothing while load runs.
 */
export const MEASURED_PERCENTS: readonly number[] = [
  0,
  ...steps(0.1, 99.9, 0.1),
  ...steps(99.91, 99.99, 0.01),
  99.995,
  99.999,
  100,
];

/** Levels (fractions) kept in a record: enough to re-judge every SLO, a tenth of the size. */
export const RECORDED_LEVELS: readonly number[] = [
  0,
  ...steps(1, 90, 1),
  ...steps(90.5, 98.5, 0.5),
  ...steps(98.6, 99.9, 0.1),
  99.95,
  99.99,
  99.999,
  100,
].map((percent) => percent / 100);

/** Levels of a distribution. Documents omit those that are usual for a record. */
export const levelsSchema = boundedList(z.number().min(0).max(1)).readonly().default(RECORDED_LEVELS);

function steps(from: number, to: number, step: number): number[] {
  const count = Math.round((to - from) / step) + 1;
  return Array.from({ length: count }, (_, i) => Number((from + i * step).toFixed(3)));
}
