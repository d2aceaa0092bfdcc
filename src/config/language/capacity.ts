import { printDecimal } from '../../metrics/decimal.ts';
import { isLatency, printMetric } from '../../metrics/metric.ts';
import { parseOrSuggest, type TextSpan } from '../diagnostics/text-error.ts';
import { Tokens, takeNumber, takeRateUnit } from './lexer.ts';
import { printSlo, takeCondition } from './slo.ts';
import type { CapacityGoal } from './slo-type.ts';

const EXAMPLE = 'p99 < 30ms between 100 and 5000 req/s';

/** Factor between the ends of a range. A narrower one says nothing that a load would not say. */
const NARROWEST = 1.2;
/** Greatest rate, as for a load. */
const MOST_RATE = 1_000_000;

/**
 * Reads `METRIC < VALUE between RATE and RATE req/s`. The metric is a latency. Latencies become ms.
 *
 * @throws TextError with the place and, if it is known, the nearest right form
 */
export function parseCapacity(text: string): CapacityGoal {
  return parseOrSuggest(
    text,
    (candidate) => takeCapacity(new Tokens(candidate, 'capacity', EXAMPLE)),
    printCapacity,
  );
}

/** Prints a goal so that `parseCapacity` reads the same goal back. */
export function printCapacity({ slo, from, to }: CapacityGoal): string {
  return `${printSlo(slo)} between ${printDecimal(from)} and ${printDecimal(to)} req/s`;
}

function takeCapacity(tokens: Tokens): CapacityGoal {
  const { slo, spans } = takeCondition(tokens);
  if (!isLatency(slo.metric) || slo.metric.kind === 'min' || slo.metric.kind === 'max') {
    const kind = printMetric(slo.metric);
    const what = `A capacity is the highest rate that keeps a latency, and \`${kind}\` is not such a one.`;
    tokens.fail(spans.metric, { what, expected: 'expected a percentile or `avg`, such as `p99`' });
  }
  if (slo.limit.kind === 'relative') {
    tokens.fail(spans.limit, {
      what: 'A capacity has a limit of its own.',
      expected: 'expected a time, such as `30ms`',
    });
  }
  if (!slo.operator.startsWith('<')) {
    const what = 'An SLO says what must hold: that the service is fast.';
    tokens.correct(spans.operator, what, slo.operator.replace('>', '<'));
  }
  if (!tokens.takeWord('between')) {
    tokens.failExpected('the range of rates to search', {
      hint: `For example \`${printSlo(slo)} between 100 and 5000 req/s\`.`,
    });
  }
  const first = takeNumber(tokens, 'the lowest rate, such as `100`');
  // A unit after the first number is welcome, and not needed.
  if (tokens.next.text === 'req/s') tokens.take();
  if (!tokens.takeWord('and')) tokens.failExpected('`and`', { replacement: 'and' });
  const second = takeNumber(tokens, 'the highest rate, such as `5000`');
  takeRateUnit(tokens, second, 'expected `req/s`');
  if (!tokens.ended) tokens.failExpected('nothing more after the range');
  const [from, to] = [Number(first.text), Number(second.text)];
  checkRange(tokens, from, to, { first, second });
  return { slo, from, to };
}

function checkRange(
  tokens: Tokens,
  from: number,
  to: number,
  { first, second }: { first: TextSpan; second: TextSpan },
): void {
  if (from <= 0) {
    const what = 'No arrivals at all are no load.';
    tokens.fail(first, { what, expected: 'expected more than 0' });
  }
  if (to > MOST_RATE) {
    tokens.fail(second, { what: 'The rate is too large.', expected: `expected at most ${MOST_RATE}` });
  }
  if (to >= NARROWEST * from) return;
  const what = to < from ? 'The range ends below its start.' : 'The range is too narrow to search in.';
  tokens.fail(tokens.span(first, second), {
    what,
    expected: `expected an end of at least \`${printDecimal(Math.ceil(NARROWEST * from))} req/s\``,
  });
}
