import { UserError } from '../errors.ts';
import { parseAddress } from './address.ts';
import { readBaseline } from './baseline.ts';
import { readBudget } from './budget.ts';
import type { Config, External } from './config.ts';
import {
  type Path,
  type PlacedProblem,
  type PrintedProblem,
  Problems,
  printProblems,
} from './diagnostics/problem.ts';
import { quote, sanitize } from './diagnostics/quotation.ts';
import { readYaml, type YamlSource } from './diagnostics/source.ts';
import { checkReuse } from './reuse.ts';
import { readScenario } from './scenarios.ts';
import { explainIssues, salvage } from './schema/issues.ts';
import { type UserConfig, userConfig } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { type CheckFile, resolveInside } from './script.ts';
import { checkScopes } from './service-scope.ts';
import { type DeclaredService, declaredServices, readService } from './services.ts';
import { sortByNeeds } from './start-order.ts';
import { readTarget, requestScope } from './target.ts';
import { readWhen } from './when.ts';

type ConfigFile = {
  /** Absolute path of the file. */
  path: string;
  /** Absolute path of its folder, where commands run. */
  directory: string;
  /** How messages name the file, mostly relative to the working directory. */
  shownAs: string;
};

/** The smallest useful configuration, shown where there is none. */
export const SMALLEST_EXAMPLE = `service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /search?q=shoes
    slo: p99 < 30ms at 100 req/s
`;

/** All that is wrong with a configuration, in the order of the file. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  /** As numbers and sentences, for annotations. */
  readonly problems: readonly PrintedProblem[];
  /** How messages name the file. */
  readonly file: string;

  constructor(file: string, problems: readonly PrintedProblem[]) {
    super({
      what: `${sanitize(file)} has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}.`,
      detail: problems.map(({ frame }) => frame).join('\n\n'),
    });
    this.file = file;
    this.problems = problems;
  }
}

/**
 * Reads the text of a `tailgate.yml`: checked as a whole, defaults filled in, templates left as they are.
 *
 * @param checkFile looks whether a script or lock file is there; without it none is looked for
 * @throws ConfigError whose detail has every problem with `file:line:column`, the line and a caret; UserError when
 *   the file is empty
 */
export function parseConfig(text: string, file: ConfigFile, checkFile: CheckFile = () => undefined): Config {
  const { source, value, problems: syntax } = readYaml(text);
  if (value === null && syntax.length === 0) {
    throw new UserError({
      what: `${sanitize(file.shownAs)} is empty.`,
      detail: SMALLEST_EXAMPLE,
      hint: 'The smallest useful configuration looks like the one above.',
    });
  }
  if (value === undefined) throw failure(source, file, syntax);
  const problems = new Problems();
  const checked = userConfig.safeParse(value);
  if (!checked.success) explainIssues(checked.error.issues, value, source, problems);
  const rest = checked.success ? checked.data : salvage(value, problems);
  const config = isMap(rest) ? build(rest as UserConfig, file, { source, problems, checkFile }) : undefined;
  if (!config || syntax.length > 0 || problems.list.length > 0) {
    throw failure(source, file, [...syntax, ...problems.list.map((problem) => source.place(problem))]);
  }
  return config;
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failure(source: YamlSource, file: ConfigFile, problems: PlacedProblem[]): ConfigError {
  return new ConfigError(file.shownAs, printProblems(source, sanitize(file.shownAs), problems));
}

type Context = { source: YamlSource; problems: Problems; checkFile: CheckFile };

/** Builds the configuration from what is left of the user's; worth something only if no problem was added. */
function build(input: UserConfig, file: ConfigFile, context: Context): Config {
  const { problems } = context;
  const declared = declaredServices(input, problems);
  const services = declared.map((service) =>
    readService(service, declared, input, { ...context, directory: file.directory }),
  );
  const pathOf = (name: string): Path => declared.find((service) => service.name === name)?.path ?? [];
  const target = readTarget(input, declared, problems);
  checkScopes(services, declared, target, problems);
  checkReuse(services, pathOf, problems);
  const budget = readBudget(['measure', 'budget'], input.measure?.budget ?? DEFAULTS.budget, problems);
  const scenarioContext = {
    ...context,
    scope: requestScope(target, declared, input),
    directory: file.directory,
  };
  return {
    path: file.path,
    directory: file.directory,
    suite: input.suite ?? DEFAULTS.suite,
    when: readWhen(input, problems),
    services: sortByNeeds(services, pathOf, problems),
    external: readExternals(input, declared, problems),
    target: target ?? '',
    secrets: (input.secrets ?? []).filter((name) => name !== undefined),
    scenarios: scenariosOf(input, problems).map(([name, scenario]) =>
      readScenario(name, scenario ?? {}, scenarioContext),
    ),
    measure: { budgetSeconds: budget ?? 0 },
    baseline: readBaseline(
      input,
      declared.find(({ name }) => name === target),
      problems,
    ),
    k6Path: readK6Path(input, file, problems),
  };
}

function scenariosOf(input: UserConfig, problems: Problems) {
  const scenarios = Object.entries(input.scenarios ?? {});
  if (scenarios.length === 0 && !problems.isBroken(['scenarios'])) {
    problems.rejectKey(['scenarios'], '`scenarios` names no scenario.', 'expected one such as `search:`');
  }
  return scenarios;
}

function readExternals(input: UserConfig, declared: DeclaredService[], problems: Problems): External[] {
  const externals: External[] = [];
  for (const [name, text] of Object.entries(input.external ?? {})) {
    if (declared.some((service) => service.name === name)) {
      problems.rejectKey(
        ['external', name],
        `${quote(name)} names a service already.`,
        'expected another name',
      );
    }
    const address =
      text === undefined ? undefined : problems.attempt(['external', name], () => parseAddress(text));
    if (address) externals.push({ name, ...address });
  }
  return externals;
}

function readK6Path(input: UserConfig, { directory }: ConfigFile, problems: Problems): string | undefined {
  const path = input.k6?.path;
  if (path === undefined) return undefined;
  if (path.trim() === '' || path.startsWith('~') || path.includes('$')) {
    problems.add(['k6', 'path'], {
      what: path.trim() === '' ? '`path` is empty.' : 'Nobody fills in `~` or `$` here.',
      expected: 'expected an absolute path, or one relative to this file',
      hint: 'A path that differs between machines goes into the environment: `TAILGATE_K6`.',
    });
  }
  if (path.startsWith('/')) return path;
  return resolveInside(directory, path) ?? `${directory}/${path}`;
}
