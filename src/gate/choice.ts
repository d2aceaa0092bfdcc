import { relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { EXIT, UserError } from '../errors.ts';
import { tellDetail } from '../processes/details.ts';
import { placeRecords } from '../records/stores/place.ts';
import { listWorkFiles } from '../records/work-files.ts';
import { originWords } from '../report/words/pair.ts';
import { shortCommit } from '../report/words/terms.ts';
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
  /**
   * Nothing is measured: base and head do not differ in what `when.changed` names, or not at all where both were named.
   */
  | { kind: 'nothing'; base: string };

/** Base and head that differ. */
export type Different = Extract<Pair, { kind: 'different' }>;

/**
 * Chooses the revisions to measure. Without a base the head is measured by itself, and compared with records, unless a
 * merge waits for the run.
 *
 * @throws UserError when a base that was asked for, that exists, or that a merge waits for, cannot be had, and for a
 *   comment on a pull request without one
 */
export async function chooseArms(
  config: Config,
  checkout: Checkout | NoBase,
  { workspace, keeper }: Session,
  request: GateRequest,
): Promise<Choice> {
  const { progress, signal, base } = request;
  if (base.asked === null && config.deployments === undefined) refuseComment(base.trigger);
  // Deployments run already. Git only says what has changed, and how the gate of the base was.
  const paired = config.baseline.kind === 'paired' && config.deployments === undefined;
  // The gate of a proposed change is compared with that of its base, whatever the change says about baselines.
  const isProposed = base.asked !== null || isGated(base.trigger);
  if (!paired && config.when === undefined && !isProposed) {
    tellDetail(
      () => 'no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run',
    );
    return { kind: 'alone', comparison: { kind: 'history' } };
  }
  progress.phase(paired ? 'laying out base and head' : 'looking at what has changed');
  const pair = await choosePair({
    checkout,
    environment: { ...request.environment, ...keeper.mark },
    identical: request.plant !== undefined,
    asked: base.asked,
    commit: request.head ?? null,
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
    ...(config.when && !request.plant && { watched: listWatched(config, config.when) }),
    signal,
  });
  tellBase(pair, base.asked, base.trigger);
  if (pair.kind === 'none') {
    if (paired && (pair.reason === 'unobtainable' || isGated(base.trigger))) throw refuse(pair);
    if (config.when)
      progress.note(`no base to find out what has changed, so everything is measured: ${explain(pair)}`);
    // A base cannot be expected outside git.
    else if (paired && pair.reason !== 'no-repository')
      progress.note(`no base to measure beside the head: ${explain(pair)}`);
    const unread = isProposed && { unread: pair.message };
    return { kind: 'alone', comparison: { kind: 'history' }, ...unread };
  }
  for (const note of pair.notes) progress.note(note);
  if (paired) tellEvent(pair, request);
  // Who names both commits asks what lies between them, and not how the one that is checked out does.
  const isAsked = config.when !== undefined || request.head !== undefined;
  if (pair.kind === 'irrelevant' || (pair.kind === 'identical' && isAsked))
    return { kind: 'nothing', base: pair.base.commit };
  if (!paired) {
    const gates = pair.kind === 'different' && { pair };
    return { kind: 'alone', comparison: { kind: 'history' }, ...gates };
  }
  return pair.kind === 'different'
    ? { kind: 'pair', pair }
    : { kind: 'alone', comparison: { kind: 'none', reason: { kind: 'identical' } } };
}

/** Refuses to measure the default branch on behalf of a pull request. @throws UserError */
function refuseComment(trigger: BaseTrigger): void {
  if (trigger.kind !== 'local' || trigger.commented === undefined) return;
  const { baseBranch, commented } = trigger;
  throw new UserError({
    what: `issue_comment checks out ${baseBranch}, not pull request ${commented}, and names no base to compare it with.`,
    hint: `Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${baseBranch}\`. Its code then has the secrets and the token of this job: check first who has commented.`,
  });
}

/** Tells what is compared where the event does not say it. */
function tellEvent({ base, head }: Exclude<Pair, NoBase>, request: GateRequest): void {
  const { trigger } = request.base;
  if (trigger.kind !== 'local' || trigger.event === undefined) return;
  const own = `${shortCommit(request.subject.commit)}${head.dirty ? ' with changes that are not committed' : ''}`;
  const other = `${shortCommit(base.commit)}, ${originWords(base, trigger.baseBranch)}`;
  request.progress.note(`${trigger.event}: what is checked out, ${own}, is compared with ${other}`);
}

const HAVE_BASE =
  'Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.';

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

function explain({ message, hint }: NoBase): string {
  return `${message}${hint ? ` ${hint}` : ''}`;
}

function refuse({ message, hint = HAVE_BASE }: NoBase): UserError {
  return new UserError({
    what: `No base to measure beside the head: ${message}`,
    hint,
    exitCode: EXIT.unmeasured,
  });
}
