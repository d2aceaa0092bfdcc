import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as core from '@actions/core';
import { type Inputs, loadInputs } from './action/inputs.ts';
import { measureJob, readSuite } from './action/measure.ts';
import { handOver, setOutputs } from './action/outputs.ts';
import { describeError, EXIT, type ExitCode } from './errors.ts';
import { type GitHubContext, loadContext } from './forge/context.ts';
import { readRunner } from './forge/forge.ts';
import { connectTo } from './forge/github.ts';
import { publishResults } from './gate/publishing.ts';
import { checkResult } from './handover/result.ts';
import { FORMAT } from './json-values.ts';
import { runEntry } from './processes/entry.ts';
import { printForeign, printReport } from './publish/publication.ts';
import { readPlace } from './records/store.ts';

const { env } = process;

/** Entry point of the action: inputs → gate, or one half of it → outputs, summary, annotations, comment → exit code. */
async function main(signal: AbortSignal): Promise<ExitCode> {
  const token = core.getInput('github-token');
  if (token) core.setSecret(token);
  const inputs = loadInputs((name) => core.getInput(name));
  const context = loadContext(env, (path) => readFileSync(path, 'utf8'));
  return (inputs.mode === 'measure' ? measure : publish)(inputs, context, signal);
}

/** Publishes what measuring jobs handed over or, in one step, what it measures itself. */
async function publish(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { job, comment, mode, 'github-token': token } = inputs;
  const { workspace } = readRunner(env);
  const directory = resolve(workspace, inputs['working-directory']);
  // The other jobs of a matrix are unknown here, so each job has its own comment and status.
  const nameJob = (suite: string) => (job.name === '' ? suite : `${suite} (${job.name})`);
  const inOneStep = {
    directory,
    suites: [nameJob(readSuite(inputs, env))],
    async measure() {
      const { suite, outcome } = await measureJob(inputs, context, env, signal);
      return { suite: nameJob(suite), jobs: [{ name: '', outcome }] };
    },
  };
  const { suites, recorded, unrecorded, exitCode } = await publishResults({
    ...{ context, comment, token, signal, environment: env, note: printForeign },
    acceptBy: inputs['accept-by'] || null,
    ...inputs['fail-on'],
    ...(mode === 'gate' ? inOneStep : { suites: inputs.suites, directory: workspace }),
    forge: token === '' ? null : connectTo(context, { apiUrl: context.apiUrl, token, signal }),
    folder: resolve(workspace, 'tailgate-results'),
    store: readPlace(inputs.store, directory, directory),
  });
  for (const record of recorded) printForeign(`recorded: ${record}`);
  for (const reason of unrecorded) core.notice(`This run is not recorded: ${reason}`, { title: 'Tailgate' });
  await setOutputs(suites, recorded, env);
  return exitCode;
}

async function measure(inputs: Inputs, context: GitHubContext, signal: AbortSignal): Promise<ExitCode> {
  const { suite, outcome } = await measureJob(inputs, context, env, signal);
  const { id, attempt, url: link } = context.run;
  const place = { id: readRunner(env).jobId, ...inputs.job };
  const run = { id, attempt: Number(attempt) };
  const result = checkResult({ schemaVersion: FORMAT, suite, job: place, run, outcome });
  printReport({ suite, jobs: [{ name: place.name, outcome: result.outcome }], trust: 'own', link });
  handOver(result, env);
  return EXIT.pass;
}

runEntry(main, (error) => core.setFailed(describeError(error).replace(/^error: /, '')));
