import { execa } from 'execa';
import { throwIfInterrupted, UserError } from '../errors.ts';
import { waitForGroup } from '../processes/child.ts';
import { childEnvironment, hideUsers } from '../processes/environment.ts';

export type GitOptions = {
  cwd?: string;
  environment?: NodeJS.ProcessEnv;
  input?: Uint8Array | string;
  /** `latin1` carries file names of any encoding through unchanged. */
  encoding?: 'utf8' | 'latin1';
  timeoutMs?: number;
};

/** `stdout` has no trailing line break. `stderr` also says why the program could not be started. */
export type GitOutcome = { ok: boolean; stdout: string; stderr: string; timedOut: boolean };

/** Runs git to completion. @throws Interrupted if its signal is aborted, UserError (exit code 3) if something else kills git */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitOutcome>;

export type GitSetting = [key: string, value: string];

/** Timeout of a command: enough to check out a large revision on a slow disk, with filters, or to fetch it. */
const TIMEOUT_MS = 600_000;

/**
 * Variables that tell git how to reach servers, and which files configure it. All others are dropped: a hook that runs
 * Tailgate sets some that would lead git to another repository or index.
 */
const KEPT =
  /^GIT_(SSH(_COMMAND|_VARIANT)?|ASKPASS|SSL_\w+|PROXY_\w+|HTTP_\w+|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH)$/;

/** Settings that keep git from running planted code, staying behind, prompting, and waiting for a silent server. */
const QUIET: GitSetting[] = Object.entries({
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.untrackedCache': 'false',
  'core.splitIndex': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'credential.interactive': 'false',
  'http.lowSpeedLimit': '100',
  'http.lowSpeedTime': '30',
});

/** A fetch that leaves behind only what it is asked for. */
const FETCHING =
  'fetch --quiet --no-tags --no-write-fetch-head --no-recurse-submodules --no-auto-maintenance --refmap=';
export const FETCH = FETCHING.split(' ');

/** Author of commits that Tailgate makes, always the same: identical files give identical commits. */
export const IDENTITY = {
  GIT_AUTHOR_NAME: 'Tailgate',
  GIT_AUTHOR_EMAIL: 'tailgate@localhost',
  GIT_COMMITTER_NAME: 'Tailgate',
  GIT_COMMITTER_EMAIL: 'tailgate@localhost',
};

/** Makes the environment for git with its user's configuration and further settings, which arguments would reveal to all. */
export function gitEnvironment(
  environment: NodeJS.ProcessEnv,
  settings: readonly GitSetting[] = [],
): NodeJS.ProcessEnv {
  const kept = Object.entries(childEnvironment(environment)).filter(
    ([name]) => !name.startsWith('GIT_') || KEPT.test(name),
  );
  const first = Number(environment.GIT_CONFIG_COUNT ?? 0) || 0;
  const added = [...settings, ...QUIET].flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  const count = String(first + added.length / 2);
  const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_COUNT: count };
  return { ...Object.fromEntries([...kept, ...added]), ...quiet };
}

/** Binds git to an environment and a folder. A timeout or an abort ends it and everything it has started. */
export function bindGit(cwd: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Git {
  return async (args, options = {}) => {
    throwIfInterrupted(signal);
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
    const { result, timedOut } = await waitForGroup(child, options.timeoutMs ?? TIMEOUT_MS, signal);
    const { exitCode, stdout = '', stderr = '', code } = result;
    if (result.signal !== undefined && !timedOut && !result.isMaxBuffer) {
      const what = `git ${args[0]} was killed by ${result.signal}, not by Tailgate.`;
      const hint = 'Is there a limit on memory, time or file size?';
      throw new UserError({ what, hint, exitCode: 3 });
    }
    const missing = `git could not be started in ${JSON.stringify(where)} (${code})`;
    return { ok: exitCode === 0, stdout, stderr: child.pid === undefined ? missing : stderr, timedOut };
  };
}

/** Asks git for something. @returns its output, or null if it fails */
export async function askGit(git: Git, ...args: string[]): Promise<string | null> {
  const { ok, stdout } = await git(args);
  return ok ? stdout : null;
}

/** Returns the output of a command. @throws UserError (exit code 3) that says `what` could not be done, and why */
export function must(what: string, outcome: GitOutcome): string {
  if (outcome.ok) return outcome.stdout;
  const hint = 'Does `git status` work there, and is there room on the disk?';
  throw new UserError({ what: `${what}: ${explain(outcome)}.`, hint, exitCode: 3 });
}

/** Tells whether a text is an object name. Then git cannot mistake it for an option or an expression. */
export function isObjectName(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Finds the commit that a name stands for, or null. */
export function findCommit(git: Git, name: string): Promise<string | null> {
  return askGit(git, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
}

/** Tells whether a commit and its tree are available locally: nothing is fetched (git 2.45). */
export async function hasTree(git: Git, commit: string): Promise<boolean> {
  return (await git(['cat-file', '-e', `${commit}^{tree}`], { environment: { GIT_NO_LAZY_FETCH: '1' } })).ok;
}

/** Explains why git failed, fit for a message: one line, without the credentials that a URL may contain. */
export function explain(outcome: GitOutcome): string {
  if (outcome.timedOut) return 'git took too long';
  const lines = outcome.stderr.split(/[\r\n]+/).filter((line) => /\w/.test(line));
  // What git and the server say about the cause, without advice and progress.
  const causes = lines.filter((line) => /^(fatal|error|remote| !)/.test(line)).map((line) => line.trim());
  const said = causes.join('; ') || lines.at(-1) || 'git failed';
  const clean = hideUsers(said.replace(/[\p{Cc}\s]+/gu, ' '));
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}
