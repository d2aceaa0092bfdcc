import type { Proof } from '../../../src/prove/proof/proof.ts';
import type { RunKind, TriedLatency, TriedRun } from '../../../src/prove/proof/run.ts';

export const P50 = { kind: 'percentile', percent: 50 } as const;
export const P99 = { kind: 'percentile', percent: 99 } as const;

export function makeLatency(parts: Partial<TriedLatency> = {}): TriedLatency {
  return {
    label: 'search',
    metric: P50,
    where: 'turns',
    head: 5,
    change: 0.01,
    regressed: false,
    tolerance: 0.05,
    detectable: 0.08,
    budgetSeconds: null,
    ...parts,
  };
}

/** A run; `blocks` null for one that could not measure. */
export function makeRun(kind: RunKind, blocks: boolean | null, parts: Partial<TriedRun> = {}): TriedRun {
  return {
    kind,
    code: blocks === null ? 'invalid' : blocks ? 'regressed' : 'unchanged',
    blocks,
    inVain: false,
    headline: blocks === null ? 'Not measured: the machine was disturbed in search' : 'No slowdown in search',
    seconds: 90,
    latencies: [makeLatency(), makeLatency({ metric: P99, tolerance: 0.1, detectable: 0.17, head: 12 })],
    missed: [],
    ...parts,
  };
}

export function makeProof(runs: TriedRun[], parts: Partial<Proof> = {}): Proof {
  const planned: RunKind[] = [
    ...Array(6).fill('unchanged'),
    ...Array(4).fill('slower'),
    ...Array(4).fill('held'),
  ];
  return {
    suite: 'api',
    day: '2026-11-26',
    machine: '2 cores, AMD EPYC',
    slowdown: 0.2,
    heldShare: 0.02,
    holdMs: 36,
    planned,
    runs,
    ...parts,
  };
}

const times = (count: number, kind: RunKind, blocks: boolean | null, parts?: Partial<TriedRun>) =>
  Array.from({ length: count }, () => makeRun(kind, blocks, parts));

const NOISY = [
  makeLatency({ detectable: 0.45, budgetSeconds: 480 }),
  makeLatency({ metric: P99, tolerance: 0.1, detectable: 1.4 }),
];

export const PROOFS: Record<string, Proof> = {
  proved: makeProof([
    ...times(6, 'unchanged', false),
    ...times(4, 'slower', true),
    ...times(4, 'held', true),
  ]),
  'false alarms': makeProof([
    makeRun('unchanged', true, {
      latencies: [
        makeLatency({ metric: P99, tolerance: 0.1, change: 0.13, regressed: true, detectable: 0.3 }),
      ],
    }),
    makeRun('unchanged', true, { missed: [{ label: 'search', metric: P99 }], code: 'missed' }),
  ]),
  'false alarm of a change as large as the slowdown': makeProof([
    ...times(5, 'unchanged', false),
    makeRun('unchanged', true, { latencies: [makeLatency({ change: 0.31, regressed: true })] }),
    ...times(4, 'slower', true),
    ...times(4, 'held', true),
  ]),
  'a noisy runner': makeProof([
    ...times(6, 'unchanged', false, { latencies: NOISY }),
    ...times(2, 'slower', false, { latencies: NOISY }),
    makeRun('held', true),
    makeRun('held', false),
    ...times(2, 'held', true),
  ]),
  'a runner that is too noisy for any budget, and an unknown one': makeProof([
    ...times(3, 'unchanged', false, {
      latencies: [
        makeLatency({ detectable: 2 }),
        makeLatency({ label: 'checkout', detectable: Number.POSITIVE_INFINITY }),
      ],
    }),
    ...times(2, 'slower', false),
    ...times(2, 'held', false),
  ]),
  'a tolerance wider than the slowdown': makeProof([
    ...times(3, 'unchanged', false, { latencies: [makeLatency({ tolerance: 0.25, detectable: 0.4 })] }),
    ...times(2, 'slower', false),
    ...times(2, 'held', true),
  ]),
  unmeasured: makeProof(times(2, 'unchanged', null)),
};
