import { percentile, printMetric } from '../../metrics/metric.ts';
import { findStep } from '../../records/record.ts';
import { drawSvg, showName } from '../charts/drawing.ts';
import { plotHistory } from '../charts/history.ts';
import { describeLatency, plotLatency, readLine } from '../charts/latency.ts';
import { STROKES } from '../charts/style.ts';
import { findFarthest, readTrend } from '../rows/series.ts';
import { shortCommit } from '../words/terms.ts';
import type { PageContent, PageGroup } from './content.ts';

/** Picture of a scenario as a file. `name`: `latency-search.svg`. `alt`: text for readers who cannot see it. */
export type Picture = { scenario: string; name: string; alt: string; svg: string };

/**
 * Draws the pictures of a page: for each scenario the latency by percentile and, with earlier records, the trend. More
 * steps than there are line styles get no picture.
 */
export function drawPictures(content: PageContent): Picture[] {
  const drawn = content.groups.filter(({ steps }) => steps.length <= STROKES.length);
  return drawn.flatMap((group) => [drawLatencies(group, content), ...drawTrend(group, content)]);
}

function drawLatencies({ scenario, steps }: PageGroup, { record }: PageContent): Picture {
  const { label, slos } = steps[0]!.declared;
  const base = findStep(record, label, 'base');
  const name = (what: string, commit: string | null | undefined) =>
    commit ? `${what} ${shortCommit(commit)}` : what;
  const single = [
    readLine(name('head', record.commit), steps[0]!.measured),
    ...(base ? [readLine(name('base', record.pair?.baseCommit), base)] : []),
  ];
  const lines = steps.length > 1 ? steps.map((step) => readLine(showName(step.name), step.measured)) : single;
  const title = `${showName(scenario)}: latency by percentile`;
  // SLOs of a scenario apply to all of its steps.
  const svg = drawSvg(plotLatency(title, lines, slos));
  return { scenario, name: `latency-${scenario}.svg`, alt: describeLatency(title, lines), svg: `${svg}\n` };
}

function drawTrend({ scenario, steps }: PageGroup, { record, earlier }: PageContent): Picture[] {
  if (earlier.length === 0) return [];
  const runs = [...earlier, record];
  const slo = findFarthest(steps[0]!.declared.slos);
  const metric = slo?.metric ?? percentile(99);
  const lines = steps.map(({ name, declared: { label } }) => {
    return { name: showName(name), points: readTrend(record, label, metric, runs) };
  });
  const title = `${showName(scenario)}: ${printMetric(metric)} through ${runs.length} records`;
  const svg = drawSvg(plotHistory({ title, runs, metric, lines, slo }));
  return [{ scenario, name: `trend-${scenario}.svg`, alt: title, svg: `${svg}\n` }];
}
