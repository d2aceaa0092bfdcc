import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { splitNames } from '../config/selection.ts';
import { type ExitCode, UserError } from '../errors.ts';
import { loadContext } from '../forge/context.ts';
import { readFailOn } from '../gate/fail-on.ts';
import { publishResults } from '../gate/publishing.ts';
import { readPolicy } from '../publish/acceptance/policy.ts';
import { printForeign, type WhenToComment } from '../publish/publication.ts';
import { readPlace } from '../records/stores/place.ts';

type PublishOptions = {
  /** Names of suites that must be there, and no others. */
  suites?: string[];
  /** Result of `toJSON(needs)`, or names of jobs. */
  needs?: string;
  /** What blocks, as the input `fail-on`, and who may accept, as `accept-by`. */
  failOn?: string;
  acceptBy?: string[];
  store: string;
  comment: WhenToComment;
};

/**
 * `tailgate publish FOLDER`: does the same as the action with `mode: publish`, for a step of a workflow that has the
 * bundle rather than the action. The token comes from GITHUB_TOKEN or GH_TOKEN.
 *
 * @throws UserError outside a workflow, and when `FOLDER` is no folder
 */
export async function publish(
  folder: string,
  { suites = [], needs = '', failOn = '', acceptBy = [], store, comment }: PublishOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const environment = process.env;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError({
      what: 'There is no such folder of results.',
      where: resolve(folder),
      hint: 'It is what the output `results` of measuring steps names, brought together from all of them.',
    });
  }
  const mistakes: string[] = [];
  const wishes = {
    ...readFailOn(splitNames(failOn), mistakes),
    acceptBy: readPolicy(acceptBy.flatMap(splitNames), mistakes),
  };
  if (mistakes.length > 0) throw new UserError({ what: 'An option is wrong.', detail: mistakes.join('\n') });
  const context = loadContext(environment, (path) => readFileSync(path, 'utf8'));
  const { exitCode, recorded, unrecorded } = await publishResults({
    context,
    folder: resolve(folder),
    needs,
    suites: suites.flatMap(splitNames),
    ...wishes,
    comment,
    token: environment.GITHUB_TOKEN || environment.GH_TOKEN || '',
    store: readPlace(store, process.cwd()),
    environment,
    note: printForeign,
    signal,
  });
  for (const record of recorded) process.stderr.write(`recorded: ${record}\n`);
  for (const reason of unrecorded) process.stderr.write(`not recorded: ${reason}\n`);
  return exitCode;
}
