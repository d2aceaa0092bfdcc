import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import program from './node.child.js';
import { MOST_CHARACTERS, type Profiler, type Sampled } from './profiler.ts';

/** Profiles the Node processes of one arm, which connect by themselves. */
export type NodeProfiler = Profiler & {
  /** File that Node is to load first (`--require`). */
  preload: string;
  /** Counts the processes and threads that are there. */
  countPeers(): number;
};

/** What begins samples, and what ends them, as the program in the process reads it. */
const COMMANDS: Record<Sampled, [begin: string, end: string]> = { time: ['+', '-'], allocations: ['<', '>'] };

/** Most processes and threads, and time (ms) that they have to answer. */
const MOST_PEERS = 64;
const PATIENCE_MS = 2000;

/**
 * Opens a private socket for the processes of an arm, in a folder that only this user may enter.
 *
 * @throws when there can be no such socket, for instance since its path is too long
 */
export async function openNodeProfiler(path: string): Promise<NodeProfiler> {
  const peers = new Map<Socket, string>();
  let begun: string | null = null;
  let due = MOST_CHARACTERS;
  let answers: string[] = [];
  const server = createServer((peer) => {
    if (peers.size >= MOST_PEERS) return void peer.destroy();
    peers.set(peer, '');
    peer.setEncoding('utf8');
    peer.on('error', () => {});
    peer.on('close', () => peers.delete(peer));
    peer.on('data', (text: string) => {
      due -= text.length;
      if (due < 0) return void peer.destroy();
      const [first, ...others] = text.split('\0', MOST_PEERS);
      const begun = `${peers.get(peer)}${first}`;
      if (others.length > 0 && answers.length < MOST_PEERS) answers.push(begun);
      peers.set(peer, others.at(-1) ?? begun);
    });
    if (begun !== null) peer.write(begun);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  const preload = `${path}.cjs`;
  writeFileSync(preload, `const SOCKET = ${JSON.stringify(path)};\n${program}`, { mode: 0o600 });
  const tell = (command: string) => {
    due = MOST_CHARACTERS;
    answers = [];
    for (const peer of peers.keys()) peer.write(command);
  };
  return {
    preload,
    countPeers: () => peers.size,
    seesAllocations: true,
    async sample(seconds, of = 'time') {
      const [begin, end] = COMMANDS[of];
      begun = begin;
      tell(begin);
      await sleep(1000 * seconds);
      const asked = peers.size;
      begun = null;
      tell(end);
      for (let waited = 0; waited < PATIENCE_MS && answers.length < asked; waited += 50) await sleep(50);
      return answers.slice(0, MOST_PEERS);
    },
    close() {
      for (const peer of peers.keys()) peer.destroy();
      server.close();
    },
  };
}

/** Adds a preload to options of Node that may be there. */
export function addPreload(options: string | undefined, preload: string): string {
  return `${options ?? ''} --require ${JSON.stringify(preload)}`.trim();
}
