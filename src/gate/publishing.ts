import { EXIT, type ExitCode, throwIfInterrupted } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { flatten } from '../forge/foreign.ts';
import { type Location, locate } from '../forge/location.ts';
import type { Forge } from '../forge/port.ts';
import type { Level } from '../forge/rights.ts';
import { collectSuites } from '../handover/collect.ts';
import { exitCodeOfSuites, type JobOutcome, type SuiteReport } from '../handover/suite.ts';
import { findApprover, readClaims } from '../publish/acceptance.ts';
import { announce, announceStart, type WhenToComment } from '../publish/publication.ts';
import { openRecordStore } from '../records/store.ts';
import { findCheckout } from '../revision/checkout.ts';
import { acceptFindings, type Claim } from '../verdict/acceptance.ts';
import type { FailOnCode } from '../verdict/codes.ts';
import { type Kept, listReported, mapReports, type Reported, useRecords } from './records.ts';

/** What the inputs of the same names say, and where the job runs. */
export type PublishingRequest = {
  context: GitHubContext;
  /** Null without a token. */
  forge: Forge | null;
  /** Measures the one suite that is published. Absent: measuring jobs did, and their results are collected. */
  measure?: () => Promise<Pick<SuiteReport, 'suite' | 'jobs'>>;
  /** Absolute path of the folder from which git finds the checkout. */
  directory: string;
  /** Absolute path of the folder with the results of measuring jobs. */
  folder: string;
  suites: string[];
  /** Codes that block in addition to those that each measuring job was told. */
  failOn: FailOnCode[];
  reportOnly: boolean;
  acceptBy: Level | null;
  comment: WhenToComment;
  token: string;
  /** See `readPlace`. */
  store: string;
  environment: NodeJS.ProcessEnv;
  /** Reports anything else that is worth knowing, in one line each. */
  note: (text: string) => void;
  signal: AbortSignal;
};

export type Published = Kept & { suites: SuiteReport[]; exitCode: ExitCode };

/**
 * Publishes results: applies acceptances by people with the right to accept, records, writes to the pull request, and
 * returns the exit code. In a job of its own, which runs no code of the repository, results may be hostile, and a missing
 * one never passes.
 *
 * @throws UserError for inputs that make no sense, Interrupted if `signal` is aborted
 */
export async function publishResults(request: PublishingRequest): Promise<Published> {
  const { context, forge, measure, note, signal, comment, reportOnly } = request;
  const { trigger, run } = context;
  const begun = await locate(forge, context, note);
  await announceStart(request.suites, { context, forge, location: begun });
  const isLater = trigger.kind === 'workflow_run';
  const ofRun = isLater ? trigger.run : { ...run, attempt: Number(run.attempt) };
  const fromFork = 'fromFork' in trigger && trigger.fromFork;
  const around = { trust: fromFork ? 'fork' : 'own', link: run.url } as const;
  const measured = measure
    ? [{ ...(await measure()), ...around }]
    : collectSuites(request.folder, ofRun, request.suites, around);
  // While a step measures, the pull request may get another head or base.
  const location = measure ? await locate(forge, context, note) : begun;
  const claims = await readClaims(forge, context, location, request.acceptBy, note);
  const isRead = forge !== null && location.kind === 'pull';
  // An approval of this exact commit of a fork replaces the trust that a fork lacks.
  const approvedBy = fromFork && isRead ? await findApprover(forge, location, note) : undefined;
  const labelReader = measure ? 'gate' : 'publish';
  const published: Published = { suites: [], recorded: [], unrecorded: [], exitCode: EXIT.pass };
  for (const suite of measured) {
    const own: SuiteReport = { ...suite, approvedBy, reportOnly, ...(isRead && { labelReader }) };
    const settled = mapReports(own, (outcome) => settle(outcome, location, claims, request));
    const { recorded, unrecorded, ...used } = await keep(settled, request);
    published.suites.push(used.suite);
    published.recorded.push(...recorded);
    published.unrecorded.push(...unrecorded);
  }
  const { suites } = published;
  throwIfInterrupted(signal);
  const undelivered = await announce({ suites, context, forge, location, comment });
  throwIfInterrupted(signal);
  if (measure || !isLater) return { ...published, exitCode: exitCodeOfSuites(suites) };
  // Its check lands on the default branch, whose commit the verdict is not about: it says whether publishing worked.
  const isGone = location.kind === 'nowhere' && location.gone;
  return undelivered.length > 0 && !isGone ? { ...published, exitCode: EXIT.unmeasured } : published;
}

/**
 * Re-judges a job without the accepted findings. A measurement of another commit, or against another base, says
 * nothing about this one. Facts that this run knows itself are not read from a file.
 */
export function settle(
  outcome: Reported,
  location: Location,
  claims: readonly Claim[],
  { context, failOn, reportOnly }: Pick<PublishingRequest, 'context' | 'failOn' | 'reportOnly'>,
): JobOutcome {
  const { report } = outcome;
  const { verdict: given, record } = report;
  const isPull = location.kind === 'pull';
  const expected = isPull ? location.headSha : location.kind === 'commit' ? location.sha : null;
  const baseBranch = isPull ? location.baseBranch : context.baseBranch;
  const fail = (message: string): JobOutcome => ({ kind: 'fault', exitCode: EXIT.unmeasured, message });
  if (expected !== null && record.commit !== expected)
    return fail(`The result is for commit ${record.commit ?? 'unknown'}, not for ${expected}.`);
  if (isPull && report.baseBranch !== baseBranch) {
    const other = flatten(report.baseBranch, 60);
    return fail(`The result is for the base ${other}, but the pull request targets ${baseBranch}.`);
  }
  const accepted = acceptFindings(given, claims, [...outcome.failOn, ...failOn]);
  const verdict = { ...accepted, blocks: accepted.blocks && !reportOnly };
  return { ...outcome, report: { ...report, verdict, baseBranch, link: context.run.url } };
}

/** Opens the store of a suite, and uses it. */
async function keep(suite: SuiteReport, request: PublishingRequest): Promise<Kept & { suite: SuiteReport }> {
  const { store, directory, measure, context, token, environment, note, signal } = request;
  const { serverUrl, owner, repo, records } = context;
  const credentials = token === '' ? null : { token, serverUrl };
  // The measured code may have changed the checkout's remote, which only git's own login needs, such as an ssh key.
  const url = measure && token === '' ? undefined : `${serverUrl}/${owner}/${repo}.git`;
  // A step that also measures adds the name of its job to that of the suite.
  const [first] = listReported(suite);
  if (first === undefined) return { suite, recorded: [], unrecorded: [] };
  const checkout = await findCheckout(directory, environment, signal);
  const around = { suite: first.report.suite, checkout, credentials, environment, signal, url };
  return useRecords(suite, () => openRecordStore(store, around), {
    isDue: records && suite.trust === 'own',
    note,
  });
}
