import type { context } from '@actions/github';
import { UserError } from '../errors.ts';

/** An event, as far as its form is known. */
export type Payload = typeof context.payload;

/** The event that started the workflow run, as far as Tailgate distinguishes events. */
export type Trigger = ReturnType<(typeof READERS)[keyof typeof READERS]> | { kind: 'other'; name: string };
/** The end of another workflow that measured, possibly with the code of a fork. This one publishes. */
export type WorkflowRunTrigger = Extract<Trigger, { kind: 'workflow_run' }>;

/** Reads the trigger. @throws UserError for a refused event, other errors for one that is not GitHub's */
export function readTrigger(environment: NodeJS.ProcessEnv, name: string, event: Payload): Trigger {
  // With these, code of a pull request would get the secrets of the repository, or would not be checked out.
  if (name === 'pull_request_target' || name === 'issue_comment') {
    const hint = 'Use `on: pull_request`: it checks out the change, without access to secrets.';
    throw new UserError({ what: `Tailgate does not run on ${name}.`, hint });
  }
  if (!Object.hasOwn(READERS, name)) return { kind: 'other', name };
  return READERS[name as keyof typeof READERS](event, environment);
}

/** Each throws an error if its field is missing. */
const READERS = {
  pull_request({ pull_request, changes, action = '', label }: Payload) {
    const { number, head, base, user, updated_at } = pull_request!;
    const formerBaseSha = textOrNull(changes?.base?.sha?.from);
    return {
      kind: 'pull_request' as const,
      number,
      /** Not the merge commit that GitHub checks out (GITHUB_SHA). */
      headSha: text(head.sha),
      headBranch: text(head.ref),
      baseBranch: text(base.ref),
      /** Tip of the base branch when the event happened, and the one that the pull request had until this event. */
      baseSha: textOrNull(base.sha),
      ...(formerBaseSha !== null && { formerBaseSha }),
      fromFork: isFork(head.repo?.full_name, base.repo?.full_name),
      /** Empty if the event does not say. */
      author: textOrNull(user?.login) ?? '',
      /** ISO 8601, a time by which the head was there, perhaps for a long time. */
      since: textOrNull(updated_at),
      /** For instance `synchronize`; for `labeled` and `unlabeled` with the label's name. */
      action,
      label: textOrNull(label?.name),
    };
  },
  merge_group({ merge_group: { base_sha, head_sha, base_ref, head_ref } }: Payload) {
    // GitHub names the queue's branches `gh-readonly-queue/main/pr-5-0123…`.
    const pull = textOrNull(head_ref)?.match(/\/pr-(\d{1,9})-[0-9a-f]+$/)?.[1];
    return {
      kind: 'merge_group' as const,
      baseSha: text(base_sha),
      headSha: text(head_sha),
      baseBranch: text(base_ref).replace(/^refs\/heads\//, ''),
      /** Number of the queued pull request; null if the name of the queue's branch contains none. */
      pull: pull === undefined ? null : Number(pull),
    };
  },
  push: ({ before }: Payload, environment: NodeJS.ProcessEnv) => ({
    kind: 'push' as const,
    /** Null for a tag. */
    branch: environment.GITHUB_REF?.match(/^refs\/heads\/(.+)$/)?.[1] ?? null,
    headSha: need(environment, 'GITHUB_SHA'),
    /** Commit of the branch before the push, all zeros when it is new. */
    before: textOrNull(before),
  }),
  workflow_run({ workflow_run: run }: Payload, environment: NodeJS.ProcessEnv) {
    const headRepository = textOrNull(run.head_repository?.full_name);
    return {
      kind: 'workflow_run' as const,
      /** Event that started the measuring run. */
      event: text(run.event),
      headSha: text(run.head_sha),
      headBranch: textOrNull(run.head_branch),
      /** Login and full name; null if the repository is gone. */
      headOwner: textOrNull(run.head_repository?.owner?.login),
      headRepository,
      fromFork: isFork(headRepository, environment.GITHUB_REPOSITORY),
      run: { id: `${run.id}`, attempt: Number(run.run_attempt ?? 1) },
      since: textOrNull(run.created_at),
    };
  },
};

/** Also true if the head's repository is gone. */
const isFork = (head: unknown, base: unknown): boolean => !head || head !== base;
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('a text field is missing');
}

/** Reads a variable that every runner sets. @throws UserError if it is missing */
export function need(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError({
    what: `${name} is not set, so this is not a workflow step.`,
    hint: 'The action runs in GitHub Actions; on a laptop use `tailgate run`.',
  });
}
