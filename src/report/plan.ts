import type { Config } from '../config/config.ts';
import { printLoad } from '../config/language/load.ts';
import { printCapacity } from '../config/language/slo.ts';
import { bareLabel } from '../config/variants.ts';
import { sum } from '../measurement/sum.ts';
import { listMeasuredSlots } from '../plan/layout.ts';
import { EXPLANATION_SECONDS, type Plan } from '../plan/plan.ts';
import type { PlannedVariant } from '../plan/planning.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { FIXED_WORK_LIMIT_SECONDS } from '../plan/shape.ts';
import { type PlannedShard, timeOf } from '../plan/shards.ts';
import { isAlone, loadSeconds, type Slot } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import { addSeconds } from '../plan/wall.ts';
import { counted, listed, metricName } from './words/terms.ts';

/** Writes what a run of the suite would do and how long it would take, as `tailgate plan` prints it. */
export function describePlans(planned: readonly PlannedVariant[], suite: Config): string {
  const plans = planned.map(({ plan }) => plan);
  const { pods } = suite;
  const namespace = pods?.namespace ? ` in the namespace ${pods.namespace}` : '';
  return [
    `suite ${plans[0]!.suite}`,
    ...(planned[0]!.config.variant ? describeVariants(planned) : describeParts(plans[0]!, suite)),
    ...describeTime(plans, suite),
    ...(pods ? [`Load from ${counted(pods.count, 'pod')}${namespace}, an equal share each.`] : []),
    '',
  ].join('\n');
}

/** Writes how machines would share the suite, as `tailgate plan --shards` prints it. @param alone on one machine */
export function describeShards(shards: readonly PlannedShard[], alone: readonly PlannedVariant[]): string {
  const times = shards.map(timeOf);
  const one = addSeconds(alone.map(({ plan }) => plan)).wall;
  const lines = shards.flatMap(({ planned }, index) => [
    `  ${index + 1}/${shards.length}: ${planned.length === 0 ? 'nothing' : `up to ${lengthWords(times[index]!)}`}`,
    ...planned.flatMap(({ plan }) => [...plan.steps, ...plan.searches].map(({ label }) => `    ${label}`)),
  ]);
  return [
    `suite ${alone[0]!.plan.suite}, over ${counted(shards.length, 'shard')}`,
    ...lines,
    `Wall time: up to ${lengthWords(Math.max(...times))} on the longest, ${lengthWords(one)} on one machine; each shard also builds and starts the services.`,
    '',
  ].join('\n');
}

/** Lists what is measured, and in how many blocks. */
function describeParts(plan: Plan, config: Config): string[] {
  const { steps, searches, swapped } = plan;
  const fixed =
    'The port is fixed, so the revisions are measured one after the other; `url: http://127.0.0.1:${PORT}` lets both run at once, which is faster and shows smaller changes.';
  return [
    ...steps.map((step) => describeStep(plan, step)),
    ...searches.map((search) => describeSearch(plan, search)),
    ...(steps.length > 0 ? [describeBlocks(plan, config)] : []),
    ...(swapped ? [fixed] : []),
  ];
}

/** Lists the variants, grouped by plan. */
function describeVariants(planned: readonly PlannedVariant[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { config, plan } of planned) {
    const { name, values } = config.variant!;
    const text = describeParts(plan, config)
      .map((part) => bareLabel(part, values))
      .join('\n');
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  return [
    `${counted(planned.length, 'variant')}, one after the other. They share one chance of a false alarm, so each needs stronger evidence.`,
    ...[...groups].flatMap(([text, names]) => [...names.map((name) => `  [${name}]`), text]),
  ];
}

/** Says how long a user waits. The time services take to build and start is unknown before a run. */
function describeTime(plans: readonly Plan[], { deployments, explain }: Config): string[] {
  const { atMost, wall } = addSeconds(plans);
  const hasWork = plans.some(({ steps }) => steps.some(({ load }) => load.kind === 'fixed-work'));
  const fixed = hasWork ? ', plus the fixed work' : '';
  const variants = plans.length === 1 ? '' : ` in ${counted(plans.length, 'variant')}`;
  const under = `Under load: ${lengthWords(atMost)} at most${variants}${fixed}.`;
  if (!plans.some(({ paired, blocks }) => paired && blocks > 1)) return [under];
  const starts = deployments ? '' : ', plus builds, and more if the services start slowly';
  const why =
    deployments || explain === 'off' ? '' : ` Explaining a slowdown adds up to ${EXPLANATION_SECONDS} s.`;
  return [under, `Wall time: up to ${lengthWords(wall)}${fixed}${starts}.${why}`];
}

/** Writes `90 s`, `23 min`, `2.5 h`. */
function lengthWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 360) / 10} h`;
}

function describeStep(plan: Plan, step: Step): string {
  const own = listMeasuredSlots({ ...plan, steps: [step] }, 1).filter(({ arm }) => arm === 'head');
  const turns = own.filter((slot) => !isAlone(slot));
  const load = (slots: Slot[]) => `${slots.length} × ${loadSeconds(slots[0]!)} s`;
  const each = plan.paired ? ' for each revision' : '';
  const start = `  ${step.label}: ${printLoad(step.load)}, `;
  if (step.load.kind === 'fixed-work')
    return `${start}all of it${each} in each block, repeated if it takes less than a second; k6 stops it after ${FIXED_WORK_LIMIT_SECONDS} s`;
  const rounds =
    turns.length > 0
      ? `${load(turns)}${each} in turns, ${load(own.filter(isAlone))} for each alone`
      : `${load(own)}${each}`;
  const all = listMeasuredSlots({ ...plan, steps: [step] }, plan.blocks);
  const seconds = sum(
    all.filter((slot) => slot.arm === 'head' && isAlone(slot)),
    loadSeconds,
  );
  return `${start}${rounds} in a block, ${step.virtualUsers} virtual users${fewWords(step, seconds)}`;
}

/** Requests beyond a percentile from which on an SLO on it is usually decided. */
const ENOUGH = 20;

/** Names the percentiles for which a step has too few requests. */
function fewWords({ slos, load }: Step, seconds: number): string {
  const requests = load.kind === 'arrival-rate' ? load.rate * seconds : Number.NaN;
  const short = slos.filter(
    ({ metric }) => metric.kind === 'percentile' && requests * (1 - metric.percent / 100) < ENOUGH,
  );
  return short.length === 0
    ? ''
    : `; likely too few requests for ${listed(short.map(({ metric }) => metricName(metric)))}`;
}

function describeSearch({ paired }: Plan, { label, goal, budgetSeconds, blocks }: CapacitySearch): string {
  const starts = `up to ${blocks} starts${paired ? ' of each revision' : ''}`;
  return `  ${label}: capacity, ${printCapacity(goal)}: searched on ${starts} by trials of 2 to 10 s, in ${budgetSeconds} s at most`;
}

function describeBlocks({ paired, swapped, blocks, looks }: Plan, { deployments }: Config): string {
  if (!paired)
    return `${counted(blocks, 'block')} at most, each with a fresh start of the services; the run ends as soon as every SLO is decided.`;
  const tries = looks.length > 1 ? `, tried after ${listed(looks.map(String))}` : '';
  return `Base and head ${swapped ? 'one after the other' : 'side by side'} in ${blocks} blocks at most${tries}; ${deployments ? 'both are already running, so nothing is started' : 'each block starts both'}.`;
}
