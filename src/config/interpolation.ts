import { UserError } from '../errors.ts';
import { childEnvironment, isWithheld } from '../processes/environment.ts';
import { type Mistake, TextError } from './diagnostics/problem.ts';
import { quote } from './diagnostics/words.ts';

/** Reference `${NAME}` in a template. Offset and length cover it from `$` to `}`. */
type Reference = { name: string; offset: number; length: number };

/** Values by the name between the braces: `PORT`, `TAILGATE_INSTANCE`, `redis.PORT`, `env.HOME`. */
export type Lookup = Readonly<Record<string, string | undefined>>;

/** A reference, or `$$` that stands for `$` before what would be a reference. */
const PART = /\$\$(?=\{|[A-Z_][A-Z0-9_]+\b)|\$\{([^}]*)\}?/g;
/** `$TOKEN`, as in a shell. GraphQL's `$id` and OData's `$filter` are in lower case, and stay. */
const SHELL_NAME = /(?<!\$)\$([A-Z_][A-Z0-9_]+)\b/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?$/;
export const ENVIRONMENT_PREFIX = 'env.';

/** Finds the references of a template, in order. `$${` is a literal `${`. @throws TextError */
export function findReferences(template: string): Reference[] {
  return [...template.matchAll(PART)]
    .filter(([whole]) => whole !== '$$')
    .map(({ 0: whole, 1: name = '', index: offset }) => {
      if (whole.endsWith('}') && NAME.test(name)) return { name, offset, length: whole.length };
      throw new TextError(
        `${quote(whole)} is not a valid reference: defaults and expressions are not supported.`,
        'expected a name, such as `${PORT}`; a literal `${` is written `$${`',
      );
    });
}

/** Returns `NAME` from `env.NAME`; undefined for other references. */
export function variableOf(reference: string): string | undefined {
  return reference.startsWith(ENVIRONMENT_PREFIX) ? reference.slice(ENVIRONMENT_PREFIX.length) : undefined;
}

/** Finds what only a shell would expand: `$TOKEN`. `$$TOKEN` is a literal `$TOKEN`. */
export function findShellNames(template: string): string[] {
  return [...template.matchAll(SHELL_NAME)].map(([, name]) => name!);
}

/**
 * Fills in the references of a template with values, each escaped by `encode`.
 *
 * @param where origin of the template, for the error: `url of app`
 * @throws UserError if a name has no value; the error never shows values
 */
export function interpolate(
  template: string,
  lookup: Lookup,
  where: string,
  encode = (value: string) => value,
): string {
  return replaceReferences(template, (name) => encode(findValue(name, lookup, where)), '$');
}

/** Replaces references by values; one without a value stays. @param dollar replaces `$$` */
export function replaceReferences(
  template: string,
  findOne: (name: string) => string | undefined,
  dollar = '$$',
): string {
  findReferences(template);
  return template.replace(PART, (whole, name) => (whole === '$$' ? dollar : (findOne(name) ?? whole)));
}

/** Lists the names of a service's own ports, in its environment as in its templates: `PORT`, `PORT_ADMIN`. */
export function listOwnPorts(names: readonly string[] = []): string[] {
  return ['PORT', ...names.map((name) => `PORT_${name.toUpperCase()}`)];
}

/** Lists the names of a service's ports in templates of others: `app.PORT`, `app.PORT_ADMIN`. */
export function listPorts({ name, ports }: { name: string; ports?: string[] | undefined }): string[] {
  return listOwnPorts(ports).map((port) => `${name}.${port}`);
}

/** Picks a service's own ports: `app.PORT_ADMIN` becomes `PORT_ADMIN`. */
export function pickOwnPorts(service: string, ports: ReadonlyMap<string, number>): Record<string, string> {
  const own = [...ports].filter(([name]) => name.startsWith(`${service}.`));
  return Object.fromEntries(own.map(([name, port]) => [name.slice(service.length + 1), String(port)]));
}

/** Lists values for the `${…}` of a service in one of its instances. @param ports of all, by the names of `listPorts` */
export function lookupService(
  service: string,
  instance: string,
  ports: ReadonlyMap<string, number>,
  environment: Readonly<Record<string, string | undefined>>,
): Lookup {
  const ofChildren = Object.entries(childEnvironment(environment));
  return {
    ...Object.fromEntries(ofChildren.map(([name, value]) => [ENVIRONMENT_PREFIX + name, value])),
    ...Object.fromEntries([...ports].map(([name, port]) => [name, String(port)])),
    ...pickOwnPorts(service, ports),
    TAILGATE_INSTANCE: instance,
  };
}

/** Explains why a reference to a variable is never filled in, and what to write. Null for all others. */
export function explainWithheld(name: string): Mistake | null {
  const variable = variableOf(name);
  if (variable === undefined || !isWithheld(variable)) return null;
  return [
    `${quote(variable)} is withheld: services, builds and requests never see tokens, inputs or files of the runner, or settings of k6 or Tailgate.`,
    'expected a variable with a different name, set under `env:` of the workflow step',
  ];
}

function findValue(name: string, lookup: Lookup, where: string): string {
  const value = Object.hasOwn(lookup, name) ? lookup[name] : undefined;
  if (value !== undefined) return value;
  const variable = quote(name.replace(ENVIRONMENT_PREFIX, ''));
  const [what, hint] = explainWithheld(name) ?? [
    name.startsWith(ENVIRONMENT_PREFIX) ? `Variable ${variable} is not set.` : `${variable} has no value.`,
  ];
  throw new UserError({ what, where, ...(hint && { hint }) });
}
