import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { isLatency, type Metric, printMetric, unitOf as unitOfAny } from '../../metrics/metric.ts';
import type { Unit } from '../../metrics/table.ts';
import type { TextSpan } from '../diagnostics/text-error.ts';
import { nearest, quote } from '../diagnostics/words.ts';
import { type Token, type Tokens, takeNumber, takeRateUnit } from './lexer.ts';
import { readMetric } from './metric.ts';
import type { LimitValue } from './slo-type.ts';

/** Units, each with the unit in which its values are kept, and the power of ten that leads there. */
const UNITS: Record<string, { kept: Unit; places: number }> = {
  us: { kept: 'ms', places: -3 },
  ms: { kept: 'ms', places: 0 },
  s: { kept: 'ms', places: 3 },
  '%': { kept: 'fraction', places: -2 },
  kB: { kept: 'MB', places: -3 },
  MB: { kept: 'MB', places: 0 },
  GB: { kept: 'MB', places: 3 },
};

const UNIT_SLIPS: [RegExp, string][] = [
  [/^(?:s|secs?|seconds?)$/i, 's'],
  [/^(?:ms|msecs?|millis|millisecs?|milliseconds?|m)$/i, 'ms'],
  [/^(?:us|usecs?|micros|microseconds?|[µμ]s)$/i, 'us'],
  [/^(?:pct|percent|per-?cent)$/i, '%'],
  [/^(?:k|kb|kib)$/i, 'kB'],
  [/^(?:mb|mib|megabytes?)$/i, 'MB'],
  [/^(?:g|gb|gib|gigabytes?)$/i, 'GB'],
];

/** Units that built-in metrics have. */
type OwnUnit = Exclude<Unit, 'plain' | '/s'>;

const FITTING: Record<OwnUnit, { expected: string; first: string }> = {
  ms: { expected: 'expected `us`, `ms` or `s`', first: 'ms' },
  fraction: { expected: 'expected `%`', first: '%' },
  'req/s': { expected: 'expected `req/s`', first: ' req/s' },
  MB: { expected: 'expected `kB`, `MB` or `GB`', first: 'MB' },
};

const EXAMPLES: Record<OwnUnit, string> = { ms: '30ms', fraction: '0.1%', 'req/s': '900 req/s', MB: '300MB' };

/** What values of a unit are, for errors. */
const NATURES: Record<OwnUnit, string> = {
  ms: 'a time',
  fraction: 'a share of the requests',
  'req/s': 'a rate',
  MB: 'an amount of memory',
};

/** Prints `30ms`, `0.1%`, `900 req/s`, or `1.5 x other.p95 + 10ms`. */
export function printLimit(limit: LimitValue): string {
  if (limit.kind === 'absolute') return printQuantity(limit.value, limit.unit);
  const factor = limit.factor === 1 ? '' : `${printDecimal(limit.factor)} x `;
  const sign = limit.offsetMs < 0 ? '-' : '+';
  const offset = limit.offsetMs === 0 ? '' : ` ${sign} ${printQuantity(Math.abs(limit.offsetMs), 'ms')}`;
  return `${factor}${limit.scenario}.${printMetric(limit.metric)}${offset}`;
}

/** Gives the unit of a metric that is not custom. Limits of those are read in `custom-metric.ts`. */
function unitOf(metric: Metric): OwnUnit {
  return unitOfAny(metric) as OwnUnit;
}

function printQuantity(value: number, unit: Unit): string {
  if (unit === 'fraction') return `${printDecimal(value, 2)}%`;
  if (unit === 'req/s') return `${printDecimal(value)} req/s`;
  if (unit === 'MB') return `${printDecimal(value)}MB`;
  if (unit === 'plain') return printDecimal(value);
  if (unit === '/s') return `${printDecimal(value)}/s`;
  const ms = `${printDecimal(value)}ms`;
  const s = `${printDecimal(value, -3)}s`;
  const us = `${printDecimal(value, 3)}us`;
  if (value >= 1000) return s.length < ms.length ? s : ms;
  return value < 1 && us.length <= ms.length ? us : ms;
}

/** Takes the limit of an SLO. Its unit must fit the metric. */
export function takeLimit(tokens: Tokens, metric: Metric): LimitValue {
  const token = tokens.next;
  if (token.kind === 'word') return takeRelative(tokens, metric, 1);
  const number = takeNumber(tokens, `a limit such as \`${EXAMPLES[unitOf(metric)]}\``);
  const sign = tokens.next;
  if (/^(?:x|\*|×)$/i.test(sign.text)) {
    if (sign.text !== 'x' || !sign.blankBefore || !tokens.peek(1).blankBefore) {
      failOnFactor(tokens, number, sign.offset + sign.length);
    }
    if (Number(number.text) === 0) {
      tokens.fail(number, { what: 'A factor of 0 leaves no limit.', expected: 'expected more than 0' });
    }
    tokens.take();
    return takeRelative(tokens, metric, Number(number.text));
  }
  if (/^x\S+\.\S/.test(sign.text)) failOnFactor(tokens, number, sign.offset + 1);
  const unit = unitOf(metric);
  if (unit === 'req/s') {
    takeRateUnit(tokens, number, FITTING[unit].expected);
    return { kind: 'absolute', value: Number(number.text), unit };
  }
  const value = shiftDecimal(number.text, takeUnit(tokens, number, metric));
  if (unit === 'fraction' && value > 1) {
    tokens.fail(number, {
      what: 'More than every request cannot fail.',
      expected: 'expected at most `100%`',
    });
  }
  return { kind: 'absolute', value, unit };
}

function failOnFactor(tokens: Tokens, number: Token, end: number): never {
  const right = tokens.text.slice(end).trimStart().length > 0;
  return tokens.fail(
    { offset: number.offset + number.length, length: end - number.offset - number.length },
    {
      what: 'A factor is written with ` x ` between blanks.',
      expected: 'expected ` x `, as in `1.5 x sparql.p99`',
      replacement: right ? (/\s/.test(tokens.text[end] ?? '') ? ' x' : ' x ') : undefined,
    },
  );
}

/** Takes the unit of a latency or a share. @returns the power of ten that leads to the kept unit */
function takeUnit(tokens: Tokens, number: Token, metric: Metric): number {
  const token = tokens.next;
  const { expected, first } = FITTING[unitOf(metric)];
  const unit = Object.hasOwn(UNITS, token.text) ? UNITS[token.text] : undefined;
  if (unit?.kept === unitOf(metric)) {
    tokens.take();
    return unit.places;
  }
  const name = printMetric(metric);
  const missing = token.kind === 'end' || (token.kind === 'word' && /^(?:at|for|and)$/.test(token.text));
  if (missing || (token.kind === 'symbol' && !unit)) {
    const share = metric.kind === 'errors' && Number(number.text) < 1 && Number(number.text) > 0;
    const digits = share ? printDecimal(Number(number.text), 2) : number.text;
    tokens.fail(missing ? number : token, {
      what: missing ? `The limit of \`${name}\` has no unit.` : `${quote(token.text)} is not a unit.`,
      expected,
      ...(missing ? { replacement: `${digits}${first}` } : {}),
      ...(share && missing
        ? {
            hint: `A share of ${number.text} is ${digits}%; if you meant ${number.text} percent, write \`${number.text}%\`.`,
          }
        : {}),
    });
  }
  const slip = UNIT_SLIPS.find(([pattern]) => pattern.test(token.text))?.[1];
  const fitting = slip && UNITS[slip]?.kept === unitOf(metric) ? slip : nearestUnit(token.text, metric);
  tokens.fail(token, {
    what:
      unit || (slip && !fitting) || token.text === 'req/s'
        ? `\`${name}\` is ${isLatency(metric) ? 'a latency' : NATURES[unitOf(metric)]}: ${quote(token.text)} does not fit.`
        : `${quote(token.text)} is not a unit here.`,
    expected,
    replacement: fitting,
  });
}

function nearestUnit(word: string, metric: Metric): string | undefined {
  return nearest(
    word,
    Object.keys(UNITS).filter((unit) => UNITS[unit]?.kept === unitOf(metric)),
  );
}

/** Takes a limit relative to another scenario: `sparql.p95`, optionally `+ 150ms`. */
function takeRelative(tokens: Tokens, metric: Metric, factor: number): LimitValue {
  const token = tokens.next;
  const expected = `expected a number with a unit, such as \`30ms\``;
  if (token.kind !== 'word') tokens.failExpected("another scenario's metric, such as `sparql.p99`");
  const dot = token.text.indexOf('.');
  const scenario = token.text.slice(0, dot);
  if (dot < 0 || !/^[a-z][a-z0-9_-]*$/.test(scenario)) {
    tokens.fail(token, { what: `${quote(token.text)} is not a limit.`, expected });
  }
  const span = { offset: token.offset + dot + 1, length: token.length - dot - 1 };
  const word = token.text.slice(dot + 1);
  const glued = /^([^-]+)-(\d.*)$/.exec(word);
  if (glued) failOnSign(tokens, { offset: span.offset + glued[1]!.length, length: 1 }, '-');
  tokens.take();
  const other = readMetric(tokens, word, span);
  if (unitOf(other) !== unitOf(metric)) {
    tokens.fail(span, {
      what: `\`${printMetric(metric)}\` and \`${printMetric(other)}\` are not of the same kind.`,
      expected: `expected a metric in the unit of \`${printMetric(metric)}\``,
    });
  }
  const limit = { kind: 'relative', scenario, metric: other, factor } as const;
  const sign = tokens.next;
  if (/^[x*×/]$/i.test(sign.text) && factor === 1) failOnLateFactor(tokens, token);
  if (sign.text !== '+' && sign.text !== '-') return { ...limit, offsetMs: 0 };
  if (!sign.blankBefore || !tokens.peek(1).blankBefore) failOnSign(tokens, sign, sign.text);
  tokens.take();
  if (unitOf(metric) !== 'ms') {
    tokens.fail(sign, {
      what: `Only latencies take an offset, \`${printMetric(metric)}\` does not.`,
      expected: 'expected a factor, such as `1.5 x`',
    });
  }
  const number = takeNumber(tokens, 'an offset such as `150ms`');
  const offset = shiftDecimal(number.text, takeUnit(tokens, number, metric));
  return { ...limit, offsetMs: sign.text === '-' && offset !== 0 ? -offset : offset };
}

/** Fails at a factor that stands behind its metric: `search.p99 * 2`. */
function failOnLateFactor(tokens: Tokens, other: Token): never {
  const [sign, number] = [tokens.next, tokens.peek(1)];
  const factor = sign.text === '/' ? 1 / Number(number.text) : Number(number.text);
  const isFactor = number.kind === 'number' && factor > 0 && Number.isFinite(factor);
  return tokens.fail(tokens.span(other, isFactor ? number : sign), {
    what: 'A factor stands before the metric.',
    expected: `expected one such as \`1.5 x ${other.text}\``,
    replacement: isFactor ? `${printDecimal(Number(factor.toPrecision(4)))} x ${other.text}` : undefined,
  });
}

function failOnSign(tokens: Tokens, span: TextSpan, sign: string): never {
  const before = /\s/.test(tokens.text[span.offset - 1] ?? '') ? '' : ' ';
  const after = /\s/.test(tokens.text[span.offset + span.length] ?? '') ? '' : ' ';
  return tokens.fail(span, {
    what: `\`${sign}\` needs a blank on both sides, since names may hold dashes.`,
    expected: `expected \` ${sign} \``,
    replacement: `${before}${sign}${after}`,
  });
}
