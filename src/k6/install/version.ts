import { stat } from 'node:fs/promises';
import { UserError } from '../../errors.ts';
import { quoteLine, runChild } from '../../processes/child.ts';
import { childEnvironment } from '../../processes/environment.ts';

/** Times to wait for others, ms. An object, so that tests can shorten it. */
export const PATIENCE = {
  /** Time for `k6 version`: the first start of a large file from a slow disk takes seconds. */
  probeMs: 10_000,
  /** Time for an answer of the network, redirects included, and for each piece of it. */
  silenceMs: 15_000,
  /** Time before the second attempt; three times as long before the third. */
  backOffMs: 500,
};

/** Release that Tailgate is developed against, and takes where the choice is its own. */
export const PINNED_VERSION = '2.2.0';

/** Last release with the module path of k6 1.x, for Go toolchains that cannot build the pinned one. */
export const FALLBACK_VERSION = '1.8.1';

/** Oldest major version: k6 1.0 fixed the options, summary data and exit codes that Tailgate needs. */
const OLDEST_MAJOR = 1;

const SEMVER = /(?<!\d)(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?/;

type K6Probe = { kind: 'usable'; version: string } | { kind: 'unusable'; reason: string };

/**
 * Reads the version from the output of `k6 version`, for instance `k6 v1.8.1 (go1.26.8, linux/amd64)` or, from a build
 * of a commit, `k6 v0.49.0 (commit/2e9ca5a, go1.21.6, linux/amd64)`. Null when the program is not k6.
 */
export function parseVersionOutput(output: string): string | null {
  const found = output.match(new RegExp(`^k6(?:\\.exe)? v?(${SEMVER.source})(?=[\\s+]|$)`, 'm'));
  return found?.[1] ?? null;
}

/**
 * Checks the version that a user asks for (`2.2.0`, `v2.2.0`) and returns it without the `v`.
 *
 * @throws UserError when it is not a full version, or one that Tailgate cannot drive.
 */
export function checkAskedVersion(asked: string): string {
  const version = asked.trim().replace(/^v/, '');
  if (!new RegExp(`^${SEMVER.source}$`).test(version)) {
    throw new UserError({
      what: `"${asked}" is not a version of k6.`,
      hint: `Write a full release number, for instance ${PINNED_VERSION}.`,
    });
  }
  if (isTooOld(version)) {
    throw new UserError({
      what: `k6 ${version} is too old for Tailgate.`,
      hint: `Ask for ${OLDEST_MAJOR}.0.0 or newer, for instance ${PINNED_VERSION}.`,
    });
  }
  return version;
}

/**
 * Runs `k6 version`, without secrets in its environment, and finds out if a file is a k6 that Tailgate can drive.
 *
 * @param path of the executable, absolute.
 * @throws Interrupted when `signal` is aborted, and nothing else: a bad file is `unusable`.
 */
export async function probeK6(
  path: string,
  { environment, signal }: { environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<K6Probe> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown error');
  if (found === 'ENOENT' || found === 'ENOTDIR') return unusable('there is no such file');
  if (typeof found === 'string') return unusable(`it cannot be read (${found})`);
  if (found.isDirectory()) return unusable('it is a folder, not the k6 program in it');

  const outcome = await runChild({
    file: path,
    arguments: ['version'],
    environment: childEnvironment(environment),
    timeoutMs: PATIENCE.probeMs,
    signal,
  });
  switch (outcome.kind) {
    case 'not-started':
      if (outcome.code === 'EACCES') return unusable('it is not executable');
      return unusable(`it cannot be started on this machine (${outcome.code})`);
    case 'timed-out':
      return unusable(`"k6 version" did not end within ${PATIENCE.probeMs / 1000} s`);
    case 'killed':
      return unusable(`"k6 version" was ended by ${outcome.signal}`);
    case 'ended':
      break;
  }
  if (outcome.exitCode !== 0) {
    const line = quoteLine(outcome.output);
    return unusable(`"k6 version" failed with exit code ${outcome.exitCode}${line ? `: ${line}` : ''}`);
  }
  const version = parseVersionOutput(outcome.output);
  if (version === null) {
    return unusable(`it is not k6: asked for its version it printed "${quoteLine(outcome.output)}"`);
  }
  if (isTooOld(version)) return unusable(`k6 ${version} is too old, ${OLDEST_MAJOR}.0.0 or newer is needed`);
  return { kind: 'usable', version };
}

function isTooOld(version: string): boolean {
  return Number(version.split('.')[0]) < OLDEST_MAJOR;
}

function unusable(reason: string): K6Probe {
  return { kind: 'unusable', reason };
}
