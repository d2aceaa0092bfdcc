import { explainDeliveryFault } from '../../forge/fault.ts';
import type { ForgeRepository, Rights } from '../../forge/rights.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { ACCEPT_TRAILER } from '../../verdict/acceptance/acceptance-line.ts';
import { listTrailerClaims, type Voucher } from '../../verdict/acceptance/claims.ts';
import { listTrailers } from '../../verdict/acceptance/trailers.ts';

type RightsOf = (login: string) => Promise<Rights>;

type Pull = { number: number; headSha: string; author: string };

type Commit = { sha: string; message: string; signature: Vote | null };

/** A user who stands behind the revision, and since when. */
type Vote = { by: string; at: string };

/** Most commits of a pull request that GitHub lists. */
const MOST_COMMITS = 250;
/** GitHub's user that signs all commits made on its pages, whoever made them. */
const WEB = 'web-flow';

/**
 * Reads the acceptances in the commits of a pull request, up to the revision that was measured. They count when a user
 * other than the pull request's author, with the right to write, vouches for that very revision: by an approval, or by
 * having signed its newest commit. Never throws.
 */
export async function readTrailers(
  repository: ForgeRepository,
  pull: Pull,
  rightsOf: RightsOf,
): Promise<Claim[]> {
  const { number, headSha } = pull;
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
  const accepting = commits.slice(0, last + 1).filter(isAccepting);
  if (accepting.length === 0) return [];
  const voucher = await findVoucher(repository, pull, commits[last]!, rightsOf);
  return listTrailerClaims(accepting.map(({ message }) => ({ message, voucher })));
}

/** Finds a user who vouches for the revision, else says why nobody does. */
async function findVoucher(
  repository: ForgeRepository,
  { number, headSha, author }: Pull,
  { signature }: Commit,
  rightsOf: RightsOf,
): Promise<Voucher> {
  // Without the author's name no user is known to be another one.
  if (author === '') return { by: '', at: '', standing: 'unknown-rights' };
  let otherwise: Voucher = { by: author, at: '', standing: 'own-trailer' };
  const votes = signature === null ? [] : [signature];
  try {
    votes.unshift(...(await listApprovals(repository, number, headSha)));
  } catch (error) {
    const { reason } = explainDeliveryFault(error);
    repository.note(`The reviews of #${number} cannot be read (${reason}); none counts.`);
    otherwise = { by: '', at: '', standing: 'unknown-rights' };
  }
  for (const vote of votes) {
    if (vote.by.toLowerCase() === author.toLowerCase()) continue;
    const rights = await rightsOf(vote.by);
    if (rights === 'write') return { ...vote, standing: 'valid' };
    if (rights === 'unknown') otherwise = { ...vote, standing: 'unknown-rights' };
  }
  return otherwise;
}

/** Lists the approvals of this very revision. @throws RequestError of Octokit */
async function listApprovals(
  { octokit, owner, repo }: ForgeRepository,
  number: number,
  headSha: string,
): Promise<Vote[]> {
  const request = { owner, repo, pull_number: number, per_page: 100 };
  const reviews = await octokit.paginate(octokit.rest.pulls.listReviews, request);
  // A comment is no opinion. The latest opinion of each user counts.
  const opinions = reviews.filter(({ state }) => state !== 'COMMENTED' && state !== 'PENDING');
  const latest = new Map(opinions.map((review) => [review.user?.login.toLowerCase(), review]));
  return [...latest.values()].flatMap(({ user, state, commit_id, submitted_at }) =>
    user && state === 'APPROVED' && commit_id === headSha ? [{ by: user.login, at: submitted_at ?? '' }] : [],
  );
}

/** Lists the commits, oldest first. */
async function listCommits({ octokit, owner, repo }: ForgeRepository, number: number): Promise<Commit[]> {
  const request = { owner, repo, pull_number: number, per_page: 100 };
  const commits = await octokit.paginate(octokit.rest.pulls.listCommits, request);
  return commits.map(({ sha, commit, committer }) => {
    // A signature belongs to the committer, even when the author is another user.
    const login = committer && 'login' in committer ? committer.login : null;
    const signed = commit.verification?.verified && login !== null && login !== WEB;
    const signature = signed ? { by: login, at: commit.committer?.date ?? '' } : null;
    return { sha, message: commit.message, signature };
  });
}
