import { printDecimal } from '../../metrics/decimal.ts';
import { METRIC_KINDS, type Metric, printMetric, rowOf } from '../../metrics/metric.ts';
import { TextError, type TextErrorParts, type TextSpan } from '../diagnostics/text-error.ts';
import { indexWords, joinNames, nearest, propose, quote } from '../diagnostics/words.ts';
import { isCustom, readCustom } from './custom-metric.ts';
import { Tokens } from './lexer.ts';

const LOWEST_PERCENT = 50;
const HIGHEST_PERCENT = 99.999;

/** Metrics that an SLO names by a word. A metric that is only compared is refused with a hint. */
const PLAIN = METRIC_KINDS.filter((kind) => kind !== 'percentile' && rowOf({ kind }).hint === undefined);
const COMMON = ['p50', 'p75', 'p90', 'p95', 'p99', 'p99.9', ...PLAIN];
const JUDGED = PLAIN.filter((kind) => rowOf({ kind }).estimate !== null).map((kind) => `\`${kind}\``);
const EXPECTED = `expected ${joinNames(['`p50` to `p99.999`', ...JUDGED])}`;

/** Words of other tools, each with the metric that it means here. */
const SYNONYMS = indexWords({
  p50: 'median',
  p99: 'latency duration response_time http_req_duration',
  ...Object.fromEntries(
    METRIC_KINDS.filter((kind) => rowOf({ kind }).synonyms !== '').map((kind) => [
      kind,
      rowOf({ kind }).synonyms,
    ]),
  ),
});

/** Takes the metric that begins an SLO. */
export function takeMetric(tokens: Tokens): Metric {
  const token = tokens.next;
  failOnPercentilePhrase(tokens);
  if (token.kind !== 'word') {
    tokens.fail(token, {
      what: token.kind === 'end' ? 'The SLO has no metric.' : `${quote(token.text)} is not a metric.`,
      expected: EXPECTED,
      hint: 'An SLO reads METRIC OPERATOR VALUE [at LOAD]: `p99 < 30ms at 1000 req/s`.',
    });
  }
  tokens.take();
  if (isCustom(token.text)) return readCustom(tokens, token.text, token);
  return readMetric(tokens, token.text, token);
}

/**
 * Reads a metric from a word, which may be a part of a token (`p99` of `sparql.p99`).
 *
 * @param span place of the word, for the caret
 */
export function readMetric(tokens: Tokens, word: string, span: TextSpan): Metric {
  const plain = PLAIN.find((kind) => kind === word);
  if (plain) return { kind: plain } as Metric;
  if (/^p\d+(?:\.\d+)?$/.test(word)) {
    const percent = Number(word.slice(1));
    if (isInRange(percent) && !word.startsWith('p0')) {
      return { kind: 'percentile', percent };
    }
    failOnPercent(tokens, word.slice(1), span);
  }
  const compared = METRIC_KINDS.find((kind) => kind === word);
  const hint = compared && rowOf({ kind: compared }).hint;
  if (hint) {
    // A metric that is only compared has a tolerance instead of a limit.
    const what = `\`${word}\` is compared with the baseline; it cannot be an SLO.`;
    tokens.fail(span, { what, expected: 'expected a percentile, such as `p99`', hint });
  }
  const ordinal = /^p?(\d+(?:\.\d+)?)(?:th)?$/i.exec(word);
  const near = nearest(word.replaceAll('-', '_'), [...COMMON, ...SYNONYMS.keys()]);
  const replacement = ordinal ? `p${ordinal[1]}` : near && (SYNONYMS.get(near) ?? near);
  return tokens.fail(span, {
    what: `${quote(word)} is not a metric.`,
    expected: near && SYNONYMS.has(near) ? `expected \`${replacement}\`` : EXPECTED,
    replacement,
  });
}

function isInRange(percent: number): boolean {
  return percent >= LOWEST_PERCENT && percent <= HIGHEST_PERCENT;
}

function failOnPercent(tokens: Tokens, digits: string, span: TextSpan): never {
  const percent = Number(digits);
  if (percent === 100 || percent === 0) {
    const replacement = percent === 100 ? 'max' : 'min';
    const extreme = percent === 100 ? 'slowest' : 'fastest';
    tokens.correct(span, `p${digits} is the ${extreme} request.`, replacement);
  }
  // Many dashboards write p99.9 as p999.
  const dotted = /^[5-9]\d\d{1,3}$/.test(digits)
    ? printDecimal(Number(`${digits.slice(0, 2)}.${digits.slice(2)}`))
    : undefined;
  if (dotted && percent > 100) tokens.correct(span, `\`p${digits}\` lacks its point.`, `p${dotted}`);
  const tooFar = percent > HIGHEST_PERCENT && percent < 100;
  tokens.fail(span, {
    what: tooFar
      ? `p${digits} would need more requests than a gate can send.`
      : `p${digits} is out of range.`,
    expected: 'expected `p50` to `p99.999`',
    replacement: tooFar ? 'p99.999' : undefined,
  });
}

/** Fails on other forms of `p99`: `99 < …`, `99% < …`, `99th percentile < …` and `p(99) < …`. */
function failOnPercentilePhrase(tokens: Tokens): void {
  const token = tokens.next;
  const fail = (span: TextSpan, digits: string) =>
    tokens.fail(span, {
      what: `${quote(tokens.text.slice(span.offset, span.offset + span.length))} is not a metric.`,
      ...(isInRange(Number(digits))
        ? { expected: `expected \`p${digits}\``, replacement: `p${digits}` }
        : { expected: EXPECTED }),
    });
  if (/^p$/i.test(token.text) && tokens.peek(1).text === '(' && tokens.peek(3).text === ')') {
    fail(tokens.span(token, tokens.peek(3)), tokens.peek(2).text);
  }
  if (/^p$/i.test(token.text) && tokens.peek(1).kind === 'number') {
    fail(tokens.span(token, tokens.peek(1)), tokens.peek(1).text);
  }
  if (token.kind !== 'number') return;
  let last = token;
  for (let ahead = 1; /^(?:th|%|percentile|percent)$/i.test(tokens.peek(ahead).text); ahead++)
    last = tokens.peek(ahead);
  fail(tokens.span(token, last), token.text);
}

/** Kinds of metrics that settings name by a word, such as `tail`. */
export const SETTABLE = METRIC_KINDS.filter((kind) => kind !== 'percentile' && rowOf({ kind }).settable);

const COMMON_COMPARED = ['p50', 'p75', 'p90', 'p95', 'p99', 'p99.9', ...SETTABLE];
const EXPECTED_COMPARED = `expected ${joinNames(['`p50` to `p99.999`', ...SETTABLE.map((kind) => `\`${kind}\``)])}`;

/**
 * Reads the name under which a metric has a setting of its own: `p50` … `p99.999`, `tail`, `errors`,
 * `NAME.p95` of a script.
 *
 * @throws TextError whose span is the whole name
 */
export function parseComparedMetric(name: string): Metric {
  const settable = SETTABLE.find((kind) => kind === name);
  if (settable) return { kind: settable } as Metric;
  const fail = (parts: Omit<TextErrorParts, 'offset' | 'length'>): never => {
    throw new TextError(name, { offset: 0, length: name.length, ...parts });
  };
  if (name === 'slow-share') {
    fail({
      what: '`slow-share` has no setting of its own.',
      expected: EXPECTED_COMPARED,
      hint: 'It guards against rare stalls, with a tolerance of 0.03 percentage points.',
    });
  }
  if (/^(?:all|any|default|others?|\*)$/i.test(name)) {
    fail({
      what: `${quote(name)} is not a metric.`,
      expected: EXPECTED_COMPARED,
      hint: 'A percentage for all of them stands alone, without names: `5%`.',
    });
  }
  const metric = isCustom(name)
    ? readCustom(new Tokens(name, 'name', 'p99'), name, { offset: 0, length: name.length })
    : readName(name, fail);
  if (metric.kind === 'percentile' || metric.kind === 'custom') return metric;
  return fail({ what: `${quote(name)} is not compared with the baseline.`, expected: EXPECTED_COMPARED });
}

function readName(name: string, fail: (parts: Omit<TextErrorParts, 'offset' | 'length'>) => never): Metric {
  const near = nearest(name, COMMON_COMPARED);
  try {
    return readMetric(new Tokens(name, 'name', 'p99'), name, { offset: 0, length: name.length });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { what, replacement } = error.parts;
    const proposal = [replacement, near].find((other) => other !== undefined && isName(other));
    return fail({ what, expected: propose(proposal, EXPECTED_COMPARED) });
  }
}

function isName(name: string): boolean {
  try {
    return printMetric(parseComparedMetric(name)) === name;
  } catch (error) {
    if (error instanceof TextError) return false;
    throw error;
  }
}
