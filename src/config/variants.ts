import type { Combination, Request, Run, Scenario, Service, VariantValues } from './config.ts';
import type { Place } from './diagnostics/problem.ts';
import { replaceReferences, variableOf } from './interpolation.ts';
import type { UserAxis, UserVariants } from './schema/schema.ts';

/** Maximum number of variants of a run, including excluded ones. At a minute each they take an hour. */
const MOST_VARIANTS = 64;

/** Lists the axes of a file, each with its values. */
export function listAxes({ exclude: _, ...axes }: UserVariants): [string, UserAxis][] {
  return Object.entries(axes as Record<string, UserAxis>);
}

/** Lists every combination of the axes' values except the excluded ones, the last axis fastest. */
export function buildVariants(variants: UserVariants, place?: Place): Combination[] {
  let all: Combination[] = [{ values: {}, env: {} }];
  for (const [axis, values] of listAxes(variants))
    all = all.slice(0, MOST_VARIANTS + 1).flatMap((one) =>
      Object.entries(values).map(([name, { env, target = one.target }]) => ({
        values: { ...one.values, [axis]: name },
        env: { ...one.env, ...env },
        ...(target !== undefined && { target }),
      })),
    );
  if (all.length > MOST_VARIANTS)
    place?.rejectKey(
      'There are too many variants.',
      `expected ${MOST_VARIANTS} at most, including excluded ones`,
    );
  const left = all.filter(({ values }) => !variants.exclude?.some((one) => hasValues(values, one)));
  if (left.length === 0) place?.below('exclude').reject('This leaves no variant.', 'expected fewer, or none');
  return left;
}

/** Lists the configurations of all variants, with the scenarios that `only` leaves. Without variants, only the configuration. */
export function listVariants(config: Run): Run[] {
  const { variants, ...suite } = config;
  if (variants === undefined) return [config];
  const isChosen = (name: string, values: VariantValues) =>
    config.only?.some((one) => (one.scenario ?? name) === name && hasValues(values, one.values)) ?? true;
  const all = variants.map((combination) => applyTo(suite, combination));
  const closures = all.map(({ services, target }) => findNeeded(services, target));
  const ofTargets = new Set(closures.flatMap((names) => [...names]));
  const chosen = all
    .map((variant, index) => ({
      ...variant,
      // What no target needs, such as a worker, runs in every variant.
      services: variant.services.filter(({ name }) => !ofTargets.has(name) || closures[index]!.has(name)),
      scenarios: variant.scenarios.filter(({ name }) => isChosen(name, variant.variant.values)),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  return chosen.map((variant) => ({ ...variant, variant: { ...variant.variant, of: chosen.length } }));
}

/** Writes values as in a label: `cache=off storage=memory`. */
export function printValues(values: VariantValues): string {
  return Object.entries(values)
    .map(([axis, value]) => `${axis}=${value}`)
    .join(' ');
}

/** Removes the variant from a label, or from labels in a text: `create at 5 req/s` from `create at 5 req/s [cache=off]`. */
export function bareLabel(label: string, values: VariantValues): string {
  return label.replaceAll(` [${printValues(values)}]`, '');
}

/** Tells whether a variant has all of these values. */
export function hasValues(variant: VariantValues, wanted: VariantValues): boolean {
  return Object.entries(wanted).every(([axis, value]) => variant[axis] === value);
}

function applyTo(suite: Omit<Run, 'variants'>, { values, env, target }: Combination) {
  const change = (service: Service): Service =>
    service.start === undefined || service.scope === 'run'
      ? service
      : { ...service, env: { ...service.env, ...env } };
  return {
    ...suite,
    services: suite.services.map(change),
    target: target ?? suite.target,
    scenarios: suite.scenarios.map((scenario) => fillScenario(scenario, env)),
    variant: { name: printValues(values), values, env, of: 1 },
  };
}

function fillScenario(scenario: Scenario, env: Record<string, string>): Scenario {
  const { work } = scenario;
  if (work.kind === 'script') return scenario;
  const fill = (template: string) => fillVariables(template, env);
  const fillAll = (texts: Record<string, string>, change: (text: string) => string) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
  const fillRequest = ({ body, ...rest }: Request): Request => ({
    ...rest,
    url: fill(rest.url),
    headers: fillAll(rest.headers, fill),
    ...(body !== undefined && { body: fillVariables(body, fillAll(env, chooseEncoding(body) ?? String)) }),
  });
  const requests = work.requests.map((one) => ({ ...one, request: fillRequest(one.request) }));
  return { ...scenario, work: { ...work, requests } };
}

/** Chooses how values are inserted into a body: as JSON strings within JSON, otherwise as they are. */
export function chooseEncoding(body: string): ((value: string) => string) | undefined {
  try {
    JSON.parse(body);
  } catch {
    return undefined;
  }
  return (value) => JSON.stringify(value).slice(1, -1);
}

/** Fills in `${env.NAME}` if a variant sets it, and leaves the rest of a template unchanged. */
function fillVariables(template: string, env: Record<string, string>): string {
  const values = new Map(Object.entries(env));
  return replaceReferences(template, (name) => values.get(variableOf(name) ?? ''));
}

/** Finds the names of a service and of everything it needs. */
function findNeeded(services: readonly Service[], target: string): Set<string> {
  const found = new Set([target]);
  for (const name of found) {
    for (const need of services.find((service) => service.name === name)?.needs ?? []) found.add(need);
  }
  return found;
}

/** Lists the variables that every variant sets. */
export function listCommonVariables([first, ...others]: readonly Combination[] = []): string[] {
  return Object.keys(first?.env ?? {}).filter((name) => others.every(({ env }) => Object.hasOwn(env, name)));
}

/** Finds for each variant the other revision's variant of the same name; null if there is none. */
export function pairVariants(own: Run, other: Run): { own: Run; other: Run | null }[] {
  const others = listVariants(other);
  return listVariants(own).map((variant) => ({
    own: variant,
    other: others.find((one) => one.variant?.name === variant.variant?.name) ?? null,
  }));
}
