import { METRIC_KINDS, type Metric, rowOf } from '../../metrics/metric.ts';
import { TextError } from '../diagnostics/problem.ts';
import { proposeAmong, quote } from '../diagnostics/words.ts';

const PERCENTILE = /^p([5-9]\d(?:\.\d+)?)$/;
const HIGHEST_PERCENT = 99.999;

/**
 * Form of `NAME.STATISTIC`: a metric name as k6 accepts it, and the statistic.
 * https://grafana.com/docs/k6/latest/using-k6/metrics/create-custom-metrics/
 */
const CUSTOM = /^(?<name>[A-Za-z_]\w{0,127})\.(?<statistic>avg|max|rate|p[\d.]+)$/;

/** Metrics that k6 itself records. Those of checks and sockets may be limited. */
const OF_K6 =
  /^((http_req|tailgate|browser)_\w+|http_reqs|(iteration|group|grpc_req)_duration|(dropped_)?iterations|vus(_max)?|data_(sent|received))$/;

const PLAIN = METRIC_KINDS.filter((kind) => kind !== 'percentile');
const LIMITED = PLAIN.filter((kind) => kind !== 'tail');
/** Kinds of metrics that settings name by a word, such as `tail`. */
export const SETTABLE = PLAIN.filter((kind) => rowOf({ kind }).compared !== 'never');

/** Parses the metric that an SLO limits. A script's metric gets its unit and direction from its limit. @throws TextError */
export function parseMetric(name: string): Metric {
  return readMetric(name, LIMITED);
}

/** Parses the name under which a metric has a tolerance: `p50` … `p99.999`, `tail`, `NAME.p95` of a script. @throws TextError */
export function parseComparedMetric(name: string): Metric {
  return readMetric(name, SETTABLE);
}

function readMetric(name: string, plain: typeof PLAIN): Metric {
  const kind = plain.find((one) => one === name);
  if (kind !== undefined) return { kind } as Metric;
  const percent = percentOf(name);
  const metric: Metric | undefined = percent ? { kind: 'percentile', percent } : readCustom(name);
  if (metric) return metric;
  const known = [...plain, 'p50', 'p90', 'p95', 'p99', 'p99.9', 'NAME.p95'];
  throw new TextError(
    `${quote(name)} is not a metric that ${plain === LIMITED ? 'an SLO can limit' : 'has a tolerance'}.`,
    proposeAmong(name, known),
  );
}

function percentOf(name: string): number | undefined {
  const percent = Number(PERCENTILE.exec(name)?.[1]);
  return percent <= HIGHEST_PERCENT ? percent : undefined;
}

function readCustom(word: string): Metric | undefined {
  const { name = '', statistic = '' } = CUSTOM.exec(word)?.groups ?? {};
  const percent = percentOf(statistic) ?? null;
  if (name === '' || OF_K6.test(name) || (statistic.startsWith('p') && percent === null)) return undefined;
  const shared = { kind: 'custom', name, percent, better: 'lower' } as const;
  if (statistic === 'rate') return { ...shared, statistic, unit: 'fraction' };
  const own = percent === null ? (statistic as 'avg' | 'max') : 'percentile';
  return { ...shared, statistic: own, unit: 'ms' };
}
