import { type Metric, printMetric } from '../../metrics/metric.ts';
import { alwaysBlocks, type VerdictCode } from '../codes.ts';
import { decide, isMissed } from '../decision.ts';
import type { ServiceFault } from '../faults.ts';
import type { ChangeFinding, SloFinding } from '../findings.ts';
import type { Acceptance, Refusal, Verdict } from '../verdict.ts';
import type { AcceptanceScope } from './acceptance-line.ts';
/** Acceptance that a person asked for, before it is known what it covers. */
export type Claim = Omit<Acceptance, 'covers'> &
  Pick<Refusal, 'text'> & {
    scope: AcceptanceScope;
    /** `valid` when the person had the right to ask and was in time; `matches-nothing`: it cannot be read. */
    standing: 'valid' | Refusal['reason'];
  };

/** Finding that blocks the merge and can be accepted. */
type Blocker = { label: string; metric: Metric | null; finding: SloFinding | ChangeFinding | ServiceFault };

/**
 * Judges a stored verdict anew, without the findings that valid claims cover. It becomes `accepted` once
 * nothing else blocks. A failed measurement and a crashed service can never be accepted.
 *
 * @param failOn codes that block besides those that always do, as when the verdict was made
 */
export function acceptFindings(
  verdict: Verdict,
  claims: readonly Claim[],
  failOn: readonly VerdictCode[],
): Verdict {
  const matters = verdict.invalid.length > 0 ? [] : listBlockers(verdict, failOn);
  const labels = [...verdict.slos, ...verdict.changes, ...verdict.faults].map(({ label }) => label);
  const found = claims.map((claim) => ({ claim, covered: cover(claim, matters, labels) }));
  const valid = found.filter(({ claim, covered }) => claim.standing === 'valid' && covered.length > 0);
  const accepted = new Set(valid.flatMap(({ covered }) => covered.map(({ finding }) => finding)));
  const isOpen = (finding: Blocker['finding']) => !accepted.has(finding);
  const decision = decide({
    slos: verdict.slos.filter(isOpen),
    changes: verdict.changes.filter(isOpen),
    faults: verdict.faults.filter(isOpen),
    invalid: verdict.invalid,
    failOn,
  });
  const whole =
    accepted.size > 0 && !decision.blocks ? { code: 'accepted' as const, blocks: false } : decision;
  return {
    ...verdict,
    ...whole,
    acceptances: valid.map(({ claim: { by, at, why, via }, covered }) => ({
      by,
      at,
      why,
      via,
      covers: listCovers(covered),
    })),
    refusals: found.flatMap(({ claim, covered }) => {
      const open = covered.filter(({ finding }) => isOpen(finding)).length;
      const reason = whyRefused(claim, { covered: covered.length, open, blocks: decision.blocks });
      return reason === null ? [] : [{ by: claim.by, via: claim.via, text: claim.text, reason }];
    }),
  };
}

/**
 * Accepts findings in all jobs of a suite, in their order. A trailer about one job is no mistake in the others.
 */
export function acceptJobs(
  jobs: readonly { verdict: Verdict; failOn: readonly VerdictCode[] }[],
  claims: readonly Claim[],
): Verdict[] {
  const verdicts = jobs.map(({ verdict, failOn }) => acceptFindings(verdict, claims, failOn));
  const isForeign = ({ via, text, reason }: Refusal) =>
    via === 'trailer' &&
    reason === 'matches-nothing' &&
    !verdicts.every(({ refusals }) =>
      refusals.some((other) => other.text === text && other.reason === reason),
    );
  return verdicts.map((verdict) => ({
    ...verdict,
    refusals: verdict.refusals.filter((refusal) => !isForeign(refusal)),
  }));
}

/** Finds the reason of a refusal; null as well for a claim without effect, as on a passing change. */
function whyRefused(
  { via, standing }: Claim,
  { covered, open, blocks }: { covered: number; open: number; blocks: boolean },
): Refusal['reason'] | null {
  if (covered > 0) return standing === 'valid' || open === 0 ? null : standing;
  if (via === 'trailer') return 'matches-nothing';
  if (!blocks) return null;
  return standing === 'valid' ? 'matches-nothing' : standing;
}

/** Lists the findings that block, apart from a crash. */
function listBlockers({ slos, changes, faults }: Verdict, failOn: readonly VerdictCode[]): Blocker[] {
  const blocks = ({ code }: { code: VerdictCode }) => alwaysBlocks(code) || failOn.includes(code);
  return [
    ...changes.filter(blocks).map((finding) => ({ label: finding.label, metric: finding.metric, finding })),
    ...slos.filter(blocks).map((finding) => ({ label: finding.label, metric: finding.slo.metric, finding })),
    ...faults
      .filter((fault) => isMissed(fault) && fault.kind !== 'crashed')
      .map((finding) => ({ label: finding.label, metric: null, finding })),
  ];
}

function cover(
  { scope, via, standing }: Claim,
  matters: readonly Blocker[],
  labels: readonly string[],
): Blocker[] {
  if (standing === 'matches-nothing') return [];
  // `all` means the scenario of that name, where there is one.
  const isNamed = via === 'trailer' && labels.some((label) => isWithin(label, 'all'));
  const name = scope.label ?? (isNamed ? 'all' : null);
  const own = matters.filter(({ label }) => name === null || isWithin(label, name));
  const { metric } = scope;
  if (metric === null) return own;
  const named = own.filter((matter) => matter.metric !== null && isSame(matter.metric, metric));
  return [...named, ...own.filter((matter) => named.some((other) => isEcho(matter, other)))];
}

/** Tells whether a label belongs to a scenario's name, which stands for all its loads and variants but those it names. */
function isWithin(label: string, name: string): boolean {
  const [own, wanted] = [splitLabel(label), splitLabel(name)];
  const isOfScenario = own.base === wanted.base || own.base.startsWith(`${wanted.base} at `);
  return isOfScenario && wanted.values.every((value) => own.values.includes(value));
}

/** Splits `create [cache=off storage=memory]` into the scenario with its load, and the values of its variant. */
function splitLabel(label: string): { base: string; values: string[] } {
  const [, base = label, inside = ''] = /^(.*) \[([^[\]]*)\]$/.exec(label) ?? [];
  return { base, values: inside.split(' ').filter(Boolean) };
}

function isSame(a: Metric, b: Metric): boolean {
  return printMetric(a) === printMetric(b);
}

/**
 * Tells whether a finding only repeats an accepted one of the same scenario. The tail mean and the share of
 * slow requests are always compared, and reports fold them away beside a slower percentile. But they may say
 * more: a tail that is surely worse, or stalls beyond the point to which the percentile itself has moved.
 */
function isEcho({ label, metric, finding }: Blocker, accepted: Blocker): boolean {
  if (!('change' in finding) || !('change' in accepted.finding) || label !== accepted.label) return false;
  if (finding.code !== 'regressed' || accepted.finding.code !== 'regressed') return false;
  if (accepted.metric?.kind !== 'percentile' || !finding.change || !accepted.finding.change) return false;
  const { percent } = accepted.metric;
  if (percent < 90 || percent > 99) return false;
  if (metric?.kind === 'tail') return finding.change.low <= accepted.finding.change.high;
  return metric?.kind === 'slow-share' && accepted.finding.head >= metric.ms;
}

/** Lists one entry per metric, whether its SLO, its change or both were let through. */
function listCovers(covered: readonly Blocker[]): Acceptance['covers'] {
  const keyOf = ({ label, metric }: Blocker) => JSON.stringify([label, metric && printMetric(metric)]);
  return [...new Map(covered.map((matter) => [keyOf(matter), matter])).values()].map(({ label, metric }) => ({
    label,
    metric,
  }));
}
