import { UserError } from '../../errors.ts';
import { explain, type GitOutcome } from '../../revision/git.ts';

/** Request to the server. */
type Doing = 'read' | 'write';

/**
 * Hints for the user by words in git's output, in the order in which they are looked for. The words are git's own (it
 * is told to speak English), curl's, and those of GitHub, GitLab and Gitea.
 */
const CAUSES: { words: RegExp; hint: Record<Doing, string> }[] = [
  {
    words: /No space left on device|Disk quota exceeded|File too large|file size limit|write error/i,
    hint: both('Is a disk full, that of the temporary folder or that of the server?'),
  },
  {
    words:
      /error: 403|Permission to .{0,200} denied|Write access to repository not granted|not allowed to push/i,
    hint: {
      read: 'The token may not read the repository: give the job `permissions: contents: read`.',
      write:
        'The token may not write to the repository: give the job `permissions: contents: write`. Runs of forks never may.',
    },
  },
  {
    words: /hidden ref|stale info|custom refs?|refs outside|invalid ref/i,
    hint: both(
      'The server takes no references of its users: keep the records in a folder, `--store .tailgate`.',
    ),
  },
  {
    words:
      /error: 40[14]|could not read (Username|Password)|Authentication failed|Permission denied \(|not found/i,
    hint: {
      ...both('Does the repository exist, and is there a token or a login for it?'),
      read: 'Does the repository exist, and is there a token or a login for it? Where it is private, a step with `mode: measure` that compares with records needs `github-token: ${{ github.token }}`.',
    },
  },
  {
    words: /remote rejected/i,
    hint: both(
      'A rule or hook of the server refuses it. Exempt the reference from it, or keep the records elsewhere with `--store`.',
    ),
  },
  {
    words: /resolve host|connect|timed out|disconnect|early EOF|RPC failed|error: 5\d\d|unable to access/i,
    hint: both('Can the server be reached from here?'),
  },
];

/** Tells whether a fault will pass: the connection broke, or the server had a bad moment. */
export function isPassing({ ok, timedOut, stderr }: GitOutcome): boolean {
  return (
    !ok &&
    !timedOut &&
    /error: (429|5\d\d)|HTTP (429|5\d\d)|RPC failed|early EOF|disconnect|Connection (reset|refused|timed out)|Recv failure|Send failure/i.test(
      stderr,
    )
  );
}

/**
 * Tells whether a push was refused because another one was quicker. Git knows it before anything is sent (`stale
 * info`), or the server finds it when it takes the lock.
 */
export function isOvertaken({ ok, stdout, stderr }: GitOutcome): boolean {
  return (
    !ok &&
    /stale info|cannot lock ref|failed to lock|failed to update ref|incorrect old value|already exists|fetch first|non-fast-forward|reference changed/i.test(
      `${stdout}\n${stderr}`,
    )
  );
}

/** Makes an error of git's failure. @param where the reference and the repository, for the message */
export function nameGitFault(outcome: GitOutcome, doing: Doing, where: string): UserError {
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  const hint = CAUSES.find(({ words }) => words.test(text))?.hint[doing];
  const what = doing === 'read' ? 'The records could not be read' : 'The record could not be written';
  return new UserError({ what: `${what}: ${nameReason(outcome)}.`, where, hint, exitCode: 3 });
}

/** Quotes the server's reason where it gave one, else git's. One line. */
function nameReason(outcome: GitOutcome): string {
  const refused = outcome.stdout.match(/^!\t[^\t]*\t\[(?:remote )?rejected\] \((.*)\)$/m)?.[1];
  if (refused === undefined) return explain(outcome);
  const told = [...outcome.stderr.matchAll(/^remote: (.*\w.*)$/gm)].map(([, line]) => line!.trim());
  // `explain` makes the text fit for a message.
  return explain({
    ...outcome,
    stderr: `rejected (${refused})${told.length > 0 ? `: ${told.join('; ')}` : ''}`,
  });
}

function both(hint: string): Record<Doing, string> {
  return { read: hint, write: hint };
}
