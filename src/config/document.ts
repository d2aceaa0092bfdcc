import { UserError } from '../errors.ts';
import type { Config } from './config.ts';
import { Place } from './diagnostics/place.ts';
import { type PrintedProblem, type Problem, printProblems } from './diagnostics/problem.ts';
import { YamlSource } from './diagnostics/source.ts';
import { checkHosts } from './hosts.ts';
import { parseDuration } from './language/duration.ts';
import { buildPods, checkLoadFrom } from './load-from.ts';
import { checkAxes } from './matrix.ts';
import { type Calling, checkVariables } from './references.ts';
import { checkKeys } from './rules.ts';
import { buildScenario, checkScenarios } from './scenarios.ts';
import type { UserConfig } from './schema/schema.ts';
import { isPlain, readShape } from './schema/shape.ts';
import { DEFAULTS } from './schema/values.ts';
import type { Folder } from './script.ts';
import { checkTolerances, NO_TOLERANCES } from './sensitivity.ts';
import {
  checkServices,
  checkTarget,
  declareServices,
  findTarget,
  scopeOfRequests,
  sortByNeeds,
} from './services.ts';
import { buildVariants } from './variants.ts';

type ConfigFile = {
  path: string;
  directory: string;
  /** Name of the file in messages, safe for a terminal. */
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
  /** What is of interest, as `--only` names it; empty for all. */
  only?: readonly string[];
};

/** Error with all problems of a configuration, in the order of the file; `problems` and `path` are for annotations. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly problems: readonly PrintedProblem[];
  readonly path: string;

  constructor({ path, shownAs }: Pick<ConfigFile, 'path' | 'shownAs'>, problems: readonly PrintedProblem[]) {
    super({
      what: `${shownAs} has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}.`,
      detail: problems.map(({ frame }) => frame).join('\n\n'),
    });
    this.path = path;
    this.problems = problems;
  }
}

/**
 * Reads the text of a `tailgate.yml`: its syntax, its shape, and rules. Each stage shows all of its problems. What `need`
 * has nothing for, such as variables and files, is not checked. Templates stay as they are.
 *
 * @throws ConfigError whose detail has every problem with `file:line:column`, the line and a caret; UserError when
 *   the file is empty
 */
export function parseConfig(
  text: string,
  file: ConfigFile,
  { checkFile = () => undefined, readText, ...need }: Need & Partial<Omit<Folder, 'directory'>> = {},
): Config {
  const source = new YamlSource(text, isPlain);
  if (source.value === null) {
    throw new UserError({
      what: `${file.shownAs} is empty.`,
      detail: SMALLEST_EXAMPLE,
      hint: 'The smallest useful configuration looks like the one above.',
    });
  }
  const stop = (problems: readonly Problem[]) => {
    if (problems.length > 0) throw new ConfigError(file, printProblems(source, file.shownAs, problems));
  };
  stop(source.problems);
  const root = new Place(source);
  const input = readShape(source.value, root);
  stop(root.problems);
  const config = build(input!, file, need, { directory: file.directory, checkFile, readText }, root);
  stop(root.problems);
  return config!;
}

/** Reads a sound shape. It holds only if no problem was added. */
function build(
  input: UserConfig,
  file: ConfigFile,
  need: Need,
  folder: Folder,
  root: Place,
): Config | undefined {
  checkKeys(root, input);
  const services = declareServices(input, root);
  const variants = input.variants && buildVariants(input.variants);
  const isTargeted = variants?.every((variant) => variant.target !== undefined);
  const chosen = input.target ?? (isTargeted ? variants?.[0]?.target : undefined);
  const target = findTarget(chosen, services);
  checkServices(root, services, input, folder);
  checkTarget(root.below('target'), chosen, services);
  checkScenarios(root, input, scopeOfRequests(target?.service, services), folder);
  if (input.variants) checkAxes(root.below('variants'), input.variants, services);
  checkTolerances(root.below('baseline'), input.baseline?.tolerance, ...Object.values(input.scenarios));
  checkLoadFrom(root, input);
  const runsAlready = target !== undefined && target.service.start === undefined;
  if (input.baseline?.from === 'paired' && runsAlready)
    root
      .below('baseline', 'from')
      .reject(
        'The target runs already, so there is no base of it to start beside it.',
        'expected `history`, or a `start`',
      );
  if (root.problems.length > 0 || target === undefined) return undefined;
  const { budget = parseDuration(DEFAULTS.budget), soak = parseDuration(DEFAULTS.soak) } =
    input.measure ?? {};
  const config: Config = {
    path: file.path,
    directory: file.directory,
    suite: input.suite ?? DEFAULTS.suite,
    settings: input,
    when: input.when,
    services: sortByNeeds(services),
    variants,
    pods: buildPods(input),
    target: target.service.name,
    allow: input.allow ?? [],
    secrets: input.secrets ?? [],
    scenarios: Object.entries(input.scenarios).map(([name, scenario]) =>
      buildScenario(name, scenario, input, folder),
    ),
    measure: { budgetSeconds: budget, soakSeconds: soak, warmUpSeconds: input.measure?.['warm-up'] },
    baseline: {
      kind: input.baseline?.from ?? (runsAlready ? 'history' : DEFAULTS.baseline),
      tolerances: input.baseline?.tolerance ?? NO_TOLERANCES,
      confidence: input.baseline?.confidence,
    },
    explain: input.explain ?? DEFAULTS.explain,
  };
  checkHosts(root, services, config);
  if (root.problems.length === 0 && need.calling) checkVariables(root, config, need.calling, need.only);
  return config;
}
