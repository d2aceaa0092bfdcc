import type { Slo } from '../config/language/slo-type.ts';
import type { SeenMetric } from '../measurement/custom.ts';
import type { Load } from '../measurement/load.ts';
import { listNamed, listPairMetrics } from '../metrics/compared.ts';
import { estimateMetric, isLatency, type Metric, type Where } from '../metrics/metric.ts';
import {
  compareCapacity,
  compareCapacityWithHistory,
  isPaired,
  isUnserved,
  leaveCapacityOut,
  type SearchedCapacity,
} from './capacity.ts';
import { compareCosts } from './costs.ts';
import { judgeFailures } from './failures.ts';
import type { Crowding } from './faults.ts';
import type { ChangeFinding, ChangeReason, CostFinding, UncomparedFinding } from './findings.ts';
import type { PairedStep } from './gates.ts';
import { FALSE_ALARM_RATE, judgeChange, type StepHistory } from './history.ts';
import { type KeptSlot, pairBlocks, pickHead } from './kept.ts';
import { judgePairs } from './pair.ts';
import { countRequests, type PairedBlock } from './pair-values.ts';
import type { PairSummary } from './verdict.ts';

/** Gives what a change must be to block, fractions; see `config/sensitivity.ts`. Absent `where`: in all load. */
export type SensitivityOf = (
  metric: Metric,
  where?: Where,
) => { tolerance: number; confidence: number; isAsked: boolean };

/** All that was measured of one step. */
export type MeasuredStep = {
  label: string;
  slos: Slo[];
  load: Load;
  /** What was kept, block by block. */
  blocks: readonly (readonly KeptSlot[])[];
  /** Stretches thrown away on a machine of our own. */
  crowding: Crowding;
  /** Slices of the soak, in order, of one arm after the other; empty without one. */
  soak: PairedBlock;
  /** Labels of the steps that limits of its SLOs are relative to, by the scenario that a limit names. Absent: none. */
  limits?: ReadonlyMap<string, string>;
  /** Metrics that a script fed on the head. Absent for requests. */
  seen?: readonly SeenMetric[];
  /** True when the base cannot serve the step. */
  isNew: boolean;
  /** See `Baseline`. */
  anySize?: boolean | undefined;
  history: StepHistory;
  sensitivityOf: SensitivityOf;
};

/** Counterpart that the head is compared with. */
export type Counterpart =
  | { kind: 'pair'; base: Pick<PairSummary, 'baseCommit' | 'because'>; seed: number }
  /** `instead`: the records replace a base that could not be measured. */
  | { kind: 'history'; instead?: boolean }
  /** The head is compared with nothing; `reason` says why. */
  | { kind: 'none'; reason: Extract<ChangeReason, { kind: 'identical' | 'new' }> };

export type Comparisons = {
  changes: ChangeFinding[];
  costs: CostFinding[];
  /** True when more blocks may settle a finding that is still open. */
  open: boolean;
  pair: PairSummary | null;
};

function codeOf({ kind }: Extract<Counterpart, { kind: 'none' }>['reason']): 'first-run' | 'skipped' {
  return kind === 'new' ? 'first-run' : 'skipped';
}

/** Compares all steps of a run with whatever there is to compare them with. */
export function compareSteps(
  steps: readonly MeasuredStep[],
  {
    comparison,
    looks,
    discarded,
    capacities = [],
    searches = 0,
  }: {
    comparison: Counterpart;
    looks: readonly number[];
    discarded: PairSummary['discarded'];
    capacities?: readonly SearchedCapacity[];
    searches?: number;
  },
): Comparisons {
  switch (comparison.kind) {
    case 'history':
      return {
        changes: compareWithHistory(steps, capacities, comparison.instead ?? false),
        costs: [],
        open: false,
        pair: null,
      };
    case 'none':
      return {
        changes: [
          ...steps.flatMap((step) => leaveOut(step, codeOf(comparison.reason), comparison.reason)),
          ...capacities.map((one) => leaveCapacityOut(one, codeOf(comparison.reason), comparison.reason)),
        ],
        costs: [],
        open: false,
        pair: null,
      };
    case 'pair': {
      const searched = capacities.filter(isPaired);
      const starts = Math.max(0, ...searched.map(({ head }) => head.blocks.length));
      const planned = looks.at(-1) ?? 0;
      const paired = steps.filter(({ isNew }) => !isNew).map((step) => pairUp(step, pairBlocks(step.blocks)));
      const family = paired.reduce((sum, { metrics }) => sum + metrics.length, 0) + searches;
      const { changes, unread, settled } = judgePairs({
        steps: shareError(paired, family === 0 ? 1 : 1 - searches / family),
        planned,
        looks: [...looks],
        seed: comparison.seed,
      });
      const newcomers = steps
        .filter(({ isNew }) => isNew)
        .flatMap((step) => leaveOut(step, 'first-run', { kind: 'new' }));
      const blocks = Math.max(0, ...steps.map((step) => step.blocks.length));
      return {
        changes: [
          ...changes,
          ...newcomers,
          ...searched.map((one) =>
            isUnserved(one)
              ? leaveCapacityOut(one, 'first-run', { kind: 'new' })
              : compareCapacity(one, 1 - one.sensitivity.confidence, family),
          ),
        ],
        costs: paired.flatMap(compareCosts),
        open: !settled,
        pair: {
          ...comparison.base,
          blocks: Math.max(blocks, starts),
          planned: Math.max(planned, starts),
          discarded,
          seed: comparison.seed,
          error: sumErrors(paired, searched),
          ...(unread.length > 0 && { unread }),
        },
      };
    }
  }
}

/**
 * Chooses what a step is compared by. Where arms take turns, most metrics are compared in these, and each arm alone is
 * compared as well. Else all metrics are compared alone.
 */
export function pairUp(
  { label, slos, anySize, sensitivityOf }: Pick<MeasuredStep, 'label' | 'slos' | 'anySize' | 'sensitivityOf'>,
  { inTurns, alone }: ReturnType<typeof pairBlocks>,
): PairedStep {
  const takesTurns = inTurns.some((block) => countRequests(block) > 0);
  const isAsked = (metric: Metric) => sensitivityOf(metric).isAsked;
  const metrics = listPairMetrics(slos, { takesTurns, isAsked }).map(({ metric, where }) => ({
    metric,
    where,
    ...sensitivityOf(metric, where),
  }));
  return {
    label,
    metrics,
    slackMs: anySize ? 0 : findSlackMs(slos),
    ...(takesTurns ? { blocks: inTurns, alone } : { blocks: alone, alone: [] }),
  };
}

/** Part of the tightest limit on a latency within which a change is none. */
const SMALL_SHARE = 0.05;

/** Finds the change (ms) of a latency that is none: a small part of the tightest upper limit on one. 0 without a limit. */
export function findSlackMs(slos: readonly Slo[]): number {
  const limits = slos.flatMap(({ metric, operator, limit }) =>
    isLatency(metric) && limit.kind === 'absolute' && operator.startsWith('<') ? [limit.value] : [],
  );
  return limits.length > 0 ? SMALL_SHARE * Math.min(...limits) : 0;
}

/** Leaves a part of the error to the capacities, which are judged by themselves. @param share fraction that is kept */
function shareError(steps: readonly PairedStep[], share: number): PairedStep[] {
  const keep = (confidence: number) => 1 - share * (1 - confidence);
  return steps.map((step) => ({
    ...step,
    metrics: step.metrics.map((each) => ({ ...each, confidence: keep(each.confidence) })),
  }));
}

/** Adds up the errors of the families: metrics with the same confidence share one. */
function sumErrors(steps: readonly PairedStep[], capacities: readonly SearchedCapacity[]): number {
  const confidences = new Set([
    ...steps.flatMap(({ metrics }) => metrics.map(({ confidence }) => confidence)),
    ...capacities.map(({ sensitivity }) => sensitivity.confidence),
  ]);
  return Math.min(
    1,
    [...confidences].reduce((sum, confidence) => sum + 1 - confidence, 0),
  );
}

function compareWithHistory(
  steps: readonly MeasuredStep[],
  capacities: readonly SearchedCapacity[],
  instead: boolean,
): ChangeFinding[] {
  const gated = steps.flatMap((step) => listNamed(step.slos).map((metric) => ({ step, metric })));
  const share = 1 / (gated.length + steps.length + capacities.length);
  // The run's error is that of the default confidence; a metric with another one gets another share.
  const shareOf = (step: MeasuredStep, metric: Metric) =>
    (share * (1 - step.sensitivityOf(metric).confidence)) / FALSE_ALARM_RATE;
  const changes = gated.map(({ step, metric }) =>
    judgeChange(
      step.label,
      metric,
      pickHead(step.blocks),
      step.history,
      step.sensitivityOf(metric).tolerance,
      shareOf(step, metric),
    ),
  );
  const errors: Metric = { kind: 'errors' };
  const failures = steps.flatMap((step) => {
    const { tolerance } = step.sensitivityOf(errors);
    const slices = pickHead(step.blocks);
    return judgeFailures(step.label, slices, step.history, tolerance, shareOf(step, errors)) ?? [];
  });
  const searched = capacities.map((one) =>
    compareCapacityWithHistory(one, (share * (1 - one.sensitivity.confidence)) / FALSE_ALARM_RATE),
  );
  const all = [...changes, ...failures, ...searched];
  if (!instead) return all;
  // Where no earlier run could stand in for the base, that it failed is what there is to say.
  const isCompared = all.some((one) => one.kind === 'history' && one.change !== null);
  const reason = { kind: 'no-base' } as const;
  return all.map(
    (change): ChangeFinding =>
      change.reason?.kind === 'few-records' && !isCompared
        ? { ...change, code: 'inconclusive', reason }
        : { reason, ...change },
  );
}

/** Leaves a step without a comparison: one finding for each percentile that has a value. */
function leaveOut(
  { label, slos, blocks, sensitivityOf }: MeasuredStep,
  code: 'skipped' | 'first-run',
  reason: ChangeReason,
): UncomparedFinding[] {
  return listNamed(slos).map((metric) => ({
    kind: 'uncompared',
    label,
    metric,
    where: 'all',
    head: estimateMetric(metric, pickHead(blocks), 0.95).value,
    tolerance: sensitivityOf(metric).tolerance,
    code,
    reason,
  }));
}
