import { UserError } from '../../errors.ts';

/**
 * How long writers that lost the race stay out of each other's way. Waiting times grow as in exponential backoff, since
 * somebody wins each time and the others had better come one after the other; after half a dozen losses they shrink again,
 * or those who came last would always win against those who have waited longest.
 */
export type Backoff = {
  /** Waits for the next try. @param tookMs how long the last one took @throws UserError when it is no use any more */
  next(tookMs: number, signal: AbortSignal): Promise<void>;
};

/** Losses after which waiting times shrink, and the longest waiting time, in tries. */
const PATIENT = 5;

export function takeTurns(patienceMs: number, where: string): Backoff {
  const began = performance.now();
  let lost = 0;
  return {
    async next(tookMs, signal) {
      lost++;
      const gone = performance.now() - began;
      if (gone > patienceMs) {
        throw new UserError({
          what: `The record could not be written: others were quicker ${lost} times in ${Math.round(gone / 1000)} s.`,
          where,
          hint: 'Are that many runs recorded at once? The run itself was complete; a re-run of the job records it.',
          exitCode: 3,
        });
      }
      const window = 2 ** Math.max(0, lost <= PATIENT ? lost : 2 * PATIENT - lost);
      await pause(Math.random() * window * Math.max(20, tookMs), signal);
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
