import { stripVTControlCharacters } from 'node:util';
import type { Pods } from '../../config/load-from.ts';
import { type ChildRequest, quoteLine, runChild } from '../../processes/child.ts';
import { childEnvironment } from '../../processes/environment.ts';
import { quoteWord } from '../../processes/shell-words.ts';
import { type FailedK6, failK6 } from '../run.ts';

/** Nothing was measured: the cluster refused, a pod was lost, or k6 did not accept the script. */
export class ClusterFault extends Error {
  readonly result: FailedK6;
  constructor(reason: string | FailedK6) {
    const result = typeof reason === 'string' ? failK6('harness', reason) : reason;
    super(result.message);
    this.result = result;
  }
}

const TIMEOUT_MS = 30_000;

export type Kubectl = ReturnType<typeof findKubectl>;

/** Prepares the user's own `kubectl` for a context and a namespace. @param own environment of Tailgate */
export function findKubectl(
  { context, namespace }: Pick<Pods, 'context' | 'namespace'>,
  own: NodeJS.ProcessEnv,
  signal: AbortSignal,
) {
  const given = Object.entries({ context, namespace }).filter(([, value]) => value);
  const place = given.map(([name, value]) => `--${name}=${value}`);
  // It contains no token of the job.
  const environment = childEnvironment(own);
  return {
    environment,
    /** Makes the whole command, for a shell to run later. */
    command: (...args: string[]) => ['kubectl', ...place, ...args].map(quoteWord).join(' '),
    /** Runs it to completion. @returns its standard output @throws ClusterFault, Interrupted */
    async run(args: string[], options: Partial<ChildRequest> = {}): Promise<string> {
      const request = { file: 'kubectl', arguments: [...place, ...args], environment, signal };
      const outcome = await runChild({ timeoutMs: TIMEOUT_MS, ...options, ...request });
      if (outcome.kind === 'ended' && outcome.exitCode === 0) return outcome.stdout;
      if (outcome.kind === 'not-started') throw new ClusterFault('there is no `kubectl` on PATH');
      // Warnings surround the actual error: `Error from server (Forbidden): jobs.batch is forbidden`.
      const lines = stripVTControlCharacters(outcome.output).split('\n');
      const error = lines.find((line) => /^(error|Error|Unable|The connection)\b/.test(line));
      throw new ClusterFault(
        `kubectl: ${error?.slice(0, 400) ?? (quoteLine(outcome.output, 'last') || outcome.kind)}`,
      );
    },
  };
}
