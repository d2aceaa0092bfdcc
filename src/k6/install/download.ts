import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, UserError } from '../../errors.ts';
import { quoteLine, runChild } from '../../processes/child.ts';
import { childEnvironment } from '../../processes/environment.ts';
import type { Progress } from '../../progress.ts';
import { InstallFailed, type Verified } from './cache.ts';
import { findChecksum, PINNED_SHA256, type Release } from './release.ts';
import { downloadFile, downloadText, type Patience } from './transfer.ts';

export type DownloadOptions = {
  /** Folder, empty and our own, in which the binary is left. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  progress: Progress;
  signal: AbortSignal;
  patience: Patience;
  /** SHA-256 by archive name; `PINNED_SHA256` unless a test brings an archive of its own. */
  pins?: Readonly<Record<string, string>>;
};

const PROGRESS_EVERY_MS = 3000;
const UNPACK_LIMIT_MS = 120_000;

/**
 * Downloads the archive of a release, compares its SHA-256 with the one in the source or else with the release's
 * own checksums file, and unpacks k6 into `folder`.
 *
 * @throws UserError with exit code 3 when the archive is not what it should be: it is removed, and nothing else may
 *   be tried, as somebody between here and the release changes files. InstallFailed for all that is no evidence of
 *   that (no network, no such release, no `tar`).
 */
export async function downloadRelease(
  release: Release,
  options: DownloadOptions,
): Promise<{ binary: string; verified: Verified }> {
  const { expected, verified, authority } = await findExpectedSum(release, options);
  const archive = join(options.folder, release.archive);
  const actual = await downloadFile(
    release.archiveUrl,
    archive,
    tellProgress(release, options.progress),
    transferOptions(release, options),
  );
  if (actual !== expected) {
    await rm(archive, { force: true });
    throw new UserError({
      what: `The archive of k6 ${release.version} is not the one that was released; it was removed and not run.`,
      where: release.archiveUrl,
      detail: `expected SHA-256 ${expected}\n         received ${actual}\n         (expected by ${authority})`,
      hint: 'A proxy or mirror may have answered with something else. Look at what the address returns, or set k6.path or TAILGATE_K6 to a k6 that you trust.',
      exitCode: EXIT.unmeasured,
    });
  }
  options.progress.note(
    verified === 'pinned'
      ? `k6 ${release.version}: downloaded ${release.archive}, SHA-256 as pinned in Tailgate`
      : `k6 ${release.version}: downloaded ${release.archive}, SHA-256 as in the release's own checksums file (none is pinned in Tailgate for it)`,
  );
  const binary = await unpack(release, archive, options);
  await rm(archive, { force: true });
  return { binary, verified };
}

/**
 * Asks whether a release could be downloaded from here, without downloading it: its checksums file is small and
 * lists what there is.
 *
 * @throws InstallFailed with the reason when it could not.
 */
export async function checkRelease(
  release: Release,
  options: Pick<DownloadOptions, 'signal' | 'patience'>,
): Promise<void> {
  await fetchListedSum(release, options);
}

async function findExpectedSum(
  release: Release,
  options: DownloadOptions,
): Promise<{ expected: string; verified: Verified; authority: string }> {
  const pinned = (options.pins ?? PINNED_SHA256)[release.archive];
  if (pinned) return { expected: pinned, verified: 'pinned', authority: "Tailgate's source" };
  const expected = await fetchListedSum(release, options);
  return { expected, verified: 'release-checksums', authority: release.checksumsUrl };
}

async function fetchListedSum(
  release: Release,
  options: Pick<DownloadOptions, 'signal' | 'patience'>,
): Promise<string> {
  const text = await downloadText(release.checksumsUrl, transferOptions(release, options));
  const listed = findChecksum(text, release.archive);
  if (listed === null) throw new InstallFailed(`${release.checksumsUrl} does not list ${release.archive}`);
  return listed;
}

function transferOptions(release: Release, options: Pick<DownloadOptions, 'signal' | 'patience'>) {
  return { authorization: release.authorization, signal: options.signal, patience: options.patience };
}

function tellProgress(release: Release, progress: Progress) {
  const start = Date.now();
  let told = start;
  progress.phase(`downloading k6 ${release.version}`);
  return (received: number, total: number | null) => {
    const now = Date.now();
    if (now - told < PROGRESS_EVERY_MS) return;
    told = now;
    const megabytes = `${toMegabytes(received)}${total === null ? '' : ` of ${toMegabytes(total)}`} MB`;
    const left = total === null ? undefined : ((total - received) / received) * ((now - start) / 1000);
    progress.phase(`downloading k6 ${release.version} (${megabytes})`, left);
  };
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
}

/** Takes k6 alone out of the archive, by its exact name: nothing else in there is written anywhere. */
async function unpack(release: Release, archive: string, options: DownloadOptions): Promise<string> {
  const { folder } = options;
  const [file, ...args] = release.archive.endsWith('.zip')
    ? ['unzip', '-q', '-o', archive, release.member, '-d', folder]
    : ['tar', '-xzf', archive, '-C', folder, release.member];
  const outcome = await runChild({
    file: file!,
    arguments: args,
    environment: childEnvironment(options.environment),
    timeoutMs: UNPACK_LIMIT_MS,
    signal: options.signal,
  });
  if (outcome.kind === 'not-started') throw new InstallFailed(`${file} cannot be started (${outcome.code})`);
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) {
    const line = quoteLine(outcome.output, 'last');
    throw new InstallFailed(`${file} could not unpack ${release.archive}${line ? `: ${line}` : ''}`);
  }
  return join(folder, release.member);
}
