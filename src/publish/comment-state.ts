import * as z from 'zod';
import { type EarlierAttempt, earlierAttemptSchema } from '../handover/suite.ts';

/** One attempt of a workflow run, by which newer and older are told apart. */
export type RunAttempt = { id: string; attempt: number };

const PREFIX = '<!-- tailgate-state: ';
const SUFFIX = ' -->';
const MOST_ATTEMPTS = 10;
/** Characters of the line: attempts with long headlines, encoded; more was not written by Tailgate. */
const LONGEST_LINE = 16_000;

/** What a comment remembers: who wrote it, what it said, and what was said before of the same commit. */
const stateSchema = earlierAttemptSchema.extend({
  headSha: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** Oldest first. */
  attempts: z.array(earlierAttemptSchema).max(MOST_ATTEMPTS),
});
export type CommentState = z.infer<typeof stateSchema>;

/** As much of a headline as a state has room for. */
export function shortenHeadline(headline: string): string {
  const points = Array.from(headline);
  return points.length > 100 ? `${points.slice(0, 99).join('')}…` : headline;
}

/** The hidden second line of a comment. In base64 there is no `-`, so nothing can end the HTML comment early. */
export function renderState(state: CommentState): string {
  return `${PREFIX}${Buffer.from(JSON.stringify(state)).toString('base64')}${SUFFIX}`;
}

/** What the second line of a comment's body remembers; null when it is no such line. */
export function readState(body: string): CommentState | null {
  const line = body.split(/\r?\n/, 2)[1]?.trim() ?? '';
  if (line.length > LONGEST_LINE || !line.startsWith(PREFIX) || !line.endsWith(SUFFIX)) return null;
  const code = line.slice(PREFIX.length, -SUFFIX.length);
  try {
    return stateSchema.parse(JSON.parse(Buffer.from(code, 'base64').toString()));
  } catch {
    return null;
  }
}

/** Negative when `a` is older than `b`: GitHub counts runs up, and attempts within a run. */
export function orderAttempts(a: RunAttempt, b: RunAttempt): number {
  const [x, y] = [BigInt(a.id), BigInt(b.id)];
  return x === y ? a.attempt - b.attempt : x < y ? -1 : 1;
}

/** What was said of this commit before this attempt, in comments that are there or were read before: the last ten. */
export function findAttempts(
  states: readonly (CommentState | null)[],
  run: RunAttempt,
  headSha: string,
): EarlierAttempt[] {
  const found = new Map<string, EarlierAttempt>();
  for (const state of states) {
    if (state?.headSha !== headSha) continue;
    for (const { run: id, attempt, code, headline } of [...state.attempts, state]) {
      if (orderAttempts({ id, attempt }, run) < 0)
        found.set(`${id} ${attempt}`, { run: id, attempt, code, headline });
    }
  }
  const byAge = (a: EarlierAttempt, b: EarlierAttempt) =>
    orderAttempts({ id: a.run, attempt: a.attempt }, { id: b.run, attempt: b.attempt });
  return [...found.values()].sort(byAge).slice(-MOST_ATTEMPTS);
}
