import { explainDeliveryFault } from '../../forge/fault.ts';
import type { ForgeRepository, Rights } from '../../forge/rights.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { ACCEPT_TRAILER } from '../../verdict/acceptance/acceptance-line.ts';
import { listTrailerClaims } from '../../verdict/acceptance/claims.ts';
import { listTrailers } from '../../verdict/acceptance/trailers.ts';
import { findApprover, type MeasuredRevision } from './approvals.ts';
import { type AcceptPolicy, mayAccept } from './policy.ts';

type Commit = { sha: string; message: string };

/** Most commits of a pull request that GitHub lists. */
const MOST_COMMITS = 250;

/**
 * Reads the acceptances in the commits of a pull request, up to the revision that was measured. They count when a user
 * other than the pull request's author, with the right to write, has approved that very revision. Never throws.
 */
export async function readTrailers(
  repository: ForgeRepository,
  pull: MeasuredRevision,
  rightsOf: (login: string) => Promise<Rights>,
  policy: AcceptPolicy | null,
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
  const allows = (login: string, rights: Rights) => mayAccept(policy, login, rights);
  const voucher = await findApprover(repository, pull, rightsOf, allows);
  return listTrailerClaims(accepting.map(({ message }) => ({ message, voucher })));
}

/** Lists the commits, oldest first. */
async function listCommits({ octokit, owner, repo }: ForgeRepository, number: number): Promise<Commit[]> {
  const request = { owner, repo, pull_number: number, per_page: 100 };
  const commits = await octokit.paginate(octokit.rest.pulls.listCommits, request);
  return commits.map(({ sha, commit }) => ({ sha, message: commit.message }));
}
