import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { Config, Service, Work } from '../config/config.ts';
import { deployAt } from '../config/deployments.ts';
import { listVariants } from '../config/variants.ts';
import { EXIT, UserError } from '../errors.ts';
import type { Arm } from '../measurement/measurement.ts';
import { isCi } from '../processes/environment.ts';
import type { RunRecord } from '../records/record.ts';
import { placeRecords } from '../records/store.ts';
import { listWorkFiles } from '../records/work-files.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { choosePair } from '../revision/pair.ts';
import { keepOwnObjects, type Tree } from '../revision/trees.ts';
import type { Counterpart } from '../verdict/changes.ts';
import type { GateChange, Idleness } from '../verdict/verdict.ts';
import { lendLifecycle, readBaseGate } from './base-gate.ts';
import type { GateRequest } from './request.ts';
import type { Session } from './session.ts';

/** Configurations of head and base; the base's is null if there is nothing to measure beside the head. */
export type Both = { head: Config; base: Config | null };

/** Revisions of a run, checked out, each with the lifecycle of its own configuration. */
export type Arms = {
  kind: 'arms';
  /** For everything that a run draws: arrivals, and the sign flips of the comparison. */
  seed: number;
  configs: Both;
  /** The same in each variant, in the order of the run; the base's is also null if it has no such variant. */
  variants: Both[];
  comparison: Counterpart;
  gateChanges: GateChange[];
  /** What the record says about them. */
  recorded: Pick<RunRecord, 'pair'> & Partial<Pick<RunRecord, 'dirty'>>;
  /** Root folders of both work trees. Absent if none was checked out. */
  tops?: Record<Arm, string>;
};

/** Tells whether both arms can be measured: the configuration asks for it, and there are deployments or a repository. */
export function canPair({ baseline, deployments }: Config, checkout: Checkout | NoBase): boolean {
  return baseline.kind === 'paired' && (deployments !== undefined || !('kind' in checkout));
}

/**
 * Chooses the revisions to measure, and checks them out in the workspace. Without a base, the head is measured alone and
 * compared with records: in a terminal, and if there certainly is none.
 *
 * @returns why nothing is to be measured, if base and head do not differ in anything that `when.changed` names
 * @throws UserError if a required base is not available (exit code 3), or a revision cannot be checked out
 */
export async function layOutArms(
  config: Config,
  checkout: Checkout | NoBase,
  session: Session,
): Promise<Arms | Idleness> {
  const { base, alterations, environment, progress, workspace, keeper, signal } = session;
  const { asked, trigger, credentials = null } = base;
  const { when, path, directory, scenarios } = config;
  // Deployments are already running. Git only says what has changed, and what the base's gate was.
  const paired = config.baseline.kind === 'paired' && config.deployments === undefined;
  // A merge waits for the run. It has a base then, and a comparison with earlier runs says something else.
  const isGated = trigger.kind === 'pull_request' || trigger.kind === 'merge_group';
  // The gate of a proposed change is compared with that of its base, whatever the change says about baselines.
  const isProposed = asked !== null || isGated;
  if (!paired && when === undefined && !isProposed) return standAlone(config);
  progress.phase(paired ? 'laying out base and head' : 'finding what has changed');
  // Also records of an earlier run, which may have used another store.
  const stores = [placeRecords(directory), session.store === 'git' ? [] : session.store];
  const files = [path, ...scenarios.flatMap(({ work }) => listWorkFiles(work))];
  const always = files.map((file) => relative(directory, file));
  const pair = await choosePair({
    ...{ checkout, asked, trigger, credentials, signal },
    environment: { ...environment, ...keeper.mark },
    identical: alterations !== undefined,
    folder: workspace.path,
    leaveOut: [workspace.path, ...stores, session.leaveOut ?? []].flat(),
    watched: when && !alterations ? { patterns: when.changed, always } : undefined,
  });
  if (pair.kind === 'none') {
    const { reason, message, hint = '' } = pair;
    // Otherwise a base that was not fetched would pass as a first run, however much slower the change is.
    const isCertain = reason === 'root-commit' || !isCi(environment);
    if (paired && (alterations || isGated || reason === 'unobtainable' || !isCertain))
      throw new UserError({
        what: `The base cannot be measured: ${message}`,
        hint: hint || HAVE_BASE,
        exitCode: EXIT.unmeasured,
      });
    progress.note(`no base, so only the head is measured: ${message} ${hint}`.trim());
    return standAlone(config, isProposed ? [{ kind: 'unread', reason: message }] : []);
  }
  if (pair.kind !== 'different') {
    const { commit: baseCommit } = pair.base;
    if (when) return { kind: 'irrelevant', baseCommit, patterns: [...when.changed] };
    return standAlone(config, [], paired ? { kind: 'none', reason: { kind: 'identical' } } : undefined);
  }
  const trees = await pair.layOut(workspace.path);
  for (const note of trees.notes) progress.note(note);
  const own = moveConfig(config, trees.head);
  const gate = readBaseGate(own, trees.base.directory, session);
  if (!paired) {
    trees.remove();
    return standAlone(config, gate.gateChanges);
  }
  for (const { name, work } of own.scenarios)
    for (const file of listWorkFiles(work).filter((each) => !existsSync(each)))
      throw new UserError({
        what: `The ${work.kind === 'script' ? 'script' : 'data'} of ${name}, ${relative(own.directory, file)}, is not part of the measured revision.`,
        hint: 'Does git ignore it? If so, commit it anyway, or compare with recorded runs: `--from history`.',
      });
  const lent = lendLifecycle(own, gate.config ?? moveConfig(config, trees.base));
  await lendHistory(own, trees.head, session);
  await lendHistory(lent.config, trees.base, session);
  const seed = randomInt(2 ** 31);
  const { commit: baseCommit, because } = pair.base;
  return {
    kind: 'arms',
    seed,
    configs: { head: own, base: lent.config },
    variants: lent.variants,
    comparison: { kind: 'pair', base: { baseCommit, because }, seed },
    gateChanges: [...lent.gateChanges, ...gate.gateChanges],
    tops: { base: trees.base.top, head: trees.head.top },
    // A checked-out commit has no changes, even if the work tree does.
    recorded: { pair: { baseCommit }, dirty: pair.head.dirty },
  };
}

const HAVE_BASE =
  'Check out the whole history (`fetch-depth: 0` for actions/checkout), or name a base: `--base REVISION`. `--from history` compares with recorded runs instead.';

/** Makes the arms of a run that checks nothing out: the head in its work tree, or deployments. */
function standAlone(
  config: Config,
  gateChanges: GateChange[] = [],
  comparison: Counterpart = { kind: 'history' },
): Arms {
  const { deployments, baseline } = config;
  const seed = randomInt(2 ** 31);
  const alone = { kind: 'arms', seed, gateChanges, recorded: {} } as const;
  if (!deployments || baseline.kind !== 'paired') {
    const variants = listVariants(config).map((head) => ({ head, base: null }));
    return { ...alone, configs: { head: config, base: null }, variants, comparison };
  }
  const configs = { head: config, base: deployAt(config, 'base') };
  // Neither of them is started, so their revisions are unknown.
  const base = { baseCommit: null, because: 'deployed' } as const;
  return { ...alone, configs, variants: [configs], comparison: { kind: 'pair', base, seed } };
}

/** Leaves the base out: the same run with only the head's tree. */
export function leaveBaseOut(arms: Arms): Arms {
  return {
    ...arms,
    configs: { ...arms.configs, base: null },
    variants: arms.variants.map(({ head }) => ({ head, base: null })),
    comparison: { kind: 'none', reason: { kind: 'no-base' } },
    recorded: { ...arms.recorded, pair: undefined },
  };
}

/** Gives a tree its own copy of the git objects if the image of a service may include its git folder. */
export async function lendHistory(
  { services }: Config,
  { arm, top, directory }: Tree,
  { progress, environment, signal }: Pick<GateRequest, 'progress' | 'environment' | 'signal'>,
): Promise<void> {
  const isBuilt = ({ container }: Service) => {
    if (container?.kind !== 'image') return container !== undefined;
    return 'build' in container.from && resolve(directory, container.from.build) === top;
  };
  if (!services.some(isBuilt)) return;
  progress.phase(`copying the history of ${arm}, which an image build may read`);
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
