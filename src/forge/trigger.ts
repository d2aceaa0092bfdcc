import { UserError } from '../errors.ts';
import { type Event, need } from './event.ts';

/** The event that started the workflow run, as far as Tailgate treats events differently. */
export type Trigger =
  | {
      kind: 'pull_request';
      number: number;
      /** Head of the pull request, not the merge commit that GitHub checks out (GITHUB_SHA). */
      headSha: string;
      headBranch: string;
      baseBranch: string;
      /** Tip of the base branch when the event happened; null where the event does not say. */
      baseSha: string | null;
      /** Tip of the base that the pull request had until this event; absent when it kept its base. */
      formerBaseSha?: string;
      /** True also when the head repository is gone. */
      fromFork: boolean;
      /** Login of the pull request's author; empty where the event does not say. */
      author: string;
      /** ISO 8601, a time when the head was there already, maybe for long; null where the event does not say. */
      since: string | null;
      /** Activity, for instance `synchronize`, and the label's name for `labeled` and `unlabeled`. */
      action: string;
      label: string | null;
    }
  /** `branch` is null for a tag. `before` is the commit of the branch before the push, all zeros when it is new. */
  | {
      kind: 'push';
      branch: string | null;
      before: string | null;
      headSha: string;
      /** Commits that were pushed, oldest first. The event has at most 2,048 of them. */
      commits: PushedCommit[];
    }
  /** `pull`: number of the queued pull request; null when the name of the queue's branch has none. */
  | { kind: 'merge_group'; baseSha: string; headSha: string; baseBranch: string; pull: number | null }
  | WorkflowRunTrigger
  /** `commented`: number of the pull request that was commented on. The runner does not check it out. */
  | { kind: 'other'; name: string; commented?: number };

/** `timestamp`: ISO 8601. */
export type PushedCommit = { id: string; message: string; timestamp: string };

/** The end of another workflow that has measured, maybe with the code of a fork. This one publishes. */
export type WorkflowRunTrigger = {
  kind: 'workflow_run';
  /** Event that started the run that measured: `pull_request`, `push` … */
  event: string;
  headSha: string;
  /** Branch of the run; null for a tag. */
  headBranch: string | null;
  /** Login and full name; null when the repository is gone. */
  headOwner: string | null;
  headRepository: string | null;
  /** True also when the head repository is gone. */
  fromFork: boolean;
  run: { id: string; attempt: number };
  /** ISO 8601, a time when the head was there already; null where the event does not say. */
  since: string | null;
};

/** Reads the trigger. Throws `UserError` on an event that lacks its main object, and on `pull_request_target`. */
export function readTrigger(
  environment: NodeJS.ProcessEnv,
  event: Event,
  path: string,
  ownRepository: string,
): Trigger {
  const name = need(environment, 'GITHUB_EVENT_NAME');
  if (name === 'pull_request_target') {
    // This event would run the pull request's code with a token that can write, or measure the base branch.
    throw new UserError({
      what: 'Tailgate does not run on pull_request_target.',
      hint: 'Use `on: pull_request`; this event gives code from a pull request the secrets of the repository.',
    });
  }
  if (name === 'push') {
    const branch = environment.GITHUB_REF?.match(/^refs\/heads\/(.+)$/)?.[1] ?? null;
    return {
      kind: 'push',
      branch,
      before: event.before ?? null,
      headSha: need(environment, 'GITHUB_SHA'),
      commits: (event.commits ?? []).map(({ id, message, timestamp }) => ({ id, message, timestamp })),
    };
  }
  if (name === 'workflow_run') return readWorkflowRun(event, path, ownRepository);
  if (name === 'merge_group') {
    const group = event.merge_group;
    if (!group) throw new UserError({ what: 'The merge_group event has no merge group in it.', where: path });
    const baseBranch = group.base_ref.replace(/^refs\/heads\//, '');
    // GitHub names the queue's branches `gh-readonly-queue/main/pr-5-0123…`.
    const pull = group.head_ref?.match(/\/pr-(\d{1,9})-[0-9a-f]+$/)?.[1];
    return {
      kind: 'merge_group',
      baseSha: group.base_sha,
      headSha: group.head_sha,
      baseBranch,
      pull: pull === undefined ? null : Number(pull),
    };
  }
  if (name === 'issue_comment' && event.issue?.pull_request)
    return { kind: 'other', name, commented: event.issue.number };
  if (name !== 'pull_request') return { kind: 'other', name };
  const pull = event.pull_request;
  if (!pull) throw new UserError({ what: 'The pull_request event has no pull request in it.', where: path });
  return {
    kind: 'pull_request',
    number: pull.number,
    headSha: pull.head.sha,
    headBranch: pull.head.ref,
    baseBranch: pull.base.ref,
    baseSha: pull.base.sha ?? null,
    formerBaseSha: event.changes?.base?.sha?.from,
    fromFork: !pull.head.repo || pull.head.repo.full_name !== pull.base.repo?.full_name,
    author: pull.user?.login ?? '',
    since: pull.updated_at ?? null,
    action: event.action ?? '',
    label: event.label?.name ?? null,
  };
}

function readWorkflowRun(event: Event, path: string, ownRepository: string): Trigger {
  const run = event.workflow_run;
  if (!run) throw new UserError({ what: 'The workflow_run event has no workflow run in it.', where: path });
  const headRepository = run.head_repository?.full_name ?? null;
  return {
    kind: 'workflow_run',
    event: run.event,
    headSha: run.head_sha,
    headBranch: run.head_branch ?? null,
    headOwner: run.head_repository?.owner.login ?? null,
    headRepository,
    fromFork: headRepository !== ownRepository,
    run: { id: String(run.id), attempt: run.run_attempt ?? 1 },
    since: run.created_at ?? readStart(run.started_at),
  };
}

/** Gitea writes the zero of its clock where a run has not started. */
function readStart(time: string | undefined): string | null {
  return time === undefined || Date.parse(time) < Date.parse('2000-01-01') ? null : time;
}
