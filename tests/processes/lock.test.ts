import { expect, it } from 'vitest';
import { takeLock } from '../../src/processes/lock.ts';
import { silent } from '../../src/progress.ts';

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
  expect(order).toEqual(['waiting: another Tailgate measures on this machine']);
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
