import type { Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { achievedRate, attempts, failureRate, pooledQuantile } from '../measurement/quantiles.ts';
import { isGeneratorAtLimit, type SlotDiagnosis, type SlotEvidence } from '../measurement/validity.ts';
import { measureMetric } from '../metrics/metric.ts';
import type { Trial } from './capacity-measurement.ts';
import { IMPLIED_SLO, violatesSlo } from './slo.ts';

/** Share of the arrivals that must have begun. The rest may be rounding at the ends of a trial. */
const LEAST_ACHIEVED = 0.98;
/** Growth of latency, in seconds for each second, that a queue has which takes in so much more than goes out. */
const LEAST_OVERLOAD = 0.01;
/** Pairs of parts of a trial, as a share, in which the later one must be slower. By chance it is 1 trial in 100. */
const ASCENDING = 0.8;

type Measured = { diagnosis: SlotDiagnosis; evidence: SlotEvidence; slices: Slice[] };

/**
 * Judges a trial: it meets when the service kept the SLO at this rate, answered (the implied SLO on errors, which
 * counts dropped arrivals), and had no queue that grew. A trial that k6 was too slow for is marked so.
 */
export function judgeTrial(slo: Slo, rate: number, { diagnosis, evidence, slices }: Measured): Trial {
  const value = measureMetric(slices, slo.metric);
  const { sent, intended } = evidence;
  const isShort = intended !== null && sent < LEAST_ACHIEVED * intended;
  const growing = growsToTheEnd(slices);
  const errors = failureRate(slices);
  const isAnswered = !Number.isNaN(value) && !violatesSlo(IMPLIED_SLO, errors);
  const met = isAnswered && !violatesSlo(slo, value) && !isShort && !growing;
  return {
    rate,
    achieved: achievedRate(slices),
    met,
    value,
    errors,
    dropped: slices.reduce((sum, slice) => sum + slice.dropped, 0),
    ...(growing && { growing }),
    ...(!met && isGeneratorAtLimit(evidence, diagnosis) && { limitedBy: 'generator' }),
  };
}

/**
 * Tells whether latency grew from part to part as it does where more comes in than goes out: in a queue that takes
 * in a share x more than is served, each second adds x seconds to the wait.
 */
function growsToTheEnd(slices: readonly Slice[]): true | undefined {
  const parts = slices
    .filter((slice) => attempts(slice) > 0)
    .map((slice) => ({ at: slice.startedAt / 1000, wait: pooledQuantile([slice], 0.5) / 1000 }));
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined || parts.length < 4 || last.wait === Infinity)
    return undefined;
  const pairs = parts.flatMap((one, i) => parts.slice(i + 1).map((other) => other.wait > one.wait));
  const isAscending = pairs.filter(Boolean).length >= ASCENDING * pairs.length;
  const overload = (last.wait - first.wait) / (last.at - first.at);
  return isAscending && overload > LEAST_OVERLOAD ? true : undefined;
}
