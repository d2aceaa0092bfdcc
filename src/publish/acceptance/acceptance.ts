import type { GitHubContext } from '../../forge/context.ts';
import { tryToRead } from '../../forge/fault.ts';
import type { Forge } from '../../forge/port.ts';
import type { Location, PullLocation } from '../../forge/pull.ts';
import type { Level } from '../../forge/rights.ts';
import type { Trigger } from '../../forge/trigger.ts';
import type { Claim } from '../../verdict/acceptance.ts';
import { ACCEPT_LABEL, isAcceptLabel, type LabelledPull, type LabelSince, readLabel } from './label.ts';

/** Most commits whose pull request is looked up, by one request each. A merge has all commits of its branch. */
const MOST_COMMITS = 100;

/**
 * Reads the acceptances of this run from the server, since a re-run has the old event: the label of its pull request,
 * of the one in the merge queue, or of those that a push to the default branch has merged. Never throws: an acceptance that
 * cannot be read does not count.
 *
 * @param forge null without a token
 * @param acceptBy as for `readLabel`
 * @param note receives one line for each thing that could not be read
 */
export async function readClaims(
  forge: Forge | null,
  { trigger, defaultBranch }: GitHubContext,
  location: Location,
  acceptBy: Level | null,
  note: (text: string) => void,
): Promise<Claim[]> {
  if (forge === null) return [];
  const read = async (pull: LabelledPull) => {
    const label = await readLabel(forge, pull, acceptBy, note);
    return label === null ? [] : [label];
  };
  if (trigger.kind === 'push') {
    // On other branches the status would also stand on the pull request.
    if (trigger.branch !== defaultBranch) return [];
    const merged = await listMerged(forge, trigger.commits, note);
    const labels = await Promise.all(merged.map((pull) => read({ ...pull, since: 'any' })));
    const without = labels.findIndex(([label]) => label?.standing !== 'valid');
    if (without < 0) return labels.flat();
    // The effect of this pull request cannot be told from the effects of the others.
    if (merged.length > 1)
      note(`#${merged[without]!.number} was merged as well, without ${ACCEPT_LABEL}; no label counts.`);
    return labels[without]!;
  }
  if (trigger.kind === 'merge_group') {
    const { pull: number } = trigger;
    if (number === null) return [];
    const what = `Pull request #${number}`;
    const pull = await tryToRead(note, what, () => forge.getPull(number), '; nothing is accepted');
    // A user with the right to write has queued it as it is, so it does not matter when its head was pushed.
    return pull ? read({ ...pull, since: 'any' }) : [];
  }
  return location.kind === 'pull' ? read({ ...location, since: judgeArrival(trigger, location) }) : [];
}

/**
 * Judges since when the head is there, which the event tells only while the pull request still has this head. That it
 * went and came back since is for the server's record of pushes to say.
 */
function judgeArrival(trigger: Trigger, { since, standing }: PullLocation): LabelSince {
  if (standing !== 'current') return null;
  const { action, label } = trigger.kind === 'pull_request' ? trigger : { action: null, label: null };
  // The event has the head that the label was set on. Its time may be a second later, so it is not compared.
  return action === 'labeled' && label !== null && isAcceptLabel(label) ? 'any' : since;
}

/** Finds the pull requests that these commits merged. */
async function listMerged(
  forge: Forge,
  commits: readonly string[],
  note: (text: string) => void,
): Promise<{ number: number; author: string }[]> {
  if (commits.length > MOST_COMMITS) {
    note(`More than ${MOST_COMMITS} commits were pushed, which may be of any pull request; no label counts.`);
    return [];
  }
  const merged = new Map<number, { number: number; author: string }>();
  const read = async () => {
    for (const id of commits)
      for (const { number, author } of await forge.listMerged(id)) merged.set(number, { number, author });
    return [...merged.values()];
  };
  return (await tryToRead(note, 'Which pull request was merged', read, '; no label counts')) ?? [];
}
