import { join } from 'node:path';
import { quoteLine, runChild } from '../../processes/child.ts';
import { childEnvironment } from '../../processes/environment.ts';
import type { Progress } from '../../progress.ts';
import { InstallFailed } from './cache.ts';

export type BuildOptions = {
  /** Folder, empty and our own, in which the binary is left. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  progress: Progress;
  signal: AbortSignal;
  /** Processors that the build may use, for the guess of how long it takes. */
  cores: number;
};

/** From an empty build cache, k6 1.8.1 takes about two minutes on two cores. */
const BUILD_CORE_SECONDS = 240;
const BUILD_LIMIT_MS = 15 * 60_000;
const PROGRESS_EVERY_MS = 15_000;

/** What `go install` is asked for. From major version 2 on the module path ends in it (Go modules reference). */
export function goPackage(version: string): string {
  const major = Number(version.split('.')[0]);
  return `go.k6.io/k6${major >= 2 ? `/v${major}` : ''}@v${version}`;
}

/**
 * Builds k6 with the user's Go toolchain. Go checks the sources against its checksum database (sum.golang.org) by
 * itself.
 *
 * @returns the path of the binary.
 * @throws InstallFailed when there is no Go, or with the last words of a build that failed.
 */
export async function buildWithGo(version: string, options: BuildOptions): Promise<string> {
  const source = goPackage(version);
  const stopTelling = tellProgress(source, options);
  try {
    const outcome = await runChild({
      file: 'go',
      arguments: ['install', source],
      environment: buildEnvironment(options),
      // Outside the user's module, whose go.mod, vendor folder and workspace do not concern k6.
      cwd: options.folder,
      timeoutMs: BUILD_LIMIT_MS,
      signal: options.signal,
    });
    switch (outcome.kind) {
      case 'not-started':
        throw new InstallFailed(outcome.code === 'ENOENT' ? 'there is no go on PATH' : `go: ${outcome.code}`);
      case 'timed-out':
        throw new InstallFailed(`it did not end within ${BUILD_LIMIT_MS / 60_000} minutes`);
      case 'killed':
        throw new InstallFailed(`it was ended by ${outcome.signal}`);
      case 'ended':
        if (outcome.exitCode === 0) return join(options.folder, 'k6');
        throw new InstallFailed(quoteLine(outcome.output, 'last') || `exit code ${outcome.exitCode}`);
    }
  } finally {
    stopTelling();
  }
}

/** Version of Go, for instance `1.26.8`, or null when there is no working Go on PATH. */
export async function readGoVersion(
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | null> {
  const outcome = await runChild({
    file: 'go',
    arguments: ['version'],
    // Otherwise a go.mod here that wants a newer Go would start a download.
    environment: childEnvironment(environment, { GOTOOLCHAIN: 'local' }),
    timeoutMs: 10_000,
    signal,
  });
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) return null;
  return outcome.output.match(/\bgo(\d+\.\d+\S*)/)?.[1] ?? null;
}

function buildEnvironment(options: BuildOptions): NodeJS.ProcessEnv {
  const environment = childEnvironment(options.environment, { GOBIN: options.folder, GO111MODULE: 'on' });
  // Go refuses GOBIN for cross-compiled programs, and k6 has to run here.
  delete environment.GOOS;
  delete environment.GOARCH;
  // `-mod=vendor` and the like would make `go install <package>@<version>` fail.
  const flags = environment.GOFLAGS?.split(/\s+/).filter((flag) => !/^--?mod(file)?=/.test(flag));
  if (flags) environment.GOFLAGS = flags.join(' ');
  return environment;
}

function tellProgress(source: string, { progress, cores }: BuildOptions): () => void {
  const expected = BUILD_CORE_SECONDS / cores;
  const about = `about ${describeMinutes(expected)} on ${cores} ${cores === 1 ? 'core' : 'cores'}`;
  const start = Date.now();
  progress.phase(`building ${source} with go (${about})`, expected);
  const timer = setInterval(() => {
    const elapsed = Math.round((Date.now() - start) / 1000);
    const left = Math.max(0, expected - elapsed);
    progress.phase(`building ${source} with go (${elapsed} s, ${about})`, left);
  }, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
}

function describeMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
