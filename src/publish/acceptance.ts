import type { GitHubContext } from '../forge/context.ts';
import { explainDeliveryFault } from '../forge/fault.ts';
import { flatten } from '../forge/foreign.ts';
import type { Location } from '../forge/location.ts';
import type { Forge, Note, Pull } from '../forge/port.ts';
import { type Level, reaches } from '../forge/rights.ts';
import { ACCEPT_LABEL, type Claim } from '../verdict/acceptance.ts';

const isAcceptLabel = (name: string | null | undefined) => name?.toLowerCase() === ACCEPT_LABEL;

/**
 * `author`: login; empty if unknown. `since`: Unix ms after which the label was set; -Infinity: it was certainly set on this
 * revision; NaN: no label counts. `pushed`: Unix ms by which the revision was the head; Infinity: perhaps it no longer is.
 */
type LabelledPull = Pick<Pull, 'number' | 'author' | 'labels'> & { since: number; pushed: number };
/** Longest time (ms) from the push of a revision to its event. */
const SLACK_MS = 10_000;

/**
 * Reads the acceptances of this run from the server, since a re-run has the old event. Never throws: an acceptance that
 * cannot be read does not count. Whose label counts, by whom and when it was set:
 *
 * | event | label of | set after |
 * | - | - | - |
 * | pull request | its own | the event, while it still has this head; any time, if the label itself started the run |
 * | merge queue | the queued one | any time: a user with write permission has queued it as it is |
 * | push to the default branch | the one that its last commit merged | any time: it has been merged since |
 * | anything else | none | |
 *
 * And no push may have replaced the head after it or, for a pull request, after the event: if an older head came back, it
 * is not what the label was set on. The user needs the level of `acceptBy`, and then must not be the author; if
 * that is null, triage.
 *
 * @param forge null without a token
 */
export async function readClaims(
  forge: Forge | null,
  context: GitHubContext,
  location: Location,
  acceptBy: Level | null,
  note: Note,
): Promise<Claim[]> {
  if (forge === null) return [];
  const pull = await findLabelled(forge, context, location).catch(cannot('The pull request', note));
  if (!pull?.labels.some(isAcceptLabel)) return [];
  const claim = await readLabel(forge, pull, acceptBy).catch(cannot('Who set the label', note));
  return [claim ?? { by: '', at: '', standing: 'unreadable' }];
}

async function findLabelled(
  forge: Forge,
  { trigger, defaultBranch }: GitHubContext,
  location: Location,
): Promise<LabelledPull | null> {
  switch (trigger.kind) {
    case 'push': {
      // On other branches the status would also stand on the pull request.
      const pull = trigger.branch === defaultBranch ? await forge.findMerged(trigger.headSha) : null;
      return pull && { ...pull, since: -Infinity, pushed: Infinity };
    }
    case 'merge_group':
      return trigger.pull === null
        ? null
        : { ...(await forge.getPull(trigger.pull)), since: -Infinity, pushed: Infinity };
    default: {
      if (location.kind !== 'pull') return null;
      const isOfLabel =
        trigger.kind === 'pull_request' && trigger.action === 'labeled' && isAcceptLabel(trigger.label);
      const pushed = Date.parse(location.since ?? '');
      const since = isOfLabel ? -Infinity : pushed;
      return { ...location, since: location.standing === 'current' ? since : NaN, pushed };
    }
  }
}

/** Reads who set the label, and when; null if the server does not name the user. */
async function readLabel(
  forge: Forge,
  { number, author, since, pushed }: LabelledPull,
  acceptBy: Level | null,
): Promise<Claim | null> {
  const events = await forge.listEvents(number);
  const newest = events.findLast(({ label }) => isAcceptLabel(label));
  if (newest?.event !== 'labeled' || newest.by === null) return null;
  const { by, at } = newest;
  const rights = await forge.rightsOf(by);
  // An author without a name may be anybody.
  const isAuthor = author === '' || by.toLowerCase() === author.toLowerCase();
  if (!reaches(rights, acceptBy ?? 'triage') || (acceptBy !== null && isAuthor))
    return { by, at, standing: 'may-not' };
  const labelled = events.indexOf(newest);
  const isReplaced = events.some(
    (one, i) => one.event === 'replaced' && (i > labelled || !(Date.parse(one.at) <= pushed + SLACK_MS)),
  );
  // Reading a change takes longer than a second: in the same second as a push, the label was there first.
  return { by, at, standing: Date.parse(at) > since && !isReplaced ? 'valid' : 'too-early' };
}

/**
 * Finds the login of a user other than the author, with write permission, who approved this exact revision of a
 * pull request: everyone's latest opinion counts. Never throws: what cannot be read does not count.
 */
export async function findApprover(
  forge: Forge,
  { author, number, headSha }: { number: number; headSha: string; author: string },
  note: Note,
): Promise<string | undefined> {
  // Without the author's name, no user is known to be someone else.
  if (author === '') return undefined;
  const reviews = await forge.listReviews(number).catch(cannot('The reviews', note));
  const latest = new Map(reviews?.map((review) => [review.by.toLowerCase(), review]));
  for (const [name, { by, isApproval, sha }] of latest) {
    if (!isApproval || sha !== headSha || name === author.toLowerCase()) continue;
    // An app has no readable rights, and must not hide anyone who comes after it.
    const rights = await forge.rightsOf(by).catch(cannot(`What ${flatten(by, 60)} may`, note));
    if (rights !== null && reaches(rights, 'write')) return by;
  }
  return undefined;
}

/** Reports that something cannot be read. */
const cannot = (what: string, note: Note) => (error: unknown) => {
  note(`${what} cannot be read (${explainDeliveryFault(error).reason}), so it accepts nothing.`);
  return null;
};
