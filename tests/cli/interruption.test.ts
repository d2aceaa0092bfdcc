import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
});
afterEach(() => project.remove());

/** What is to be interrupted lasts. */
const SLOWLY = { REPLAY: '{"seconds":60}' };

const PHASES = [
  ['building', 'build: sleep 60', 'fine', /building/],
  ['preparing', 'prepare: sleep 60', 'fine', /starting/],
  ['starting', '', 'silent', /starting/],
  ['measuring', '', 'fine', /measuring/],
  ['measuring a service that ignores SIGTERM', '', 'stubborn', /measuring/],
] as const;

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it.each(PHASES)(
    'while %s ends everything, records nothing and exits with 130',
    async (_, line, mode, phase) => {
      project.write(
        'tailgate.yml',
        CONFIG.replace('service:\n', `service:\n  ${line}\n`).replace('timeout: 3s', 'timeout: 60s'),
      );
      const running = project.start(['run', '--record'], { MODE: mode, ...SLOWLY });
      await running.saw(phase);
      await new Promise((done) => setTimeout(done, 300));
      const began = performance.now();
      process.kill(running.pid, signal);
      const { code, stderr } = await running.ended;
      expect(code, stderr).toBe(130);
      // Not a speed test: a cancelled job is killed 10 s after its first signal, and the issue promises 6 s.
      expect(performance.now() - began).toBeLessThan(6000);
      await eventually(() => running.orphans().length === 0, 3);
      expect(running.orphans()).toEqual([]);
      expect(existsSync(join(project.folder, '.tailgate'))).toBe(false);
    },
  );
});

describe('SIGKILL of Tailgate itself', () => {
  it.each(PHASES)('while %s leaves no orphan', async (_, line, mode, phase) => {
    project.write(
      'tailgate.yml',
      CONFIG.replace('service:\n', `service:\n  ${line}\n`).replace('timeout: 3s', 'timeout: 60s'),
    );
    const running = project.start(['run'], { MODE: mode, ...SLOWLY });
    await running.saw(phase);
    await new Promise((done) => setTimeout(done, 300));
    expect(running.orphans().length).toBeGreaterThan(0);
    process.kill(running.pid, 'SIGKILL');
    await eventually(() => running.orphans().length === 0, 10);
    expect(running.orphans()).toEqual([]);
  });
});

describe('a killed k6', () => {
  it('is not a pass and not the fault of the service', async () => {
    const running = project.start(['run'], SLOWLY);
    await running.saw(/measuring/);
    await eventually(() => running.orphans().some((line) => /k6\S* run/.test(line)));
    const k6 = running.orphans().find((line) => /k6\S* run/.test(line))!;
    process.kill(Number(k6.split(' ')[0]), 'SIGKILL');
    const { code, stdout } = await running.ended;
    expect(code).toBe(3);
    expect(stdout).toMatch(/SIGKILL/);
    expect(running.orphans()).toEqual([]);
  });
});
