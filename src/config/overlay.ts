import type { Overlay, ServiceChange } from './config.ts';
import { readContainerTool } from './container.ts';
import { type DeclaredService, nameDeclaredPorts, readNeededServices } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { type Calling, checkCommand, OWN_NAMES, type ReferenceScope } from './references.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserOverlay, UserServiceChange } from './schema/service.ts';
import { readEnvironment, readStop, scopeOf } from './services.ts';
import { readTarget } from './target.ts';

/** Services of the file, the file as it is written, and the command that is called; absent: nothing is run. */
export type Declarations = { declared: DeclaredService[]; config: UserConfig; calling?: Calling | undefined };

/** Reads what a value of an axis changes, and adds a problem for each mistake. */
export function readOverlay(place: Place, input: UserOverlay, all: Declarations): Overlay {
  const { declared, config, calling } = all;
  const reason = 'It depends on what a service needs: write it below `services`, for each service.';
  const ports = declared.flatMap(nameDeclaredPorts).map((port): [string, string] => [port, reason]);
  const scope: ReferenceScope = {
    names: [...OWN_NAMES],
    elsewhere: new Map(ports),
    calling,
  };
  if (Object.keys(input.env ?? {}).length > 0 && !declared.some(isChangeable))
    place
      .below('env')
      .rejectKey('No service is started for each instance, so none takes it.', 'leave it out');
  return {
    env: readEnvironment(place.below('env'), input.env, scope),
    services: readServiceChanges(place.below('services'), input.services ?? {}, all),
    ...(input.target !== undefined && {
      target: readTargetOfValue(place, { ...config, target: input.target }, declared),
    }),
    parameters: input.with ?? {},
  };
}

function isChangeable({ input }: DeclaredService): boolean {
  return input === undefined || (input.start !== undefined && input.scope !== 'run');
}

function readTargetOfValue(place: Place, config: UserConfig, declared: DeclaredService[]) {
  const name = readTarget(config, declared, place);
  const target = declared.find((service) => service.name === name);
  if (target?.input === undefined) return name;
  const at = place.below('target');
  if (at.isBroken) return name;
  if (target.input.scope === 'run')
    at.reject(
      `${quote(target.name)} is shared by both revisions: \`scope: run\`.`,
      'expected another service',
    );
  else if (target.input.start === undefined)
    at.reject(`${quote(target.name)} runs already, so no variant can start it.`, 'expected another service');
  return name;
}

function readServiceChanges(
  place: Place,
  input: Record<string, UserServiceChange | undefined>,
  all: Declarations,
): Overlay['services'] {
  const changes: Overlay['services'] = {};
  for (const [name, given] of Object.entries(input)) {
    const at = place.below(name);
    const service = all.declared.find((one) => one.name === name);
    if (service === undefined) {
      const names = all.declared.map((one) => one.name);
      at.rejectKey(`There is no service ${quote(name)}.`, proposeAmong(name, names));
    } else if (service.input?.scope === 'run') {
      const what = `${quote(name)} is started once for the whole run (\`scope: run\`), so it cannot differ by variant.`;
      at.rejectKey(what, 'leave it out, or remove its `scope`');
    } else if (service.input && service.input.start === undefined) {
      at.rejectKey(`${quote(name)} runs already, so no variant can change it.`, 'leave it out');
    } else if (given !== undefined) changes[name] = readServiceChange(at, given, service, all);
  }
  return changes;
}

function readServiceChange(
  place: Place,
  input: UserServiceChange,
  { name, input: service }: DeclaredService,
  { declared, config, calling }: Declarations,
): ServiceChange {
  // The checks of a service hold here as well, at the place of the change.
  const changed = { name, place, input: { ...service, ...input } };
  const needs = readNeededServices(changed, declared, config);
  const scope = {
    ...scopeOf({ isStarted: true, input: service ?? {} }, needs, declared, config),
    calling,
  };
  for (const key of ['start', 'stop'] as const) {
    if (service && readContainerTool(service) && input[key] !== undefined)
      place
        .below(key)
        .rejectKey(`${quote(name)} runs in a container, which has no \`${key}\`.`, 'leave it out');
  }
  for (const key of ['prepare', 'start', 'cleanup'] as const) {
    if (input[key] !== undefined) checkCommand(place.below(key), input[key], name);
  }
  const { env, needs: _, stop, ...commands } = input;
  return {
    ...commands,
    ...(env && { env: readEnvironment(place.below('env'), env, scope) }),
    ...(input.needs && { needs }),
    ...(stop !== undefined && { stop: readStop(place.below('stop'), stop, name) }),
  };
}
