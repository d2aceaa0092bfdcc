import { describe, expect, it } from 'vitest';
import type { SlotEvidence } from '../../src/measurement/validity.ts';
import { findInvalid, type StepEvidence } from '../../src/verdict/blame.ts';
import { makeRound } from '../fixtures.ts';

/** A step whose only slot began so many iterations, and measured such a slice. */
function judge(
  sent: number,
  slice = makeRound([]),
  { barren = 0, untagged = 0, ...more } = {} as Partial<StepEvidence> & {
    barren?: number;
    untagged?: number;
  },
) {
  const evidence: SlotEvidence = {
    sent,
    intended: null,
    seconds: 1.675,
    dropped: 0,
    lagMs: null,
    cpu: { cores: 2, generator: 0, generatorLimit: 2, service: 0, others: 0, steal: 0 },
    clockJumpMs: 0,
  };
  const kept = [{ diagnosis: 'sound' as const, evidence, slices: [slice], barren, untagged }];
  return findInvalid(
    { label: 'browse', kept, discarded: [], failures: [], thresholds: [], lost: 0, ...more },
    1,
  );
}

describe('a step of which nothing was measured', () => {
  it('blames no script when users were busy for longer than a slice', () => {
    expect(judge(0)).toEqual({ kind: 'none-begun', label: 'browse', seconds: 1.675 });
  });

  it('blames a script whose iterations send nothing', () => {
    expect(judge(20)).toMatchObject({ kind: 'script-failed', label: 'browse' });
  });

  it('blames a script that throws before it sends anything, whatever else it sent', () => {
    const failures = ['status 500', 'exception: no token'];
    expect(judge(20, makeRound([1, 2]), { barren: 18, failures })).toMatchObject({
      kind: 'script-failed',
      message: 'it threw before it sent a request, in 18 of 20 iterations: exception: no token',
    });
    expect(judge(2000, makeRound([1, 2]), { barren: 18 })).toBeNull();
  });

  it('names a threshold that nothing could cross, and requests that nobody counted', () => {
    const thresholds = ['http_req_duration{kind:api}: p(95)<5'];
    expect(judge(20, makeRound([1, 2]), { thresholds })).toMatchObject({
      message: expect.stringContaining('`http_req_duration{kind:api}: p(95)<5`'),
    });
    expect(judge(20, makeRound([1, 2]), { untagged: 3 })).toMatchObject({
      message: expect.stringMatching(/^it took the tag `tailgate` away in 3 of 20 iterations/),
    });
    expect(judge(20, makeRound([1, 2]), { lost: 3 })).toMatchObject({
      message: expect.stringMatching(/^3 of its requests are in no count/),
    });
  });

  it('names no threshold where nothing was answered that could have fed it', () => {
    const thresholds = ['checks{kind:api}: rate>0.9'];
    expect(judge(20, makeRound([], { failed: 3 }), { thresholds })).toBeNull();
    expect(judge(20, makeRound([1], { failed: 3 }), { thresholds })).toMatchObject({ kind: 'script-failed' });
  });

  it('is none when anything was answered or failed', () => {
    expect(judge(20, makeRound([1, 2]))).toBeNull();
    expect(judge(20, makeRound([], { failed: 3 }))).toBeNull();
  });
});
