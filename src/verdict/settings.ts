import type { Config, Matrix, Scenario } from '../config/config.ts';
import { listRequests } from '../config/request.ts';
import type { UserScenario } from '../config/schema/scenario.ts';
import type { UserConfig } from '../config/schema/schema.ts';
import { defaultOf, grammarOf, type Schemas, schemasAt, schemasIn } from '../config/schema/schema-path.ts';
import type { LoosenedGate } from './verdict.ts';

/** Configuration of a revision, and what else decides on its load. */
export type RevisionGate = {
  config: Config;
  /** Digests of the files that make up a script, by scenario. */
  files: ReadonlyMap<string, FileDigests>;
};

/** Digests by path, relative to the configuration. */
export type FileDigests = Readonly<Record<string, string>>;

type Told = Extract<LoosenedGate, { kind: 'setting' | 'contents' }>;

const grows = (from: unknown, to: unknown) => Number(to) > Number(from);
const keepsAll = (from: unknown, to: unknown) =>
  Array.isArray(to) && [from ?? []].flat().every((one) => to.includes(one));

/** Changes that can only make a gate stricter, or a text less open. All others are told. */
const STRICTER: Record<string, (from: unknown, to: unknown) => boolean> = {
  // More time under load finds smaller changes.
  budget: grows,
  'measure.soak': grows,
  // A run without its base has no verdict then.
  'baseline.on-base-failure': (_, to) => to !== 'history',
  secrets: keepsAll,
};

/** Settings whose values may be secret, and digests. */
const UNSHOWN = /(^|\.)(env|headers|files)\.|(^|\.)(body|json)$/;

/** Most characters of a value that are kept; a configuration may hold a script. */
const LONGEST = 1000;

/** Compares two suites: what concerns no single scenario. */
export function compareSuites(base: RevisionGate, head: RevisionGate): Told[] {
  return compareSettings(null, listSuite(base, head.config), listSuite(head, base.config));
}

/** Compares a scenario of the base with that of the head. */
export function compareScenarios(
  [base, own]: [RevisionGate, Scenario],
  [head, now]: [RevisionGate, Scenario],
): Told[] {
  return compareSettings(own.name, listScenario(base, own, now), listScenario(head, now, own));
}

type Value = { value: unknown; text: string };
/** Setting by its name. `usual`: what holds where the file says nothing. */
type Setting = [name: string, Value & { usual?: Value }];

/** Compares settings one by one. Whatever differs is told, unless it is known to be stricter. */
function compareSettings(label: string | null, base: Setting[], head: Setting[]): Told[] {
  const [before, after] = [new Map(base), new Map(head)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Told[] => {
    const [own, now] = [before.get(name), after.get(name)];
    const [from, to] = [own ?? now?.usual, now ?? own?.usual];
    if (from?.text === to?.text || STRICTER[name]?.(from?.value, to?.value)) return [];
    const setting = name.replace(/^services\.service\b/, 'service').replace(/^files\./, '');
    if (!UNSHOWN.test(name)) return [{ kind: 'setting', label, setting, from: show(from), to: show(to) }];
    const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    return [{ kind: 'contents', label, setting, change }];
  });
}

/** Shows a value. An address may hold a password. */
function show(setting: Value | undefined): string | null {
  return setting?.text.replace(/\/\/[^/@\s]*@/g, '//***@').slice(0, LONGEST) ?? null;
}

/** Lists settings by the keys that lead to them, such as `ready.timeout`. Items that are maps are counted from 1. */
function listSettings(value: unknown, schemas: Schemas, name = ''): Setting[] {
  if (value === undefined || value === null) return [];
  const grammar = grammarOf(schemas);
  const isList = Array.isArray(value);
  if (typeof value === 'object' && !grammar && !(isList && value.every((one) => typeof one !== 'object'))) {
    return Object.entries(value).flatMap(([key, inner]) => {
      const [segment, last] = isList ? [Number(key), Number(key) + 1] : [key, key];
      return listSettings(inner, schemasIn(schemas, segment), name === '' ? `${last}` : `${name}.${last}`);
    });
  }
  if (isList && value.length === 0) return [];
  const text = grammar ? grammar.print(value as never) : [value].flat().join(', ');
  const usual = defaultOf(schemas);
  return [[name, { value, text, ...(usual && { usual: { value: grammar?.parse(usual), text: usual } }) }]];
}

/** Tells once, without a label, what changes alike in all scenarios. @param byScenario a list for each */
export function tellOnce(byScenario: readonly LoosenedGate[][]): LoosenedGate[] {
  const bare = (gate: LoosenedGate) => JSON.stringify({ ...gate, label: null });
  const [first = [], ...others] = byScenario.map((gates) => gates.map(bare));
  const common = new Set(
    others.length === 0 ? [] : first.filter((gate) => others.every((other) => other.includes(gate))),
  );
  return byScenario.flatMap((gates, index) =>
    gates.flatMap((gate) => {
      if (!common.has(bare(gate))) return [gate];
      return index === 0 ? [{ ...gate, label: null } as LoosenedGate] : [];
    }),
  );
}

/**
 * Lists the settings of a suite, without what is weighed by itself (patterns, scenarios, tolerances, budgets), and
 * without what gates nothing. A service that the other revision lacks is only its command.
 */
function listSuite({ config }: RevisionGate, other: Config): Setting[] {
  const { settings, deployments } = config;
  const { service, when, measure, baseline, ...rest } = settings;
  const declared: UserConfig['services'] = settings.services ?? { service: service ?? {} };
  const services = config.services.map(({ name, start, url }) => {
    const isShared = other.services.some((another) => another.name === name);
    return [name, isShared ? declared[name] : (start ?? url ?? 'runs already')];
  });
  const suite = {
    ...omit(rest, 'scenarios', 'page', 'explain'),
    base: { url: deployments?.base },
    head: { url: deployments?.head },
    target: config.target,
    when: when && omit(when, 'changed'),
    measure: measure && omit(measure, 'budget'),
    baseline: { ...omit(baseline ?? {}, 'tolerance', 'confidence'), from: config.baseline.kind },
    services: Object.fromEntries(services),
    variants: keepShared(settings.variants, other.variants),
  };
  return listSettings(suite, schemasAt([]));
}

/** Keeps the values of axes that both revisions have. Variants that one of them lacks are told as that. */
function keepShared(variants: UserConfig['variants'] = {}, other: Matrix | undefined): object {
  const axes = Object.entries(omit(variants, 'exclude')).map(([name, values]) => {
    const known = other?.axes.find((axis) => axis.name === name)?.values ?? [];
    const shared = Object.entries(values).filter(([value]) => known.some((one) => one.name === value));
    return [name, Object.fromEntries(shared)];
  });
  return Object.fromEntries(axes);
}

/**
 * Lists the settings of a scenario, without its loads, SLOs and tolerances. The budget is the one that takes effect.
 * Requests have no names, so all of them are one line. Their details say nothing beside a script in their place.
 */
function listScenario({ config, files }: RevisionGate, scenario: Scenario, other: Scenario): Setting[] {
  const { name, work, budgetSeconds: budget = config.measure.budgetSeconds } = scenario;
  const own = config.settings.scenarios[name] ?? {};
  const { request, requests, script, data, exec, ...rest } = omit(
    own,
    'load',
    'slo',
    'tolerance',
    'confidence',
  );
  const items = requests?.map((one) =>
    typeof one === 'object' ? { ...one, request: detailsOf(one.request) } : undefined,
  );
  const details = { data, exec, request: detailsOf(request), requests: items };
  const lines =
    work.kind === 'script' ? [] : listRequests(work).map(({ request: one }) => `${one.method} ${one.url}`);
  const line = script ?? lines.join(', ');
  const isSameKind = work.kind === other.work.kind;
  return [
    ['request', { value: line, text: line }],
    ...listSettings({ ...rest, budget, ...(isSameKind && details) }, schemasAt(['scenarios', name])),
    ...(isSameKind ? listSettings(files.get(name), [], 'files') : []),
  ];
}

/** Lists what a request has beside its line. */
function detailsOf(request: UserScenario['request']): object | undefined {
  return typeof request === 'object' ? omit(request, 'method', 'path') : undefined;
}

function omit<T extends object, K extends keyof T>(map: T, ...keys: K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>;
}
