import { EXIT, UserError } from '../../errors.ts';
import { type ControlGroup, findControlGroup } from '../../machine/cgroups.ts';
import { quoteLine, runChild } from '../../processes/child.ts';
import { listProcesses, readKernelText, readStat } from '../../processes/procfs.ts';
import type { Contained } from './commands.ts';

/** Running containers of a service. */
export type ContainerWatch = {
  /** What they use, by container; null where this system does not tell. */
  groups: ControlGroup[] | null;
  /** Roots of the process trees of the containers, and of what carries their traffic and output. */
  roots: number[];
  /** True where Docker's proxy takes each connection, and makes another one to the container. */
  isForwarded: boolean;
  /** Halts all of them, and lets them go on. One follows the other, whenever they are called. */
  halt(): void;
  resume(): void;
  /** Resolves when both are done. @throws UserError where the engine could not do it: nothing is known then */
  settled(): Promise<void>;
};

/** Time that the engine has to list, halt or resume containers. */
const LIMIT_MS = 20_000;

/**
 * Finds the containers of a service that is ready. Null while none runs: Docker takes connections for a container that
 * it is about to start.
 *
 * @param port at which this machine reaches it
 * @throws UserError where the engine does not list them
 */
export async function watchContainers(
  { filter }: Pick<Contained, 'filter'>,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<ContainerWatch | null> {
  const found = await listContainers(`--filter ${filter}`, environment);
  if (found.length === 0) return null;
  const groups = found.map(({ id, pid }) => findControlGroup(pid, id));
  const carrier = findCarrier(port);
  const isSeen = carrier !== null && groups.every((group) => group !== null);
  let last: Promise<unknown> = Promise.resolve();
  const follow = (verb: string, state: string, what: string) => {
    const ids = found.map(({ id }) => id).join(' ');
    // One that has done its work and ended, such as a migration, is not halted. All others must be.
    const again = `left=$(docker ps -q --filter ${filter} --filter status=${state}) && { [ -z "$left" ] || docker ${verb} $left; }`;
    const command = `docker ${verb} ${ids} >/dev/null 2>&1 || { ${again}; }`;
    const next = last.then(() => runDocker(command, what, environment));
    // It is thrown where it is waited for.
    next.catch(() => {});
    last = next;
  };
  return {
    groups: isSeen ? (groups as ControlGroup[]) : null,
    roots: [
      ...found.flatMap(({ pid }) => readStat(String(pid))?.session ?? []),
      ...(carrier ? [carrier] : []),
    ],
    isForwarded: carrier !== null,
    halt: () => follow('pause', 'running', 'halted'),
    resume: () => follow('unpause', 'paused', 'let go on'),
    settled: async () => void (await last),
  };
}

/**
 * Lists running containers by the options of `docker ps`: the pid of the first process of each, as the engine's machine
 * counts it, and its addresses.
 *
 * @throws UserError where the engine does not list them
 */
export async function listContainers(
  options: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ id: string; pid: number; addresses: string[] }[]> {
  const format = '{{.Id}} {{.State.Pid}}{{range .NetworkSettings.Networks}} {{.IPAddress}}{{end}}';
  const list = `ids=$(docker ps -q --no-trunc ${options} --filter status=running)`;
  const command = `${list} && { [ -z "$ids" ] || docker inspect -f '${format}' $ids; }`;
  const output = await runDocker(command, 'listed', environment);
  return [...output.matchAll(/^([0-9a-f]{64}) (\d+)(.*)$/gm)].map(([, id, pid, addresses]) => ({
    id: id!,
    pid: Number(pid),
    addresses: addresses!.split(' ').filter((address) => address !== ''),
  }));
}

async function runDocker(command: string, what: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const outcome = await runChild({
    file: 'sh',
    arguments: ['-c', command],
    environment,
    timeoutMs: LIMIT_MS,
    // What halts must go on, and what runs must be listed, whatever else is interrupted.
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
 * outside of its group. Null where Docker forwards in another way.
 */
export function findCarrier(port: number): number | null {
  const proxy = (listProcesses() ?? []).find(({ pid }) => {
    const words = readKernelText(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
    return words[0]?.endsWith('docker-proxy') && words[words.indexOf('-host-port') + 1] === String(port);
  });
  return proxy?.session ?? null;
}
