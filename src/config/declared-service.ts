import type { Place } from './diagnostics/place.ts';
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
    input,
  }));
  if (config.service) all.unshift({ name: 'service', place: root.below('service'), input: config.service });
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
