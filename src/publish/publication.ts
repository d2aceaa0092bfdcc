import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import type { GitHubContext } from '../forge/context.ts';
import { type DeliveryFault, explainDeliveryFault } from '../forge/fault.ts';
import { flatten, withStoppedCommands } from '../forge/foreign.ts';
import type { CommitLocation, Location, PullLocation } from '../forge/location.ts';
import type { Forge } from '../forge/port.ts';
import { combineJobs, exitCodeOfSuites, hasNews, type SuiteReport } from '../handover/suite.ts';
import { commentMarker, renderComment, renderSummary } from '../report/comment.ts';
import { type Alert, tell, tellSuite } from '../report/document.ts';
import { renderTerminal } from '../report/terminal.ts';
import { suiteHeadline } from '../report/words/suite.ts';
import { publishStatus, type Said } from './status.ts';

/** When a comment is created: always, on news, or never. An existing one is kept up to date, except with `never`. */
export const WHEN_TO_COMMENT = ['always', 'on-news', 'never'] as const;
export type WhenToComment = (typeof WHEN_TO_COMMENT)[number];

/** `forge`: null without a token. `location`: of the verdict, as found by `locate`. */
type Place = { context: GitHubContext; forge: Forge | null; location: Location };

type Publication = Place & { suites: readonly SuiteReport[]; comment: WhenToComment };

/** Something that should have arrived but did not. */
export type Undelivered = DeliveryFault & { parcel: 'comment' | 'status' };

/**
 * Shows verdicts everywhere: the log, annotations, the pull request, the commit and the job summary. A delivery that
 * fails is reported in the log, and changes no verdict.
 */
export async function announce(publication: Publication): Promise<Undelivered[]> {
  const { suites, context, location } = publication;
  const annotations = suites.flatMap((suite) => listAnnotations(suite, context));
  for (const { level, title, message } of annotations)
    (level === 'error' ? core.error : core.warning)(message, { title });
  const summary: string[] = [];
  const undelivered: Undelivered[] = [];
  for (const given of suites) {
    const isFork = location.kind === 'pull' && location.fromFork;
    const suite: SuiteReport = isFork ? { ...given, trust: 'fork' } : given;
    printReport(suite);
    const exitCode = exitCodeOfSuites([suite]);
    const headline = `${suite.reportOnly ? 'Report only: ' : ''}${suiteHeadline(suite)}`;
    undelivered.push(
      ...(await deliverStatus(suite.suite, { ...suite, exitCode, headline }, publication)),
      ...(await deliverComment(suite, publication)),
    );
    summary.push(renderSummary(suite, tellSuite(suite), suites.length));
  }
  for (const one of undelivered) notice(describe(one));
  if (location.kind === 'pull' && location.standing === 'moved')
    notice('The pull request has another head or base by now, so this result is not shown there.');
  try {
    await core.summary.addRaw(summary.join('\n'), true).write();
  } catch (error) {
    notice(`The job summary could not be written (${flatten(String(error), 300)}).`);
  }
  return undelivered;
}

const notice = (text: string) => core.notice(text, { title: 'Tailgate' });

function describe({ parcel, kind, reason }: Undelivered): string {
  const needed = `\`permissions: ${parcel === 'comment' ? 'pull-requests' : 'statuses'}: write\``;
  const advice = kind === 'refused' ? ` The job needs ${needed}, which a run of a fork never has.` : '';
  return `The ${parcel} could not be written (${reason}).${advice} The verdict stands.`;
}

/**
 * Sets the statuses of these suites to `pending`. If the step is killed before there is a result, no older
 * success may remain. Never throws.
 */
export async function announceStart(suites: readonly string[], place: Place): Promise<void> {
  const said = { exitCode: null, headline: 'No result yet; if this stays, re-run the job' };
  for (const suite of suites) await deliverStatus(suite, said, place);
}

const deliverStatus = (suite: string, said: Said, place: Place) =>
  deliverTo('status', place, (forge, at) => publishStatus(forge, place.context, at, suite, said));

async function deliverComment(suite: SuiteReport, publication: Publication): Promise<Undelivered[]> {
  const { location, comment } = publication;
  const isOld = location.kind === 'commit' || (location.kind === 'pull' && location.standing === 'moved');
  if (comment === 'never' || isOld) return [];
  return deliverTo('comment', publication, async (forge, place) => {
    const { number } = place as PullLocation;
    const own = await forge.findComment(number, commentMarker(suite.suite));
    if (own === null && comment === 'on-news' && !hasNews(suite)) return;
    await forge.writeComment(number, renderComment(suite), own);
  });
}

/** Delivers to the place of a verdict, if it has one. Never throws: the verdict stands anyway. @returns what failed */
async function deliverTo(
  parcel: Undelivered['parcel'],
  { forge, location }: Place,
  send: (forge: Forge, location: PullLocation | CommitLocation) => Promise<void>,
): Promise<Undelivered[]> {
  if (location.kind === 'nowhere')
    return location.reason === null ? [] : [{ parcel, kind: 'failed', reason: location.reason }];
  if (forge === null) return [{ parcel, kind: 'refused', reason: 'the input github-token is empty' }];
  try {
    await send(forge, location);
    return [];
  } catch (error) {
    return [{ parcel, ...explainDeliveryFault(error) }];
  }
}

/**
 * Writes the annotations of every job. At least one is an error if the step will fail because of the verdict, and none if
 * it passes in any case: with `fail-on: none`, and if another run's check has the verdict.
 */
function listAnnotations(suite: SuiteReport, { trigger }: GitHubContext): Alert[] {
  const each = suite.jobs.map(({ name, outcome }): Alert[] => {
    const mark = (title: string) => (name !== '' ? `${title} (${flatten(name, 60)})` : title);
    if (outcome.kind === 'fault')
      return [{ level: 'error', title: mark('Tailgate'), message: outcome.message.replace(/^error: /, '') }];
    return tell(outcome.report).alerts.map((one) => ({ ...one, title: mark(one.title) }));
  });
  // GitHub shows ten per level: the jobs take turns.
  const most = Math.max(0, ...each.map(({ length }) => length));
  const annotations = Array.from({ length: most }, (_, i) => each.flatMap((own) => own[i] ?? [])).flat();
  if (combineJobs(suite.jobs).exitCode === 0) return annotations;
  if (!annotations.some(({ level }) => level === 'error'))
    annotations.push({ level: 'error', title: 'Tailgate', message: suiteHeadline(suite) });
  const passes = trigger.kind === 'workflow_run' || exitCodeOfSuites([suite]) === 0;
  return passes ? annotations.map((one) => ({ ...one, level: 'warning' })) : annotations;
}

/** Prints a report to the log. */
export function printReport(suite: SuiteReport): void {
  printForeign(renderTerminal(suite, { color: false, width: 100 }).trimEnd());
}

/** Prints text that may contain output of services, k6 or other servers. */
export function printForeign(text: string): void {
  core.info(withStoppedCommands(randomUUID(), text));
}
