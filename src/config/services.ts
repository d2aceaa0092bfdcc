import { readScheme } from './address.ts';
import type { Service } from './config.ts';
import type { Path, Problems } from './diagnostics/problem.ts';
import { joinNames, quote } from './diagnostics/quotation.ts';
import type { YamlSource } from './diagnostics/source.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { readReady } from './ready.ts';
import { checkCommand, checkTemplate, OWN_NAMES, type ReferenceScope } from './references.ts';
import { readReuse } from './reuse.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserService } from './schema/service.ts';
import { DEFAULTS } from './schema/values.ts';
import type { CheckFile } from './script.ts';
import { readStop } from './stop.ts';

/** A service as the file has it; `input` is undefined when it is broken. */
export type DeclaredService = { name: string; path: Path; input: UserService | undefined };

type ServiceContext = { problems: Problems; source: YamlSource; directory: string; checkFile: CheckFile };

const COMMANDS = ['build', 'prepare', 'start', 'cleanup'] as const;
/** Keys that only a service that Tailgate starts can use. */
const NEED_START = ['build', 'reuse', 'prepare', 'env', 'stop', 'cleanup', 'scope'] as const;
/** `${env.NAME}` is the environment, so no service can have the name. */
const RESERVED = 'env';

/** The services that the file declares, under `service` or `services`. */
export function declaredServices(config: UserConfig, problems: Problems): DeclaredService[] {
  if (config.service && config.services) {
    problems.add(['services'], {
      on: 'key',
      what: 'Both `service` and `services` are given.',
      expected: 'expected one of them',
      hint: 'Move the service below `services:` and give it a name.',
    });
  }
  const one: DeclaredService[] = config.service
    ? [{ name: 'service', path: ['service'], input: config.service }]
    : [];
  const many = Object.entries(config.services ?? {}).map(([name, input]) => ({
    name,
    path: ['services', name],
    input,
  }));
  const all = [...one, ...many];
  const isBroken = problems.isBroken(['service']) || problems.isBroken(['services']);
  if (all.length === 0 && !isBroken) {
    problems.add(config.services ? ['services'] : [], {
      on: 'key',
      what: config.services
        ? '`services` names no service.'
        : '`service` is missing: nothing to send load to.',
      hint: 'For example:\nservice:\n  start: node server.js\n  url: http://127.0.0.1:${PORT}',
    });
  }
  if (many.some(({ name }) => name === RESERVED)) {
    problems.rejectKey(
      ['services', RESERVED],
      '`env` cannot name a service: `${env.NAME}` is the environment.',
    );
  }
  return all;
}

/** Reads one service, adding whatever is wrong with it to the problems. */
export function readService(
  { name, path, input = {} }: DeclaredService,
  all: DeclaredService[],
  config: UserConfig,
  context: ServiceContext,
): Service {
  const { problems, source } = context;
  const isStarted = input.start !== undefined || problems.isBroken([...path, 'start']);
  if (!isStarted) checkRunningService(path, input, problems);
  for (const key of COMMANDS) {
    const command = input[key];
    if (command === undefined) continue;
    checkCommand(problems, [...path, key], command, name);
  }
  const needs = readNeeds(name, path, input, all, config, problems);
  const scope = scopeOf(isStarted, needs, all, config);
  const env: Record<string, string> = {};
  for (const key of Object.keys(input.env ?? {})) {
    const value = readEnvironmentValue([...path, 'env', key], input.env?.[key], source);
    if (value === undefined) continue;
    if ((OWN_NAMES as readonly string[]).includes(key)) {
      problems.add([...path, 'env', key], {
        on: 'key',
        what: `\`${key}\` is set by Tailgate itself.`,
        hint:
          key === 'PORT'
            ? 'For a fixed port, write it in `start` and in `url`: `PORT=8080 node server.js`.'
            : undefined,
      });
    }
    checkTemplate(problems, [...path, 'env', key], value, scope);
    env[key] = value;
  }
  const scheme = input.url === undefined ? undefined : readUrl([...path, 'url'], input.url, scope, problems);
  return {
    name,
    build: input.build,
    prepare: input.prepare,
    start: input.start,
    cleanup: input.cleanup,
    url: input.url,
    env,
    needs,
    ready: readReady(path, input, { scheme, isStarted }, problems),
    stop: readStop([...path, 'stop'], input.stop ?? DEFAULTS.stop, name, problems),
    scope: input.scope ?? DEFAULTS.scope,
    reuse: readReuse([...path, 'reuse'], input.reuse, context),
  };
}

function checkRunningService(path: Path, input: UserService, problems: Problems): void {
  if (input.url === undefined && !problems.isBroken([...path, 'url']) && !problems.isBroken(path)) {
    problems.rejectKey(
      path,
      'This service has neither `start` nor `url`.',
      'expected `start: node server.js`, or the `url` of a running one',
    );
  }
  if (input.url === undefined) return;
  for (const key of NEED_START) {
    if (input[key] === undefined) continue;
    problems.rejectKey(
      [...path, key],
      `\`${key}\` does nothing without \`start\`: a service that is only given by its \`url\` runs already.`,
      'leave it out, or add `start`',
    );
  }
}

function readNeeds(
  name: string,
  path: Path,
  input: UserService,
  all: DeclaredService[],
  config: UserConfig,
  problems: Problems,
): string[] {
  const others = all.map((service) => service.name).filter((other) => other !== name);
  const needs: string[] = [];
  for (const [index, need] of (input.needs ?? []).entries()) {
    if (need === undefined || needs.includes(need)) continue;
    if (others.includes(need)) {
      needs.push(need);
      continue;
    }
    const near = nearest(need, others);
    const isExternal = Object.hasOwn(config.external ?? {}, need);
    const what = need === name ? 'A service cannot need itself.' : `There is no service ${quote(need)}.`;
    const known =
      others.length > 0
        ? `expected ${joinNames(others.map((other) => `\`${other}\``))}`
        : 'there is no other service';
    problems.reject(
      [...path, 'needs', index],
      isExternal ? `${quote(need)} is external: it is waited for before any service starts.` : what,
      isExternal ? 'leave it out' : near ? `did you mean \`${near}\`?` : known,
    );
  }
  return needs;
}

/** What the templates of a service may name. */
function scopeOf(
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
    if (input && input.start === undefined) {
      elsewhere.set(
        `${name}.PORT`,
        `\`${name}\` runs already, so its port is not chosen by Tailgate: write it out.`,
      );
    } else if (needs.includes(name)) names.push(`${name}.PORT`);
    else elsewhere.set(`${name}.PORT`, `Only after \`needs: [${name}]\`, so that it is started first.`);
  }
  return { names, elsewhere: withExternals(elsewhere, config) };
}

/** Adds why an external service has no name of its own in templates. */
export function withExternals(elsewhere: Map<string, string>, config: UserConfig): Map<string, string> {
  for (const [name, address] of Object.entries(config.external ?? {})) {
    if (address === undefined) continue;
    for (const part of ['PORT', 'HOST']) {
      elsewhere.set(
        `${name}.${part}`,
        `\`${name}\` is external, at a fixed address: write it out (${quote(address)}).`,
      );
    }
  }
  return elsewhere;
}

/** Numbers and switches stay as written: `1.10` is a version, not 1.1. */
export function readEnvironmentValue(path: Path, value: unknown, source: YamlSource): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : (source.written(path) ?? String(value));
}

function readUrl(path: Path, url: string, scope: ReferenceScope, problems: Problems): string | undefined {
  checkTemplate(problems, path, url, scope);
  return problems.isBroken(path) ? undefined : problems.attempt(path, () => readScheme(url));
}
