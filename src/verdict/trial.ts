import type { Slo } from '../config/language/slo-type.ts';
import { isGeneratorAtLimit, type SlotDiagnosis, type SlotEvidence } from '../measurement/diagnosis.ts';
import type { Slice } from '../measurement/measurement.ts';
import { attempts, failureRate, pooledQuantile } from '../measurement/quantiles.ts';
import { measureMetric } from '../metrics/metric.ts';
import type { Trial } from './capacity-measurement.ts';
import { IMPLIED_SLO, violatesSlo } from './slo.ts';

/** Share of the arrivals that must have started. The rest may be rounding at the ends of a trial. */
const LEAST_ACHIEVED = 0.98;
/** Growth of latency, in seconds per second, of a queue whose arrivals exceed its service by this share. */
const LEAST_OVERLOAD = 0.01;
/** Share of pairs of parts in which the later one must be slower. By chance this happens in 1 trial in 100. */
const ASCENDING = 0.8;
const FEWEST_PARTS = 4;

type Measured = { diagnosis: SlotDiagnosis; evidence: SlotEvidence; slices: Slice[] };

/**
 * Judges a trial: it meets the goal if the service kept the SLO at this rate, responded (the implied SLO on errors, which
 * counts dropped arrivals), and had no growing queue. A trial for which k6 was too slow is marked as such.
 */
export function judgeTrial(slo: Slo, rate: number, { diagnosis, evidence, slices }: Measured): Trial {
  const [value, errors] = [measureMetric(slices, slo.metric), failureRate(slices)];
  const { sent, intended } = evidence;
  const isSent = intended === null || sent >= LEAST_ACHIEVED * intended;
  const isKept = !Number.isNaN(value) && !violatesSlo(slo, value) && !violatesSlo(IMPLIED_SLO, errors);
  const met = isKept && isSent && !growsToTheEnd(slices);
  const isLimited = !met && isGeneratorAtLimit(evidence, diagnosis);
  return { rate, met, value, errors, ...(isLimited && { limitedBy: 'generator' }) };
}

/**
 * Tells whether latency grew from part to part as it does when arrivals exceed service: in a queue whose arrivals
 * exceed its service by a share x, each second adds x seconds to the wait.
 */
function growsToTheEnd(slices: readonly Slice[]): boolean {
  const parts = slices
    .filter((slice) => attempts(slice) > 0)
    .map((slice) => ({ at: slice.startedAt, wait: pooledQuantile([slice], 0.5) }));
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || parts.length < FEWEST_PARTS || last.wait === Number.POSITIVE_INFINITY) return false;
  const pairs = parts.flatMap((one, i) => parts.slice(i + 1).map((other) => other.wait > one.wait));
  const isAscending = pairs.filter(Boolean).length >= ASCENDING * pairs.length;
  return isAscending && (last.wait - first.wait) / (last.at - first.at) > LEAST_OVERLOAD;
}
