import { UserError } from '../../errors.ts';
import { InstallFailed } from './cache.ts';

/** Archives whose SHA-256 was checked when Tailgate was released, by file name. */
export const PINNED_SHA256: Readonly<Record<string, string>> = {
  'k6-v2.2.0-linux-amd64.tar.gz': 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
};

const RELEASES = 'https://github.com/grafana/k6/releases/download';

/** Names in k6's releases for the platforms that have archives and that Tailgate runs on. */
const SYSTEMS: Partial<Record<NodeJS.Platform, { name: string; extension: string }>> = {
  linux: { name: 'linux', extension: 'tar.gz' },
  darwin: { name: 'macos', extension: 'zip' },
};
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

export type Release = {
  version: string;
  /** File name of the archive, the path of k6 in it, and the address without credentials. */
  archive: string;
  member: string;
  archiveUrl: string;
  checksumsUrl: string;
  /** Header `Authorization`, when the mirror's address holds a user. */
  authorization: string | null;
};

/**
 * Locates a release of k6: on GitHub, or below `TAILGATE_K6_MIRROR`, which stands for
 * `https://github.com/grafana/k6/releases/download` and may hold `user:password@`.
 *
 * @param platform as in `process.platform`; `arch` as in `process.arch`.
 * @throws InstallFailed when k6 has no release for the platform; UserError when the mirror is not an address.
 */
export function locateRelease(
  version: string,
  platform: NodeJS.Platform,
  arch: string,
  environment: NodeJS.ProcessEnv,
): Release {
  const system = SYSTEMS[platform];
  const architecture = ARCHITECTURES[arch];
  if (!system || !architecture) throw new InstallFailed(`k6 has no release for ${platform} on ${arch}`);
  const { base, authorization } = readMirror(environment.TAILGATE_K6_MIRROR);
  const folder = `k6-v${version}-${system.name}-${architecture}`;
  const archive = `${folder}.${system.extension}`;
  return {
    version,
    archive,
    member: `${folder}/k6`,
    archiveUrl: `${base}/v${version}/${archive}`,
    checksumsUrl: `${base}/v${version}/k6-v${version}-checksums.txt`,
    authorization,
  };
}

/** Finds a file's SHA-256 in the text of a checksums file (`<hex>  <name>` per line), lower case; null without. */
export function findChecksum(checksums: string, archive: string): string | null {
  for (const line of checksums.split('\n')) {
    const found = line.trim().match(/^([0-9a-f]{64})\s+\*?(?:\.\/)?(\S+)$/i);
    if (found?.[2] === archive) return found[1]!.toLowerCase();
  }
  return null;
}

function readMirror(mirror: string | undefined): { base: string; authorization: string | null } {
  if (!mirror) return { base: RELEASES, authorization: null };
  let url: URL;
  try {
    url = new URL(mirror);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(url.protocol);
  } catch (cause) {
    throw new UserError({
      // The value is not shown: it may hold a password.
      what: 'TAILGATE_K6_MIRROR is not an http or https address.',
      hint: `It stands for ${RELEASES}, for instance https://mirror.example/grafana/k6.`,
      cause,
    });
  }
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = url.username ? `Basic ${Buffer.from(user).toString('base64')}` : null;
  return { base: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`, authorization };
}
