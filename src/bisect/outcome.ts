import { printValues } from '../config/variants.ts';
import type { Report } from '../handover/report.ts';
import { printMetric } from '../metrics/metric.ts';
import { plain } from '../report/format/phrase.ts';
import { nameInvalid } from '../report/words/causes.ts';
import { title } from '../report/words/terms.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { type ChangeFinding, isPairedFinding, type PairedFinding } from '../verdict/findings.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { readEstimate, SAME_FILES } from './estimate.ts';
import type { Followed, RunOutcome } from './state.ts';

/** Reads what a run says of the metric that is followed. */
export function readOutcome(verdict: Verdict, followed: Followed): RunOutcome {
  const { invalid, changes, faults, unmeasured } = verdict;
  if (invalid.length > 0) return { kind: 'failed', reason: nameReasons(invalid), passing: mayPass(invalid) };
  if (unmeasured || changes.some(isOfSameFiles))
    return { kind: 'measured', estimate: SAME_FILES, base: null, head: null };
  const finding = findSame(verdict, followed);
  const estimate = finding && readEstimate(finding);
  if (finding && estimate) return { kind: 'measured', estimate, base: finding.base, head: finding.head };
  const crash = faults.find(({ kind }) => kind === 'crashed');
  if (crash && 'service' in crash)
    return { kind: 'failed', reason: `${crash.service} crashed`, passing: false };
  const name = title(followed.label, followed.metric, followed.where);
  return { kind: 'failed', reason: `${name} was not measured well enough`, passing: true };
}

/** Tells whether both commits have the same files: nothing was compared, and nothing changed. */
export function isOfSameFiles(change: ChangeFinding): boolean {
  return 'reason' in change && change.reason?.kind === 'identical';
}

type Same = Pick<PairedFinding, 'label' | 'metric' | 'where'>;

/** Finds what a run says of a metric. A tail mean may end at another percentile in another run, and is the same. */
export function findSame({ changes }: Verdict, wanted: Same): PairedFinding | undefined {
  const name = ({ label, metric }: Same) => JSON.stringify([label, printMetric(metric)]);
  const isWanted = (one: Same) => name(one) === name(wanted) && isSamePlace(one, wanted);
  return changes.filter(isPairedFinding).find(isWanted);
}

/** Tells whether two are of the same place. Where requests are few, all load is read in place of the turns. */
export function isSamePlace(one: Pick<Same, 'where'>, other: Pick<Same, 'where'>): boolean {
  return (one.where === 'alone') === (other.where === 'alone');
}

/** Writes what `only` takes to measure one step alone. */
export function selectStep({ steps, capacities = [] }: Report['record'], label: string): string | null {
  const step = steps.find((each) => each.label === label);
  // The label of a search is what `only` takes.
  if (step === undefined) return capacities.some((each) => each.label === label) ? label : null;
  return step.variant === undefined ? step.scenario : `${step.scenario} [${printValues(step.variant)}]`;
}

/** Tells whether the good commit itself cannot be measured, so that no run can be. */
export function findBrokenGood({ invalid }: Verdict): string | null {
  const broken = invalid.filter(
    (reason) => reason.kind === 'base-failed' || ('both' in reason && reason.both),
  );
  return broken.length === 0 ? null : nameReasons(broken);
}

/** Reasons that another run may not meet. */
const PASSING: ReadonlySet<InvalidReason['kind']> = new Set([
  'machine-disturbed',
  'generator-starved',
  'cause-unknown',
  'harness',
  'none-begun',
]);

/** Tells whether another run may be measured, though this one was not. */
export function mayPass(invalid: readonly InvalidReason[]): boolean {
  return invalid.every(({ kind }) => PASSING.has(kind));
}

export function nameReasons(invalid: readonly InvalidReason[]): string {
  return invalid
    .map((reason) => {
      const message = 'message' in reason ? `: ${reason.message}` : '';
      return `${plain(nameInvalid(reason))}${message}`;
    })
    .join('; ');
}
