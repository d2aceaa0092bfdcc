import { accessSync, constants } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { throwIfInterrupted } from '../../errors.ts';
import {
  cacheRoots,
  explainDistrust,
  findCached,
  type InstallContext,
  InstallFailed,
  installInCache,
} from './cache.ts';
import { downloadRelease, fetchChecksum } from './download.ts';
import { locateRelease } from './release.ts';
import { buildWithGo, goPackage, readGoVersion } from './toolchain.ts';
import { FALLBACK_VERSION, PINNED_VERSION, probeK6 } from './version.ts';

export type K6 = {
  /** Absolute path of the executable. */
  path: string;
  /** Version without `v`, for instance `2.2.0`. */
  version: string;
  source: 'environment' | 'cache' | 'path' | 'download' | 'go';
};

/** Place without a usable k6, and why. */
export type Attempt = { place: string; reason: string };

/** Way in which a run would get k6. */
export type Prospect = { source: 'download' | 'go'; version: string; from: string };

/**
 * Place where k6 may be. Null when it is not there, with the reasons added to `attempts`; a prospect only
 * when nothing may be installed.
 */
type K6Place = (question: Question) => Promise<Find>;

type Find = { k6: K6 } | { prospect: Prospect } | null;

export type Question = InstallContext & {
  /** Only version that is allowed, or null for any that Tailgate can drive. */
  asked: string | null;
  install: boolean;
  attempts: Attempt[];
};

/** Takes a k6 that Tailgate installed earlier: in the version asked for, or in one of its own choice. */
export const takeCached: K6Place = async (question) => {
  const { environment, platform, arch, attempts } = question;
  const roots = cacheRoots(environment, platform);
  const versions = listVersions(question);
  const entries = versions.flatMap((version) =>
    roots.map((root) => ({ root, version, path: findCached(root, version, arch) })),
  );
  for (const { root, version, path } of entries) {
    if (path === null) continue;
    const distrust = explainDistrust(root, version, arch);
    if (distrust !== null) {
      reject(question, path, distrust);
      continue;
    }
    const k6 = await takeFile(question, path, version, 'cache');
    if (k6) return { k6 };
  }
  if (entries.every(({ path }) => path === null)) {
    for (const root of roots) {
      attempts.push({ place: `cache ${join(root, 'k6')}`, reason: `holds no k6 ${versions.join(' or ')}` });
    }
  }
  return null;
};

export const takeOnPath: K6Place = async (question) => {
  const candidates = listOnPath(question.environment.PATH ?? '');
  for (const path of candidates) {
    const k6 = await takeFile(question, path, question.asked, 'path');
    if (k6) return { k6 };
  }
  if (candidates.length === 0) question.attempts.push({ place: 'PATH', reason: 'there is no k6 on it' });
  return null;
};

/** Takes the release on GitHub, or on the mirror. */
export const takeRelease: K6Place = async (question) => {
  const { platform, arch, environment, install } = question;
  const version = question.asked ?? PINNED_VERSION;
  return attempt(question, `download of k6 ${version}`, async () => {
    const release = locateRelease(version, platform, arch, environment);
    if (!install) {
      await fetchChecksum(release, question.signal);
      return { prospect: { source: 'download', version, from: release.archiveUrl } };
    }
    const path = await installInCache(version, question, (folder) =>
      downloadRelease(release, folder, question),
    );
    return { k6: { path, version, source: 'download' } };
  });
};

/** Builds with the Go toolchain; one too old for the pinned release may still build the last 1.x. */
export const takeBuild: K6Place = async (question) => {
  const go = await readGoVersion(question.environment, question.signal);
  for (const version of listVersions(question)) {
    const source = goPackage(version);
    const found = await attempt(question, `go install ${source}`, async () => {
      if (go === null) throw new InstallFailed('there is no working go on PATH');
      if (!question.install) return { prospect: { source: 'go', version, from: `${source}, with go ${go}` } };
      const path = await installInCache(version, question, (folder) =>
        buildWithGo(version, folder, question),
      );
      return { k6: { path, version, source: 'go' } };
    });
    if (found) return found;
  }
  return null;
};

function listVersions({ asked }: Question): string[] {
  return asked === null ? [PINNED_VERSION, FALLBACK_VERSION] : [asked];
}

/** Takes a file that may be k6. @param wanted the only version that is allowed, or null */
async function takeFile(
  question: Question,
  path: string,
  wanted: string | null,
  source: 'cache' | 'path',
): Promise<K6 | null> {
  const probe = await probeK6(path, question);
  if (probe.kind === 'unusable') reject(question, path, probe.reason);
  else if (wanted === null || probe.version === wanted) return { path, version: probe.version, source };
  else reject(question, path, `it is k6 ${probe.version}, ${wanted} is needed`);
  return null;
}

/** Tries one way of installing. An obstacle becomes a reason; a bug or a failed checksum does not. */
async function attempt(question: Question, place: string, take: () => Promise<Find>): Promise<Find> {
  try {
    return await take();
  } catch (error) {
    throwIfInterrupted(question.signal);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!(error instanceof InstallFailed || (code && syscall))) throw error;
    reject(question, place, (error as Error).message);
    return null;
  }
}

function reject({ progress, attempts }: Question, place: string, reason: string): void {
  attempts.push({ place, reason });
  progress.note(`k6: ${place}: ${reason}`);
}

/** Lists executable files named k6 on PATH, in its order. */
function listOnPath(searchPath: string): string[] {
  // Relative entries, and the empty one, would run a k6 out of the repository under test.
  const folders = [...new Set(searchPath.split(':').filter(isAbsolute))];
  return folders.map((folder) => join(folder, 'k6')).filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
