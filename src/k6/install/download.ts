import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '@actions/http-client';
import fetch, { FetchError } from 'node-fetch';
import { EXIT, throwIfInterrupted, UserError } from '../../errors.ts';
import { quoteLine, runChild } from '../../processes/child.ts';
import { childEnvironment } from '../../processes/environment.ts';
import { type InstallContext, InstallFailed } from './cache.ts';
import { findChecksum, PINNED_SHA256, type Release } from './release.ts';
import { PATIENCE } from './version.ts';

const UNPACK_LIMIT_MS = 120_000;
const ATTEMPTS = 3;
const TRANSIENT_STATUS = new Set([408, 429, 500, 502, 503, 504]);
const TRANSIENT_CODES = new Set(['ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'ERR_STREAM_PREMATURE_CLOSE']);
/** Most bytes of an archive (k6 has about 30 MB), so that no endless answer fills the memory. */
const LARGEST_BYTES = 200_000_000;

/**
 * Downloads the archive of a release, compares its SHA-256 with the one in the source or else with the
 * release's own checksums file, and unpacks k6 into `folder`.
 *
 * @returns the path of k6
 * @throws UserError with exit code 3 when the archive is not what it should be. No other way may be tried
 *   then: a party between here and the release changes files. InstallFailed for all other failures (no
 *   network, no such release, no `tar`).
 */
export async function downloadRelease(
  release: Release,
  folder: string,
  around: Pick<InstallContext, 'environment' | 'progress' | 'signal'>,
): Promise<string> {
  const { version, archive, archiveUrl, authorization, checksumsUrl } = release;
  const pinned = PINNED_SHA256[archive];
  const expected = pinned ?? (await fetchChecksum(release, around.signal));
  around.progress.phase(`downloading k6 ${version}`);
  const bytes = await download(archiveUrl, authorization, around.signal);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) {
    throw new UserError({
      what: `The archive of k6 ${version} is not the one that was released; it was neither kept nor run.`,
      where: archiveUrl,
      detail: `expected SHA-256 ${expected}\n         received ${actual}\n         (expected by ${pinned ? "Tailgate's source" : checksumsUrl})`,
      hint: 'A proxy or mirror may have answered with something else. Look at what the address returns, or set TAILGATE_K6 to a k6 that you trust.',
      exitCode: EXIT.unmeasured,
    });
  }
  const authority = pinned
    ? 'pinned in Tailgate'
    : "in the release's own checksums file (none is pinned in Tailgate for it)";
  around.progress.note(`k6 ${version}: downloaded ${archive}, SHA-256 as ${authority}`);
  await writeFile(join(folder, archive), bytes);
  return unpack(release, folder, around);
}

/**
 * Fetches the SHA-256 that the release's own checksums file lists for its archive.
 *
 * @throws InstallFailed when there is no such release, or it cannot be reached
 */
export async function fetchChecksum(release: Release, signal: AbortSignal): Promise<string> {
  const { checksumsUrl, archive, authorization } = release;
  const listed = findChecksum((await download(checksumsUrl, authorization, signal)).toString(), archive);
  if (listed === null) throw new InstallFailed(`${checksumsUrl} does not list ${archive}`);
  return listed;
}

/** Failure that may pass when the download is tried again: a reset, a stall, 5xx, 429. */
class Transient extends InstallFailed {}

/**
 * Downloads into memory, in three attempts where the failure may pass.
 *
 * @param authorization the header, or null
 * @throws InstallFailed with the address and the reason; Interrupted when `signal` is aborted
 */
export async function download(
  url: string,
  authorization: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(url, authorization, signal);
    } catch (error) {
      throwIfInterrupted(signal);
      if (!(error instanceof Transient) || attempt === ATTEMPTS) throw error;
    }
    const pause = PATIENCE.backOffMs * 3 ** (attempt - 1);
    await sleep(pause, undefined, { signal }).catch(() => throwIfInterrupted(signal));
  }
}

async function downloadOnce(url: string, authorization: string | null, signal: AbortSignal): Promise<Buffer> {
  const fault = (reason: string, transient: boolean) =>
    new (transient ? Transient : InstallFailed)(`${url}: ${reason}`);
  const controller = new AbortController();
  let silent = false;
  const timer = setTimeout(() => {
    silent = true;
    controller.abort();
  }, PATIENCE.silenceMs);
  let answered = false;
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'tailgate', ...(authorization !== null && { authorization }) },
      // A server may label the archive `Content-Encoding: gzip`. The hash is of the packed file.
      compress: false,
      // The runner's proxy settings (HTTPS_PROXY, NO_PROXY …), read as every action reads them.
      agent: (address) => new HttpClient('tailgate').getAgent(address.href),
      signal: AbortSignal.any([signal, controller.signal]) as never,
    });
    if (!response.ok || !response.body) {
      const words = `the server answered ${response.status} ${response.statusText}`.trim();
      throw fault(words, TRANSIENT_STATUS.has(response.status));
    }
    answered = true;
    timer.refresh();
    const chunks: Buffer[] = [];
    let received = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      timer.refresh();
      chunks.push(chunk);
      received += chunk.length;
      if (received > LARGEST_BYTES) throw fault(`more than ${LARGEST_BYTES / 1e6} MB came`, false);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (silent) {
      // A connection that never answers is not tried again: the limit is for the whole wait.
      throw fault(
        `${answered ? 'nothing more came for' : 'no answer within'} ${PATIENCE.silenceMs / 1000} s`,
        answered,
      );
    }
    if (error instanceof InstallFailed || signal.aborted) throw error;
    // The message of a proxy's tunnel says more than its code, which is only ECONNRESET.
    const refusal = (error as Error).message.match(/tunneling socket .*/)?.[0];
    if (refusal) throw fault(`the proxy lets nothing through: ${refusal}`, false);
    const code = (error as NodeJS.ErrnoException).code ?? (error instanceof FetchError ? error.type : null);
    if (code === null) throw error;
    throw fault(describeCode(code, new URL(url).host), TRANSIENT_CODES.has(code));
  } finally {
    clearTimeout(timer);
    // The connection of an answer that was not read to its end is closed.
    controller.abort();
  }
}

function describeCode(code: string, host: string): string {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${host} cannot be resolved`;
    case 'ECONNREFUSED':
      return `${host} refuses the connection`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `there is no route to ${host}`;
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return 'the connection broke';
    default:
      return `it failed with ${code}`;
  }
}

/** Unpacks k6 alone from the archive, by its exact name: nothing else in it is written anywhere. */
async function unpack(
  { archive, member }: Release,
  folder: string,
  { environment, signal }: Pick<InstallContext, 'environment' | 'signal'>,
): Promise<string> {
  const path = join(folder, archive);
  const zip = archive.endsWith('.zip');
  const file = zip ? 'unzip' : 'tar';
  const outcome = await runChild({
    file,
    arguments: zip
      ? ['-q', '-o', path, member, '-d', folder]
      : // Root would restore the owner that the archive names.
        ['-xzof', path, '-C', folder, member],
    environment: childEnvironment(environment),
    timeoutMs: UNPACK_LIMIT_MS,
    signal,
  });
  if (outcome.kind === 'not-started') throw new InstallFailed(`${file} cannot be started (${outcome.code})`);
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) {
    const line = quoteLine(outcome.output, 'last');
    throw new InstallFailed(`${file} could not unpack ${archive}${line ? `: ${line}` : ''}`);
  }
  return join(folder, member);
}
