import * as z from 'zod';
import { type EarlierAttempt, earlierAttemptSchema } from '../handover/suite.ts';

/** One attempt of a workflow run. It tells newer results from older ones. */
export type RunAttempt = { id: string; attempt: number };

const PREFIX = '<!-- tailgate-state: ';
const SUFFIX = ' -->';
const MOST_ATTEMPTS = 10;
/** Longest line (characters) that Tailgate can have written: all attempts with long headlines, encoded. */
const LONGEST_LINE = 16_000;

/** The memory of a comment: the run that wrote it, its verdict, and earlier verdicts on the same commit. */
const stateSchema = earlierAttemptSchema.extend({
  headSha: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** Earlier attempts, oldest first. */
  attempts: z.array(earlierAttemptSchema).max(MOST_ATTEMPTS),
});
export type CommentState = z.infer<typeof stateSchema>;

/** Renders the hidden second line of a comment. Base64 has no `-`, so nothing can end the HTML comment early. */
export function renderState(state: CommentState): string {
  return `${PREFIX}${Buffer.from(JSON.stringify(state)).toString('base64')}${SUFFIX}`;
}

/** Reads the state in the second line of a comment's body; null when there is none. */
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

/** Compares two attempts: negative when `a` is older. The numbers of runs grow, and those of attempts in a run. */
export function orderAttempts(a: RunAttempt, b: RunAttempt): number {
  const [x, y] = [BigInt(a.id), BigInt(b.id)];
  return x === y ? a.attempt - b.attempt : x < y ? -1 : 1;
}

/** The last ten verdicts on this commit before this attempt, from all comments that were read so far. */
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
