import type { Path, Problems } from './diagnostics/problem.ts';
import { joinNames } from './diagnostics/quotation.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { ENVIRONMENT_PREFIX, findReferences } from './interpolation.ts';
import { ENVIRONMENT_NAME } from './schema/values.ts';

/** What the `${…}` of one place may name. */
export type ReferenceScope = {
  /** `PORT`, `TAILGATE_INSTANCE`, `redis.PORT`; variables of the environment, `env.NAME`, are always allowed. */
  names: string[];
  /** Names that exist, but not here: why, and what to do. */
  elsewhere: ReadonlyMap<string, string>;
};

/** Names that Tailgate puts into the environment of every command. */
export const OWN_NAMES = ['PORT', 'TAILGATE_INSTANCE'] as const;

/** Checks every reference of a template, and that it has no slips that would be sent or opened as they stand. */
export function checkTemplate(problems: Problems, path: Path, template: string, scope: ReferenceScope): void {
  const references = problems.attempt(path, () => findReferences(template)) ?? [];
  for (const { name, ...span } of references) {
    if (scope.names.includes(name)) continue;
    const isVariable = name.startsWith(ENVIRONMENT_PREFIX);
    if (isVariable && ENVIRONMENT_NAME.test(name.slice(ENVIRONMENT_PREFIX.length))) continue;
    const near = nearest(name, scope.names);
    const hint = scope.elsewhere.get(name);
    const known = [...scope.names, 'env.NAME'].map((other) => `\`\${${other}}\``);
    const proposal = near ?? (/^[A-Z_][A-Z0-9_]*$/.test(name) ? `env.${name}` : undefined);
    problems.add(path, {
      span,
      what: `\`\${${name}}\` is not known here.`,
      expected: !hint && proposal ? `did you mean \`\${${proposal}}\`?` : `expected ${joinNames(known)}`,
      hint: hint ?? (proposal ? undefined : 'A literal `${` is written `$${`.'),
    });
  }
}

/** A command must say something; the shell fills it in, and a shell knows no names with dots. */
export function checkCommand(problems: Problems, path: Path, command: string, owner: string): void {
  if (command.trim() === '') {
    problems.reject(path, `\`${path.at(-1)}\` is empty.`, 'expected a shell command');
  }
  for (const match of command.matchAll(/(?<!\$)\$\{([a-z][a-z0-9_-]*)\.([A-Za-z_]\w*)\}/g)) {
    const [reference, service, variable] = match;
    const direct = service === 'env' ? variable : service === owner ? 'PORT' : undefined;
    const name = direct ?? `${service}_${variable}`.replaceAll('-', '_').toUpperCase();
    problems.add(path, {
      span: { offset: match.index, length: reference.length },
      what: `\`${reference}\` is filled in under \`url\`, \`env\` and \`request\` only; this is for the shell.`,
      expected: `expected \`$${name}\``,
      hint: direct ? undefined : `Give it that name first:\nenv:\n  ${name}: ${reference}`,
    });
  }
}
