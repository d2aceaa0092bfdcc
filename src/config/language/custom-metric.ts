import { type CustomMetric, printCustom } from '../../metrics/custom.ts';
import { shiftDecimal } from '../../metrics/decimal.ts';
import type { TextSpan } from '../diagnostics/text-error.ts';
import { indexWords, nearest, quote } from '../diagnostics/words.ts';
import { type Tokens, takeNumber } from './lexer.ts';
import type { LimitValue } from './slo-type.ts';

/**
 * Form of `NAME.STATISTIC`: a name as k6 takes it, and what of it is meant. Not `p99.9`.
 * https://grafana.com/docs/k6/latest/using-k6/metrics/create-custom-metrics/
 */
const FORM = /^(?![pP]\d+\.\d)(?<name>[A-Za-z_]\w{0,127})\.(?<statistic>.+)$/;

const EXPECTED =
  'expected `p50` to `p99.999`, `avg`, `min` or `max` of a Trend, or `rate` of a Rate or a Counter';
const STATISTICS = ['avg', 'min', 'max', 'rate'] as const;
const SYNONYMS = indexWords({
  p50: 'med median',
  avg: 'mean average',
  min: 'minimum',
  max: 'maximum',
  rate: 'count sum total share per_second',
});

/** Metrics of k6 itself, each with the word that has it here; empty where none does. */
const BUILT_IN: Record<string, string> = {
  http_req_duration: 'latency',
  http_req_waiting: 'latency',
  iteration_duration: '',
  http_req_failed: 'errors',
  http_reqs: 'rate',
  iterations: 'rate',
  dropped_iterations: 'errors',
  ...Object.fromEntries(
    [
      'http_req_blocked http_req_connecting http_req_tls_handshaking http_req_sending http_req_receiving',
      'checks vus vus_max data_sent data_received group_duration',
      'ws_connecting ws_session_duration ws_sessions ws_msgs_sent ws_msgs_received ws_ping grpc_req_duration',
    ].flatMap((names) => names.split(' ').map((name) => [name, ''])),
  ),
};

/** Tells whether a word has the form of a metric of the user's script. */
export function isCustom(word: string): boolean {
  return FORM.test(word);
}

/**
 * Reads `queue_wait.p95` or `cache_hits.rate`. Unit and direction are those of a Trend of times, until the limit is
 * read: see `finishCustom`.
 *
 * @param span place of the word
 */
export function readCustom(tokens: Tokens, word: string, span: TextSpan): CustomMetric {
  const { name, statistic } = FORM.exec(word)!.groups as { name: string; statistic: string };
  const shared = { kind: 'custom', name, unit: 'ms', better: 'lower' } as const;
  const own = STATISTICS.find((each) => each === statistic);
  const percent = /^p(?<digits>[1-9]\d(?:\.\d+)?)$/.exec(statistic)?.groups?.digits;
  if (Object.hasOwn(BUILT_IN, name) || name.startsWith('tailgate_') || name.startsWith('browser_')) {
    failOnBuiltIn(tokens, { name, statistic }, span);
  }
  if (own) return { ...shared, statistic: own, percent: null, unit: own === 'rate' ? 'fraction' : 'ms' };
  if (percent && Number(percent) >= 50 && Number(percent) <= 99.999) {
    return { ...shared, statistic: 'percentile', percent: Number(percent) };
  }
  const near = nearest(statistic, [...STATISTICS, 'p95', ...SYNONYMS.keys()]);
  const replacement = near && `${name}.${SYNONYMS.get(near) ?? near}`;
  const hint =
    statistic === 'value'
      ? 'A Gauge has its last value only: feed a Trend instead.'
      : near && SYNONYMS.get(near) === 'rate'
        ? 'A total depends on how long a run is: a Counter is judged per second, as in `orders.rate > 100/s`.'
        : undefined;
  return tokens.fail(span, {
    what: `${quote(word)} is no metric of a script.`,
    expected: EXPECTED,
    replacement,
    hint,
  });
}

function failOnBuiltIn(
  tokens: Tokens,
  { name, statistic }: { name: string; statistic: string },
  span: TextSpan,
): never {
  const word = BUILT_IN[name];
  const isPart = /^p\d/.test(statistic) || ['avg', 'min', 'max'].includes(statistic);
  const replacement = word === 'latency' ? (isPart ? statistic : 'p99') : word;
  return tokens.fail(span, {
    what: `\`${name}\` is not a metric of the script: k6 feeds it itself.`,
    expected: replacement ? `expected \`${replacement}\`` : 'expected a metric that the script feeds',
    replacement: replacement || undefined,
    hint: replacement ? undefined : 'Feed a Trend, a Rate or a Counter of your own with it.',
  });
}

const TIMES: Record<string, number> = { us: -3, ms: 0, s: 3 };

/** Takes the limit of a custom metric: a time or a number of a Trend, `1%` of a Rate, `100/s` of a Counter. */
export function takeCustomLimit(tokens: Tokens, metric: CustomMetric): LimitValue {
  const name = printCustom(metric);
  if (tokens.next.kind === 'word') {
    tokens.fail(tokens.next, {
      what: `The limit of \`${name}\` is a number: it cannot be relative to another scenario.`,
      expected:
        metric.statistic === 'rate'
          ? 'expected one such as `1%` or `100/s`'
          : 'expected one such as `200ms` or `40`',
    });
  }
  const number = takeNumber(tokens, 'a limit such as `200ms`');
  const unit = tokens.next;
  if (metric.statistic === 'rate') {
    if (unit.text === '%') {
      tokens.take();
      return { kind: 'absolute', value: shiftDecimal(number.text, -2), unit: 'fraction' };
    }
    if (unit.text === '/' && tokens.peek(1).text === 's') {
      tokens.take();
      tokens.take();
      return { kind: 'absolute', value: Number(number.text), unit: '/s' };
    }
    return tokens.fail(unit, {
      what: `The limit of \`${name}\` has no unit that fits.`,
      expected: 'expected `%` for a Rate, or `/s` for a Counter',
    });
  }
  const places = Object.hasOwn(TIMES, unit.text) ? TIMES[unit.text] : undefined;
  if (places !== undefined) {
    tokens.take();
    return { kind: 'absolute', value: shiftDecimal(number.text, places), unit: 'ms' };
  }
  if (unit.kind !== 'end' && unit.text !== 'at') {
    tokens.fail(unit, {
      what: `${quote(unit.text)} is not a unit here.`,
      expected: 'expected `us`, `ms` or `s` for times, or nothing for other numbers',
    });
  }
  return { kind: 'absolute', value: Number(number.text), unit: 'plain' };
}

/** Gives a custom metric the unit of its limit, and the direction that its SLO asks for. */
export function finishCustom(metric: CustomMetric, limit: LimitValue, operator: string): CustomMetric {
  const unit = limit.kind === 'absolute' ? (limit.unit as CustomMetric['unit']) : metric.unit;
  return { ...metric, unit, better: operator.startsWith('>') ? 'higher' : 'lower' };
}
