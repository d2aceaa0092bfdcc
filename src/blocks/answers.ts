import { measureSizes } from '../measurement/answers.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/step.ts';
import { compareWork, type WorkDifference, type WorkDone } from '../verdict/work.ts';
import type { Block } from './block.ts';
import { joinCalls } from './calls.ts';
import { pick } from './collection.ts';
import type { DiagnosedSlot } from './slots.ts';

/** Compares the work of both arms in a step. Nothing without a base. */
export function findWorkDifferences(
  step: Step,
  { paired }: Pick<Plan, 'paired'>,
  blocks: readonly Block[],
): WorkDifference[] {
  const { work, label } = step;
  if (!paired) return [];
  const sumUp = (kept: readonly DiagnosedSlot[], arm: Arm): WorkDone => {
    const slots = pick(kept, step, arm);
    return { answers: slots.map(({ answers }) => answers), calls: joinCalls(slots) };
  };
  const all = blocks.map(({ kept }) => ({ base: sumUp(kept, 'base'), head: sumUp(kept, 'head') }));
  const requests = work.kind === 'script' ? null : work.requests.map(({ request }) => nameRequest(request));
  return compareWork(label, requests, all);
}

/** Sums up an arm's responses to each request of a step, for `tailgate try`. Requests without any are left out. */
export function sumAnswers(step: Step, arm: Arm, blocks: readonly Block[]) {
  const { work } = step;
  const slots = blocks.flatMap(({ kept }) => pick(kept, step, arm));
  const names = work.kind === 'script' ? [null] : work.requests.map(({ request }) => nameRequest(request));
  return names.flatMap((request, which) => {
    const own = slots.flatMap(({ answers }) => answers[which] ?? []);
    const statuses: Record<string, number> = {};
    for (const [status, count] of own.flatMap(({ statuses }) => [...statuses]))
      statuses[status] = (statuses[status] ?? 0) + count;
    const { typical, mean, count } = measureSizes(own);
    if (Object.keys(statuses).length === 0 && count === 0) return [];
    return [{ request, statuses, ...(count > 0 && { bytes: { typical, mean: Math.round(mean) } }) }];
  });
}

export function nameRequest({ method, url }: { method: string; url: string }): string {
  const path = url.replace(/[?#].*/s, '');
  return method === 'GET' ? path : `${method} ${path}`;
}
