import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Config, Service, Work } from '../config/config.ts';
import { deployAt, printDeployment } from '../config/deployments.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { RunRecord } from '../records/record.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { keepOwnObjects, type Tree } from '../revision/trees.ts';
import type { Counterpart } from '../verdict/changes.ts';
import type { GateChange } from '../verdict/verdict.ts';
import { lendLifecycle, readBaseGate } from './base-gate.ts';
import type { Choice, Different } from './choice.ts';
import type { GateRequest } from './request.ts';

/** Revisions of a run, each with the lifecycle of its own configuration. */
export type Arms = {
  /** Of all that a run draws: arrivals, and the sign flips of the comparison. */
  seed: number;
  /** Configuration of each arm; the base's is null when there is nothing to measure beside the head. */
  configs: { head: Config; base: Config | null };
  /** The same in each variant, in the order of the run; the base's is null as well where it has no such variant. */
  variants: { head: Config; base: Config | null }[];
  comparison: Counterpart;
  gateChanges: GateChange[];
  /** Pair as the record keeps it. Absent without a base. */
  pair?: RunRecord['pair'];
  /** Top folders of both work trees. Absent where none was laid out. */
  tops?: Record<Arm, string>;
  /** Deployments as the record keeps them. Absent where Tailgate starts the arms. */
  deployments?: RunRecord['deployments'];
};

/** Tells whether both arms can be measured: the configuration asks for it, and there are deployments or a repository. */
export function canPair({ baseline, deployments }: Config, checkout: Checkout | NoBase): boolean {
  return baseline.kind === 'paired' && (deployments !== undefined || !('kind' in checkout));
}

/**
 * Lays out the chosen arms.
 *
 * @param folder private, of this run
 * @throws UserError when a revision cannot be laid out
 */
export async function layOutArms(
  config: Config,
  choice: Exclude<Choice, { kind: 'nothing' }>,
  folder: string,
  request: GateRequest,
): Promise<Arms> {
  const seed = randomInt(2 ** 31);
  if (choice.kind === 'pair') return pairUp(config, choice.pair, folder, seed, request);
  const { deployments, baseline } = config;
  const { comparison, pair, unread } = choice;
  const alone: Arms = {
    seed,
    configs: { head: config, base: null },
    variants: listVariants(config).map((head) => ({ head, base: null })),
    comparison,
    gateChanges: unread
      ? [{ kind: 'unread', reason: unread }]
      : pair
        ? await visitBase(config, pair, folder, request)
        : [],
  };
  if (!deployments || baseline.kind !== 'paired') return alone;
  // Neither of them is started, so their revisions are not known.
  const configs = { head: config, base: deployAt(config, 'base') };
  return {
    ...alone,
    configs,
    variants: [configs],
    deployments: { base: printDeployment(deployments.base), head: printDeployment(deployments.head) },
    comparison: { kind: 'pair', base: { baseCommit: null, because: 'deployed' }, seed },
  };
}

/** Leaves the base out: the same run with the head's tree alone. */
export function goAlone({ pair: _, ...arms }: Arms): Arms {
  return {
    ...arms,
    configs: { ...arms.configs, base: null },
    variants: arms.variants.map(({ head }) => ({ head, base: null })),
    comparison: { kind: 'none', reason: { kind: 'no-base' } },
  };
}

/** Lays both revisions out for as long as it takes to compare their gates. */
async function visitBase(
  config: Config,
  pair: Different,
  folder: string,
  request: GateRequest,
): Promise<GateChange[]> {
  const { head, base, remove } = await pair.layOut(folder);
  try {
    return readBaseGate(moveConfig(config, head), base.directory, request).gateChanges;
  } finally {
    remove();
  }
}

async function pairUp(
  config: Config,
  pair: Different,
  folder: string,
  seed: number,
  request: GateRequest,
): Promise<Arms> {
  const { base, head } = pair;
  const trees = await pair.layOut(folder);
  for (const note of trees.notes) request.progress.note(note);
  const own = moveConfig(config, trees.head);
  assertScripts(own);
  const gate = readBaseGate(own, trees.base.directory, request);
  const lent = lendLifecycle(own, gate.config ?? moveConfig(config, trees.base));
  for (const [one, tree] of [
    [own, trees.head],
    [lent.config, trees.base],
  ] as const)
    await lendHistory(one, tree, request);
  return {
    seed,
    configs: { head: own, base: lent.config },
    variants: lent.variants,
    comparison: { kind: 'pair', base: { baseCommit: base.commit, because: base.because }, seed },
    gateChanges: [...lent.gateChanges, ...gate.gateChanges],
    tops: { base: trees.base.top, head: trees.head.top },
    pair: { baseCommit: base.commit, baseTree: base.tree, headTree: head.tree, seed },
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

/** Moves the configuration, with its folder and its scripts, to an arm's tree. */
export function moveConfig(config: Config, { directory }: Pick<Tree, 'directory'>): Config {
  const move = (path: string) =>
    path.startsWith(`${config.directory}/`) ? directory + path.slice(config.directory.length) : path;
  const moveWork = (work: Work): Work => {
    if (work.kind === 'script') return { ...work, path: move(work.path) };
    return work.data ? { ...work, data: { ...work.data, path: move(work.data.path) } } : work;
  };
  const scenarios = config.scenarios.map((one) => ({ ...one, work: moveWork(one.work) }));
  const path = join(directory, basename(config.path));
  const whole = config.whole && { whole: moveConfig(config.whole, { directory }) };
  return { ...config, path, directory, scenarios, ...whole };
}

/** Checks that git knows all scripts and data. @throws UserError for a file that only the checkout has */
function assertScripts({ scenarios, directory }: Config): void {
  for (const { name, work } of scenarios) {
    const path = work.kind === 'script' ? work.path : work.data?.path;
    if (path === undefined || existsSync(path)) continue;
    throw new UserError({
      what: `The ${work.kind === 'script' ? 'script' : 'data'} of ${name}, ${relative(directory, path)}, is not part of the revision that is measured.`,
      hint: 'Does git ignore it? Commit it, or compare with recorded runs: `--from history`.',
    });
  }
}
