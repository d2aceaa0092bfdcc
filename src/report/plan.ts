import type { Config } from '../config/config.ts';
import { printCapacity } from '../config/language/capacity.ts';
import { printLoad } from '../config/language/load.ts';
import { bareLabel } from '../config/variants.ts';
import { mayJoin } from '../plan/joining.ts';
import { listBlockSlots } from '../plan/layout.ts';
import { armSeconds } from '../plan/paired.ts';
import { EXPLANATION_SECONDS, type FixedWork, type Plan } from '../plan/plan.ts';
import type { PlannedVariant } from '../plan/planning.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { findDeepest, lengthenForSlo } from '../plan/shape.ts';
import { type PlannedShard, timeOf } from '../plan/shards.ts';
import { describeShortage } from '../plan/shortage.ts';
import { isAlone, loadSeconds, type Slot } from '../plan/slot.ts';
import { mayTakeTurns, type Step } from '../plan/step.ts';
import { addSeconds, estimateWall, type Wall } from '../plan/wall.ts';
import { formatMs } from './format/numbers.ts';
import { counted } from './words/terms.ts';

/** Writes what a run of the suite would do and how long it would take, as `tailgate plan` prints it. */
export function describePlans(planned: readonly PlannedVariant[], suite: Config, cores: number): string {
  const [{ config, plan }] = planned as [PlannedVariant, ...PlannedVariant[]];
  const body = config.variant ? describeVariants(planned) : describePlan(plan, suite);
  return [`suite ${plan.suite}`, ...body, ...describePods(plan, suite, cores), ''].join('\n');
}

/** Requests (per second) of a declared scenario that k6 sends with one processor, and some left: see docs/scale.md. */
const RATE_PER_CORE = 1500;
/** Time (s) that a Job takes beside its load: pods that are scheduled and start, logs that are read. */
const JOB_SECONDS = 5;

/** Says what pods cost, and when they are not needed. Variants never have any. */
function describePods(plan: Plan, { pods }: Config, cores: number): string[] {
  if (pods === undefined) return [];
  const { steps, looks, blocks } = plan;
  const jobs = mayJoin(plan) ? 1 + looks.filter((look) => look > 1).length : 2 * blocks * steps.length;
  const minutes = Math.ceil((pods.count * (plan.seconds.atMost + jobs * JOB_SECONDS)) / 60);
  const where = pods.namespace === undefined ? '' : ` in the namespace ${pods.namespace}`;
  const most = Math.max(0, ...steps.map(({ load }) => (load.kind === 'arrival-rate' ? load.rate : Infinity)));
  const one = cores * RATE_PER_CORE;
  const counts = `${counted(jobs, 'Job')} of ${counted(pods.count, 'pod')}`;
  return [
    `Load from ${counted(pods.count, 'pod')}${where}, each an equal part: up to ${counts}, ${counted(minutes, 'pod-minute')} at most.`,
    ...(most <= one
      ? [
          `One machine would do: this one sends some ${one} req/s with ${counted(cores, 'processor')}, and ${most} are asked for.`,
        ]
      : []),
  ];
}

/** Writes how machines would share the suite, as `tailgate plan --shards` prints it. @param alone on one machine */
export function describeShards(shards: readonly PlannedShard[], alone: readonly PlannedVariant[]): string {
  const [{ plan }] = alone as [PlannedVariant, ...PlannedVariant[]];
  const times = shards.map(timeOf);
  const one = addSeconds(alone.map((variant) => variant.plan)).wall.last;
  const idle = shards.filter(({ planned }) => planned.length === 0).length;
  return [
    `suite ${plan.suite}, over ${counted(shards.length, 'shard')}`,
    ...shards.map(({ planned }, index) => {
      const labels = planned.flatMap((each) =>
        [...each.plan.steps, ...each.plan.searches].map(({ label }) => label),
      );
      const time = planned.length === 0 ? 'nothing' : `up to ${lengthWords(times[index]!)}`;
      return [`  ${index + 1}/${shards.length}: ${time}`, ...labels.map((label) => `    ${label}`)].join(
        '\n',
      );
    }),
    `Wall time: up to ${lengthWords(Math.max(...times))} on the longest, ${lengthWords(one)} on one machine. Each shard builds and starts the services itself, which comes on top: as long as a build takes less than what a shard saves, it pays.`,
    ...(idle > 0
      ? [
          `${counted(idle, 'shard')} would have nothing to do: the suite has ${counted(shards.length - idle, 'part')}.`,
        ]
      : []),
    '',
  ].join('\n');
}

function describePlan(planned: Plan, config: Config): string[] {
  const { steps, seconds, shortages } = planned;
  const first = steps.length > 0 ? `${Math.ceil(seconds.firstBlock)} s for the first block, ` : '';
  return [
    ...describeParts(planned, config),
    `Under load: ${first}${Math.ceil(seconds.atMost)} s at most${fixedWords(steps)}.`,
    ...describeWallTime(planned, config),
    ...shortages.map(describeShortage),
  ];
}

/** Lists what is measured, and in which blocks. */
function describeParts(plan: Plan, config: Config): string[] {
  const { steps, searches } = plan;
  return [
    ...steps.map((step) => describeStep(plan, step)),
    ...searches.map((search) => describeSearch(plan, search)),
    ...describeFamilies(steps),
    ...describeBlocks(plan, config),
  ];
}

function fixedWords(steps: readonly Step[]): string {
  return steps.some(({ load }) => load.kind === 'fixed-work') ? ', plus the fixed work' : '';
}

/** Lists the variants, those with the same plan together, and what they take in all. */
function describeVariants(planned: readonly PlannedVariant[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { config, plan } of planned) {
    const { name, values } = config.variant!;
    const parts = [...describeParts(plan, config), ...plan.shortages.map(describeShortage)];
    const text = parts.map((part) => bareLabel(part, values)).join('\n');
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  const count = planned.length;
  const { atMost, wall } = addSeconds(planned.map(({ plan }) => plan));
  const fixed = fixedWords(planned.flatMap(({ plan }) => plan.steps));
  return [
    `${counted(count, 'variant')}, one after the other. They share one chance of a false alarm, so each has to be surer.`,
    ...[...groups].flatMap(([text, names]) => [
      ...names.map((name) => `  [${name}]`),
      `in ${names.length === 1 ? 'this variant' : `each of these ${names.length}`}:`,
      text,
    ]),
    `Under load: ${lengthWords(atMost)} at most in ${counted(count, 'variant')}${fixed}.`,
    `Wall time: about ${lengthWords(wall.least)}; ${mostWords(wall, lengthWords)}${fixed}, and for each block the time in which the services start and, beyond a second, warm up.`,
  ];
}

/** Writes `90 s`, `23 min`, `2.5 h`. */
function lengthWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 360) / 10} h`;
}

/** Says which scenarios are measured in turns, since limits of some are relative to others. */
function describeFamilies(steps: readonly Step[]): string[] {
  const families = new Set(steps.flatMap(({ family }) => (family ? [family.join(', ')] : [])));
  return [...families].map(
    (labels) => `One after the other in short rounds, for relative limits: ${labels}.`,
  );
}

/** Says in how many blocks fixed work is done, by the time that it takes. */
function describeFixedWork({ label, blocks: { most, upToSeconds, least }, seconds }: FixedWork): string {
  const times =
    most > least
      ? `${most} blocks if it takes up to ${formatMs(1000 * upToSeconds, 2)} for a revision, in fewer if it takes longer (${least} at least`
      : `${least} blocks, however long it takes (the fewest that can show a change`;
  return `The work of ${label} is done in ${times}; k6 stops it after ${seconds.most} s).`;
}

/** Says what it costs that arms cannot take turns. */
function describeAlone(steps: readonly Step[]): string[] {
  const labels = steps.filter((step) => !mayTakeTurns(step)).map(({ label }) => label);
  if (labels.length === 0) return [];
  const list = labels.join(', ');
  return [
    `No turns in ${list} (a script or a closed model): each revision is measured alone, and on a busy machine a change must be up to three times as large to be seen.`,
  ];
}

/** Says how long a user waits. How long the services take to build and to start is not known before a run. */
function describeWallTime(plan: Plan, { deployments, explain }: Config): string[] {
  const { paired, blocks, seconds } = plan;
  if (!paired || blocks < 2) return [];
  const wall = estimateWall(plan);
  const show = (length: number) => `${length} s`;
  const range = wall.least === wall.most ? show(wall.least) : `${show(wall.least)}; ${mostWords(wall, show)}`;
  const soak = seconds.soak > 0 ? `, ${Math.ceil(seconds.soak)} s of soak included` : '';
  const starts = deployments
    ? ''
    : `, and for each block the time in which the services start${plan.warmUpSeconds === undefined ? ' and, beyond a second, warm up' : ''}`;
  const why =
    explain === 'off' || deployments || plan.swapped
      ? ''
      : ` A slowdown by more processor time, or a growth of memory that blocks, takes up to ${EXPLANATION_SECONDS} s more, to find the function.`;
  return [`Wall time: about ${range}${fixedWords(plan.steps)}${soak}${starts}.${why}`];
}

/** Says how long it may take at most. Stretches alone become longer to look for rare slow requests. */
function mostWords({ last, most }: Wall, show: (seconds: number) => string): string {
  if (most === last) return `up to ${show(last)} if unclear`;
  return `up to ${show(last)} if unclear, ${show(most)} where rare slow requests have to be looked for`;
}

function describeStep(planned: Plan, step: Step): string {
  const { label } = step;
  const own = listBlockSlots({ ...planned, steps: [step] }, 0).filter(
    (slot) => slot.arm === 'head' && slot.round !== null,
  );
  const alternating = own.filter((slot) => !isAlone(slot));
  const alone = own.filter(isAlone);
  const load = (slots: Slot[]) => `${slots.length} × ${loadSeconds(slots[0]!)} s`;
  const where = `in a block, ${step.virtualUsers} virtual users`;
  if (alternating.length > 0) {
    const loads = `${load(alternating)} for each revision in turns, ${load(alone)} for each alone`;
    return `  ${label}: ${printLoad(step.load)}, ${loads} ${where}`;
  }
  const each = planned.paired ? ' for each revision' : '';
  const rounds =
    step.load.kind === 'fixed-work'
      ? `all of it${each}${each && ' in each block'}, repeated if it takes less than a second`
      : `${load(own)}${each} ${where}`;
  return `  ${label}: ${printLoad(step.load)}, ${rounds}`;
}

function describeSearch({ paired }: Plan, { label, goal, budgetSeconds, blocks }: CapacitySearch): string {
  const starts = `${blocks.expected} to ${blocks.most}`;
  const count = blocks.expected === blocks.most ? `${blocks.most}` : starts;
  const whose = paired ? 'of each revision ' : '';
  return `  ${label}: capacity, ${printCapacity(goal)}: searched on ${count} fresh starts ${whose}by trials of 2 to 10 s, in ${budgetSeconds} s at most`;
}

/** Says what it costs to show an SLO at a low rate. */
function describeLengthened(plan: Plan, step: Step): string[] {
  const longer = plan.swapped ? 0 : lengthenForSlo(step, armSeconds(plan, step), plan.blocks);
  if (!(longer > 0)) return [];
  const seconds = Math.round(2 * plan.blocks * longer);
  return [
    `Load alone of ${step.label} is ${longer} s longer in each block, so that its p${findDeepest(step.slos)} can be shown to meet its limit: ${seconds} s in all.`,
  ];
}

function describeBlocks(planned: Plan, { deployments }: Config): string[] {
  const { paired, swapped, blocks, looks, steps, fixedWork } = planned;
  if (steps.length === 0) return [];
  if (!paired) {
    return [
      blocks > 1
        ? `Up to ${blocks} blocks, each with a fresh start of the services; it stops as soon as every SLO is decided.`
        : 'One block with a fresh start of the services.',
    ];
  }
  const tries = looks.length > 1 ? `, tried after ${looks.slice(0, -1).join(', ')} and ${looks.at(-1)}` : '';
  return [
    `Base and head side by side in ${blocks} blocks at most${tries}; ${deployments ? 'both run already, so nothing starts afresh' : 'each block has fresh starts of both'}.`,
    ...fixedWork.map(describeFixedWork),
    ...describeAlone(steps),
    ...steps.flatMap((step) => describeLengthened(planned, step)),
    ...(swapped
      ? [
          'The port is fixed, so one revision is measured after the other; `url: http://127.0.0.1:${PORT}` lets both be up, which is quicker and shows smaller changes.',
        ]
      : []),
  ];
}
