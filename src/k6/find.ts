import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { HttpClient } from '@actions/http-client';
import fetch from 'node-fetch';
import { EXIT, throwIfInterrupted, UserError } from '../errors.ts';
import { quoteOutcome, readK6Version, runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { isFile } from '../processes/file.ts';
import { assertPrivate, findCacheFolder, makePrivateFolder, removeFolder } from '../processes/folder.ts';
import { limitSignal } from '../processes/limit.ts';
import type { Progress } from '../progress.ts';

/** Absolute path of the executable, and its version without `v`: `2.2.0`. */
export type K6 = { path: string; version: string };

export type K6Options = { environment: NodeJS.ProcessEnv; progress: Progress; signal: AbortSignal };

/** Release of k6 that Tailgate is developed and tested with. */
export const PINNED_VERSION = '2.2.0';

/** SHA-256 of its archives, by platform and architecture as Node names them. No others are downloaded. */
export const PINNED_SHA256: Record<string, string> = {
  'linux-x64': 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
  'linux-arm64': '4ecd64cadcc792402d16293836115480419c4447c032858f564852d98f1bf54c',
  'darwin-x64': '45a08590511c8a6a9c6331645e60c41624924e848e29472e87c60ac956d50372',
  'darwin-arm64': '37a028506bf13578de66c906296803775df28cc2504b1a8c5d786b2803e757c7',
};

/** The archives have 30 MB. */
const LARGEST_BYTES = 200_000_000;
const DOWNLOAD_LIMIT_MS = 60_000;
/** Without a build cache, a build takes three minutes on two idle cores. */
const TOOL_LIMIT_MS = 30 * 60_000;
const ADVICE = 'Or set XDG_CACHE_HOME to another folder of yours.';

/** Why one place has no usable k6; the next one is tried, unless the user named this one. */
class Unavailable extends UserError {
  constructor(what: string, where?: string) {
    super({ what, where, hint: 'Correct TAILGATE_K6, or remove it.' });
  }
}

/**
 * Finds k6, or installs the pinned release into the user's cache. In this order: `TAILGATE_K6`; k6 1.0 or newer on PATH;
 * the cache; the download; a build with Go.
 *
 * @throws UserError: exit code 2 if what the user named is unusable; 3 if a download is not the release, or if no
 *   place has k6, listing every place and the reason. Interrupted if `signal` is aborted.
 */
export async function findK6(options: K6Options): Promise<K6> {
  const { environment, progress } = options;
  if (environment.TAILGATE_K6) return probe(resolve(environment.TAILGATE_K6), options);
  const ways = listPlaces(environment).map((path) => ({ name: path, take: () => probe(path, options) }));
  for (const [what, make] of [['download', download] as const, ['build', build] as const])
    ways.push({ name: `${what} of k6 ${PINNED_VERSION}`, take: () => install(make, options) });
  const reasons: string[] = [];
  for (const { name, take } of ways) {
    try {
      return await take();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      reasons.push(`  ${name}: ${error.message}`);
      progress.note(`k6: ${name}: ${error.message}`);
    }
  }
  throw new UserError({
    what: 'No k6 1.0 or newer was found on this machine, and none could be installed.',
    detail: reasons.join('\n'),
    hint: 'Install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), or set TAILGATE_K6 to its path. Behind a firewall, set TAILGATE_K6_MIRROR to a copy of https://github.com/grafana/k6/releases/download.',
    exitCode: EXIT.unmeasured,
  });
}

/** Lists the programs named k6 on PATH and in the cache. */
function listPlaces(environment: NodeJS.ProcessEnv): string[] {
  // Relative entries, and the empty one, would run a k6 from the repository under test.
  const folders = (environment.PATH ?? '').split(delimiter).filter(isAbsolute);
  const cache = findCache(environment);
  // Files that others could have put there are not run.
  if (cache !== null && existsSync(cache)) folders.push(assertPrivate(cache, ADVICE));
  return [...new Set(folders)].map((folder) => join(folder, 'k6')).filter(isFile);
}

function findCache(environment: NodeJS.ProcessEnv): string | null {
  const own = findCacheFolder(environment, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return own && join(own, `k6-${PINNED_VERSION}`);
}

/** Reads the version of a k6. @throws Unavailable */
async function probe(path: string, options: K6Options): Promise<K6> {
  const { version, said } = await readK6Version(path, options.environment, options.signal);
  if (version === null) throw new Unavailable(`\`k6 version\` printed no version: ${said}`, path);
  // k6 1.0 fixed the options, summary data and exit codes that Tailgate needs.
  if (version.startsWith('0.'))
    throw new Unavailable(`k6 ${version} is too old: 1.0 or newer is needed`, path);
  return { path, version };
}

/**
 * Prepares k6 beside its place in the cache, checks that it runs here, and only then moves it in atomically: processes
 * that install at the same time all end up with a complete file.
 *
 * @param make leaves the pinned k6 in a folder of ours, and returns its path
 */
async function install(make: typeof build, options: K6Options): Promise<K6> {
  const folder = findCache(options.environment);
  if (folder === null) throw new Unavailable('this user has no home; set XDG_CACHE_HOME');
  makePrivateFolder(folder, ADVICE);
  const staging = mkdtempSync(join(folder, '.staging-'));
  try {
    const made = await probe(await make(staging, options), options);
    if (made.version !== PINNED_VERSION) throw new Unavailable(`it gave k6 ${made.version}`);
    const path = join(folder, 'k6');
    renameSync(made.path, path);
    return { ...made, path };
  } finally {
    removeFolder(staging);
  }
}

/**
 * Downloads the release from GitHub, or from below `TAILGATE_K6_MIRROR`, checks its SHA-256, and unpacks only k6.
 *
 * @throws UserError with exit code 3 if the archive is not the released one: someone between here and the
 *   release changes files, so no other way may be tried
 */
async function download(folder: string, options: K6Options): Promise<string> {
  const { environment, progress, signal } = options;
  const { platform, arch } = process;
  const expected = PINNED_SHA256[`${platform}-${arch}`];
  if (!expected) throw new Unavailable(`none is pinned for ${platform} on ${arch}`);
  progress.phase(`downloading k6 ${PINNED_VERSION}`);
  const system = platform === 'darwin' ? 'macos' : platform;
  const name = `k6-v${PINNED_VERSION}-${system}-${arch === 'x64' ? 'amd64' : arch}`;
  const archive = `${name}.${platform === 'darwin' ? 'zip' : 'tar.gz'}`;
  const releases = environment.TAILGATE_K6_MIRROR || 'https://github.com/grafana/k6/releases/download';
  const bytes = await fetchBytes(`${releases}/v${PINNED_VERSION}/${archive}`, signal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expected)
    throw new UserError({
      what: `The archive ${archive} does not match the released one; it was neither kept nor run.`,
      detail: `expected SHA-256 ${expected}\n         received ${sha256}`,
      hint: 'Check what your proxy or mirror returns, or set TAILGATE_K6 to a k6 that you trust.',
      exitCode: EXIT.unmeasured,
    });
  writeFileSync(join(folder, archive), bytes);
  // The tar of macOS reads zip. Without `-o`, root would restore the owner named in the archive.
  await run('tar', ['-xof', archive, `${name}/k6`], folder, options);
  return join(folder, name, 'k6');
}

/** Builds the release with the user's Go, which verifies the sources against its checksum database. */
async function build(folder: string, options: K6Options): Promise<string> {
  const module = `go.k6.io/k6/v${PINNED_VERSION.split('.')[0]}`;
  options.progress.phase(`building k6 ${PINNED_VERSION} with Go, which takes minutes`);
  // `go install` would ask go.k6.io for deprecations, which no module proxy serves.
  writeFileSync(join(folder, 'go.mod'), `module build\n\nrequire ${module} v${PINNED_VERSION}\n`);
  // The user's own workspace must not affect k6, and k6 has to run here.
  const environment = { ...options.environment, GO111MODULE: 'on', GOWORK: 'off', GOOS: '', GOARCH: '' };
  await run('go', ['build', '-mod=mod', '-o', 'k6', module], folder, { ...options, environment });
  return join(folder, 'k6');
}

async function fetchBytes(address: string, signal: AbortSignal): Promise<Buffer> {
  const limit = limitSignal(signal, DOWNLOAD_LIMIT_MS);
  try {
    const response = await fetch(address, {
      // A server may label the archive `Content-Encoding: gzip`. The hash is of the packed file.
      compress: false,
      size: LARGEST_BYTES,
      signal: limit as never,
      // The runner's proxy settings (HTTPS_PROXY, NO_PROXY …), read as every action reads them.
      agent: (url) => new HttpClient('tailgate').getAgent(url.href),
    });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Unavailable(`the server answered ${response.status}`);
  } catch (error) {
    throwIfInterrupted(signal);
    // Its message would reveal an address with a password.
    const { code, name } = error as NodeJS.ErrnoException;
    throw error instanceof Unavailable ? error : new Unavailable(`it failed (${code ?? name})`);
  }
}

/** Runs a program without secrets in its environment. @throws Unavailable */
async function run(file: string, args: string[], cwd: string, { environment: own, signal }: K6Options) {
  const common = { environment: childEnvironment(own), cwd, timeoutMs: TOOL_LIMIT_MS, signal };
  const outcome = await runChild({ file, arguments: args, ...common });
  if (outcome.kind === 'ended' && outcome.exitCode === 0) return;
  throw new Unavailable(`${file} failed: ${quoteOutcome(outcome)}`);
}
