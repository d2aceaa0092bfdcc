import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readSpan, waitForCalm, watchCpu } from '../../src/machine/samples.ts';
import { hasProgram } from '../fixtures.ts';

const BURN = 'const end = Date.now() + Number(process.argv[1]); while (Date.now() < end);';

describe.runIf(process.platform === 'linux')('the watch over CPU time', () => {
  it('does not take the time of a generator that has ended for that of others', async () => {
    const from = Date.now();
    const generator = spawn(process.execPath, ['-e', BURN, '1200'], { detached: true, stdio: 'ignore' });
    const ended = once(generator, 'exit');
    const watch = watchCpu(generator.pid!, []);
    await ended;
    const to = Date.now();
    await sleep(400);
    watch.stop();
    const span = readSpan(watch.samples, from, to, { cores: 2, generatorLimit: 2, outsiders: false });
    // What a shared machine did meanwhile may be anything; what the generator used before it ended stays its own.
    expect(span.generator).toBeGreaterThan(0.2);
  });

  it.runIf(hasProgram('taskset'))('knows how many processors the generator may use, to its end', async () => {
    const args = ['-c', '0', process.execPath, '-e', BURN, '600'];
    const generator = spawn('taskset', args, { detached: true, stdio: 'ignore' });
    const watch = watchCpu(generator.pid!, []);
    await once(generator, 'exit');
    watch.stop();
    expect(watch.generatorLimit()).toBe(1);
    const { length } = watch.samples;
    await sleep(600);
    expect(watch.samples).toHaveLength(length);
  });
});

describe.runIf(process.platform === 'linux')('waiting for a calm machine', () => {
  it('ends after its limit where others go on, and says so', async () => {
    const stranger = spawn(process.execPath, ['-e', BURN, '20000'], { stdio: 'ignore' });
    try {
      expect(await waitForCalm(1200, new AbortController().signal)).toBe(false);
    } finally {
      stranger.kill('SIGKILL');
    }
  });
});
