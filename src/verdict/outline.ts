import type {
  Config,
  Matrix,
  Request,
  Scenario,
  Service,
  ServiceChange,
  Stop,
  Work,
} from '../config/config.ts';
import { printCapacity } from '../config/language/capacity.ts';
import type { Sensitivity } from '../config/language/setting.ts';
import { listRequests } from '../config/mix.ts';

/** Configuration of a revision, and what else decides on its load. */
export type RevisionGate = {
  config: Config;
  /** Digests of the files that make up a script, by scenario; those of k6 under `k6`. */
  files: ReadonlyMap<string, FileDigests>;
};

/** Digests by path, relative to the configuration. */
export type FileDigests = Readonly<Record<string, string>>;

/**
 * Outlines a suite: a map in the words of the file, without what is weighed by itself (patterns, scenarios, tolerances,
 * budgets), and without the page, which gates nothing. Keys that a later version adds to the configuration are in it. A service that the other revision lacks is
 * only its command.
 */
export function outlineSuite({ config, files }: RevisionGate, other: Config): object {
  const {
    path: _,
    scenarios: __,
    only: ___,
    page: ____,
    directory,
    services,
    external,
    k6Path,
    variants,
    ...rest
  } = config;
  const { changed: _____, ...when } = rest.when ?? { changed: [] };
  const { budgetSeconds: ______, ...measure } = rest.measure;
  const { kind: from, onBaseFailure, sensitivity, ...baseline } = rest.baseline;
  const isShared = ({ name }: Service) => other.services.some((service) => service.name === name);
  const named = services.map((service) => [
    service.name,
    isShared(service) ? outlineService(service) : (service.start ?? service.url ?? 'runs already'),
  ]);
  return {
    ...rest,
    when,
    measure,
    baseline: { from, 'on-base-failure': onBaseFailure, ...baseline, ...outlineSensitivity(sensitivity) },
    services: Object.fromEntries(named),
    external: Object.fromEntries(external.map(({ name, ...address }) => [name, address])),
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
      .map(({ name: value, overlay: { parameters, services, ...overlay } }) => [
        `${name}.${value}`,
        { ...overlay, services: mapValues(services, outlineChange), with: parameters },
      ]);
  });
  return Object.fromEntries(shared);
}

function outlineChange({ stop, ...rest }: ServiceChange): object {
  return { ...rest, stop: stop && printStop(stop) };
}

function mapValues<T, U>(map: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

function printStop(stop: Stop): string {
  return stop.kind === 'signal' ? stop.signal : stop.command;
}

function outlineService({ name: _, ready, stop, reuse, ...rest }: Service): object {
  return {
    ...rest,
    ready,
    stop: printStop(stop),
    reuse: Object.fromEntries(reuse.map(({ path, lockFile }) => [path, lockFile])),
  };
}

function outlineSensitivity({ tolerance: _, confidence: __, ...rest }: Sensitivity): object {
  return rest;
}

/** Outlines a scenario, without its loads, SLOs and tolerances. The budget is the one that takes effect. */
export function outlineScenario(
  { config, files }: RevisionGate,
  scenario: Scenario,
  other: Scenario,
): object {
  const { name, work, loads, capacity, slos: __, sensitivity, budgetSeconds, ...rest } = scenario;
  const { request, ...details } = outlineWork(work, config.directory);
  return {
    ...rest,
    arrivals: [...loads, ...(capacity ? [capacity] : [])].some(isEven) ? 'even' : 'poisson',
    capacity: capacity && printCapacity(capacity),
    ...outlineSensitivity(sensitivity),
    budgetSeconds: budgetSeconds ?? config.measure.budgetSeconds,
    request,
    // Details say nothing beside those of a request in place of a script.
    ...(work.kind === other.work.kind && { ...details, files: files.get(name) }),
  };
}

function isEven(load: object): boolean {
  return 'arrivals' in load && load.arrivals === 'even';
}

/** Outlines a request or a script; the details of a request have names that no scenario has. */
function outlineWork(work: Work, directory: string): { request: string } {
  if (work.kind === 'script') {
    const { kind: _, path, ...rest } = work;
    return { request: placeBelow(directory, path), ...rest };
  }
  const data = work.data && { data: placeBelow(directory, work.data.path) };
  const [only, ...others] = listRequests(work);
  if (others.length === 0) return { ...outlineRequest(only!.request, 'request'), ...data };
  // Requests have no names, so a request is told by its line and those before it.
  const named = listRequests(work).flatMap(({ request, weight }, index) => {
    const { request: line, ...details } = outlineRequest(request, `requests.${index + 1}`);
    return Object.entries({ [`requests.${index + 1}`]: `${line}, weight ${weight}`, ...details });
  });
  const lines = listRequests(work).map(({ request: { method, url } }) => `${method} ${url}`);
  return { request: lines.join(', '), ...Object.fromEntries(named), ...data };
}

/** Outlines a request under its name, and its details under names that begin with it. */
function outlineRequest(
  { method, url, expectStatus, expectSize, quotesData: _, ...rest }: Request,
  name: string,
): { request: string } {
  const details = { ...rest, expect: { status: expectStatus.toSorted((a, b) => a - b), size: expectSize } };
  const named = Object.entries(details).map(([key, value]) => [`${name}.${key}`, value]);
  return { request: `${method} ${url}`, ...Object.fromEntries(named) };
}

function placeBelow(directory: string, path: string): string {
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
}
