import type { Axis, Config, Matrix, Overlay, Request, Scenario, Service, VariantValues } from './config.ts';
import { sortByNeeds } from './declared-service.ts';
import { findReferences } from './interpolation.ts';

/** One value of each axis. */
type Combination = { axis: string; value: string; overlay: Overlay }[];

/** Begins the names of parameters: `${variant.path}`. */
export const PARAMETER_PREFIX = 'variant.';

/**
 * Lists the configurations of all variants: every combination of the axes' values but the excluded ones, the last axis
 * fastest, with the scenarios that `only` leaves. Without variants it is the configuration alone.
 */
export function listVariants(config: Config): Config[] {
  const { variants: matrix, ...suite } = config;
  if (matrix === undefined) return [config];
  const all = listCombinations(matrix).map((combination) => applyTo(suite, combination));
  const closures = all.map(({ services, target }) => findNeeded(services, target));
  const ofTargets = new Set(closures.flatMap((names) => [...names]));
  const chosen = all
    .map((variant, index) => ({
      ...variant,
      // What no target needs, such as a worker, runs in every variant.
      services: variant.services.filter(({ name }) => !ofTargets.has(name) || closures[index]!.has(name)),
      scenarios: variant.scenarios.filter(({ name }) => isChosen(config, name, variant.variant.values)),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  return chosen.map((variant) => ({ ...variant, variant: { ...variant.variant, of: chosen.length } }));
}

/** Writes values as a label has them: `cache=off storage=memory`. */
export function printValues(values: VariantValues): string {
  return Object.entries(values)
    .map(([axis, value]) => `${axis}=${value}`)
    .join(' ');
}

/** Takes the variant off a label, or off labels in a text: `create at 5 req/s` of `create at 5 req/s [cache=off]`. */
export function bareLabel(label: string, values: VariantValues): string {
  return label.replaceAll(` [${printValues(values)}]`, '');
}

/** Tells whether a variant has all of these values. */
export function hasValues(variant: VariantValues, wanted: VariantValues): boolean {
  return Object.entries(wanted).every(([axis, value]) => variant[axis] === value);
}

export function listValues(matrix: Matrix): VariantValues[] {
  return listCombinations(matrix).map(valuesOf);
}

function listCombinations({ axes, exclude }: Matrix): Combination[] {
  const all = axes.reduce<Combination[]>(
    (combinations, { name, values }) =>
      combinations.flatMap((combination) =>
        values.map(({ name: value, overlay }) => [...combination, { axis: name, value, overlay }]),
      ),
    [[]],
  );
  return all.filter((combination) => !exclude.some((values) => hasValues(valuesOf(combination), values)));
}

function valuesOf(combination: Combination): VariantValues {
  return Object.fromEntries(combination.map(({ axis, value }) => [axis, value]));
}

type ConfigOfVariant = Config & Required<Pick<Config, 'variant'>>;

function applyTo(suite: Omit<Config, 'variants'>, combination: Combination): ConfigOfVariant {
  const overlays = combination.map(({ overlay }) => overlay);
  const values = valuesOf(combination);
  const parameters = Object.assign({}, ...overlays.map((overlay) => overlay.parameters));
  return {
    ...suite,
    // Other needs may ask for another order.
    services: sortByNeeds(
      suite.services.map((service) => changeService(service, overlays)),
      [],
    ),
    target: overlays.findLast(({ target }) => target !== undefined)?.target ?? suite.target,
    scenarios: suite.scenarios.map((scenario) => fillScenario(scenario, parameters)),
    variant: { name: printValues(values), values, parameters, of: 1 },
  };
}

function changeService(service: Service, overlays: readonly Overlay[]): Service {
  if (service.start === undefined || service.scope === 'run') return service;
  const changes = overlays.flatMap(({ services }) => services[service.name] ?? []);
  const common = overlays.map(({ env }) => env);
  const env = Object.assign({}, service.env, ...common, ...changes.map((change) => change.env));
  return { ...Object.assign({}, service, ...changes), env };
}

function fillScenario(scenario: Scenario, parameters: Record<string, string>): Scenario {
  const { work } = scenario;
  if (work.kind === 'script') return scenario;
  const fill = (template: string) => fillParameters(template, parameters);
  const fillBody = (body: string) => {
    const encode = chooseEncoding(body);
    return fillParameters(body, encode ? mapValues(parameters, encode) : parameters);
  };
  const fillRequest = (request: Request): Request => ({
    ...request,
    url: fill(request.url),
    headers: mapValues(request.headers, fill),
    ...(request.body !== undefined && { body: fillBody(request.body) }),
  });
  const mix = work.mix?.map((one) => ({ ...one, request: fillRequest(one.request) }));
  const filled = { ...work, request: fillRequest(work.request), ...(mix && { mix }) };
  return { ...scenario, work: filled };
}

/** Chooses how values stand in a body: within the texts of JSON, else as they are. */
export function chooseEncoding(body: string): ((value: string) => string) | undefined {
  return isJson(body) ? (value) => JSON.stringify(value).slice(1, -1) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function mapValues(
  values: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** Fills in `${variant.NAME}` and leaves all else of a template as it is. */
function fillParameters(template: string, parameters: Record<string, string>): string {
  if (!template.includes(`\${${PARAMETER_PREFIX}`)) return template;
  let filled = '';
  let rest = 0;
  for (const { name, offset, length } of findReferences(template)) {
    const key = name.startsWith(PARAMETER_PREFIX) ? name.slice(PARAMETER_PREFIX.length) : '';
    if (!Object.hasOwn(parameters, key)) continue;
    filled += template.slice(rest, offset) + parameters[key];
    rest = offset + length;
  }
  return filled + template.slice(rest);
}

/** Finds the names of a service and of all that it needs. */
function findNeeded(services: readonly Service[], target: string): Set<string> {
  const found = new Set([target]);
  for (const name of found) {
    for (const need of services.find((service) => service.name === name)?.needs ?? []) found.add(need);
  }
  return found;
}

function isChosen({ only }: Config, scenario: string, values: VariantValues): boolean {
  return (
    only === undefined ||
    only.some((one) => (one.scenario ?? scenario) === scenario && hasValues(values, one.values))
  );
}

/** Finds a target for the suite: the first of an axis whose values all name one. */
export function findCommonTarget(matrix: Matrix | undefined): string | undefined {
  const axis = matrix?.axes.find(({ values }) => values.every(({ overlay }) => overlay.target !== undefined));
  return axis?.values[0]?.overlay.target;
}

/** Lists the names that requests have for parameters, each with the first variant that lacks it; null if none does. */
export function listParameters(matrix: Matrix): { name: string; missing: string | null }[] {
  const variants = listCombinations(matrix).map((combination) => ({
    name: printValues(valuesOf(combination)),
    keys: combination.flatMap(({ overlay }) => Object.keys(overlay.parameters)),
  }));
  return [...new Set(variants.flatMap(({ keys }) => keys))].map((key) => ({
    name: PARAMETER_PREFIX + key,
    missing: variants.find(({ keys }) => !keys.includes(key))?.name ?? null,
  }));
}

/** Tells whether a value of an axis changes nothing. */
function isPlain({ values }: Axis, name: string | undefined): boolean {
  const overlay = values.find((value) => value.name === name)?.overlay;
  if (overlay === undefined || overlay.target !== undefined) return false;
  return [overlay.env, overlay.services, overlay.parameters].every((map) => Object.keys(map).length === 0);
}

/** A variant, and the same one of the other revision; null where that has none. */
type VariantPair = { own: Config; other: Config | null };

/**
 * Finds for each variant the one of the other revision that has the same values. An axis that the other one does not
 * know may be left out where its value changes nothing: a suite that gets an axis `cache` is compared with what it was
 * in the variant `cache=on`, if that is as before.
 */
export function pairVariants(own: Config, other: Config): VariantPair[] {
  const others = new Map(listVariants(other).map((variant) => [identify(variant, other, own), variant]));
  return listVariants(own).map((variant) => ({
    own: variant,
    other: others.get(identify(variant, own, other)) ?? null,
  }));
}

function identify({ variant }: Config, suite: Config, other: Config): string {
  const values: VariantValues = variant?.values ?? {};
  const known = other.variants?.axes.map(({ name }) => name) ?? [];
  const plain = suite.variants?.axes.filter((axis) => isPlain(axis, values[axis.name])) ?? [];
  const told = Object.entries(values).filter(
    ([axis]) => known.includes(axis) || !plain.some(({ name }) => name === axis),
  );
  return JSON.stringify(told.sort(([a], [b]) => (a < b ? -1 : 1)));
}
