import { explainDeliveryFault } from '../../forge/fault.ts';
import { type ForgeRepository, type Rights, reaches } from '../../forge/rights.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';
import { type AcceptPolicy, mayAccept } from './policy.ts';

/** Label of a pull request that accepts everything that blocks it. */
export const ACCEPT_LABEL = 'tailgate:accept';

/**
 * The time (ISO 8601) of the push of the revision, from which on a label counts. `latest`: the push was then or
 * earlier. `unknown`: the time is not known. `any`: the label was set on this revision for certain, or a user with the
 * right to write has merged or queued the pull request since.
 */
export type LabelSince = string | { latest: string } | 'unknown' | 'any';

type LabelledPull = {
  number: number;
  /** Login of its author; empty when unknown. */
  author: string;
  since: LabelSince;
};

/** A label that was set or removed, or a push that replaced the head; `name` is the label's. */
type PullEvent = { event: string; created_at: string; login: string | null; name: string | undefined };

/** GitHub's name for a push that took commits away: only by one does a head come back after another one. */
const REPLACED = 'head_ref_force_pushed';

/** Reads the label as it is now, with its user and time; null when it is not set. Never throws. */
export async function readLabel(
  repository: ForgeRepository,
  { number, author, since }: LabelledPull,
  rightsOf: (login: string) => Promise<Rights>,
  policy: AcceptPolicy | null,
): Promise<Claim | null> {
  const { note } = repository;
  const claim = (by: string, at: string, standing: Claim['standing']): Claim => ({
    by,
    at,
    why: '',
    via: 'label',
    text: ACCEPT_LABEL,
    scope: { label: null, metric: null },
    standing,
  });
  try {
    const labels = await listLabels(repository, number);
    if (!labels.some(isAcceptLabel)) return null;
  } catch (error) {
    note(`The labels of #${number} cannot be read (${explainDeliveryFault(error).reason}); none counts.`);
    return null;
  }
  let events: PullEvent[];
  try {
    events = await listEvents(repository, number);
  } catch (error) {
    note(`Who set the labels of #${number} cannot be read (${explainDeliveryFault(error).reason}).`);
    return claim('', '', 'unknown-rights');
  }
  const newest = events.filter(({ name }) => name !== undefined && isAcceptLabel(name)).at(-1);
  if (newest?.event !== 'labeled' || newest.login === null) return claim('', '', 'unknown-rights');
  const { login, created_at: at } = newest;
  const rights = await rightsOf(login);
  if (rights === 'unknown') return claim(login, at, 'unknown-rights');
  if (!reaches(rights, 'triage')) return claim(login, at, 'no-rights');
  if (policy !== null) {
    // An author without a name may be anybody.
    if (author === '' || login.toLowerCase() === author.toLowerCase()) return claim(login, at, 'own-label');
    if (!mayAccept(policy, login, rights)) return claim(login, at, 'not-allowed');
  }
  const isReplaced = events.slice(events.indexOf(newest)).some(({ event }) => event === REPLACED);
  return claim(login, at, isReplaced ? 'too-early' : judgeTime(at, since));
}

function judgeTime(at: string, since: LabelSince): Claim['standing'] {
  if (since === 'any') return 'valid';
  const [set, pushed] = [Date.parse(at), Date.parse(typeof since === 'string' ? since : since.latest)];
  if (typeof since !== 'string') return set >= pushed ? 'valid' : 'unknown-time';
  // Whoever reads a change needs longer than a second: at the very second of a push the label was there first.
  if (set > pushed) return 'valid';
  return set <= pushed ? 'too-early' : 'unknown-time';
}

/** GitHub ignores upper and lower case in labels. */
export function isAcceptLabel(name: string): boolean {
  return name.toLowerCase() === ACCEPT_LABEL;
}

async function listLabels({ octokit, owner, repo }: ForgeRepository, number: number): Promise<string[]> {
  const request = { owner, repo, issue_number: number, per_page: 100 };
  const labels = await octokit.paginate(octokit.rest.issues.listLabelsOnIssue, request);
  return labels.map(({ name }) => name);
}

/** Lists the events of labels and heads, oldest first; those of one second stay as the server has them. */
async function listEvents({ octokit, owner, repo }: ForgeRepository, number: number): Promise<PullEvent[]> {
  const request = { owner, repo, issue_number: number, per_page: 100 };
  const events = await octokit.paginate(octokit.rest.issues.listEvents, request);
  return events
    .filter(({ event }) => ['labeled', 'unlabeled', REPLACED].includes(event))
    .map((event) => ({
      event: event.event,
      created_at: event.created_at,
      login: event.actor?.login ?? null,
      name: 'label' in event ? event.label?.name : undefined,
    }))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}
