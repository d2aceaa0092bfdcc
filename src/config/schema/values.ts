import * as z from 'zod';
import { printMetric } from '../../metrics/metric.ts';
import { TextError } from '../diagnostics/text-error.ts';
import { joinWords } from '../diagnostics/words.ts';
import { parseDurationWithin, printDuration } from '../language/duration.ts';
import { parseComparedMetric, SETTABLE } from '../language/metric.ts';
import { parseTolerance, printTolerance, type Setting, type Tolerance } from '../language/setting.ts';

/** Form of names of suites, services, scenarios. The names become parts of refs, file names and SLOs. */
export const NAME = /^[a-z][a-z0-9_-]{0,99}$/;
export const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const DEFAULTS = {
  suite: 'default',
  budget: '1m',
  capacityBudget: '5m',
  soak: '20s',
  readyTimeout: '60s',
  requestTimeout: '10s',
  stop: 'SIGTERM',
  method: 'GET',
  baseline: 'paired',
  scope: 'instance',
  explain: 'auto',
} as const;

/** Describes a key for editors. The first example is shown where its value is mistaken. */
export function about<S extends z.ZodType>(schema: S, description: string, ...examples: unknown[]): S {
  return schema.meta({ description, ...(examples.length > 0 && { examples }) });
}

/** Tells what holds where the file says nothing, as it would be written. */
export function usual<S extends z.ZodType>(value: unknown, schema: S): S {
  return schema.meta({ default: value });
}

/** Words for a fault that a schema finds: `%` stands for the key, and what is expected follows on a line of its own. */
export function words(what: string, expected: string): string {
  return `${what}\n${expected}`;
}

export function text(description: string, ...examples: string[]) {
  return about(z.string().regex(/\S/), description, ...examples);
}

/** A text of a form. */
export function textLike(pattern: RegExp, description: string, ...examples: string[]) {
  const error = ({ input }: { input?: unknown }) =>
    words(`% is \`${String(input)}\`.`, `expected one such as ${joinWords(examples)}`);
  return about(z.string().regex(pattern, { error }), description, ...examples);
}

/** A text with a grammar. The output is what it says, and `print` writes it as a text again. */
export function grammar<T>(
  parse: (text: string) => T,
  print: (value: T) => string,
  description: string,
  ...examples: string[]
) {
  return z.codec(text(description, ...examples), z.custom<T>(), {
    decode: (written, { issues }) => attempt(() => parse(written), issues, written),
    encode: print,
  });
}

/** Makes an issue of the mistake in a text. */
function attempt<T>(read: () => T, issues: z.core.$ZodRawIssue[], input: unknown): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { what, expected = '', hint = '' } = error.parts;
    issues.push({ code: 'custom', input, message: [what, expected, hint].join('\n') });
    return z.NEVER;
  }
}

/** One value or a list of some. The output is a list. */
export function oneOrMore<T>(one: z.ZodType<T>, description: string, ...examples: unknown[]) {
  const either = about(z.union([z.array(one).min(1), one]), description, ...examples);
  return z.codec(either, z.custom<T[]>(), {
    decode: (value) => [value].flat() as T[],
    encode: (list) => (list.length === 1 ? list[0]! : list),
  });
}

/** A length of time within a range, in seconds. */
export function duration(least: number, most: number, description: string, example: string) {
  return grammar((written) => parseDurationWithin(written, least, most), printDuration, description, example);
}

export function name(description: string, example = 'search') {
  return textLike(NAME, description, example);
}

export const variableName = textLike(ENVIRONMENT_NAME, 'Name of an environment variable.', 'DB_PASSWORD');

/** A text, number or switch. The output is a text, as it is written: `1.10` is a version, not 1.1. */
export function plainValue(description: string, pattern: RegExp, ...examples: unknown[]) {
  const any = about(z.union([z.string(), z.number(), z.boolean()]), description, ...examples);
  const written = textLike(pattern, description, ...examples.map(String));
  return z.codec(any, written, { decode: String, encode: (text) => text });
}

export const templateValue = plainValue(
  'Kept as it is written: `1.10` stays `1.10`. May hold `${…}`.',
  /^/,
  'production',
);

const PERCENTILE = 'p[5-9]\\d(\\.\\d+)?';
const COMPARED = new RegExp(
  `^(${PERCENTILE}|${SETTABLE.join('|')}|[A-Za-z_]\\w{0,127}\\.(${PERCENTILE}|avg|min|max|rate))$`,
);

const comparedName = textLike(COMPARED, 'A metric, also of the script.', 'p99.9', ...SETTABLE, 'NAME.p95');
const oneTolerance = grammar(parseTolerance, printTolerance, 'A percentage, or also a time.', '5%');

function readSetting(given: Tolerance | Record<string, Tolerance>): Setting<Tolerance> {
  if (typeof given.fraction === 'number') return { all: given as Tolerance, byMetric: {} };
  const named = Object.entries(given).map(
    ([metric, value]) => [printMetric(parseComparedMetric(metric)), value] as const,
  );
  const byMetric = Object.fromEntries(named) as Record<string, Tolerance>;
  if (named.length > 0 && Object.keys(byMetric).length === named.length) return { byMetric };
  throw new TextError({
    what: '% does not name each metric once.',
    expected: 'expected one such as `p99: 10%`',
  });
}

const TOLERANCE =
  'A smaller change never blocks. One percentage for all latencies, or one by metric. Default: 5% for `p50`, for percentiles below p95 and for `tail` (p90 to p99 together); 10% from p95 on; for `errors`, by name only, 0.1% of the requests. `10% or 2ms` is the larger of the two.';
const byMetric = z.record(comparedName, oneTolerance);
const BY_METRIC = { p50: '3%', p99: '10%', tail: '5%', errors: '0.1%' };
// What is written again tries each in turn, and a grammar takes whatever it is given.
const given = about(z.union([byMetric, oneTolerance]), TOLERANCE, '5%', '10% or 2ms', BY_METRIC);

/** Tolerance of all latencies, or of some metrics by name. The output has each metric under its usual name. */
export const tolerance = z.codec(given, z.custom<Setting<Tolerance>>(), {
  decode: (written, { issues }) => attempt(() => readSetting(written), issues, written),
  encode: (setting) => setting.all ?? setting.byMetric,
});
