import { diagnose } from './causes.ts';
import type { Observation } from './observation.ts';

/** Time (s) without anything new after which a start shows no more: it listens elsewhere, it is refused, it answers no readiness. */
const ELSEWHERE_SECONDS = 3;
const REFUSED_SECONDS = 6;
const UNREADY_SECONDS = 12;

/**
 * Tells whether more waiting would show nothing new of a service that is not ready yet.
 *
 * @param stillSeconds time since it last wrote a line or opened a port
 */
export function hasWaitedEnough({
  listening,
  asked,
  log,
  stillSeconds,
}: Pick<Observation, 'listening' | 'asked' | 'log'> & { stillSeconds: number }): boolean {
  if (stillSeconds < ELSEWHERE_SECONDS) return false;
  const isThere = listening?.some(({ port }) => port === asked) ?? false;
  if (listening !== null && listening.length > 0 && !isThere) return true;
  if (isThere) return stillSeconds > UNREADY_SECONDS;
  return stillSeconds > REFUSED_SECONDS && diagnose(log) !== null;
}
