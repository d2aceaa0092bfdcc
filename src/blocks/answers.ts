import { listRequests } from '../config/request.ts';
import { measureSizes, shareStatuses } from '../measurement/answers.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/step.ts';
import type { Redirect, Unfinished } from '../verdict/verdict.ts';
import { compareWork, findResent, type WorkDifference, type WorkDone } from '../verdict/work.ts';
import type { Block } from './block.ts';
import { joinCalls } from './calls.ts';
import type { DiagnosedSlot } from './diagnosis.ts';
import { pick } from './evidence.ts';

/** Share of the answers to a request from which it is said to measure a redirect. */
const MOSTLY = 0.5;

/**
 * Finds the requests of a step that the head mostly answers with a redirect, though none is expected: k6 follows no
 * redirect of a declared request.
 */
export function findRedirects(step: Step, blocks: readonly Block[]): Redirect[] {
  const { work, label } = step;
  if (work.kind === 'script') return [];
  const slots = blocks.flatMap(({ kept }) => pick(kept, step, 'head'));
  const seen = blocks.flatMap(({ redirects }) => redirects);
  return listRequests(work).flatMap(({ request }, which): Redirect[] => {
    const first = seen.find((one) => one.label === label && one.which === which);
    if (first === undefined) return [];
    const { status, location } = first;
    const share = shareStatuses(slots.flatMap(({ answers }) => answers[which] ?? [])).get(status) ?? 0;
    if (share <= MOSTLY) return [];
    return [{ label, request: nameRequest(request), status, location, share }];
  });
}

/** Tells of a script whose iterations take longer than is measured at a time (seconds), so that none came to its end. */
export function findUnfinished(step: Step, blocks: readonly Block[]): Unfinished[] {
  if (step.work.kind !== 'script') return [];
  const slots = blocks.flatMap(({ kept }) => pick(kept, step, 'head'));
  if (slots.some(({ whole }) => whole > 0) || slots.every(({ sent }) => sent === 0)) return [];
  return [{ label: step.label, seconds: Math.max(...slots.map(({ slot }) => slot.seconds)) }];
}

/** Compares the work of both arms in a step; without a base, tells what can be told of the head alone. */
export function findWorkDifferences(
  step: Step,
  { paired }: Pick<Plan, 'paired'>,
  blocks: readonly Block[],
): WorkDifference[] {
  const { work, label } = step;
  const all = blocks.map(({ kept }) => ({
    base: sumWork(pick(kept, step, 'base')),
    head: sumWork(pick(kept, step, 'head')),
  }));
  if (!paired)
    return findResent(
      label,
      all.flatMap(({ head }) => head.slices),
    );
  const requests =
    work.kind === 'script'
      ? null
      : listRequests(work).map(({ request }) => ({
          text: nameRequest(request),
          keepsSize: request.expectSize === 'same',
        }));
  return compareWork(label, requests, all);
}

/** Sums up the answers that an arm gave to each request of a step, for the record. Nothing of requests without any. */
export function sumAnswers(step: Step, arm: Arm, blocks: readonly Block[]) {
  const { work } = step;
  const slots = blocks.flatMap(({ kept }) => pick(kept, step, arm));
  const names =
    work.kind === 'script' ? [null] : listRequests(work).map(({ request }) => nameRequest(request));
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

function sumWork(slots: readonly DiagnosedSlot[]): WorkDone {
  return {
    answers: slots.map(({ answers }) => answers),
    slices: slots.flatMap(({ slices }) => slices),
    iterations: slots.reduce((sum, { sent }) => sum + sent, 0),
    connects: slots.reduce((sum, { connects }) => sum + connects, 0),
    calls: joinCalls(slots),
  };
}

function nameRequest({ method, url }: { method: string; url: string }): string {
  const path = url.replace(/[?#].*/s, '');
  return method === 'GET' ? path : `${method} ${path}`;
}
