import type { Service } from './config.ts';
import { readContainerTool } from './container.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, nearest, propose, quote } from './diagnostics/words.ts';
import { listPorts } from './interpolation.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserService } from './schema/service.ts';

/** Service as the file declares it. `input` is undefined if the declaration is broken. */
export type DeclaredService = { name: string; place: Place; input: UserService | undefined };

/** Names that no service can have, each with what `${NAME.KEY}` stands for. */
const RESERVED = {
  env: '`${env.NAME}` is the environment',
  data: '`${data.NAME}` is a value of a data file',
  variant: '`${variant.NAME}` is a parameter of a variant',
};

/** Lists the services that the file declares under `service` or `services`. */
export function declaredServices(config: UserConfig, root: Place): DeclaredService[] {
  const place = root.below('services');
  if (config.service && config.services) {
    place.add({
      on: 'key',
      what: 'Both `service` and `services` are given.',
      expected: 'expected one of them',
      hint: 'Move the service below `services:` and give it a name.',
    });
  }
  const all: DeclaredService[] = Object.entries(config.services ?? {}).map(([name, input]) => ({
    name,
    place: place.below(name),
    input: input && nameStart(input, place.below(name)),
  }));
  if (config.service) {
    const own = root.below('service');
    all.unshift({ name: 'service', place: own, input: nameStart(config.service, own) });
  }
  if (all.length === 0 && !root.below('service').isBroken && !place.isBroken) {
    (config.services ? place : root).add({
      on: 'key',
      what: config.services
        ? '`services` names no service.'
        : '`service` is missing: nothing to send load to.',
      hint: [
        'For example:\nservice:\n  start: node server.js\n  url: http://127.0.0.1:${PORT}',
        'Or two deployments that run already:\nbase: { url: https://main.example.com }\nhead: { url: https://pr-12.example.com }',
      ].join('\n'),
    });
  }
  for (const [name, meaning] of Object.entries(RESERVED)) {
    if (Object.hasOwn(config.services ?? {}, name))
      place.below(name).rejectKey(`\`${name}\` cannot name a service: ${meaning}.`);
  }
  return all;
}

/** Lists what the ports of a service are called in templates of others. */
export function nameDeclaredPorts({ name, input }: Pick<DeclaredService, 'name' | 'input'>): string[] {
  return listPorts({ name, ports: input?.ports });
}

/** Gives a service in containers a `start` that names their tool: it is started as others are. */
function nameStart(input: UserService, place: Place): UserService {
  const tool = readContainerTool(input);
  if (tool === undefined) return input;
  if (input.start !== undefined)
    place.below('start').rejectKey('A service has either `start` or a container.', 'expected one of them');
  return { ...input, start: tool };
}

/** Reads the names of the services that one service needs. */
export function readNeededServices(
  { name, place, input }: DeclaredService,
  all: DeclaredService[],
  config: UserConfig,
): string[] {
  const others = all.map((service) => service.name).filter((other) => other !== name);
  const needs: string[] = [];
  for (const { item: need, place: at } of place.below('needs').items(input?.needs)) {
    if (needs.includes(need)) continue;
    if (others.includes(need)) needs.push(need);
    else if (Object.hasOwn(config.external ?? {}, need)) {
      at.reject(`${quote(need)} is external: it is waited for before any service starts.`, 'leave it out');
    } else {
      const known = others.length > 0 ? `expected ${joinWords(others)}` : 'there is no other service';
      at.reject(
        need === name ? 'A service cannot need itself.' : `There is no service ${quote(need)}.`,
        propose(nearest(need, others), known),
      );
    }
  }
  return needs;
}

/**
 * Checks services of scope `run`. Such a service starts before any instance and outlives them all. So it cannot be
 * the target, which differs between revisions, and cannot need a service that each instance starts for itself.
 */
export function checkScopes(declared: readonly DeclaredService[], target: string | undefined): void {
  for (const { name, place, input } of declared) {
    if (input?.scope !== 'run') {
      if (input && readContainerTool(input)) checkReach(name, place, input.needs ?? [], declared);
      continue;
    }
    if (input.halt !== undefined) {
      const what = 'A service that serves both revisions is never halted.';
      place.below('halt').rejectKey(what, 'leave it out, or `scope: run`');
    }
    if (name === target) {
      place
        .below('scope')
        .reject(
          'The target cannot be shared: each revision has to be started by itself.',
          'expected `instance`',
        );
      continue;
    }
    for (const [index, need] of (input.needs ?? []).entries()) {
      const needed = declared.find((service) => service.name === need);
      // A service that runs already is there for the whole run. A broken one cannot be checked.
      if (!needed?.input?.start || needed.input.scope === 'run') continue;
      if (needed.place.below('scope').isBroken) continue;
      place.below('needs', index).add({
        what: `\`${name}\` runs before any instance of \`${need}\` is started, and outlives it.`,
        expected: need === target ? 'leave it out' : `add \`scope: run\` to \`${need}\``,
        hint: need === target ? 'The target has an instance for each revision.' : undefined,
      });
    }
  }
}

/** Checks that a container is in one network with those that it needs: each instance has its own. */
function checkReach(
  name: string,
  place: Place,
  needs: readonly (string | undefined)[],
  declared: readonly DeclaredService[],
): void {
  for (const [index, need] of needs.entries()) {
    const { input } = declared.find((service) => service.name === need) ?? {};
    if (input?.scope !== 'run' || readContainerTool(input) === undefined) continue;
    const what = `\`${need}\` is started once for both revisions, in a network that \`${name}\` is not in.`;
    place.below('needs', index).reject(what, `leave \`scope: run\` of \`${need}\` out`);
  }
}

/**
 * Sorts services by the order in which they can start: each after those it needs, otherwise as in the file.
 * A circle of needs becomes one problem that names it.
 */
export function sortByNeeds(services: Service[], declared: readonly DeclaredService[]): Service[] {
  const waiting = [...services];
  const started = new Set<string>();
  const ordered: Service[] = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ needs }) => needs.every((need) => started.has(need)));
    if (index < 0) {
      const circle = findCircle(waiting);
      const first = declared.find(({ name }) => name === circle[0]);
      const what = `These services need each other: ${[...circle, circle[0]].join(' → ')}.`;
      first?.place.below('needs').rejectKey(what, 'none of them could start first');
      return services;
    }
    const [service] = waiting.splice(index, 1);
    started.add(service!.name);
    ordered.push(service!);
  }
  return ordered;
}

/** Finds a circle of needs. There is one, since each waiting service needs another waiting one. */
function findCircle(waiting: Service[]): string[] {
  const byName = new Map(waiting.map((service) => [service.name, service]));
  const trail: string[] = [];
  let next = waiting[0]?.name ?? '';
  while (!trail.includes(next)) {
    trail.push(next);
    next = byName.get(next)?.needs.find((need) => byName.has(need)) ?? next;
  }
  return trail.slice(trail.indexOf(next));
}
