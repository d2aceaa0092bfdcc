import { type Metric, printMetric } from '../../metrics/metric.ts';
import { findBaseStep, type PageContent, type PageGroup } from '../page/content.ts';
import { findFarthest } from '../rows/series.ts';
import { shortCommit } from '../words/terms.ts';
import { drawSvg, showName } from './drawing.ts';
import { describeLatency, drawLatency, readLine } from './latency.ts';
import { plotMultiples } from './multiples.ts';
import { STROKES } from './style.ts';
import { drawRecords, type TrendLine } from './trend.ts';

/** Picture of a scenario as a file. */
export type Picture = {
  scenario: string;
  /** Name of the file: `latency-search.svg`. */
  name: string;
  /** Text for those who do not see it. */
  alt: string;
  svg: string;
};

const MEDIAN: Metric = { kind: 'percentile', percent: 50 };
const P99: Metric = { kind: 'percentile', percent: 99 };

/** Draws the pictures of a page: for each scenario the latency by percentile and, with earlier records, the trend. */
export function drawCharts(content: PageContent): Picture[] {
  return content.groups.flatMap((group) => [drawGroup(group, content), ...drawHistory(group, content)]);
}

function drawGroup({ scenario, keys, steps }: PageGroup, { record }: PageContent): Picture {
  const [{ declared, measured }] = steps as [PageGroup['steps'][number]];
  const name = `latency-${scenario}.svg`;
  const base = findBaseStep(record, declared.label);
  const head = shortCommit(record.commit);
  const lines =
    steps.length > 1
      ? steps.map((step) => readLine(showName(step.names.join(', ')), step.measured))
      : [
          readLine(head === null ? 'measured' : `commit ${head}`, measured),
          ...(base === undefined ? [] : [readLine(nameBase(record.pair?.baseCommit), base)]),
        ];
  const title = `${showName(scenario)}: latency by percentile`;
  if (steps.length > STROKES.length) {
    const by = `${title} and ${showName(keys.join(', '))}`;
    const slo = findFarthest(declared.slos);
    const multiples = lines.map((line) => ({ title: line.name, lines: [line], slo }));
    const svg = drawSvg(by, ['measured'], plotMultiples(multiples));
    return { scenario, name, alt: describeLatency(by, lines.slice(0, 1)), svg };
  }
  // SLOs of a scenario hold for all of its steps.
  const svg = drawLatency(title, lines, declared.slos);
  return { scenario, name, alt: describeLatency(title, lines), svg };
}

function nameBase(commit: string | undefined): string {
  return commit === undefined ? 'base' : `base ${shortCommit(commit)}`;
}

function drawHistory({ scenario, steps }: PageGroup, { record, earlier }: PageContent): Picture[] {
  const records = [...earlier, record];
  if (earlier.length === 0 || steps.length > STROKES.length) return [];
  const { slos } = steps[0]!.declared;
  const slo = findFarthest(slos);
  const tail = slo?.metric ?? P99;
  const metrics = steps.length === 1 && printMetric(tail) !== 'p50' ? [MEDIAN, tail] : [tail];
  const lines = steps.flatMap(({ names, declared: { label } }) =>
    metrics.map(
      (metric): TrendLine => ({
        name: steps.length === 1 ? printMetric(metric) : showName(names.join(', ')),
        label,
        metric,
      }),
    ),
  );
  const what = steps.length === 1 ? 'latency' : printMetric(tail);
  const title = `${showName(scenario)}: ${what} through ${records.length} records`;
  return [
    { scenario, name: `trend-${scenario}.svg`, alt: title, svg: drawRecords(title, lines, records, slo) },
  ];
}
