import * as z from 'zod';
import { boundedText, number, variant } from '../../json-values.ts';
import { metricSchema } from '../../metrics/metric.ts';
import type { Unit } from '../../metrics/table.ts';

const limit = z.discriminatedUnion('kind', [
  variant('absolute', {
    value: number,
    unit: z.enum(['ms', 'fraction', 'req/s', 'MB', 'plain', '/s'] satisfies Unit[]),
  }),
  /** Metric of another scenario, times `factor`, plus `offsetMs`. */
  variant('relative', { scenario: boundedText, metric: metricSchema, factor: number, offsetMs: number }),
]);
export type LimitValue = z.infer<typeof limit>;

export const sloSchema = z.object({
  metric: metricSchema,
  operator: z.enum(['<', '<=', '>', '>=']),
  limit,
});
export type Slo = z.infer<typeof sloSchema>;
export type Operator = Slo['operator'];

/** Lists the scenarios that limits are relative to. */
export function listReferences(slos: readonly Pick<Slo, 'limit'>[]): string[] {
  return slos.flatMap(({ limit }) => (limit.kind === 'relative' ? [limit.scenario] : []));
}

/** What `capacity` means: the highest rate (req/s) within a range at which the service meets an SLO. */
export const capacityGoalSchema = z.object({
  slo: sloSchema,
  from: z.number().positive(),
  to: z.number().positive(),
});
export type CapacityGoal = z.infer<typeof capacityGoalSchema>;
