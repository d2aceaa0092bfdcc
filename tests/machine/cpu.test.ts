import { expect, it } from 'vitest';
import { type CpuSample, readArmUse, readSpan } from '../../src/machine/cpu.ts';

/** A sample at a moment (ms) at which the head has used so many seconds, and the machine twice as many. */
function sampleAt(wall: number, seconds: number, parts: Partial<CpuSample> = {}): CpuSample {
  const arms = new Map([['head', { seconds, memory: 50 }] as const]);
  const machine = {
    busy: 2 * seconds,
    steal: 0,
    generator: seconds / 2,
    service: seconds,
    self: 0,
    opens: 0,
  };
  return { wall, monotonic: wall, ...machine, arms, ...parts };
}

it('the use of an arm is read between samples, and is unknown after the last one', () => {
  const samples = [sampleAt(0, 0), sampleAt(1000, 1)];
  expect(readArmUse(samples, 'head', 250, 750)).toEqual({ cpu: 0.5, memory: 50 });
  expect(readArmUse(samples, 'head', 900, 1100)).toBeNull();
  expect(readArmUse(samples, 'base', 250, 750)).toBeNull();
});

it('an arm is known until its last sample, the machine only while k6 ran', () => {
  const ended = { busy: null, generator: null, service: null };
  const samples = [sampleAt(0, 0), sampleAt(1000, 1), sampleAt(1200, 1.2, ended)];
  expect(readArmUse(samples, 'head', 0, 1200)!.cpu).toBeCloseTo(1.2);
  const span = readSpan(samples, 500, 1000, { cores: 2, generatorLimit: 2, outsiders: false });
  expect(span.generator).toBeCloseTo(0.5);
  expect(readSpan(samples, 1000, 1200, { cores: 2, generatorLimit: 2, outsiders: false }).others).toBe(0);
});
