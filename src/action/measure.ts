import { readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import * as core from '@actions/core';
import { ConfigError } from '../config/document.ts';
import { findConfig, readSuiteName } from '../config/read.ts';
import { describeError, EXIT, Interrupted, UserError } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { readRunner } from '../forge/forge.ts';
import { gate } from '../gate/gate.ts';
import type { JobOutcome } from '../handover/suite.ts';
import { explainError } from '../processes/entry.ts';
import { readPlace } from '../records/store.ts';
import { readSubject } from '../revision/subject.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Inputs } from './inputs.ts';

/**
 * Runs the gate for the workflow's event. An error that prevents a verdict is an outcome too, so that it can be
 * shown where people look. Nothing is recorded: that is left to whoever publishes.
 *
 * @throws Interrupted if `signal` is aborted
 */
export async function measureJob(
  inputs: Inputs,
  { trigger, baseBranch, run, serverUrl }: GitHubContext,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ suite: string; outcome: JobOutcome }> {
  const { job, shard, only, base, store } = inputs;
  const { failOn } = inputs['fail-on'];
  // Progress must not give commands to the runner: each line starts with a mark of its own, and `##[` is broken up.
  const progress = createProgress({ stream: process.stdout, tty: false, color: false });
  try {
    const { directory, configPath } = findPlace(inputs, environment);
    const subject = await readSubject(directory, environment, signal);
    const isPull = trigger.kind === 'pull_request';
    // People know a pull request by its head, not by the merge commit that GitHub made for the run.
    const isMerge = isPull && subject.commit !== null && subject.commit === readRunner(environment).commit;
    const isLocal = trigger.kind === 'other' || trigger.kind === 'workflow_run';
    const token = inputs['github-token'];
    const { report } = await gate({
      ...{ configPath, only, failOn, baseBranch, environment, progress, signal },
      store: readPlace(store, directory, directory),
      subject: {
        ...subject,
        ...(isPull && { branch: trigger.headBranch }),
        ...(isMerge && { commit: trigger.headSha }),
      },
      base: {
        asked: base,
        trigger: isLocal ? { kind: 'local', baseBranch } : trigger,
        credentials: token === '' ? null : { token, serverUrl },
      },
      deployments: { base: inputs['base-url'], head: inputs['head-url'] },
      attempt: `${run.id}-${run.attempt}${job.total > 1 ? `-${job.index}` : ''}`,
      ...(shard === 'true' ? { shard: { index: job.index + 1, total: job.total } } : { job: job.name }),
      link: run.url,
    });
    return { suite: report.suite, outcome: { kind: 'report', report, failOn } };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (error instanceof ConfigError) {
      const file = relative(readRunner(environment).workspace, error.path);
      for (const { what, line, column } of error.problems)
        core.error(what, { title: 'Tailgate', file, startLine: line, startColumn: column });
    }
    const told = explainError(error);
    const exitCode = told.exitCode === EXIT.configuration ? EXIT.configuration : EXIT.unmeasured;
    const outcome: JobOutcome = { kind: 'fault', exitCode, message: describeError(told) };
    return { suite: readSuite(inputs, environment), outcome };
  }
}

/** Reads the suite of the configuration, if there is one; otherwise the default. */
export function readSuite(inputs: Inputs, environment: NodeJS.ProcessEnv): string {
  try {
    return readSuiteName(readFileSync(findPlace(inputs, environment).configPath, 'utf8'));
  } catch {
    return readSuiteName('');
  }
}

/** Finds the folder to work in, and the configuration. @throws UserError if there is none */
function findPlace({ config, 'working-directory': folder }: Inputs, environment: NodeJS.ProcessEnv) {
  const directory = resolve(readRunner(environment).workspace, folder);
  const what = `The input working-directory, ${folder}, is not a folder in the workspace.`;
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError({ what, hint: 'Is there an `actions/checkout` step before this one?' });
  return { directory, configPath: config === null ? findConfig(directory).path : resolve(directory, config) };
}
