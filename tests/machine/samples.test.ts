import { describe, expect, it } from 'vitest';
import { type CpuSample, readArmUse, readMachine, readSpan } from '../../src/machine/samples.ts';

/** A sample at a moment (ms) at which the head has used so many seconds, and the machine twice as many. */
function sampleAt(wall: number, seconds: number, parts: Partial<CpuSample> = {}): CpuSample {
  const arms = new Map([['head', { seconds, memory: 50 }] as const]);
  const machine = { busy: 2 * seconds, steal: seconds / 8, generator: seconds / 2, service: seconds };
  return { wall, monotonic: wall, self: seconds / 4, ...machine, arms, ...parts };
}

it('the use of an arm is read between samples, and is unknown after the last one', () => {
  const samples = [sampleAt(0, 0), sampleAt(1000, 1)];
  expect(readArmUse(samples, 'head', 250, 750)).toEqual({ cpu: 0.5, memory: 50 });
  expect(readArmUse(samples, 'head', 900, 1100)).toBeNull();
  expect(readArmUse(samples, 'base', 250, 750)).toBeNull();
});

it('an arm that stood idle used no CPU time, and one of which a process has ended is unknown', () => {
  const use = (end: number) => readArmUse([sampleAt(0, 1), sampleAt(1000, end)], 'head', 250, 750);
  expect(use(1)).toEqual({ cpu: 0, memory: 50 });
  expect(use(0.5)).toBeNull();
});

it('an arm is known until its last sample, the machine only while k6 ran', () => {
  const ended = { busy: null, generator: null, service: null };
  const samples = [sampleAt(0, 0), sampleAt(1000, 1, { monotonic: 930 }), sampleAt(1200, 1.2, ended)];
  expect(readArmUse(samples, 'head', 0, 1200)!.cpu).toBeCloseTo(1.2);
  const limits = { cores: 2, generatorLimit: 1, outsiders: false };
  const span = readSpan(samples, 500, 1000, limits);
  const used = { generator: 0.5, service: 1, others: 0.25, steal: 0.125, clockJumpMs: 0 };
  expect(span).toEqual({ cores: 2, generatorLimit: 1, ...used });
  const unseen = { ...limits, outsiders: true };
  expect(readSpan(samples, 500, 1000, unseen)).toMatchObject({ generator: 0.5, service: null, others: null });
  expect(readSpan(samples, 0, 1000, limits).clockJumpMs).toBe(70);
  expect(readSpan(samples, 1000, 1200, limits).others).toBe(0);
});

describe('the time of processors', () => {
  // user, nice, system, idle, iowait, irq, softirq, steal, in hundredths of a second
  const WHOLE = 'cpu  1170 30 400 9000 70 80 90 140 0 0';
  const EACH = [
    'cpu0 100 10 50 3000 20 30 40 15 0 0',
    'cpu1 70 20 50 3000 20 20 20 25 0 0',
    'cpu10 1000 0 300 3000 30 30 30 100 0 0',
    'cpu11 0 0 0 3000 0 0 0 0 0 0',
  ];
  const REST = 'intr 123 4 5 6\nctxt 99\n';
  const stat = [WHOLE, ...EACH, REST].join('\n');

  it.each([
    ['all, where nothing limits this process', null, { busy: 16, steal: 1.4 }],
    ['the one that it may use', [1], { busy: 1.4, steal: 0.25 }],
    ['those that it may use, one of which is switched off', [0, 1, 2], { busy: 3, steal: 0.4 }],
    ['all that a container shows, which numbers its own anew', [1, 3, 4, 6], { busy: 16, steal: 1.4 }],
  ])('is that of %s, without interrupts and waiting', (_, allowed, { busy, steal }) => {
    const used = readMachine(stat, allowed && new Set(allowed))!;
    expect(used.busy).toBeCloseTo(busy, 9);
    expect(used.steal).toBeCloseTo(steal, 9);
  });

  it('is the sum, where no row is of one that this process may use', () => {
    const { busy, steal } = readMachine(`${WHOLE}\n${REST}`, new Set([1]))!;
    expect([busy, steal]).toEqual([expect.closeTo(16, 9), expect.closeTo(1.4, 9)]);
    expect(readMachine(stat, new Set([7]))!.busy).toBeCloseTo(16, 9);
  });
});
