import { UserError } from '../errors.ts';
import { parseAddress } from './address.ts';
import type { Config, External, Matrix, Scenario } from './config.ts';
import { checkScopes, type DeclaredService, declaredServices, sortByNeeds } from './declared-service.ts';
import { declareDeployments, readDeployments } from './deployments.ts';
import { Place } from './diagnostics/place.ts';
import { type Path, type PlacedProblem, type PrintedProblem, printProblems } from './diagnostics/problem.ts';
import { readYaml, type YamlSource } from './diagnostics/source.ts';
import { quote, sanitize } from './diagnostics/words.ts';
import { checkHosts, readAllowed } from './hosts.ts';
import { parseDuration } from './language/duration.ts';
import { parseDriftTolerance, parseReference } from './language/reference.ts';
import { readLoadFrom } from './load-from.ts';
import { checkParameters, checkVariants, readMatrix } from './matrix.ts';
import { readPage } from './page.ts';
import { type Calling, type ReferenceScope, readSecrets, rejectExpressions } from './references.ts';
import { checkReuse } from './reuse.ts';
import { readScenario } from './scenarios.ts';
import { explainIssues, readTexts, salvage } from './schema/issues.ts';
import { EXTENSION, type UserConfig, userConfig } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import type { CheckFile, Folder } from './script.ts';
import { isSelected, parseSelector } from './selection.ts';
import { readBaseline } from './sensitivity.ts';
import { readService } from './services.ts';
import { checkRelativeLimits } from './slo-check.ts';
import { readTarget, requestScope } from './target.ts';
import { findCommonTarget } from './variants.ts';
import { readWhen } from './when.ts';

type ConfigFile = {
  /** Absolute path of the file. */
  path: string;
  /** Absolute path of its folder, in which commands run. */
  directory: string;
  /** Name of the file in messages, mostly relative to the working directory. */
  shownAs: string;
};

/** Smallest useful configuration, shown where there is none. */
export const SMALLEST_EXAMPLE = `service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /search?q=shoes
    slo: p99 < 30ms at 100 req/s
`;

/** What a command needs of a configuration, beside its form. */
export type Need = {
  /** Absent: nothing is run, so no variable is missed. */
  calling?: Calling;
  /** Names of the scenarios that are of interest; empty for all. */
  only?: readonly string[];
  /** Reads a data file. Absent: its contents are not checked. @throws DataFault */
  readText?: (absolutePath: string) => string;
};

/** Error with all problems of a configuration, in the order of the file. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  /** Problems as numbers and sentences, for annotations. */
  readonly problems: readonly PrintedProblem[];
  /** Name of the file in messages. */
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
 * Reads the text of a `tailgate.yml`. Checks it as a whole and fills in defaults. Templates stay as they are.
 *
 * @param checkFile checks whether a script or lock file is there; without it no file is checked
 * @param need tells which variables must be there; without it none
 * @throws ConfigError whose detail has every problem with `file:line:column`, the line and a caret; UserError when
 *   the file is empty
 */
export function parseConfig(
  text: string,
  file: ConfigFile,
  checkFile: CheckFile = () => undefined,
  need: Need = {},
): Config {
  const { source, value, problems: syntax } = readYaml(text);
  if (value === null && syntax.length === 0) {
    throw new UserError({
      what: `${sanitize(file.shownAs)} is empty.`,
      detail: SMALLEST_EXAMPLE,
      hint: 'The smallest useful configuration looks like the one above.',
    });
  }
  if (value === undefined) throw failure(source, file, syntax);
  const root = Place.root(source);
  const own = withoutExtensions(value);
  rejectExpressions(own, root);
  const checked = userConfig.safeParse(own);
  const issues = (checked.error?.issues ?? []).filter(({ path }) => !root.below(...(path as Path)).isBroken);
  explainIssues(issues, own, root);
  const sound = checked.success && root.problems.length === 0 ? checked.data : salvage(own, root);
  const rest = readTexts(sound, root);
  const folder = { directory: file.directory, checkFile, readText: need.readText };
  const config = isMap(rest) ? build(rest as UserConfig, file, { folder, need }, root) : undefined;
  if (!config || syntax.length > 0 || root.problems.length > 0) {
    throw failure(source, file, [...syntax, ...root.problems.map((problem) => source.place(problem))]);
  }
  return config;
}

/** Leaves out `x-…` at the top, the places for YAML anchors. What they hold is checked where it is repeated. */
function withoutExtensions(value: unknown): unknown {
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => !EXTENSION.test(key)));
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failure(source: YamlSource, file: ConfigFile, problems: PlacedProblem[]): ConfigError {
  return new ConfigError(file.shownAs, printProblems(source, sanitize(file.shownAs), problems));
}

/** Builds the configuration from the input without its broken parts; valid only if no problem was added. */
function build(
  input: UserConfig,
  file: ConfigFile,
  { folder, need }: { folder: Folder; need: Need },
  root: Place,
): Config {
  const has = (keys: readonly ('base' | 'head' | 'service' | 'services')[]) =>
    keys.some((key) => input[key] !== undefined);
  const isBroken = (keys: readonly string[]) => keys.some((key) => root.below(key).isBroken);
  const [arms, own] = [['base', 'head'] as const, ['service', 'services'] as const];
  // Where something is started beside it, a broken arm was not meant as one.
  const isDeployed = has(arms) || (isBroken(arms) && !has(own) && !isBroken(own));
  const declared = isDeployed ? declareDeployments(input, root) : declaredServices(input, root);
  const deployments = isDeployed ? readDeployments(input, root, need.calling) : undefined;
  const services = declared.map((service) =>
    readService(service, declared, input, { folder, calling: need.calling }),
  );
  // Nobody misses the variables of variants that are left out.
  const calling = need.only?.some((text) => text.includes('[')) ? undefined : need.calling;
  const matrix = readMatrix(root.below('variants'), { declared, config: input, calling });
  const name = readTarget(withTarget(input, matrix), declared, root);
  const target = declared.find((service) => service.name === name);
  checkScopes(declared, name);
  checkReuse(services, declared);
  const {
    budget = parseDuration(DEFAULTS.budget),
    soak = parseDuration(DEFAULTS.soak),
    'warm-up': warmUp,
  } = input.measure ?? {};
  const scope = requestScope(name, declared, input, matrix);
  if (matrix) checkParameters(root.below('variants'), matrix, { ...scope, calling });
  const allow = readAllowed(root.below('allow'), input.allow);
  const scenarios = readScenarios(input, { scope, folder, need }, root.below('scenarios'));
  const config = {
    path: file.path,
    directory: file.directory,
    suite: input.suite ?? DEFAULTS.suite,
    settings: input,
    when: readWhen(root.below('when'), input.when),
    services: sortByNeeds(services, declared),
    ...(matrix && { variants: matrix }),
    external: readExternals(input, declared, root.below('external')),
    deployments,
    pods: readLoadFrom(root, input, scenarios),
    target: name ?? '',
    allow,
    secrets: readSecrets(root.below('secrets'), input.secrets, need.calling),
    scenarios,
    measure: {
      budgetSeconds: budget,
      soakSeconds: soak,
      ...(warmUp !== undefined && { warmUpSeconds: warmUp }),
    },
    baseline: readBaseline(root.below('baseline'), input.baseline ?? {}, target, isDeployed),
    drift: {
      against: parseReference(DEFAULTS.driftAgainst),
      tolerance: parseDriftTolerance(DEFAULTS.driftTolerance),
      ...input.drift,
    },
    explain: input.explain ?? DEFAULTS.explain,
    page: readPage(root.below('page'), input.page, file.directory),
  };
  checkHosts(root, { declared, target, scenarios, input, allow });
  if (matrix && root.problems.length === 0) checkVariants(root, config, declared, input);
  return config;
}

/** Chooses a target for the suite where each value of an axis names one. */
function withTarget(input: UserConfig, matrix: Matrix | undefined): UserConfig {
  const target = input.target ?? findCommonTarget(matrix);
  return target === undefined ? input : { ...input, target };
}

function readScenarios(
  input: UserConfig,
  { scope, folder, need }: { scope: ReferenceScope; folder: Folder; need: Need },
  place: Place,
): Scenario[] {
  const isAsked = (name: string) => !need.only?.length || isSelected(need.only.map(parseSelector), name);
  const scenarios = Object.entries(input.scenarios ?? {});
  if (scenarios.length === 0 && !place.isBroken)
    place.rejectKey('`scenarios` names no scenario.', 'expected one such as `search:`');
  const read = scenarios.map(([name, scenario]) => {
    const own = isAsked(name) ? { ...scope, calling: need.calling } : scope;
    const one = readScenario(name, place.below(name), scenario ?? {}, own, folder);
    return { ...one, scenario: withSearchTime(one.scenario, input) };
  });
  const all = read.map(({ scenario }) => scenario);
  for (const { scenario, placedSlos } of read) checkRelativeLimits(scenario, placedSlos, all);
  return all;
}

function readExternals(input: UserConfig, declared: DeclaredService[], place: Place): External[] {
  const externals: External[] = [];
  for (const [name, text] of Object.entries(input.external ?? {})) {
    const at = place.below(name);
    if (declared.some((service) => service.name === name))
      at.rejectKey(`${quote(name)} names a service already.`, 'expected another name');
    const address = at.parse(text, parseAddress);
    if (address) externals.push({ name, ...address });
  }
  return externals;
}

/** A search for a capacity takes longer than a load, unless a budget is set. */
function withSearchTime(scenario: Scenario, { measure }: UserConfig): Scenario {
  const isSet = scenario.budgetSeconds !== undefined || measure?.budget !== undefined;
  return scenario.capacity === undefined || isSet
    ? scenario
    : { ...scenario, budgetSeconds: parseDuration(DEFAULTS.capacityBudget) };
}
