import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/** Cluster of correlated yes/no observations: `hits` (may be fractional) out of `count`. */
export type Cluster = { hits: number; count: number };

export type Interval = { low: number; high: number };

/**
 * Estimates a small proportion observed in clusters, with a two-sided confidence interval: that of Clopper and
 * Pearson at the effective sample size. Requests within a slice are correlated, so counting them one by one would promise
 * too much.
 *
 * Korn & Graubard (1998), "Confidence intervals for proportions with small expected number of positive counts
 * estimated from survey data", Survey Methodology 24, 193–201. As in that paper, the sample never counts for more than its
 * size: an apparent design effect below 1 is taken as 1.
 *
 * @param confidence fraction, for instance 0.95
 */
export function estimateProportion(clusters: readonly Cluster[], confidence: number): Interval {
  const used = clusters.filter((cluster) => cluster.count > 0);
  const count = used.reduce((total, cluster) => total + cluster.count, 0);
  const hits = used.reduce((total, cluster) => total + cluster.hits, 0);
  if (count === 0) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, hits / count));
  const effective = countEffectively(used, share, count, confidence);
  return boundProportion({ hits: share * effective, count: effective }, (1 + confidence) / 2);
}

/**
 * Bounds a proportion exactly (Clopper and Pearson). Observations must be independent of each other.
 *
 * @param confidence of each bound alone, fraction
 */
export function boundProportion({ hits, count }: Cluster, confidence: number): Interval {
  // Each bound takes a search of its own, and many callers need only one.
  return {
    get low() {
      return hits <= 0 ? 0 : betaQuantile(1 - confidence, hits, count - hits + 1);
    },
    get high() {
      return hits >= count ? 1 : betaQuantile(confidence, hits + 1, count - hits);
    },
  };
}

/** Counts what the observations are worth. A single cluster says nothing about others, and counts as one. */
function countEffectively(
  clusters: readonly Cluster[],
  share: number,
  count: number,
  confidence: number,
): number {
  const groups = clusters.length;
  if (groups < 2) return 1;
  const level = 1 - (1 - confidence) / 2;
  const [many, few] = [count, groups].map((size) => tQuantile(level, Math.max(1, size - 1)));
  const fewClusters = Math.min(1, (many! / few!) ** 2);
  const binomial = (share * (1 - share)) / count;
  if (binomial === 0) return count * fewClusters;
  const residuals = clusters.reduce((total, c) => total + (c.hits - share * c.count) ** 2, 0);
  const clustered = ((groups / (groups - 1)) * residuals) / count ** 2;
  return (count / Math.max(1, clustered / binomial)) * fewClusters;
}
