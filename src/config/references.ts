import type { Place } from './diagnostics/place.ts';
import { joinWords } from './diagnostics/quotation.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { ENVIRONMENT_PREFIX, explainWithheld, findReferences } from './interpolation.ts';
import { ENVIRONMENT_NAME } from './schema/values.ts';

/** Names that the `${…}` of one place may use. */
export type ReferenceScope = {
  /** Names such as `PORT`, `TAILGATE_INSTANCE`, `redis.PORT`. Variables (`env.NAME`) are always allowed. */
  names: string[];
  /** Names that exist, but not here, each with the reason and with what to do. */
  elsewhere: ReadonlyMap<string, string>;
};

/** Names that Tailgate puts into the environment of every command. */
export const OWN_NAMES = ['PORT', 'TAILGATE_INSTANCE'] as const;

/** Checks each reference of a template. A mistake in one would be sent or opened as it stands. */
export function checkTemplate(place: Place, template: string, scope: ReferenceScope): void {
  for (const { name, ...span } of place.attempt(() => findReferences(template)) ?? []) {
    if (scope.names.includes(name)) continue;
    const withheld = explainWithheld(name);
    if (withheld !== null) {
      place.add({ span, ...withheld, expected: 'expected another variable' });
      continue;
    }
    const isVariable = name.startsWith(ENVIRONMENT_PREFIX);
    if (isVariable && ENVIRONMENT_NAME.test(name.slice(ENVIRONMENT_PREFIX.length))) continue;
    const hint = scope.elsewhere.get(name);
    const isUpperCase = /^[A-Z_][A-Z0-9_]*$/.test(name);
    const proposal = nearest(name, scope.names) ?? (isUpperCase ? `env.${name}` : undefined);
    const known = joinWords([...scope.names, 'env.NAME'].map((other) => `\${${other}}`));
    place.add({
      span,
      what: `\`\${${name}}\` is not known here.`,
      expected: !hint && proposal ? `did you mean \`\${${proposal}}\`?` : `expected ${known}`,
      hint: hint ?? (proposal ? undefined : 'A literal `${` is written `$${`.'),
    });
  }
}

/** Checks that a command is not empty and has no `${a.b}`: a shell fills it in, and knows no such names. */
export function checkCommand(place: Place, command: string, owner: string): void {
  if (command.trim() === '') place.reject(`\`${place.path.at(-1)}\` is empty.`, 'expected a shell command');
  for (const match of command.matchAll(/(?<!\$)\$\{([a-z][a-z0-9_-]*)\.([A-Za-z_]\w*)\}/g)) {
    const [reference, service, variable] = match;
    const direct = service === 'env' ? variable : service === owner ? 'PORT' : undefined;
    const name = direct ?? `${service}_${variable}`.replaceAll('-', '_').toUpperCase();
    place.add({
      span: { offset: match.index, length: reference.length },
      what: `\`${reference}\` is filled in under \`url\`, \`env\` and \`request\` only; this is for the shell.`,
      expected: `expected \`$${name}\``,
      hint: direct ? undefined : `Give it that name first:\nenv:\n  ${name}: ${reference}`,
    });
  }
}
