import type { Load } from '../../measurement/load.ts';
import { type Metric, printMetric, unitOf } from '../../metrics/metric.ts';
import { parseOrSuggest, type TextSpan } from '../diagnostics/text-error.ts';
import { quote } from '../diagnostics/words.ts';
import { finishCustom, takeCustomLimit } from './custom-metric.ts';
import { Tokens } from './lexer.ts';
import { printLimit, takeLimit } from './limit.ts';
import { printLoad, takeLoad } from './load.ts';
import { takeMetric } from './metric.ts';
import type { Operator, Slo } from './slo-type.ts';

export type ParsedSlo = {
  slo: Slo;
  /** Load that stands after `at`. */
  load?: Load;
  /** Places of its parts in the text. */
  spans: { metric: TextSpan; operator: TextSpan; limit: TextSpan; load?: TextSpan };
};

const EXAMPLE = 'p99 < 30ms at 1000 req/s';
const OPERATORS = ['<', '<=', '>', '>='] as const;

/** Other forms of the operators, tried in this order. */
const OPERATOR_SLIPS: [RegExp, Operator][] = [
  [/^(?:is )?(?:at most|up to|no more than|not more than|lte\b|=<|≤)/i, '<='],
  [/^(?:is )?(?:at least|no less than|not less than|gte\b|=>|≥)/i, '>='],
  [/^(?:is )?(?:(?:less|lower|smaller|faster) than|below|under|lt\b|<<)/i, '<'],
  [/^(?:is )?(?:(?:more|greater|higher) than|above|over|gt\b|>>)/i, '>'],
];

/**
 * Reads `METRIC OP VALUE [at LOAD]`: `p99 < 30ms at 1000 req/s`, `errors < 0.1%`,
 * `p95 < 1.5 x other.p95`. Latencies become ms, percentages become fractions.
 *
 * @throws TextError with the place and, if it is known, the nearest right form
 */
export function parseSlo(text: string): ParsedSlo {
  return parseOrSuggest(
    text,
    (candidate) => takeSlo(new Tokens(candidate, 'SLO', EXAMPLE)),
    ({ slo, load }) => printSlo(slo, load),
  );
}

/** Prints an SLO so that `parseSlo` reads the same SLO back. */
export function printSlo(slo: Slo, load?: Load): string {
  const at = load ? ` at ${printLoad(load)}` : '';
  return `${printMetric(slo.metric)} ${slo.operator} ${printLimit(slo.limit)}${at}`;
}

function takeSlo(tokens: Tokens): ParsedSlo {
  const parsed = takeCondition(tokens);
  if (tokens.ended) return parsed;
  if (!tokens.takeWord('at')) failAfterLimit(tokens);
  const loadAt = tokens.next;
  parsed.load = takeLoad(tokens);
  parsed.spans.load = tokens.span(loadAt, tokens.previous);
  if (!tokens.ended) failAfterSlo(tokens);
  return parsed;
}

/** Takes `METRIC OP VALUE`. */
export function takeCondition(tokens: Tokens): ParsedSlo {
  const metricAt = tokens.next;
  const named = takeMetric(tokens);
  const operatorAt = tokens.next;
  const operator = takeOperator(tokens, named);
  const limitAt = tokens.next;
  const limit = named.kind === 'custom' ? takeCustomLimit(tokens, named) : takeLimit(tokens, named);
  const metric = named.kind === 'custom' ? finishCustom(named, limit, operator) : named;
  return {
    slo: { metric, operator, limit },
    spans: {
      metric: tokens.span(metricAt, metricAt),
      operator: tokens.span(operatorAt, operatorAt),
      limit: tokens.span(limitAt, tokens.previous),
    },
  };
}

function takeOperator(tokens: Tokens, metric: Metric): Operator {
  const token = tokens.next;
  const operator = OPERATORS.find((candidate) => candidate === token.text);
  if (operator) {
    tokens.take();
    return operator;
  }
  const expected = 'expected `<`, `<=`, `>` or `>=`';
  // A rate should be high, any other metric low.
  const direction = unitOf(metric) === 'req/s' ? '>' : '<';
  if (token.kind === 'number') {
    tokens.fail(token, {
      what: 'The comparison is missing.',
      expected,
      replacement: `${direction} ${token.text}`,
    });
  }
  const rest = tokens.text.slice(token.offset);
  const slip = OPERATOR_SLIPS.find(([pattern]) => pattern.test(rest));
  const length = slip?.[0].exec(rest)?.[0].length ?? token.length;
  const isEquality = /^[=!]+$/.test(token.text);
  return tokens.fail(
    { offset: token.offset, length },
    {
      what:
        token.kind === 'end'
          ? 'The SLO ends after its metric.'
          : `${quote(rest.slice(0, length))} is not a comparison.`,
      expected,
      replacement: isEquality ? `${direction}=` : slip?.[1],
    },
  );
}

function failAfterLimit(tokens: Tokens): never {
  const token = tokens.next;
  const isLoad = token.kind === 'number' && tokens.peek(1).kind === 'word';
  const foreign = /^(?:@|with|under|when|on)$/i.test(token.text);
  if (isLoad || foreign) {
    const at = `${token.blankBefore ? '' : ' '}at${tokens.peek(1).blankBefore ? '' : ' '}`;
    tokens.fail(token, {
      what: foreign
        ? `${quote(token.text)} does not lead to a load.`
        : 'The word before the load is missing.',
      expected: 'expected `at`',
      replacement: foreign ? at : `at ${token.text}`,
    });
  }
  return failAfterSlo(tokens, '`at` and a load, or nothing');
}

function failAfterSlo(tokens: Tokens, expected = 'nothing more'): never {
  const { text } = tokens.next;
  const hint = /^(?:,|;|and|&&|or|\|\|)$/.test(text)
    ? 'Several SLOs are a list, one per line: `- p95 < 50ms` and `- p99 < 80ms`.'
    : text === 'for'
      ? '`for` belongs to a load: `at 1000 req/s for 30s`.'
      : undefined;
  return tokens.failExpected(expected, { hint });
}
