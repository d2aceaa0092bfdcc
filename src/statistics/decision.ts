/** What a comparison shows of a change, positive for worse, in the unit of the tolerance. */
export type Shown = {
  /** Whether a change to the worse, or to the better, is shown at all, with the error that all metrics of a run share. */
  worse: boolean;
  better: boolean;
  /** How much worse the head is at least, and at most. */
  least: number;
  most: number;
};

/** Code of a change that was compared. */
export type Decision = 'regressed' | 'improved' | 'unchanged' | 'inconclusive';

/**
 * Decides what a change is called, whatever it was measured by. `regressed` needs two things: that there is a change, and that
 * it is beyond the tolerance.
 */
export function decideChange({ worse, better, least, most }: Shown, tolerance: number): Decision {
  if (worse && least > tolerance) return 'regressed';
  if (better) return 'improved';
  return most < tolerance ? 'unchanged' : 'inconclusive';
}
