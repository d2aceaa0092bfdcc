import type { Slo } from '../config/language/slo-type.ts';
import { attempts } from '../measurement/quantiles.ts';
import { isLatency } from '../metrics/metric.ts';
import { chooseConfidence } from '../statistics/confidence.ts';
import { judgeCapacity } from './capacity.ts';
import { type ComparisonInput, compareSteps, type MeasuredStep } from './changes.ts';
import { decide, type VerdictCode } from './codes.ts';
import { isCrash, isTransient } from './faults.ts';
import type { ChangeFinding, Growth, SloFinding } from './findings.ts';
import { findAgeing, findGrowth, findLeak, findSoakGrowth } from './growth.ts';
import { pickHead, stretchesOfHead } from './kept.ts';
import { IMPLIED_SLO, judgeRelative, judgeSlo, pairWithLimit, violatesSlo } from './slo.ts';
import { findUnknown } from './unknown.ts';
import type { Verdict } from './verdict.ts';

export type JudgeInput = ComparisonInput &
  Pick<Verdict, 'faults' | 'invalid' | 'gateChanges' | 'effort' | 'work'> & {
    steps: MeasuredStep[];
    failOn: readonly VerdictCode[];
  };

export type JudgeOutput = {
  verdict: Verdict;
  /** True when another block could still change the verdict. */
  undecided: boolean;
  /** True if the soak of the head shows something that the base, which had no soak, may share. */
  asksBase: boolean;
};

/** Judges a whole run. Pure: the same input gives the same verdict. */
export function judge(input: JudgeInput): JudgeOutput {
  const { comparison, faults, work = [] } = input;
  const measured = input.steps.filter(({ blocks }) => pickHead(blocks).some((slice) => attempts(slice) > 0));
  const blocks = Math.max(0, ...input.steps.map((step) => step.blocks.length));
  const confidence = chooseConfidence(input.looks, blocks);
  const searched = (input.capacities ?? []).map(judgeCapacity);
  const grown = new Map(measured.map((step) => [step.label, findGrown(step)]));
  const slos = [
    ...measured.flatMap((step) => judgeStep(step, grown.get(step.label)!, measured, confidence)),
    ...searched.flatMap((one) => one.slos),
  ];
  const { changes: compared, costs, open, pair } = compareSteps(measured, input);
  const invalid = [
    ...input.invalid,
    ...findUnknown(measured, slos, compared, input),
    ...searched.flatMap((one) => one.invalid),
  ];
  const otherWork = new Set(work.filter(({ kind }) => kind !== 'messages').map(({ label }) => label));
  const changes = compared.map((change) =>
    withhold(change, grown.get(change.label), otherWork.has(change.label)),
  );
  const verdict: Verdict = {
    ...decide({ slos, changes, faults, invalid, failOn: input.failOn }),
    ...{ slos, changes, costs, faults, invalid, pair, effort: input.effort, gateChanges: input.gateChanges },
    ...(work.length > 0 && { work }),
    acceptances: [],
    refusals: [],
  };
  return {
    verdict,
    undecided: isUndecided(verdict, open, comparison.kind === 'history'),
    asksBase:
      comparison.kind === 'pair' &&
      measured.some(({ soak }) => soak.base.length === 0 && findAgeing(soak) !== null),
  };
}

/**
 * Tells whether another look could change the verdict: something is undecided, or the machine was disturbed, which
 * may pass; and nothing has settled the verdict already. A comparison with earlier runs spends its error once, so it is
 * decided at the end if the run continues for an SLO.
 */
function isUndecided(verdict: Verdict, open: boolean, isHistory: boolean): boolean {
  if (verdict.faults.some(isCrash)) return false;
  if (verdict.invalid.length > 0) return verdict.invalid.every(isTransient);
  if (!isHistory && verdict.changes.some(({ code }) => code === 'regressed')) return false;
  // More blocks say nothing about what only the soak shows.
  const isOfSoak = ({ stretches, growth }: SloFinding) => stretches || growth?.where === 'soak';
  return open || verdict.slos.some((slo) => slo.code === 'at-limit' && !isOfSoak(slo));
}

/** What grows in a step: on the head alone, for its SLOs, and more than on the base. */
type Grown = Record<'latency' | 'memory', Growth | null> & { ofHead: Growth | null };

/** Finds what grows within the stretches, or in the soak. */
function findGrown({ load, blocks, soak }: MeasuredStep): Grown {
  // A closed load cannot fill a queue.
  const filling = load.kind === 'arrival-rate' ? findGrowth(stretchesOfHead(blocks).flat()) : null;
  return {
    ofHead: filling ?? findSoakGrowth(soak.head),
    latency: filling ?? findAgeing(soak),
    memory: findLeak(soak),
  };
}

/** Withdraws `unchanged` from what grows, and `improved` if the head did different work from the base. */
function withhold(change: ChangeFinding, grown: Grown | undefined, isOtherWork: boolean): ChangeFinding {
  const { metric, code } = change;
  const isMemory = metric.kind === 'memory';
  const growth = isMemory || isLatency(metric) ? grown?.[isMemory ? 'memory' : 'latency'] : null;
  const inconclusive = { ...change, code: 'inconclusive' } as const;
  if (code === 'unchanged' && growth) return { ...inconclusive, reason: { kind: 'unsteady', growth } };
  return code === 'improved' && isOtherWork ? { ...inconclusive, reason: { kind: 'other-work' } } : change;
}

/** Judges the declared SLOs; the implied one appears only if missed. Limits without a value are left out. */
function judgeStep(
  step: MeasuredStep,
  { ofHead }: Grown,
  steps: readonly MeasuredStep[],
  confidence: number,
): SloFinding[] {
  const { label, slos, soak } = step;
  const instances = stretchesOfHead(step.blocks).map((stretches) => stretches.flat());
  const alone = soak.head.map((slice) => [slice]);
  // Slices that the machine did not disturb may be the ones without arrivals.
  const isLoaded = soak.head.some((slice) => attempts(slice) > 0);
  const judgeOne = (slo: Slo): SloFinding[] => {
    const { limit, metric } = slo;
    const other =
      limit.kind === 'relative' && steps.find((one) => one.label === step.limits?.get(limit.scenario));
    const finding = other
      ? judgeRelative(label, { slo, other: other.label, pairs: pairWithLimit(step, other) }, confidence)
      : limit.kind === 'absolute' && judgeSlo(label, slo, instances, confidence);
    if (!finding || Number.isNaN(finding.estimate.value)) return [];
    // With several scenarios, the memory in the soak cannot be attributed to one.
    const isOwnMemory = metric.kind === 'memory' && steps.length === 1;
    const isSoaked = isLoaded && (isLatency(metric) || metric.kind === 'errors' || isOwnMemory);
    if (finding.code === 'missed' || !isSoaked || other) return [finding];
    // The error of each is one-sided, so that together they stay within the total.
    const soaked = judgeSlo(label, slo, alone, confidence);
    // A single process has its own level, as each start has. Growth and failures are not part of that.
    const grows = isOwnMemory ? findLeak({ base: [], head: soak.head }) : findSoakGrowth(soak.head);
    const isWorse = metric.kind === 'errors' || grows !== null;
    const code = soaked.code === 'missed' && !isWorse ? 'at-limit' : soaked.code;
    // A rare stall widens the interval. Having seen one is no reason to call the SLO met.
    const decides =
      finding.code === 'met' || slo === IMPLIED_SLO
        ? violatesSlo(slo, soaked.estimate.value)
        : code === 'missed';
    return [decides ? { ...soaked, code, stretches: finding.estimate } : finding];
  };
  const isShown = ({ code, stretches }: SloFinding) => code === 'missed' || stretches !== undefined;
  // A limit relative to a failing scenario would let anything through.
  const limited = slos.some(({ metric, limit }) => metric.kind === 'errors' && limit.kind === 'absolute');
  const implied = limited ? [] : judgeOne(IMPLIED_SLO);
  return [...slos.flatMap(judgeOne), ...implied.filter(isShown)].map((finding) =>
    ofHead && finding.code === 'met' && isLatency(finding.slo.metric)
      ? { ...finding, code: 'at-limit', growth: ofHead }
      : finding,
  );
}
