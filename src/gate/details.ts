import { printMetric } from '../metrics/metric.ts';
import type { Plan } from '../plan/plan.ts';
import { tellDetail } from '../processes/details.ts';
import { counted } from '../report/words/terms.ts';
import type { BaseTrigger } from '../revision/base.ts';
import type { NoBase } from '../revision/checkout.ts';
import type { Pair } from '../revision/pair.ts';
import type { JudgeOutput } from '../verdict/judge.ts';
import type { Case } from './judgement.ts';

/** Tells blocks, looks and time of a plan. */
export function tellPlan({ suite, paired, blocks, looks, seconds, steps, searches }: Plan): void {
  tellDetail(() =>
    [
      `plan of ${suite}: ${paired ? 'base and head side by side' : 'the head alone'}`,
      `${counted(blocks, 'block')} at most, looks after ${looks.join(', ') || 'none'}`,
      `${Math.ceil(seconds.atMost)} s under load at most`,
      `${counted(steps.length, 'step')}, ${searches.length} to search`,
    ].join('; '),
  );
}

/** Tells which base was chosen, and what it was chosen by. */
export function tellBase(pair: Pair | NoBase, asked: string | null, trigger: BaseTrigger): void {
  tellDetail(() => {
    const by = `--base ${asked === null ? 'is not given' : `is ${asked}`}, trigger ${trigger.kind}`;
    if (pair.kind === 'none') return `no base (${by}): ${pair.reason}: ${pair.message}`;
    const { base, head } = pair;
    const trees = pair.kind === 'identical' ? 'the same files' : `trees ${base.tree} and ${head.tree}`;
    return `base ${base.commit}, because ${base.because} (${by}); base and head are ${pair.kind}: ${trees}`;
  });
}

/** Tells what a look showed: each metric that is not settled, and whether the run goes on. */
export function tellLook({ verdict, undecided }: JudgeOutput, blocks: number, { plan }: Case): void {
  tellDetail(() => {
    const open = verdict.changes.filter(({ code }) => code !== 'unchanged');
    const changes = open.map((change) => {
      const p =
        'pValue' in change && change.pValue !== null ? `, p ${Number(change.pValue.toPrecision(3))}` : '';
      const where = change.where === 'alone' ? ' alone' : '';
      return `${change.label} ${printMetric(change.metric)}${where} ${change.code}${p}`;
    });
    const slos = verdict.slos
      .filter(({ code }) => code !== 'met')
      .map(({ label, slo, code }) => `${label} ${printMetric(slo.metric)} ${code}`);
    const invalid = verdict.invalid.map(({ kind }) => `invalid: ${kind}`);
    const listed = [...changes, ...slos, ...invalid].join('; ') || 'nothing is open';
    return `look after block ${blocks} of ${plan.blocks}: ${listed}; ${undecided ? 'undecided' : 'decided'}`;
  });
}
