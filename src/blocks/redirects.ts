import { listRequests } from '../config/mix.ts';
import type { Step } from '../plan/step.ts';
import type { Redirect } from '../verdict/verdict.ts';
import type { Block } from './block.ts';
import { pick } from './evidence.ts';

/** Share of the answers to a request from which it is said to measure a redirect. */
const MOSTLY = 0.5;

/**
 * Finds the requests of a step that the head mostly answers with a redirect, though none is expected: k6 follows no
 * redirect of a declared request. How often each was sent follows from the weights.
 */
export function findRedirects(step: Step, blocks: readonly Block[]): Redirect[] {
  const { work, label } = step;
  if (work.kind === 'script') return [];
  const requests = listRequests(work);
  const weights = requests.reduce((sum, { weight }) => sum + weight, 0);
  const slots = blocks.flatMap(({ kept }) => pick(kept, step, 'head'));
  const answers = slots.flatMap(({ slices }) => slices).reduce((sum, { ok, failed }) => sum + ok + failed, 0);
  const seen = blocks.flatMap(({ redirects }) => redirects);
  return requests.flatMap(({ request, weight }, which): Redirect[] => {
    const redirected = slots.reduce((sum, slot) => sum + (slot.redirects?.[which] ?? 0), 0);
    const share = Math.min(1, redirected / ((answers * weight) / weights));
    const first = seen.find((one) => one.label === label && one.which === which);
    if (first === undefined || !(share > MOSTLY)) return [];
    const { status, location } = first;
    const path = request.url.replace(/[?#].*/s, '');
    return [
      {
        label,
        request: request.method === 'GET' ? path : `${request.method} ${path}`,
        status,
        location,
        share,
      },
    ];
  });
}
