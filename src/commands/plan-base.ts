import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { UserError } from '../errors.ts';
import { listWatched } from '../gate/choice.ts';
import { removeFolder } from '../processes/folder.ts';
import { placeRecords } from '../records/stores/place.ts';
import { shortCommit } from '../report/words/terms.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { choosePair } from '../revision/pair.ts';

/** Base of a run, and how the head differs from it: at all, and in what `when` names. */
export type PlannedBase = { commit: string; differs: 'not' | 'elsewhere' | 'yes'; notes: string[] };

/**
 * Finds the base that a run with `--base` would have. Nothing is laid out.
 *
 * @throws UserError where it is not to be had, Interrupted on abort
 */
export async function findPlannedBase(
  config: Config,
  checkout: Checkout | NoBase,
  asked: string,
  signal: AbortSignal,
): Promise<PlannedBase> {
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'tailgate-plan-'));
  try {
    const pair = await choosePair({
      checkout,
      environment: process.env,
      asked,
      trigger: { kind: 'local', baseBranch: '' },
      folder,
      credentials: null,
      leaveOut: [folder, placeRecords(config.directory)],
      ...(config.when && { watched: listWatched(config, config.when) }),
      signal,
    });
    if (pair.kind === 'none') throw new UserError({ what: pair.message, hint: pair.hint });
    const differs = { identical: 'not', irrelevant: 'elsewhere', different: 'yes' } as const;
    return { commit: pair.base.commit, differs: differs[pair.kind], notes: pair.notes };
  } finally {
    removeFolder(folder);
  }
}

/** Says what a run beside a base would do, in lines. */
export function describePlannedBase({ commit, differs, notes }: PlannedBase, { when }: Config): string[] {
  const base = shortCommit(commit);
  const same = when
    ? `Nothing of it beside ${base}, which does not differ in what \`when\` names`
    : `Nothing to compare: ${base} has the same files`;
  return [...notes, differs === 'yes' ? `Compared with ${base}` : same].map((line) => `${line}.`);
}
