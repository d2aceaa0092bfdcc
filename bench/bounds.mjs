import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';

/**
 * Upper end of the exact one-sided 95 % interval for a probability seen `hits` times in `trials`: Clopper & Pearson
 * (1934), Biometrika 26, 404–413.
 */
export function boundAbove(hits, trials) {
  if (trials === 0 || hits >= trials) return 1;
  return betaQuantile(0.95, hits + 1, trials - hits);
}

/** Lower end, likewise. */
export function boundBelow(hits, trials) {
  return hits === 0 ? 0 : betaQuantile(0.05, hits, trials - hits + 1);
}
