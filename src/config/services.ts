import { readScheme } from './address.ts';
import type { Ready, Service } from './config.ts';
import { buildContainer, checkContainer, readContainerTool } from './container.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, proposeAmong, quote } from './diagnostics/words.ts';
import { listOwnPorts, listPorts } from './interpolation.ts';
import { parseDuration } from './language/duration.ts';
import { checkTemplate, OWN_NAMES, type ReferenceScope } from './references.ts';
import type { UserConfig, UserService } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import type { Folder } from './script.ts';
import { explainSharedTag, findSharedTag } from './tags.ts';

/** A URL of HTTP, or one from the environment. */
const HTTP = /^(https?:|\$\{)/i;
const ADD_URL = 'add `url: http://127.0.0.1:${PORT}`';

/** Service as the file declares it, with its place. One in containers has a `start` that names their tool. */
export type DeclaredService = { name: string; place: Place; input: UserService };

/** Lists the services under `service` or `services`. */
export function declareServices({ service, services }: UserConfig, root: Place): DeclaredService[] {
  const named = Object.entries(services ?? {}).map(([name, input]) => ({
    name,
    place: root.below('services', name),
    input,
  }));
  const all = service ? [{ name: 'service', place: root.below('service'), input: service }] : named;
  return all.map((one) => ({
    ...one,
    input: { ...one.input, start: one.input.start ?? readContainerTool(one.input) },
  }));
}

/** Checks each service by itself, and beside the others. */
export function checkServices(
  root: Place,
  all: readonly DeclaredService[],
  input: UserConfig,
  folder: Folder,
): void {
  if (all.length === 0 && input.services)
    root
      .below('services')
      .reject('`services` names no service.', 'expected one, such as `app: {start: node server.js}`');
  const built = all.map(buildService);
  for (const [index, service] of all.entries()) {
    const { name, place, input: own } = service;
    if (name === 'env' || name === 'data')
      place.rejectKey(`\`\${${name}.NAME}\` is something else.`, 'expected another name of this service');
    if (own.start === undefined && own.url === undefined)
      place.rejectKey('There is neither `start` nor `url`.', 'expected one, such as `start: node server.js`');
    checkNeeds(service, all);
    const scope = scopeOf(service, all);
    checkEnvironment(place.below('env'), own.env, scope);
    const at = place.below('url');
    if (own.url !== undefined && checkTemplate(at, own.url, scope)) at.parse(own.url, readScheme);
    checkReady(place.below('ready'), own);
    checkContainer(service, folder);
    const tag = input.baseline?.from === 'history' ? undefined : findSharedTag(built[index]!, built);
    if (tag !== undefined) place.below('build').reject(...explainSharedTag(tag));
  }
}

function checkNeeds({ name, place, input }: DeclaredService, all: readonly DeclaredService[]): void {
  const others = all.filter((service) => service.name !== name);
  const names = others.map((service) => service.name);
  for (const { item: need, place: at } of place.below('needs').items(input.needs)) {
    const needed = others.find((service) => service.name === need)?.input;
    const isShared = needed?.scope === 'run';
    if (needed === undefined)
      at.reject(
        `There is no other service ${quote(need)}.`,
        names.length > 0 ? proposeAmong(need, names) : 'leave it out',
      );
    else if (input.scope === 'run' && needed.start !== undefined && !isShared)
      at.reject(
        `\`${name}\` outlives each \`${need}\`.`,
        `add \`scope: run\` to \`${need}\`, or leave it out`,
      );
    else if (isShared && input.scope !== 'run' && readContainerTool(input) && readContainerTool(needed))
      at.reject(`\`${need}\` is in another network: \`scope: run\`.`, `leave that of \`${need}\` out`);
  }
}

/** Checks names and values of an environment. */
export function checkEnvironment(
  place: Place,
  env: Record<string, string> = {},
  scope: ReferenceScope,
): void {
  for (const [key, value] of Object.entries(env)) {
    const at = place.below(key);
    if (scope.includes(key) || OWN_NAMES.includes(key))
      at.rejectKey(`\`${key}\` is set by Tailgate itself.`, 'write a fixed port in `start` and in `url`');
    checkTemplate(at, value, scope);
  }
}

function checkReady(place: Place, { ready, url = '' }: UserService): void {
  if (ready?.path !== undefined && !HTTP.test(url))
    place.below('path').rejectKey('A path is asked for over http.', `${ADD_URL}, or write \`ready: tcp\``);
}

/**
 * Lists the names that the templates of a service may use: its own ports, and those of services that it needs. From
 * within a container loopback leads nowhere.
 */
function scopeOf({ input }: DeclaredService, all: readonly DeclaredService[]): ReferenceScope {
  const needed = all.filter(({ name }) => !readContainerTool(input) && input.needs?.includes(name));
  const own = input.start === undefined ? [] : [...OWN_NAMES, ...listOwnPorts(input.ports)];
  return [...new Set([...own, ...listStartedPorts(needed)])];
}

/** Lists the names that requests may use. `PORT` is the target's port, and every service runs by then. */
export function scopeOfRequests(
  target: DeclaredService | undefined,
  all: readonly DeclaredService[],
): ReferenceScope {
  const own = target?.input.start === undefined ? [] : listOwnPorts(target.input.ports);
  return ['TAILGATE_INSTANCE', ...own, ...listStartedPorts(all)];
}

/** Lists what the ports of services are called. One that runs already has its port in its `url`. */
function listStartedPorts(services: readonly DeclaredService[]): string[] {
  const started = services.filter(({ input }) => input.start !== undefined);
  return started.flatMap(({ name, input }) => listPorts({ name, ports: input.ports }));
}

/** Lists the services that can take load. */
function listAskable(all: readonly DeclaredService[]): DeclaredService[] {
  return all.filter(({ input }) => HTTP.test(input.url ?? ''));
}

/** Finds the service that takes the load: the one chosen, or the only one with a `url` of HTTP. */
export function findTarget(
  chosen: string | undefined,
  all: readonly DeclaredService[],
): DeclaredService | undefined {
  const askable = listAskable(all);
  return chosen === undefined && askable.length > 1
    ? undefined
    : askable.find(({ name }) => name === (chosen ?? name));
}

/** Checks the service that takes the load. @param place of the key `target` that chooses it */
export function checkTarget(place: Place, chosen: string | undefined, all: readonly DeclaredService[]): void {
  const names = listAskable(all).map(({ name }) => name);
  const target = findTarget(chosen, all);
  if (names.length === 0)
    all[0]?.place.below('url').rejectKey('No service has a `url` of HTTP to send load to.', ADD_URL);
  else if (target === undefined && chosen !== undefined)
    place.reject(`There is no service ${quote(chosen)} with a \`url\` of HTTP.`, proposeAmong(chosen, names));
  else if (target === undefined)
    all[0]?.place.rejectKey(`Several take load: ${joinWords(names, 'and')}.`, `add \`target: ${names[0]}\``);
  else if (target.input.scope === 'run' && target.input.start !== undefined)
    target.place.below('scope').reject('Each revision needs a target of its own.', 'expected `instance`');
}

/** Builds the service of a sound declaration. */
export function buildService({ name, input }: DeclaredService): Service {
  const { image: _image, compose: _compose, tls, ...rest } = input;
  return {
    ...rest,
    name,
    container: buildContainer(input),
    env: input.env ?? {},
    needs: [...new Set(input.needs)],
    insecure: tls?.insecure,
    ready: buildReady(input),
    stop: input.stop ?? DEFAULTS.stop,
    scope: input.scope ?? DEFAULTS.scope,
  };
}

/**
 * Builds when a service counts as started. Without `ready`, it is asked over HTTP at `/` if its url has a scheme of
 * HTTP, or one from an environment variable. Otherwise a connection to its port is enough.
 */
function buildReady({ ready, url }: UserService): Ready {
  const { path, tcp, timeout } = ready ?? {};
  const timeoutSeconds = timeout ?? parseDuration(DEFAULTS.readyTimeout);
  const isHttp = HTTP.test(url ?? '');
  return tcp || !isHttp
    ? { kind: 'tcp', timeoutSeconds }
    : { kind: 'http', path: path ?? '/', timeoutSeconds };
}

/** Sorts services by the order in which they can start: each after those it needs. Rejects the first circle of needs. */
export function sortByNeeds(services: readonly Service[], declared: readonly DeclaredService[]): Service[] {
  const [seen, sorted, circles] = [new Set<Service>(), [] as Service[], [] as string[][]];
  const add = (service: Service, trail: readonly string[]): void => {
    const start = trail.indexOf(service.name);
    if (start >= 0) circles.push([...trail.slice(start), service.name]);
    if (seen.has(service)) return;
    seen.add(service);
    for (const need of service.needs)
      add(services.find(({ name }) => name === need)!, [...trail, service.name]);
    sorted.push(service);
  };
  for (const service of services) add(service, []);
  const [circle] = circles;
  const first = declared.find(({ name }) => name === circle?.[0]);
  first?.place
    .below('needs')
    .rejectKey(`These services need each other: ${circle!.join(' → ')}.`, 'none of them could start first');
  return sorted;
}
