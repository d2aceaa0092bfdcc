import * as z from 'zod';
import { UserError } from '../errors.ts';
import { detectForge, type Forge, findServer, linkRun } from './forge.ts';

/** What started the workflow run, as far as Tailgate treats it differently. */
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
      /** True as well when the head repository is gone. */
      fromFork: boolean;
      /** Login of the pull request's author; empty where the event does not say. */
      author: string;
      draft: boolean;
      /** ISO 8601: by then the head was there; null where the event does not say. */
      since: string | null;
      /** For instance `synchronize`, and the label's name for `labeled` and `unlabeled`. */
      action: string;
      label: string | null;
    }
  /** `branch` is null for a tag; `before` is what it was at, all zeros when it is new. */
  | {
      kind: 'push';
      branch: string | null;
      before: string | null;
      headSha: string;
      /** What was pushed, oldest first; the event has at most 2,048 of them. */
      commits: PushedCommit[];
    }
  /** `pull`: number of the queued pull request, null when the name of the queue's branch does not tell. */
  | { kind: 'merge_group'; baseSha: string; headSha: string; baseBranch: string; pull: number | null }
  | WorkflowRunTrigger
  | { kind: 'other'; name: string };

/** `timestamp`: ISO 8601. */
export type PushedCommit = { id: string; message: string; timestamp: string };

/** Another workflow has measured, maybe with the code of a fork, and this one publishes. */
export type WorkflowRunTrigger = {
  kind: 'workflow_run';
  /** What started the run that measured: `pull_request`, `push` … */
  event: string;
  headSha: string;
  /** Null for a tag. */
  headBranch: string | null;
  /** Login and full name; null when the repository is gone. */
  headOwner: string | null;
  headRepository: string | null;
  /** True as well when the head repository is gone. */
  fromFork: boolean;
  run: { id: string; attempt: number };
  /** ISO 8601: by then the head was there; null where the event does not say. */
  since: string | null;
  /** `success`, `failure`, `cancelled` …; null while it runs. */
  conclusion: string | null;
};

/** The workflow run, read once from its environment and event. */
export type GitHubContext = {
  trigger: Trigger;
  owner: string;
  repo: string;
  defaultBranch: string;
  /** Branch whose runs are the baseline: that of the pull request or merge queue, else the default branch. */
  baseBranch: string;
  /** Whether this run is part of the baseline: a push to the default branch of this very repository. */
  records: boolean;
  /** Login of who started the run; empty where the runner does not say. */
  actor: string;
  run: { id: string; attempt: string; url: string };
  /** Whose API the server speaks. */
  forge: Forge;
  /** For instance `https://github.com` and `https://api.github.com`. */
  serverUrl: string;
  apiUrl: string;
};

const repository = z.looseObject({ full_name: z.string() });

const eventSchema = z.looseObject({
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
  pull_request: z
    .looseObject({
      number: z.number().int().positive(),
      head: z.looseObject({ sha: z.string(), ref: z.string(), repo: repository.nullish() }),
      base: z.looseObject({ ref: z.string(), sha: z.string().optional(), repo: repository.nullish() }),
      user: z.looseObject({ login: z.string() }).nullish(),
      draft: z.boolean().nullish(),
      updated_at: z.string().nullish(),
    })
    .optional(),
  action: z.string().optional(),
  label: z.looseObject({ name: z.string() }).nullish(),
  workflow_run: z
    .looseObject({
      id: z.number().int().positive(),
      run_attempt: z.number().int().positive().optional(),
      event: z.string(),
      head_sha: z.string(),
      head_branch: z.string().nullish(),
      head_repository: repository.extend({ owner: z.looseObject({ login: z.string() }) }).nullish(),
      created_at: z.string().optional(),
      /** Gitea's, which has no other before 1.27. */
      started_at: z.string().optional(),
      conclusion: z.string().nullish(),
    })
    .optional(),
  before: z.string().optional(),
  commits: z.array(z.looseObject({ id: z.string(), message: z.string(), timestamp: z.string() })).nullish(),
  merge_group: z
    .looseObject({
      base_sha: z.string(),
      head_sha: z.string(),
      base_ref: z.string(),
      head_ref: z.string().optional(),
    })
    .optional(),
});

type Event = z.infer<typeof eventSchema>;

/**
 * Reads the run from `environment` (GITHUB_*, see "Default environment variables" in GitHub's documentation) and
 * from the event that `readEvent` finds at GITHUB_EVENT_PATH. Throws `UserError` outside GitHub Actions, on an
 * event that it cannot read, and on `pull_request_target`.
 */
export function loadContext(
  environment: NodeJS.ProcessEnv,
  readEvent: (path: string) => string,
): GitHubContext {
  const path = need(environment, 'GITHUB_EVENT_PATH');
  const event = parseEvent(path, readEvent);
  const [owner, repo] = need(environment, 'GITHUB_REPOSITORY').split('/', 2);
  const trigger = readTrigger(environment, event, path, `${owner}/${repo}`);
  // Runners other than GitHub's own may leave the repository out of the event.
  const defaultBranch = event.repository?.default_branch ?? 'main';
  const id = environment.GITHUB_RUN_ID ?? '0';
  const attempt = environment.GITHUB_RUN_ATTEMPT ?? '1';
  const number = environment.GITHUB_RUN_NUMBER ?? id;
  const forge = detectForge(environment);
  const { serverUrl, apiUrl } = findServer(environment);
  const page = { serverUrl, repository: `${owner}/${repo}`, id, number, attempt };
  return {
    trigger,
    owner: owner!,
    repo: repo ?? '',
    defaultBranch,
    baseBranch: 'baseBranch' in trigger ? trigger.baseBranch : defaultBranch,
    records: isRecorded(trigger, defaultBranch),
    actor: environment.GITHUB_ACTOR ?? '',
    run: { id, attempt, url: linkRun(forge, page) },
    forge,
    serverUrl,
    apiUrl,
  };
}

function isRecorded(trigger: Trigger, defaultBranch: string): boolean {
  if (trigger.kind === 'push') return trigger.branch === defaultBranch;
  if (trigger.kind !== 'workflow_run' || trigger.fromFork) return false;
  return trigger.event === 'push' && trigger.headBranch === defaultBranch;
}

function readTrigger(
  environment: NodeJS.ProcessEnv,
  event: Event,
  path: string,
  ownRepository: string,
): Trigger {
  const name = need(environment, 'GITHUB_EVENT_NAME');
  if (name === 'pull_request_target') {
    // It would run the pull request's code with a token that can write, or measure the base branch instead.
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
    fromFork: !pull.head.repo || pull.head.repo.full_name !== pull.base.repo?.full_name,
    author: pull.user?.login ?? '',
    draft: pull.draft ?? false,
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
    conclusion: run.conclusion ?? null,
  };
}

/** Gitea writes the beginning of its time where a run has not started. */
function readStart(time: string | undefined): string | null {
  return time === undefined || Date.parse(time) < Date.parse('2000-01-01') ? null : time;
}

function parseEvent(path: string, readEvent: (path: string) => string): Event {
  let json: unknown;
  try {
    json = JSON.parse(readEvent(path));
  } catch (cause) {
    throw new UserError({ what: `The event cannot be read: ${String(cause)}.`, where: path, cause });
  }
  const parsed = eventSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UserError({
    what: 'The event is not one of GitHub.',
    where: path,
    detail: z.prettifyError(parsed.error),
    cause: parsed.error,
  });
}

function need(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError({
    what: `${name} is not set, so this is not a step of a workflow.`,
    hint: 'The action runs in GitHub Actions; on a laptop use `tailgate run`.',
  });
}
