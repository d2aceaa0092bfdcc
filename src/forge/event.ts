import * as z from 'zod';
import { UserError } from '../errors.ts';

const repository = z.looseObject({ full_name: z.string() });

const eventSchema = z.looseObject({
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
  pull_request: z
    .looseObject({
      number: z.number().int().positive(),
      head: z.looseObject({ sha: z.string(), ref: z.string(), repo: repository.nullish() }),
      base: z.looseObject({ ref: z.string(), sha: z.string().optional(), repo: repository.nullish() }),
      user: z.looseObject({ login: z.string() }).nullish(),
      updated_at: z.string().nullish(),
    })
    .optional(),
  /** An issue that was commented on; `pull_request` where it is a pull request. */
  issue: z
    .looseObject({ number: z.number().int().positive(), pull_request: z.looseObject({}).nullish() })
    .optional(),
  action: z.string().optional(),
  label: z.looseObject({ name: z.string() }).nullish(),
  /** What an edit has changed; `base` when it was the base. */
  changes: z
    .looseObject({
      base: z.looseObject({ sha: z.looseObject({ from: z.string() }).optional() }).optional(),
    })
    .optional(),
  workflow_run: z
    .looseObject({
      id: z.number().int().positive(),
      run_attempt: z.number().int().positive().optional(),
      event: z.string(),
      head_sha: z.string(),
      head_branch: z.string().nullish(),
      head_repository: repository.extend({ owner: z.looseObject({ login: z.string() }) }).nullish(),
      created_at: z.string().optional(),
      /** Time of the head on Gitea, which has no other time before 1.27. */
      started_at: z.string().optional(),
    })
    // Null in a deployment that no run has made.
    .nullish(),
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

/** The parts of the run's event that are read. Runners other than GitHub's own leave more of it out. */
export type Event = z.infer<typeof eventSchema>;

/** Reads an event. Throws `UserError` when the text is no event of GitHub. */
export function parseEvent(path: string, readEvent: (path: string) => string): Event {
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

/** Reads a variable that every runner sets. Throws `UserError` when it is missing. */
export function need(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new UserError({
    what: `${name} is not set, so this is not a step of a workflow.`,
    hint: 'The action runs in GitHub Actions; on a laptop use `tailgate run`.',
  });
}
