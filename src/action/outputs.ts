import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import * as core from '@actions/core';
import { ConfigError } from '../config/document.ts';
import { readRunner } from '../forge/forge.ts';
import { nameResult, type Result, renderResult } from '../handover/result.ts';
import { combineJobs, type SuiteReport } from '../handover/suite.ts';
import { renderJson } from '../report/json.ts';
import { suiteHeadline } from '../report/words/suite.ts';

/**
 * Sets the outputs for later steps: the verdict of all suites, the report of each as HTML, and the whole result as JSON
 * where there is just one.
 *
 * @param folder for the HTML; a new one for each file where none is given
 */
export async function setOutputs(
  suites: readonly SuiteReport[],
  records: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder?: string,
): Promise<void> {
  const jobs = suites.flatMap((suite) => suite.jobs);
  const reports = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []));
  core.setOutput('verdict', reports.length > 0 ? combineJobs(jobs).code : '');
  core.setOutput('summary', suites.map(summarize).join('\n'));
  core.setOutput('record', records.join('\n'));
  const json = reports.length === 1 ? writeAlone('report.json', renderJson(reports[0]!), environment) : '';
  core.setOutput('report', json);
  // The library that draws is loaded only here.
  const { renderHtml } = await import('../report/html/html.ts');
  const pages = suites.map((suite) => {
    const name = `tailgate-${suite.suite.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 100)}.html`;
    return writeAlone(name, renderHtml(suite), environment, folder);
  });
  core.setOutput('html', pages.join('\n'));
}

/** Most annotations of one level that GitHub shows of a step. */
const MOST_ANNOTATIONS = 10;

/** Marks the mistakes of the configuration at their lines, where it lies in the workspace. */
export function annotateMistakes(error: unknown, environment: NodeJS.ProcessEnv): void {
  if (!(error instanceof ConfigError)) return;
  const file = relative(resolve(readRunner(environment).workspace), error.path);
  if (file.startsWith('..')) return;
  for (const { what, expected, line, column } of error.problems.slice(0, MOST_ANNOTATIONS))
    core.error(`${what}\n${expected}`, { title: 'Tailgate', file, startLine: line, startColumn: column });
}

/** Says the verdict in one line, without any text of a fork: later steps may put it into a script. */
function summarize(suite: SuiteReport): string {
  if (suite.trust === 'own') return suiteHeadline(suite);
  return `${suite.suite}: ${combineJobs(suite.jobs).code}, as the run of a fork reports`;
}

/**
 * Writes the result for the publishing job, and sets the outputs `results`, its folder, and `artifact`.
 *
 * @returns the folder
 */
export function handOver(result: Result, environment: NodeJS.ProcessEnv): string {
  const folder = dirname(writeAlone(nameResult(result), renderResult(result), environment));
  core.setOutput('results', folder);
  // No two jobs share one, not even those that call the same workflow.
  core.setOutput('artifact', `tailgate-${result.job.id}-${randomUUID()}`);
  return folder;
}

/** Writes a file, where no folder is given into one of its own: several steps of a job do not overwrite each other's. */
function writeAlone(
  name: string,
  text: string,
  environment: NodeJS.ProcessEnv,
  folder = mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'tailgate-')),
): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
