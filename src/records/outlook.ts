import type { Slice } from '../measurement/measurement.ts';
import type { Metric } from '../metrics/metric.ts';
import type { Plan } from '../plan/plan.ts';
import { pairUp, type SensitivityOf } from '../verdict/changes.ts';
import type { PairedStep } from '../verdict/gates.ts';
import { judgePairs } from '../verdict/pair.ts';
import { findHeadStep, type RunRecord } from './record.ts';

/** Smallest change (fraction, or difference of shares) that a plan is expected to see. Null when unknown. */
export type Outlook = { label: string; metric: Metric; detectable: number | null };

/**
 * Estimates the smallest changes that a plan would see, if blocks scatter as they did in an earlier paired run.
 *
 * @param digests of the plan's steps; steps with another load or request say nothing
 */
export function expectDetectable(
  plan: Plan,
  record: RunRecord,
  digests: ReadonlyMap<string, string>,
  sensitivityOf: (scenario: string, ...asked: Parameters<SensitivityOf>) => ReturnType<SensitivityOf>,
): Outlook[] {
  const steps = plan.steps.flatMap(({ label, slos, scenario }): PairedStep[] => {
    const head = findHeadStep(record, label);
    const base = record.steps.find((one) => one.arm === 'base' && one.label === label);
    if (head === undefined || base === undefined || head.digest !== digests.get(label)) return [];
    const pick = (isMeant: (slice: Slice) => boolean) =>
      // The run may have had more blocks than are planned now.
      head.instances.slice(0, plan.blocks).flatMap(({ block, slices }) => {
        const beside = base.instances.find((instance) => instance.block === block);
        return beside ? [{ head: slices.filter(isMeant), base: beside.slices.filter(isMeant) }] : [];
      });
    const inTurns = pick(({ alternating }) => alternating === true);
    const alone = pick(({ alternating }) => !alternating);
    return [
      pairUp(
        { label, slos, sensitivityOf: (...asked) => sensitivityOf(scenario, ...asked) },
        { inTurns, alone },
      ),
    ];
  });
  if (steps.length === 0) return [];
  const { blocks: planned, looks } = plan;
  const { changes } = judgePairs({ steps, planned, looks, seed: record.pair?.seed ?? 1 });
  return changes
    .filter(
      ({ metric, where }) => where !== 'alone' && (metric.kind === 'percentile' || metric.kind === 'tail'),
    )
    .map((change) => ({
      label: change.label,
      metric: change.metric,
      detectable: change.kind === 'paired' ? change.detectable : null,
    }));
}
