import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { findControlGroup } from '../machine/cgroups.ts';
import { listHolders } from '../machine/listeners.ts';
import { findCarrier, listContainers } from './containers/watch.ts';

/**
 * Finds what does the work of a service that Tailgate did not start: who listens at its port, or its container.
 *
 * @returns roots of process trees on this machine; empty for a service on another one; null where nothing tells
 */
export async function findWorkers(
  host: string,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<number[] | null> {
  // No other system tells what processes use.
  if (process.platform !== 'linux') return [];
  const addresses = await lookup(host, { all: true }).catch(() => []);
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const isOwn = addresses.some(
    ({ address }) =>
      /^(127\..*|0\.0\.0\.0|::)$/.test(address) || interfaces.some((one) => one.address === address),
  );
  const carrier = isOwn ? findCarrier(port) : null;
  const holders = isOwn && carrier === null ? listHolders(port) : [];
  if (holders.length > 0) return holders;
  const near = new BlockList();
  for (const { cidr, internal, family } of interfaces) {
    const [net, prefix] = cidr?.split('/') ?? [];
    if (net !== undefined && !internal)
      near.addSubnet(net, Number(prefix), family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  // In the same network may be a container of this machine, or another machine.
  const isNear = addresses.some(({ address, family }) => near.check(address, family === 6 ? 'ipv6' : 'ipv4'));
  if (!isOwn && !isNear) return [];
  const listed = await listContainers(isOwn ? `--filter publish=${port}` : '', environment).catch(() => []);
  const found = listed.filter(
    (one) => isOwn || one.addresses.some((own) => addresses.some(({ address }) => address === own)),
  );
  const isHere = found.every(({ id, pid }) => findControlGroup(pid, id) !== null);
  if (found.length === 0 || !isHere) return null;
  return [...found.map(({ pid }) => pid), ...(carrier === null ? [] : [carrier])];
}
