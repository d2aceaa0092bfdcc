import { readdirSync, readlinkSync } from 'node:fs';
import { listMembers, listProcesses, readKernelText } from '../processes/procfs.ts';

/** Where a process takes connections: a port, at an address of the loopback interface as a URL has it. */
export type Listener = { host: '127.0.0.1' | '[::1]'; port: number };

/** State of a listening socket in /proc/net/tcp (man 5 proc). */
const LISTEN = '0A';

/**
 * Lists where process trees listen, from /proc/net/tcp and the sockets that their processes hold. Sockets of another
 * interface than loopback are left out. Null on systems without /proc.
 *
 * @param sessions ids of the sessions of their roots
 */
export function listListeners(sessions: readonly number[]): Listener[] | null {
  const processes = listProcesses();
  if (processes === null) return null;
  const held = new Set(listMembers(processes, sessions).flatMap(({ pid }) => listSockets(pid)));
  const found = new Map<number, Listener>();
  for (const { inode, host, port } of listListening())
    if (held.has(inode) && host !== null && (!found.has(port) || host === '127.0.0.1'))
      found.set(port, { host, port });
  return [...found.values()];
}

/** Lists the processes that listen at a port, whatever the address. Those of another user are not seen. */
export function listHolders(port: number): number[] {
  const inodes = new Set(listListening().flatMap((one) => (one.port === port ? [one.inode] : [])));
  if (inodes.size === 0) return [];
  const pids = (listProcesses() ?? []).map(({ pid }) => pid);
  return pids.filter((pid) => listSockets(pid).some((inode) => inodes.has(inode)));
}

function listSockets(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    });
  } catch {
    return []; // ended meanwhile, or another user's
  }
}

/** A machine without IPv6 has one table. */
function listListening(): { inode: string; host: Listener['host'] | null; port: number }[] {
  const text = ['tcp', 'tcp6'].map((name) => readKernelText(`/proc/net/${name}`) ?? '').join('\n');
  return text.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [address, port] = fields[1]?.split(':') ?? [];
    if (fields[3] !== LISTEN || address === undefined || port === undefined) return [];
    return [{ inode: fields[9]!, host: nameHost(address), port: Number.parseInt(port, 16) }];
  });
}

/** Addresses are words of 32 bits in the order of the machine's bytes, here little-endian. */
function nameHost(address: string): Listener['host'] | null {
  if (/^0+$/.test(address) || /^(?:0{16}FFFF0000)?\w{6}7F$/.test(address)) return '127.0.0.1';
  return address === '00000000000000000000000001000000' ? '[::1]' : null;
}
