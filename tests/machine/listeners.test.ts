import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { listListeners } from '../../src/machine/listeners.ts';

const SERVER = `const { createServer } = require('node:http');
const one = createServer().listen(0, '127.0.0.1', () => {
  const two = createServer().listen(0, process.argv[1], () => {
    console.log(JSON.stringify([one.address().port, two.address().port]));
  });
});`;

test.skipIf(!existsSync('/proc/net/tcp')).each(['0.0.0.0', '::', '::1'])(
  'where a process tree listens is seen, on %s too',
  async (address) => {
    const child = spawn('sh', ['-c', 'node -e "$0" "$1" & wait', SERVER, address], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const ports = JSON.parse(String(line)) as number[];
    expect(listListeners([child.pid!]).sort()).toEqual(ports.sort());
    expect(listListeners([process.pid + 1_000_000])).toEqual([]);
  },
);
