import { describe, expect, it } from 'vitest';
import { countToRoots, listGroups, type ProcessStat } from '../../src/processes/procfs.ts';

const stat = (pid: number, parent: number, session: number): ProcessStat => ({
  pid,
  parent,
  session,
  start: '0',
  group: session,
  state: 'S',
  seconds: 1,
});

describe('countToRoots', () => {
  const sessionsOf = (...processes: ProcessStat[]) =>
    countToRoots(processes, new Set([10, 20])).map(({ session }) => session);

  it('counts the children of a service that have sessions of their own, as those of PostgreSQL, to the service', () => {
    expect(sessionsOf(stat(10, 1, 10), stat(11, 10, 11), stat(12, 11, 12), stat(13, 10, 10))).toEqual([
      10, 10, 10, 10,
    ]);
  });

  it('tells two services apart, the nearest first, and leaves strangers alone', () => {
    expect(sessionsOf(stat(10, 1, 10), stat(20, 10, 20), stat(21, 20, 21), stat(30, 1, 30))).toEqual([
      10, 20, 20, 30,
    ]);
  });

  it('ends where parents form a circle', () => {
    expect(sessionsOf(stat(40, 41, 40), stat(41, 40, 41))).toEqual([40, 41]);
  });
});

it('lists the process groups of all that counts to a session, and none of strangers', () => {
  const processes = [stat(10, 1, 10), stat(11, 10, 11), stat(12, 11, 11), stat(30, 1, 30)];
  const groups = [...listGroups(processes, [10])];
  expect(groups.map(([group, members]) => [group, members.map(({ pid }) => pid)])).toEqual([
    [10, [10]],
    [11, [11, 12]],
  ]);
});
