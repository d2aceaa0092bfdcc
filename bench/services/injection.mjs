/** Wraps a Node request listener in the changes that the environment asks for (README.md beside this file). */
export function injectChanges(listener, environment = process.env) {
  const read = (name, otherwise = 0) => Number(environment[name] || otherwise);
  const [slow, basis] = [read('SLOW_FACTOR', 1) - 1, read('SLOW_BASIS_MS')];
  const [tailShare, tailMs] = [read('TAIL_SHARE'), read('TAIL_MS')];
  const [stallMs, stallEvery] = [read('STALL_MS'), read('STALL_EVERY_MS')];
  const failShare = read('FAIL_SHARE');

  return (request, response) => {
    // Readiness is not load.
    if (request.url === '/healthz') return listener(request, response);
    if (failShare > 0 && Math.random() < failShare) return request.resume();
    let wait = tailShare > 0 && Math.random() < tailShare ? tailMs : 0;
    if (stallEvery > 0) wait += Math.max(0, stallMs - (Date.now() % stallEvery));
    if (wait > 0) setTimeout(() => handle(request, response), wait);
    else handle(request, response);
  };

  function handle(request, response) {
    if (slow > 0) {
      const began = performance.now();
      const end = response.end;
      response.end = (...args) => {
        const until = performance.now() + slow * (performance.now() - began + basis);
        while (performance.now() < until);
        return end.apply(response, args);
      };
    }
    listener(request, response);
  }
}
