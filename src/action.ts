import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as core from '@actions/core';
import { type Inputs, loadInputs } from './action/inputs.ts';
import { measureJob, readSuite } from './action/measure.ts';
import { annotateMistakes, handOver, setOutputs, tellRecords } from './action/outputs.ts';
import { describeError, EXIT, type ExitCode } from './errors.ts';
import { type GitHubContext, loadContext } from './forge/context.ts';
import { readRunner } from './forge/forge.ts';
import { connectTo } from './forge/github.ts';
import { locate } from './forge/pull.ts';
import { acceptSuite, checkSubject, publishResults } from './gate/publishing.ts';
import { exitCodeOfSuites } from './handover/jobs.ts';
import type { SuiteReport } from './handover/suite.ts';
import { runEntry } from './processes/entry.ts';
import { readClaims } from './publish/acceptance.ts';
import { announce, announceStart, printForeign, printReport } from './publish/publication.ts';
import { readPlace } from './records/stores/place.ts';
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
  }
}

async function gateInOneStep(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { job, token, comment, reportOnly } = inputs;
  // The other jobs of a matrix are not known here, so each job has a comment and a status of its own.
  const nameJob = (suite: string) => (job.name === '' ? suite : `${suite} (${job.name})`);
  const forge = connectTo(context, token, printForeign, signal);
  const begun = await locate(forge, context);
  await announceStart([nameJob(readSuite(inputs, process.env))], { context, location: begun, forge });
  const { suite, outcome, recordPath, unrecorded } = await measureJob(inputs, context, process.env, signal);
  // Meanwhile the pull request may have another head or base.
  const location = await locate(forge, context);
  const measured: SuiteReport = {
    suite: nameJob(suite),
    jobs: [{ name: '', outcome }],
    trust: 'own',
    link: context.run.url,
    reportOnly,
    ...(forge !== null && location.kind === 'pull' && { labelReader: 'gate' }),
  };
  const claims = await readClaims(forge, context, location, inputs.acceptBy, printForeign);
  // A workflow may have checked out something else than the place whose status it sets.
  const suites = [acceptSuite(checkSubject(measured, location, context), claims)];
  const recorded = recordPath === null ? [] : [recordPath];
  tellRecords(recorded, unrecorded === null ? [] : [unrecorded]);
  await announce({ suites, context, location, forge, comment });
  await setOutputs(suites, recorded, process.env);
  return exitCodeOfSuites(suites);
}

async function measureOnly(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { suite, outcome } = await measureJob(inputs, context, process.env, signal);
  const { job } = inputs;
  const { id, attempt, url: link } = context.run;
  const run = { id, attempt: Number(attempt) };
  const report: SuiteReport = { suite, jobs: [{ name: job.name, outcome }], trust: 'own', link };
  printReport(report);
  core.info('The job that publishes gives the verdict.');
  const place = { id: readRunner(process.env).jobId, ...job };
  const result = { schemaVersion: 1, tailgate: VERSION, suite, job: place, run, outcome } as const;
  const folder = handOver(result, process.env);
  await setOutputs([report], [], process.env, folder);
  return EXIT.pass;
}

async function publishOnly(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { workspace } = readRunner(process.env);
  const directory = resolve(workspace, inputs.workingDirectory);
  const { suites, recorded, unrecorded, exitCode } = await publishResults({
    ...inputs,
    context,
    forge: connectTo(context, inputs.token, printForeign, signal),
    folder: resolve(workspace, 'tailgate-results'),
    store: readPlace(inputs.store, directory, directory),
    environment: process.env,
    note: printForeign,
    signal,
  });
  tellRecords(recorded, unrecorded);
  await setOutputs(suites, recorded, process.env);
  return exitCode;
}

runEntry(main, (error) => {
  annotateMistakes(error, process.env);
  core.setFailed(describeError(error).replace(/^error: /, ''));
});
