import { resolve } from 'node:path';
import { EXIT, UserError } from '../../errors.ts';
import type { InstallContext } from './cache.ts';
import {
  type Attempt,
  type K6,
  type Prospect,
  type Question,
  takeBuild,
  takeCached,
  takeOnPath,
  takeRelease,
} from './places.ts';
import { goPackage } from './toolchain.ts';
import { checkAskedVersion, PINNED_VERSION, probeK6 } from './version.ts';

/** The platform is this one where none is given. */
export type K6Options = Omit<InstallContext, 'platform' | 'arch'> & {
  platform?: NodeJS.Platform;
  arch?: string;
  /** Release to take, and no other. */
  version?: string;
  /** True under CI, where the pinned release goes before any k6 on PATH: all runs use the same one. */
  ci: boolean;
};

export type Search = {
  k6: K6 | null;
  /** Prospect after a search that may not install, when no k6 was found before the place that would. */
  prospect: Prospect | null;
  attempts: Attempt[];
};

/** Advice for users where there is no k6 and none can be had. */
export const INSTALL_HINT = [
  `Install k6 yourself (macOS: brew install k6; with Go: go install ${goPackage(PINNED_VERSION)};`,
  'Linux packages: https://grafana.com/docs/k6/latest/set-up/install-k6/),',
  'or name one with TAILGATE_K6.',
  'Behind a firewall, set TAILGATE_K6_MIRROR to a copy of https://github.com/grafana/k6/releases/download.',
].join(' ');

/**
 * Finds k6 1.0 or newer, and installs it into a cache where there is none. In this order: `TAILGATE_K6`;
 * the cache; the pinned release and PATH, under CI the release first, on a laptop PATH first; last
 * `go install`, of the pinned release, then of the last 1.x. With `version`, every place gives exactly that
 * one. A place that is no use is noted and the next one asked, unless the user named it.
 *
 * @throws UserError: exit code 2 when what the user named is no use; 3 when a download fails its checksum, or
 *   when no place has k6, with every place and why. Interrupted when `signal` is aborted.
 */
export async function findK6(options: K6Options): Promise<K6> {
  const { k6, attempts } = await searchK6(options, { install: true });
  if (k6) return k6;
  const wanted =
    options.version === undefined ? 'k6 1.0 or newer' : `k6 ${checkAskedVersion(options.version)}`;
  throw new UserError({
    what: `There is no ${wanted} on this machine, and none could be installed.`,
    detail: describeAttempts(attempts),
    hint: INSTALL_HINT,
    exitCode: EXIT.unmeasured,
  });
}

/**
 * Searches k6 for `findK6`. Where nothing may be installed, it ends with a prospect at the first place that
 * could install (as far as can be told without a try).
 *
 * @throws what `findK6` throws, except when nothing is found.
 */
export async function searchK6(options: K6Options, { install }: { install: boolean }): Promise<Search> {
  const asked = options.version === undefined ? null : checkAskedVersion(options.version);
  const { platform, arch } = process;
  const question: Question = { platform, arch, ...options, asked, install, attempts: [] };
  const found: Search = {
    k6: await takeNamed(options, question),
    prospect: null,
    attempts: question.attempts,
  };
  if (found.k6) return found;
  const places = options.ci ? [takeCached, takeRelease, takeOnPath] : [takeCached, takeOnPath, takeRelease];
  for (const take of [...places, takeBuild]) {
    const find = await take(question);
    if (find) return { ...found, ...find };
  }
  return found;
}

/** Describes each place in one line, indented. */
export function describeAttempts(attempts: readonly Attempt[]): string {
  return attempts.map(({ place, reason }) => `  ${place}: ${reason}`).join('\n');
}

/** Takes the k6 that the user names; null without one. */
async function takeNamed(
  { environment: { TAILGATE_K6 } }: K6Options,
  question: Question,
): Promise<K6 | null> {
  if (!TAILGATE_K6) return null;
  const path = resolve(TAILGATE_K6);
  const probe = await probeK6(path, question);
  if (probe.kind === 'unusable') {
    throw new UserError({
      what: `The k6 that TAILGATE_K6 names cannot be used: ${probe.reason}.`,
      where: path,
      hint: 'Correct TAILGATE_K6, or remove it: Tailgate then finds or installs k6 by itself.',
    });
  }
  if (question.asked !== null && probe.version !== question.asked) {
    throw new UserError({
      what: `k6 ${question.asked} is asked for, but the one that TAILGATE_K6 names is k6 ${probe.version}.`,
      where: path,
      hint: 'Remove TAILGATE_K6, or ask for no version.',
    });
  }
  return { path, version: probe.version, source: 'environment' };
}
