import { basename } from 'node:path';
import { DEFAULTS } from '../config/schema/values.ts';
import { EXIT, type ExitCode, Interrupted, throwIfInterrupted } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { flatten } from '../forge/foreign.ts';
import { connectTo, type Octokit } from '../forge/octokit.ts';
import { type Location, locate } from '../forge/pull.ts';
import { askRights } from '../forge/rights.ts';
import { readNeeds } from '../handover/needs.ts';
import { writeCommand } from '../handover/report.ts';
import { listResultFiles } from '../handover/result-files.ts';
import { readResultName } from '../handover/result-name.ts';
import { collectResults, MOST_SUITES } from '../handover/results.ts';
import type { JobOutcome, SuiteReport } from '../handover/suite.ts';
import { composeSuites } from '../handover/suites.ts';
import { readClaims } from '../publish/acceptance/acceptance.ts';
import { findApprover } from '../publish/acceptance/approvals.ts';
import type { AcceptPolicy } from '../publish/acceptance/policy.ts';
import { announce, announceStart, type WhenToComment } from '../publish/publication.ts';
import { orderRecords } from '../records/order.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { selectBaseline, selectTrend } from '../records/selection.ts';
import { NEWEST_RECORDS } from '../records/store.ts';
import { openRecordStore, type StorePlace } from '../records/stores/place.ts';
import { acceptJobs, type Claim } from '../verdict/acceptance/acceptance.ts';
import type { FailOnCode } from '../verdict/codes.ts';
import { concludeJob } from './conclusion.ts';
import { explainUnrecorded } from './earlier.ts';

export type PublishingRequest = {
  context: GitHubContext;
  /** Absolute path of the folder with the results of measuring jobs. */
  folder: string;
  /** Expected suites and jobs: see `Expectations`; `needs` as the workflow has it. */
  needs: string;
  suites: string[];
  /** False when the step that fetched the results did not succeed; absent where nobody says. */
  downloaded?: boolean;
  /** Codes that block beside those that each measuring job was told. */
  failOn: FailOnCode[];
  /** True when nothing is to block. */
  reportOnly: boolean;
  /** Who may accept; null for everybody who may triage. */
  acceptBy: AcceptPolicy | null;
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
  const { context, token, note } = request;
  const { trigger, run } = context;
  const octokit = connectTo(context, token, note, request.signal);
  const location = await locate(octokit, context);
  await announceStart(listSuites(request), { context, octokit, location, status: true });
  const needs = readNeeds(request.needs);
  // Gitea counts attempts for each job by itself.
  const own = trigger.kind === 'workflow_run' ? trigger.run : { ...run, attempt: Number(run.attempt) };
  const measured = context.forge === 'gitea' ? { ...own, attempt: Number.MAX_SAFE_INTEGER } : own;
  const ids = needs.map(({ id }) => id);
  const collection = collectResults(request.folder, measured, ids, request.suites);
  if (request.downloaded === false) collection.leftOut.push('the step that fetches them did not succeed');
  for (const problem of collection.problems) note(`not taken: ${problem}`);
  const fromFork = 'fromFork' in trigger && trigger.fromFork;
  const composed = composeSuites(collection, {
    needs,
    suites: request.suites,
    trust: fromFork ? 'fork' : 'own',
    link: run.url,
  });
  const claims = await readClaims(octokit, context, location, request.acceptBy, note);
  const approvedBy = fromFork && octokit ? await readApproval(octokit, context, location, note) : undefined;
  const suites: SuiteReport[] = [];
  const recorded: string[] = [];
  const unrecorded: string[] = [];
  for (const suite of composed) {
    const checked = checkSubject(suite, location, context);
    const told = { ...checked, approvedBy, reportOnly: request.reportOnly };
    const used = await useRecords(acceptSuite(told, claims, request.failOn), request);
    suites.push(used.drawn);
    recorded.push(...used.recorded);
    if (used.unrecorded !== null) unrecorded.push(`${suite.suite}: ${used.unrecorded}`);
  }
  throwIfInterrupted(request.signal);
  const published = await announce({
    ...{ suites, context, octokit, location },
    ...{ comment: request.comment, status: true },
  });
  throwIfInterrupted(request.signal);
  return {
    suites,
    recorded,
    unrecorded,
    exitCode: concludeJob(suites, published, { context, location, note }),
  };
}

/**
 * Lists the suites that are expected, else those that names of results tell, before any result is read: as many as one
 * run may have, the usual one first, as `collectResults` takes them.
 */
function listSuites({ suites, folder }: PublishingRequest): string[] {
  if (suites.length > 0) return suites;
  const names = listResultFiles(folder).files.map(({ path }) => readResultName(basename(path))!.suite);
  const found = [...new Set(names)].sort();
  const usual = found.filter((suite) => suite === DEFAULTS.suite);
  return [...new Set([...usual, ...found])].slice(0, MOST_SUITES);
}

/** Finds who has approved this very commit of a fork: that user's word stands in for the trust that a fork lacks. */
async function readApproval(
  octokit: Octokit,
  { owner, repo }: GitHubContext,
  location: Location,
  note: (text: string) => void,
): Promise<string | undefined> {
  if (location.kind !== 'pull') return undefined;
  const repository = { octokit, owner, repo, note };
  const { by, standing } = await findApprover(repository, location, askRights(repository));
  return standing === 'valid' ? by : undefined;
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
  const reported = suite.jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome] : []));
  const verdicts = acceptJobs(
    reported.map(({ report: { verdict }, failOn }) => ({ verdict, failOn: [...failOn, ...also] })),
    claims,
  );
  return mapReports(suite, (outcome) => {
    const verdict = verdicts[reported.indexOf(outcome)]!;
    const blocks = verdict.blocks && !suite.reportOnly;
    return { ...outcome, report: { ...outcome.report, verdict: { ...verdict, blocks } } };
  });
}

/**
 * Draws the trend of each job and, on a push to the default branch, records it. A failure here changes no
 * verdict; it is reported.
 */
async function useRecords(
  suite: SuiteReport,
  { store: place, context, token, environment, note, signal }: PublishingRequest,
): Promise<{ drawn: SuiteReport; recorded: string[]; unrecorded: string | null }> {
  const recorded: string[] = [];
  try {
    const credentials = token === '' ? null : { token, serverUrl: context.serverUrl };
    const around = { suite: suite.suite, directory: process.cwd(), credentials, environment, signal };
    const store = openRecordStore(locateStore(place, context), around);
    const { records, unreadable } = await store.list({ newest: NEWEST_RECORDS });
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
    if (!context.records || suite.trust !== 'own') return { drawn, recorded, unrecorded: null };
    for (const { outcome } of drawn.jobs) {
      if (outcome.kind !== 'report') continue;
      const { acceptances, invalid } = outcome.report.verdict;
      if (invalid.length > 0) continue;
      for (const record of recordsOf(outcome)) {
        if (!hasMeasured(record)) continue;
        recorded.push(
          await store.append({ ...record, ...(acceptances.length > 0 && { accepted: acceptances }) }),
        );
      }
    }
    return { drawn, recorded, unrecorded: null };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (context.records) return { drawn: suite, recorded, unrecorded: explainUnrecorded(error) };
    note(`${suite.suite}: without a trend: ${(error as Error).message}`);
    return { drawn: suite, recorded, unrecorded: null };
  }
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
