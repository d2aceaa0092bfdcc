import { leaveOutTwins } from '../measurement/sum.ts';
import { printMetric } from '../metrics/metric.ts';
import { alwaysBlocks, decide, type VerdictCode } from './codes.ts';
import type { Acceptance, Refusal, Verdict } from './verdict.ts';

/** Pull-request label that accepts everything that blocks the merge. GitHub ignores its case. */
export const ACCEPT_LABEL = 'tailgate:accept';

/** An acceptance requested with the label, before its scope is known. */
export type Claim = Omit<Acceptance, 'covers'> & {
  /** `valid` if the person had the right to accept and did so in time. */
  standing: 'valid' | Refusal['reason'];
};

/**
 * Re-judges a stored verdict without what a valid claim covers: all blocking changes and SLOs, and a base that cannot
 * be measured when the head passes on its own. The verdict becomes `accepted` once nothing else blocks. A crash, or a
 * head that could not be measured, can never be accepted.
 *
 * @param failOn codes that block in addition to those that always do, as when the verdict was made
 */
export function acceptFindings(
  verdict: Verdict,
  claims: readonly Claim[],
  failOn: readonly VerdictCode[],
): Verdict {
  const { slos, changes, faults, invalid } = verdict;
  const isAlone = isWithoutBase(verdict, failOn);
  const blocks = ({ code }: { code: VerdictCode }) => alwaysBlocks(code) || failOn.includes(code);
  const blockers = [...changes, ...slos.map((one) => ({ ...one, metric: one.slo.metric }))].filter(
    (one) => invalid.length === 0 && blocks(one),
  );
  const isAcceptable = isAlone || blockers.length > 0;
  const valid = isAcceptable ? claims.filter(({ standing }) => standing === 'valid') : [];
  const isAccepted = valid.length > 0;
  const isOpen = (one: { code: VerdictCode }) => !(isAccepted && blocks(one));
  const decision = decide({
    slos: slos.filter(isOpen),
    changes: changes.filter(isOpen),
    faults,
    invalid: isAlone && isAccepted ? [] : invalid,
    failOn,
  });
  // One entry per metric, whether its SLO, its change or both were accepted.
  const covered = blockers.map(({ label, metric }) => ({ label, metric }));
  const covers = leaveOutTwins(covered, (one) => `${one.label} ${printMetric(one.metric)}`);
  return {
    ...verdict,
    ...(isAccepted && !decision.blocks ? { code: 'accepted', blocks: false } : decision),
    acceptances: valid.map(({ by, at }) => ({ by, at, covers })),
    // A label that changes nothing needs no explanation.
    refusals: claims.flatMap(({ by, standing }) =>
      isAcceptable && !isAccepted && standing !== 'valid' ? [{ by, reason: standing }] : [],
    ),
  };
}

/**
 * Tells whether only the base kept the run from a verdict: the head, measured on its own, meets its SLOs, and nothing
 * else blocks.
 */
export function isWithoutBase(verdict: Verdict, failOn: readonly VerdictCode[] = []): boolean {
  const { invalid, slos, effort } = verdict;
  const isOfBase = invalid.length > 0 && invalid.every((one) => one.kind === 'base-failed' && !one.both);
  if (!isOfBase || effort.loadSeconds === 0 || slos.some(({ code }) => code !== 'met')) return false;
  return !decide({ ...verdict, invalid: [], failOn }).blocks;
}
