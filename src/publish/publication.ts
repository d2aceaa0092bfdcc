import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import type { GitHubContext } from '../forge/context.ts';
import { flatten, withStoppedCommands } from '../forge/foreign.ts';
import type { Forge } from '../forge/port.ts';
import type { Location } from '../forge/pull.ts';
import { combineJobs, exitCodeOfSuites, hasNews } from '../handover/jobs.ts';
import type { SuiteReport } from '../handover/suite.ts';
import { type Annotation, annotate, limitAnnotations } from '../report/annotations.ts';
import { commentMarker, renderComment, renderSummary } from '../report/comment.ts';
import { renderTerminal } from '../report/terminal.ts';
import { suiteHeadline } from '../report/words/suite.ts';
import { publishComment } from './comment.ts';
import { type Delivery, deliver, describeDelivery, type Parcel } from './delivery.ts';
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

export type PublishedSuite = { suite: string; comment: Delivery; status: Delivery };

/**
 * Shows verdicts in all places: the log, annotations, the pull request, the commit and the job summary. A delivery that
 * fails is reported in the log and in the summary. Nothing here throws or changes a verdict.
 */
export async function announce(publication: Publication): Promise<PublishedSuite[]> {
  const annotations = publication.suites.flatMap(
    (suite) => attempt(() => listAnnotations(suite, publication.context)) ?? [],
  );
  for (const annotation of limitAnnotations(annotations)) print(annotation);
  const published: PublishedSuite[] = [];
  for (const suite of publication.suites) published.push(await publishSuite(suite, publication));
  return published;
}

/**
 * Sets the statuses of these suites to `pending`. Until there is a result, whatever kills the step must leave no older
 * success. Never throws.
 */
export async function announceStart(
  suites: readonly string[],
  publication: Omit<Publication, 'suites' | 'comment'>,
): Promise<void> {
  const { location } = publication;
  const trust = location.kind === 'pull' && location.fromFork ? 'fork' : 'own';
  const start = { trust, exitCode: null, headline: 'No result yet; if this stays, re-run the job' } as const;
  for (const suite of suites) await deliverStatus(suite, () => start, publication);
}

async function publishSuite(given: SuiteReport, publication: Publication): Promise<PublishedSuite> {
  const { context, location } = publication;
  const fromFork = location.kind === 'pull' && location.fromFork;
  const suite: SuiteReport = fromFork ? { ...given, trust: 'fork' } : given;
  attempt(() => printForeign(renderTerminal(suite, { color: false, width: 100 }).trimEnd()));
  const judge = () => ({
    trust: suite.trust,
    approvedBy: suite.approvedBy,
    exitCode: exitCodeOfSuites([suite]),
    headline: `${suite.reportOnly ? 'Report only: ' : ''}${suiteHeadline(suite)}`,
  });
  const status = await deliverStatus(suite.suite, judge, publication);
  // What the status leaves to a newer run, the comment does.
  const comment = status.kind === 'superseded' ? status : await deliverComment(suite, publication);
  if (comment.kind === 'delivered') core.info(`Comment ${comment.action}: ${comment.url}`);
  if (status.kind === 'delivered') core.info(`Commit status ${status.action}: ${status.url}`);
  const remarks = new Set<string>();
  for (const [parcel, delivery] of Object.entries({ comment, status }) as [Parcel, Delivery][]) {
    const undelivered = describeDelivery(delivery, context, parcel);
    if (undelivered === null) continue;
    core.notice(undelivered, { title: 'Tailgate' });
    remarks.add(`> ${describeDelivery(delivery, context, parcel, true)}\n`);
  }
  const summary = attempt(() => renderSummary(suite)) ?? '';
  const jobs = publication.suites.flatMap((each) => each.jobs);
  const isAlone = jobs.filter(({ outcome }) => outcome.kind === 'report').length === 1;
  const text = [summary, ...remarks].join('\n');
  const missing = await writeSummary(text, isAlone);
  if (missing) core.notice(missing, { title: 'Tailgate' });
  return { suite: suite.suite, comment, status };
}

async function deliverComment(
  suite: SuiteReport,
  { forge, location, comment }: Publication,
): Promise<Delivery> {
  if (comment === 'never' || location.kind === 'commit') return { kind: 'not-asked' };
  if (location.kind === 'nowhere') return explainNowhere(location);
  if (forge === null) return withoutToken;
  const { number, standing } = location;
  if (standing === 'head' || standing === 'base') return { kind: 'superseded', by: standing };
  return deliver(() =>
    publishComment(forge, {
      number,
      marker: commentMarker(suite.suite),
      body: renderComment(suite),
      mayCreate: comment === 'always' || hasNews(suite),
    }),
  );
}

async function deliverStatus(
  suite: string,
  judge: () => Pick<StatusTarget, 'trust' | 'approvedBy' | 'exitCode' | 'headline'>,
  { context, forge, location }: Omit<Publication, 'suites' | 'comment'>,
): Promise<Delivery> {
  if (location.kind === 'nowhere') return explainNowhere(location);
  if (forge === null) return withoutToken;
  return deliver(() =>
    publishStatus(forge, {
      ...judge(),
      url: context.run.url,
      sha: location.kind === 'pull' ? location.headSha : location.sha,
      context: nameStatus(suite, location, context.defaultBranch),
    }),
  );
}

const withoutToken: Delivery = { kind: 'refused', status: null, reason: 'the input github-token is empty' };

function explainNowhere({ reason }: Extract<Location, { kind: 'nowhere' }>): Delivery {
  return reason === null ? { kind: 'not-asked' } : { kind: 'unplaced', reason };
}

/**
 * Annotations of every job. There is at least one error when the step is going to fail for the verdict, and none when it
 * passes whatever the verdict is: with `fail-on: none`, and where another run's check has the verdict.
 */
function listAnnotations(suite: SuiteReport, { trigger }: GitHubContext): Annotation[] {
  const annotations = annotateJobs(suite);
  const passes = trigger.kind === 'workflow_run' || exitCodeOfSuites([suite]) === 0;
  if (!passes || combineJobs(suite.jobs).exitCode === 0) return annotations;
  return annotations.map((one) => (one.level === 'error' ? { ...one, level: 'warning' } : one));
}

function annotateJobs(suite: SuiteReport): Annotation[] {
  const several = suite.jobs.length > 1;
  const annotations = suite.jobs.flatMap(({ name, outcome }): Annotation[] => {
    const mark = (title: string) => (several && name !== '' ? `${title} (${flatten(name, 60)})` : title);
    if (outcome.kind === 'fault') {
      return [{ level: 'error', title: mark('Tailgate'), message: outcome.message.replace(/^error: /, '') }];
    }
    return annotate(outcome.report).map((one) => ({ ...one, title: mark(one.title) }));
  });
  const { exitCode } = combineJobs(suite.jobs);
  if (exitCode === 0 || annotations.some(({ level }) => level === 'error')) return annotations;
  return [...annotations, { level: 'error', title: 'Tailgate', message: suiteHeadline(suite) }];
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

function print({ level, title, message }: Annotation): void {
  const tell = { error: core.error, warning: core.warning }[level];
  tell(message, { title });
}
