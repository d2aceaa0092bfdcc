import type { Config } from './config.ts';
import { listValues, type Place } from './diagnostics/problem.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { explainWithheld, findReferences, findShellNames, variableOf } from './interpolation.ts';
import { ENVIRONMENT_NAME } from './schema/values.ts';
import { isSelected, parseSelector } from './selection.ts';
import { listCommonVariables } from './variants.ts';

/**
 * Names that the `${…}` at one place may use: `PORT`, `TAILGATE_INSTANCE`, `redis.PORT`, `data.id`; `data.NAME` is any
 * column of a file that was not read. Variables (`env.NAME`) are always allowed.
 */
export type ReferenceScope = readonly string[];

/** Names that Tailgate adds to the environment of every command. */
export const OWN_NAMES: ReferenceScope = ['PORT', 'TAILGATE_INSTANCE'];

/** Any column of a data file that was not read. */
export const ANY_COLUMN = 'data.NAME';
const SOURCES =
  '; ports are those of services that it `needs`, and a container reaches another by name: `db:5432`';

/** Checks each reference in a template: a mistake would be sent or opened literally. @returns whether all are sound */
export function checkTemplate(place: Place, template: string, scope: ReferenceScope): boolean {
  const before = place.problems.length;
  for (const name of findShellNames(template))
    place.reject(
      `\`$${name}\` is shell syntax, which is not expanded here.`,
      `expected \`\${${scope.includes(name) ? '' : 'env.'}${name}}\`; for the text itself, write \`$$${name}\``,
    );
  for (const { name } of place.parse(template, findReferences) ?? []) {
    const withheld = explainWithheld(name);
    const isColumn = name.startsWith('data.') && scope.includes(ANY_COLUMN);
    const isKnown = ENVIRONMENT_NAME.test(variableOf(name) ?? '') || scope.includes(name) || isColumn;
    const known = [...scope, 'env.NAME'].map((other) => `\${${other}}`);
    if (withheld !== null) place.reject(...withheld);
    else if (!isKnown)
      place.reject(`\`\${${name}}\` is not known here.`, proposeAmong(`\${${name}}`, known) + SOURCES);
  }
  return place.problems.length === before;
}

/** The command that the user called, with the variables available to services and requests. */
export type Calling = { command: string; variables: Readonly<Record<string, string | undefined>> };

/** Keys whose texts are templates. */
const TEMPLATES = /^(env|url|request|requests)$/;

/**
 * Checks that the variables of a file are set: those that its templates name, as far as they are used, and that no
 * secret is empty. A run that sends empty credentials measures how fast the service refuses.
 */
export function checkVariables(
  root: Place,
  { settings, variants }: Config,
  { command, variables }: Calling,
  only: readonly string[] = [],
): void {
  const selectors = only.map(parseSelector);
  const isUsed = (section: unknown, name: unknown) =>
    section === 'scenarios'
      ? only.length === 0 || isSelected(selectors, String(name))
      : section !== 'variants' || selectors.every(({ inside }) => inside === null);
  const ofVariants = listCommonVariables(variants);
  for (const [index, name] of (settings.secrets ?? []).entries())
    if (variables[name] === '')
      root
        .below('secrets', index)
        .reject(
          `The secret ${quote(name)} is set, but empty.`,
          `expected a value; runs for forks and Dependabot get no secrets: give a test value, \`${name}: \${{ secrets.${name} || 'test' }}\`, or skip the job`,
        );
  for (const { place, value: text } of listValues(root, settings)) {
    const [section, name] = place.path;
    const keys = place.path.slice(section === 'service' ? 1 : 2);
    const isTemplate = typeof text === 'string' && keys.some((key) => TEMPLATES.test(String(key)));
    const isExpected = keys[keys.indexOf('request') + 1] === 'expect';
    if (!isTemplate || isExpected || !isUsed(section, name)) continue;
    for (const variable of findReferences(text).flatMap((one) => variableOf(one.name) ?? []))
      if (variables[variable] === undefined && !(section === 'scenarios' && ofVariants.includes(variable)))
        place.reject(
          `Variable ${quote(variable)} is not set.`,
          `set it: \`${variable}=… ${command}\`; in a workflow, under \`env:\` of the step`,
        );
  }
}
