import { explainDeliveryFault } from '../../forge/fault.ts';
import { type ForgeRepository, type Rights, reaches } from '../../forge/rights.ts';
import type { Voucher } from '../../verdict/acceptance/claims.ts';

/** A pull request at the revision that was measured; `author` is empty when unknown. */
export type MeasuredRevision = { number: number; headSha: string; author: string };

type Approval = { by: string; at: string };

/**
 * Finds a user other than the author, with the right to write, who has approved this very revision; else says why there
 * is none. `allows` may ask for more. Never throws: what cannot be read does not count.
 */
export async function findApprover(
  repository: ForgeRepository,
  pull: MeasuredRevision,
  rightsOf: (login: string) => Promise<Rights>,
  allows: (login: string, rights: Rights) => boolean = () => true,
): Promise<Voucher> {
  const { author, number } = pull;
  const unknown: Voucher = { by: '', at: '', standing: 'unknown-rights' };
  // Without the author's name no user is known to be another one.
  if (author === '') return unknown;
  let approvals: Approval[];
  try {
    approvals = await listApprovals(repository, pull);
  } catch (error) {
    const { reason } = explainDeliveryFault(error);
    repository.note(`The reviews of #${number} cannot be read (${reason}); none counts.`);
    return unknown;
  }
  let otherwise: Voucher = { by: author, at: '', standing: 'own-trailer' };
  for (const approval of approvals) {
    if (approval.by.toLowerCase() === author.toLowerCase()) continue;
    const rights = await rightsOf(approval.by);
    if (reaches(rights, 'write')) {
      if (allows(approval.by, rights)) return { ...approval, standing: 'valid' };
      otherwise = { ...approval, standing: 'not-allowed' };
    }
    if (rights === 'unknown') otherwise = { ...approval, standing: 'unknown-rights' };
  }
  return otherwise;
}

/** Lists the approvals of this very revision. @throws RequestError of Octokit */
async function listApprovals(
  { octokit, owner, repo }: ForgeRepository,
  { number, headSha }: MeasuredRevision,
): Promise<Approval[]> {
  const request = { owner, repo, pull_number: number, per_page: 100 };
  const reviews = await octokit.paginate(octokit.rest.pulls.listReviews, request);
  // A comment is no opinion. The latest opinion of each user counts.
  const opinions = reviews.filter(({ state }) => state !== 'COMMENTED' && state !== 'PENDING');
  const latest = new Map(opinions.map((review) => [review.user?.login.toLowerCase(), review]));
  return [...latest.values()].flatMap(({ user, state, commit_id, submitted_at }) =>
    user && state === 'APPROVED' && commit_id === headSha ? [{ by: user.login, at: submitted_at ?? '' }] : [],
  );
}
