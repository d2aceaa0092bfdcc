import { leaveOutTwins } from '../measurement/sum.ts';
import { isCost, printMetric } from '../metrics/metric.ts';
import type { MeasuredStep } from './changes.ts';
import { type InvalidReason, isCrash, isTransient, type ServiceFault } from './faults.ts';
import type { ChangeFinding, SloFinding } from './findings.ts';

/**
 * Finds what was asked for but has no value: SLOs that would pass because they are neither met nor missed, and costs
 * compared only because of a setting. Whatever already explains why the run blocks is left out.
 *
 * @param slos those that have a value
 */
export function findUnknown(
  steps: readonly MeasuredStep[],
  slos: readonly SloFinding[],
  changes: readonly ChangeFinding[],
  known: { faults: readonly ServiceFault[]; invalid: readonly InvalidReason[] },
): InvalidReason[] {
  if (known.faults.some(isCrash) || !known.invalid.every(isTransient)) return [];
  return steps.flatMap(({ label, slos: declared, limits, seen = [] }) => {
    const open = declared.filter((slo) => !slos.some((one) => one.label === label && one.slo === slo));
    const own = changes.filter((change) => change.label === label);
    const isUnread = ({ metric, reason }: ChangeFinding) =>
      isCost(metric) &&
      reason?.kind === 'too-few-blocks' &&
      reason.blocks === 0 &&
      !declared.some((slo) => slo.metric.kind === metric.kind);
    const unread = own.some(({ kind }) => kind === 'paired') ? own.filter(isUnread) : [];
    const reasons = [...open, ...unread].flatMap((one): InvalidReason[] => {
      const metric = printMetric(one.metric);
      if (one.metric.kind === 'custom') return [{ kind: 'metric-unknown', label, metric, seen: [...seen] }];
      if ('limit' in one && one.limit.kind === 'relative') {
        const other = limits?.get(one.limit.scenario) ?? one.limit.scenario;
        const isMissed = slos.some((each) => each.label === other && each.code === 'missed');
        if (isMissed || known.invalid.length > 0) return [];
        if (!isCost(one.metric)) return [{ kind: 'limit-unknown', label, metric, other }];
      }
      return isCost(one.metric) ? [{ kind: 'cost-unknown', label, metric }] : [];
    });
    return leaveOutTwins(reasons, (reason) => JSON.stringify(reason));
  });
}
