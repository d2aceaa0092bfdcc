import { UserError } from '../errors.ts';
import type { Credentials } from './authorization.ts';
import { type Base, type BaseTrigger, findBase } from './base.ts';
import type { Checkout, NoBase } from './checkout.ts';
import { type Head, takeCommit, takeSnapshot } from './head.ts';
import { findRelevance, type Watched } from './relevance.ts';
import { openScratch } from './scratch.ts';
import { layOutTrees, type Trees } from './trees.ts';

export type PairRequest = {
  /** The repository of the configuration's folder, or why there is none. */
  checkout: Checkout | NoBase;
  environment: NodeJS.ProcessEnv;
  /** True: the base is what is checked out as well. */
  identical?: boolean;
  /** Value of `--base`, or null. */
  asked: string | null;
  /** Commit to take as the head, as full SHA; null for what is checked out. */
  commit: string | null;
  trigger: BaseTrigger;
  /** A private folder of the run for repositories and whatever is fetched. */
  folder: string;
  /** Credentials to fetch what a shallow clone lacks, where the user's configuration has none. Or null. */
  credentials: Credentials | null;
  /** Absolute paths that a snapshot leaves out: the folder of records and that of kept files. */
  leaveOut: string[];
  /** Files of which one must differ for a run to be worth while. Absent: any file. */
  watched?: Watched;
  signal: AbortSignal;
};

/** Head and base that are to be compared. `notes` are sentences for the user. */
export type Pair =
  | { kind: 'identical'; base: Base; head: Head; notes: string[] }
  /** Head and base differ, but not in watched files. */
  | { kind: 'irrelevant'; base: Base; head: Head; notes: string[] }
  | {
      kind: 'different';
      base: Base;
      head: Head;
      notes: string[];
      /** Lays out head and base below `root`. @throws UserError */
      layOut(root: string): Promise<Trees>;
    };

/**
 * Chooses head and base. Head is the commit that was asked for, else the one that is checked out, on a laptop with all
 * changes that are not committed.
 * Nothing is laid out before it is known that the two differ.
 *
 * @throws UserError when the base that was asked for is not available, Interrupted on abort
 */
export async function choosePair(request: PairRequest): Promise<Pair | NoBase> {
  const { asked, commit, trigger, checkout } = request;
  if ('kind' in checkout) return insist(checkout, asked);
  if (checkout.head === null) {
    return insist({ kind: 'none', reason: 'no-commit', message: 'Nothing is committed yet.' }, asked);
  }
  const store = await openScratch(checkout, request.folder, request);
  const head =
    trigger.kind === 'local' && commit === null
      ? await takeSnapshot(store, checkout.head, request.leaveOut)
      : await takeCommit(store, commit ?? checkout.head);
  const base: Base | NoBase = request.identical
    ? { kind: 'base', commit: head.commit, tree: head.tree, because: 'asked' }
    : await findBase(store, { head: checkout.head, dirty: head.dirty, asked, trigger });
  if (base.kind === 'none') return insist(base, asked);
  if (base.tree === head.tree && !request.identical)
    return { kind: 'identical', base, head, notes: head.notes };
  const trees = { base: base.tree, head: head.tree };
  const relevance = request.watched && (await findRelevance(store, request.watched, trees));
  const notes = [...head.notes, ...(relevance?.notes ?? [])];
  if (relevance?.relevant === false) return { kind: 'irrelevant', base, head, notes };
  return {
    kind: 'different',
    base,
    head,
    notes,
    layOut: (root) => layOutTrees(store, root, { head, base }),
  };
}

/** Refuses to go on without a base that the user asked for. @throws UserError */
function insist(none: NoBase, asked: string | null): NoBase {
  if (asked === null) return none;
  throw new UserError({
    what: `--base ${JSON.stringify(asked)} cannot be used: ${none.message}`,
    hint: none.hint,
  });
}
