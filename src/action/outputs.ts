import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import { combineJobs } from '../handover/jobs.ts';
import { type Result, renderResult } from '../handover/result.ts';
import { nameArtifact, nameResult } from '../handover/result-name.ts';
import type { SuiteReport } from '../handover/suite.ts';
import { printForeign } from '../publish/publication.ts';
import { renderJson } from '../report/json.ts';
import { suiteHeadline } from '../report/words/suite.ts';

/** Sets the outputs for later steps: the verdict of all suites, and the whole report where there is just one. */
export function setOutputs(
  suites: readonly SuiteReport[],
  records: readonly string[],
  environment: NodeJS.ProcessEnv,
): void {
  const jobs = suites.flatMap((suite) => suite.jobs);
  const reports = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []));
  core.setOutput('verdict', reports.length > 0 ? combineJobs(jobs).code : '');
  core.setOutput('summary', suites.map(summarize).join('\n'));
  core.setOutput('record', records.join('\n'));
  core.setOutput(
    'report',
    reports.length === 1 ? writeAlone('report.json', renderJson(reports[0]!), environment) : '',
  );
}

/** Says the verdict in one line, without any text of a fork: later steps may put it into a script. */
function summarize(suite: SuiteReport): string {
  if (suite.trust === 'own') return suiteHeadline(suite);
  return `${suite.suite}: ${combineJobs(suite.jobs).code}, as the run of a fork reports`;
}

/** Prints where records are. A missing record is explained in a notice, which the page of the run shows. */
export function tellRecords(recorded: readonly string[], unrecorded: readonly string[]): void {
  for (const record of recorded) printForeign(`recorded: ${record}`);
  for (const reason of unrecorded) core.notice(`This run is not recorded: ${reason}`, { title: 'Tailgate' });
}

/** Writes the result for the publishing job, and sets the outputs `results`, its folder, and `artifact`. */
export function handOver(result: Result, environment: NodeJS.ProcessEnv): void {
  const path = writeAlone(nameResult(result), renderResult(result, printForeign), environment);
  core.setOutput('results', join(path, '..'));
  core.setOutput('artifact', nameArtifact(result));
}

/** Writes a file into a folder of its own, so that several steps of a job do not overwrite each other's. */
function writeAlone(name: string, text: string, environment: NodeJS.ProcessEnv): string {
  const path = join(mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'tailgate-')), name);
  writeFileSync(path, text);
  return path;
}
