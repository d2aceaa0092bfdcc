import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG, createProject, SERVICE } from './project.ts';

/** Bounded, should this test be killed. */
const BURN = 'const until = Date.now() + 150000; while (Date.now() < until);';

it('a run says that the machine was disturbed when strangers use its processors', async () => {
  const project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG }, 'real');
  const burners: ChildProcess[] = [];
  try {
    for (let core = 0; core < availableParallelism(); core++) {
      const burner = spawn(process.execPath, ['-e', BURN], { stdio: 'ignore' });
      burners.push(burner);
      // They take nothing from other tests, which go on beside this one.
      setPriority(burner.pid!, 19);
    }
    const args = ['run', '--budget', '1s', '--record'];
    const { code, stdout, stderr } = await project.run(args, { TAILGATE_LOCK: basename(project.folder) });
    expect(code, stdout + stderr).toBe(3);
    expect(stdout).toMatch(/machine/i);
    expect(stdout).toMatch(/says nothing about your change/);
    // It does not calm down, so waiting for that is not tried twice.
    expect(stderr.match(/will be measured again/g)).toHaveLength(1);
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
    project.remove();
  }
});
