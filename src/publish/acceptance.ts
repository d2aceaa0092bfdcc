import type { GitHubContext } from '../forge/context.ts';
import { tryToRead } from '../forge/fault.ts';
import { flatten } from '../forge/foreign.ts';
import type { Forge } from '../forge/port.ts';
import type { Location } from '../forge/pull.ts';
import { type Level, reaches } from '../forge/rights.ts';
import { ACCEPT_LABEL, type Claim } from '../verdict/acceptance.ts';

const isAcceptLabel = (name: string | null | undefined) => name?.toLowerCase() === ACCEPT_LABEL;

/**
 * The time (ISO 8601) by which the revision was pushed, from which on a label counts; null where it is not known.
 * `any`: the label was set on this revision for certain, or a user with the right to write has merged or queued the
 * pull request since.
 */
type LabelSince = string | 'any' | null;

/** `author`: login; empty when unknown. */
type LabelledPull = { number: number; author: string; since: LabelSince };

/** Writes a line about something that could not be read, and so accepts nothing. */
type Note = (text: string) => void;

/**
 * Reads the acceptances of this run from the server, since a re-run has the old event. Never throws: an acceptance that
 * cannot be read does not count. Whose label counts, by whom and when it was set:
 *
 * | event | label of | set after |
 * | - | - | - |
 * | pull request | it | the event, while it still has this head; ever, if the label itself started the run |
 * | merge queue | the queued one | ever: a user with the right to write has queued it as it is |
 * | push to the default branch | the one that its last commit has merged | ever: it was merged since |
 * | anything else | none | |
 *
 * And no push may have replaced the head after it. It takes the level of `acceptBy`, and then not the author's; where
 * that is null, triage.
 *
 * @param forge null without a token
 */
export async function readClaims(
  forge: Forge | null,
  { trigger, defaultBranch }: GitHubContext,
  location: Location,
  acceptBy: Level | null,
  note: Note,
): Promise<Claim[]> {
  if (forge === null) return [];
  const find = async (): Promise<LabelledPull | null> => {
    switch (trigger.kind) {
      case 'push': {
        // On other branches the status would also stand on the pull request.
        const { branch, headSha } = trigger;
        const pull = branch === defaultBranch ? await forge.findMerged(headSha) : null;
        return pull && { ...pull, since: 'any' };
      }
      case 'merge_group':
        if (trigger.pull === null) return null;
        return { ...(await forge.getPull(trigger.pull)), since: 'any' };
      default: {
        if (location.kind !== 'pull') return null;
        const isOfLabel =
          trigger.kind === 'pull_request' && trigger.action === 'labeled' && isAcceptLabel(trigger.label);
        const since = isOfLabel ? 'any' : location.since;
        return { ...location, since: location.standing === 'current' ? since : null };
      }
    }
  };
  const pull = await tryToRead(note, 'The pull request', find);
  const label = pull && (await readLabel(forge, pull, acceptBy, note));
  return label ? [label] : [];
}

/** Reads the label as it is now, with its user and time; null when it is not set. Never throws. */
async function readLabel(
  forge: Forge,
  { number, author, since }: LabelledPull,
  acceptBy: Level | null,
  note: Note,
): Promise<Claim | null> {
  const labels = await tryToRead(note, `Whether #${number} has a label`, () => forge.listLabels(number));
  if (!labels?.some(isAcceptLabel)) return null;
  const events = await tryToRead(note, `Who set the labels of #${number}`, () => forge.listEvents(number));
  const newest = events?.filter(({ label }) => isAcceptLabel(label)).at(-1);
  if (!events || newest?.event !== 'labeled' || newest.by === null)
    return { by: '', at: '', standing: 'unreadable' };
  const { by, at } = newest;
  const rights = await tryToRead(note, `What ${flatten(by, 60)} may`, () => forge.rightsOf(by));
  if (rights === null) return { by, at, standing: 'unreadable' };
  // An author without a name may be anybody.
  const isAuthor = author === '' || by.toLowerCase() === author.toLowerCase();
  if (!reaches(rights, acceptBy ?? 'triage') || (acceptBy !== null && isAuthor))
    return { by, at, standing: 'may-not' };
  const isReplaced = events.slice(events.indexOf(newest)).some(({ event }) => event === 'replaced');
  // Whoever reads a change needs longer than a second: at the very second of a push the label was there first.
  const isInTime = since === 'any' || (since !== null && Date.parse(at) > Date.parse(since));
  return { by, at, standing: isInTime && !isReplaced ? 'valid' : 'too-early' };
}

/**
 * Finds the login of a user other than the author, with the right to write, who has approved this very revision of a
 * pull request: the latest opinion of each counts. Never throws: what cannot be read does not count.
 */
export async function findApprover(
  forge: Forge,
  { author, number, headSha }: { number: number; headSha: string; author: string },
  note: Note,
): Promise<string | undefined> {
  // Without the author's name no user is known to be another one.
  if (author === '') return undefined;
  const reviews = await tryToRead(note, `The reviews of #${number}`, () => forge.listReviews(number));
  const latest = new Map(reviews?.map((review) => [review.by.toLowerCase(), review]));
  for (const [name, { by, isApproval, sha }] of latest) {
    if (!isApproval || sha !== headSha || name === author.toLowerCase()) continue;
    // An app has no rights that can be read, and hides nobody who comes after it.
    const rights = await tryToRead(note, `What ${flatten(by, 60)} may`, () => forge.rightsOf(by));
    if (rights !== null && reaches(rights, 'write')) return by;
  }
  return undefined;
}
