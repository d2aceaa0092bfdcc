import { EXIT, UserError } from '../../errors.ts';
import { quoteLine, runChild } from '../../processes/child.ts';
import { listProcesses, readKernelText } from '../../processes/procfs.ts';
import type { Contained } from './commands.ts';

/** Running containers of a service. */
export type ContainerWatch = {
  /** Roots of their process trees; null if not everything that works for them is visible on this machine. */
  roots: number[] | null;
  /** Docker's daemon, if its proxy accepts each connection and opens another one to the container: see `findCarrier`. */
  carrier: number | null;
  /** Pauses and resumes all of them. Calls are executed one after the other, whenever they are made. */
  halt(): void;
  resume(): void;
  /** Resolves when both are done. @throws UserError if the engine could not do it, which leaves their state unknown */
  settled(): Promise<void>;
};

/**
 * Finds the containers of a service that is ready. Null while none is running: Docker accepts connections for a container
 * that it is about to start.
 *
 * @param port on which this machine reaches it
 * @throws UserError if the engine does not list them
 */
export async function watchContainers(
  { filter }: Pick<Contained, 'filter'>,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<ContainerWatch | null> {
  const found = await listContainers(filter, environment);
  if (found.length === 0) return null;
  const roots = found.flatMap(({ pid }) => pid ?? []);
  const carrier = findCarrier(port);
  let last: Promise<unknown> = Promise.resolve();
  const follow = (verb: string, state: string, what: string) => {
    const ids = found.map(({ id }) => id).join(' ');
    // One that has done its work and ended, such as a migration, cannot be paused. All others must be.
    const again = `left=$(docker ps -q --filter ${filter} --filter status=${state}) && { [ -z "$left" ] || docker ${verb} $left; }`;
    const command = `docker ${verb} ${ids} >/dev/null 2>&1 || { ${again}; }`;
    const next = last.then(() => runDocker(command, what, environment));
    // It is thrown where it is awaited.
    next.catch(() => {});
    last = next;
  };
  return {
    roots: carrier !== null && roots.length === found.length ? roots : null,
    carrier,
    halt: () => follow('pause', 'running', 'halted'),
    resume: () => follow('unpause', 'paused', 'let go on'),
    settled: async () => void (await last),
  };
}

/**
 * Lists running containers by a filter of `docker ps`, with the addresses and the pid of the first process of each; null
 * if that process is not on this machine.
 *
 * @throws UserError if the engine does not list them
 */
export async function listContainers(
  filter: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ id: string; pid: number | null; addresses: string[] }[]> {
  const format = '{{.Id}} {{.State.Pid}}{{range .NetworkSettings.Networks}} {{.IPAddress}}{{end}}';
  const list = `ids=$(docker ps -q --no-trunc --filter ${filter} --filter status=running)`;
  const command = `${list} && { [ -z "$ids" ] || docker inspect -f '${format}' $ids; }`;
  const output = await runDocker(command, 'listed', environment);
  return [...output.matchAll(/^([0-9a-f]{64}) (\d+)(.*)$/gm)].map(([, id = '', pid, rest = '']) => {
    // The control group of a container is named after it: an unrelated process may have the same pid here.
    const isHere = readKernelText(`/proc/${pid}/cgroup`)?.includes(id);
    return { id, pid: isHere ? Number(pid) : null, addresses: rest.trim().split(' ') };
  });
}

async function runDocker(command: string, what: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const outcome = await runChild({
    file: 'sh',
    arguments: ['-c', command],
    environment,
    timeoutMs: 20_000,
    // What is paused must be resumed, and what runs must be listed, even if everything else is interrupted.
    signal: new AbortController().signal,
  });
  if (outcome.kind === 'ended' && outcome.exitCode === 0) return outcome.output;
  const said = outcome.kind === 'not-started' ? outcome.code : quoteLine(outcome.output, 'last');
  throw new UserError({
    what: `The containers cannot be ${what}: \`docker\` said: ${said || 'nothing'}.`,
    exitCode: EXIT.unmeasured,
  });
}

/**
 * Finds the session of Docker's daemon by its process that listens at a published port: both work for the container
 * outside of its group. Null if Docker forwards in another way.
 */
export function findCarrier(port: number): number | null {
  const proxy = (listProcesses() ?? []).find(({ pid }) => {
    const words = readKernelText(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
    return words[0]?.endsWith('docker-proxy') && words[words.indexOf('-host-port') + 1] === String(port);
  });
  return proxy?.session ?? null;
}
