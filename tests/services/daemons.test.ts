import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../src/processes/port.ts';
import { listDaemons } from '../../src/services/daemons.ts';

const SERVER = `const listen = (port) => new Promise((done) =>
  require('node:http').createServer().listen(port, '127.0.0.1', done));
Promise.all(process.argv.slice(1).map(Number).map(listen)).then(() => console.log('up'));
setInterval(() => {}, 1000);`;

/** Starts a process of an instance in a session of its own. @returns its pid, once it listens */
async function start(run: string, instance: string, ports: readonly number[]): Promise<number> {
  const child = spawn(process.execPath, ['-e', SERVER, ...ports.map(String)], {
    detached: true,
    env: { PATH: process.env.PATH, TAILGATE_RUN: run, TAILGATE_INSTANCE: instance },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid!;
}

test.skipIf(!existsSync('/proc/net/tcp'))(
  'the daemons of an instance are what carries its mark, and listens at its ports and nowhere else',
  async () => {
    const run = randomUUID();
    const [fixed, ...ports] = await findFreePorts(5);
    const [root, daemon] = await Promise.all([
      start(run, 'head_1', ports.slice(0, 1)),
      start(run, 'head_1', ports.slice(1, 2)),
      start(run, 'head_1', [...ports.slice(2, 3), fixed!]),
      start(run, 'base_1', ports.slice(3, 4)),
      start(run, 'head_1', []),
    ]);
    expect(listDaemons(run, 'head_1', [root], ports)).toEqual([daemon]);
  },
);
