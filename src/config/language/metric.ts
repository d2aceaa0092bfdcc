import { METRIC_KINDS, type Metric, printMetric, rowOf } from '../../metrics/metric.ts';
import { TextError } from '../diagnostics/text-error.ts';
import { joinNames, joinWords, nearest, propose, quote } from '../diagnostics/words.ts';

const PERCENTILE = /^p([5-9]\d(?:\.\d+)?)$/;
const HIGHEST_PERCENT = 99.999;

/**
 * Form of `NAME.STATISTIC`: a name as k6 takes it, and what of it is meant.
 * https://grafana.com/docs/k6/latest/using-k6/metrics/create-custom-metrics/
 */
const CUSTOM = /^(?<name>[A-Za-z_]\w{0,127})\.(?<statistic>avg|min|max|rate|p[\d.]+)$/;

/** Metrics of requests that k6 feeds itself. Those of checks and sockets may be limited. */
const OF_K6 = new Set(
  [
    'http_req_duration http_req_waiting http_req_failed http_reqs http_req_blocked http_req_connecting',
    'http_req_tls_handshaking http_req_sending http_req_receiving iteration_duration iterations dropped_iterations',
    'vus vus_max data_sent data_received group_duration grpc_req_duration',
  ].flatMap((names) => names.split(' ')),
);

type Names = { plain: readonly Metric['kind'][]; expected: string };

const PLAIN = METRIC_KINDS.filter((kind) => kind !== 'percentile');
const LIMITED = nameSome(PLAIN.filter((kind) => rowOf({ kind }).hint === undefined));
/** Kinds of metrics that settings name by a word, such as `tail`. */
export const SETTABLE = PLAIN.filter((kind) => rowOf({ kind }).settable);
const COMPARED = nameSome(SETTABLE);

function nameSome(plain: Names['plain']): Names {
  const names = joinNames(['`p50` to `p99.999`', joinWords(plain), '`NAME.p95`, `NAME.rate` … of a script']);
  return { plain, expected: `expected ${names}` };
}

/** Reads the metric that an SLO limits. A metric of a script gets its unit and direction from its limit. @throws TextError */
export function parseMetric(name: string): Metric {
  return readMetric(name, LIMITED);
}

/** Reads the name under which a metric has a tolerance: `p50` … `p99.999`, `tail`, `NAME.p95` of a script. @throws TextError */
export function parseComparedMetric(name: string): Metric {
  return readMetric(name, COMPARED);
}

function readMetric(name: string, { plain, expected }: Names): Metric {
  const kind = plain.find((one) => one === name);
  if (kind !== undefined) return { kind } as Metric;
  const percent = percentOf(name);
  if (percent !== undefined) return { kind: 'percentile', percent };
  const custom = readCustom(name);
  if (custom !== undefined) return custom;
  const { hint } = PLAIN.includes(name as (typeof PLAIN)[number]) ? rowOf({ kind: name } as Metric) : {};
  const near = nearest(name, [...plain, 'p50', 'p90', 'p95', 'p99', 'p99.9']);
  throw new TextError({
    what: `${quote(name)} is not a metric ${plain === SETTABLE ? 'that has a tolerance' : 'that an SLO can limit'}.`,
    expected: propose(near, expected),
    hint,
  });
}

function percentOf(name: string): number | undefined {
  const percent = Number(PERCENTILE.exec(name)?.[1]);
  return percent <= HIGHEST_PERCENT ? percent : undefined;
}

function readCustom(word: string): Metric | undefined {
  const { name = '', statistic = '' } = CUSTOM.exec(word)?.groups ?? {};
  const percent = percentOf(statistic) ?? null;
  if (name === '' || percentOf(word) !== undefined || (statistic.startsWith('p') && percent === null))
    return undefined;
  if (OF_K6.has(name) || /^(?:tailgate|browser)_/.test(name)) {
    throw new TextError({
      what: `\`${name}\` is not a metric of the script: k6 feeds it itself.`,
      expected: 'expected `p99`, `errors`, `rate` … or a metric that the script feeds',
    });
  }
  const shared = { kind: 'custom', name, percent, better: 'lower' } as const;
  if (statistic === 'rate') return { ...shared, statistic, unit: 'fraction' };
  const own = percent === null ? (statistic as 'avg' | 'min' | 'max') : 'percentile';
  return { ...shared, statistic: own, unit: 'ms' };
}

/** Prints the name of a metric as it is written in one way only: `p99.90` is `p99.9`. @throws TextError */
export function canonicalName(name: string): string {
  return printMetric(parseComparedMetric(name));
}
