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

const WITH_RECORDS: Counterpart = { kind: 'history' };

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
  const { progress, base, alterations, environment } = request;
  // Deployments run already. Git only says what has changed, and how the gate of the base was.
  const paired = config.baseline.kind === 'paired' && config.deployments === undefined;
  // The gate of a proposed change is compared with that of its base, whatever the change says about baselines.
  const isProposed = base.asked !== null || isGated(base.trigger);
  if (!paired && config.when === undefined && !isProposed) return { kind: 'alone', comparison: WITH_RECORDS };
  progress.phase(paired ? 'laying out base and head' : 'looking at what has changed');
  const pair = await choosePair({
    checkout,
    environment: { ...environment, ...keeper.mark },
    identical: alterations !== undefined,
    asked: base.asked,
    trigger: base.trigger,
    folder: workspace.path,
    credentials: base.credentials ?? null,
    leaveOut: [
      workspace.path,
      // Those of an earlier run as well, which may have had another store.
      placeRecords(config.directory),
      ...(request.store.kind === 'directory' ? [request.store.path] : []),
      ...(request.keepPath ? [request.keepPath] : []),
      ...(request.results ?? []),
    ],
    ...(config.when && !alterations && { watched: listWatched(config, config.when) }),
    signal: request.signal,
  });
  tellBase(pair, base.asked, base.trigger);
  if (pair.kind === 'none') {
    if (paired && (alterations || !mayGoAlone(pair, base.trigger, environment))) throw refuse(pair);
    // A base cannot be expected outside git.
    if (config.when || (paired && pair.reason !== 'no-repository')) {
      const what = config.when
        ? 'find out what has changed, so everything is measured'
        : 'measure beside the head';
      progress.note(`no base to ${what}: ${pair.message}${pair.hint ? ` ${pair.hint}` : ''}`);
    }
    return { kind: 'alone', comparison: WITH_RECORDS, ...(isProposed && { unread: pair.message }) };
  }
  for (const note of pair.notes) progress.note(note);
  if (pair.kind === 'irrelevant' || (pair.kind === 'identical' && config.when !== undefined))
    return { kind: 'nothing', base: pair.base.commit };
  if (!paired) return { kind: 'alone', comparison: WITH_RECORDS, ...(pair.kind === 'different' && { pair }) };
  return pair.kind === 'different'
    ? { kind: 'pair', pair }
    : { kind: 'alone', comparison: { kind: 'none', reason: { kind: 'identical' } } };
}

/** Lists the files that decide what is measured: the configuration, the scripts it names, and what these read. */
export function listWatched(
  { path, directory, scenarios }: Config,
  { changed }: NonNullable<Config['when']>,
): Watched {
  const files = scenarios.flatMap(({ work }) => listWorkFiles(work));
  return { patterns: changed, always: [path, ...files].map((file) => relative(directory, file)) };
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
  return !isCi(environment) || reason === 'root-commit' || reason === 'no-such-branch';
}

const HAVE_BASE =
  'Check out the whole history (`fetch-depth: 0` for actions/checkout), or name a base: `--base REVISION`. `--from history` compares with recorded runs on purpose.';

function refuse({ message, hint = HAVE_BASE }: NoBase): UserError {
  const what = `No base to measure beside the head: ${message}`;
  return new UserError({ what, hint, exitCode: EXIT.unmeasured });
}
