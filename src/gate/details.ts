import { printMetric } from '../metrics/metric.ts';
import type { Plan } from '../plan/plan.ts';
import { tellDetail } from '../processes/details.ts';
import type { BaseTrigger } from '../revision/base.ts';
import type { NoBase } from '../revision/checkout.ts';
import type { Pair } from '../revision/pair.ts';
import type { JudgeOutput } from '../verdict/judge.ts';

/** Tells blocks, looks and time of a plan. */
export function tellPlan({ suite, paired, blocks, looks, seconds, steps, searches }: Plan): void {
  const arms = paired ? 'base and head side by side' : 'the head alone';
  tellDetail(
    () =>
      `plan of ${suite}: ${arms}; ${blocks} blocks at most, looks after ${looks.join(', ') || 'none'}; ${Math.ceil(seconds.atMost)} s under load at most; ${steps.length} steps, ${searches.length} to search`,
  );
}

/** Tells which base was chosen, and what it was chosen by. */
export function tellBase(pair: Pair | NoBase, asked: string | null, trigger: BaseTrigger): void {
  tellDetail(() => {
    const by = `--base is ${asked ?? 'not given'}, trigger ${trigger.kind}`;
    if (pair.kind === 'none') return `no base (${by}): ${pair.reason}: ${pair.message}`;
    const { base, head } = pair;
    return `base ${base.commit}, because ${base.because} (${by}); base and head are ${pair.kind}: trees ${base.tree} and ${head.tree}`;
  });
}

/** Tells what a look showed: all that is not settled, and whether the run goes on. */
export function tellLook({ verdict, undecided }: JudgeOutput, blocks: number, { blocks: most }: Plan): void {
  tellDetail(() => {
    const changes = verdict.changes.map((one) => `${one.label} ${printMetric(one.metric)} ${one.code}`);
    const slos = verdict.slos.map((one) => `${one.label} ${printMetric(one.slo.metric)} ${one.code}`);
    const open = [...changes, ...slos].filter((text) => !/ (unchanged|met)$/.test(text));
    const all = [...open, ...verdict.invalid.map(({ kind }) => `invalid: ${kind}`)];
    return `look after block ${blocks} of ${most}: ${all.join('; ') || 'nothing is open'}; ${undecided ? 'undecided' : 'decided'}`;
  });
}
