import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { findReferences } from '../config/interpolation.ts';
import { readConfig } from '../config/read.ts';
import { UserError } from '../errors.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { RunRecord } from '../records/record.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { guessMissing } from '../revision/missing.ts';
import { reusePaths } from '../revision/reuse.ts';
import type { Tree, Trees } from '../revision/trees.ts';
import type { Counterpart } from '../verdict/changes.ts';
import { findLoosened } from '../verdict/loosened.ts';
import type { LoosenedGate } from '../verdict/verdict.ts';
import type { Choice, Different } from './choice.ts';
import type { GateRequest } from './request.ts';

/** Revisions of a run, each with the lifecycle of its own configuration. */
export type Arms = {
  /** Configuration of each arm; the base's is null when there is nothing to measure beside the head. */
  configs: { head: Config; base: Config | null };
  comparison: Counterpart;
  loosened: LoosenedGate[];
  /** Pair as the record keeps it. */
  pair: RunRecord['pair'];
  /** Reuses for an arm the files of the checkout that it may have, then builds it with `build`. */
  prepare(arm: Arm, build: () => Promise<void>): Promise<void>;
  /** Guesses a git-ignored folder, such as `node_modules`, that a failing command of an arm seems to miss. */
  guessMissing(arm: Arm, log: string): Promise<string | null>;
  /** Removes all that was laid out. */
  remove(): void;
};

/** Tells whether both arms can be measured: the configuration asks for it, and there is a repository. */
export function canPair({ baseline }: Config, checkout: Checkout | NoBase): boolean {
  return baseline.kind === 'paired' && !('kind' in checkout);
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
  if (choice.kind === 'alone') return stayAlone(config, choice.comparison);
  const trees = await choice.pair.layOut(folder);
  for (const note of trees.notes) request.progress.note(note);
  return pairUp(config, choice.pair, trees, seed, request);
}

/** Leaves the base out: the same run with the head's tree alone, against recorded runs. */
export function goAlone(arms: Arms): Arms {
  return {
    ...arms,
    configs: { ...arms.configs, base: null },
    comparison: { kind: 'history', instead: true },
    pair: undefined,
  };
}

function stayAlone(config: Config, comparison: Counterpart): Arms {
  return {
    configs: { head: config, base: null },
    comparison,
    loosened: [],
    pair: undefined,
    prepare: (_, build) => build(),
    guessMissing: async () => null,
    remove() {},
  };
}

function pairUp(
  config: Config,
  { base, head }: Different,
  trees: Trees,
  seed: number,
  request: GateRequest,
): Arms {
  const own = moveConfig(config, trees.head);
  assertScripts(own, trees.head);
  const theirs = readBaseConfig(config, trees.base, request);
  const configs = { head: own, base: lendLifecycle(own, theirs ?? moveConfig(config, trees.base)) };
  return {
    configs,
    comparison: { kind: 'pair', base: { baseCommit: base.commit, because: base.because }, seed },
    loosened: theirs === null ? [] : findLoosened(selectScenarios(theirs, request.only), config),
    pair: { baseCommit: base.commit, baseTree: base.tree, headTree: head.tree, seed },
    async prepare(arm, build) {
      const reuse = configs[arm].services.flatMap((service) => service.reuse);
      const notes = await reusePaths(config.directory, trees[arm].directory, reuse, request.signal);
      for (const note of notes) request.progress.note(`${arm}: ${note}`);
      await build();
    },
    guessMissing: (arm, log) =>
      guessMissing(log, config.directory, trees[arm].directory, request.environment, request.signal),
    remove: trees.remove,
  };
}

/** Moves the configuration, with its folder and scripts, to an arm's tree. */
function moveConfig(config: Config, { directory }: Pick<Tree, 'directory'>): Config {
  const move = (path: string) =>
    path.startsWith(`${config.directory}/`) ? directory + path.slice(config.directory.length) : path;
  const scenarios = config.scenarios.map((scenario) => {
    const { work } = scenario;
    return work.kind === 'script' ? { ...scenario, work: { ...work, path: move(work.path) } } : scenario;
  });
  return { ...config, path: join(directory, basename(config.path)), directory, scenarios };
}

/** Checks that git knows all scripts. @throws UserError for a script that only the checkout has */
function assertScripts({ scenarios }: Config, { directory }: Tree): void {
  for (const { name, work } of scenarios) {
    if (work.kind !== 'script' || existsSync(work.path)) continue;
    throw new UserError({
      what: `The script of ${name}, ${relative(directory, work.path)}, is not part of the revision that is measured.`,
      hint: 'Does git ignore it? Commit it, or compare with recorded runs: `--from history`.',
    });
  }
}

/** Reads the base's own configuration; null, with a note why, where it has none that can be used. */
function readBaseConfig(config: Config, { directory }: Tree, request: GateRequest): Config | null {
  try {
    return readConfig(join(directory, basename(config.path)), directory);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    request.progress.note(
      `the base is started as the head is, since its own configuration cannot be used: ${error.message}`,
    );
    return null;
  }
}

/** Selects the scenarios of a run that has only some; nothing is known of the others. */
function selectScenarios(base: Config, only: readonly string[]): Config {
  if (only.length === 0) return base;
  return { ...base, scenarios: base.scenarios.filter(({ name }) => only.includes(name)) };
}

/** Lends the base's services to the head's load and SLOs, if the head's requests can be sent to them. */
function lendLifecycle(head: Config, base: Config): Config {
  const names = new Set(base.services.flatMap(({ name }) => [`${name}.PORT`]));
  const asked = head.scenarios.flatMap(({ work }) =>
    work.kind === 'request'
      ? [work.request.url, work.request.body ?? '', ...Object.values(work.request.headers)].flatMap(
          findReferences,
        )
      : [],
  );
  const fits =
    base.target === head.target && asked.every(({ name }) => !name.endsWith('.PORT') || names.has(name));
  const { services, external, target } = fits ? base : head;
  return { ...head, path: base.path, directory: base.directory, services, external, target };
}
