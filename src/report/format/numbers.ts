import { isShare, type Metric, unitOf } from '../../metrics/metric.ts';
/** Shown instead of a missing number. */
export const NONE = '–';
/** Latency of a request that never got a response. */
export const NEVER = '∞';

/** Formats `61.2 ms`, `812 µs`, `1.2 s`, with three significant digits by default. */
export function formatMs(ms: number, digits = 3): string {
  if (Number.isNaN(ms)) return NONE;
  if (!Number.isFinite(ms)) return NEVER;
  const rounded = Number(ms.toPrecision(digits));
  if (rounded >= 1000) return `${formatNumber(ms / 1000, digits)} s`;
  if (rounded >= 1 || rounded === 0) return `${formatNumber(ms, digits)} ms`;
  return `${formatNumber(ms * 1000, digits)} µs`;
}

/** Formats a fraction as a share: `0.1 %`. Anything below 1 keeps its digits: `99.987 %`, never `100 %`. */
export function formatShare(fraction: number, digits = 3): string {
  if (Number.isNaN(fraction)) return NONE;
  const isNear = digits >= 3 && fraction > 0.99 && fraction < 1;
  const own = isNear ? digits + Math.ceil(-Math.log10(1 - fraction)) - 2 : digits;
  return `${formatNumber(fraction * 100, own)} %`;
}

/** Formats `1,000 req/s`. */
export function formatRate(perSecond: number, digits = 3): string {
  return Number.isNaN(perSecond) ? NONE : `${formatNumber(perSecond, digits)} req/s`;
}

/** Formats `1,234,567`. */
export function formatCount(count: number): string {
  return formatNumber(Math.round(count));
}

/** Formats a rounded number with thousands separators. Cached: creating one takes longer than using it a hundred times. */
const ENGLISH = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Formats with `digits` significant digits, but at least all digits before the decimal point. */
export function formatNumber(value: number, digits = 3): string {
  if (Number.isNaN(value)) return NONE;
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return sign + NEVER;
  const text = ENGLISH.format(
    size >= 10 ** (digits - 1) ? Math.round(size) : Number(size.toPrecision(digits)),
  );
  return text === '0' ? text : sign + text;
}

/** Formats a relative change (fraction): `+18 %`, `−6 %`, `+0.4 %`, `0 %`. */
export function formatChange(fraction: number): string {
  if (Number.isNaN(fraction)) return NONE;
  return Math.abs(fraction) === Number.POSITIVE_INFINITY ? NEVER : `${signed(fraction)} %`;
}

/** Formats a change of a metric: relative, or in percentage points if the metric is a share. */
export function formatChangeOf(metric: Metric, change: number): string {
  if (!isShare(metric)) return formatChange(change);
  const text = points(change);
  if (Number.isNaN(change)) return NONE;
  return `${text} ${/^[+−]1$/.test(text) ? 'point' : 'points'}`;
}

/**
 * Lists the known ends of a change's interval; an unknown end is null. A change is bounded, by −100 % and, for a
 * share, +100 points. An end at a bound is unknown.
 */
export function listKnownEnds(metric: Metric, { low, high }: Ends): Ends<number | null> {
  const most = isShare(metric) ? 1 : Number.POSITIVE_INFINITY;
  return { low: low > -1 ? low : null, high: high < most ? high : null };
}

/** Formats `+12 … +24 %` or `+0.5 … +1.3 points`; with one known end `at least +12 %` or `at most +24 %`; otherwise empty. */
export function formatChangeRange(metric: Metric, ends: Ends): string {
  const { low, high } = listKnownEnds(metric, ends);
  const [show, unit] = isShare(metric) ? [points, ' points'] : [signed, ' %'];
  if (low === null) return high === null ? '' : `at most ${show(high)}${unit}`;
  return high === null ? `at least ${show(low)}${unit}` : `${show(low)} … ${show(high)}${unit}`;
}

type Ends<End = number> = { low: End; high: End };

/** Writes a number of bytes: `2 B`, `1.2 kB`, `3.4 MB`. */
export function formatSize(bytes: number, digits = 2): string {
  if (Number.isNaN(bytes)) return NONE;
  const power = [3, 2, 1].find((one) => Number(bytes.toPrecision(digits)) >= 1000 ** one) ?? 0;
  return `${formatNumber(bytes / 1000 ** power, digits)} ${['B', 'kB', 'MB', 'GB'][power]}`;
}

/** Formats `81.5 MB`, `1.2 GB`, from MB. */
export const formatMemory = (megabytes: number, digits = 3) => formatSize(megabytes * 1e6, digits);

/** Formatters by unit. */
export const FORMATS = {
  ms: formatMs,
  fraction: formatShare,
  'req/s': formatRate,
  MB: formatMemory,
  plain: formatNumber,
  '/s': (perSecond: number, digits = 3) => `${formatNumber(perSecond, digits)}/s`,
} as const;

/** Formats a metric's value in its unit. */
export function formatValue(metric: Metric, value: number, digits = 3): string {
  return FORMATS[unitOf(metric)](value, digits);
}

/** Formats a time: `2026-01-04 09:30 UTC`; the first ten characters are the date. */
export function formatTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? NONE : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats seconds as people say them: `24 s`, `2 min`, `1 min 5 s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  const minutes = formatCount((whole - rest) / 60);
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** Formats signed percentage points: two digits, no finer than one request in a hundred thousand. */
function points(fraction: number): string {
  const text = formatNumber(Math.round(Math.abs(fraction) * 100_000) / 1000, 2);
  if (text === '0') return text;
  return `${fraction < 0 ? '−' : '+'}${text}`;
}

/** Formats whole percents from 1 %, tenths below; more digits would be meaningless except close to −100 %. */
function signed(fraction: number): string {
  const percent = Math.abs(fraction * 100);
  if (fraction > -1 && fraction <= -0.995) return `−${formatShare(-fraction).replace(' %', '')}`;
  const text = ENGLISH.format(percent < 0.95 ? Math.round(10 * percent) / 10 : Math.round(percent));
  if (text === '0') return text;
  return `${fraction < 0 ? '−' : '+'}${text}`;
}
