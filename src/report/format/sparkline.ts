const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const NEVER = '✕';
const NOTHING = '·';

/** Least span of the scale, as a share of the middle of the series; a smaller one would magnify noise. */
const LEAST_SPAN = 0.2;

/**
 * Draws one character per value, on a linear scale from the least to the greatest finite value. Values that
 * hardly differ stay near the middle. `Infinity` (requests without an answer) is `✕`, NaN is `·`.
 */
export function drawSparkline(values: readonly number[]): string {
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const middle = low / 2 + high / 2;
  const span = Math.max(high - low, LEAST_SPAN * Math.abs(middle));
  return values
    .map((value) => {
      if (Number.isNaN(value)) return NOTHING;
      if (!Number.isFinite(value)) return NEVER;
      const share = span === 0 ? 0.5 : 0.5 + (value - middle) / span;
      return BARS[Math.min(BARS.length - 1, Math.max(0, Math.ceil(share * BARS.length) - 1))];
    })
    .join('');
}
