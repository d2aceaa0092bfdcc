import type { Report } from '../../handover/report.ts';
import { isLatency } from '../../metrics/metric.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { formatMs, NEVER } from '../format/numbers.ts';
import { code, join, link, type Phrase, say, strong } from '../format/phrase.ts';
import { type Row, rowsOf } from '../rows/rows.ts';
import type { Trend } from '../rows/trend.ts';
import { counted, limitWords, listSome, metricName, shortCommit, shortLabel, startName } from './terms.ts';

/**
 * Writes how much was measured: `16 fresh starts of both versions`, or without a base `2 fresh starts,
 * 48 s of load, 1 round discarded as disturbed`.
 */
export function effortWords(report: Report): string {
  const { pair, effort } = report.verdict;
  const start = startName(report);
  if (pair && rowsOf(report).some(({ change }) => change?.kind === 'paired'))
    return `${counted(pair.blocks, start)} of both versions`;
  const { discardedRounds, instances, loadSeconds } = effort;
  if (loadSeconds === 0) return 'nothing measured';
  const parts = [counted(instances, start)];
  parts.push(`${Math.round(loadSeconds).toLocaleString('en-US')} s of load`);
  if (discardedRounds > 0) parts.push(`${counted(discardedRounds, 'round')} discarded as disturbed`);
  return parts.join(', ');
}

/**
 * Writes the small print of a run: `Tailgate: 16 fresh starts of both versions, 1a95462 · Report`.
 *
 * @param shared revision and address that its suite names already
 */
export function runClosing(report: Report, shared: { commit: string | null; link: string | null }): Phrase {
  const { commit, dirty } = report.record;
  const own = commit === shared.commit ? null : commit;
  const revision = own && say`${code(shortCommit(own)!)}${dirty ? ' with uncommitted changes' : ''}`;
  const facts = [say`${effortWords(report)}`, ...(revision ? [revision] : [])];
  return closingWords(facts, 'Report', report.link === shared.link ? null : report.link);
}

/** Writes the line that ends a comment: the tool's name, some facts, and where there is more. */
export function closingWords(facts: readonly Phrase[], place: string, target: string | null): Phrase {
  const more = target === null ? [] : say` · ${link(place, target)}`;
  return say`Tailgate${facts.length > 0 ? ': ' : ''}${join(facts)}${more}`;
}

/** Explains `∞` when it stands in one of the rows, or in their earlier runs where these are shown. */
export function infinityNote(rows: readonly Row[], withEarlier = true): Phrase | null {
  const latencies = rows.filter((row) => isLatency(row.metric));
  const shown = latencies.flatMap((row) => [row.head, row.base, ...(withEarlier ? row.earlier : [])]);
  return shown.includes(Number.POSITIVE_INFINITY)
    ? say`${NEVER}: failed requests count as never answered.`
    : null;
}

/** Lists facts about the scenarios that a reader needs to read their numbers correctly. */
export function scenarioNotes(report: Report): Phrase[] {
  const notes: Phrase[] = [];
  const scenarios = report.record.steps.filter((scenario) => scenario.arm === 'head');
  const closed = scenarios.filter((scenario) => scenario.load.kind !== 'arrival-rate');
  if (closed.length > 0) {
    const are = closed.length === 1 ? 'is a closed model' : 'are closed models';
    notes.push(
      say`${listSome(
        closed.map(({ label }) => shortLabel(label)),
        4,
      )} ${are}: users wait for an answer before they ask again, which hides part of the waiting when the service stalls (coordinated omission).`,
    );
  }
  const { unfinished = [] } = report.verdict;
  for (const { label, seconds } of unfinished)
    notes.push(
      say`${code(shortLabel(label))}: no iteration came to its end within the ${formatMs(1000 * seconds, 2)} that are measured at a time, so what the script asks for after that was not measured. Make it shorter, with less ${code('sleep')}, or split it into scenarios.`,
    );
  return [...notes, ...redirectNotes(report.verdict)];
}

/** Most requests whose redirects are told. */
const MOST_REDIRECTS = 4;

/** Tells which requests measure a redirect, each once for all its loads and variants. */
function redirectNotes({ redirects = [], work = [] }: Verdict): Phrase[] {
  const told = new Map(redirects.map((each) => [`${each.request} ${each.status} ${each.location}`, each]));
  const shown = [...told.values()].slice(0, MOST_REDIRECTS);
  const rest = told.size - shown.length;
  return [
    ...shown.map(({ label, request, status, location }) => {
      const [leads, ask] =
        location === null
          ? [say``, say`ask for where it leads`]
          : [say` to ${code(location)}`, say`ask for ${code(location)}`];
      // Where the base answers otherwise, all its answers would fail.
      const isNew = work.some((one) => one.kind === 'status' && one.label === label && one.status === status);
      const expect = isNew ? '' : say`, or write ${code(`expect: {status: ${status}}`)}`;
      return say`${code(request)} answers ${status}${leads}: the redirect is what is measured; ${ask}${expect}.`;
    }),
    ...(rest > 0
      ? [say`${counted(rest, 'more request')} ${rest === 1 ? 'measures a redirect' : 'measure redirects'}.`]
      : []),
  ];
}

/** Describes a chart, since older versions of Mermaid draw no legend. */
export function trendWords(trend: Trend): Phrase {
  const { label, tail, withMedian, slo, capped } = trend;
  const key = [
    ...(withMedian ? ['🟦 p50'] : []),
    `🟪 ${metricName(tail)}`,
    ...(slo ? [`🟥 SLO ${metricName(slo.metric)} ${limitWords(slo)}`] : []),
  ];
  const above = capped ? ` ${NEVER} is drawn at the upper edge.` : '';
  return say`${strong(shortLabel(label))}: ${key.join(' · ')}. This run is the last point.${above}`;
}
