import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endMarked, findMarked } from '../../src/processes/orphans.ts';
import { hasProgram } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';
import { startRedis } from './redis.ts';

describe.runIf(process.platform === 'linux')('a process that carries the mark of a run', () => {
  it('is found and ended while it replaces its program, when it has no environment for a moment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
    const script = join(folder, 'again');
    writeFileSync(script, `#!/bin/sh\nexec '${script}'\n`, { mode: 0o755 });
    const run = randomUUID();
    const child = spawn(script, { env: { PATH: process.env.PATH, TAILGATE_RUN: run }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    try {
      for (let look = 0; look < 100; look++)
        expect(findMarked(run), String(look)).toMatchObject([{ pid: child.pid }]);
      expect(await endMarked(run)).toHaveLength(1);
      await ended;
      expect(findMarked(run)).toEqual([]);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.runIf(hasProgram('redis-server'))(
    'is known by working in the folder of the run once it has written over its environment',
    async () => {
      const folder = makeFolder('tailgate-test');
      const run = randomUUID();
      const child = await startRedis(join(folder, 'head'), { TAILGATE_RUN: run });
      const ended = once(child, 'exit');
      expect(findMarked(run, { folder: folder.slice(0, -1) })).toEqual([]);
      expect(await endMarked(run, { folder })).toMatchObject([{ pid: child.pid }]);
      await ended;
    },
  );
});
