import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { findK6 } from '../src/k6/find.ts';
import { startKeeper } from '../src/services/keeper.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the k6 that Tailgate itself finds, for `inject('k6')`. */
    k6: string;
  }
}

/**
 * Tests run the bundle as well as the source, so the bundle is made from this source first. They need k6, which may
 * take minutes to build on a fresh machine: once, here, where no test's time limit is running.
 *
 * However Vitest ends, by a signal or by SIGKILL, a keeper ends what the tests have started: workers, services, runs.
 */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Every project calls.
  if (process.env.TAILGATE_RUN !== undefined) return undefined;
  const keeper = startKeeper(join(tmpdir(), `tailgate-tests-${process.pid}`));
  Object.assign(process.env, keeper.mark);
  await prepare(vitest);
  return async () => void (await keeper.close());
}

async function prepare(vitest: Vitest): Promise<void> {
  if (process.env.TAILGATE_TEST_BUNDLE !== 'as-is') {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  }
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const progress = { phase: say, note: say, done: () => {} };
  const { signal } = new AbortController();
  const k6 = await findK6({ environment: process.env, progress, signal });
  vitest.provide('k6', k6.path);
  // Runs of the tests have homes of their own: none is to install it again.
  process.env.TAILGATE_K6 = k6.path;
  say(`k6 ${k6.version}: ${k6.path}`);
}
