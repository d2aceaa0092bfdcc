import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Config, Service } from '../config/config.ts';
import { deployAt, printDeployment } from '../config/deployments.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { RunRecord } from '../records/record.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { guessMissing } from '../revision/missing.ts';
import { reusePaths } from '../revision/reuse.ts';
import { keepOwnObjects, type Tree, type Trees } from '../revision/trees.ts';
import { addRelay, NO_PLANT, type Plant } from '../services/relay.ts';
import type { Counterpart } from '../verdict/changes.ts';
import type { LoosenedGate } from '../verdict/verdict.ts';
import { type BaseGate, type Lent, lendLifecycle, readBaseGate } from './base-gate.ts';
import type { Choice, Different } from './choice.ts';
import type { GateRequest } from './request.ts';

/** Revisions of a run, each with the lifecycle of its own configuration. */
export type Arms = {
  /** Configuration of each arm; the base's is null when there is nothing to measure beside the head. */
  configs: { head: Config; base: Config | null };
  /** The same in each variant, in the order of the run; the base's is null as well where it has no such variant. */
  variants: { head: Config; base: Config | null }[];
  comparison: Counterpart;
  loosened: LoosenedGate[];
  /** Name of the suite at the base, under which its records are. */
  suiteBefore: string;
  /** Pair as the record keeps it. */
  pair: RunRecord['pair'];
  /** Top folders of both work trees. Absent where none was laid out. */
  tops?: Record<Arm, string>;
  /** Deployments as the record keeps them. Absent where Tailgate starts the arms. */
  deployments?: RunRecord['deployments'];
  /** Reuses for an arm the files of the checkout that it may have, then builds it with `build`. */
  prepare(arm: Arm, build: () => Promise<void>): Promise<void>;
  /** Guesses a git-ignored folder, such as `node_modules`, that a failing command of an arm seems to miss. */
  guessMissing(arm: Arm, log: string): Promise<string | null>;
};

/** Tells whether both arms can be measured: the configuration asks for it, and there are deployments or a repository. */
export function canPair({ baseline, deployments }: Config, checkout: Checkout | NoBase): boolean {
  return baseline.kind === 'paired' && (deployments !== undefined || !('kind' in checkout));
}

/**
 * Lays out the chosen arms.
 *
 * @param folder private, of this run
 * @param seed of the comparison's sign flips
 * @throws UserError when a revision cannot be laid out
 */
export async function layOutArms(
  config: Config,
  choice: Exclude<Choice, { kind: 'nothing' }>,
  folder: string,
  seed: number,
  request: GateRequest,
): Promise<Arms> {
  if (choice.kind === 'alone') {
    const arms = await stayAlone(config, choice, folder, request);
    const isDeployed = config.deployments !== undefined && config.baseline.kind === 'paired';
    return isDeployed ? compareDeployments(config, arms, seed) : arms;
  }
  const trees = await choice.pair.layOut(folder);
  for (const note of trees.notes) request.progress.note(note);
  const arms = pairUp(config, choice.pair, trees, seed, request);
  return request.plant === undefined ? arms : standBehindRelays(arms, request.plant, folder);
}

/** Puts a relay before both arms, of which only the head's plants something. */
function standBehindRelays(arms: Arms, plant: Plant, folder: string): Arms {
  const variants = arms.variants.map(({ head, base }) => ({
    head: addRelay(head, plant, folder),
    base: base && addRelay(base, NO_PLANT, folder),
  }));
  return { ...arms, variants };
}

/** Sets the deployments side by side. Neither is started, so their revisions are not known. */
function compareDeployments(config: Config, arms: Arms, seed: number): Arms {
  return {
    ...arms,
    configs: { head: config, base: deployAt(config, 'base') },
    variants: [{ head: config, base: deployAt(config, 'base') }],
    deployments: {
      base: printDeployment(config.deployments!.base),
      head: printDeployment(config.deployments!.head),
    },
    comparison: { kind: 'pair', base: { baseCommit: null, because: 'deployed' }, seed },
  };
}

/** Leaves the base out: the same run with the head's tree alone, against recorded runs. */
export function goAlone(arms: Arms): Arms {
  return {
    ...arms,
    configs: { ...arms.configs, base: null },
    variants: arms.variants.map(({ head }) => ({ head, base: null })),
    comparison: { kind: 'history', instead: true },
    pair: undefined,
  };
}

async function stayAlone(
  config: Config,
  { comparison, pair, unread }: Extract<Choice, { kind: 'alone' }>,
  folder: string,
  request: GateRequest,
): Promise<Arms> {
  const gate = pair && (await visitBase(config, pair, folder, request));
  return {
    configs: { head: config, base: null },
    variants: listVariants(config).map((head) => ({ head, base: null })),
    comparison,
    loosened: unread ? [{ kind: 'unread', reason: unread, borrows: false }] : (gate?.loosened ?? []),
    suiteBefore: gate?.config?.suite ?? config.suite,
    pair: undefined,
    prepare: (_, build) => build(),
    guessMissing: async () => null,
  };
}

/** Lays both revisions out for as long as it takes to compare their gates. */
async function visitBase(
  config: Config,
  pair: Different,
  folder: string,
  request: GateRequest,
): Promise<BaseGate> {
  const trees = await pair.layOut(folder);
  try {
    return readBaseGate(moveConfig(config, trees.head), trees.base.directory, request);
  } finally {
    trees.remove();
  }
}

function pairUp(
  config: Config,
  { base, head }: Different,
  trees: Trees,
  seed: number,
  request: GateRequest,
): Arms {
  const adopted = request.head === undefined ? null : adoptServices(config, trees.head, request);
  const own = adopted?.config ?? moveConfig(config, trees.head);
  assertScripts(own, trees.head);
  const gate = readBaseGate(own, trees.base.directory, request);
  const lent = lendLifecycle(own, gate.config ?? moveConfig(config, trees.base));
  const configs = { head: own, base: lent.config };
  const unhalted = listUnhalted([own, lent.config]);
  const letRun = (config: Config): Config => ({
    ...config,
    services: config.services.map((service) =>
      unhalted.includes(service.name) ? { ...service, halt: 'never' } : service,
    ),
  });
  return {
    configs,
    variants: lent.variants.map((each, index) => ({
      head: letRun(adopted?.variants[index]?.base ?? each.head),
      base: each.base && letRun(each.base),
    })),
    comparison: { kind: 'pair', base: { baseCommit: base.commit, because: base.because }, seed },
    loosened: [...lent.loosened, ...gate.loosened],
    suiteBefore: gate.config?.suite ?? config.suite,
    tops: { base: trees.base.top, head: trees.head.top },
    pair: {
      baseCommit: base.commit,
      baseTree: base.tree,
      headTree: head.tree,
      seed,
      ...(unhalted.length > 0 && { unhalted }),
    },
    async prepare(arm, build) {
      const reuse = configs[arm].services.flatMap((service) => service.reuse);
      const notes = await reusePaths(config.directory, trees[arm].directory, reuse, request.signal);
      for (const note of notes) request.progress.note(`${arm}: ${note}`);
      await lendHistory(configs[arm], trees[arm], request);
      await build();
    },
    guessMissing: (arm, log) =>
      guessMissing(log, config.directory, trees[arm].directory, request.environment, request.signal),
  };
}

/** Gives a tree its objects for itself where an image of a service may have all of it, with its git folder. */
export async function lendHistory(
  { services }: Config,
  { arm, top, directory }: Tree,
  { progress, environment, signal }: Pick<GateRequest, 'progress' | 'environment' | 'signal'>,
): Promise<void> {
  const isWhole = ({ container }: Service) =>
    container?.kind === 'image'
      ? 'build' in container.from && resolve(directory, container.from.build) === top
      : container !== undefined;
  const ignored = join(top, '.dockerignore');
  const isLeftOut = existsSync(ignored) && /^\/?\.git\/?[ \t]*\r?$/m.test(readFileSync(ignored, 'utf8'));
  if (isLeftOut || !services.some(isWhole)) return;
  progress.phase(`copying the history of ${arm}, which a build of an image may read`);
  await keepOwnObjects(top, environment, signal);
}

/** Lists what is not halted in either arm. Halted in one arm only, a service would slow down the other one alone. */
function listUnhalted(configs: readonly Config[]): string[] {
  const services = configs.flatMap((config) => config.services);
  return [...new Set(services.flatMap(({ name, halt }) => (halt === 'never' ? [name] : [])))];
}

/** Gives a commit that is measured in place of the checkout its own services. The load stays that of the checkout. */
function adoptServices(config: Config, tree: Tree, request: GateRequest): Lent {
  const moved = { ...moveConfig(config, tree), scenarios: config.scenarios };
  return lendLifecycle(moved, readBaseGate(moved, tree.directory, request).config ?? moved);
}

/** Moves the configuration, with its folder and its scripts, to an arm's tree. */
export function moveConfig(config: Config, { directory }: Pick<Tree, 'directory'>): Config {
  const move = (path: string) =>
    path.startsWith(`${config.directory}/`) ? directory + path.slice(config.directory.length) : path;
  const scenarios = config.scenarios.map((scenario) => {
    const { work } = scenario;
    if (work.kind === 'script') return { ...scenario, work: { ...work, path: move(work.path) } };
    const { data } = work;
    return data ? { ...scenario, work: { ...work, data: { ...data, path: move(data.path) } } } : scenario;
  });
  const path = join(directory, basename(config.path));
  const whole = config.whole && { whole: moveConfig(config.whole, { directory }) };
  return { ...config, path, directory, scenarios, ...whole };
}

/** Checks that git knows all scripts and data. @throws UserError for a file that only the checkout has */
function assertScripts({ scenarios }: Config, { directory }: Tree): void {
  for (const { name, work } of scenarios) {
    const path = work.kind === 'script' ? work.path : work.data?.path;
    if (path === undefined || existsSync(path)) continue;
    throw new UserError({
      what: `The ${work.kind === 'script' ? 'script' : 'data'} of ${name}, ${relative(directory, path)}, is not part of the revision that is measured.`,
      hint: 'Does git ignore it? Commit it, or compare with recorded runs: `--from history`.',
    });
  }
}
