import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readSocket, watchSockets } from '../../src/machine/sockets.ts';
import { listMarked, readStat } from '../../src/processes/procfs.ts';
import { hasProgram } from '../fixtures.ts';

describe('a line of ss', () => {
  it('is read as the end of a connection with its counters', () => {
    const line =
      'ESTAB 0 0 [::ffff:127.0.0.1]:55802 [::ffff:127.0.0.1]:5432 users:(("node",pid=2085,fd=20)) bbr rtt:1.1/0.5 bytes_sent:138 bytes_acked:140 bytes_received:153 segs_out:6 data_segs_out:4 minrtt:0.1';
    expect(readSocket(line)).toMatchObject({
      isListener: false,
      localPort: 55802,
      peer: '127.0.0.1:5432',
      pids: [2085],
      messages: 4,
    });
  });

  it('is a listener without a peer, or nothing', () => {
    expect(readSocket('LISTEN 0 511 127.0.0.1:44883 0.0.0.0:* users:(("node",pid=1,fd=19))')).toMatchObject({
      isListener: true,
      localPort: 44883,
    });
    expect(readSocket('UNCONN 0 0 127.0.0.1:39713 0.0.0.0:* rto:1000 mss:536')).toBeNull();
    expect(readSocket('')).toBeNull();
    expect(readSocket('\u001b[2J nonsense')).toBeNull();
  });
});

describe.runIf(hasProgram('ss') && hasProgram('stdbuf'))('watched sockets', () => {
  it('show what a process sends over its open connections, and over those that it has closed', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.write('x'.repeat(100))));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const peer = `127.0.0.1:${port}`;
    const own = readStat(String(process.pid))!.session;
    const watch = watchSockets(new Map([['head', [own]]]), [], { WATCHED: peer });
    const ask = async (times: number) => {
      const socket = connect(port, '127.0.0.1');
      for (let i = 0; i < times; i++) {
        socket.write('hello');
        await once(socket, 'data');
      }
      return socket;
    };
    try {
      await watch.take();
      const open = await ask(3);
      await watch.take();
      const ofPeer = <T extends { peer: string }>(all: readonly T[]) =>
        all.filter((one) => one.peer === peer);
      const find = () => ofPeer(watch.samples.at(-1)!.open.get('head')!);
      expect(find()).toMatchObject([{ messages: 3 }]);
      const short = await ask(2);
      short.end();
      // The kernel tells of it in its own time.
      const findClosed = () => ofPeer(watch.closed);
      for (let i = 0; i < 100 && findClosed().length === 0; i++) await sleep(50);
      // The end of the other side counts as a byte.
      expect(findClosed()).toMatchObject([{ messages: 2 }]);
      open.destroy();
      expect(listMarked([`WATCHED=${peer}`])).toHaveLength(1);
    } finally {
      watch.stop();
      server.close();
    }
    await expect.poll(() => listMarked([`WATCHED=${peer}`])).toEqual([]);
  });
});
