import type { Block } from '../blocks/block.ts';
import { pick } from '../blocks/evidence.ts';
import type { Arm } from '../measurement/measurement.ts';
import { blockSeconds, type WorkLengths } from '../plan/fixed-work.ts';
import type { Plan } from '../plan/plan.ts';
import { countWork } from '../plan/step.ts';
import { formatCount, formatMs } from '../report/format/numbers.ts';

/** Measures how long fixed work took in a block. Empty until all arms have done all of it. */
export function measureWork({ steps, paired }: Plan, { kept, discarded }: Block): WorkLengths {
  const arms: Arm[] = paired ? ['base', 'head'] : ['head'];
  const slots = [...kept, ...discarded].filter(({ slot }) => slot.requests !== null);
  const own = steps
    .filter(({ load }) => load.kind === 'fixed-work')
    .map((step) => ({ label: step.label, of: arms.map((arm) => pick(slots, step, arm)) }));
  if (own.some(({ of }) => of.some((each) => each.length === 0))) return new Map();
  return new Map(
    own.map(({ label, of }) => [
      label,
      // An arm that refuses requests does so at once, and says nothing of how long the work takes.
      of
        .flat()
        .filter(({ slices }) => slices.reduce((sum, { ok, failed }) => sum + ok - failed, 0) > 0)
        .map(({ slices }) => slices.reduce((sum, { seconds }) => sum + seconds, 0)),
    ]),
  );
}

/** Says how often fixed work is done from now on, where it was done too soon. */
export function describeSized(before: Plan, { steps }: Plan, lengths: WorkLengths): string[] {
  return steps.flatMap((step, index) => {
    if (step === before.steps[index]) return [];
    const took = formatMs(1000 * Math.min(...lengths.get(step.label)!));
    const [done, due] = [before.steps[index]!, step].map((one) => formatCount(countWork(one)!));
    return [
      `${step.label}: ${done} requests took only ${took}; from now on there are ${due} in each stretch, which is ${formatCount(step.passes!)} times the work`,
    ];
  });
}

/** Says what fixed work takes where the fewest blocks with which a change can be called are more than its budget. */
export function describeOverrun({ steps, blocks }: Plan, lengths: WorkLengths): string[] {
  return steps.flatMap((step) => {
    const { label, budgetSeconds } = step;
    const own = lengths.get(label) ?? [];
    const each = own.length === 0 ? 0 : blockSeconds(own);
    if (each * blocks <= budgetSeconds) return [];
    return [
      `${label}: ${formatCount(countWork(step)!)} requests take ${formatMs(each * 500)}; for two revisions in ${blocks} blocks, the fewest that can show a change, that is ${formatMs(each * blocks * 1000)}, more than its budget of ${budgetSeconds} s`,
    ];
  });
}
