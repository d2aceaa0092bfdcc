import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as core from '@actions/core';
import { describeError, EXIT, type ExitCode, UserError } from './errors.ts';
import { gate, type Subject } from './gate.ts';
import { type GitHubContext, loadContext } from './publish/context.ts';
import { loadInputs } from './publish/inputs.ts';
import { publish } from './publish/publication.ts';
import { renderJson } from './report/json.ts';
import { plain } from './report/phrase.ts';
import { createProgress } from './report/progress.ts';
import type { Report } from './report/report.ts';
import { headline } from './report/words.ts';
import type { BaseTrigger } from './revision/base.ts';
import { readSubject } from './run/revision.ts';
import { VERSION } from './version.ts';

/** Thin: inputs → gate → outputs, summary, annotations, comment → exit code. */
async function main(signal: AbortSignal): Promise<ExitCode> {
  const token = core.getInput('github-token');
  if (token) core.setSecret(token);
  const inputs = loadInputs((name) => core.getInput(name));
  const environment = process.env;
  const context = loadContext(environment, (path) => readFileSync(path, 'utf8'));
  const directory = findDirectory(environment, inputs.workingDirectory);

  const { report, exitCode, recordPath } = await gate({
    configPath: resolve(directory, inputs.config),
    only: inputs.only,
    failOn: inputs.failOn,
    record: context.records,
    store: { kind: 'directory', path: join(directory, '.tailgate') },
    subject: nameSubject(await readSubject(directory, environment), context, environment),
    baseBranch: context.baseBranch,
    base: {
      asked: inputs.base,
      trigger: nameTrigger(context),
      credentials: inputs.token === '' ? undefined : { token: inputs.token, serverUrl: context.serverUrl },
    },
    attempt: `${context.run.id}-${context.run.attempt}`,
    k6Version: inputs.k6Version,
    link: context.run.url,
    environment,
    // Its lines are no commands to the runner: each starts with a mark of its own, and `##[` is broken up.
    progress: createProgress({ stream: process.stdout, tty: false, color: false }),
    signal,
  });

  core.setOutput('verdict', report.verdict.code);
  core.setOutput('summary', plain(headline(report)));
  core.setOutput('record', recordPath ?? '');
  core.setOutput('report', writeReport(report, environment));
  const { suite, link } = report;
  await publish({
    suites: [
      { suite, legs: [{ name: '', outcome: { kind: 'report', report } }], attempts: [], trust: 'own', link },
    ],
    context,
    comment: inputs.comment,
    status: false,
    token: inputs.token,
    userAgent: `tailgate/${VERSION}`,
  });
  return exitCode;
}

function findDirectory(environment: NodeJS.ProcessEnv, workingDirectory: string): string {
  const directory = resolve(environment.GITHUB_WORKSPACE || '.', workingDirectory);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  throw new UserError({
    what: 'The input working-directory is not a folder of the workspace.',
    where: directory,
    hint: 'Is there an `actions/checkout` step before this one?',
  });
}

/** People know a pull request by its head, not by the merge commit that GitHub made for the run. */
function nameSubject(subject: Subject, { trigger }: GitHubContext, environment: NodeJS.ProcessEnv): Subject {
  if (trigger.kind !== 'pull_request') return subject;
  const merged = subject.commit !== null && subject.commit === environment.GITHUB_SHA;
  return { ...subject, branch: trigger.headBranch, commit: merged ? trigger.headSha : subject.commit };
}

/** What decides on the base revision. */
function nameTrigger({ trigger, baseBranch }: GitHubContext): BaseTrigger {
  return trigger.kind === 'other' || trigger.kind === 'workflow_run'
    ? { kind: 'local', baseBranch }
    : trigger;
}

/** In a folder of its own, so that several steps of a job do not overwrite each other's. */
function writeReport(report: Report, environment: NodeJS.ProcessEnv): string {
  const path = join(mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'tailgate-')), 'report.json');
  writeFileSync(path, renderJson(report));
  return path;
}

function explain(error: unknown): ExitCode {
  if (error instanceof UserError) {
    core.setFailed(describeError(error).replace(/^error: /, ''));
    return error.exitCode;
  }
  const { stack, message } = error as Error;
  core.setFailed(
    `This is a bug in Tailgate ${VERSION}, it says nothing about your change. Please report it:\n${stack ?? message}`,
  );
  return EXIT.unmeasured;
}

const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // A cancelled job gets SIGINT and 7.5 s later SIGTERM; by then only leaving is left.
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(name);
  });
}

// Not process.exit: what was written to the log must get there.
void main(controller.signal)
  .catch(explain)
  .then((code) => {
    process.exitCode = code;
  });
