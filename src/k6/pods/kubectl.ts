import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import type { Pods } from '../../config/load-from.ts';
import { waitForGroup } from '../../processes/child.ts';
import { tellCommand } from '../../processes/details.ts';
import { childEnvironment } from '../../processes/environment.ts';

/** The cluster could not be asked, or has refused. The message is in words for people. */
export class ClusterFault extends Error {}

/**
 * What `kubectl` and the programs that sign in for it need: where they are, whose configuration they read, how they
 * reach the cluster, and the user's own account with its provider. No token of the job is among it.
 */
const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|LANG|KUBE\w+|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR)|XDG_\w+|(AWS|AZURE|GOOGLE|CLOUDSDK)_\w+)$/i;

const TIMEOUT_MS = 30_000;
/** A list of a thousand pods has some 10 MB. */
const MOST_BYTES = 64_000_000;

export type Kubectl = {
  /** Makes the whole command, for a process that goes on. */
  command(...args: string[]): [string, ...string[]];
  environment: NodeJS.ProcessEnv;
  /** Runs it to its end. @returns its standard output @throws ClusterFault, Interrupted */
  run(args: string[], options?: { signal?: AbortSignal; timeoutMs?: number; into?: string }): Promise<string>;
};

/** Prepares the user's own `kubectl`, for a context and a namespace. @param environment of Tailgate */
export function findKubectl(
  { context, namespace }: Pick<Pods, 'context' | 'namespace'>,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Kubectl {
  const place = [
    ...(context === undefined ? [] : [`--context=${context}`]),
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
  ];
  const own = Object.entries(childEnvironment(environment)).filter(([name]) => NEEDED.test(name));
  const kubectl: Kubectl = {
    command: (...args) => ['kubectl', ...place, ...args],
    environment: Object.fromEntries(own),
    async run(args, { signal = stop, timeoutMs = TIMEOUT_MS, into } = {}) {
      const startedAt = performance.now();
      const [file, ...all] = kubectl.command(...args);
      const child = execa(file, all, {
        env: kubectl.environment,
        extendEnv: false,
        stdin: 'ignore',
        reject: false,
        detached: true,
        maxBuffer: MOST_BYTES,
        ...(into !== undefined && { stdout: { file: into } }),
      });
      const { result, timedOut } = await waitForGroup(child, timeoutMs, signal);
      tellCommand([file, ...all], startedAt, timedOut ? 'timed out' : `exit code ${result.exitCode}`);
      if (result.code === 'ENOENT') throw new ClusterFault('there is no `kubectl` on PATH');
      if (timedOut) throw new ClusterFault(`the cluster did not answer in ${timeoutMs / 1000} s`);
      if (result.exitCode !== 0)
        throw new ClusterFault(quoteError(`${result.stderr}\n${result.stdout ?? ''}`));
      return `${result.stdout ?? ''}`;
    },
  };
  return kubectl;
}

/** Quotes the line that says what was wrong: `jobs.batch is forbidden: User "ann" cannot create …`. */
function quoteError(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim());
  const told =
    lines.find((line) => /^(Error|error|Unable|The connection)\b/.test(line)) ?? lines.findLast(Boolean);
  const words = (told ?? 'it says nothing').replace(/^(Error from server(?: \(\w+\))?|error): /, '');
  return `kubectl: ${words.slice(0, 400)}`;
}
