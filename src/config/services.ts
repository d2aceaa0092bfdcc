import { readScheme } from './address.ts';
import type { Ready, Service } from './config.ts';
import { buildContainer, checkContainer } from './container.ts';
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

/** Service with its place in the file. */
export type DeclaredService = { place: Place; service: Service };

/** Lists the services under `service` or `services`. */
export function declareServices({ service, services = {} }: UserConfig, root: Place): DeclaredService[] {
  if (service) return [{ place: root.below('service'), service: buildService('service', service) }];
  return Object.entries(services).map(([name, input]) => ({
    place: root.below('services', name),
    service: buildService(name, input),
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
  const services = all.map(({ service }) => service);
  for (const { place, service } of all) {
    const { name, start, url, env, ready } = service;
    if (name === 'env' || name === 'data')
      place.rejectKey(`\`\${${name}.NAME}\` is something else.`, 'expected another name of this service');
    if (start === undefined && url === undefined)
      place.rejectKey('There is neither `start` nor `url`.', 'expected one, such as `start: node server.js`');
    checkNeeds(place.below('needs'), service, services);
    const scope = scopeOf(service, services);
    checkEnvironment(place.below('env'), env, scope);
    const at = place.below('url');
    if (url !== undefined && checkTemplate(at, url, scope)) at.parse(url, readScheme);
    if (ready.kind === 'http' && !HTTP.test(url ?? ''))
      place
        .below('ready', 'path')
        .rejectKey('A path is asked for over http.', `${ADD_URL}, or write \`ready: tcp\``);
    checkContainer(place, service, folder);
    const tag = input.baseline?.from === 'history' ? undefined : findSharedTag(service, services);
    if (tag !== undefined) place.below('build').reject(...explainSharedTag(tag));
  }
}

function checkNeeds(place: Place, { name, needs, scope, container }: Service, all: readonly Service[]): void {
  const others = all.filter((service) => service.name !== name);
  const names = others.map((service) => service.name);
  for (const { item: need, place: at } of place.items(needs)) {
    const needed = others.find((service) => service.name === need);
    const isShared = needed?.scope === 'run';
    if (needed === undefined)
      at.reject(
        `There is no other service ${quote(need)}.`,
        names.length > 0 ? proposeAmong(need, names) : 'leave it out',
      );
    else if (scope === 'run' && needed.start !== undefined && !isShared)
      at.reject(
        `\`${name}\` outlives each \`${need}\`.`,
        `add \`scope: run\` to \`${need}\`, or leave it out`,
      );
    else if (isShared && scope !== 'run' && container && needed.container)
      at.reject(`\`${need}\` is in another network: \`scope: run\`.`, `leave that of \`${need}\` out`);
  }
}

/** Checks names and values of an environment. */
export function checkEnvironment(place: Place, env: Record<string, string>, scope: ReferenceScope): void {
  for (const [key, value] of Object.entries(env)) {
    const at = place.below(key);
    if (scope.includes(key) || OWN_NAMES.includes(key))
      at.rejectKey(`\`${key}\` is set by Tailgate itself.`, 'write a fixed port in `start` and in `url`');
    checkTemplate(at, value, scope);
  }
}

/**
 * Lists the names that the templates of a service may use: its own ports, and those of services that it needs. From
 * within a container loopback leads nowhere.
 */
function scopeOf({ container, needs, start, ports }: Service, all: readonly Service[]): ReferenceScope {
  const needed = all.filter(({ name }) => !container && needs.includes(name));
  const own = start === undefined ? [] : [...OWN_NAMES, ...listOwnPorts(ports)];
  return [...new Set([...own, ...listStartedPorts(needed)])];
}

/** Lists the names that requests may use. `PORT` is the target's port, and every service runs by then. */
export function scopeOfRequests(
  target: Service | undefined,
  all: readonly DeclaredService[],
): ReferenceScope {
  const own = target?.start === undefined ? [] : listOwnPorts(target.ports);
  return ['TAILGATE_INSTANCE', ...own, ...listStartedPorts(all.map(({ service }) => service))];
}

/** Lists what the ports of services are called. One that runs already has its port in its `url`. */
function listStartedPorts(services: readonly Service[]): string[] {
  return services.filter(({ start }) => start !== undefined).flatMap(listPorts);
}

/** Lists the services that can take load. */
function listAskable(all: readonly DeclaredService[]): DeclaredService[] {
  return all.filter(({ service }) => HTTP.test(service.url ?? ''));
}

/** Finds the service that takes the load: the one chosen, or the only one with a `url` of HTTP. */
export function findTarget(
  chosen: string | undefined,
  all: readonly DeclaredService[],
): DeclaredService | undefined {
  const askable = listAskable(all);
  if (chosen === undefined) return askable.length === 1 ? askable[0] : undefined;
  return askable.find(({ service }) => service.name === chosen);
}

/** Checks the service that takes the load. @param place of the key `target` that chooses it */
export function checkTarget(place: Place, chosen: string | undefined, all: readonly DeclaredService[]): void {
  const names = listAskable(all).map(({ service }) => service.name);
  const target = findTarget(chosen, all);
  if (names.length === 0)
    all[0]?.place.below('url').rejectKey('No service has a `url` of HTTP to send load to.', ADD_URL);
  else if (target === undefined && chosen !== undefined)
    place.reject(`There is no service ${quote(chosen)} with a \`url\` of HTTP.`, proposeAmong(chosen, names));
  else if (target === undefined)
    all[0]?.place.rejectKey(`Several take load: ${joinWords(names, 'and')}.`, `add \`target: ${names[0]}\``);
  else if (target.service.scope === 'run' && target.service.start !== undefined)
    target.place.below('scope').reject('Each revision needs a target of its own.', 'expected `instance`');
}

function buildService(name: string, { image, compose, tls, ...input }: UserService): Service {
  const { env = {}, needs = [], ready, stop = DEFAULTS.stop, scope = DEFAULTS.scope } = input;
  const container = buildContainer({ image, compose });
  return {
    ...input,
    name,
    ...(container && { container, start: container.kind === 'image' ? 'docker run' : 'docker compose up' }),
    env,
    needs: [...new Set(needs)],
    insecure: tls?.insecure,
    ready: buildReady(ready, input.url),
    stop,
    scope,
  };
}

/**
 * Builds when a service counts as started. Without `ready`, it is asked over HTTP at `/` if its url has a scheme of
 * HTTP, or one from an environment variable. Otherwise a connection to its port is enough.
 */
function buildReady({ path, tcp, timeout }: UserService['ready'] = {}, url = ''): Ready {
  const timeoutSeconds = timeout ?? parseDuration(DEFAULTS.readyTimeout);
  const isHttp = path !== undefined || (!tcp && HTTP.test(url));
  return isHttp ? { kind: 'http', path: path ?? '/', timeoutSeconds } : { kind: 'tcp', timeoutSeconds };
}

/** Sorts services by the order in which they can start: each after those it needs. Rejects the first circle of needs. */
export function sortByNeeds(declared: readonly DeclaredService[]): Service[] {
  const find = (name: string) => declared.find(({ service }) => service.name === name)!;
  const [seen, sorted, circles] = [new Set<Service>(), [] as Service[], [] as string[][]];
  const add = (service: Service, trail: readonly string[]): void => {
    const start = trail.indexOf(service.name);
    if (start >= 0) circles.push([...trail.slice(start), service.name]);
    if (seen.has(service)) return;
    seen.add(service);
    for (const need of service.needs) add(find(need).service, [...trail, service.name]);
    sorted.push(service);
  };
  for (const { service } of declared) add(service, []);
  const [circle] = circles;
  if (circle)
    find(circle[0]!)
      .place.below('needs')
      .rejectKey(`These services need each other: ${circle.join(' → ')}.`, 'none of them could start first');
  return sorted;
}
