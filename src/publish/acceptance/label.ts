import { explainDeliveryFault } from '../../forge/fault.ts';
import type { ForgeRepository, Rights } from '../../forge/rights.ts';
import type { Claim } from '../../verdict/acceptance/acceptance.ts';

/** Set on a pull request, it accepts everything that blocks it. */
export const ACCEPT_LABEL = 'tailgate:accept';

/**
 * When a label counts: from the time on (ISO 8601) at which the revision was pushed. `latest`: it was pushed by then,
 * maybe long before. `unknown`: nobody can say. `any`: it was set on this revision for certain, or somebody with the
 * right to write has merged or queued the pull request since.
 */
export type LabelSince = string | { latest: string } | 'unknown' | 'any';

type LabelEvent = { event: string; created_at: string; login: string | null; name: string | undefined };

/** The label as it is now, by whom it was set and when; null when it is not set. Never throws. */
export async function readLabel(
  repository: ForgeRepository,
  number: number,
  since: LabelSince,
  rightsOf: (login: string) => Promise<Rights>,
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
  let events: LabelEvent[];
  try {
    events = await listLabelEvents(repository, number);
  } catch (error) {
    note(`Who set the labels of #${number} cannot be read (${explainDeliveryFault(error).reason}).`);
    return claim('', '', 'unknown-rights');
  }
  const newest = events.filter(({ name }) => name !== undefined && isAcceptLabel(name)).at(-1);
  if (newest?.event !== 'labeled' || newest.login === null) return claim('', '', 'unknown-rights');
  const { login, created_at: at } = newest;
  const rights = await rightsOf(login);
  if (rights === 'unknown') return claim(login, at, 'unknown-rights');
  if (rights === 'none') return claim(login, at, 'no-rights');
  return claim(login, at, judgeTime(at, since));
}

function judgeTime(at: string, since: LabelSince): Claim['standing'] {
  if (since === 'any') return 'valid';
  const isExact = typeof since === 'string';
  const [set, pushed] = [Date.parse(at), Date.parse(isExact ? since : since.latest)];
  if (set >= pushed) return 'valid';
  return isExact && set < pushed ? 'too-early' : 'unknown-time';
}

/** GitHub does not tell labels apart by case. */
export function isAcceptLabel(name: string): boolean {
  return name.toLowerCase() === ACCEPT_LABEL;
}

async function listLabels({ octokit, owner, repo }: ForgeRepository, number: number): Promise<string[]> {
  const request = { owner, repo, issue_number: number, per_page: 100 };
  const labels = await octokit.paginate(octokit.rest.issues.listLabelsOnIssue, request);
  return labels.map(({ name }) => name);
}

/** Oldest first. */
async function listLabelEvents(
  { octokit, owner, repo }: ForgeRepository,
  number: number,
): Promise<LabelEvent[]> {
  const request = { owner, repo, issue_number: number, per_page: 100 };
  const events = await octokit.paginate(octokit.rest.issues.listEvents, request);
  return events
    .filter(({ event }) => event === 'labeled' || event === 'unlabeled')
    .map((event) => ({
      event: event.event,
      created_at: event.created_at,
      login: event.actor?.login ?? null,
      name: 'label' in event ? event.label?.name : undefined,
    }))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}
