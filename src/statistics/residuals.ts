import type { Random } from './random.ts';

/**
 * Deviations minus their centre. One that is the centre itself stays apart from zero, since it has a rank minus any
 * other shift.
 */
export function takeResiduals(deviations: readonly number[], centre: number): number[] {
  return deviations.map((deviation) => (deviation === centre ? Number.MIN_VALUE : deviation - centre));
}

/** Whether a residual, maybe scaled by a simulation, is one of those that are kept apart from zero. */
export function isNoResidual(residual: number): boolean {
  return Math.abs(residual) < 1e-100;
}

/**
 * Simulates further runs: each call starts a run, and what it returns draws the deviation of one more block. `NaN` as
 * often as among the residuals.
 *
 * A bootstrap with three corrections, without which powers foretold come out 5–15 points too high at 8 to 20 blocks:
 * - Signs are tossed. The bounds take deviations for symmetric, and it doubles the values to draw from.
 * - Residuals around an estimate scatter less than around the truth: inflated by n / (n − 1).
 * - The spread is itself an estimate: each run has its own, times √((n − 1) / χ²), as in Student's t.
 */
export function makeSimulator(residuals: readonly number[], random: Random): () => () => number {
  const count = residuals.filter((value) => !Number.isNaN(value)).length;
  const freedom = Math.max(1, count - 1);
  return () => {
    const scale = (count / freedom) * Math.sqrt(freedom / chiSquare(freedom, random));
    return () => {
      const value = residuals[random.index(residuals.length)]! * scale;
      return random.uniform() < 0.5 ? -value : value;
    };
  };
}

function chiSquare(freedom: number, random: Random): number {
  let sum = 0;
  for (let i = 0; i < freedom; i++) sum += normal(random) ** 2;
  return sum;
}

/** Box & Muller (1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}
