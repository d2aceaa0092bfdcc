import type { Report } from '../../handover/report.ts';
import { asSuite } from '../../handover/suite.ts';
import { type Metric, printMetric } from '../../metrics/metric.ts';
import { formatValue } from '../format/numbers.ts';
import { renderHtml } from '../html/html.ts';
import { type Child, h, Markup, tabular } from '../html/markup.ts';
import { counted, limitWords, listed, metricName, rangeWords, shortLabel } from '../words/terms.ts';
import { dayOf } from './chart.ts';
import { linkCommit, type Repository, showSubject } from './links.ts';
import { pageOf, writeSlo } from './parts.ts';
import type { Declared, SiteRun } from './runs.ts';
import { GENERATOR, writeShell } from './shell.ts';

/** Most scenarios that a report links. */
const MOST_LINKS = 12;
const ELSEWHERE = 'What was said of the change then is told in its pull request or workflow run.';

/** Writes a short page of a run: what it measured, held against the SLOs of the configuration. */
export function writeRunPage(
  run: SiteRun,
  declared: readonly { step: Declared; metrics: readonly Metric[] }[],
  repository: Repository,
): string {
  const own = declared.flatMap(({ step, metrics }) => {
    const measured = step.suite === run.suite && run.steps.find(({ label }) => label === step.label);
    return measured ? [{ step, metrics, measured }] : [];
  });
  const facts: [string, Child][] = [
    ['commit', [linkCommit(run, repository), ' ', showSubject(run, repository)]],
    ['measured', run.recordedAt.slice(0, 16).replace('T', ' ')],
    ['machine', run.machine],
    ...(run.job === undefined ? [] : [['job', run.job] as [string, Child]]),
    ['tool', `Tailgate ${run.tailgate}`],
  ];
  return writeShell(
    `Run of ${dayOf(run)}`,
    '../../index.html',
    h(
      'dl',
      { class: 'card' },
      ...facts.map(([name, fact]) => h('div', {}, h('dt', {}, name), h('dd', {}, fact))),
    ),
    ...own.map(({ step, metrics, measured }) =>
      h(
        'section',
        { class: 'card' },
        h('h3', {}, h('a', { href: `../../${pageOf(step)}` }, shortLabel(step.label))),
        tabular(
          {
            caption:
              measured.requests === 0
                ? counted(measured.starts, 'search', 'searches')
                : `${counted(measured.requests, 'request')}, ${counted(measured.starts, 'start')} of the service`,
          },
          ['metric', 'value', 'interval of 95 %', 'SLO'],
          metrics.flatMap((metric) => {
            const found = measured.values[printMetric(metric)];
            if (found === undefined) return [];
            const slos = step.slos.filter((slo) => printMetric(slo.metric) === printMetric(metric));
            return [
              [
                metricName(metric),
                formatValue(metric, found.value),
                rangeWords(metric, found.low, found.high),
                slos.length === 0 ? null : writeSlo(found.slo, listed(slos.map(limitWords))),
              ],
            ];
          }),
        ),
      ),
    ),
    h(
      'p',
      { class: 'soft' },
      `SLOs are those of the configuration when this page was written. ${ELSEWHERE} Newer runs, and those at change points, have a full report.`,
    ),
  );
}

/**
 * Writes the page of a run as a full report.
 *
 * @param report the record, judged anew
 * @param declared all steps and searches of the site
 */
export function writeReportPage(
  run: SiteRun,
  report: Report,
  declared: readonly Declared[],
  repository: Repository,
): string {
  const own = declared.filter(
    ({ suite, label }) => suite === run.suite && run.steps.some((step) => step.label === label),
  );
  const pages = new Map(own.map((step) => [pageOf(step), step.scenario]));
  const scenarios = [...pages].slice(0, MOST_LINKS).map(([path, text]) => ({ href: `../../${path}`, text }));
  return renderHtml(asSuite(report), {
    links: [{ href: '../../index.html', text: 'All scenarios' }, ...scenarios],
    notes: [
      [`Run of ${dayOf(run)}: `, linkCommit(run, repository), ' ', showSubject(run, repository)],
      `Judged anew from its record, by the SLOs and tolerances of the configuration when this page was written. ${ELSEWHERE}`,
    ],
    marks: [new Markup(GENERATOR)],
    isPast: true,
  });
}
