import { dirname, join } from 'node:path';
import type { Container, Service } from '../config/config.ts';
import { interpolate, lookupService, pickOwnPorts } from '../config/interpolation.ts';
import { throwIfInterrupted } from '../errors.ts';
import { childEnvironment } from '../processes/environment.ts';
import type { Progress } from '../progress.ts';
import { runStep, type ServiceStep } from './command.ts';
import {
  buildImage,
  type Contained,
  containImage,
  type Names,
  nameBuilt,
  removeImages,
} from './containers/commands.ts';
import {
  buildCompose,
  type ComposePlace,
  containCompose,
  isolate,
  resolveCompose,
} from './containers/compose.ts';
import { blameBase, type Surroundings } from './surroundings.ts';

type Compose = Extract<Container, { kind: 'compose' }>;

/**
 * Runs every service's `build` and gets its images, once. The keeper removes them at the end of the run.
 *
 * @throws ServiceFailure; UserError for a compose file that cannot run twice side by side
 */
export async function buildServices(
  around: Surroundings,
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
  // After all of them: a `build` may create the image that another service names.
  for (const service of services)
    if (service.container !== undefined && !around.signal.aborted)
      await getImages(around, service, begin(service.name), progress).catch((error) => {
        throw blameBase(error, around, 'build-failed', service.name);
      });
}

/** Builds or pulls the images of a service. */
async function getImages(
  around: Surroundings,
  service: Service,
  step: ServiceStep,
  progress: Pick<Progress, 'note'>,
): Promise<void> {
  const { arm, config, keeper } = around;
  const container = service.container!;
  let what: ReturnType<typeof buildImage>;
  if (container.kind === 'image') what = buildImage(container, nameOfArm(around, service));
  else {
    const { file } = container;
    const { env } = fillService(around, service, 'build', new Map([[`${service.name}.PORT`, 0]]));
    const names = nameThings(around, service, `build-${arm}`);
    const isolated = await isolateFile(around, service, container, { ...step, env, hostPort: 0 }, names);
    for (const note of isolated.notes) progress.note(`${file}${arm === 'base' ? ' (base)' : ''}: ${note}`);
    const told = `docker compose build, or a pull, of ${file}`;
    what = { command: buildCompose(isolated, names), told };
  }
  // Registered before it is built, whatever happens to it.
  keeper.owe({
    command: removeImages(nameOfArm(around, service)),
    told: 'removing the images',
    directory: config.directory,
    service: service.name,
    instance: `build of ${arm}`,
    env: step.env,
  });
  await runStep(around, what.command, { ...step, told: what.told });
}

/** Builds the environment of a service's commands in an instance. `fill` fills in `${…}` in one of its keys. */
export function fillService(
  around: Surroundings,
  { name, env: templates }: Service,
  instance: string,
  portOf: ReadonlyMap<string, number>,
) {
  const known = lookupService(name, instance, portOf, around.environment);
  const fill = (template: string, key: string) => interpolate(template, known, `${key} of ${name}`);
  const own = Object.entries(templates).map(([key, value]) => [key, fill(value, `env.${key}`)]);
  const env = childEnvironment(around.environment, {
    ...pickOwnPorts(name, portOf),
    TAILGATE_INSTANCE: instance,
    ...Object.fromEntries(own),
  });
  return { env, fill };
}

/**
 * Describes the containers of a service in an instance.
 *
 * @throws ServiceFailure; UserError as `buildServices`; Interrupted
 */
export async function contain(
  around: Surroundings,
  service: Service,
  container: Container,
  instance: string,
  step: ServiceStep & { hostPort: number },
): Promise<Contained> {
  const names = nameThings(around, service, instance);
  if (container.kind === 'image')
    return containImage(container, Object.keys(service.env), names, nameBuilt(nameOfArm(around, service)));
  return containCompose(await isolateFile(around, service, container, step, names), container, names);
}

/** Has compose read the user's file, and rewrites it for one instance. */
async function isolateFile(
  around: Surroundings,
  service: Service,
  container: Compose,
  { hostPort, ...step }: ServiceStep & { hostPort: number },
  names: Names,
) {
  const place: ComposePlace = {
    directory: around.config.directory,
    folder: join(dirname(around.logFolder), 'compose'),
    names,
    hostPort,
    env: Object.keys(service.env),
    nameImage: (other) => nameBuilt(nameOfArm(around, service, `.${other}`)),
  };
  const told = `docker compose -f ${container.file} config`;
  // What the file calls `PORT` is the port in the container, not on this machine.
  const env = { ...step.env, PORT: container.port?.toString() ?? around.environment.PORT };
  await runStep(around, resolveCompose(container, place), { ...step, env, told });
  throwIfInterrupted(around.signal);
  return isolate(container, place);
}

/** Names the resources of an instance. */
function nameThings({ keeper }: Surroundings, { name }: Service, instance: string): Names {
  return { run: `tailgate-${keeper.mark.TAILGATE_RUN.slice(0, 8)}`, instance, service: name };
}

/** Names what is built once for an arm. Services shared by the whole run belong to the head. */
function nameOfArm(around: Surroundings, service: Service, of = ''): Names {
  return nameThings(around, { ...service, name: service.name + of }, around.arm ?? 'head');
}
