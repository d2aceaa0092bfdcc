import { join } from 'node:path';
import { countCores } from '../../machine/machine.ts';
import { quoteLine, readToolVersion, runChild } from '../../processes/child.ts';
import { childEnvironment } from '../../processes/environment.ts';
import { type InstallContext, InstallFailed } from './cache.ts';

/** Core-seconds of a build: from an empty build cache, k6 1.8.1 takes about two minutes on two cores. */
const BUILD_CORE_SECONDS = 240;
const BUILD_LIMIT_MS = 15 * 60_000;

/** Names the package for `go install`; from 2 on it ends in the major version (Go modules reference). */
export function goPackage(version: string): string {
  const major = Number(version.split('.')[0]);
  return `go.k6.io/k6${major >= 2 ? `/v${major}` : ''}@v${version}`;
}

/**
 * Builds k6 with the user's Go toolchain. Go itself checks the sources against its checksum database
 * (sum.golang.org).
 *
 * @param folder empty and our own, in which the binary is left
 * @returns the path of the binary.
 * @throws InstallFailed when there is no Go, or with the last words of a build that failed.
 */
export async function buildWithGo(
  version: string,
  folder: string,
  { environment, progress, signal }: Pick<InstallContext, 'environment' | 'progress' | 'signal'>,
): Promise<string> {
  const source = goPackage(version);
  const cores = countCores();
  const seconds = BUILD_CORE_SECONDS / cores;
  progress.phase(`building ${source} with go on ${cores} ${cores === 1 ? 'core' : 'cores'}`, seconds);
  const outcome = await runChild({
    file: 'go',
    arguments: ['install', source],
    environment: buildEnvironment(environment, folder),
    // The user's module is left, since its go.mod, vendor folder and workspace do not concern k6.
    cwd: folder,
    timeoutMs: BUILD_LIMIT_MS,
    signal,
  });
  switch (outcome.kind) {
    case 'not-started':
      throw new InstallFailed(outcome.code === 'ENOENT' ? 'there is no go on PATH' : `go: ${outcome.code}`);
    case 'timed-out':
      throw new InstallFailed(`it did not end within ${BUILD_LIMIT_MS / 60_000} minutes`);
    case 'killed':
      throw new InstallFailed(`it was ended by ${outcome.signal}`);
    case 'ended':
      if (outcome.exitCode === 0) return join(folder, 'k6');
      throw new InstallFailed(quoteLine(outcome.output, 'last') || `exit code ${outcome.exitCode}`);
  }
}

/** Reads the version of Go, for instance `1.26.8`, or null when there is no working Go on PATH. */
export function readGoVersion(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string | null> {
  // A go.mod here that wants a newer Go would otherwise start a download.
  return readToolVersion('go', ['version'], { ...environment, GOTOOLCHAIN: 'local' }, signal);
}

function buildEnvironment(own: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const environment = childEnvironment(own, { GOBIN: folder, GO111MODULE: 'on' });
  // Go refuses GOBIN for cross-compiled programs, and k6 has to run here.
  delete environment.GOOS;
  delete environment.GOARCH;
  // `-mod=vendor` and the like would make `go install <package>@<version>` fail.
  const flags = environment.GOFLAGS?.split(/\s+/).filter((flag) => !/^--?mod(file)?=/.test(flag));
  if (flags) environment.GOFLAGS = flags.join(' ');
  return environment;
}
