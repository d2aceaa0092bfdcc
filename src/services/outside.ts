import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listHolders, listListeners } from '../machine/listeners.ts';
import { listMarked } from '../processes/procfs.ts';
import { findCarrier, listContainers } from './containers/watch.ts';

/** Reads the host and the port of a URL. */
export function readEndpoint(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  };
}

/**
 * Finds what does the work of a service that Tailgate did not start: the process that listens at its port, or its container.
 *
 * @returns roots of process trees on this machine; empty for a service on another one; null if it cannot be determined
 */
export async function findWorkers(
  host: string,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<number[] | null> {
  // No other system reports what processes use.
  if (process.platform !== 'linux') return [];
  const found = await lookup(host, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const isOwn = addresses.some(
    (one) => /^(127\..*|0\.0\.0\.0|::)$/.test(one) || interfaces.some(({ address }) => address === one),
  );
  const carrier = isOwn ? findCarrier(port) : null;
  const holders = isOwn && carrier === null ? listHolders(port) : [];
  if (holders.length > 0) return holders;
  // The same network may contain a container of this machine, or another machine.
  const near = new BlockList();
  for (const { cidr, internal, family } of interfaces) {
    const [net, prefix] = cidr?.split('/') ?? [];
    if (net && !internal) near.addSubnet(net, Number(prefix), family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  const isNear = found.some(({ address, family }) => near.check(address, family === 6 ? 'ipv6' : 'ipv4'));
  if (!isOwn && !isNear) return [];
  const filter = isOwn ? `publish=${port}` : 'status=running';
  const listed = await listContainers(filter, environment).catch(() => []);
  const isMeant = (own: readonly string[]) => isOwn || own.some((address) => addresses.includes(address));
  const pids = listed.flatMap((one) => (isMeant(one.addresses) ? [one.pid] : []));
  return pids.length === 0 || pids.includes(null) ? null : [...pids, carrier].filter((one) => one !== null);
}

/** Finds daemons of a run that listen at ports in place of process trees: only their mark identifies them, no parent. */
export function findDaemons(roots: readonly number[], ports: readonly number[], run: string): number[] {
  const own = listListeners(roots);
  const holders = ports.filter((port) => !own.includes(port)).flatMap((port) => listHolders(port));
  return listMarked([`TAILGATE_RUN=${run}`], [...new Set(holders)]);
}

/** Time (ms) for daemons to end by themselves, and then to wait at most. */
const ASKED_MS = 2000;
const KILLED_MS = 5000;

/** Ends what has left the groups of an instance: asks, then kills. */
export async function endEscaped(run: string, instance: string): Promise<void> {
  const began = performance.now();
  // A process that replaces its program briefly has no environment, so a process counts as gone only after two checks.
  for (let quiet = 0; quiet < 2 && performance.now() - began < KILLED_MS; ) {
    const left = listMarked([`TAILGATE_RUN=${run}`, `TAILGATE_INSTANCE=${instance}`]);
    for (const pid of left)
      try {
        process.kill(pid, performance.now() - began < ASKED_MS ? 'SIGTERM' : 'SIGKILL');
      } catch {
        // It has ended in the meantime.
      }
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (quiet < 2) await sleep(20);
  }
}
