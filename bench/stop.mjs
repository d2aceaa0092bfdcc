/**
 * Ends a bench on the first Ctrl-C, after it has cleaned up.
 *
 * @param {string} words  what becomes of the measurement under way
 * @returns {AbortSignal}
 */
export function listenForStop(words) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (stop.signal.aborted) return;
      console.log(`stopping; ${words}`);
      process.exitCode = 130;
      stop.abort();
    });
  }
  return stop.signal;
}
