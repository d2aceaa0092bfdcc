import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { throwIfInterrupted, UserError } from '../errors.ts';
import { waitForGroup } from '../processes/child.ts';
import { tellCommand } from '../processes/details.ts';
import { childEnvironment, hideUsers } from '../processes/environment.ts';

export type GitOptions = {
  cwd?: string;
  /** Added to the environment of this command. */
  environment?: NodeJS.ProcessEnv;
  input?: Uint8Array | string;
  /** `latin1` carries file names of any encoding through unchanged. */
  encoding?: 'utf8' | 'latin1';
  timeoutMs?: number;
};

export type GitOutcome = {
  ok: boolean;
  /** Output without the last line end. */
  stdout: string;
  stderr: string;
  timedOut: boolean;
  /** Reason why the program itself could not be started, or null. */
  missing: string | null;
};

/** Runs git to its end. @throws Interrupted when its signal is aborted, UserError (exit code 3) when others end git */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitOutcome>;

export type GitSetting = [key: string, value: string];

/** Time-out of a command, enough to unpack a large revision on a slow disk, with its filters. */
const TIMEOUT_MS = 600_000;

/**
 * Variables that say how git reaches servers, proxies and keys, and which files configure it. All other `GIT_*`
 * variables are dropped. A hook that runs Tailgate sets some of them, and they would lead git to another repository
 * or index.
 */
const KEPT =
  /^GIT_(SSH(_COMMAND|_VARIANT)?|ASKPASS|SSL_\w+|PROXY_\w+|HTTP_\w+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH)$/;

/** Settings that keep git from running what a repository has planted, from staying behind, and from asking. */
const QUIET: GitSetting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['credential.interactive', 'false'],
  // A server that has stopped answering must not use up the whole time-out.
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '30'],
];

/** Author of commits that Tailgate makes, the same everywhere: the same files give the same commit. */
export const IDENTITY = {
  GIT_AUTHOR_NAME: 'Tailgate',
  GIT_AUTHOR_EMAIL: 'tailgate@localhost',
  GIT_COMMITTER_NAME: 'Tailgate',
  GIT_COMMITTER_EMAIL: 'tailgate@localhost',
};

/** Makes the environment to read the user's checkout: no prompt, no lock, no hook, no file system monitor. */
export function gitEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(childEnvironment(environment)).filter(
    ([name]) => !name.startsWith('GIT_') || KEPT.test(name),
  );
  return addSettings(
    { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    QUIET,
  );
}

/**
 * Makes the environment for Tailgate's own repositories: the settings given, and no other configuration. Git
 * elsewhere would not find what the user's repository includes on a condition (`includeIf.gitdir`, where
 * actions/checkout keeps its credentials). Settings that both find would count twice.
 */
export function ownEnvironment(
  environment: NodeJS.ProcessEnv,
  settings: readonly GitSetting[],
): NodeJS.ProcessEnv {
  const kept = Object.entries(childEnvironment(environment)).filter(
    ([name]) => !name.startsWith('GIT_') || (KEPT.test(name) && !name.startsWith('GIT_CONFIG_')),
  );
  return addSettings(
    {
      ...Object.fromEntries(kept),
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
    [...settings, ...QUIET],
  );
}

/** Adds settings to the environment (git 2.31). Every user of the machine could read them as arguments. */
export function addSettings(
  environment: NodeJS.ProcessEnv,
  settings: readonly GitSetting[],
): NodeJS.ProcessEnv {
  const first = Number(environment.GIT_CONFIG_COUNT ?? 0) || 0;
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    ...environment,
    ...Object.fromEntries(numbered),
    GIT_CONFIG_COUNT: String(first + settings.length),
  };
}

/** Binds git to an environment and a folder. A time-out or an abort ends it and everything it has started. */
export function bindGit(cwd: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Git {
  return async (args, options = {}) => {
    throwIfInterrupted(signal);
    const startedAt = performance.now();
    const where = options.cwd ?? cwd;
    const child = execa('git', args, {
      cwd: where,
      env: { ...environment, ...options.environment },
      extendEnv: false,
      reject: false,
      detached: true,
      encoding: options.encoding ?? 'utf8',
      maxBuffer: 500_000_000,
      ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    });
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const { result, timedOut } = await waitForGroup(child, timeoutMs, signal);
    const { exitCode, stdout = '', stderr = '', code } = result;
    const ending = exitCode === undefined ? (code ?? result.signal) : `exit code ${exitCode}`;
    tellCommand(['git', ...args], startedAt, timedOut ? 'timed out' : `${ending}`);
    if (result.signal !== undefined && !timedOut && !result.isMaxBuffer) {
      const what = `git ${args[0]} was ended by ${result.signal}, and not by Tailgate.`;
      const hint = 'Is there a limit on memory, time or the size of files?';
      throw new UserError({ what, hint, exitCode: 3 });
    }
    const missing = child.pid === undefined ? nameMissing(where, code) : null;
    return { ok: exitCode === 0, stdout, stderr, timedOut, missing };
  };
}

/** Names what was missing to start git. Systems give the same code for the program and for the folder. */
function nameMissing(cwd: string, code = 'unknown error'): string {
  if (!existsSync(`${cwd}/.`)) return `the folder ${JSON.stringify(cwd)} is not there any more`;
  return code === 'ENOENT' ? 'git is not on PATH' : `git could not be started (${code})`;
}

/** Asks git for something. @returns its output, or null when it fails */
export async function askGit(git: Git, ...args: string[]): Promise<string | null> {
  const { ok, stdout } = await git(args);
  return ok ? stdout : null;
}

/** Finds the commit that a name stands for, or null. */
export function findCommit(git: Git, name: string): Promise<string | null> {
  return askGit(git, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
}

/** Explains why git failed, fit for a message: one line, without the credentials that a URL may hold. */
export function explain(outcome: GitOutcome): string {
  if (outcome.missing !== null) return outcome.missing;
  if (outcome.timedOut) return 'git took too long';
  const lines = outcome.stderr.split(/[\r\n]+/).filter((line) => /\w/.test(line));
  // The first line is the cause. The lines after it tell what failed because of it.
  const line = lines.find((one) => /^(fatal|error)/.test(one)) ?? lines.at(-1) ?? 'git failed';
  const clean = hideUsers(line.replace(/\p{Cc}/gu, ' '));
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}
