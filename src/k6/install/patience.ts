/** Times to wait for others, ms. An object, so that tests can shorten it. */
export const PATIENCE = {
  /** Time for `k6 version`: the first start of a large file from a slow disk takes seconds. */
  probeMs: 10_000,
  /** Time for an answer of the network, redirects included, and for each piece of it. */
  silenceMs: 15_000,
  /** Time before the second attempt; three times as long before the third. */
  backOffMs: 500,
};
