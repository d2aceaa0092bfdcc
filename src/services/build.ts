import { join } from 'node:path';
import { childEnvironment } from '../processes/environment.ts';
import type { Progress } from '../progress.ts';
import { runStep, type Started } from './command.ts';
import { buildContainers } from './containment.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Runs every service's `build`, and gets its images, once.
 *
 * @param built takes what was built and is removed at the end of the run
 * @throws ServiceFailure; UserError for a compose file of which no two can run side by side
 */
export async function buildServices(
  around: Surroundings,
  built: Started[],
  progress: Pick<Progress, 'phase' | 'note'>,
  whose = '',
): Promise<void> {
  for (const service of around.config.services) {
    const { name, build, container } = service;
    if (around.signal.aborted) return;
    if (build !== undefined || container !== undefined) progress.phase(`building ${name}${whose}`);
    const env = childEnvironment(around.environment);
    const logPath = join(around.logFolder, `${name}.${around.arm}.build.log`);
    const step = { service: name, key: 'build', env, logPath, kind: 'build-failed' } as const;
    if (build !== undefined) await runStep(around, build, step);
    if (container !== undefined && !around.signal.aborted)
      await buildContainers(around, service, container, step, { built, progress });
  }
}
