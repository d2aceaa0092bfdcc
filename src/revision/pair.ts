import { UserError } from '../errors.ts';
import type { Credentials } from './authorization.ts';
import { type Base, type BaseTrigger, findBase } from './base.ts';
import type { Checkout, NoBase } from './checkout.ts';
import { must } from './git.ts';
import { type Head, takeSnapshot } from './head.ts';
import { findRelevance, type Watched } from './relevance.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { layOutTrees, type Trees } from './trees.ts';

export type PairRequest = {
  checkout: Checkout | NoBase;
  environment: NodeJS.ProcessEnv;
  /** True: the base is what is checked out as well. */
  identical?: boolean;
  /** Value of `--base`, or null. */
  asked: string | null;
  trigger: BaseTrigger;
  /** A private folder of the run. */
  folder: string;
  credentials: Credentials | null;
  /** Absolute paths that a snapshot leaves out: the folder of records and that of kept files. */
  leaveOut: string[];
  /** Files of which one must differ for a run to be worth while. Absent: any file. */
  watched?: Watched;
  signal: AbortSignal;
};

/** Head and base that are to be compared. `notes` are sentences for the user. */
type Both = { base: Base; head: Head; notes: string[] };

export type Pair =
  /** `irrelevant`: head and base differ, but not in watched files. */
  | ({ kind: 'identical' | 'irrelevant' } & Both)
  /** `layOut` lays head and base out below `root`. It throws UserError. */
  | ({ kind: 'different'; layOut(root: string): Promise<Trees> } & Both);

/**
 * Chooses head and base. Head is the commit that is checked out, on a laptop with all changes that are not committed.
 * Nothing is laid out before it is known that the two differ.
 *
 * @throws UserError when the base that was asked for is not available, Interrupted on abort
 */
export async function choosePair(request: PairRequest): Promise<Pair | NoBase> {
  const pair = await choose(request);
  if (pair.kind !== 'none' || request.asked === null) return pair;
  const what = `--base ${JSON.stringify(request.asked)} cannot be used: ${pair.message}`;
  throw new UserError({ what, hint: pair.hint });
}

async function choose(request: PairRequest): Promise<Pair | NoBase> {
  const { asked, trigger, checkout, identical, watched } = request;
  if ('kind' in checkout) return checkout;
  const { head: commit } = checkout;
  if (commit === null) return { kind: 'none', reason: 'no-commit', message: 'Nothing is committed yet.' };
  const store = await openScratch(checkout, request.folder, request);
  const head = await takeHead(store, commit, request);
  const base: Base | NoBase = identical
    ? { kind: 'base', commit: head.commit, tree: head.tree, because: 'asked' }
    : await findBase(store, { head: commit, dirty: head.dirty, asked, trigger });
  if (base.kind === 'none') return base;
  const both = { base, head, notes: head.notes };
  if (base.tree === head.tree && !identical) return { kind: 'identical', ...both };
  const trees = { base: base.tree, head: head.tree };
  const { relevant, notes } = watched
    ? await findRelevance(store, watched, trees)
    : { relevant: true, notes: [] };
  both.notes = [...head.notes, ...notes];
  if (!relevant) return { kind: 'irrelevant', ...both };
  return { kind: 'different', ...both, layOut: (root) => layOutTrees(store, root, both) };
}

async function takeHead(store: Scratch, commit: string, { trigger, leaveOut }: PairRequest): Promise<Head> {
  if (trigger.kind === 'local') return takeSnapshot(store, commit, leaveOut);
  const found = await store.git(['rev-parse', '--verify', `${commit}^{tree}`]);
  return { commit, tree: must('The commit could not be read', found), dirty: false, notes: [] };
}
