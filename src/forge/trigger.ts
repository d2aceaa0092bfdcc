import * as z from 'zod';
import { UserError } from '../errors.ts';

const text = z.string().nullish();
const repository = z.object({ full_name: z.string() }).nullish();

/** Head of a pull request, not the merge commit that GitHub checks out (GITHUB_SHA). */
const pullRequest = z
  .object({
    action: text,
    label: z.object({ name: z.string() }).nullish(),
    changes: z
      .object({ base: z.object({ sha: z.object({ from: z.string() }).optional() }).optional() })
      .optional(),
    pull_request: z.object({
      number: z.number().int().positive(),
      head: z.object({ sha: z.string(), ref: z.string(), repo: repository }),
      base: z.object({ ref: z.string(), sha: text, repo: repository }),
      user: z.object({ login: z.string() }).nullish(),
      updated_at: text,
    }),
  })
  .transform(({ action, label, changes, pull_request: { number, head, base, user, updated_at } }) => ({
    kind: 'pull_request' as const,
    number,
    headSha: head.sha,
    headBranch: head.ref,
    baseBranch: base.ref,
    /** Tip of the base branch when the event happened, and the one that the pull request had until this event. */
    baseSha: base.sha ?? null,
    ...(changes?.base?.sha && { formerBaseSha: changes.base.sha.from }),
    /** True also when the head repository is gone. */
    fromFork: !head.repo || head.repo.full_name !== base.repo?.full_name,
    /** Empty where the event does not say. */
    author: user?.login ?? '',
    /** ISO 8601, a time when the head was there already, maybe for long. */
    since: updated_at ?? null,
    /** For instance `synchronize`; for `labeled` and `unlabeled` with the label's name. */
    action: action ?? '',
    label: label?.name ?? null,
  }));

const push = z
  .object({ before: text })
  // Commit of the branch before the push, all zeros when it is new.
  .transform(({ before }) => ({ kind: 'push' as const, before: before ?? null }));

const mergeGroup = z
  .object({
    merge_group: z.object({
      base_sha: z.string(),
      head_sha: z.string(),
      base_ref: z.string(),
      head_ref: text,
    }),
  })
  .transform(({ merge_group: { base_sha, head_sha, base_ref, head_ref } }) => {
    // GitHub names the queue's branches `gh-readonly-queue/main/pr-5-0123…`.
    const pull = head_ref?.match(/\/pr-(\d{1,9})-[0-9a-f]+$/)?.[1];
    return {
      kind: 'merge_group' as const,
      baseSha: base_sha,
      headSha: head_sha,
      baseBranch: base_ref.replace(/^refs\/heads\//, ''),
      /** Number of the queued pull request; null when the name of the queue's branch has none. */
      pull: pull === undefined ? null : Number(pull),
    };
  });

/** The end of another workflow that has measured, maybe with the code of a fork. This one publishes. */
const workflowRun = z
  .object({
    workflow_run: z.object({
      id: z.number().int().positive(),
      run_attempt: z.number().int().positive().default(1),
      event: z.string(),
      head_sha: z.string(),
      head_branch: text,
      head_repository: z.object({ full_name: z.string(), owner: z.object({ login: z.string() }) }).nullish(),
      created_at: text,
    }),
  })
  .transform(({ workflow_run: run }) => ({
    kind: 'workflow_run' as const,
    /** Event that started the run that measured. */
    event: run.event,
    headSha: run.head_sha,
    headBranch: run.head_branch ?? null,
    /** Login and full name; null when the repository is gone. */
    headOwner: run.head_repository?.owner.login ?? null,
    headRepository: run.head_repository?.full_name ?? null,
    run: { id: String(run.id), attempt: run.run_attempt },
    since: run.created_at ?? null,
  }));

/** The event that started the workflow run, as far as Tailgate treats events differently. */
export type Trigger =
  | z.output<typeof pullRequest>
  /** `branch` is null for a tag. */
  | (z.output<typeof push> & { branch: string | null; headSha: string })
  | z.output<typeof mergeGroup>
  | WorkflowRunTrigger
  | { kind: 'other'; name: string };

/** `fromFork`: true also when the head repository is gone. */
export type WorkflowRunTrigger = z.output<typeof workflowRun> & { fromFork: boolean };

const REFUSED: Record<string, string> = {
  pull_request_target: 'this event gives code from a pull request the secrets of the repository',
  issue_comment: 'this event checks out the default branch, and not the pull request',
};

/** Reads the trigger. @throws UserError on an event that lacks its main object, and on those that are refused */
export function readTrigger(
  environment: NodeJS.ProcessEnv,
  name: string,
  event: unknown,
  path: string,
): Trigger {
  const why = REFUSED[name];
  if (why !== undefined) {
    const what = `Tailgate does not run on ${name}.`;
    throw new UserError({ what, hint: `Use \`on: pull_request\`; ${why}.` });
  }
  const read = <T>(schema: z.ZodType<T>): T => parseEvent(schema, event, name, path);
  switch (name) {
    case 'pull_request':
      return read(pullRequest);
    case 'merge_group':
      return read(mergeGroup);
    case 'push': {
      const branch = environment.GITHUB_REF?.match(/^refs\/heads\/(.+)$/)?.[1] ?? null;
      return { ...read(push), branch, headSha: need(environment, 'GITHUB_SHA') };
    }
    case 'workflow_run': {
      const run = read(workflowRun);
      return { ...run, fromFork: run.headRepository !== environment.GITHUB_REPOSITORY };
    }
    default:
      return { kind: 'other', name };
  }
}

/** @throws UserError when the event is none of GitHub */
export function parseEvent<T>(schema: z.ZodType<T>, event: unknown, name: string, where: string): T {
  const parsed = schema.safeParse(event);
  if (parsed.success) return parsed.data;
  const what = `The ${name} event is not one of GitHub.`;
  throw new UserError({ what, where, detail: z.prettifyError(parsed.error), cause: parsed.error });
}

/** Reads a variable that every runner sets. @throws UserError when it is missing */
export function need(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError({
    what: `${name} is not set, so this is not a step of a workflow.`,
    hint: 'The action runs in GitHub Actions; on a laptop use `tailgate run`.',
  });
}
