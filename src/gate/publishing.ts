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
import { announce, announceStart, type WhenToComment } from '../publish/publication.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { orderRecords, selectBaseline, selectTrend } from '../records/selection.ts';
import { openRecordStore, type StorePlace } from '../records/stores/place.ts';
import { acceptFindings, type Claim } from '../verdict/acceptance.ts';
import type { FailOnCode } from '../verdict/codes.ts';
import { explainUnrecorded } from './earlier.ts';

/** What the inputs of the same names say, and where the job is. */
export type PublishingRequest = {
  context: GitHubContext;
  /** Null without a token. */
  forge: Forge | null;
  /** Absolute path of the folder with the results of measuring jobs. */
  folder: string;
  suites: string[];
  /** Codes that block beside those that each measuring job was told. */
  failOn: FailOnCode[];
  reportOnly: boolean;
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
  const { context, forge, note, signal, comment } = request;
  const { trigger, run } = context;
  const location = await locate(forge, context);
  await announceStart(request.suites, { context, forge, location });
  const isLater = trigger.kind === 'workflow_run';
  const measured = isLater ? trigger.run : { ...run, attempt: Number(run.attempt) };
  const fromFork = 'fromFork' in trigger && trigger.fromFork;
  const trust = fromFork ? 'fork' : 'own';
  const composed = collectSuites(request.folder, measured, request.suites, { trust, link: run.url });
  const claims = await readClaims(forge, context, location, request.acceptBy, note);
  const isRead = forge !== null && location.kind === 'pull';
  // The word of who has approved this very commit of a fork stands in for the trust that a fork lacks.
  const approvedBy = fromFork && isRead ? await findApprover(forge, location, note) : undefined;
  const around = {
    ...{ approvedBy, reportOnly: request.reportOnly },
    ...(isRead && { labelReader: 'publish' as const }),
  };
  const published: Published = { suites: [], recorded: [], unrecorded: [], exitCode: EXIT.pass };
  for (const suite of composed) {
    const checked = { ...checkSubject(suite, location, context), ...around };
    published.suites.push(await useRecords(acceptSuite(checked, claims, request.failOn), request, published));
  }
  const { suites } = published;
  throwIfInterrupted(signal);
  const undelivered = await announce({ suites, context, forge, location, comment });
  throwIfInterrupted(signal);
  if (!isLater) return { ...published, exitCode: exitCodeOfSuites(suites) };
  // Its check lands on the default branch, whose commit the verdict is not about: it says whether that was published.
  const isGone = location.kind === 'nowhere' && location.gone;
  return undelivered.length > 0 && !isGone ? { ...published, exitCode: EXIT.unmeasured } : published;
}

/** Checks commit and base: a measurement of another commit, or for another base, says nothing about this one. */
export function checkSubject(
  suite: SuiteReport,
  location: Location,
  { baseBranch, run }: GitHubContext,
): SuiteReport {
  const isPull = location.kind === 'pull';
  const expected = isPull ? location.headSha : location.kind === 'commit' ? location.sha : null;
  // Facts that this run knows itself are not taken from a file.
  const branch = isPull ? location.baseBranch : baseBranch;
  return mapReports(suite, (outcome) => {
    const { verdict, record, baseBranch: measuredFor } = outcome.report;
    const fail = (message: string): JobOutcome => ({ kind: 'fault', exitCode: EXIT.unmeasured, message });
    if (expected !== null && record.commit !== expected)
      return fail(`The result is of commit ${record.commit ?? 'unknown'}, not of ${expected}.`);
    if (isPull && measuredFor !== branch)
      return fail(
        `The result is for the base ${flatten(measuredFor, 60)}, and the pull request goes to ${branch}.`,
      );
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
  { recorded, unrecorded }: Pick<Published, 'recorded' | 'unrecorded'>,
): Promise<SuiteReport> {
  const { serverUrl, owner, repo } = context;
  try {
    const credentials = token === '' ? null : { token, serverUrl };
    const around = { suite: suite.suite, directory: process.cwd(), credentials, environment, signal };
    // No checkout may name the repository.
    const url = `${serverUrl}/${owner}/${repo}.git`;
    const store = openRecordStore(place.kind === 'git' ? { ...place, url: place.url ?? url } : place, around);
    const records = await store.list(note);
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
    if (own.length > 0) recorded.push(...(await store.append(...own)));
    return drawn;
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (context.records) unrecorded.push(`${suite.suite}: ${explainUnrecorded(error)}`);
    else note(`${suite.suite}: without a trend: ${(error as Error).message}`);
    return suite;
  }
}

/** Lists what is recorded of a job: what was measured, with what was accepted. */
function listRecorded({ outcome }: Job): RunRecord[] {
  if (outcome.kind !== 'report' || outcome.report.verdict.invalid.length > 0) return [];
  const { acceptances } = outcome.report.verdict;
  const accepted = acceptances.length > 0 && { accepted: acceptances };
  return recordsOf(outcome).flatMap((record) => (hasMeasured(record) ? [{ ...record, ...accepted }] : []));
}

/** Lists the records of a job, as its machines measured them: shards may be of different kinds of machine. */
function recordsOf({ records, report }: Extract<JobOutcome, { kind: 'report' }>): RunRecord[] {
  return records ?? [report.record];
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
