import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import type { GitHubContext } from '../forge/context.ts';
import { explainDeliveryFault, hasStatus } from '../forge/fault.ts';
import { flatten, withStoppedCommands } from '../forge/foreign.ts';
import type { Forge } from '../forge/port.ts';
import type { CommitLocation, Location, PullLocation } from '../forge/pull.ts';
import { combineJobs, exitCodeOfSuites, hasNews } from '../handover/jobs.ts';
import type { SuiteReport } from '../handover/suite.ts';
import { type Annotation, annotate, limitAnnotations } from '../report/annotations.ts';
import { commentMarker, renderComment, renderSummary } from '../report/comment.ts';
import { renderTerminal } from '../report/terminal.ts';
import { suiteHeadline } from '../report/words/suite.ts';
import { type Delivery, describeDelivery, mentionDelivery, type Parcel } from './delivery.ts';
import { nameStatus, publishStatus, type StatusTarget } from './status.ts';
import { writeSummary } from './summary.ts';

/** When a comment is made: always, when there is news, or never. One that is there is kept up to date, but with `never`. */
export const WHEN_TO_COMMENT = ['always', 'on-news', 'never'] as const;
export type WhenToComment = (typeof WHEN_TO_COMMENT)[number];

type Publication = {
  suites: readonly SuiteReport[];
  context: GitHubContext;
  /** Null without a token. */
  forge: Forge | null;
  /** Place of the verdict, as `locate` found it. */
  location: Location;
  comment: WhenToComment;
};

type Place = Pick<Publication, 'context' | 'forge' | 'location'>;

export type PublishedSuite = { suite: string; comment: Delivery; status: Delivery };

/**
 * Shows verdicts in all places: the log, annotations, the pull request, the commit and the job summary. A delivery that
 * fails is reported in the log and in the summary. Nothing here throws or changes a verdict.
 */
export async function announce(publication: Publication): Promise<PublishedSuite[]> {
  const annotations = publication.suites.flatMap(
    (suite) => attempt(() => listAnnotations(suite, publication.context)) ?? [],
  );
  for (const { level, title, message } of limitAnnotations(annotations))
    (level === 'error' ? core.error : core.warning)(message, { title });
  const published: PublishedSuite[] = [];
  for (const suite of publication.suites) published.push(await publishSuite(suite, publication));
  return published;
}

/**
 * Sets the statuses of these suites to `pending`. Until there is a result, whatever kills the step must leave no older
 * success. Never throws.
 */
export async function announceStart(suites: readonly string[], place: Place): Promise<void> {
  const start = { exitCode: null, headline: 'No result yet; if this stays, re-run the job' } as const;
  const trust = isOfFork(place) ? 'fork' : 'own';
  for (const suite of suites) await deliverStatus(suite, () => ({ ...start, trust }), place);
}

const isOfFork = ({ location }: Place) => location.kind === 'pull' && location.fromFork;

async function publishSuite(given: SuiteReport, publication: Publication): Promise<PublishedSuite> {
  const { context } = publication;
  const suite: SuiteReport = isOfFork(publication) ? { ...given, trust: 'fork' } : given;
  attempt(() => printReport(suite));
  const judge = () => ({
    trust: suite.trust,
    approvedBy: suite.approvedBy,
    exitCode: exitCodeOfSuites([suite]),
    headline: `${suite.reportOnly ? 'Report only: ' : ''}${suiteHeadline(suite)}`,
  });
  const status = await deliverStatus(suite.suite, judge, publication);
  const comment = await deliverComment(suite, publication);
  if (comment.kind === 'delivered') core.info(`Comment ${comment.action}: ${comment.url}`);
  if (status.kind === 'delivered') core.info(`Commit status ${status.action}: ${status.url}`);
  const remarks = Object.entries({ comment, status } as const).flatMap(([name, delivery]) => {
    const parcel = name as Parcel;
    const undelivered = describeDelivery(delivery, context, parcel);
    if (undelivered !== null) core.notice(undelivered, { title: 'Tailgate' });
    const mention = mentionDelivery(delivery, parcel);
    return mention === null ? [] : [`> ${mention}\n`];
  });
  const summary = attempt(() => renderSummary(suite)) ?? '';
  const missing = await writeSummary([summary, ...remarks].join('\n'));
  if (missing) core.notice(missing, { title: 'Tailgate' });
  return { suite: suite.suite, comment, status };
}

async function deliverComment(suite: SuiteReport, publication: Publication): Promise<Delivery> {
  const { location, comment } = publication;
  if (comment === 'never' || location.kind === 'commit') return { kind: 'not-asked' };
  if (location.kind === 'pull' && location.standing === 'moved') return { kind: 'superseded' };
  const write = async (forge: Forge, place: PullLocation | CommitLocation): Promise<Delivery> => {
    const { number } = place as PullLocation;
    // Over the own one that is there, else a new one.
    const own = await forge.findComment(number, commentMarker(suite.suite));
    if (own === null && comment === 'on-news' && !hasNews(suite)) return { kind: 'not-asked' };
    const url = await forge.writeComment(number, renderComment(suite), own);
    return { kind: 'delivered', url, action: own === null ? 'created' : 'updated' };
  };
  return deliverTo(publication, (forge, place) =>
    write(forge, place).catch((error) => {
      // A new one may be there even after a server fault: it is looked for before the second attempt.
      if (!hasStatus(error, 500, 502, 503, 504)) throw error;
      return write(forge, place);
    }),
  );
}

function deliverStatus(
  suite: string,
  judge: () => Pick<StatusTarget, 'trust' | 'approvedBy' | 'exitCode' | 'headline'>,
  place: Place,
): Promise<Delivery> {
  const { run, defaultBranch } = place.context;
  return deliverTo(place, (forge, location) =>
    publishStatus(forge, {
      ...judge(),
      url: run.url,
      sha: location.kind === 'pull' ? location.headSha : location.sha,
      context: nameStatus(suite, location, defaultBranch),
    }),
  );
}

/** Sends to the place of a verdict, where it has one and there is a token. Never throws: a verdict stands without. */
async function deliverTo(
  { forge, location }: Place,
  send: (forge: Forge, location: PullLocation | CommitLocation) => Promise<Delivery>,
): Promise<Delivery> {
  if (location.kind === 'nowhere')
    return location.reason === null ? { kind: 'not-asked' } : { kind: 'failed', reason: location.reason };
  if (forge === null) return { kind: 'refused', reason: 'the input github-token is empty' };
  try {
    return await send(forge, location);
  } catch (error) {
    return explainDeliveryFault(error);
  }
}

/**
 * Annotations of every job. There is at least one error when the step is going to fail for the verdict, and none when it
 * passes whatever the verdict is: with `fail-on: none`, and where another run's check has the verdict.
 */
function listAnnotations(suite: SuiteReport, { trigger }: GitHubContext): Annotation[] {
  const several = suite.jobs.length > 1;
  const annotations = suite.jobs.flatMap(({ name, outcome }): Annotation[] => {
    const mark = (title: string) => (several && name !== '' ? `${title} (${flatten(name, 60)})` : title);
    if (outcome.kind === 'fault')
      return [{ level: 'error', title: mark('Tailgate'), message: outcome.message.replace(/^error: /, '') }];
    return annotate(outcome.report).map((one) => ({ ...one, title: mark(one.title) }));
  });
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

/** Prints text that may have parts from services, k6 or other servers. */
export function printForeign(text: string): void {
  core.info(withStoppedCommands(randomUUID(), text));
}

/** Runs one renderer. Its fault must neither stop the others nor change a verdict. */
function attempt<T>(show: () => T): T | null {
  try {
    return show();
  } catch (error) {
    core.warning(`Something could not be shown: ${flatten(String(error), 300)}`, { title: 'Tailgate' });
    return null;
  }
}
