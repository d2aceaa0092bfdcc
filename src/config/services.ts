import { readScheme } from './address.ts';
import type { Service } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/quotation.ts';
import { readNeededServices } from './needs.ts';
import { readReady } from './ready.ts';
import { type Calling, checkCommand, checkTemplate, OWN_NAMES, type ReferenceScope } from './references.ts';
import { readReuse } from './reuse.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserService } from './schema/service.ts';
import { DEFAULTS } from './schema/values.ts';
import type { Folder } from './script.ts';
import { readStop } from './stop.ts';
import { readTls } from './tls.ts';

const COMMANDS = ['build', 'prepare', 'start', 'cleanup'] as const;
/** Keys that are of use only in a service that Tailgate starts. */
const NEED_START = ['build', 'reuse', 'prepare', 'env', 'stop', 'cleanup', 'scope'] as const;

/** Reads one service, and adds a problem for each mistake. */
export function readService(
  declared: DeclaredService,
  all: DeclaredService[],
  config: UserConfig,
  { folder, calling }: { folder: Folder; calling?: Calling },
): Service {
  const { name, place, input = {} } = declared;
  const isStarted = input.start !== undefined || place.below('start').isBroken;
  if (!isStarted) checkRunningService(place, input);
  for (const key of COMMANDS) {
    if (input[key] !== undefined) checkCommand(place.below(key), input[key], name);
  }
  const needs = readNeededServices(declared, all, config);
  const scope = { ...scopeOf(isStarted, needs, all, config), calling };
  const env = readEnvironment(place.below('env'), input.env, scope);
  const scheme = input.url === undefined ? undefined : readUrl(place.below('url'), input.url, scope);
  return {
    name,
    build: input.build,
    prepare: input.prepare,
    start: input.start,
    cleanup: input.cleanup,
    url: input.url,
    env,
    needs,
    tls: readTls(place, input, { scheme, folder, allow: config.allow }),
    ready: readReady(place, input, { scheme, isStarted }),
    stop: readStop(place.below('stop'), input.stop ?? DEFAULTS.stop, name),
    scope: input.scope ?? DEFAULTS.scope,
    reuse: readReuse(place.below('reuse'), input.reuse, folder),
  };
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

/** Reads the environment of a service. */
export function readEnvironment(
  place: Place,
  input: UserService['env'],
  scope: ReferenceScope,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, given] of Object.entries(input ?? {})) {
    const at = place.below(key);
    const value = readEnvironmentValue(at, given);
    if (value === undefined) continue;
    if ((OWN_NAMES as readonly string[]).includes(key)) {
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
  isStarted: boolean,
  needs: string[],
  all: DeclaredService[],
  config: UserConfig,
): ReferenceScope {
  const names: string[] = isStarted ? [...OWN_NAMES] : [];
  const elsewhere = new Map<string, string>();
  if (!isStarted) {
    for (const name of OWN_NAMES)
      elsewhere.set(name, 'Only a service that Tailgate starts has it; this one has no `start`.');
  }
  for (const { name, input } of all) {
    const port = `${name}.PORT`;
    if (input && input.start === undefined)
      elsewhere.set(port, `\`${name}\` runs already, so its port is not chosen by Tailgate: write it out.`);
    else if (needs.includes(name)) names.push(port);
    else elsewhere.set(port, `Only after \`needs: [${name}]\`, so that it is started first.`);
  }
  return { names, elsewhere: new Map([...elsewhere, ...explainExternals(config)]) };
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

/** Reads a value as a text. Numbers and switches stay as written: `1.10` is a version, not 1.1. */
export function readEnvironmentValue(place: Place, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : (place.written ?? String(value));
}

function readUrl(place: Place, url: string, scope: ReferenceScope): string | undefined {
  checkTemplate(place, url, scope);
  return place.isBroken ? undefined : place.parse(url, readScheme);
}
