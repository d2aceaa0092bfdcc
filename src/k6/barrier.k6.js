/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export function setup() {
  const wait = () => sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  const data = typeof user.setup === 'function' ? user.setup() : undefined;
  if (data && typeof data.then === 'function') {
    return data.then((own) => {
      wait();
      return own;
    });
  }
  wait();
  return data;
}
