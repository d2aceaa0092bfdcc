import { dirname, join } from 'node:path';
import type { Container, Service } from '../config/config.ts';
import { interpolate, lookupService } from '../config/interpolation.ts';
import { UserError } from '../errors.ts';
import { childEnvironment } from '../processes/environment.ts';
import type { Progress } from '../progress.ts';
import { runStep, type ServiceStep, type Started } from './command.ts';
import {
  buildImage,
  type Contained,
  containImage,
  type Names,
  nameBuilt,
  removeImages,
} from './containers/commands.ts';
import { buildCompose, containCompose, isolate, locateFault, resolveCompose } from './containers/compose.ts';
import { IsolationError } from './containers/isolation.ts';
import { BUILD_OF } from './leftovers.ts';
import type { Surroundings } from './surroundings.ts';

type Compose = Extract<Container, { kind: 'compose' }>;

/**
 * Builds or pulls the images of a service, which are removed at the end.
 *
 * @throws ServiceFailure; UserError for a compose file of which no two can run side by side
 */
export async function buildContainers(
  around: Surroundings,
  service: Service,
  container: Container,
  step: ServiceStep,
  { built, progress }: { built: Started[]; progress: Pick<Progress, 'note'> },
): Promise<void> {
  const names = nameThings(around, service, `build-${around.arm}`);
  const what =
    container.kind === 'image'
      ? buildImage(container, nameOfArm(around, service))
      : await prepareComposeBuild(around, service, container, step, { names, progress });
  if (what === null) return;
  const owed = {
    command: removeImages(nameOfArm(around, service)),
    told: 'removing the images',
    directory: around.config.directory,
    ports: {},
    service: service.name,
    instance: `${BUILD_OF}${around.arm}`,
    env: {},
  };
  const { env, logPath } = step;
  // Noted before it is built, whatever becomes of it.
  built.push({
    service,
    group: null,
    env,
    logPath,
    preparedMs: 0,
    stop: null,
    clear: around.keeper.owe(owed),
    cleanup: null,
  });
  await runStep(around, what.command, { ...step, told: what.told });
}

async function prepareComposeBuild(
  around: Surroundings,
  service: Service,
  container: Compose,
  step: ServiceStep,
  { names, progress }: { names: Names; progress: Pick<Progress, 'note'> },
): Promise<{ command: string; told: string } | null> {
  const ports = new Map([[`${service.name}.PORT`, 0]]);
  const known = lookupService(service.name, 'build', ports, around.environment);
  const own = Object.entries(service.env).map(([name, template]) => [
    name,
    interpolate(template, known, `env.${name} of ${service.name}`),
  ]);
  const env = childEnvironment(around.environment, {
    TAILGATE_INSTANCE: 'build',
    ...Object.fromEntries(own),
  });
  const isolated = await isolateFile(around, service, container, { ...step, env }, { names, hostPort: 0 });
  if (isolated === null) return null;
  const whose = around.arm === 'base' ? ' (base)' : '';
  for (const note of isolated.notes) progress.note(`${container.file}${whose}: ${note}`);
  return {
    command: buildCompose(isolated, names),
    told: `docker compose build, or a pull, of ${container.file}`,
  };
}

/**
 * Describes the containers of a service in an instance. Null after an interruption.
 *
 * @throws ServiceFailure; UserError as `buildContainers`
 */
export async function contain(
  around: Surroundings,
  service: Service,
  container: Container,
  instance: string,
  { hostPort, ...step }: ServiceStep & { hostPort: number },
): Promise<Contained | null> {
  const names = nameThings(around, service, instance);
  if (container.kind === 'image')
    return containImage(container, Object.keys(service.env), names, nameBuilt(nameOfArm(around, service)));
  const isolated = await isolateFile(around, service, container, step, { names, hostPort });
  return isolated && containCompose(isolated, container, names);
}

/** Lets compose read the user's file, and rewrites it for one instance. Null after an interruption. */
async function isolateFile(
  around: Surroundings,
  service: Service,
  container: Compose,
  step: ServiceStep,
  { names, hostPort }: { names: Names; hostPort: number },
) {
  const { directory } = around.config;
  const place = {
    directory,
    folder: join(dirname(around.logFolder), 'compose'),
    names,
    hostPort,
    env: Object.keys(service.env),
    nameImage: (other: string) => nameBuilt(nameOfArm(around, service, `.${other}`)),
  };
  const told = `docker compose -f ${container.file} config`;
  // What the file calls `PORT` is the port in the container, not that of this machine.
  const env = { ...step.env, PORT: container.port?.toString() ?? around.environment.PORT };
  await runStep(around, resolveCompose(container, place), { ...step, env, told });
  if (around.signal.aborted) return null;
  try {
    return isolate(container, place);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    const { message, hint } = error;
    throw new UserError({ what: message, where: locateFault(error, directory, container.file), hint });
  }
}

/** Names the things of an instance. */
function nameThings({ keeper }: Surroundings, { name }: Service, instance: string): Names {
  return { run: `tailgate-${keeper.mark.TAILGATE_RUN.slice(0, 8)}`, instance, service: name };
}

/** Names what is built once for an arm. What serves the whole run is the head's. */
function nameOfArm(around: Surroundings, service: Service, of = ''): Names {
  const names = nameThings(around, service, around.arm ?? 'head');
  return { ...names, service: names.service + of };
}
