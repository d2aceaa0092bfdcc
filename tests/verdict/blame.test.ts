import { describe, expect, it } from 'vitest';
import type { SlotEvidence } from '../../src/measurement/validity.ts';
import { findInvalid } from '../../src/verdict/blame.ts';
import { makeRound } from '../fixtures.ts';

/** A step whose only slot began so many iterations, and measured such a slice. */
function judge(sent: number, slice = makeRound([])) {
  const evidence: SlotEvidence = {
    sent,
    intended: null,
    seconds: 1.675,
    dropped: 0,
    lagMs: null,
    cpu: { cores: 2, generator: 0, generatorLimit: 2, service: 0, others: 0, steal: 0 },
    clockJumpMs: 0,
  };
  const kept = [{ diagnosis: 'sound' as const, evidence, slices: [slice] }];
  return findInvalid({ label: 'browse', kept, discarded: [], failures: [] }, 1);
}

describe('a step of which nothing was measured', () => {
  it('blames no script when users were busy for longer than a slice', () => {
    expect(judge(0)).toEqual({ kind: 'none-begun', label: 'browse', seconds: 1.675 });
  });

  it('blames a script whose iterations send nothing', () => {
    expect(judge(20)).toMatchObject({ kind: 'script-failed', label: 'browse' });
  });

  it('is none when anything was answered or failed', () => {
    expect(judge(20, makeRound([1, 2]))).toBeNull();
    expect(judge(20, makeRound([], { failed: 3 }))).toBeNull();
  });
});
