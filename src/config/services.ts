import type { Container, Ready, Service } from './config.ts';
import { type Folder, findFile } from './data.ts';
import { type Place, TextError } from './diagnostics/problem.ts';
import { joinWords, proposeAmong, quote } from './diagnostics/words.ts';
import { findReferences, listOwnPorts, listPorts } from './interpolation.ts';
import { parseDuration } from './language/duration.ts';
import { refuse } from './language/text.ts';
import { checkTemplate, OWN_NAMES, type ReferenceScope } from './references.ts';
import type { UserConfig, UserService } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { findSharedTag, OWN_TAG } from './tags.ts';

/** An HTTP URL, or one from the environment. */
const HTTP = /^(https?:|\$\{)/i;
const URL_EXAMPLE = 'http://127.0.0.1:${PORT}';
const ADD_URL = `add \`url: ${URL_EXAMPLE}\``;

/** A service with its place in the file. */
export type DeclaredService = { place: Place; service: Service };

/** Lists the services under `service` or `services`. */
export function declareServices({ service, services = {} }: UserConfig, root: Place): DeclaredService[] {
  if (service) return [{ place: root.below('service'), service: buildService('service', service) }];
  return Object.entries(services).map(([name, input]) => ({
    place: root.below('services', name),
    service: buildService(name, input),
  }));
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

function buildContainer({ image, compose }: Pick<UserService, 'image' | 'compose'>): Container | undefined {
  if (image === undefined) return compose && { kind: 'compose', ...compose };
  const { build, dockerfile, name = '', port, command = [] } = image;
  return { kind: 'image', from: build === undefined ? { name } : { build, dockerfile }, port, command };
}

/**
 * Determines when a service counts as started. Without `ready`, `/` is requested if its url has an HTTP
 * scheme, or a scheme from an environment variable. Otherwise a connection to its port is enough.
 */
function buildReady({ path, tcp, timeout }: UserService['ready'] = {}, url = ''): Ready {
  const timeoutSeconds = timeout ?? parseDuration(DEFAULTS.readyTimeout);
  const isHttp = path !== undefined || (!tcp && HTTP.test(url));
  return isHttp ? { kind: 'http', path: path ?? '/', timeoutSeconds } : { kind: 'tcp', timeoutSeconds };
}

/** Checks each service on its own and against the others. @param isPaired tells whether two revisions may be built */
export function checkServices(all: readonly DeclaredService[], folder: Folder, isPaired: boolean): void {
  const services = all.map(({ service }) => service);
  for (const { place, service } of all) {
    const { name, start, url, env, ready } = service;
    if (name === 'env' || name === 'data')
      place.rejectKey(`\`\${${name}.NAME}\` is something else.`, 'expected another service name');
    if (start === undefined && url === undefined)
      place.rejectKey('Neither `start` nor `url` is set.', 'expected one, such as `start: node server.js`');
    checkNeeds(place.below('needs'), service, services);
    // Within a container, loopback leads nowhere.
    const needed = services.filter((one) => !service.container && service.needs.includes(one.name));
    const scope = listScope(service, needed);
    checkEnvironment(place.below('env'), env, scope);
    const at = place.below('url');
    if (url !== undefined && checkTemplate(at, url, scope)) at.parse(url, readScheme);
    if (ready.kind === 'http' && !HTTP.test(url ?? ''))
      place
        .below('ready', 'path')
        .rejectKey('A path is requested over http.', `${ADD_URL}, or \`ready: tcp\``);
    checkContainer(place, service, folder);
    const shared = isPaired ? findSharedTag(service, services) : undefined;
    if (shared !== undefined) place.below('build').reject(shared, OWN_TAG);
  }
}

function checkNeeds(place: Place, { name, needs, scope, container }: Service, all: readonly Service[]): void {
  const others = all.filter((service) => service.name !== name);
  const names = others.map((service) => service.name);
  for (const [index, need] of needs.entries()) {
    const needed = others.find((service) => service.name === need);
    const isShared = needed?.scope === 'run';
    const at = place.below(index);
    if (needed === undefined)
      at.reject(`There is no other service ${quote(need)}.`, proposeAmong(need, names));
    else if (scope === 'run' && needed.start !== undefined && !isShared)
      at.reject(`\`${name}\` outlives each \`${need}\`.`, `add \`scope: run\` there, or leave it out`);
    else if (isShared && scope !== 'run' && container && needed.container)
      at.reject(`\`${need}\` is in a different network, \`scope: run\`.`, `leave it out for \`${need}\``);
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

/** Checks that the file of a container exists. */
function checkContainer(place: Place, { container }: Service, folder: Folder): void {
  if (container?.kind === 'compose')
    findFile(place.below('compose', 'file'), container.file, 'a compose file', folder, true);
  if (container?.kind !== 'image' || !('build' in container.from)) return;
  const { build, dockerfile } = container.from;
  const at = place.below('image', dockerfile === undefined ? 'build' : 'dockerfile');
  findFile(at, `${build}/${dockerfile ?? 'Dockerfile'}`, 'a Dockerfile', folder, true);
}

/** Checks the `url` of a service. @returns its scheme; undefined if it comes from the environment @throws TextError */
export function readScheme(template: string): string | undefined {
  const [first] = findReferences(template);
  if (first?.offset === 0 && first.name.startsWith('env.')) return undefined;
  const filled = template.replace(/\$\{[^{}]*\}/g, '1');
  const url = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(filled) && URL.canParse(filled) ? new URL(filled) : null;
  if (url === null || url.hostname === '' || url.port === '0')
    return refuse(template, 'a URL', [URL_EXAMPLE]);
  if (/^https?:/.test(url.protocol) && /[?#]/.test(filled))
    throw new TextError(
      'Request paths are appended to this URL, so it cannot have a query or fragment.',
      `expected ${URL_EXAMPLE}`,
    );
  return url.protocol.slice(0, -1);
}

/**
 * Lists the names that templates may use: ports of their service, which is the target for requests, and of others. A
 * service that is already running has its port in its `url`.
 */
export function listScope(own: Service | undefined, others: readonly Service[]): ReferenceScope {
  const started = others.filter(({ start }) => start !== undefined);
  const ports = own?.start === undefined ? [] : listOwnPorts(own.ports);
  return ['TAILGATE_INSTANCE', ...ports, ...started.flatMap(listPorts)];
}

/** Finds the service that takes the load: the one chosen by the key at `place`, or the only one with an HTTP `url`. */
export function findTarget(all: DeclaredService[], place: Place, chosen?: string): Service | undefined {
  const askable = all.filter(({ service }) => HTTP.test(service.url ?? ''));
  const names = askable.map(({ service }) => service.name);
  const [first, second] = askable.filter(({ service }) => (chosen ?? service.name) === service.name);
  if (names.length === 0)
    all[0]?.place.below('url').rejectKey('No service has an HTTP `url` to send load to.', ADD_URL);
  else if (first === undefined)
    place.reject(`There is no service ${quote(chosen!)} with an HTTP \`url\`.`, proposeAmong(chosen!, names));
  else if (second !== undefined)
    all[0]?.place.rejectKey(
      `Several can take load: ${joinWords(names, 'and')}.`,
      `add \`target: ${names[0]}\``,
    );
  else if (first.service.scope === 'run' && first.service.start !== undefined)
    first.place.below('scope').reject('Each revision needs its own target.', 'expected `instance`');
  return second ? undefined : first?.service;
}

/** Sorts services by the order in which they can start: each after those it needs. Rejects the first cycle of needs. */
export function sortByNeeds(declared: readonly DeclaredService[]): Service[] {
  const [seen, sorted, circles] = [new Set<string>(), [] as Service[], [] as DeclaredService[][]];
  const add = (one: DeclaredService, trail: readonly DeclaredService[]): void => {
    if (trail.includes(one)) circles.push([...trail.slice(trail.indexOf(one)), one]);
    const { name, needs } = one.service;
    if (seen.has(name)) return;
    seen.add(name);
    const others = needs.map((need) =>
      declared.find((other) => other !== one && other.service.name === need),
    );
    for (const other of others) if (other) add(other, [...trail, one]);
    sorted.push(one.service);
  };
  for (const one of declared) add(one, []);
  const [circle] = circles;
  const names = circle?.map(({ service }) => service.name).join(' → ');
  circle?.[0]?.place.below('needs').rejectKey(`These need each other: ${names}.`, 'none can start first');
  return sorted;
}
