import type { Verdict } from './verdict.ts';

/** Makes the verdict of a run that measures nothing: no file that `when.changed` names has changed. */
export function skipRun(baseCommit: string, patterns: readonly string[]): Verdict {
  return {
    code: 'skipped',
    blocks: false,
    slos: [],
    changes: [],
    faults: [],
    invalid: [],
    pair: null,
    unmeasured: { kind: 'irrelevant', baseCommit, patterns: [...patterns] },
    // The configuration counts as relevant, so it is the same in both revisions.
    loosened: [],
    costs: [],
    suspects: [],
    acceptances: [],
    refusals: [],
    effort: { slices: 0, discardedRounds: 0, instances: 0, loadSeconds: 0 },
  };
}
