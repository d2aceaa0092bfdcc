/**
 * Error (fraction, one-sided) with which an SLO may be called met or missed: at the last look, and at all earlier looks
 * together. A limit at the true value is judged with the sum; most services are judged once, at the end.
 */
const SLO_ERROR = { last: 0.016, before: 0.004 };

/**
 * Returns the two-sided confidence of an SLO's interval at a look.
 *
 * @param blocks measured so far; any count other than that of an earlier look is the end of the run
 */
export function chooseConfidence(looks: readonly number[], blocks: number): number {
  const before = looks.length - 1;
  if (before < 1) return 1 - 2 * (SLO_ERROR.last + SLO_ERROR.before);
  const isEarly = looks.slice(0, before).includes(blocks);
  return 1 - 2 * (isEarly ? SLO_ERROR.before / before : SLO_ERROR.last);
}

/** Minimum number of clusters whose scatter is meaningful. With fewer, as for one process, their slices are used instead. */
export const FEWEST_CLUSTERS = 6;
