import { rm } from 'node:fs/promises';
import { childEnvironment } from '../../processes/environment.ts';
import type { Progress } from '../../progress.ts';
import {
  cacheRoots,
  createStaging,
  InstallFailed,
  type Provenance,
  storeInCache,
  type Verified,
} from './cache.ts';
import { downloadRelease } from './download.ts';
import { locateRelease } from './release.ts';
import { buildWithGo, goPackage } from './toolchain.ts';
import type { Patience } from './transfer.ts';
import { type K6Probe, probeK6 } from './version.ts';

/** Everything that looking for k6 and installing it depend on. */
export type InstallContext = {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** As `process.arch`. */
  arch: string;
  /** Processors that a build may use. */
  cores: number;
  progress: Progress;
  signal: AbortSignal;
  patience: Patience;
  /** How long `k6 version` may take, ms. */
  probeMs: number;
  /** SHA-256 by archive name. */
  pins: Readonly<Record<string, string>>;
};

type Installed = { path: string; verified: Verified };

/**
 * Downloads a release into the cache.
 *
 * @throws InstallFailed, or UserError when the archive is not the released one.
 */
export function installRelease(version: string, around: InstallContext): Promise<Installed> {
  const release = locateRelease(version, around.platform, around.arch, around.environment);
  return install(version, around, async (folder) => {
    const { binary, verified } = await downloadRelease(release, { ...around, folder });
    return { binary, provenance: { source: 'download', from: release.archiveUrl, verified } };
  });
}

/** Builds a release into the cache. @throws InstallFailed */
export function installBuild(version: string, around: InstallContext): Promise<Installed> {
  return install(version, around, async (folder) => {
    const binary = await buildWithGo(version, { ...around, folder });
    return { binary, provenance: { source: 'go', from: goPackage(version), verified: 'not-applicable' } };
  });
}

type Make = (folder: string) => Promise<{ binary: string; provenance: Provenance }>;

/** Makes k6 in a folder beside the cache, checks that it runs here, and only then moves it in. */
async function install(version: string, around: InstallContext, make: Make): Promise<Installed> {
  const staging = await createStaging(cacheRoots(around.environment, around.platform));
  try {
    const { binary, provenance } = await make(staging.folder);
    const probe = await probeAt(binary, around);
    if (probe.kind === 'unusable')
      throw new InstallFailed(`${provenance.from} gave no usable k6: ${probe.reason}`);
    if (probe.version !== version) {
      throw new InstallFailed(`${provenance.from} gave k6 ${probe.version} instead of ${version}`);
    }
    const path = await storeInCache(staging, { version, arch: around.arch }, binary, provenance);
    return { path, verified: provenance.verified };
  } finally {
    await rm(staging.folder, { recursive: true, force: true });
  }
}

/** `probeK6` with the surroundings' patience, and without secrets in the environment of what may not be k6. */
export function probeAt(path: string, around: InstallContext): Promise<K6Probe> {
  return probeK6(path, {
    environment: childEnvironment(around.environment),
    signal: around.signal,
    timeoutMs: around.probeMs,
  });
}
