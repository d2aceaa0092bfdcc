import type { Block } from '../blocks/block.ts';
import { pick } from '../blocks/evidence.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
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
  // An arm that refuses requests does so at once, and says nothing of how long the work takes.
  const lengthsOf = (of: typeof slots) =>
    of
      .filter(({ slices }) => sum(slices, ({ ok, failed }) => ok - failed) > 0)
      .map(({ slices }) => sum(slices, ({ seconds }) => seconds));
  return new Map(own.map(({ label, of }) => [label, lengthsOf(of.flat())]));
}

/** Says how often fixed work is done from now on, where it was done too soon. */
export function describeSized(before: Plan, { steps }: Plan, lengths: WorkLengths): string[] {
  return steps.flatMap((step, index) => {
    const old = before.steps[index]!;
    if (step === old) return [];
    const took = formatMs(1000 * Math.min(...lengths.get(step.label)!));
    const done = `${formatCount(countWork(old)!)} requests took only ${took}`;
    const due = `${formatCount(countWork(step)!)} in each stretch, which is ${formatCount(step.passes!)} times the work`;
    return [`${step.label}: ${done}; from now on there are ${due}`];
  });
}

/** Says what fixed work takes where the fewest blocks with which a change can be called are more than its budget. */
export function describeOverrun({ steps, blocks }: Plan, lengths: WorkLengths): string[] {
  return steps.flatMap((step) => {
    const own = lengths.get(step.label) ?? [];
    const each = own.length === 0 ? 0 : blockSeconds(own);
    if (each * blocks <= step.budgetSeconds) return [];
    const one = `${step.label}: ${formatCount(countWork(step)!)} requests take ${formatMs(each * 500)}`;
    const all = `in ${blocks} blocks, the fewest that can show a change, that is ${formatMs(each * blocks * 1000)}`;
    return [`${one}; for two revisions ${all}, more than its budget of ${step.budgetSeconds} s`];
  });
}
