/**
 * Returns a signal that is aborted with another one, and in any case after some time (ms). Node 20 loses a signal of
 * `AbortSignal.timeout` that only `AbortSignal.any` refers to, so it would never fire; a listener keeps it.
 */
export function limitSignal(signal: AbortSignal, ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  limit.addEventListener('abort', () => {}, { once: true });
  return AbortSignal.any([signal, limit]);
}
