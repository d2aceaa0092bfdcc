import { readScheme } from './address.ts';
import type { Ready, Service, Stop } from './config.ts';
import { readContainer, readContainerTool } from './container.ts';
import { type DeclaredService, nameDeclaredPorts, readNeededServices } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, nearest, propose, quote } from './diagnostics/words.ts';
import { readTls } from './hosts.ts';
import { listOwnPorts } from './interpolation.ts';
import { parseDuration } from './language/duration.ts';
import { type Calling, checkCommand, checkTemplate, OWN_NAMES, type ReferenceScope } from './references.ts';
import { readReuse } from './reuse.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserService } from './schema/service.ts';
import { DEFAULTS } from './schema/values.ts';
import type { Folder } from './script.ts';

const COMMANDS = ['build', 'prepare', 'start', 'cleanup'] as const;
/** Keys that are of use only in a service that Tailgate starts. */
const NEED_START = ['build', 'reuse', 'prepare', 'env', 'ports', 'stop', 'cleanup', 'scope', 'halt'] as const;

/** Reads one service, and adds a problem for each mistake. */
export function readService(
  declared: DeclaredService,
  all: DeclaredService[],
  config: UserConfig,
  { folder, calling }: { folder: Folder; calling?: Calling },
): Service {
  const { name, place, input = {} } = declared;
  const isBroken = (['start', 'image', 'compose'] as const).some((key) => place.below(key).isBroken);
  const isStarted = input.start !== undefined || isBroken;
  if (!isStarted) checkRunningService(place, input);
  for (const key of COMMANDS) {
    if (input[key] !== undefined) checkCommand(place.below(key), input[key], name);
  }
  if (readContainerTool(input) === undefined && config.baseline?.from !== 'history')
    checkTag(place.below('build'), input);
  checkPorts(place.below('ports'), input);
  const needs = readNeededServices(declared, all, config);
  const scope = { ...scopeOf({ isStarted, input }, needs, all, config), calling };
  const env = readEnvironment(place.below('env'), input.env, scope);
  const scheme = input.url === undefined ? undefined : readUrl(place.below('url'), input.url, scope);
  const { image: _image, compose: _compose, ...rest } = input;
  return {
    ...rest,
    name,
    container: readContainer(place, input, folder),
    env,
    needs,
    tls: readTls(place, input, { scheme, folder, allow: config.allow }),
    ready: readReady(place, input, { scheme, isStarted }),
    stop: readStop(place.below('stop'), input.stop ?? DEFAULTS.stop, name),
    scope: input.scope ?? DEFAULTS.scope,
    reuse: readReuse(place.below('reuse'), input.reuse, folder),
  };
}

/** Refuses an image that both revisions would have in common. */
function checkTag(place: Place, input: UserService): void {
  const tag = findSharedTag(input);
  if (tag !== undefined) place.reject(...explainSharedTag(tag));
}

/** Finds an image that `build` tags and `start` runs: of two revisions both would run the one that was built last. */
export function findSharedTag({ build = '', start = '' }: Pick<UserService, 'build' | 'start'>) {
  const isImage = /\b(?:docker|podman)\s+(?:buildx\s+|image\s+)?build\b/.test(build);
  if (!isImage || !/\b(?:docker|podman)\b/.test(start)) return undefined;
  const words = start.split(/[\s;&|]+/);
  const tags = [...build.matchAll(/\s(?:-t|--tag)[ =]([^\s;&|]+)/g)].map(([, tag]) => tag!);
  return tags.find((one) => !/[$`]/.test(one) && words.includes(one));
}

/** Says what is wrong with such an image, and what to write. */
export function explainSharedTag(tag: string): [what: string, expected: string] {
  return [
    `Both revisions build ${quote(tag)}, so both would run the one that is built last.`,
    'expected `image: {build: ., port: 8080}` in place of `build` and `start`',
  ];
}

function checkRunningService(place: Place, input: UserService): void {
  if (input.url === undefined && !place.below('url').isBroken && !place.isBroken) {
    place.rejectKey(
      'This service has neither `start` nor `url`.',
      'expected `start: node server.js`, or the `url` of a running one',
    );
  }
  if (input.url === undefined) return;
  for (const key of NEED_START) {
    if (input[key] === undefined) continue;
    const what = `\`${key}\` does nothing without \`start\`: a service that is only given by its \`url\` runs already.`;
    place.below(key).rejectKey(what, 'leave it out, or add `start`');
  }
}

/** Checks the names of a service's further ports. */
function checkPorts(place: Place, input: UserService): void {
  if (input.ports !== undefined && readContainerTool(input)) {
    const what = 'A container has one port that this machine reaches: `port` of `image` or `compose`.';
    place.rejectKey(what, 'leave it out: other containers reach every port of it by its name');
    return;
  }
  const known = new Set<string>();
  for (const { item, place: at } of place.items(input.ports)) {
    if (!/^[a-z][a-z0-9_]{0,29}$/i.test(item))
      at.reject(
        `${quote(item)} does not name a port; Tailgate picks its number.`,
        'expected a name, such as `admin`',
      );
    else if (known.has(item.toLowerCase()))
      at.reject(`${quote(item)} is given twice.`, 'expected other names');
    known.add(item.toLowerCase());
  }
}

/** Reads the environment of a service. */
export function readEnvironment(
  place: Place,
  input: UserService['env'],
  scope: ReferenceScope,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(input ?? {})) {
    const at = place.below(key);
    if (value === undefined) continue;
    if ((OWN_NAMES as readonly string[]).includes(key) || scope.names.includes(key)) {
      at.add({
        on: 'key',
        what: `\`${key}\` is set by Tailgate itself.`,
        hint:
          key === 'PORT'
            ? 'For a fixed port, write it in `start` and in `url`: `PORT=8080 node server.js`.'
            : undefined,
      });
    }
    checkTemplate(at, value, scope);
    env[key] = value;
  }
  return env;
}

/** Lists the names that the templates of a service may use. */
export function scopeOf(
  { isStarted, input: own }: { isStarted: boolean; input: UserService },
  needs: string[],
  all: DeclaredService[],
  config: UserConfig,
): ReferenceScope {
  const names: string[] = isStarted ? [...OWN_NAMES, ...listOwnPorts(own.ports).slice(1)] : [];
  const elsewhere = new Map<string, string>();
  if (!isStarted) {
    for (const name of OWN_NAMES)
      elsewhere.set(name, 'Only a service that Tailgate starts has it; this one has no `start`.');
  }
  const ports = all.flatMap((service) => nameDeclaredPorts(service).map((port) => ({ ...service, port })));
  for (const { name, input, port } of ports) {
    if (input && input.start === undefined)
      elsewhere.set(port, `\`${name}\` runs already, so its port is not chosen by Tailgate: write it out.`);
    else if (needs.includes(name) && readContainerTool(own)) elsewhere.set(port, explainLoopback(name));
    else if (needs.includes(name)) names.push(port);
    else elsewhere.set(port, `Only after \`needs: [${name}]\`, so that it is started first.`);
  }
  return { names, elsewhere: new Map([...elsewhere, ...explainExternals(config)]) };
}

/** Explains why a container gets no port of this machine: in there, the loopback address is that of the container. */
function explainLoopback(name: string): string {
  return `No container reaches it at the address of this machine. A service with \`image\` it reaches by name: write \`${name}\`, and its port in the container.`;
}

/** Explains why templates have no names for external services, by the name that a user might write. */
export function explainExternals(config: UserConfig): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [name, address] of Object.entries(config.external ?? {})) {
    if (address === undefined) continue;
    const reason = `\`${name}\` is external, at a fixed address: write it out (${quote(address)}).`;
    reasons.set(`${name}.PORT`, reason).set(`${name}.HOST`, reason);
  }
  return reasons;
}

function readUrl(place: Place, url: string, scope: ReferenceScope): string | undefined {
  checkTemplate(place, url, scope);
  return place.isBroken ? undefined : place.parse(url, readScheme);
}

/** Signals with which Tailgate can stop a process, and which a process can know. */
const SIGNALS = 'TERM INT QUIT HUP KILL USR1 USR2 ABRT'
  .split(' ')
  .map((name) => `SIG${name}` as NodeJS.Signals);

/** Reads a signal or a command. */
export function readStop(place: Place, text: string, owner: string): Stop {
  const signal = SIGNALS.find((candidate) => candidate === text.trim());
  if (signal) return { kind: 'signal', signal };
  const near = /^(?:SIG)?[A-Z]+[0-9]?$/i.test(text)
    ? nearest(`SIG${text.toUpperCase().replace(/^SIG/, '')}`, SIGNALS)
    : undefined;
  if (near || /^SIG[A-Z0-9]+$/.test(text)) {
    const expected = propose(near, `expected ${joinWords(SIGNALS)}, or a command`);
    place.reject(`${quote(text)} is not a signal that can stop a service.`, expected);
  }
  checkCommand(place, text, owner);
  return { kind: 'command', command: text };
}

/**
 * Reads when a service counts as started. Without `ready`, it is asked over HTTP at `/` if its url has a scheme of
 * HTTP, or one from an environment variable. Otherwise a connection to its port is enough.
 *
 * @param service the place of the service
 * @param scheme of its url, undefined when unknown
 * @param isStarted whether Tailgate starts it
 */
function readReady(
  service: Place,
  input: UserService,
  { scheme, isStarted }: { scheme: string | undefined; isStarted: boolean },
): Ready {
  const place = service.below('ready');
  const details = typeof input.ready === 'object' ? input.ready : {};
  const { timeout: timeoutSeconds = parseDuration(DEFAULTS.readyTimeout) } = details;
  const isHttp = input.url !== undefined && (scheme === undefined || /^https?$/.test(scheme));
  const [first, second] = (['path', 'log', 'tcp'] as const).filter((key) => details[key] !== undefined);
  if (second) {
    place
      .below(second)
      .rejectKey(`\`ready\` has both \`${first}\` and \`${second}\`.`, 'expected one of them');
  }
  if (details.log !== undefined) {
    checkPattern(place.below('log'), details.log, isStarted);
    return { kind: 'log', pattern: details.log, timeoutSeconds };
  }
  if (details.path !== undefined) {
    checkReadyPath(place.below('path'), details.path, isHttp || service.below('url').isBroken, input.url);
    return { kind: 'http', path: details.path, timeoutSeconds };
  }
  if (input.ready === 'tcp' || details.tcp || !isHttp) return { kind: 'tcp', timeoutSeconds };
  return { kind: 'http', path: '/', timeoutSeconds };
}

function checkPattern(place: Place, pattern: string, isStarted: boolean): void {
  if (!isStarted) {
    place.rejectKey(
      '`log` needs `start`: only of a service that Tailgate starts can it read the output.',
      'expected `path`, or `tcp: true`',
    );
  }
  try {
    new RegExp(pattern);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.replace(/^.*\/: /, '') : 'not valid';
    place.add({
      what: `This is not a regular expression: ${reason}.`,
      hint: 'A literal bracket is written `\\(`.',
    });
  }
}

function checkReadyPath(place: Place, text: string, isAskable: boolean, url: string | undefined): void {
  if (!text.startsWith('/')) {
    const isUrl = /^https?:\/\/[^/]+(\/\S*)?$/.exec(text);
    place.reject(
      'The path of `ready` begins with `/`; it lies below the `url` of the service.',
      `did you mean \`${isUrl ? (isUrl[1] ?? '/') : `/${text}`}\`?`,
    );
  } else if (/\s/.test(text)) {
    place.reject('A path has no blanks.', 'expected `%20` for each');
  } else if (!isAskable && url !== undefined) {
    place.rejectKey('A path can only be asked for over http(s).', 'expected `tcp: true`');
  } else if (!isAskable) {
    const expected = 'add `url: http://127.0.0.1:${PORT}`, or use `tcp: true`';
    place.rejectKey('A path can only be asked for below a `url`.', expected);
  }
}
