import { join } from 'node:path';
import { childEnvironment } from '../processes/environment.ts';
import type { Progress } from '../progress.ts';
import { runStep, type Started } from './command.ts';
import { buildContainers } from './containment.ts';
import { blameBase, type Surroundings } from './surroundings.ts';

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
  const env = childEnvironment(around.environment);
  const begin = (name: string) => {
    progress.phase(`building ${name}${whose}`);
    const logPath = join(around.logFolder, `${name}.${around.arm}.build.log`);
    return { service: name, key: 'build', env, logPath, kind: 'build-failed' } as const;
  };
  const { services } = around.config;
  for (const { name, build } of services)
    if (build !== undefined && !around.signal.aborted) await runStep(around, build, begin(name));
  // After all of them: a `build` may make the image that another service names.
  for (const service of services) {
    const { name, container } = service;
    if (container === undefined || around.signal.aborted) continue;
    try {
      await buildContainers(around, service, container, begin(name), { built, progress });
    } catch (error) {
      throw blameBase(error, around, 'build-failed', name);
    }
  }
}
