import { describe, expect, it } from 'vitest';
import type { SlotDiagnosis, SlotEvidence } from '../../src/measurement/diagnosis.ts';
import { blameService, findInvalid, type StepEvidence } from '../../src/verdict/blame.ts';
import { makeRound } from '../fixtures.ts';

type Iterations = { barren?: number; unended?: number; intended?: number };
type Parts = Partial<StepEvidence> & Iterations & { diagnosis?: SlotDiagnosis };

/** A step whose only slot began so many iterations, and measured such a slice. */
function makeStep(
  sent: number,
  slice = makeRound([]),
  { barren = 0, unended = 0, intended, diagnosis = 'sound', ...more }: Parts = {},
): StepEvidence {
  const evidence: SlotEvidence = {
    ...{ sent, intended: intended ?? null, seconds: 1.675, lagMs: null, clockJumpMs: 0 },
    dropped: diagnosis === 'slow' ? 1 : 0,
    cpu: { cores: 2, generator: 0, generatorLimit: 2, service: 0, others: 0, steal: 0 },
  };
  const kept = [{ diagnosis, evidence, slices: [slice], barren, unended }];
  return { label: 'browse', kept, discarded: [], soak: [], failures: [], lost: 0, ...more };
}

const judge = (...step: Parameters<typeof makeStep>) => findInvalid(makeStep(...step), 1);

describe('a step of which nothing was measured', () => {
  it.each([0, 20])('is told with the length of its slices, be it that %i iterations began', (sent) => {
    expect(judge(sent)).toEqual({ kind: 'none-begun', label: 'browse', seconds: 1.675 });
  });

  it('blames a script that throws before it sends anything, whatever else it sent', () => {
    const failures = ['status 500', 'exception: no token'];
    expect(judge(20, makeRound([1, 2]), { barren: 18, failures })).toMatchObject({
      kind: 'script-failed',
      message: '18 of 20 iterations sent no request: exception: no token',
    });
    expect(judge(2000, makeRound([1, 2]), { barren: 18 })).toBeNull();
  });

  it('blames a script of which no iteration ends, unless the service leaves requests without an answer', () => {
    expect(judge(20, makeRound([1, 2]), { unended: 20 })).toMatchObject({
      message: expect.stringMatching(/^none of its 20 iterations ended/),
    });
    expect(judge(20, makeRound([1, 2]), { unended: 19 })).toBeNull();
    expect(judge(20, makeRound([1, 2], { failed: 3 }), { unended: 20 })).toBeNull();
  });

  it('names requests that are in no count', () => {
    expect(judge(20, makeRound([1, 2]), { lost: 3 })).toMatchObject({
      message: expect.stringMatching(/^3 of its requests were not counted/),
    });
  });

  it('is none when anything was answered or failed', () => {
    expect(judge(20, makeRound([1, 2]))).toBeNull();
    expect(judge(20, makeRound([], { failed: 3 }))).toBeNull();
  });
});

it('the failures of a soak are not diluted by what went before it', () => {
  const step = makeStep(5000, makeRound(Array(5000).fill(1)));
  const soak = [makeRound(Array(997).fill(1), { failed: 3 })];
  expect(blameService({ ...step, soak })).toMatchObject([{ kind: 'failing', failed: 3, requests: 1000 }]);
  expect(blameService(step)).toEqual([]);
});

describe('a step whose stretches were thrown away', () => {
  const throwAway = (diagnosis: SlotDiagnosis, sent: number, others: number) => {
    const { evidence } = makeStep(sent).kept[0]!;
    return { diagnosis, evidence: { ...evidence, intended: 40, cpu: { ...evidence.cpu, others } } };
  };
  /** It fell further behind than any other. */
  const along = throwAway('sound', 39, 0);
  const judgeDiscarded = (...discarded: StepEvidence['discarded']) =>
    findInvalid({ ...makeStep(3, makeRound([1, 2])), discarded }, 2);

  it('is explained with the figures of those that were disturbed, and not of one that went along', () => {
    expect(judgeDiscarded(along, throwAway('disturbed', 40, 1.2))).toMatchObject({
      kind: 'disturbed',
      ...{ discarded: 2, rounds: 3 },
      why: expect.stringContaining('other processes took'),
    });
  });

  it('names a pod only where it sent too little', () => {
    const late = throwAway('starved', 40, 0);
    const judgePod = (sent: number) =>
      judgeDiscarded({
        ...late,
        evidence: { ...late.evidence, pods: { behind: 'pod 0', sent, intended: 20 } },
      });
    expect([20, 9].map((sent) => judgePod(sent))).toMatchObject([{ kind: 'starved' }, { pod: 'pod 0' }]);
    expect(judgePod(20)).not.toHaveProperty('pod');
  });

  it('blames neither k6 nor the machine where each of them was sound', () => {
    expect(judgeDiscarded(along)).toMatchObject({ kind: 'harness' });
  });
});

describe('a step whose virtual users ran out', () => {
  /** 40 iterations are due in 1.675 s, and each of 50 users has 2.09 s for one of them. */
  const short = { diagnosis: 'slow', intended: 40, users: 50 } as const;
  const waits = (iterations: number, ms: number, failed = 0) =>
    [iterations, makeRound(Array(iterations).fill(ms), { failed })] as const;

  it('is held up by the pauses of its script where answers take less than half of that', () => {
    const step = makeStep(...waits(20, 1000), short);
    expect(findInvalid(step, 1)).toMatchObject({
      kind: 'script-failed',
      message: expect.stringMatching(/^its iterations pause for longer than its 50 virtual users allow/),
    });
    expect(blameService(step)).toEqual([]);
  });

  it.each([
    ['takes longer, whatever it answered', waits(20, 1100), short],
    ['takes longer, be it that users ran out before anything counted', waits(2, 1100), short],
    ['takes longer, be it that none of its iterations counted', waits(0, 0), short],
    ['leaves a request without an answer', waits(20, 1000, 1), short],
    ['is asked by declared requests, which have no pauses', waits(20, 1000), { ...short, users: undefined }],
  ] as const)('is held up by a service that %s', (_, [sent, slice], parts) => {
    const step = makeStep(sent, { ...slice, dropped: 40 - sent }, parts);
    expect(findInvalid(step, 1)).toBeNull();
    expect(blameService(step)[0]).toMatchObject({ kind: 'cannot-keep-up', sent, intended: 40 });
  });
});
