import { type Metric, printMetric } from '../metrics/metric.ts';
import { alwaysBlocks, type VerdictCode } from './codes.ts';
import { decide } from './decision.ts';
import type { ChangeFinding, SloFinding } from './findings.ts';
import type { Acceptance, Refusal, Verdict } from './verdict.ts';

/** Label of a pull request that accepts everything that blocks it. GitHub ignores upper and lower case in it. */
export const ACCEPT_LABEL = 'tailgate:accept';

/** Acceptance that a person asked for by the label, before it is known what it covers. */
export type Claim = Omit<Acceptance, 'covers'> & {
  /** `valid` when the person had the right to ask and was in time. */
  standing: 'valid' | Refusal['reason'];
};

/** Finding that blocks the merge and can be accepted. */
type Blocker = { label: string; metric: Metric; finding: SloFinding | ChangeFinding };

/**
 * Judges a stored verdict anew, without what a valid claim covers: all changes and SLOs that block, and a base that
 * cannot be measured where the head alone passes. It becomes `accepted` once nothing else blocks. A crash, and a head
 * that could not be measured, can never be accepted.
 *
 * @param failOn codes that block besides those that always do, as when the verdict was made
 */
export function acceptFindings(
  verdict: Verdict,
  claims: readonly Claim[],
  failOn: readonly VerdictCode[],
): Verdict {
  const isAlone = isWithoutBase(verdict, failOn);
  const blockers = verdict.invalid.length > 0 ? [] : listBlockers(verdict, failOn);
  const isAcceptable = isAlone || blockers.length > 0;
  const valid = isAcceptable ? claims.filter(({ standing }) => standing === 'valid') : [];
  const isAccepted = valid.length > 0;
  const isOpen = (one: Blocker['finding']) => !isAccepted || blockers.every(({ finding }) => finding !== one);
  const decision = decide({
    slos: verdict.slos.filter(isOpen),
    changes: verdict.changes.filter(isOpen),
    faults: verdict.faults,
    invalid: isAlone && isAccepted ? [] : verdict.invalid,
    failOn,
  });
  // One entry per metric, whether its SLO, its change or both were let through.
  const keyOf = ({ label, metric }: Blocker) => JSON.stringify([label, printMetric(metric)]);
  const covered = [...new Map(blockers.map((one) => [keyOf(one), one])).values()];
  const covers = covered.map(({ label, metric }) => ({ label, metric }));
  return {
    ...verdict,
    ...(isAccepted && !decision.blocks ? { code: 'accepted', blocks: false } : decision),
    acceptances: valid.map(({ by, at }) => ({ by, at, covers })),
    // A label that changes nothing needs no words.
    refusals: claims.flatMap(({ by, standing }) =>
      isAcceptable && !isAccepted && standing !== 'valid' ? [{ by, reason: standing }] : [],
    ),
  };
}

/**
 * Tells whether nothing but the base kept the run from a verdict: the head, measured by itself, has met its SLOs, and
 * nothing of it blocks.
 */
export function isWithoutBase(verdict: Verdict, failOn: readonly VerdictCode[] = []): boolean {
  const { invalid, slos, effort } = verdict;
  const isOfBase = invalid.length > 0 && invalid.every((one) => one.kind === 'base-failed' && !one.both);
  if (!isOfBase || effort.loadSeconds === 0 || slos.some(({ code }) => code !== 'met')) return false;
  return !decide({ ...verdict, invalid: [], failOn }).blocks;
}

/** Lists the changes and SLOs that block. */
function listBlockers({ slos, changes }: Verdict, failOn: readonly VerdictCode[]): Blocker[] {
  const blocks = ({ code }: { code: VerdictCode }) => alwaysBlocks(code) || failOn.includes(code);
  return [
    ...changes.filter(blocks).map((finding) => ({ label: finding.label, metric: finding.metric, finding })),
    ...slos.filter(blocks).map((finding) => ({ label: finding.label, metric: finding.slo.metric, finding })),
  ];
}
