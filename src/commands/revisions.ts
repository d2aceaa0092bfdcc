import { dirname } from 'node:path';
import { UserError } from '../errors.ts';
import type { GateRequest } from '../gate/request.ts';
import type { Progress } from '../progress.ts';
import { readPlace } from '../records/stores/place.ts';
import { type Checkout, findCheckout } from '../revision/checkout.ts';
import { listCommits } from '../revision/range.ts';
import { findBaseBranch } from '../revision/subject.ts';
import { readCredentials } from './store.ts';

/** Two commits to measure side by side, as full SHAs, and what of them, as for `run`. */
type Revisions = Pick<GateRequest, 'only' | 'settles'> & { base: string; head: string };

/** Finds the repository that a command compares commits of. @throws UserError where there is none */
export async function needCheckout(configPath: string, signal: AbortSignal): Promise<Checkout> {
  const checkout = await findCheckout(dirname(configPath), process.env, signal);
  if (!('kind' in checkout)) return checkout;
  throw new UserError({ what: checkout.message, hint: checkout.hint });
}

/**
 * Describes runs that compare commits, whatever is checked out. They ask for the change alone, so they have no soak and
 * no profile, and are not recorded.
 */
export async function describeRuns(
  configPath: string,
  checkout: Checkout,
  {
    token,
    ...options
  }: {
    budgetSeconds?: number;
    tolerance?: number;
    k6Version?: string;
    progress: Progress;
    /** Of the forge, for what git fetches. Absent: that of the environment. */
    token?: string;
  },
  signal: AbortSignal,
): Promise<(revisions: Revisions) => Promise<GateRequest>> {
  const { env: environment } = process;
  const baseBranch = await findBaseBranch(dirname(configPath), environment, signal);
  return async ({ base, head, ...rest }) => {
    const [commit] = await listCommits(checkout.git, ['--max-count=1', head]);
    return {
      configPath,
      ...rest,
      ...options,
      anySize: true,
      failOn: [],
      record: false,
      store: readPlace(undefined, dirname(configPath)),
      subject: { commit: head, dirty: false, branch: null, commitTime: commit?.time ?? null },
      head,
      baseBranch,
      base: {
        asked: base,
        trigger: { kind: 'local', baseBranch },
        from: 'paired',
        credentials:
          readCredentials(token ? { ...environment, GITHUB_TOKEN: token } : environment) ?? undefined,
      },
      attempt: new Date().toISOString(),
      soakSeconds: 0,
      explain: 'off',
      link: null,
      environment,
      signal,
    };
  };
}
