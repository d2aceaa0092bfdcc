import { UserError } from '../errors.ts';
import type { Suite } from './config.ts';
import type { Folder } from './data.ts';
import { Place, type PrintedProblem, type Problem, printProblems } from './diagnostics/problem.ts';
import { YamlSource } from './diagnostics/source.ts';
import { checkHosts } from './hosts.ts';
import { parseDuration } from './language/duration.ts';
import { buildPods } from './load-from.ts';
import { checkAxes } from './matrix.ts';
import { type Calling, checkVariables } from './references.ts';
import { checkKeys } from './rules.ts';
import { readScenarios } from './scenarios.ts';
import type { UserConfig } from './schema/schema.ts';
import { readShape } from './schema/shape.ts';
import { DEFAULTS } from './schema/values.ts';
import { checkTolerances, NO_TOLERANCES } from './sensitivity.ts';
import { checkServices, declareServices, findTarget, listScope, sortByNeeds } from './services.ts';
import { buildVariants } from './variants.ts';

/** `shownAs`: name of the file in messages, safe for a terminal. */
type ConfigFile = { path: string; directory: string; shownAs: string };

/** What a command needs beyond the syntax: variables, if it runs something, for whatever `--only` names. */
export type Need = { calling?: Calling; only?: readonly string[] };

/** Error with all problems of a configuration, in the order of the file; `problems` and `path` are for annotations. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly problems: readonly PrintedProblem[];
  readonly path: string;

  constructor({ path, shownAs }: ConfigFile, problems: readonly PrintedProblem[]) {
    super({
      what: `${shownAs} has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}.`,
      detail: problems.map(({ frame }) => frame).join('\n\n'),
    });
    this.path = path;
    this.problems = problems;
  }
}

/**
 * Reads the text of a `tailgate.yml`: its syntax, its shape, and rules. Each stage shows all of its problems. Anything that
 * `need` has no means for, such as variables and files, is not checked. Templates stay as they are. @throws ConfigError
 */
export function parseConfig(
  text: string,
  file: ConfigFile,
  { checkFile = () => undefined, readText, calling, only }: Need & Partial<Omit<Folder, 'directory'>> = {},
): Suite {
  const source = new YamlSource(text);
  const stop = (problems: Problem[]) => {
    if (problems.length > 0) throw new ConfigError(file, printProblems(source, file.shownAs, problems));
  };
  stop(source.problems);
  const root = new Place(source);
  const input = readShape(source.value, root);
  stop(root.problems);
  const suite = readSuite(input!, file, { directory: file.directory, checkFile, readText }, root);
  if (root.problems.length === 0 && calling) checkVariables(root, suite, calling, only);
  stop(root.problems);
  return suite;
}

/** Applies the rules to a sound shape. The result is only valid if no problem was added. */
function readSuite(input: UserConfig, file: ConfigFile, folder: Folder, root: Place): Suite {
  checkKeys(root, input);
  const services = declareServices(input, root);
  checkServices(services, folder, input.baseline?.from !== 'history');
  const variants = input.variants && buildVariants(input.variants, root.below('variants'));
  const isTargeted = variants?.every((variant) => variant.target !== undefined);
  const chosen = input.target ?? (isTargeted ? variants?.[0]?.target : undefined);
  const target = findTarget(services, root.below('target'), chosen);
  // Every service is running when requests are sent.
  const all = sortByNeeds(services);
  const scenarios = readScenarios(root, { suite: input, scope: listScope(target, all), folder });
  if (input.variants) checkAxes(root.below('variants'), input.variants, services);
  const { measure = {}, baseline = {} } = input;
  checkTolerances(root.below('baseline'), baseline.tolerance, scenarios);
  const runsAlready = target !== undefined && target.start === undefined;
  if (baseline.from === 'paired' && runsAlready)
    root.below('baseline', 'from').reject('The target is already running.', 'expected `history` or `start`');
  const suite: Suite = {
    path: file.path,
    directory: file.directory,
    suite: input.suite ?? DEFAULTS.suite,
    settings: input,
    when: input.when,
    services: all,
    variants,
    pods: buildPods(root, input, scenarios),
    target: target?.name ?? '',
    allow: input.allow ?? [],
    secrets: input.secrets ?? [],
    scenarios,
    measure: {
      budgetSeconds: measure.budget ?? parseDuration(DEFAULTS.budget),
      soakSeconds: measure.soak ?? parseDuration(DEFAULTS.soak),
      warmUpSeconds: measure['warm-up'],
    },
    baseline: {
      kind: baseline.from ?? (runsAlready ? 'history' : DEFAULTS.baseline),
      tolerances: baseline.tolerance ?? NO_TOLERANCES,
      confidence: baseline.confidence,
    },
    explain: input.explain ?? DEFAULTS.explain,
  };
  if (root.problems.length === 0) checkHosts(root, services, suite);
  return suite;
}
