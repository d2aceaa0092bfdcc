import type { Metric } from '../../metrics/metric.ts';
import type { Unit } from '../../metrics/table.ts';

export type Operator = '<' | '<=' | '>' | '>=';

export type LimitValue =
  | { kind: 'absolute'; value: number; unit: Unit }
  /** Another scenario's metric times `factor` plus `offsetMs`. */
  | { kind: 'relative'; scenario: string; metric: Metric; factor: number; offsetMs: number };

export type Slo = {
  metric: Metric;
  operator: Operator;
  limit: LimitValue;
};
