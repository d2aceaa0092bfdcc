import { publishComment } from './comment.ts';
import type { GitHubContext } from './context.ts';
import { flatten } from './foreign.ts';
import { connect } from './octokit.ts';

export type Delivery =
  | { kind: 'delivered'; url: string; action: 'created' | 'updated' | 'unchanged' }
  /** Nobody wanted a comment, or there is no pull request to comment. */
  | { kind: 'not-asked' }
  /** `status` is the HTTP status of the refusal, null without a token; `reason` is one line. */
  | { kind: 'refused'; status: number | null; reason: string }
  /** The server or the network failed; `reason` is one line. */
  | { kind: 'failed'; status: number | null; reason: string };

export type DeliveryRequest = {
  context: GitHubContext;
  /** From the input `comment`. */
  wanted: boolean;
  token: string;
  userAgent: string;
  marker: string;
  body: string;
  note: (text: string) => void;
};

/** Comments on the pull request. Never throws: whatever happens here must not change the verdict. */
export async function deliverComment(request: DeliveryRequest): Promise<Delivery> {
  const { context, token, userAgent, marker, body, note } = request;
  const { trigger, owner, repo, apiUrl } = context;
  if (!request.wanted || trigger.kind !== 'pull_request') return { kind: 'not-asked' };
  if (!token) return { kind: 'refused', status: null, reason: 'the input github-token is empty' };
  try {
    const octokit = connect({ apiUrl, token, userAgent, note });
    const target = { owner, repo, number: trigger.number, marker, body };
    return { kind: 'delivered', ...(await publishComment(octokit, target)) };
  } catch (error) {
    return explainFault(error);
  }
}

function explainFault(error: unknown): Delivery {
  const message = flatten(error instanceof Error ? error.message : String(error), 200);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : null;
  const reason = status === null ? message : `${status}: ${message}`;
  // 404 is GitHub's answer as well when a token may not see a private repository.
  const refused = status === 401 || status === 403 || status === 404;
  return refused ? { kind: 'refused', status, reason } : { kind: 'failed', status, reason };
}

/** What the log says about a comment that did not arrive, in one line; null when there is nothing to say. */
export function describeDelivery(delivery: Delivery, context: GitHubContext): string | null {
  switch (delivery.kind) {
    case 'delivered':
    case 'not-asked':
      return null;
    case 'failed':
      return `The pull request could not be commented (${delivery.reason}). The verdict stands.`;
    case 'refused': {
      const fork = context.trigger.kind === 'pull_request' && context.trigger.fromFork;
      const hint = fork
        ? 'Pull requests from forks get a token that can only read.'
        : 'Give the job `permissions: pull-requests: write`.';
      return `This token may not comment on the pull request (${delivery.reason}). ${hint} The verdict stands.`;
    }
  }
}

/** The same for the job summary, in Markdown, without any text that another server wrote. */
export function describeDeliveryForSummary(delivery: Delivery): string | null {
  if (delivery.kind !== 'refused' && delivery.kind !== 'failed') return null;
  const answer = delivery.status === null ? '' : ` (the API answered ${delivery.status})`;
  return `> The pull request could not be commented${answer}; the log of this step says why.`;
}
