import { EXIT, type ExitCode, Interrupted, throwIfInterrupted } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { flatten } from '../forge/foreign.ts';
import type { Forge } from '../forge/port.ts';
import { type Location, locate } from '../forge/pull.ts';
import type { Level } from '../forge/rights.ts';
import { collectSuites } from '../handover/collect.ts';
import { exitCodeOfSuites } from '../handover/jobs.ts';
import { writeCommand } from '../handover/report.ts';
import type { Job, JobOutcome, SuiteReport } from '../handover/suite.ts';
import { findApprover, readClaims } from '../publish/acceptance.ts';
import { isUndelivered } from '../publish/delivery.ts';
import { announce, announceStart, type WhenToComment } from '../publish/publication.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { orderRecords, selectBaseline, selectTrend } from '../records/selection.ts';
import { openRecordStore, type StorePlace } from '../records/stores/place.ts';
import { acceptFindings, type Claim } from '../verdict/acceptance.ts';
import type { FailOnCode } from '../verdict/codes.ts';
import { explainUnrecorded } from './earlier.ts';

export type PublishingRequest = {
  context: GitHubContext;
  /** Null without a token. */
  forge: Forge | null;
  /** Absolute path of the folder with the results of measuring jobs. */
  folder: string;
  /** Suites of the workflow: each must have been measured, and no other. */
  suites: string[];
  /** Codes that block beside those that each measuring job was told. */
  failOn: FailOnCode[];
  /** True when nothing is to block. */
  reportOnly: boolean;
  /** Level of rights that accepting takes; null for everybody who may triage. */
  acceptBy: Level | null;
  comment: WhenToComment;
  token: string;
  store: StorePlace;
  environment: NodeJS.ProcessEnv;
  /** Reports anything else that is worth knowing, in one line each. */
  note: (text: string) => void;
  signal: AbortSignal;
};

export type Published = {
  suites: SuiteReport[];
  exitCode: ExitCode;
  /** Places of the records. */
  recorded: string[];
  /** Reasons why suites were not recorded although they should have been, in a line each. */
  unrecorded: string[];
};

/**
 * Runs the second half of the gate, in a job that runs no code of the repository. It collects the results,
 * lets pass what a person with the right to do so has accepted, records, writes to the pull request, and
 * gives the exit code. Results may be hostile, and a result that did not arrive never passes.
 *
 * @throws UserError for inputs that make no sense, Interrupted when `signal` is aborted
 */
export async function publishResults(request: PublishingRequest): Promise<Published> {
  const { context, forge, note } = request;
  const { trigger, run } = context;
  const location = await locate(forge, context);
  await announceStart(request.suites, { context, forge, location });
  const measured = trigger.kind === 'workflow_run' ? trigger.run : { ...run, attempt: Number(run.attempt) };
  const fromFork = 'fromFork' in trigger && trigger.fromFork;
  const composed = collectSuites(request.folder, measured, request.suites, {
    trust: fromFork ? 'fork' : 'own',
    link: run.url,
  });
  const claims = await readClaims(forge, context, location, request.acceptBy, note);
  // The word of who has approved this very commit of a fork stands in for the trust that a fork lacks.
  const approvedBy =
    fromFork && forge && location.kind === 'pull' ? await findApprover(forge, location, note) : undefined;
  const labelReader = forge !== null && location.kind === 'pull' ? ({ labelReader: 'publish' } as const) : {};
  const suites: SuiteReport[] = [];
  const recorded: string[] = [];
  const unrecorded: string[] = [];
  for (const suite of composed) {
    const checked = checkSubject(suite, location, context);
    const told = { ...checked, approvedBy, reportOnly: request.reportOnly, ...labelReader };
    const used = await useRecords(acceptSuite(told, claims, request.failOn), request);
    suites.push(used.drawn);
    recorded.push(...used.recorded);
    if (used.unrecorded !== null) unrecorded.push(`${suite.suite}: ${used.unrecorded}`);
  }
  throwIfInterrupted(request.signal);
  const published = await announce({ suites, context, forge, location, comment: request.comment });
  throwIfInterrupted(request.signal);
  if (trigger.kind !== 'workflow_run')
    return { suites, recorded, unrecorded, exitCode: exitCodeOfSuites(suites) };
  // Its check lands on the default branch, whose commit the verdict is not about: it says whether that was published.
  const isLost = published.some(({ comment, status }) => isUndelivered(comment) || isUndelivered(status));
  const isGone = location.kind === 'nowhere' && location.gone;
  return { suites, recorded, unrecorded, exitCode: isLost && !isGone ? EXIT.unmeasured : EXIT.pass };
}

/** Checks commit and base: a measurement of another commit, or for another base, says nothing about this one. */
export function checkSubject(
  suite: SuiteReport,
  location: Location,
  { baseBranch, run }: GitHubContext,
): SuiteReport {
  const expected =
    location.kind === 'pull' ? location.headSha : location.kind === 'commit' ? location.sha : null;
  return mapReports(suite, (outcome) => {
    const { commit } = outcome.report.record;
    if (expected !== null && commit !== expected) {
      const message = `The result is of commit ${commit ?? 'unknown'}, not of ${expected}.`;
      return { kind: 'fault', exitCode: EXIT.unmeasured, message };
    }
    // Facts that this run knows itself are not taken from a file.
    const branch = location.kind === 'pull' ? location.baseBranch : baseBranch;
    const measuredFor = outcome.report.baseBranch;
    if (location.kind === 'pull' && measuredFor !== branch) {
      const message = `The result is for the base ${flatten(measuredFor, 60)}, and the pull request goes to ${branch}.`;
      return { kind: 'fault', exitCode: EXIT.unmeasured, message };
    }
    const { verdict, record } = outcome.report;
    const own = { baseBranch: branch, link: run.url, reproduce: writeCommand(verdict, record) };
    return { ...outcome, report: { ...outcome.report, ...own } };
  });
}

/**
 * Judges all jobs anew, without the findings that were accepted. `also` blocks beside what each job was told; where a
 * suite only reports, nothing does.
 */
export function acceptSuite(
  suite: SuiteReport,
  claims: readonly Claim[],
  also: readonly FailOnCode[] = [],
): SuiteReport {
  return mapReports(suite, (outcome) => {
    const verdict = acceptFindings(outcome.report.verdict, claims, [...outcome.failOn, ...also]);
    const blocks = verdict.blocks && !suite.reportOnly;
    return { ...outcome, report: { ...outcome.report, verdict: { ...verdict, blocks } } };
  });
}

/**
 * Draws the trend of each job and, on a push to the default branch, records all of them in one write. A failure here
 * changes no verdict; it is reported.
 */
async function useRecords(
  suite: SuiteReport,
  { store: place, context, token, environment, note, signal }: PublishingRequest,
): Promise<{ drawn: SuiteReport; recorded: string[]; unrecorded: string | null }> {
  const none = { drawn: suite, recorded: [], unrecorded: null };
  try {
    const credentials = token === '' ? null : { token, serverUrl: context.serverUrl };
    const around = { suite: suite.suite, directory: process.cwd(), credentials, environment, signal };
    const store = openRecordStore(locateStore(place, context), around);
    const { records, unreadable } = await store.list();
    for (const { name, reason } of unreadable) note(`record ${name} is left out: ${reason}`);
    const drawn = mapReports(suite, (outcome) => {
      const { report } = outcome;
      const history = recordsOf(outcome).flatMap((record) => {
        const baseline = selectBaseline(records, { branch: report.baseBranch, job: record.job });
        return selectTrend(
          record,
          baseline.filter(({ commit }) => commit !== record.commit),
        );
      });
      return { ...outcome, report: { ...report, history: history.sort(orderRecords) } };
    });
    const own = context.records && suite.trust === 'own' ? suite.jobs.flatMap(listRecorded) : [];
    return { ...none, drawn, recorded: own.length > 0 ? await store.append(...own) : [] };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (context.records) return { ...none, unrecorded: explainUnrecorded(error) };
    note(`${suite.suite}: without a trend: ${(error as Error).message}`);
    return none;
  }
}

/** Lists what is recorded of a job: what was measured, with what was accepted. */
function listRecorded({ outcome }: Job): RunRecord[] {
  if (outcome.kind !== 'report' || outcome.report.verdict.invalid.length > 0) return [];
  const { acceptances } = outcome.report.verdict;
  const accepted = acceptances.length > 0 && { accepted: acceptances };
  return recordsOf(outcome)
    .filter(hasMeasured)
    .map((record) => ({ ...record, ...accepted }));
}

/** Lists the records of a job, as its machines measured them: shards may be of different kinds of machine. */
function recordsOf({ records, report }: Extract<JobOutcome, { kind: 'report' }>): RunRecord[] {
  return records ?? [report.record];
}

/** Finds the store, even where no checkout names the repository. */
function locateStore(place: StorePlace, { serverUrl, owner, repo }: GitHubContext): StorePlace {
  return place.kind === 'git' ? { ...place, url: place.url ?? `${serverUrl}/${owner}/${repo}.git` } : place;
}

function mapReports(
  suite: SuiteReport,
  change: (outcome: Extract<JobOutcome, { kind: 'report' }>) => JobOutcome,
): SuiteReport {
  const jobs = suite.jobs.map((job) =>
    job.outcome.kind === 'report' ? { ...job, outcome: change(job.outcome) } : job,
  );
  return { ...suite, jobs };
}
