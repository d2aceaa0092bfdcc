import type { Metric, Slo } from '../config/config.ts';
import type { Round } from '../measurement/measurement.ts';
import { shareConfidence } from '../statistics/confidence.ts';
import { judgeChange, type StepHistory } from './change.ts';
import { judgeFailures } from './failures.ts';
import { judgeSlo } from './slo.ts';
import type {
  ChangeFinding,
  InvalidReason,
  ServiceFault,
  SloFinding,
  Verdict,
  VerdictCode,
} from './verdict.ts';

/** Everything that was measured of one step; `rounds` of all instances. */
export type MeasuredStep = { label: string; slos: Slo[]; rounds: Round[]; history: StepHistory };

export type JudgeInput = {
  steps: MeasuredStep[];
  faults: ServiceFault[];
  invalid: InvalidReason[];
  /** Looks planned: the error of the SLO intervals is shared among them. */
  looks: number;
  /** Fraction; null: 5 % at p50, 10 % beyond. */
  tolerance: number | null;
  failOn: readonly VerdictCode[];
  rounds: Verdict['rounds'];
};

/** Judges a whole run. Pure: the same input gives the same verdict. */
export function judge(input: JudgeInput): Verdict {
  const measured = input.steps.filter((step) =>
    step.rounds.some((round) => round.ok + round.failed + round.dropped > 0),
  );
  const confidence = shareConfidence(input.looks);
  const slos = measured.flatMap((step) => judgeStep(step, confidence));
  const gated = measured.flatMap((step) => gatedMetrics(step.slos).map((metric) => ({ step, metric })));
  const changes = gated.map(({ step, metric }) =>
    judgeChange(
      step.label,
      metric,
      step.rounds,
      step.history,
      input.tolerance ?? defaultTolerance(metric),
      1 / (gated.length + measured.length),
    ),
  );
  for (const { label, rounds, history } of measured) {
    const failures = judgeFailures(label, rounds, history, 1 / (gated.length + measured.length));
    if (failures !== null) changes.push(failures);
  }
  const code = summarise(slos, changes, input);
  return {
    code,
    blocks: BLOCKING.includes(code) || isAdded(slos, changes, input.failOn),
    slos,
    changes,
    faults: input.faults,
    invalid: input.invalid,
    rounds: input.rounds,
  };
}

/**
 * Whether another look could change the verdict: an SLO is undecided, or the machine was disturbed, which passes;
 * and nothing has settled the matter already.
 */
export function isUndecided(verdict: Verdict): boolean {
  if (verdict.faults.some(({ kind }) => kind === 'crashed')) return false;
  if (verdict.invalid.length > 0) return verdict.invalid.every(({ kind }) => kind === 'machine-disturbed');
  return verdict.slos.some(({ code }) => code === 'at-limit');
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

/** p50 and each percentile that an SLO names: what is compared with the baseline. */
function gatedMetrics(slos: readonly Slo[]): Metric[] {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  return [...new Set([50, ...percents])].map((percent) => ({ kind: 'percentile', percent }));
}

function defaultTolerance(metric: Metric): number {
  return metric.kind === 'percentile' && metric.percent < 95 ? 0.05 : 0.1;
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
