/**
 * Returns a signal that is aborted with another one, and in any case after some time (ms). Node 20 forgets a signal of
 * `AbortSignal.timeout` that nothing but `AbortSignal.any` refers to, and it would never come; a listener keeps it.
 */
export function limitSignal(signal: AbortSignal, ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  limit.addEventListener('abort', () => {}, { once: true });
  return AbortSignal.any([signal, limit]);
}
