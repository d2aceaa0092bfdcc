import type { Place } from './diagnostics/place.ts';
import { joinWords, nearest, propose, proposeAmong, quote } from './diagnostics/words.ts';
import { ENVIRONMENT_PREFIX, explainWithheld, findReferences, findShellNames } from './interpolation.ts';
import type { UserConfig } from './schema/schema.ts';
import { ENVIRONMENT_NAME } from './schema/values.ts';

/** Names that the `${…}` of one place may use. */
export type ReferenceScope = {
  /** Names such as `PORT`, `TAILGATE_INSTANCE`, `redis.PORT`. Variables (`env.NAME`) are always allowed. */
  names: readonly string[];
  /** File that `${data.NAME}` means; columns are null where it was not read. Absent: there is none. */
  data?: { columns: string[] | null } | undefined;
};

/** Names that Tailgate puts into the environment of every command. */
export const OWN_NAMES: readonly string[] = ['PORT', 'TAILGATE_INSTANCE'];

export const DATA_PREFIX = 'data.';
/** Most columns that a message lists. */
const MOST_COLUMNS = 10;

const PORTS =
  'A service knows the ports of those that it `needs`. A container reaches another by its name, as `db:5432`; what runs already is where its `url` says.';

/** Checks each reference of a template: a mistake in one would be sent or opened as it stands. @returns whether all are sound */
export function checkTemplate(place: Place, template: string, scope: ReferenceScope): boolean {
  const before = place.problems.length;
  for (const name of findShellNames(template)) {
    const meant = scope.names.includes(name) ? name : ENVIRONMENT_PREFIX + name;
    place.reject(
      `\`$${name}\` is the shell's way, and is not filled in here.`,
      `expected \`\${${meant}}\`; a literal \`$${name}\` is written \`$$${name}\``,
    );
  }
  for (const { name } of place.parse(template, findReferences) ?? []) {
    if (scope.names.includes(name)) continue;
    const withheld = explainWithheld(name);
    if (withheld !== null) place.add({ ...withheld, expected: 'expected another variable' });
    else if (name.startsWith(DATA_PREFIX)) checkColumn(place, name.slice(DATA_PREFIX.length), scope.data);
    else if (!ENVIRONMENT_NAME.test(variableOf(name) ?? '')) {
      const near =
        nearest(name, scope.names) ?? (ENVIRONMENT_NAME.test(name) ? ENVIRONMENT_PREFIX + name : undefined);
      const known = joinWords([...scope.names, 'env.NAME'].map((other) => `\${${other}}`));
      place.add({
        what: `\`\${${name}}\` is not known here.`,
        expected: propose(near && `\${${near}}`, `expected ${known}`),
        ...(/\.PORT/.test(name) && { hint: PORTS }),
      });
    }
  }
  return place.problems.length === before;
}

function checkColumn(place: Place, column: string, data: ReferenceScope['data']): void {
  if (data === undefined)
    place.reject(
      `\`\${data.${column}}\` is a value of a file, and there is none here.`,
      'add `data: items.csv` to the scenario',
    );
  else if (data.columns !== null && !data.columns.includes(column))
    place.reject(
      `The data file has no column ${quote(column)}.`,
      proposeAmong(column, data.columns.slice(0, MOST_COLUMNS)),
    );
}

/** Command that the user has called, with the variables that services and requests get. */
export type Calling = { command: string; variables: Readonly<Record<string, string | undefined>> };

/** Keys whose texts are templates. */
const TEMPLATES = /^(env|url|request|requests)$/;

/**
 * Checks that the variables of a file are there: those that its templates name, as far as they are used, and that no
 * secret is empty. A run that sends empty credentials measures how fast the service refuses.
 *
 * @param isUsed tells whether a scenario (`scenarios`, its name) or all variants (`variants`) are used
 * @param given variables that every variant sets
 */
export function checkVariables(
  root: Place,
  input: UserConfig,
  { command, variables }: Calling,
  { isUsed, given }: { isUsed: (section: string, name: string) => boolean; given: readonly string[] },
): void {
  for (const { item: name, place } of root.below('secrets').items(input.secrets))
    if (variables[name] === '')
      place.add({
        what: `The secret ${quote(name)} is set, but empty.`,
        expected: 'expected a variable with a value',
        hint: `Runs of forks and Dependabot get no secrets: give one that does for a test, \`${name}: \${{ secrets.${name} || 'test' }}\`, or skip the job.`,
      });
  for (const { place, text } of listTexts(root, input)) {
    const [section, name] = place.path.map(String);
    const keys = place.path.slice(section === 'service' ? 1 : 2);
    if (!keys.some((key) => TEMPLATES.test(String(key))) || !isUsed(section!, name!)) continue;
    const own = section === 'scenarios' ? given : [];
    for (const variable of findReferences(text).flatMap((one) => variableOf(one.name) ?? []))
      if (variables[variable] === undefined && !own.includes(variable))
        place.reject(
          `The environment has no ${quote(variable)}.`,
          `set it: \`${variable}=… ${command}\`; in a workflow, under \`env:\` of the step`,
        );
  }
}

function listTexts(place: Place, value: unknown): { place: Place; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...listTexts(place.below(Array.isArray(value) ? Number(key) : key), inner),
    ...listTexts(place.below(key), place.path.includes('json') ? key : null),
  ]);
}

/** Returns `NAME` of `env.NAME`; undefined for other references. */
function variableOf(reference: string): string | undefined {
  return reference.startsWith(ENVIRONMENT_PREFIX) ? reference.slice(ENVIRONMENT_PREFIX.length) : undefined;
}
