import type { Idleness, Verdict } from './verdict.ts';

/** Makes the verdict of a run that measures nothing, since there is no need to. */
export function measureNothing(unmeasured: Idleness): Verdict {
  return {
    code: 'skipped',
    blocks: false,
    slos: [],
    changes: [],
    faults: [],
    invalid: [],
    pair: null,
    unmeasured,
    // The configuration counts as relevant, so it is the same in both revisions.
    gateChanges: [],
    costs: [],
    acceptances: [],
    refusals: [],
    effort: { slices: 0, discardedRounds: 0, instances: 0, loadSeconds: 0 },
  };
}
