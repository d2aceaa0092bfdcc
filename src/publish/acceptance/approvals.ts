import { tryToRead } from '../../forge/fault.ts';
import { flatten } from '../../forge/foreign.ts';
import type { Forge } from '../../forge/port.ts';
import { reaches } from '../../forge/rights.ts';

/** A pull request at the revision that was measured; `author` is empty when unknown. */
export type MeasuredRevision = { number: number; headSha: string; author: string };

/**
 * Finds the login of a user other than the author, with the right to write, who has approved this very revision: the latest
 * opinion of each counts. Never throws: what cannot be read does not count.
 */
export async function findApprover(
  forge: Forge,
  { author, number, headSha }: MeasuredRevision,
  note: (text: string) => void,
): Promise<string | undefined> {
  // Without the author's name no user is known to be another one.
  if (author === '') return undefined;
  const what = `The reviews of #${number}`;
  const reviews = (await tryToRead(note, what, () => forge.listReviews(number), '; none counts')) ?? [];
  const latest = new Map(reviews.map((review) => [review.by.toLowerCase(), review]));
  for (const [name, { by, isApproval, sha }] of latest) {
    if (!isApproval || sha !== headSha || name === author.toLowerCase()) continue;
    // An app has no rights that can be read, and hides nobody who comes after it.
    const whose = `The rights of ${flatten(by, 60)}`;
    const rights = await tryToRead(note, whose, () => forge.rightsOf(by), '; this approval does not count');
    if (rights !== null && reaches(rights, 'write')) return by;
  }
  return undefined;
}
