import type { Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { isCost, isLatency, type Metric, printMetric } from '../metrics/metric.ts';
import { chooseConfidence } from '../statistics/confidence.ts';
import { judgeCapacity } from './capacity.ts';
import { type ComparisonInput, compareSteps, type MeasuredStep } from './changes.ts';
import type { VerdictCode } from './codes.ts';
import { findUnknownMetrics } from './custom.ts';
import { decide } from './decision.ts';
import { type InvalidReason, isTransient, type ServiceFault } from './faults.ts';
import type { ChangeFinding, SloFinding, Unsteadiness } from './findings.ts';
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
import type { GateChange, Unfinished, Verdict } from './verdict.ts';
import { isCall, type WorkDifference } from './work.ts';

export type JudgeInput = ComparisonInput & {
  steps: MeasuredStep[];
  faults: ServiceFault[];
  invalid: InvalidReason[];
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
  const signs: Signs = new Map(measured.map((step) => [step.label, findSigns(step)]));
  const unknown = measured.flatMap((step) => findUnknownMetrics({ ...step, slices: pickHead(step.blocks) }));
  const isKnown = ({ label, slo }: SloFinding) =>
    !unknown.some(
      (reason) => 'metric' in reason && reason.label === label && reason.metric === printMetric(slo.metric),
    );
  const judged = measured
    .flatMap((step) => judgeStep(step, measured, confidence))
    .filter(isKnown)
    .map((slo) => withholdMet(slo, signs));
  const slos = [...judged, ...searched.flatMap((one) => one.slos)];
  const { changes: compared, costs, open, pair } = compareSteps(measured, input);
  const invalid = [
    ...input.invalid,
    ...unknown,
    ...findUnknownCosts(slos, compared),
    ...findUnknownLimits(measured, slos, input),
    ...searched.flatMap((one) => one.invalid),
  ];
  const work = input.work ?? [];
  const otherLabels = new Set(work.filter(({ kind }) => !isCall(kind)).map(({ label }) => label));
  const changes = compared
    .map((change) => withholdUnchanged(change, signs))
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
  const { kind } = input.comparison;
  const asksBase =
    kind === 'pair' && measured.some(({ soak }) => soak.base.length === 0 && findAgeing(soak) !== null);
  return {
    verdict,
    undecided: isUndecided(verdict, { open, signs, isHistory: kind === 'history' }),
    asksBase,
  };
}

/**
 * Tells whether another look could change the verdict: something is open, or the machine was disturbed, which
 * may pass; and nothing has settled the verdict already. A comparison with earlier runs spends its error once: where it
 * goes on for an SLO, it is decided at the end.
 */
function isUndecided(
  verdict: Verdict,
  { open, signs, isHistory }: { open: boolean; signs: Signs; isHistory: boolean },
): boolean {
  if (verdict.faults.some(({ kind }) => kind === 'crashed')) return false;
  if (verdict.invalid.length > 0) return verdict.invalid.every(isTransient);
  if (!isHistory && verdict.changes.some(({ code }) => code === 'regressed')) return false;
  // More blocks say nothing about what only the soak shows.
  const isOfSoak = ({ label, stretches, growth }: SloFinding) =>
    stretches || (growth && !signs.get(label)?.filling);
  return open || verdict.slos.some((slo) => slo.code === 'at-limit' && !isOfSoak(slo));
}

/**
 * Finds costs that nobody could read: of an SLO, which would be neither met nor missed, and pass; and of a setting alone, of
 * steps that were compared otherwise.
 */
function findUnknownCosts(slos: readonly SloFinding[], changes: readonly ChangeFinding[]): InvalidReason[] {
  const ofSlos = slos.flatMap(({ label, slo: { metric }, estimate }) =>
    Number.isNaN(estimate.value) ? [{ label, metric }] : [],
  );
  const isNamed = ({ label, metric }: ChangeFinding) =>
    slos.some((one) => one.label === label && one.slo.metric.kind === metric.kind);
  const ofChanges = changes.filter(
    (change) =>
      change.reason?.kind === 'too-few-blocks' &&
      change.reason.blocks === 0 &&
      changes.some(({ label, kind }) => label === change.label && kind === 'paired') &&
      !isNamed(change),
  );
  return [...ofSlos, ...ofChanges]
    .filter(({ metric }) => isCost(metric))
    .map(({ label, metric }) => ({ kind: 'cost-unknown', label, metric: printMetric(metric) }));
}

/** What grows in a step, by its label. */
type Signs = ReadonlyMap<string, ReturnType<typeof findSigns>>;

/** Finds what grows within the stretches, or in the soak: nobody knows where it ends. */
function findSigns({ load, blocks, soak }: MeasuredStep) {
  // Where arrivals wait for answers, no queue fills.
  const filling = load.kind === 'arrival-rate' ? findGrowth(stretchesOfHead(blocks).flat()) : null;
  const ageing: Unsteadiness | null = filling ? { kind: 'growing', ...filling } : findAgeing(soak);
  // An SLO is about the head alone: it does not matter there that the base may grow as well.
  return { filling, ofHead: filling ?? findSoakGrowth(soak.head), ageing, leak: findLeak(soak) };
}

/** Takes `met` away while latency still grows. */
function withholdMet(slo: SloFinding, signs: Signs): SloFinding {
  const growth = signs.get(slo.label)?.ofHead;
  if (!growth || slo.code !== 'met' || !isLatency(slo.slo.metric)) return slo;
  return { ...slo, code: 'at-limit', growth };
}

/** Takes `unchanged` away for the same reason, and for what the soak showed. */
function withholdUnchanged(change: ChangeFinding, signs: Signs): ChangeFinding {
  const { metric, label, code } = change;
  const isMemory = metric.kind === 'memory';
  const evidence = signs.get(label)?.[isMemory ? 'leak' : 'ageing'];
  if (!evidence || code !== 'unchanged' || !(isMemory || isLatency(metric))) return change;
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
  const alone = soak.head.map((slice) => [slice]);
  const isGrowing = ({ kind }: Metric) =>
    (kind === 'memory' ? findLeak({ base: [], head: soak.head }) : findSoakGrowth(soak.head)) !== null;
  const judgeOne = (slo: Slo): SloFinding[] => {
    const { limit, metric } = slo;
    const other = limit.kind === 'relative' ? findReference(step, steps, limit.scenario) : undefined;
    const judgeEither = (own: readonly (readonly Slice[])[], pairs: () => LimitPair[]) => {
      if (limit.kind === 'absolute') return judgeSlo(label, slo, own, confidence);
      return other ? judgeRelative(label, { slo, other: other.label, pairs: pairs() }, confidence) : null;
    };
    const finding = judgeEither(instances, () => pairWithLimit(step, other));
    if (finding === null) return [];
    // Of several scenarios nobody knows whose memory a process has in the soak.
    const isOwnMemory = metric.kind === 'memory' && steps.length === 1;
    const isSoaked = isLatency(metric) || metric.kind === 'errors' || isOwnMemory;
    if (finding.code === 'missed' || !isSoaked || !isLoaded) return [finding];
    // An error of each of the two is an error on one side only, so that both have no more than the whole.
    const soaked = judgeEither(alone, () => [
      ...alone.map((own) => ({ own, other: [] })),
      ...other!.soak.head.map((slice) => ({ own: [], other: [slice] })),
    ]);
    if (soaked === null) return [finding];
    // One process has a level of its own, as each start has. What grows in it, or fails, is no such thing.
    const isWorse = metric.kind === 'errors' || soaked.relative !== undefined || isGrowing(metric);
    const code = soaked.code === 'missed' && !isWorse ? 'at-limit' : soaked.code;
    // A rare stall makes the interval wide. What was seen is no reason to call the limit kept.
    const decides = finding.code === 'met' || slo === IMPLIED_SLO ? isViolated(soaked) : code === 'missed';
    return [decides ? { ...soaked, code, stretches: finding.estimate } : finding];
  };
  const implied = slos.some(({ metric }) => metric.kind === 'errors') ? [] : judgeOne(IMPLIED_SLO);
  const isShown = ({ code, stretches }: SloFinding) => code === 'missed' || stretches !== undefined;
  return [...slos.flatMap(judgeOne), ...implied.filter(isShown)];
}
