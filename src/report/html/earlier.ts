import { pooledQuantile } from '../../measurement/quantiles.ts';
import { printMetric } from '../../metrics/metric.ts';
import { plotRecords } from '../charts/trend.ts';
import { formatMs, NONE } from '../format/numbers.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';
import { counted } from '../words/terms.ts';
import { type Drawn, slosOf, type TitledPicture } from './picture.ts';

/** Draws p50 and the tail through the earlier runs that measured the same. */
export function drawEarlier({ report, rows, label, arms }: Drawn): TitledPicture[] {
  const records = [...report.history, report.record];
  const slo = findFarthest(slosOf(rows));
  const metrics = [...new Set([50, slo?.metric.percent ?? 99])].map((each) => ({ kind: 'percentile', percent: each }) as const);
  const { digest } = arms[0]!.step;
  const alike = records.filter(({ steps }) =>
    steps.some((step) => step.label === label && step.digest === digest),
  );
  if (alike.length < 2) return [];
  const values = alike.map(({ commit, recordedAt, steps }) => {
    const slices = slicesOf(steps.find((step) => step.label === label && step.arm === 'head') ?? steps[0]!);
    return [
      commit?.slice(0, 7) ?? NONE,
      recordedAt.slice(0, 10),
      ...metrics.map((metric) => formatMs(pooledQuantile(slices, metric.percent / 100))),
    ];
  });
  return [
    {
      title: `Through ${counted(alike.length, 'run')}`,
      note: `Earlier runs of ${report.baseBranch}, and this one at the right.`,
      description: `From ${values[0]!.slice(2).join(' and ')} to ${values.at(-1)!.slice(2).join(' and ')}`,
      plots: [
        plotRecords(
          metrics.map((metric) => ({ name: printMetric(metric), label, metric })),
          alike,
          slo,
          5,
        ),
      ],
      legend: metrics.map(printMetric),
      header: ['commit', 'day', ...metrics.map(printMetric)],
      values,
    },
  ];
}
