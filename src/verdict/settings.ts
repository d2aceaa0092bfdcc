import type { Config, Matrix, Scenario, Service, Stop, Work } from '../config/config.ts';
import { printCapacity } from '../config/language/capacity.ts';
import { printDuration } from '../config/language/duration.ts';
import { printPercent } from '../config/language/percent.ts';
import { listRequests } from '../config/request.ts';
import type { LoosenedGate } from './verdict.ts';

/** Configuration of a revision, and what else decides on its load. */
export type RevisionGate = {
  config: Config;
  /** Digests of the files that make up a script, by scenario; those of k6 under `k6`. */
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
  'baseline.on-base-failure': (_, to) => to === 'invalid',
  secrets: keepsAll,
};

/** Settings whose values may be secret, and digests. */
const UNSHOWN = /(^|\.)(env|headers|files)\.|(^|\.)body$/;

/** Most characters of a value that are kept; a configuration may hold a script. */
const LONGEST = 1000;

/** Compares two suites: what concerns no single scenario. */
export function compareSuites(base: RevisionGate, head: RevisionGate): Told[] {
  return compareSettings(null, outlineSuite(base, head.config), outlineSuite(head, base.config));
}

/** Compares a scenario of the base with that of the head. */
export function compareScenarios(
  [base, own]: [RevisionGate, Scenario],
  [head, now]: [RevisionGate, Scenario],
): Told[] {
  return compareSettings(own.name, outlineScenario(base, own, now), outlineScenario(head, now, own));
}

/** Compares two outlines setting by setting. Whatever differs is told, unless it is known to be stricter. */
function compareSettings(label: string | null, base: object, head: object): Told[] {
  const [before, after] = [new Map(flatten(base)), new Map(flatten(head))];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Told[] => {
    const [from, to] = [before.get(name), after.get(name)];
    if (JSON.stringify(from) === JSON.stringify(to) || STRICTER[name]?.(from?.value, to?.value)) return [];
    const setting = name.replace(/^services\.service\b/, 'service').replace(/^files\./, '');
    if (!UNSHOWN.test(name)) {
      return [{ kind: 'setting', label, setting, from: from?.text ?? null, to: to?.text ?? null }];
    }
    const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    return [{ kind: 'contents', label, setting, change }];
  });
}

type Setting = { value: unknown; text: string };

/** Lists the settings of an outline by name, such as `expect.status`; those that are not set are left out. */
function flatten(outline: object, place = ''): [string, Setting][] {
  return Object.entries(outline).flatMap(([key, value]): [string, Setting][] => {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
    const name = [place, key.replace(/Seconds$/, '')].filter(Boolean).join('.');
    if (typeof value === 'object' && !Array.isArray(value)) return flatten(value, name);
    return [[name, { value, text: key.endsWith('Seconds') ? printDuration(value) : print(value) }]];
  });
}

function print(value: unknown): string {
  const text = [value].flat().map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)));
  // An address may hold a password.
  return text
    .join(', ')
    .replace(/\/\/[^/@\s]*@/g, '//***@')
    .slice(0, LONGEST);
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
 * Outlines a suite: a map in the words of the file, without what is weighed by itself (patterns, scenarios, tolerances,
 * budgets), and without the page, which gates nothing. Keys that a later version adds to the configuration are in it. A service that the other revision lacks is
 * only its command.
 */
function outlineSuite({ config, files }: RevisionGate, other: Config): object {
  const { directory, k6Path, services, variants, when, measure, baseline, drift, ...rest } = config;
  const { kind: from, onBaseFailure, sensitivity, ...comparison } = baseline;
  const isShared = ({ name }: Service) => other.services.some((service) => service.name === name);
  return {
    ...omit(rest, 'path', 'scenarios', 'only', 'page'),
    when: when && omit(when, 'changed'),
    drift: {
      against: Object.values(drift.against).slice(1).map(String),
      tolerance: printPercent(drift.tolerance),
    },
    measure: omit(measure, 'budgetSeconds'),
    baseline: {
      from,
      'on-base-failure': onBaseFailure,
      ...comparison,
      ...omit(sensitivity, 'tolerance', 'confidence'),
    },
    services: Object.fromEntries(
      services.map((service) => [
        service.name,
        isShared(service) ? outlineService(service) : (service.start ?? service.url ?? 'runs already'),
      ]),
    ),
    external: Object.fromEntries(rest.external.map(({ name, ...address }) => [name, address])),
    k6: { path: k6Path && placeBelow(directory, k6Path) },
    files: files.get('k6'),
    variants: variants && outlineMatrix(variants, other.variants),
  };
}

/** Outlines what the values of axes change that both revisions have. Variants that one of them lacks are told as that. */
function outlineMatrix({ axes }: Matrix, other: Matrix | undefined): object {
  const shared = axes.flatMap(({ name, values }) => {
    const known = other?.axes.find((axis) => axis.name === name)?.values.map((value) => value.name) ?? [];
    return values
      .filter((value) => known.includes(value.name))
      .map(({ name: value, overlay: { parameters, services, ...overlay } }) => {
        const changes = Object.entries(services).map(([service, change]) => [service, outlineStop(change)]);
        return [
          `${name}.${value}`,
          { ...overlay, services: Object.fromEntries(changes), with: parameters },
        ] as const;
      });
  });
  return Object.fromEntries(shared);
}

function outlineService({ reuse, ...service }: Service): object {
  return {
    ...omit(outlineStop(service), 'name'),
    reuse: Object.fromEntries(reuse.map(({ path, lockFile }) => [path, lockFile])),
  };
}

function outlineStop<T extends { stop?: Stop }>({ stop, ...rest }: T) {
  return { ...rest, stop: stop && (stop.kind === 'signal' ? stop.signal : stop.command) };
}

/** Outlines a scenario, without its loads, SLOs and tolerances. The budget is the one that takes effect. */
function outlineScenario({ config, files }: RevisionGate, scenario: Scenario, other: Scenario): object {
  const { work, loads, capacity, sensitivity, budgetSeconds, ...rest } = scenario;
  const { request, ...details } = outlineWork(work, config.directory);
  const isEven = [...loads, capacity].some((load) => load && 'arrivals' in load && load.arrivals === 'even');
  return {
    ...omit(rest, 'name', 'slos'),
    arrivals: isEven ? 'even' : 'poisson',
    capacity: capacity && printCapacity(capacity),
    ...omit(sensitivity, 'tolerance', 'confidence'),
    budgetSeconds: budgetSeconds ?? config.measure.budgetSeconds,
    request,
    // Details say nothing beside those of a request in place of a script.
    ...(work.kind === other.work.kind && { ...details, files: files.get(scenario.name) }),
  };
}

/**
 * Outlines a request or a script. Requests have no names, so one of several is told by its line and those before it; the
 * details have names that no scenario has.
 */
function outlineWork(work: Work, directory: string): { request: string } {
  if (work.kind === 'script') {
    const { kind: _, path, ...rest } = work;
    return { request: placeBelow(directory, path), ...rest };
  }
  const requests = listRequests(work);
  const lines = requests.map(({ request: { method, url } }) => `${method} ${url}`);
  const details = requests.flatMap(({ request, weight }, index): [string, unknown][] => {
    const { expectStatus, expectSize, ...rest } = omit(request, 'method', 'url', 'quotesData');
    const expect = { status: expectStatus.toSorted((a, b) => a - b), size: expectSize };
    const name = requests.length === 1 ? 'request' : `requests.${index + 1}`;
    return [
      ...(requests.length === 1 ? [] : [[name, `${lines[index]}, weight ${weight}`] as [string, unknown]]),
      ...Object.entries({ ...rest, expect }).map(([key, value]): [string, unknown] => [
        `${name}.${key}`,
        value,
      ]),
    ];
  });
  const data = work.data && { data: placeBelow(directory, work.data.path) };
  return { request: lines.join(', '), ...Object.fromEntries(details), ...data };
}

function omit<T extends object, K extends keyof T>(map: T, ...keys: K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>;
}

function placeBelow(directory: string, path: string): string {
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
}
