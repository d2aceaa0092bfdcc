import type { Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { isCost, isLatency, type Metric, printMetric } from '../metrics/metric.ts';
import { chooseConfidence } from '../statistics/confidence.ts';
import { judgeCapacity, type SearchedCapacity } from './capacity.ts';
import { type Counterpart, compareSteps, type MeasuredStep } from './changes.ts';
import type { VerdictCode } from './codes.ts';
import { findUnknownMetrics } from './custom.ts';
import { decide } from './decision.ts';
import { type InvalidReason, isTransient, type ServiceFault } from './faults.ts';
import type { ChangeFinding, Growth, SloFinding, Unsteadiness } from './findings.ts';
import { findAgeing, findGrowth, findLeak, findSoakGrowth } from './growth.ts';
import { pickHead, stretchesOfHead } from './kept.ts';
import {
  findReference,
  findUnknownLimits,
  judgeRelative,
  type LimitPair,
  pairWithLimit,
} from './relative.ts';
import { IMPLIED_SLO, isViolated, judgeSlo } from './slo.ts';
import type { GateChange, PairSummary, Unfinished, Verdict } from './verdict.ts';
import { isCall, type WorkDifference } from './work.ts';

export type JudgeInput = {
  steps: MeasuredStep[];
  /** Capacities that were searched, and the number of searches planned: they share the error from the first look on. */
  capacities?: SearchedCapacity[];
  searches?: number;
  faults: ServiceFault[];
  invalid: InvalidReason[];
  /** Numbers of blocks after which the verdict is tried. All intervals share the error among these looks. */
  looks: number[];
  comparison: Counterpart;
  /** Number of rounds thrown away, by arm. */
  discarded: PairSummary['discarded'];
  gateChanges: GateChange[];
  failOn: readonly VerdictCode[];
  effort: Verdict['effort'];
  unfinished?: Unfinished[];
  /** In what base and head differ beside time. */
  work?: readonly WorkDifference[];
};

export type JudgeOutput = {
  verdict: Verdict;
  /** True when another block could still change the verdict. */
  undecided: boolean;
  /** True when the soak of the head shows what may be so on the base as well, which has had none. */
  asksBase: boolean;
};

/** Judges a whole run. Pure: the same input gives the same verdict. */
export function judge(input: JudgeInput): JudgeOutput {
  const measured = input.steps.filter(({ blocks }) => pickHead(blocks).some((slice) => attempts(slice) > 0));
  const blocks = Math.max(0, ...input.steps.map((step) => step.blocks.length));
  const confidence = chooseConfidence(input.looks, blocks);
  const searched = (input.capacities ?? []).map(judgeCapacity);
  const isPair = input.comparison.kind === 'pair';
  const growths = new Map(measured.map((step) => [step.label, findGrowthOf(step)]));
  const seen = new Map(
    measured.map(({ label, soak }) => {
      const growth = growths.get(label);
      return [label, growth ? { kind: 'growing' as const, ...growth } : findAgeing(soak)];
    }),
  );
  const leaks = new Map(measured.map(({ label, soak }) => [label, findLeak(soak)]));
  // An SLO is about the head alone: it does not matter here that the base may grow as well.
  const unsettled = new Map(
    measured.map(({ label, soak }) => [label, growths.get(label) ?? findSoakGrowth(soak.head)]),
  );
  const unknown = measured.flatMap((step) => findUnknownMetrics({ ...step, slices: pickHead(step.blocks) }));
  const isKnown = ({ label, slo }: SloFinding) =>
    !unknown.some(
      (reason) => 'metric' in reason && reason.label === label && reason.metric === printMetric(slo.metric),
    );
  const judged = measured
    .flatMap((step) => judgeStep(step, measured, confidence))
    .filter(isKnown)
    .map((slo) => withholdMet(slo, unsettled));
  const slos = [...judged, ...searched.flatMap((one) => one.slos)];
  const { changes: compared, costs, open, pair } = compareSteps(measured, input);
  const invalid = [
    ...input.invalid,
    ...unknown,
    ...slos.flatMap(findUnknownCost),
    ...findUnknownGates(compared, slos),
    ...findUnknownLimits(measured, slos, input),
    ...searched.flatMap((one) => one.invalid),
  ];
  const work = input.work ?? [];
  const otherLabels = new Set(work.filter(({ kind }) => !isCall(kind)).map(({ label }) => label));
  const changes = compared
    .map((change) => withholdUnchanged(change, change.metric.kind === 'memory' ? leaks : seen))
    .map((change) => (otherLabels.has(change.label) ? withholdImproved(change) : change));
  const verdict: Verdict = {
    ...decide({ slos, changes, faults: input.faults, invalid, failOn: input.failOn }),
    slos,
    changes,
    costs,
    faults: input.faults,
    invalid,
    pair,
    gateChanges: input.gateChanges,
    ...(input.unfinished?.length && { unfinished: input.unfinished }),
    ...(work.length > 0 && { work: [...work] }),
    acceptances: [],
    refusals: [],
    effort: input.effort,
  };
  const asksBase = isPair && measured.some(({ soak }) => soak.base.length === 0 && findAgeing(soak) !== null);
  const isHistory = input.comparison.kind === 'history';
  return { verdict, undecided: isUndecided(verdict, { open, growths, isHistory }), asksBase };
}

/**
 * Tells whether another look could change the verdict: something is open, or the machine was disturbed, which
 * may pass; and nothing has settled the verdict already. A comparison with earlier runs spends its error once: where it
 * goes on for an SLO, it is decided at the end.
 */
function isUndecided(
  verdict: Verdict,
  { open, growths, isHistory }: { open: boolean; growths: Growths; isHistory: boolean },
): boolean {
  if (verdict.faults.some(({ kind }) => kind === 'crashed')) return false;
  if (verdict.invalid.length > 0) return verdict.invalid.every(isTransient);
  if (!isHistory && verdict.changes.some(({ code }) => code === 'regressed')) return false;
  // More blocks say nothing about what only the soak shows.
  const isOfSoak = ({ label, stretches, growth }: SloFinding) => stretches || (growth && !growths.get(label));
  return open || verdict.slos.some((slo) => slo.code === 'at-limit' && !isOfSoak(slo));
}

/** Finds an SLO on what nobody could read. It would be neither met nor missed, and pass. */
function findUnknownCost({ label, slo: { metric }, estimate }: SloFinding): InvalidReason[] {
  return isCost(metric) && Number.isNaN(estimate.value)
    ? [{ kind: 'cost-unknown', label, metric: printMetric(metric) }]
    : [];
}

/** Finds a cost that a setting alone compares, and that nobody could read, of steps that were compared otherwise. */
function findUnknownGates(changes: readonly ChangeFinding[], slos: readonly SloFinding[]): InvalidReason[] {
  return changes.flatMap(({ label, metric, reason }): InvalidReason[] => {
    const isUnread = reason?.kind === 'too-few-blocks' && reason.blocks === 0;
    const isTold = slos.some((one) => one.label === label && one.slo.metric.kind === metric.kind);
    const isCompared = changes.some((one) => one.label === label && one.kind === 'paired');
    return isUnread && isCost(metric) && isCompared && !isTold
      ? [{ kind: 'cost-unknown', label, metric: printMetric(metric) }]
      : [];
  });
}

/** Where arrivals wait for answers, no queue fills. */
function findGrowthOf({ load, blocks }: MeasuredStep): Growth | null {
  return load.kind === 'arrival-rate' ? findGrowth(stretchesOfHead(blocks).flat()) : null;
}

type Growths = ReadonlyMap<string, Growth | null>;

/** Takes `met` away while latency still grows: nobody knows where it ends. */
function withholdMet(slo: SloFinding, growths: Growths): SloFinding {
  const growth = growths.get(slo.label);
  if (!growth || slo.code !== 'met' || !isLatency(slo.slo.metric)) return slo;
  return { ...slo, code: 'at-limit', growth };
}

/** Takes `unchanged` away for the same reason, and for what the soak showed. */
function withholdUnchanged(
  change: ChangeFinding,
  seen: ReadonlyMap<string, Unsteadiness | null>,
): ChangeFinding {
  const evidence = seen.get(change.label);
  const isConcerned = isLatency(change.metric) || change.metric.kind === 'memory';
  if (!evidence || change.code !== 'unchanged' || !isConcerned) return change;
  return { ...change, code: 'inconclusive', reason: { kind: 'unsteady', evidence } };
}

/** Takes `improved` away where the head did other work than the base. */
function withholdImproved(change: ChangeFinding): ChangeFinding {
  if (change.code !== 'improved') return change;
  return { ...change, code: 'inconclusive', reason: { kind: 'other-work' } };
}

/** Judges the declared SLOs; the implied one appears only where it is missed. Limits without a value are left out. */
function judgeStep(step: MeasuredStep, steps: readonly MeasuredStep[], confidence: number): SloFinding[] {
  const { label, slos, soak } = step;
  const instances = stretchesOfHead(step.blocks).map((stretches) => stretches.flat());
  // Slices that the machine did not disturb may be those without an arrival.
  const isLoaded = soak.head.some((slice) => attempts(slice) > 0);
  const alone = isLoaded ? soak.head.map((slice) => [slice]) : [];
  const isGrowing = (metric: Metric) =>
    (metric.kind === 'memory' ? findLeak({ base: [], head: soak.head }) : findSoakGrowth(soak.head)) !== null;
  const declared = slos.flatMap((slo): SloFinding[] => {
    const other = slo.limit.kind === 'relative' ? findReference(step, steps, slo.limit.scenario) : undefined;
    const judgeEither = (own: readonly (readonly Slice[])[], pairs: () => LimitPair[]) => {
      if (slo.limit.kind === 'absolute') return judgeSlo(label, slo, own, confidence);
      return other ? judgeRelative(label, { slo, other: other.label, pairs: pairs() }, confidence) : null;
    };
    const finding = judgeEither(instances, () => pairWithLimit(step, other));
    if (finding === null) return [];
    // Of several scenarios nobody knows whose memory a process has in the soak.
    const isOwnMemory = slo.metric.kind === 'memory' && steps.length === 1;
    const isSoaked = isLatency(slo.metric) || slo.metric.kind === 'errors' || isOwnMemory;
    if (finding.code === 'missed' || !isSoaked || !isLoaded) return [finding];
    // An error of each of the two is an error on one side only, so that both have no more than the whole.
    const soaked = judgeEither(alone, () => [
      ...alone.map((own) => ({ own, other: [] })),
      ...other!.soak.head.map((slice) => ({ own: [], other: [slice] })),
    ]);
    if (soaked === null) return [finding];
    // One process has a level of its own, as each start has. What grows in it, or fails, is no such thing.
    const isWorse = slo.metric.kind === 'errors' || soaked.relative !== undefined || isGrowing(slo.metric);
    const code = soaked.code === 'missed' && !isWorse ? 'at-limit' : soaked.code;
    // A rare stall makes the interval wide. What was seen is no reason to call the limit kept.
    const decides = finding.code === 'met' ? isViolated(soaked) : code === 'missed';
    return [decides ? { ...soaked, code, stretches: finding.estimate } : finding];
  });
  if (slos.some(({ metric }) => metric.kind === 'errors')) return declared;
  const implied = judgeSlo(label, IMPLIED_SLO, instances, confidence);
  if (implied.code === 'missed') return [...declared, implied];
  const soaked = isLoaded ? judgeSlo(label, IMPLIED_SLO, alone, confidence) : null;
  return soaked !== null && isViolated(soaked)
    ? [...declared, { ...soaked, stretches: implied.estimate }]
    : declared;
}
