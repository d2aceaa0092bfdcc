const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const NEVER = '✕';
const NOTHING = '·';

/**
 * Draws one character per value, on a linear scale from zero to the greatest finite value, so the height of a bar shows
 * its value. `Infinity` (requests without a response) is `✕`, NaN is `·`.
 */
export function drawSparkline(values: readonly number[]): string {
  const high = Math.max(0, ...values.filter(Number.isFinite));
  return values
    .map((value) => {
      if (Number.isNaN(value)) return NOTHING;
      if (!Number.isFinite(value)) return NEVER;
      return BARS[Math.max(0, Math.ceil((value / (high || 1)) * BARS.length) - 1)];
    })
    .join('');
}
