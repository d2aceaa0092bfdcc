import { expect, it, vi } from 'vitest';
import { findLock, takeLock } from '../../src/processes/lock.ts';
import { silent } from '../../src/progress.ts';
import { makeFolder } from '../folders.ts';

it('the turn to measure is given to one at a time and passed on when it is given away', async () => {
  const address = `\0tailgate-test-${process.pid}`;
  const never = new AbortController().signal;
  const order: string[] = [];
  const progress = { ...silent, phase: (text: string) => order.push(text) };
  const first = await takeLock(silent, never, address);
  const second = takeLock(progress, never, address).then((held) => {
    order.push('second');
    held.close();
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(order).toEqual(['waiting: another Tailgate is measuring on this machine']);
  first.close();
  await second;
  expect(order.at(-1)).toBe('second');
});

it('it is waited for neither after an interruption nor beyond a limit, and that is no pass', async () => {
  const address = `\0tailgate-test-limit-${process.pid}`;
  const { signal } = new AbortController();
  const held = await takeLock(silent, signal, address);
  const controller = new AbortController();
  const waiting = takeLock(silent, controller.signal, address);
  controller.abort('SIGINT');
  await expect(waiting).rejects.toMatchObject({ exitCode: 130 });
  held.close();
});

it('it is one for all jobs of a user on macOS, whatever their folder for temporary files', () => {
  vi.stubEnv('XDG_CACHE_HOME', makeFolder('tailgate-test'));
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  try {
    const found = ['/tmp', '/var/tmp'].map((path) => vi.stubEnv('TMPDIR', path) && findLock());
    expect(new Set(found).size).toBe(1);
  } finally {
    Object.defineProperty(process, 'platform', platform);
    vi.unstubAllEnvs();
  }
});
