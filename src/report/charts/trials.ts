import * as Plot from '@observablehq/plot';
import { poolEstimates } from '../../verdict/capacity-estimate.ts';
import type { CapacityMeasurement } from '../../verdict/capacity-measurement.ts';
import { formatMs, formatNumber, formatRate, formatShare } from '../format/numbers.ts';
import { metricName } from '../words/terms.ts';
import type { ChartOptions } from './drawing.ts';
import { chooseScale, drawAxis, drawLimit } from './scale.ts';
import { fillOf, strokeOf } from './style.ts';

/** Capacity of one arm, with the name of the arm. */
export type SearchedArm = { name: string; measured: CapacityMeasurement };

/**
 * Lays out the trials of a search: a dot for each by its rate and its latency, full where it met the SLO, and the capacity
 * that follows with its interval.
 */
export function plotTrials(arms: readonly SearchedArm[]): ChartOptions {
  const trials = arms.map(({ name, measured }) =>
    measured.blocks.flatMap((block) =>
      block.trials.map((trial) => ({ ...trial, name, start: block.block + 1 })),
    ),
  );
  const all = trials.flat();
  const { slo } = arms[0]!.measured.goal;
  const limit = slo.limit.kind === 'absolute' ? slo.limit.value : null;
  const values = all.map(({ value }) => value).filter(Number.isFinite);
  const axis = chooseScale([...values, ...(limit === null ? [] : [limit])], Math.min(...values));
  const { unit, factor, scale } = axis;
  const [bottom, top] = scale.domain as [number, number];
  const found = arms.flatMap(({ name, measured }, i) => {
    const estimate = poolEstimates(measured);
    return estimate?.kind === 'found' ? [{ ...estimate, name, i }] : [];
  });
  const metric = metricName(slo.metric);
  return {
    height: 236,
    marginBottom: 40,
    x: { label: 'arrivals (req/s)', labelArrow: 'none', inset: 8 },
    y: { ...scale, domain: [bottom, top] },
    yLabel: `${metric} (${unit}); full: met, hollow: not met`,
    marks: [
      ...drawAxis(axis, 'y'),
      Plot.axisX({ ticks: 6, tickFormat: (rate: number) => formatNumber(rate) }),
      ...drawLimit(limit, axis),
      ...found.flatMap((estimate) => [
        Plot.rect([estimate], {
          x1: 'low',
          x2: ({ high, value }) => (Number.isFinite(high) ? high : value),
          y1: bottom,
          y2: top,
          ...fillOf(estimate.i, 0.14),
        }),
        Plot.ruleX([estimate], {
          x: 'value',
          ...strokeOf(estimate.i),
          title: ({ name, value }) => `${name}: capacity ${formatRate(value)}`,
        }),
      ]),
      ...trials.flatMap((own, i) => {
        const place = {
          x: 'rate',
          y: ({ value }: (typeof own)[number]) => Math.min(top, value * factor),
          r: 4.2,
          symbol: i === 0 ? 'circle' : 'diamond',
          title: ({ name, start, rate, value, errors, met, limitedBy }: (typeof own)[number]) =>
            `${name}, start ${start}: ${formatRate(rate)}, ${metric} ${formatMs(value)}, errors ${formatShare(errors)}: ${limitedBy ? "k6's own limit" : met ? 'met' : 'not met'}`,
        } as const;
        const [met, others] = [true, false].map((is) => own.filter((trial) => trial.met === is));
        const rim = { ...strokeOf(i, 1.6), strokeDasharray: undefined };
        return [Plot.dot(met!, { ...place, ...fillOf(i) }), Plot.dot(others!, { ...place, ...rim })];
      }),
    ],
  };
}
