import { explainDeliveryFault } from '../../forge/fault.ts';
import type { ForgeRepository, Rights } from '../../forge/rights.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { ACCEPT_TRAILER } from '../../verdict/acceptance/acceptance-line.ts';
import { listTrailerClaims, type Voucher } from '../../verdict/acceptance/claims.ts';
import { listTrailers } from '../../verdict/acceptance/trailers.ts';

type RightsOf = (login: string) => Promise<Rights>;
type Vouched = Voucher & { standing: 'valid' | 'own-trailer' | 'unknown-rights' };

type Commit = {
  sha: string;
  message: string;
  author: string;
  /** Login of the signer, when the server has verified it. Anybody can write any name and address. */
  signer: string | null;
  committedAt: string;
};

/** Most commits of a pull request that GitHub lists. */
const MOST_COMMITS = 250;
/** GitHub's user that signs all commits made on its pages, whoever made them. */
const WEB = 'web-flow';

/**
 * Reads the acceptances in the commits of a pull request, up to the revision that was measured. They count when a user
 * other than the pull request's author, with the right to write, vouches for that very revision. This user either
 * approves it, or has signed both the commit with the trailer and the newest one. Never throws.
 */
export async function readTrailers(
  repository: ForgeRepository,
  { number, headSha }: { number: number; headSha: string },
  rightsOf: RightsOf,
): Promise<Claim[]> {
  const { note } = repository;
  let commits: Commit[];
  try {
    commits = await listCommits(repository, number);
  } catch (error) {
    note(
      `The commits of #${number} cannot be read (${explainDeliveryFault(error).reason}); no trailer counts.`,
    );
    return [];
  }
  const isFull = commits.length >= MOST_COMMITS;
  const isAccepting = ({ message }: Commit) => listTrailers(message, ACCEPT_TRAILER).length > 0;
  if (!isFull && !commits.some(isAccepting)) return [];
  const last = commits.findIndex(({ sha }) => sha === headSha);
  if (last < 0) {
    const why = isFull ? `only ${MOST_COMMITS} are listed` : 'it is no longer part of it';
    note(`The commits of #${number} do not lead to ${headSha.slice(0, 10)} (${why}); no trailer counts.`);
    return [];
  }
  const own = commits.slice(0, last + 1);
  const accepting = own.filter(isAccepting);
  if (accepting.length === 0) return [];
  const author = await readAuthor(repository, number);
  const vouch = { repository, number, headSha, author, rightsOf };
  const approval = author === null ? null : await findApproval(vouch);
  const head = await findSigner(own.at(-1)!, vouch);
  const vouched: { message: string; voucher: Vouched }[] = [];
  for (const commit of accepting) {
    const signer = await findSigner(commit, vouch);
    const both = signer.standing === 'valid' ? { ...signer, standing: head.standing } : signer;
    const vouchers = [approval, both].filter((voucher) => voucher !== null);
    vouched.push({
      message: commit.message,
      voucher:
        vouchers.find(({ standing }) => standing === 'valid') ??
        vouchers.find(({ standing }) => standing === 'unknown-rights') ??
        both,
    });
  }
  return listTrailerClaims(vouched);
}

type Vouching = {
  repository: ForgeRepository;
  number: number;
  headSha: string;
  /** Author of the pull request; null when unknown. Then no user is known to be another one. */
  author: string | null;
  rightsOf: RightsOf;
};

async function findSigner(commit: Commit, { author, rightsOf }: Vouching): Promise<Vouched> {
  const { signer, committedAt } = commit;
  const unsigned = { by: commit.author, at: committedAt };
  if (author === null) return { ...unsigned, standing: 'unknown-rights' };
  if (signer === null || isSame(signer, author)) return { ...unsigned, standing: 'own-trailer' };
  return { by: signer, at: committedAt, standing: toStanding(await rightsOf(signer)) };
}

/** The best approval of this very revision by somebody else; null without any. */
async function findApproval({
  repository,
  number,
  headSha,
  author,
  rightsOf,
}: Vouching): Promise<Vouched | null> {
  const { octokit, owner, repo, note } = repository;
  const found: Vouched[] = [];
  try {
    const request = { owner, repo, pull_number: number, per_page: 100 };
    const reviews = await octokit.paginate(octokit.rest.pulls.listReviews, request);
    // A comment is no opinion. The latest opinion of each user counts.
    const opinions = reviews.filter(({ state }) => state !== 'COMMENTED' && state !== 'PENDING');
    const latest = new Map(opinions.map((review) => [review.user?.login.toLowerCase(), review]));
    for (const { user, state, commit_id, submitted_at } of latest.values()) {
      if (!user || state !== 'APPROVED' || commit_id !== headSha || isSame(user.login, author!)) continue;
      const standing = toStanding(await rightsOf(user.login));
      found.push({ by: user.login, at: submitted_at ?? '', standing });
    }
  } catch (error) {
    note(`The reviews of #${number} cannot be read (${explainDeliveryFault(error).reason}); none counts.`);
    return { by: '', at: '', standing: 'unknown-rights' };
  }
  const pick = (standing: Vouched['standing']) => found.find((each) => each.standing === standing);
  return pick('valid') ?? pick('unknown-rights') ?? null;
}

function toStanding(rights: Rights): Vouched['standing'] {
  if (rights === 'unknown') return 'unknown-rights';
  return rights === 'write' ? 'valid' : 'own-trailer';
}

function isSame(login: string, other: string): boolean {
  return login.toLowerCase() === other.toLowerCase();
}

async function readAuthor(
  { octokit, owner, repo, note }: ForgeRepository,
  number: number,
): Promise<string | null> {
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    return data.user?.login ?? null;
  } catch (error) {
    note(`The author of #${number} cannot be read (${explainDeliveryFault(error).reason}).`);
    return null;
  }
}

/** Lists the commits, oldest first. */
async function listCommits({ octokit, owner, repo }: ForgeRepository, number: number): Promise<Commit[]> {
  const request = { owner, repo, pull_number: number, per_page: 100 };
  const commits = await octokit.paginate(octokit.rest.pulls.listCommits, request);
  return commits.map(({ sha, commit, author, committer }) => {
    const login = committer && 'login' in committer ? committer.login : null;
    return {
      sha,
      message: commit.message,
      author: author && 'login' in author ? author.login : '',
      // A signature belongs to the committer, even when the author is another user.
      signer: commit.verification?.verified && login !== WEB ? login : null,
      committedAt: commit.committer?.date ?? '',
    };
  });
}
