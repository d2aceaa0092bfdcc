import type { Forge } from '../forge/port.ts';

export type CommentTarget = {
  /** Number of the pull request. */
  number: number;
  /** First line of the body, hidden when rendered. It tells the suites apart. */
  marker: string;
  /** Markdown that begins with the marker. */
  body: string;
  /** False where a comment that is there is updated, and none is made. */
  mayCreate: boolean;
};

export type PublishedComment =
  | { kind: 'delivered'; url: string; action: 'created' | 'updated' }
  /** The user did not ask for it: none was there and none was to be made, or there is no place for it. */
  | { kind: 'not-asked' };

/** Writes the one comment of a suite: over the own one that is there, else a new one. Rejects as `forge` does. */
export async function publishComment(forge: Forge, target: CommentTarget): Promise<PublishedComment> {
  const { number, marker, body, mayCreate } = target;
  const own = await forge.findComment(number, marker);
  if (own === null && !mayCreate) return { kind: 'not-asked' };
  const url = await forge.writeComment(number, body, own);
  return { kind: 'delivered', url, action: own === null ? 'created' : 'updated' };
}
