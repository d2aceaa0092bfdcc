import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPods } from '../../../src/k6/pods/pods.ts';
import { makeFolder } from '../../folders.ts';

it('pods are asked for by a user without a name too, as containers have', async () => {
  const user = vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('no such user');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    user.mockRestore();
    syncBuiltinESMExports();
  });
  const folder = makeFolder('tailgate-test');
  const { finished } = startPods({
    binary: 'k6',
    folder,
    name: 'program',
    script: '',
    cwd: folder,
    targetUrl: 'http://shop.test',
    environment: { PATH: folder },
    pods: { count: 1, image: 'k6' },
    keeper: { mark: { TAILGATE_RUN: 'test' }, add() {}, remove() {} },
    seconds: 1,
    spareSeconds: 0,
    periodMs: 2000,
  });
  expect(await finished).toMatchObject({ kind: 'failed', message: 'there is no `kubectl` on PATH' });
});
