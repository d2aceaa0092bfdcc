import { defaultTolerance, isShare, type Metric, measureMetric, printMetric } from '../metrics/metric.ts';
import type { RunRecord } from '../records/record.ts';
import { compareEnvironments } from '../records/selection.ts';
import { nameRecord } from '../records/store.ts';
import { formatChangeOf, formatValue } from '../report/format/numbers.ts';
import type { PageContent } from '../report/page/content.ts';
import { CAPACITY } from '../verdict/capacity.ts';
import { CHECKED, type PageData, readCapacityValue } from './data.ts';
import type { PageProblem } from './problem.ts';
import type { Region } from './region.ts';

/** Change of a capacity (fraction) from which a page does not agree: two searches at different times scatter by 7 % each. */
const CAPACITY_TOLERANCE = 0.2;

/** Most characters of a line that are shown. */
const LONGEST_LINE = 200;

/**
 * Compares the figures of a page with those of a newer record. Two measurements of the same code differ as well, so a
 * difference counts from the tolerance on that holds for arms that are measured at different times: 20 % of p50, 30 % of
 * the tail, a tenth of a point of the failures; 20 % of a capacity.
 *
 * @returns `otherwise`: why the two cannot be compared, else null
 */
export function compareWithNewest(
  data: PageData,
  { record, groups, capacities }: PageContent,
): { problems: PageProblem[]; otherwise: string | null } {
  const differs = compareEnvironments(imitateRecord(data, record), record);
  if (differs.length > 0) return { problems: [], otherwise: `it has another ${differs.join(' and ')}` };
  const name = nameRecord(record);
  const compareValue = (label: string, metric: Metric, now: number, tolerance: number): PageProblem[] => {
    const before = data.steps.find((step) => step.label === label)?.values[printMetric(metric)];
    if (before === undefined || Object.is(before, now)) return [];
    const change = isShare(metric) ? now - before : now / before - 1;
    if (Math.abs(change) <= tolerance) return [];
    return [
      {
        what: `${label}: ${printMetric(metric)} on the page does not agree with the newest record, ${name} (${formatChangeOf(metric, change)}).`,
        found: formatValue(metric, before),
        expected: formatValue(metric, now),
      },
    ];
  };
  const problems = [
    ...groups.flatMap(({ steps }) =>
      steps.flatMap(({ declared: { label }, slices }) =>
        CHECKED.flatMap((metric) =>
          compareValue(label, metric, measureMetric(slices, metric), defaultTolerance(metric, 'alone')),
        ),
      ),
    ),
    ...capacities.flatMap(({ declared: { label }, head }) =>
      compareValue(label, CAPACITY, readCapacityValue(head), CAPACITY_TOLERANCE),
    ),
  ];
  return { problems, otherwise: null };
}

/** Finds the first line that differs between a page and what its own record gives now. */
export function compareBodies(region: Region, expected: string): PageProblem[] {
  if (region.body === expected) return [];
  const [found, wanted] = [region.body.split('\n'), expected.split('\n')];
  const at = found.findIndex((line, i) => line !== wanted[i]);
  const index = at < 0 ? found.length : at;
  const show = (line: string | undefined) => line?.slice(0, LONGEST_LINE) ?? 'the end of the page';
  return [
    {
      what: 'The page differs from what its record gives now.',
      found: show(found[index]),
      expected: show(wanted[index]),
    },
  ];
}

function imitateRecord({ record }: PageData, like: RunRecord): RunRecord {
  return { ...like, environment: { ...like.environment, ...record.environment } };
}
