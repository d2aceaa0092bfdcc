import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { onTestFinished, vi } from 'vitest';
import { findFreePorts } from '../../src/services/instance.ts';

/** Starts Redis in a folder, and waits until it has written its title over its environment. It ends with the test. */
export async function startRedis(cwd: string, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  mkdirSync(cwd, { recursive: true });
  const [port] = await findFreePorts(1);
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const child = spawn('redis-server', args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const readEnvironment = () => readFileSync(`/proc/${child.pid}/environ`, 'latin1');
  await vi.waitUntil(() => !readEnvironment().includes('='), 20_000);
  return child;
}
