import { relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { EXIT, UserError } from '../errors.ts';
import { isCi } from '../processes/environment.ts';
import { placeRecords } from '../records/stores/place.ts';
import { listWorkFiles } from '../records/work-files.ts';
import type { BaseTrigger } from '../revision/base.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { choosePair, type Pair } from '../revision/pair.ts';
import type { Watched } from '../revision/relevance.ts';
import type { Counterpart } from '../verdict/changes.ts';
import { tellBase } from './details.ts';
import type { GateRequest } from './request.ts';
import type { Session } from './session.ts';

/** Revisions to measure, chosen before anything is laid out. */
export type Choice =
  | { kind: 'pair'; pair: Different }
  /** `pair`: the revisions whose gates are compared. `unread`: why they cannot be, though they should. */
  | { kind: 'alone'; comparison: Counterpart; pair?: Different; unread?: string }
  /** Nothing is measured: base and head do not differ in what `when.changed` names. */
  | { kind: 'nothing'; base: string };

/** Base and head that differ. */
export type Different = Extract<Pair, { kind: 'different' }>;

const WITH_RECORDS = { kind: 'alone', comparison: { kind: 'history' } } as const;

/**
 * Chooses the revisions to measure. Without a base the head is measured by itself, and compared with records, where
 * that passes for no comparison: see `mayGoAlone`.
 *
 * @throws UserError (exit code 3) when there must be a base and it cannot be had
 */
export async function chooseArms(
  config: Config,
  checkout: Checkout | NoBase,
  { workspace, keeper }: Pick<Session, 'workspace' | 'keeper'>,
  request: GateRequest,
): Promise<Choice> {
  const { progress, base, alterations, environment, store, keepPath = [], results = [], signal } = request;
  const { asked, trigger, credentials = null } = base;
  // Deployments run already. Git only says what has changed, and how the gate of the base was.
  const paired = config.baseline.kind === 'paired' && config.deployments === undefined;
  // The gate of a proposed change is compared with that of its base, whatever the change says about baselines.
  const isProposed = asked !== null || isGated(trigger);
  if (!paired && config.when === undefined && !isProposed) return WITH_RECORDS;
  progress.phase(paired ? 'laying out base and head' : 'looking at what has changed');
  // Records of an earlier run as well, which may have had another store.
  const stores = [placeRecords(config.directory), store.kind === 'directory' ? store.path : []];
  const pair = await choosePair({
    ...{ checkout, asked, trigger, credentials, signal },
    environment: { ...environment, ...keeper.mark },
    identical: alterations !== undefined,
    folder: workspace.path,
    leaveOut: [workspace.path, ...stores, keepPath, results].flat(),
    ...(!alterations && watch(config)),
  });
  tellBase(pair, asked, trigger);
  if (pair.kind === 'none') {
    if (paired && (alterations || !mayGoAlone(pair, trigger, environment))) throw refuse(pair);
    // A base cannot be expected outside git.
    if (config.when || (paired && pair.reason !== 'no-repository')) {
      const what = config.when
        ? 'find out what has changed, so everything is measured'
        : 'measure beside the head';
      progress.note(`no base to ${what}: ${pair.message}${pair.hint ? ` ${pair.hint}` : ''}`);
    }
    return { ...WITH_RECORDS, ...(isProposed && { unread: pair.message }) };
  }
  for (const note of pair.notes) progress.note(note);
  if (pair.kind === 'irrelevant' || (pair.kind === 'identical' && config.when !== undefined))
    return { kind: 'nothing', base: pair.base.commit };
  if (pair.kind === 'different') return paired ? { kind: 'pair', pair } : { ...WITH_RECORDS, pair };
  return paired
    ? { kind: 'alone', comparison: { kind: 'none', reason: { kind: 'identical' } } }
    : WITH_RECORDS;
}

/** Lists what decides whether anything is measured: the files that `when` names, the configuration, and its scripts. */
export function watch({ path, directory, scenarios, when }: Config): { watched?: Watched } {
  if (when === undefined) return {};
  const files = [path, ...scenarios.flatMap(({ work }) => listWorkFiles(work))];
  return { watched: { patterns: when.changed, always: files.map((file) => relative(directory, file)) } };
}

/** Tells whether a merge waits for the run. It has a base then, and a comparison with earlier runs says something else. */
function isGated({ kind }: BaseTrigger): boolean {
  return kind === 'pull_request' || kind === 'merge_group';
}

/**
 * Tells whether a run may go on without a base: at a terminal, and where there certainly is none. Elsewhere a base that
 * was not fetched would pass as a first run, with whatever the change makes slower.
 */
function mayGoAlone({ reason }: NoBase, trigger: BaseTrigger, environment: NodeJS.ProcessEnv): boolean {
  if (reason === 'unobtainable' || isGated(trigger)) return false;
  return !isCi(environment) || reason === 'root-commit';
}

const HAVE_BASE =
  'Check out the whole history (`fetch-depth: 0` for actions/checkout), or name a base: `--base REVISION`. `--from history` compares with recorded runs on purpose.';

function refuse({ message, hint = HAVE_BASE }: NoBase): UserError {
  const what = `No base to measure beside the head: ${message}`;
  return new UserError({ what, hint, exitCode: EXIT.unmeasured });
}
