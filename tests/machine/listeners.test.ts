import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listListeners } from '../../src/machine/listeners.ts';

const SERVER = `const { createServer } = require('node:http');
const one = createServer().listen(0, '127.0.0.1', () => {
  const two = createServer().listen(0, process.argv[1], () => {
    console.log(JSON.stringify([one.address().port, two.address().port]));
  });
});`;

describe.skipIf(!existsSync('/proc/net/tcp'))('where a process listens', () => {
  test.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
  ])('is seen, on %s too', async (address, host) => {
    const child = spawn('sh', ['-c', 'node -e "$0" "$1" & wait', SERVER, address], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const [one, two] = JSON.parse(String(line)) as [number, number];
    const found = listListeners([child.pid!])!;
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { host: '127.0.0.1', port: one },
        { host, port: two },
      ]),
    );
    expect(listListeners([process.pid + 1_000_000])).toEqual([]);
  });
});
