import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as core from '@actions/core';
import { nameResult, type Result } from '../handover/result.ts';
import { combineJobs, type SuiteReport } from '../handover/suite.ts';
import { renderDocument } from '../records/record.ts';
import { renderJson } from '../report/json.ts';

/**
 * Sets the outputs for later steps: the verdict over all suites, the report of each as HTML, and the whole result as JSON
 * if there is only one.
 */
export async function setOutputs(
  suites: readonly SuiteReport[],
  records: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const jobs = suites.flatMap((suite) => suite.jobs);
  const reports = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []));
  core.setOutput('verdict', reports.length > 0 ? combineJobs(jobs).code : '');
  core.setOutput('record', records.join('\n'));
  const json = reports.length === 1 ? writeAlone('report.json', renderJson(reports[0]!), environment) : '';
  core.setOutput('report', json);
  // The drawing library is only loaded here.
  const { renderHtml } = await import('../report/html/html.ts');
  const pages = suites.map((suite) => {
    const name = `tailgate-${suite.suite.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 100)}.html`;
    return writeAlone(name, renderHtml(suite), environment);
  });
  core.setOutput('html', pages.join('\n'));
}

/** Writes the result for the publishing job, and sets the outputs `results`, its folder, and `artifact`. */
export function handOver(result: Result, environment: NodeJS.ProcessEnv): void {
  core.setOutput('results', dirname(writeAlone(nameResult(result), renderDocument(result), environment)));
  // No two jobs share one, not even those that call the same workflow.
  core.setOutput('artifact', `tailgate-${result.job.id}-${randomUUID()}`);
}

/** Writes a file into a folder of its own: several steps of a job do not overwrite each other's. */
function writeAlone(name: string, text: string, environment: NodeJS.ProcessEnv): string {
  const path = join(mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'tailgate-')), name);
  writeFileSync(path, text);
  return path;
}
