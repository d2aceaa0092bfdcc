import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as core from '@actions/core';
import { type Inputs, loadInputs } from './action/inputs.ts';
import { findDirectory, measureJob } from './action/measure.ts';
import { handOver, setOutputs, tellProof, tellRecords } from './action/outputs.ts';
import { drift } from './commands/drift.ts';
import { prove } from './commands/prove.ts';
import { describeError, EXIT, type ExitCode } from './errors.ts';
import { type GitHubContext, loadContext } from './forge/context.ts';
import { connectTo } from './forge/octokit.ts';
import { locate } from './forge/pull.ts';
import { acceptSuite, checkSubject, publishResults } from './gate/publishing.ts';
import { withdraw } from './gate/withdrawal.ts';
import { readJobId } from './handover/job-place.ts';
import { exitCodeOfSuites } from './handover/jobs.ts';
import type { SuiteReport } from './handover/suite.ts';
import { runEntry } from './processes/entry.ts';
import { readClaims } from './publish/acceptance/acceptance.ts';
import { announce, printForeign } from './publish/publication.ts';
import { readPlace } from './records/stores/place.ts';
import { renderTerminal } from './report/terminal.ts';
import { showDetails } from './terminal/details.ts';
import { VERSION } from './version.ts';

/** Entry point of the action: inputs → gate, or one half of it → outputs, summary, annotations, comment → exit code. */
async function main(signal: AbortSignal): Promise<ExitCode> {
  const token = core.getInput('github-token');
  if (token) core.setSecret(token);
  // The runner sets it when a job runs again with debug logging.
  if (core.isDebug()) showDetails(process.stdout, process.env);
  const inputs = loadInputs((name) => core.getInput(name));
  const context = loadContext(process.env, (path) => readFileSync(path, 'utf8'));
  switch (inputs.mode) {
    case 'gate':
      return gateInOneStep(inputs, context, signal);
    case 'measure':
      return measureOnly(inputs, context, signal);
    case 'publish':
      return publishOnly(inputs, context, signal);
    case 'withdraw':
      return withdraw(inputs.token, context, printForeign, signal);
    case 'drift':
      return driftOnly(inputs, signal);
    case 'prove':
      return proveOnly(inputs, signal);
  }
}

async function gateInOneStep(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { suite, outcome, recordPath, unrecorded } = await measureJob(inputs, context, process.env, signal);
  const { job, token, comment } = inputs;
  const octokit = connectTo(context, token, printForeign, signal);
  const location = await locate(octokit, context);
  // The other jobs of a matrix are not known here, so each job has a comment of its own.
  const name = job.name === '' ? suite : `${suite} (${job.name})`;
  const measured: SuiteReport = {
    suite: name,
    jobs: [{ name: '', outcome }],
    attempts: [],
    trust: 'own',
    link: context.run.url,
    reportOnly: inputs.reportOnly,
  };
  const claims = await readClaims(octokit, context, location, inputs.acceptBy, printForeign);
  // Without a `ref`, actions/checkout takes the default branch here, of which GITHUB_SHA is the tip.
  const isForeign =
    context.trigger.kind === 'workflow_run' &&
    location.kind === 'pull' &&
    outcome.kind === 'report' &&
    outcome.report.record.commit === process.env.GITHUB_SHA;
  const suites = [acceptSuite(isForeign ? checkSubject(measured, location, context) : measured, claims)];
  const recorded = recordPath === null ? [] : [recordPath];
  tellRecords(recorded, unrecorded === null ? [] : [unrecorded]);
  // No commit status is set, since the step itself is the check.
  await announce({ suites, context, location, octokit, comment, status: false });
  await setOutputs(suites, recorded, process.env);
  return exitCodeOfSuites(suites);
}

async function measureOnly(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { suite, outcome } = await measureJob(inputs, context, process.env, signal);
  const { job } = inputs;
  const run = { id: context.run.id, attempt: Number(context.run.attempt) };
  const report: SuiteReport = {
    suite,
    jobs: [{ name: job.name, outcome }],
    attempts: [],
    trust: 'own',
    link: context.run.url,
  };
  printForeign(renderTerminal(report, { color: false, width: 100 }).trimEnd());
  core.info('The job that publishes gives the verdict.');
  const place = { id: readJobId(process.env), ...job };
  const folder =
    outcome.kind === 'missing'
      ? undefined
      : handOver({ schemaVersion: 1, tailgate: VERSION, suite, job: place, run, outcome }, process.env);
  await setOutputs([report], [], process.env, folder);
  return EXIT.pass;
}

async function publishOnly(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const workspace = process.env.GITHUB_WORKSPACE || '.';
  const directory = resolve(workspace, inputs.workingDirectory);
  const { suites, recorded, unrecorded, exitCode } = await publishResults({
    context,
    folder: resolve(workspace, inputs.results),
    needs: inputs.needs,
    downloaded: inputs.downloaded,
    suites: inputs.suites,
    failOn: inputs.failOn,
    reportOnly: inputs.reportOnly,
    acceptBy: inputs.acceptBy,
    comment: inputs.comment,
    token: inputs.token,
    store: readPlace(inputs.store, directory, directory),
    environment: process.env,
    note: printForeign,
    signal,
  });
  tellRecords(recorded, unrecorded);
  await setOutputs(suites, recorded, process.env);
  return exitCode;
}

function driftOnly(
  { workingDirectory, config, only, token, base, k6Version }: Inputs,
  signal: AbortSignal,
): Promise<ExitCode> {
  process.chdir(findDirectory(process.env, workingDirectory));
  const options = {
    config: config ?? undefined,
    only,
    against: base ?? undefined,
    token,
    k6Version,
    issue: true,
  };
  return drift(options, signal, (text) => printForeign(text.trimEnd()));
}

function proveOnly(inputs: Inputs, signal: AbortSignal): Promise<ExitCode> {
  const { workingDirectory, config, only, failOn, k6Version, runs, slowdown } = inputs;
  process.chdir(findDirectory(process.env, workingDirectory));
  const options = { config: config ?? undefined, only, failOn, k6Version, runs, slowdown };
  return prove(options, signal, tellProof);
}

runEntry(main, (error) => core.setFailed(describeError(error).replace(/^error: /, '')));
