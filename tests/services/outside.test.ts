import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePorts } from '../../src/processes/port.ts';
import { findWorkers } from '../../src/services/outside.ts';
import { makeFolder } from '../folders.ts';

const SERVER = `require('node:http').createServer().listen(process.argv[1], '127.0.0.1', () => console.log('up'));
setInterval(() => {}, 1000);`;

/** Starts somebody who listens at a port. @returns its pid */
async function listen(port: number): Promise<number> {
  const child = spawn(process.execPath, ['-e', SERVER, `${port}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid!;
}

/** Makes an environment in which `docker` knows of one container. */
function withContainer(pid: number, address: string): NodeJS.ProcessEnv {
  const folder = makeFolder('tailgate-test');
  mkdirSync(join(folder, 'bin'));
  const id = 'a'.repeat(64);
  const script = `#!/bin/sh\ncase $1 in ps) echo ${id} ;; inspect) echo ${id} ${pid} ${address} ;; esac\n`;
  writeFileSync(join(folder, 'bin/docker'), script, { mode: 0o755 });
  return { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
}

const NO_ENGINE = { PATH: makeFolder('tailgate-test') };

describe.skipIf(!existsSync('/proc/net/tcp'))('a service that Tailgate did not start', () => {
  it('is who listens at its port', async () => {
    const [port] = await findFreePorts(1);
    const pid = await listen(port!);
    expect(await findWorkers('localhost', port!, NO_ENGINE)).toEqual([pid]);
  });

  it('is unknown where nobody is seen at its port, and no container publishes it', async () => {
    const [port] = await findFreePorts(1);
    expect(await findWorkers('127.0.0.1', port!, NO_ENGINE)).toBeNull();
    // The engine is on another machine: its pid is that of a process of ours.
    expect(await findWorkers('127.0.0.1', port!, withContainer(process.pid, ''))).toBeNull();
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
