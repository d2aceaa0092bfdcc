import type { Metric, Slo } from '../config/config.ts';
import type { Round } from '../measurement/measurement.ts';
import { shareConfidence } from '../statistics/confidence.ts';
import { FALSE_ALARM_RATE, judgeChange, type StepHistory } from './change.ts';
import { judgeFailures } from './failures.ts';
import { listPairMetrics, listPercentiles } from './gated-metrics.ts';
import { judgePairs, type PairedStep } from './pair.ts';
import { estimateMetric, judgeSlo } from './slo.ts';
import { findSuspects } from './suspect.ts';
import type {
  ChangeFinding,
  ChangeReason,
  InvalidReason,
  LoosenedGate,
  PairSummary,
  ServiceFault,
  SloFinding,
  Verdict,
  VerdictCode,
} from './verdict.ts';

/** Everything that was measured of one step. */
export type MeasuredStep = {
  label: string;
  slos: Slo[];
  /** Of the head, all instances. */
  rounds: Round[];
  /** What was measured side by side, block by block; empty rounds where there is no pair. */
  blocks: PairedStep['blocks'];
  /** The base cannot serve it. */
  isNew: boolean;
  history: StepHistory;
  /** Fractions; see `config/sensitivity.ts`. */
  sensitivityOf: (metric: Metric) => { tolerance: number; confidence: number };
};

/** What the head is compared with. */
export type Comparison =
  | { kind: 'pair'; base: Pick<PairSummary, 'baseCommit' | 'because'>; seed: number }
  /** `instead`: of a base that could not be measured. */
  | { kind: 'history'; instead?: boolean }
  /** With nothing, and why. */
  | { kind: 'none'; reason: Extract<ChangeReason, { kind: 'identical' }> };

export type JudgeInput = {
  steps: MeasuredStep[];
  faults: ServiceFault[];
  invalid: InvalidReason[];
  /** Numbers of blocks after which the verdict is tried; the error of all intervals is shared among them. */
  looks: number[];
  comparison: Comparison;
  /** Rounds thrown away, by arm. */
  discarded: PairSummary['discarded'];
  loosened: LoosenedGate[];
  failOn: readonly VerdictCode[];
  rounds: Verdict['rounds'];
};

export type Judgement = {
  verdict: Verdict;
  /** Whether another block could still change the verdict. */
  undecided: boolean;
};

/** Judges a whole run. Pure: the same input gives the same verdict. */
export function judge(input: JudgeInput): Judgement {
  const measured = input.steps.filter((step) =>
    step.rounds.some((round) => round.ok + round.failed + round.dropped > 0),
  );
  const confidence = shareConfidence(input.looks.length);
  const slos = measured.flatMap((step) => judgeStep(step, confidence));
  const { changes, open, pair } = compareSteps(measured, input);
  const code = summarise(slos, changes, input);
  const verdict: Verdict = {
    code,
    blocks: BLOCKING.includes(code) || isAdded(slos, changes, input.failOn),
    slos,
    changes,
    faults: input.faults,
    invalid: input.invalid,
    pair,
    loosened: input.loosened,
    suspects:
      input.comparison.kind === 'history'
        ? []
        : measured.flatMap(({ label, history, slos: own, sensitivityOf }) =>
            findSuspects(label, listPercentiles(own), history, (metric) => sensitivityOf(metric).tolerance),
          ),
    rounds: input.rounds,
  };
  return { verdict, undecided: isUndecided(verdict, open) };
}

type Comparisons = {
  changes: ChangeFinding[];
  /** More blocks may settle what is not settled yet. */
  open: boolean;
  pair: PairSummary | null;
};

function compareSteps(steps: readonly MeasuredStep[], input: JudgeInput): Comparisons {
  const { comparison } = input;
  switch (comparison.kind) {
    case 'history':
      return { changes: compareWithHistory(steps, comparison.instead ?? false), open: false, pair: null };
    case 'none':
      return {
        changes: steps.flatMap((step) => leaveOut(step, 'skipped', comparison.reason)),
        open: false,
        pair: null,
      };
    case 'pair': {
      const planned = input.looks.at(-1)!;
      const { changes, settled, futile } = judgePairs({
        steps: steps
          .filter(({ isNew }) => !isNew)
          .map(({ label, slos, blocks, sensitivityOf }) => ({
            label,
            metrics: listPairMetrics(slos).map((metric) => ({ metric, ...sensitivityOf(metric) })),
            blocks,
          })),
        planned,
        looks: input.looks,
        seed: comparison.seed,
      });
      const news = steps
        .filter(({ isNew }) => isNew)
        .flatMap((step) => leaveOut(step, 'first-run', { kind: 'new' }));
      const blocks = Math.max(0, ...steps.map((step) => step.blocks.length));
      return {
        changes: [...changes, ...news],
        open: !settled && !futile,
        pair: { ...comparison.base, blocks, planned, discarded: input.discarded, seed: comparison.seed },
      };
    }
  }
}

function compareWithHistory(steps: readonly MeasuredStep[], instead: boolean): ChangeFinding[] {
  const gated = steps.flatMap((step) => listPercentiles(step.slos).map((metric) => ({ step, metric })));
  const share = 1 / (gated.length + steps.length);
  // The run's error is that of the default confidence; who asks for more or less of a metric gets it there.
  const shareOf = (step: MeasuredStep, metric: Metric) =>
    (share * (1 - step.sensitivityOf(metric).confidence)) / FALSE_ALARM_RATE;
  const changes = gated.map(({ step, metric }) =>
    judgeChange(
      step.label,
      metric,
      step.rounds,
      step.history,
      step.sensitivityOf(metric).tolerance,
      shareOf(step, metric),
    ),
  );
  const failures = steps.flatMap(
    (step) => judgeFailures(step.label, step.rounds, step.history, shareOf(step, { kind: 'errors' })) ?? [],
  );
  const all = [...changes, ...failures];
  return instead ? all.map((change) => ({ reason: { kind: 'no-base' }, ...change })) : all;
}

/** A step that is not compared, as one finding for each percentile that has a value. */
function leaveOut(
  { label, slos, rounds, sensitivityOf }: MeasuredStep,
  code: 'skipped' | 'first-run',
  reason: ChangeReason,
): ChangeFinding[] {
  return listPercentiles(slos).map((metric) => ({
    label,
    metric,
    from: 'pair',
    base: null,
    head: estimateMetric(metric, rounds, 0.95).value,
    change: null,
    pooled: null,
    detectable: null,
    spread: null,
    pValue: null,
    ...sensitivityOf(metric),
    history: [],
    attainableError: null,
    code,
    reason,
  }));
}

/**
 * Whether another look could change the verdict: something is undecided, or the machine was disturbed, which passes;
 * and nothing has settled the matter already.
 */
function isUndecided(verdict: Verdict, open: boolean): boolean {
  if (verdict.faults.some(({ kind }) => kind === 'crashed')) return false;
  if (verdict.invalid.length > 0) return verdict.invalid.every(({ kind }) => kind === 'machine-disturbed');
  if (verdict.changes.some(({ code }) => code === 'regressed')) return false;
  return open || verdict.slos.some(({ code }) => code === 'at-limit');
}

/** Promised by everybody who promises nothing about errors: a service that fails fast must not pass. */
const IMPLIED: Slo = {
  metric: { kind: 'errors' },
  operator: '<=',
  limit: { kind: 'absolute', value: 0.01, unit: 'fraction' },
};

/** The declared SLOs; the implied one appears only where it is missed. */
function judgeStep({ label, slos, rounds }: MeasuredStep, confidence: number): SloFinding[] {
  const declared = slos.map((slo) => judgeSlo(label, slo, rounds, confidence));
  if (slos.some(({ metric }) => metric.kind === 'errors')) return declared;
  const implied = judgeSlo(label, IMPLIED, rounds, confidence);
  return implied.code === 'missed' ? [...declared, implied] : declared;
}

const BLOCKING: readonly VerdictCode[] = ['regressed', 'missed', 'invalid'];

/** The gravest finding names the whole; what could not be measured comes before anything it might have said. */
function summarise(
  slos: readonly SloFinding[],
  changes: readonly ChangeFinding[],
  input: JudgeInput,
): VerdictCode {
  if (input.invalid.length > 0) return 'invalid';
  const codes: string[] = [...changes.map(({ code }) => code), ...slos.map(({ code }) => code)];
  if (codes.includes('regressed')) return 'regressed';
  if (codes.includes('missed') || input.faults.some(isMissed)) return 'missed';
  for (const code of ['at-limit', 'inconclusive', 'improved', 'unchanged', 'first-run', 'met'] as const) {
    if (codes.includes(code)) return code;
  }
  return 'skipped';
}

/** A crash and a failed threshold of the user's own script miss whatever was promised, SLO or none. */
function isMissed({ kind }: ServiceFault): boolean {
  return kind === 'crashed' || kind === 'threshold';
}

function isAdded(
  slos: readonly SloFinding[],
  changes: readonly ChangeFinding[],
  failOn: readonly VerdictCode[],
): boolean {
  return [...slos, ...changes].some(({ code }) => failOn.includes(code));
}
