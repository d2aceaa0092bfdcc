import { join } from 'node:path';
import type { Service } from '../config/config.ts';
import { childEnvironment } from '../processes/environment.ts';
import { readTail } from '../processes/log.ts';
import { describeExit } from '../processes/process.ts';
import { runCommand, type Started } from './command.ts';
import {
  buildImage,
  type Contained,
  containImage,
  type Names,
  nameBuilt,
  removeImages,
} from './containers/commands.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/**
 * Runs every service's `build`, and gets its image, once.
 *
 * @param built takes what was built and is removed at the end of the run
 * @throws ServiceFailure
 */
export async function buildServices(
  around: Surroundings,
  built: Started[],
  tell: (service: string) => void,
): Promise<void> {
  for (const service of around.config.services) {
    if (service.build !== undefined) {
      if (around.signal.aborted) return;
      tell(service.name);
      await build(around, service, service.build, service.build);
    }
    if (service.container !== undefined && !around.signal.aborted) {
      tell(service.name);
      await buildContainers(around, service, service.container, built);
    }
  }
}

async function build(around: Surroundings, service: Service, command: string, told: string): Promise<void> {
  const logPath = join(around.logFolder, `${service.name}.${around.arm}.build.log`);
  const exit = await runCommand(around, command, childEnvironment(around.environment), logPath);
  if (exit.code !== 0 && !around.signal.aborted) {
    const message = `\`build\` ended with ${describeExit(exit)}: ${told}`;
    throw new ServiceFailure('build-failed', around.arm, service.name, message, readTail(logPath));
  }
}

async function buildContainers(
  around: Surroundings,
  service: Service,
  container: NonNullable<Service['container']>,
  images: Started[],
): Promise<void> {
  const { command, built, told } = buildImage(container, nameOf(around, service, around.arm ?? 'run'));
  const env = childEnvironment(around.environment);
  const logPath = join(around.logFolder, `${service.name}.${around.arm}.build.log`);
  const clear =
    built.length === 0
      ? null
      : around.keeper.owe({
          command: removeImages(built),
          told: 'removing the images',
          directory: around.config.directory,
          ports: {},
          service: service.name,
          instance: `build of ${around.arm}`,
          env: {},
        });
  images.push({ service, group: null, env, logPath, stop: null, clear, cleanup: null });
  await build(around, service, command, told);
}

/** Describes the containers of a service in an instance. */
export function contain(around: Surroundings, service: Service, instance: string): Contained | undefined {
  const { container, env } = service;
  if (container === undefined) return undefined;
  const built = nameBuilt(nameOf(around, service, around.arm ?? 'run'));
  return containImage(container, Object.keys(env), nameOf(around, service, instance), built);
}

function nameOf({ keeper }: Surroundings, service: Service, instance: string): Names {
  return { run: `tailgate-${keeper.mark.TAILGATE_RUN.slice(0, 8)}`, instance, service: service.name };
}
