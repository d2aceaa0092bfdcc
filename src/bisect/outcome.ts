import { printValues } from '../config/variants.ts';
import type { Report } from '../handover/report.ts';
import { printMetric } from '../metrics/metric.ts';
import { plain } from '../report/format/phrase.ts';
import { nameInvalid } from '../report/words/causes.ts';
import { title } from '../report/words/terms.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { isPairedFinding, type PairedFinding } from '../verdict/findings.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type ChangeEstimate, readEstimate, SAME_FILES } from './estimate.ts';
import type { Followed, RunOutcome } from './state.ts';

/** What the run of the bad commit beside the good one says. */
export type Beginning =
  | { kind: 'slower'; followed: Followed; outcome: RunOutcome; alarm: number }
  | { kind: 'none' }
  | { kind: 'unmeasured'; reason: string };

type Measured = { finding: PairedFinding; estimate: ChangeEstimate };

/** Chooses the metric by which the slowdown is followed: the one that is known best for its size. */
export function readBeginning({ verdict, record }: Report): Beginning {
  const { invalid, changes, pair } = verdict;
  if (invalid.length > 0) return { kind: 'unmeasured', reason: explain(invalid) };
  const regressed = changes.filter(isPairedFinding).filter(({ code }) => code === 'regressed');
  if (regressed.length === 0) return { kind: 'none' };
  const blocks = pair!.blocks;
  const [best] = regressed
    .flatMap((finding): Measured[] => {
      const estimate = isFollowable(finding) ? readEstimate(finding, blocks) : null;
      return estimate === null ? [] : [{ finding, estimate }];
    })
    .sort((a, b) => clarity(b) - clarity(a));
  if (best === undefined) {
    const names = regressed.map(({ label, metric, where }) => title(label, metric, where)).join(', ');
    return {
      kind: 'unmeasured',
      reason: `the slowdown shows only in ${names}, whose size no interval bounds; a larger budget, or an SLO on a far percentile, may show it elsewhere`,
    };
  }
  const { finding, estimate } = best;
  return {
    kind: 'slower',
    followed: {
      label: finding.label,
      metric: finding.metric,
      where: finding.where,
      only: selectStep(record, finding.label),
    },
    outcome: { kind: 'measured', estimate, base: finding.base, head: finding.head },
    alarm: pair!.error,
  };
}

/** Reads what a later run says of the metric that is followed. */
export function readOutcome(verdict: Verdict, followed: Followed): RunOutcome {
  const { invalid, changes, faults, pair, unmeasured } = verdict;
  if (invalid.length > 0)
    return {
      kind: 'failed',
      reason: explain(invalid),
      passing: invalid.every(({ kind }) => PASSING.has(kind)),
    };
  if (unmeasured || changes.some((change) => 'reason' in change && change.reason?.kind === 'identical'))
    return { kind: 'measured', estimate: SAME_FILES, base: null, head: null };
  const finding = changes.filter(isPairedFinding).find((one) => nameFinding(one) === nameFinding(followed));
  const estimate = finding && readEstimate(finding, pair!.blocks);
  if (finding && estimate) return { kind: 'measured', estimate, base: finding.base, head: finding.head };
  const crash = faults.find(({ kind }) => kind === 'crashed');
  if (crash && 'service' in crash)
    return { kind: 'failed', reason: `${crash.service} crashed`, passing: false };
  return {
    kind: 'failed',
    reason: `${title(followed.label, followed.metric, followed.where)} was not measured well enough`,
    passing: true,
  };
}

/** Writes what `only` takes to measure one step alone. */
function selectStep({ steps }: Report['record'], label: string): string | null {
  const step = steps.find((each) => each.label === label);
  if (step === undefined) return null;
  return step.variant === undefined ? step.scenario : `${step.scenario} [${printValues(step.variant)}]`;
}

/** Tells whether the good commit itself cannot be measured, so that no run can be. */
export function findBrokenGood({ invalid }: Verdict): string | null {
  const broken = invalid.filter(({ kind }) => kind === 'base-failed');
  return broken.length === 0 ? null : explain(broken);
}

/** Reasons that another run may not meet. */
const PASSING: ReadonlySet<InvalidReason['kind']> = new Set([
  'machine-disturbed',
  'generator-starved',
  'cause-unknown',
  'harness',
  'none-begun',
]);

function explain(invalid: readonly InvalidReason[]): string {
  return invalid
    .map((reason) => {
      const message = 'message' in reason ? `: ${reason.message}` : '';
      return `${plain(nameInvalid(reason))}${message}`;
    })
    .join('; ');
}

/** An alarm is told only where it goes off, so it cannot be followed. */
function isFollowable({ metric }: PairedFinding): boolean {
  return metric.kind !== 'slow-share';
}

function clarity({ estimate }: Measured): number {
  return estimate.value / estimate.standardError;
}

/** Names what a finding is of. A tail mean may end at another percentile in another run, and is the same. */
function nameFinding({ label, metric, where }: Pick<PairedFinding, 'label' | 'metric' | 'where'>): string {
  return JSON.stringify([label, printMetric(metric), where]);
}
