import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePorts } from '../../src/services/instance.ts';
import { findWorkers, readEndpoint } from '../../src/services/outside.ts';
import { makeFolder } from '../folders.ts';

const SERVER = `const listen = (port) => new Promise((done) =>
  require('node:http').createServer().listen(port, '127.0.0.1', done));
Promise.all(process.argv.slice(1).map(Number).map(listen)).then(() => console.log('up'));
setInterval(() => {}, 1000);`;

/** Starts somebody who listens at ports, in a session of its own. @returns its pid */
async function listen(ports: readonly number[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, ['-e', SERVER, ...ports.map(String)], {
    detached: true,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid!;
}

/** Makes an environment in which `docker` knows of one container. */
function withContainer(pid: number): NodeJS.ProcessEnv {
  const folder = makeFolder('tailgate-test');
  mkdirSync(join(folder, 'bin'));
  const id = 'a'.repeat(64);
  const script = `#!/bin/sh\ncase $1 in ps) echo ${id} ;; inspect) echo ${id} ${pid} ;; esac\n`;
  writeFileSync(join(folder, 'bin/docker'), script, { mode: 0o755 });
  return { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
}

it('the address in a URL is one that sockets take: IPv6 without its brackets', () => {
  expect(readEndpoint('http://[::1]:4200/x')).toEqual({ host: '::1', port: 4200 });
});

const NO_ENGINE = { PATH: makeFolder('tailgate-test') };

describe.skipIf(!existsSync('/proc/net/tcp'))('a service that Tailgate did not start', () => {
  it('is who listens at its port, and unknown where nobody is seen there', async () => {
    const [port, free] = (await findFreePorts(2)) as [number, number];
    expect(await findWorkers('localhost', port, NO_ENGINE)).toBeNull();
    const pid = await listen([port]);
    expect(await findWorkers('localhost', port, NO_ENGINE)).toEqual([pid]);
    // The engine is on another machine: its pid is that of a process of ours.
    expect(await findWorkers('127.0.0.1', free, withContainer(process.pid))).toBeNull();
  });

  it('has no work on this machine where it is on another one', async () => {
    expect(await findWorkers('203.0.113.1', 80, NO_ENGINE)).toEqual([]);
  });

  it('may be on this machine where its address is in a network of this machine', async (context) => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const near = own.find(
      ({ internal, family, cidr }) => !internal && family === 'IPv4' && !/\/3[12]$/.test(cidr!),
    );
    if (near === undefined) return context.skip('this machine has no network');
    const [a, b, c, d] = near.address.split('.').map(Number);
    expect(await findWorkers(`${a}.${b}.${c}.${d! ^ 1}`, 80, NO_ENGINE)).toBeNull();
  });
});
