import type { Reference } from '../config/language/reference.ts';
import { UserError } from '../errors.ts';
import type { Checkout } from './checkout.ts';
import { askGit } from './git.ts';
import { type Commit, listCommits, resolveCommit } from './range.ts';

/** Commit of the past, and what people call it: a tag, a branch, or a date. */
export type Past = Commit & { name: string };

/** Names of releases such as `v1.4.0`, `api-2.0`, `api/v3.1.0`; `-rc.1` and the like are none yet. */
const RELEASE = /^(?:.*[-_/])?v?\d+(?:\.\d+){1,3}$/;

/**
 * Finds the commit that a reference means, seen from `tip`.
 *
 * @param now in ms since 1970
 * @throws UserError where there is none
 */
export async function findPast(
  checkout: Checkout,
  reference: Reference,
  tip: string,
  now: number,
): Promise<Past> {
  switch (reference.kind) {
    case 'name': {
      const { name } = reference;
      const past = await look(checkout, await resolveCommit(checkout, name, '`against`'), name);
      if (past.sha === tip || (await askGit(checkout.git, 'merge-base', past.sha, tip)) !== tip) return past;
      throw new UserError({
        what: `\`against\` names a commit that is newer than what is checked out: ${JSON.stringify(name)}.`,
        where: checkout.top,
        hint: 'Check out the newer one; `against` names the older one.',
      });
    }
    case 'release': {
      const name = await findRelease(checkout, tip);
      return look(checkout, await resolveCommit(checkout, `refs/tags/${name}`, '`against`'), name);
    }
    case 'age': {
      const before = Math.floor(now / 1000 - reference.seconds);
      const [commit] = await listCommits(checkout.git, [
        '--first-parent',
        '--max-count=1',
        `--before=${before}`,
        tip,
      ]);
      if (commit !== undefined) return { ...commit, name: commit.time.slice(0, 10) };
      throw new UserError({
        what: `The history here has no commit from before ${new Date(before * 1000).toISOString().slice(0, 10)}.`,
        where: checkout.top,
        hint: 'Name a tag or a commit as `against`, or a shorter age. Is the clone shallow? `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` here.',
      });
    }
  }
}

/** Finds the newest tag of a release that the tip contains, but not that of the tip itself: nothing came after it. */
async function findRelease({ git, top }: Checkout, tip: string): Promise<string> {
  const tags = await askGit(
    git,
    'for-each-ref',
    '--sort=-creatordate',
    `--merged=${tip}`,
    `--no-contains=${tip}`,
    '--format=%(refname:lstrip=2)',
    'refs/tags',
  );
  const name = tags?.split('\n').find((tag) => RELEASE.test(tag));
  if (name !== undefined) return name;
  throw new UserError({
    what: 'No tag of a release, such as v1.4.0, is in the history of this commit.',
    where: top,
    hint: 'Name a commit or an age as `against`. Does the clone have the tags? `fetch-depth: 0` for actions/checkout, `git fetch --tags` here.',
  });
}

async function look({ git }: Checkout, sha: string, name: string): Promise<Past> {
  const [commit] = await listCommits(git, ['--max-count=1', sha]);
  return { ...commit!, name: sha.startsWith(name) ? sha.slice(0, 10) : name };
}
