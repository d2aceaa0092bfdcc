import { access, constants } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { throwIfInterrupted, UserError } from '../../errors.ts';
import { cacheRoots, findCached, InstallFailed, type Verified } from './cache.ts';
import { checkRelease } from './download.ts';
import { type InstallContext, installBuild, installRelease, probeAt } from './installation.ts';
import { locateRelease } from './release.ts';
import { goPackage, readGoVersion } from './toolchain.ts';
import { FALLBACK_VERSION, type K6Probe, PINNED_VERSION } from './version.ts';

export type K6 = {
  /** Absolute path of the executable. */
  path: string;
  /** Without `v`, for instance `2.2.0`. */
  version: string;
  source: 'config' | 'environment' | 'cache' | 'path' | 'download' | 'go';
  /** How its archive was checked when it was downloaded, by this run or an earlier one. */
  verified: Verified;
};

/** One place that was looked at in vain, and why. */
export type Attempt = { place: string; reason: string };

/** What a run would do to get k6. */
export type Prospect = { source: 'download' | 'go'; version: string; from: string };

export type Find = { k6: K6 } | { prospect: Prospect } | null;

/**
 * A place where k6 may be. Null when it is not there, with the reasons added to `attempts`; a prospect only when
 * nothing may be installed.
 */
export type K6Place = (question: Question) => Promise<Find>;

export type Question = {
  around: InstallContext;
  /** The only version that will do, or null: any that Tailgate can drive. */
  asked: string | null;
  install: boolean;
  attempts: Attempt[];
};

/** What Tailgate installed earlier; a version that was asked for elsewhere is not taken for one that was not. */
export const takeCached: K6Place = async ({ around, asked, attempts }) => {
  const roots = cacheRoots(around.environment, around.platform);
  const versions = asked === null ? [PINNED_VERSION, FALLBACK_VERSION] : [asked];
  let entries = 0;
  for (const version of versions) {
    for (const root of roots) {
      const entry = await findCached(root, { version, arch: around.arch });
      if (!entry) continue;
      entries += 1;
      const probe = await probeAt(entry.path, around);
      const reason = objection(probe, version);
      if (reason === null)
        return { k6: { path: entry.path, version, source: 'cache', verified: entry.verified } };
      reject(around, attempts, entry.path, reason);
    }
  }
  if (entries === 0) {
    for (const root of roots) {
      attempts.push({ place: `cache ${join(root, 'k6')}`, reason: `holds no k6 ${versions.join(' or ')}` });
    }
  }
  return null;
};

export const takeOnPath: K6Place = async ({ around, asked, attempts }) => {
  const candidates = await listOnPath(around.environment.PATH ?? '');
  for (const path of candidates) {
    const probe = await probeAt(path, around);
    const reason = objection(probe, asked);
    if (reason === null && probe.kind === 'usable') {
      return { k6: { path, version: probe.version, source: 'path', verified: 'not-applicable' } };
    }
    reject(around, attempts, path, reason ?? '');
  }
  if (candidates.length === 0) attempts.push({ place: 'PATH', reason: 'there is no k6 on it' });
  return null;
};

/** The release on GitHub, or on the mirror. */
export const takeRelease: K6Place = async ({ around, asked, install, attempts }) => {
  const version = asked ?? PINNED_VERSION;
  return attempt({ around, attempts, place: `download of k6 ${version}` }, async () => {
    if (install) {
      const installed = await installRelease(version, around);
      return { k6: { ...installed, version, source: 'download' } };
    }
    const release = locateRelease(version, around.platform, around.arch, around.environment);
    await checkRelease(release, around);
    return { prospect: { source: 'download', version, from: release.archiveUrl } };
  });
};

/** The Go toolchain; an older one may still build the last 1.x when the pinned release is too new for it. */
export const takeBuild: K6Place = async ({ around, asked, install, attempts }) => {
  const versions = asked === null ? [PINNED_VERSION, FALLBACK_VERSION] : [asked];
  for (const version of versions) {
    const place = `go install ${goPackage(version)}`;
    const found = await attempt({ around, attempts, place }, async () => {
      const go = await readGoVersion(around.environment, around.signal);
      if (go === null) throw new InstallFailed('there is no working go on PATH');
      if (!install) {
        const from = `${versions.map(goPackage).join(', else ')}, with go ${go}`;
        return { prospect: { source: 'go', version, from } };
      }
      const installed = await installBuild(version, around);
      return { k6: { ...installed, version, source: 'go' } };
    });
    if (found) return found;
  }
  return null;
};

/** Runs one way of installing; what is in its way becomes a reason, a bug or a failed checksum does not. */
async function attempt(
  { around, attempts, place }: { around: InstallContext; attempts: Attempt[]; place: string },
  take: () => Promise<Find>,
): Promise<Find> {
  try {
    return await take();
  } catch (error) {
    throwIfInterrupted(around.signal);
    if (error instanceof UserError) throw error;
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof InstallFailed) reject(around, attempts, place, error.message);
    else if (code && syscall) reject(around, attempts, place, (error as Error).message);
    else throw error;
    return null;
  }
}

function reject(around: InstallContext, attempts: Attempt[], place: string, reason: string): void {
  attempts.push({ place, reason });
  around.progress.note(`k6: ${place}: ${reason}`);
}

function objection(probe: K6Probe, wanted: string | null): string | null {
  if (probe.kind === 'unusable') return probe.reason;
  if (wanted !== null && probe.version !== wanted) return `it is k6 ${probe.version}, ${wanted} is needed`;
  return null;
}

/** Executable files named k6 on PATH, in its order. */
async function listOnPath(searchPath: string): Promise<string[]> {
  // Relative entries, the empty one among them, would run a k6 out of the repository under test.
  const folders = [...new Set(searchPath.split(':').filter(isAbsolute))];
  const paths: string[] = [];
  for (const folder of folders) {
    const path = join(folder, 'k6');
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) paths.push(path);
  }
  return paths;
}
