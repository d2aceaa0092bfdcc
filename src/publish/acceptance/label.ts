import { tryToRead } from '../../forge/fault.ts';
import { flatten } from '../../forge/foreign.ts';
import type { Forge } from '../../forge/port.ts';
import { type Level, reaches } from '../../forge/rights.ts';
import type { Claim } from '../../verdict/acceptance.ts';

/** Label of a pull request that accepts everything that blocks it. */
export const ACCEPT_LABEL = 'tailgate:accept';

/**
 * The time (ISO 8601) by which the revision was pushed, from which on a label counts; null where it is not known.
 * `any`: the label was set on this revision for certain, or a user with the right to write has merged or queued the
 * pull request since.
 */
export type LabelSince = string | 'any' | null;

/** `author`: login; empty when unknown. */
export type LabelledPull = { number: number; author: string; since: LabelSince };

/**
 * Reads the label as it is now, with its user and time; null when it is not set. Never throws.
 *
 * @param acceptBy level that a user needs, who then may not be the author; null: everybody who may triage
 */
export async function readLabel(
  forge: Forge,
  { number, author, since }: LabelledPull,
  acceptBy: Level | null,
  note: (text: string) => void,
): Promise<Claim | null> {
  const unreadable: Claim = { by: '', at: '', standing: 'unreadable' };
  const labels = await tryToRead(note, `Whether #${number} has a label`, () => forge.listLabels(number));
  if (!labels?.some(isAcceptLabel)) return null;
  const events = await tryToRead(note, `Who set the labels of #${number}`, () => forge.listEvents(number));
  const newest = events?.filter(({ label }) => label !== undefined && isAcceptLabel(label)).at(-1);
  if (events === null || newest?.event !== 'labeled' || newest.by === null) return unreadable;
  const { by, at } = newest;
  const rights = await tryToRead(note, `What ${flatten(by, 60)} may`, () => forge.rightsOf(by));
  if (rights === null) return { by, at, standing: 'unreadable' };
  // An author without a name may be anybody.
  const isAuthor = author === '' || by.toLowerCase() === author.toLowerCase();
  if (!reaches(rights, acceptBy ?? 'triage') || (acceptBy !== null && isAuthor))
    return { by, at, standing: 'may-not' };
  const isReplaced = events.slice(events.indexOf(newest)).some(({ event }) => event === 'replaced');
  return { by, at, standing: !isReplaced && isInTime(at, since) ? 'valid' : 'too-early' };
}

/** Whoever reads a change needs longer than a second: at the very second of a push the label was there first. */
function isInTime(at: string, since: LabelSince): boolean {
  return since === 'any' || (since !== null && Date.parse(at) > Date.parse(since));
}

/** GitHub ignores upper and lower case in labels. */
export function isAcceptLabel(name: string): boolean {
  return name.toLowerCase() === ACCEPT_LABEL;
}
