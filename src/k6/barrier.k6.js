/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
