import { describe, expect, it } from 'vitest';
import { averageCalls, type CallsSample, type Connection, countCalls } from '../../src/measurement/calls.ts';

const DATABASE = '127.0.0.1:5432';
const connection = (port: number, messages: number, peer = DATABASE): Connection => ({
  key: `127.0.0.1:${port} ${peer}`,
  peer,
  messages,
});
const sampleAt = (at: number, head: Connection[], base: Connection[] = []): CallsSample => ({
  asked: at,
  read: at + 10,
  open: new Map([
    ['head', head],
    ['base', base],
  ]),
});
const STRETCH = { from: 1000, to: 2000, requests: 100 };

describe('calls of an arm', () => {
  it('are what its open connections have sent in the stretch, for each request, by the name of the peer', () => {
    const samples = [
      sampleAt(900, [connection(40001, 50), connection(40002, 7)], [connection(40009, 1)]),
      sampleAt(2100, [connection(40001, 150), connection(40002, 7)], [connection(40009, 999)]),
    ];
    const names = new Map([[DATABASE, 'database']]);
    expect(countCalls('head', { samples, closed: [] }, STRETCH, names)).toEqual([
      { peer: 'database', messages: 1 },
    ]);
  });

  it('include connections that were closed meanwhile, but not those of the other arm or of strangers', () => {
    const samples = [sampleAt(900, [connection(40001, 50)], [connection(40009, 1)]), sampleAt(2100, [])];
    const closed = [
      { ...connection(40001, 150), wall: 1500 },
      { ...connection(40003, 100), wall: 1600 },
      { ...connection(40009, 999), wall: 1600 },
      { ...connection(40004, 999), wall: 800 },
      { ...connection(40005, 999, '93.184.216.34:443'), wall: 1600 },
    ];
    expect(countCalls('head', { samples, closed }, STRETCH)).toEqual([{ peer: DATABASE, messages: 2 }]);
  });

  it('are unknown where the sockets were read too late or too early', () => {
    const late = { ...sampleAt(900, []), read: 1200 };
    const read = (...samples: CallsSample[]) => countCalls('head', { samples, closed: [] }, STRETCH);
    const [before, after] = [sampleAt(900, []), sampleAt(2100, [])];
    expect(read(before, after)).toEqual([]);
    expect([read(late, after), read(before, sampleAt(1900, [])), read()]).toEqual([null, null, null]);
    expect([read(sampleAt(-9, []), after), read(before, sampleAt(3001, []))]).toEqual([null, null]);
  });

  it('leave out a peer that hardly gets anything', () => {
    const rare = [sampleAt(900, []), sampleAt(2100, [connection(40001, 4)])];
    expect(countCalls('head', { samples: rare, closed: [] }, STRETCH)).toEqual([]);
  });

  it('are averaged over stretches, in which a missing peer got nothing', () => {
    const calls = { peer: 'database', messages: 2 };
    expect(averageCalls([[calls], []])).toEqual([{ ...calls, messages: 1 }]);
  });
});
