import type { Slo } from '../config/language/slo-type.ts';
import type { SeenMetric } from '../measurement/custom.ts';
import type { Load, Slice } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { listNamed, listPairMetrics } from '../metrics/compared.ts';
import { type Metric, measureMetric, percentile, type Where } from '../metrics/metric.ts';
import { compareCapacity, leaveCapacityOut, type SearchedCapacity } from './capacity.ts';
import { compareCosts } from './costs.ts';
import type { ChangeFinding, ChangeReason, UncomparedFinding } from './findings.ts';
import { judgeHistory, type StepHistory } from './history.ts';
import { type KeptSlot, pairBlocks, pickHead } from './kept.ts';
import { judgePairs } from './pair.ts';
import { countRequests, type PairedBlock, type PairedStep } from './pair-values.ts';
import type { PairSummary, Verdict } from './verdict.ts';

/** Everything measured about one step. */
export type MeasuredStep = {
  label: string;
  slos: Slo[];
  load: Load;
  /** What was kept, block by block. */
  blocks: readonly (readonly KeptSlot[])[];
  /** Slices of the soak in order, one arm after the other; empty if there was none. */
  soak: PairedBlock;
  /** Labels of the steps that SLO limits are relative to, by the scenario that a limit names. Absent: none. */
  limits?: ReadonlyMap<string, string>;
  /** Metrics that a script recorded on the head. Absent for requests. */
  seen?: readonly SeenMetric[];
  /** True if the base cannot serve the step. */
  isNew: boolean;
  history: StepHistory;
  /** How large a change must be to block, as fractions; see `config/sensitivity.ts`. Without `where`: over all load. */
  sensitivityOf: (
    metric: Metric,
    where?: Where,
  ) => { tolerance: number; confidence: number; isAsked: boolean };
};

/** What the head is compared with. */
export type Counterpart =
  | { kind: 'pair'; base: Pick<PairSummary, 'baseCommit' | 'because'>; seed: number }
  | { kind: 'history' }
  /** The head is not compared; `reason` says why. */
  | { kind: 'none'; reason: Extract<ChangeReason, { kind: 'identical' | 'new' | 'no-base' }> };

/** What steps are compared with, and how. `looks`: block counts after which the verdict is tried. */
export type ComparisonInput = {
  comparison: Counterpart;
  looks: number[];
  /** Capacities that were searched, and the number of planned searches: they share the error from the first look on. */
  capacities?: SearchedCapacity[];
  searches?: number;
};

/** Findings. `open`: more blocks may settle one that is still undecided. */
type Comparisons = Pick<Verdict, 'changes' | 'costs' | 'pair'> & { open: boolean };

/** Compares all steps of a run with whatever is available. */
export function compareSteps(steps: readonly MeasuredStep[], input: ComparisonInput): Comparisons {
  const { comparison, capacities = [] } = input;
  if (comparison.kind === 'pair') return compareWithBase(steps, comparison, input);
  const unpaired = (changes: ChangeFinding[]) => ({ changes, costs: [], open: false, pair: null });
  const isHistory = comparison.kind === 'history';
  const reason = isHistory ? ({ kind: 'no-base' } as const) : comparison.reason;
  const code = reason.kind === 'new' ? 'first-run' : 'skipped';
  return unpaired([
    ...(isHistory ? compareWithHistory(steps) : steps.flatMap((step) => leaveOut(step, code, reason))),
    ...capacities.map((one) => leaveCapacityOut(one, code, reason)),
  ]);
}

function compareWithBase(
  steps: readonly MeasuredStep[],
  { base, seed }: Extract<Counterpart, { kind: 'pair' }>,
  { looks, capacities = [], searches = 0 }: ComparisonInput,
): Comparisons {
  const searched = capacities.flatMap((one) => (one.base ? [{ ...one, base: one.base }] : []));
  const starts = Math.max(0, ...searched.map(({ head }) => head.blocks.length));
  const served = steps.filter(({ isNew }) => !isNew);
  const paired = served.map(pairUp);
  const family = sum(paired, ({ metrics }) => metrics.length) + searches;
  const [confidence = 1] = [
    ...served.map(({ sensitivityOf }) => sensitivityOf(percentile(50)).confidence),
    ...searched.map(({ sensitivity }) => sensitivity.confidence),
  ];
  // 1 − 0.99 is 0.010000000000000009.
  const error = Number((1 - confidence).toFixed(9));
  const { changes, settled } = judgePairs({
    ...{ steps: paired, looks, seed },
    // Part of the error is left to the capacities, which are judged on their own.
    error: error * (family === 0 ? 1 : 1 - searches / family),
  });
  return {
    changes: [
      ...changes,
      ...steps.flatMap((step) => (step.isNew ? leaveOut(step, 'first-run', { kind: 'new' }) : [])),
      ...searched.map((one) => compareCapacity(one, error, family)),
    ],
    costs: paired.flatMap(compareCosts),
    open: !settled,
    pair: {
      ...base,
      blocks: Math.max(starts, ...steps.map((step) => step.blocks.length)),
      planned: Math.max(starts, looks.at(-1) ?? 0),
      seed,
      error,
    },
  };
}

/**
 * Chooses what a step is compared by. If arms take turns, most metrics are compared there, and each arm alone as well;
 * otherwise all metrics are compared alone.
 */
function pairUp({ label, slos, blocks, sensitivityOf }: MeasuredStep): PairedStep {
  const { inTurns, alone } = pairBlocks(blocks);
  const takesTurns = inTurns.some((block) => countRequests(block) > 0);
  const isAsked = (metric: Metric) => sensitivityOf(metric).isAsked;
  const metrics = listPairMetrics(slos, { takesTurns, isAsked }).map(({ metric, where }) => ({
    ...{ metric, where },
    tolerance: sensitivityOf(metric, where).tolerance,
  }));
  return { label, metrics, ...(takesTurns ? { blocks: inTurns, alone } : { blocks: alone, alone: [] }) };
}

/** Compares with earlier runs. Errors are left to their SLO: the scatter of a few failures over many runs says nothing. */
function compareWithHistory(steps: readonly MeasuredStep[]): ChangeFinding[] {
  const gated = steps.flatMap((step) => listNamed(step.slos).map((metric) => ({ step, metric })));
  return gated.map(({ step: { label, blocks, history, sensitivityOf }, metric }) => {
    const { tolerance, confidence } = sensitivityOf(metric);
    const measure = (slices: readonly Slice[]) => measureMetric(slices, metric);
    const looked = { label, metric, where: 'all', head: measure(pickHead(blocks)), tolerance } as const;
    return judgeHistory(
      looked,
      { ...history, runs: history.runs.map(measure) },
      (1 - confidence) / gated.length,
    );
  });
}

/** Leaves a step uncompared: one finding for each percentile that has a value. */
function leaveOut(
  { label, slos, blocks, sensitivityOf }: MeasuredStep,
  code: 'skipped' | 'first-run',
  reason: ChangeReason,
): UncomparedFinding[] {
  return listNamed(slos).map((metric) => ({
    ...{ kind: 'uncompared', label, metric, where: 'all', code, reason },
    head: measureMetric(pickHead(blocks), metric),
    tolerance: sensitivityOf(metric).tolerance,
  }));
}
