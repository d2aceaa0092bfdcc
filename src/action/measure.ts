import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findConfig, readSuiteName } from '../config/read.ts';
import { describeError, EXIT, Interrupted, UserError } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import { readRunner } from '../forge/forge.ts';
import { type Kept, NOT_RECORDED } from '../gate/earlier.ts';
import { gate } from '../gate/gate.ts';
import type { JobOutcome } from '../handover/suite.ts';
import { explainError } from '../processes/entry.ts';
import { type Progress, silent } from '../progress.ts';
import { readPlace } from '../records/stores/place.ts';
import type { BaseTrigger } from '../revision/base.ts';
import { readSubject, type Subject } from '../revision/subject.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Inputs } from './inputs.ts';
import { annotateMistakes } from './outputs.ts';

/** The outcome of a step: its report, or the fault that kept it from one. */
type JobMeasured = Kept & { suite: string; outcome: JobOutcome };

/**
 * Runs the gate for the workflow's event. An error that keeps it from a verdict is an outcome too, so that it can be
 * shown where people look. Only an interruption is thrown.
 *
 * @throws Interrupted when `signal` is aborted
 */
export async function measureJob(
  inputs: Inputs,
  context: GitHubContext,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<JobMeasured> {
  // Progress cannot give commands to the runner: each line starts with a mark of its own, and `##[` is broken up.
  const progress = createProgress({ stream: process.stdout, tty: false, color: false });
  try {
    const directory = findDirectory(environment, inputs.workingDirectory);
    const configPath = choosePath(directory, inputs.config, progress);
    const { index, name, total } = inputs.job;
    const { report, ...kept } = await gate({
      configPath,
      only: inputs.only,
      failOn: inputs.failOn,
      // A measuring job runs foreign code and may not write. The publishing job records.
      record: context.records && inputs.mode === 'gate',
      store: readPlace(inputs.store, directory, directory),
      subject: nameSubject(await readSubject(directory, environment, signal), context, environment),
      baseBranch: context.baseBranch,
      base: {
        asked: inputs.base,
        trigger: nameTrigger(context),
        credentials: inputs.token === '' ? undefined : { token: inputs.token, serverUrl: context.serverUrl },
      },
      deployments: inputs.deployments,
      attempt: `${context.run.id}-${context.run.attempt}${total > 1 ? `-${index}` : ''}`,
      ...(inputs.shard ? { shard: { index: index + 1, total } } : { job: name }),
      link: context.run.url,
      environment,
      progress,
      signal,
    });
    const { suite } = report;
    return { suite, outcome: { kind: 'report', report, failOn: inputs.failOn }, ...kept };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    annotateMistakes(error, environment);
    const told = explainError(error);
    const exitCode = told.exitCode === EXIT.configuration ? EXIT.configuration : EXIT.unmeasured;
    const outcome: JobOutcome = { kind: 'fault', exitCode, message: describeError(told) };
    return { suite: readSuite(inputs, environment), outcome, ...NOT_RECORDED };
  }
}

/** Reads the suite of the configuration, as far as there is one; else the usual one. */
export function readSuite({ workingDirectory, config }: Inputs, environment: NodeJS.ProcessEnv): string {
  try {
    const path = choosePath(findDirectory(environment, workingDirectory), config, silent);
    return readSuiteName(readFileSync(path, 'utf8'));
  } catch {
    return readSuiteName('');
  }
}

/** Chooses the configuration: the one that was asked for, else what is found. */
function choosePath(directory: string, asked: string | null, progress: Progress): string {
  if (asked !== null) return resolve(directory, asked);
  const { path, said } = findConfig(directory);
  if (said !== null) progress.note(`using ${said}`);
  return path;
}

/** Finds the folder to work in. @throws UserError where there is none */
function findDirectory(environment: NodeJS.ProcessEnv, workingDirectory: string): string {
  const directory = resolve(readRunner(environment).workspace, workingDirectory);
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
  const merged = subject.commit !== null && subject.commit === readRunner(environment).commit;
  return { ...subject, branch: trigger.headBranch, commit: merged ? trigger.headSha : subject.commit };
}

/** The part of the event that decides on the base revision. */
function nameTrigger({ trigger, baseBranch }: GitHubContext): BaseTrigger {
  return trigger.kind === 'other' || trigger.kind === 'workflow_run'
    ? { kind: 'local', baseBranch }
    : trigger;
}
