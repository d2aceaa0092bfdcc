import { readRunLink } from '../forge/forge.ts';
import type { SuiteReport } from '../handover/suite.ts';
import type { RunAttempt } from './comment-state.ts';

/** State of a commit status. */
export type State = 'success' | 'failure' | 'error' | 'pending';

/** Facts that a status carries for later runs, beside the state that GitHub shows. */
export type StatusMark = {
  /** Branch that the verdict was made for; null outside of pull requests. */
  base: string | null;
  /** State by this run's own result, whatever other pull requests with the same head add to it. */
  own: State;
  trust: SuiteReport['trust'];
};

const STATES: readonly string[] = ['success', 'failure', 'error', 'pending'] satisfies State[];

/** Writes the facts into the fragment of the run's address, which the page ignores. */
export function markLink(url: string, { base, own, trust }: StatusMark): string {
  const facts = new URLSearchParams({ ...(base !== null && { base }), own, trust });
  return `${url}#${facts}`;
}

/** Reads run and facts from the link of a status. Null for links that are not of a run of this repository. */
export function readLink(link: string, own: string): (StatusMark & { run: RunAttempt }) | null {
  const [address = '', fragment = ''] = link.split('#', 2);
  const run = readRunLink(address);
  if (run === null || run.runs !== readRunLink(own)?.runs) return null;
  const facts = new URLSearchParams(fragment);
  const state = facts.get('own') ?? '';
  return {
    run: { id: run.id, attempt: run.attempt },
    base: facts.get('base'),
    own: STATES.includes(state) ? (state as State) : 'pending',
    trust: facts.get('trust') === 'own' ? 'own' : 'fork',
  };
}
