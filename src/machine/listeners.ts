import { readlinkSync } from 'node:fs';
import { listFolder, listMembers, listProcesses, readKernelText } from '../processes/procfs.ts';

/** State of a listening socket in /proc/net/tcp (man 5 proc). */
const LISTEN = '0A';

/** Lists the ports at which process trees listen, by the sessions of their roots. Empty on systems without /proc. */
export function listListeners(sessions: readonly number[]): number[] {
  const members = listMembers(listProcesses() ?? [], sessions);
  const held = new Set(members.flatMap(({ pid }) => listSockets(pid)));
  return [...new Set(listListening().flatMap(({ inode, port }) => (held.has(inode) ? [port] : [])))];
}

/** Lists the processes that listen at a port, at any address. Those of another user are not visible. */
export function listHolders(port: number): number[] {
  const inodes = new Set(listListening().flatMap((one) => (one.port === port ? [one.inode] : [])));
  if (inodes.size === 0) return [];
  const pids = (listProcesses() ?? []).map(({ pid }) => pid);
  return pids.filter((pid) => listSockets(pid).some((inode) => inodes.has(inode)));
}

function listSockets(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return listFolder(folder).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? [];
    } catch {
      return []; // closed in the meantime
    }
  });
}

/** A machine without IPv6 has one table. */
function listListening(): { inode: string; port: number }[] {
  const text = ['tcp', 'tcp6'].map((name) => readKernelText(`/proc/net/${name}`) ?? '').join('\n');
  return text.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTEN ? [{ inode, port: Number.parseInt(local.split(':')[1]!, 16) }] : [];
  });
}
