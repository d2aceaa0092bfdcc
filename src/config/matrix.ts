import type { Axis, Config, Matrix, Overlay, Request, VariantValues } from './config.ts';
import { type DeclaredService, sortByNeeds } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { checkHosts } from './hosts.ts';
import { findReferences } from './interpolation.ts';
import { findUrlFault } from './language/request-line.ts';
import { type Declarations, readOverlay } from './overlay.ts';
import { checkTemplate, type ReferenceScope } from './references.ts';
import { placeRequests } from './request.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserExclusion, UserOverlay } from './schema/service.ts';
import { NAME } from './schema/values.ts';
import { hasValues, listValues, listVariants, PARAMETER_PREFIX, printValues } from './variants.ts';

/** Most variants of a run. With a minute for each they take an hour. */
const MOST_VARIANTS = 64;
/** Most combinations that are looked at before some are excluded. */
const MOST_COMBINATIONS = 4096;
/** Names of values: they become parts of labels, such as `[cache=off storage=memory]`. */
const VALUE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
const LONGEST_AXIS = 40;

/** Reads the axes and what is excluded of them, and adds a problem for each mistake. Undefined without variants. */
export function readMatrix(place: Place, all: Declarations): Matrix | undefined {
  const { variants } = all.config;
  if (variants === undefined) return undefined;
  const { exclude, ...rest } = variants;
  const axes = Object.entries(
    rest as Record<string, Record<string, UserOverlay | undefined> | undefined>,
  ).map(([name, values]) => readAxis(place.below(name), name, values, all));
  if (axes.length === 0) {
    place.add({
      on: 'key',
      what: '`variants` has no axis.',
      expected: 'expected one such as `cache:`',
      hint: 'For example:\nvariants:\n  cache:\n    "on": {}\n    "off": { env: { CACHE: "0" } }',
    });
  }
  rejectShared(axes, place);
  const combinations = axes.reduce((product, { values }) => product * values.length, 1);
  if (combinations > MOST_COMBINATIONS) {
    tellMost(place, combinations);
    return { axes, exclude: [] };
  }
  const matrix = { axes, exclude: readExclude(place.below('exclude'), exclude ?? [], axes) };
  const count = listValues(matrix).length;
  if (count > MOST_VARIANTS) tellMost(place, count);
  return matrix;
}

/** Checks what the values of axes give to requests, which are filled in once. @param scope of requests */
export function checkParameters(place: Place, { axes }: Matrix, scope: ReferenceScope): void {
  const names = scope.names.filter((name) => !name.startsWith(PARAMETER_PREFIX));
  const own = { ...scope, names };
  for (const axis of axes) {
    for (const { name, overlay } of axis.values) {
      const at = place.below(axis.name, name, 'with');
      for (const [key, text] of Object.entries(overlay.parameters) as [string, string | undefined][])
        if (text?.includes('${data.'))
          at.below(key).reject(
            'A value of a variant takes nothing from a data file.',
            'write `${data.NAME}` in the request itself',
          );
        else if (text !== undefined) checkTemplate(at.below(key), text, own);
    }
  }
}

function tellMost(place: Place, count: number): void {
  const what = `There are ${count} variants, and ${MOST_VARIANTS} are the most.`;
  place.rejectKey(what, 'expected fewer values, or `exclude`');
}

function readAxis(
  place: Place,
  name: string,
  input: Record<string, UserOverlay | undefined> | undefined,
  all: Declarations,
): Axis {
  if (!NAME.test(name) || name.length > LONGEST_AXIS) {
    const what = `${quote(name)} is not a name of an axis: small letters, digits, \`-\` and \`_\`, a letter first, ${LONGEST_AXIS} at most.`;
    place.rejectKey(what, 'expected one such as `cache`');
  }
  if (input !== undefined && Object.keys(input).length === 0)
    place.rejectKey(`The axis ${quote(name)} has no value.`, 'expected some, such as `"on": {}`');
  const values = Object.entries(input ?? {}).map(([value, overlay]) => {
    const at = place.below(value);
    if (!VALUE.test(value)) {
      const what = `${quote(value)} is not a name of a value: letters, digits, \`.\`, \`-\` and \`_\`, 40 at most.`;
      at.rejectKey(what, 'expected one such as `off`');
    }
    return { name: value, overlay: readOverlay(at, overlay ?? {}, all) };
  });
  return { name, values };
}

function readExclude(
  place: Place,
  input: readonly (UserExclusion | undefined)[],
  axes: Axis[],
): VariantValues[] {
  const exclude: VariantValues[] = [];
  for (const { item: entry, place: at } of place.items(input)) {
    if (at.isBroken) continue;
    const values = readExclusion(at, entry, axes);
    if (values === null) continue;
    if (Object.keys(values).length === 0) {
      at.reject('This excludes nothing: it names no value.', 'expected some, such as `cache: "off"`');
      continue;
    }
    const left = listValues({ axes, exclude });
    if (!left.some((variant) => hasValues(variant, values))) {
      at.reject(
        `No variant is left that has ${quote(printValues(values))}: those before exclude it.`,
        'leave it out',
      );
    }
    exclude.push(values);
    if (left.length > 0 && left.every((variant) => hasValues(variant, values)))
      at.reject('This leaves no variant.', 'expected fewer, or none');
  }
  return exclude;
}

/** Reads one entry of `exclude`; null when it names what there is not. */
function readExclusion(place: Place, entry: UserExclusion, axes: readonly Axis[]): VariantValues | null {
  const values: VariantValues = {};
  let isKnown = true;
  for (const [name, value] of Object.entries(entry)) {
    const at = place.below(name);
    const axis = axes.find((one) => one.name === name);
    if (axis === undefined) {
      const known = axes.map((one) => one.name);
      at.rejectKey(`There is no axis ${quote(name)}.`, proposeAmong(name, known));
    } else if (value !== undefined && !axis.values.some((one) => one.name === value)) {
      const known = axis.values.map((one) => one.name);
      at.reject(`The axis \`${name}\` has no value ${quote(value)}.`, proposeAmong(value, known));
    } else if (value !== undefined) {
      values[name] = value;
      continue;
    }
    isKnown = false;
  }
  return isKnown ? values : null;
}

/** Rejects what two axes set: which of them holds would depend on their order. */
function rejectShared(axes: readonly Axis[], place: Place): void {
  const owners = new Map<string, string>();
  for (const { name: axis, values } of axes) {
    for (const { name: value, overlay } of values) {
      for (const path of listSettings(overlay)) {
        const key = JSON.stringify(path);
        const owner = owners.get(key) ?? axis;
        owners.set(key, owner);
        if (owner === axis) continue;
        const what = `\`${path.at(-1)}\` is set by the axis \`${owner}\` as well.`;
        place.below(axis, value, ...path).rejectKey(what, 'expected one axis that sets it');
      }
    }
  }
}

/** Lists what an overlay sets, as paths in the file. */
function listSettings({ env, services, target, parameters }: Overlay): string[][] {
  return [
    ...Object.keys(env).map((name) => ['env', name]),
    ...Object.entries(services).flatMap(([service, { env: own = {}, ...keys }]) => [
      ...Object.keys(own).map((name) => ['services', service, 'env', name]),
      ...Object.keys(keys).map((key) => ['services', service, key]),
    ]),
    ...(target === undefined ? [] : [['target']]),
    ...Object.keys(parameters).map((name) => ['with', name]),
  ];
}

/**
 * Checks what only a whole variant shows: services that need each other, and requests with their parameters filled in.
 * Problems of the first variant that has some are enough.
 */
export function checkVariants(
  root: Place,
  config: Config,
  declared: readonly DeclaredService[],
  input: UserConfig,
): void {
  for (const variant of listVariants(config)) {
    sortByNeeds(variant.services, declared);
    for (const scenario of variant.scenarios) {
      for (const { request, place } of placeRequests(root, scenario, input)) {
        const what = findFault(request, variant, declared);
        if (what) place.reject(`In the variant \`${variant.variant?.name}\` ${what}`);
      }
    }
    const target = declared.find(({ name }) => name === variant.target);
    checkHosts(root, { declared, target, scenarios: variant.scenarios, input, allow: config.allow });
    if (root.problems.length > 0) return;
  }
}

/** Says what is wrong with a request of a variant; undefined if nothing is. */
function findFault(
  { url, body, headers }: Request,
  { services }: Config,
  declared: readonly DeclaredService[],
): string | undefined {
  const fault = findUrlFault(url);
  if (fault) return `the path is ${quote(url)}. ${fault.what}`;
  if (/\s/.test(url.replace(/\$\{[^{}]*\}/g, ''))) return `the path is ${quote(url)}. A path has no blanks.`;
  for (const { name } of [url, body ?? '', ...Object.values(headers)].flatMap(findReferences)) {
    const owner = /^(.+)\.PORT(?:_\w+)?$/.exec(name)?.[1];
    if (owner === undefined || services.some((service) => service.name === owner)) continue;
    if (declared.some((service) => service.name === owner))
      return `\`\${${name}}\` has no value: its target does not need \`${owner}\`, so that is not started.`;
  }
  return undefined;
}
