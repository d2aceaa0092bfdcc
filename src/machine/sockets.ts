import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CallsSample, ClosedConnection, Connection } from '../measurement/calls.ts';
import type { Arm } from '../measurement/measurement.ts';
import { listMembers, listProcesses } from '../processes/procfs.ts';

/** Line of `ss`: a TCP connection or a listener. */
type Socket = Connection & { isListener: boolean; localPort: number; pids: number[] };

/** Maximum number of closed connections that are kept. */
const MOST_CLOSED = 100_000;

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C' };
/** Longest time (ms) that a list of sockets may take, and its most bytes. */
const LIMITS = { timeout: 2000, maxBuffer: 4_000_000, env: ENVIRONMENT };
/** Columns are wide, and pipes are buffered in blocks: each line is wanted as soon as it is written. */
const LINES = ['-oL', 'ss', '--no-header', '--numeric', '--tcp', '--info', '--oneline'];

/**
 * Watches the TCP connections that each arm opens, by `ss` of iproute2, which needs no privileges to read the counters of
 * the user's own processes. Without `ss` there are no samples, so nothing is known. `take` reads the open connections
 * now; it resolves once they are read, and never rejects.
 *
 * @param sessions process trees of each arm
 * @param targetPorts ports that take the load: connections to them are k6's
 * @param mark of the run, by which its keeper finds `ss`
 */
export function watchSockets(
  sessions: ReadonlyMap<Arm, readonly number[]>,
  targetPorts: readonly number[],
  mark: NodeJS.ProcessEnv = {},
) {
  const samples: CallsSample[] = [];
  const closed: ClosedConnection[] = [];
  const listened = new Set<number>(targetPorts);
  const others = targetPorts.map((port) => `not sport = :${port} and not dport = :${port}`).join(' and ');
  const filter = others ? [`( ${others} )`] : [];
  const env = { ...ENVIRONMENT, ...mark };
  const events = spawn('stdbuf', [...LINES, '--events', ...filter], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Without such a tool, short connections are missed.
  events.on('error', () => {});
  createInterface({ input: events.stdout }).on('line', (line) => {
    const socket = readSocket(line);
    // The end that listened is not the one that called.
    if (socket === null || listened.has(socket.localPort) || closed.length >= MOST_CLOSED) return;
    closed.push({ ...socket, wall: Date.now() });
  });
  return {
    samples,
    closed,
    async take(): Promise<void> {
      const asked = Date.now();
      const text = await listSockets(filter);
      const read = Date.now();
      const processes = text === null ? null : listProcesses();
      if (text === null || processes === null) return;
      const sockets = text.split('\n').flatMap((line) => readSocket(line) ?? []);
      for (const { isListener, localPort } of sockets) if (isListener) listened.add(localPort);
      const calling = sockets.filter(({ localPort }) => !listened.has(localPort));
      const listOwn = (roots: readonly number[]): Connection[] => {
        const own = listMembers(processes, roots);
        return calling.filter(({ pids }) => own.some(({ pid }) => pids.includes(pid)));
      };
      const open = new Map([...sessions].map(([arm, roots]) => [arm, listOwn(roots)]));
      samples.push({ asked, read, open });
    },
    stop: () => void events.kill(),
  };
}

function listSockets(filter: string[]): Promise<string | null> {
  const what = ['--all', '--processes', 'exclude', 'time-wait', ...filter];
  return new Promise((resolve) => {
    execFile('stdbuf', [...LINES, ...what], LIMITS, (error, text) => resolve(error ? null : text));
  });
}

/**
 * Parses a line of `ss`: state, queues, local address, peer, then processes and counters (man 8 ss). Null for anything
 * other than a connection with a peer, or a listener.
 */
export function readSocket(line: string): Socket | null {
  const [state, , , local, peer, ...rest] = line.trim().split(/\s+/);
  if (local === undefined || peer === undefined) return null;
  const localPort = Number(local.slice(local.lastIndexOf(':') + 1));
  const info = rest.join(' ');
  const read = (name: string) => Number(new RegExp(`(?:^| )${name}:(\\d{1,15})(?= |$)`).exec(info)?.[1] ?? 0);
  const isListener = state === 'LISTEN';
  if (!isListener && (peer.endsWith(':*') || peer.endsWith(':0'))) return null;
  return {
    isListener,
    localPort,
    key: `${local} ${peer}`,
    // An IPv4 address may be written as IPv6, and any address may name an interface.
    peer: peer.replace(/^\[::ffff:([\d.]+)\]/, '$1').replace(/%[^\]:]*/, ''),
    pids: [...info.matchAll(/,pid=(\d{1,10}),/g)].map(([, pid]) => Number(pid)),
    messages: read('data_segs_out'),
  };
}
