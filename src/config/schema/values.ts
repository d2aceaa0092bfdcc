import * as z from 'zod';
import { printMetric } from '../../metrics/metric.ts';
import { TextError } from '../diagnostics/problem.ts';
import { parseDurationWithin, printDuration } from '../language/duration.ts';
import { parseComparedMetric } from '../language/metric.ts';
import { parseTolerance, printTolerance, type Setting, type Tolerance } from '../language/setting.ts';

/** Form of the names of suites, services and scenarios. The names become parts of refs, file names and SLOs. */
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

/** Describes a key for editors. The first example is shown when its value is wrong. */
export function about<S extends z.ZodType>(schema: S, description: string, ...examples: unknown[]): S {
  return schema.meta({ description, ...(examples.length > 0 && { examples }) });
}

/** States the default, as it would be written. */
export function usual<S extends z.ZodType>(value: unknown, schema: S): S {
  return schema.meta({ default: value });
}

/** A text of a certain form. */
export function textLike(pattern: RegExp, description: string, ...examples: string[]) {
  return about(z.string().regex(pattern), description, ...examples);
}

export function text(description: string, ...examples: string[]) {
  return textLike(/\S/, description, ...examples);
}

/** A text with a grammar. The output is its meaning, and `print` turns it back into a text. */
export function grammar<T>(
  parse: (text: string) => T,
  print: (value: T) => string,
  description: string,
  ...examples: string[]
) {
  return z.codec(text(description, ...examples), z.custom<T>(), {
    decode(input, { issues }) {
      try {
        return parse(input);
      } catch (error) {
        if (!(error instanceof TextError)) throw error;
        issues.push({ code: 'custom', input, message: `${error.message}\n${error.hint}` });
        return z.NEVER;
      }
    },
    encode: print,
  });
}

/** One value or a list of values. The output is a list. */
export function oneOrMore<T>(one: z.ZodType<T>, description: string, ...examples: unknown[]) {
  const either = about(z.union([z.array(one).min(1), one]), description, ...examples);
  return z.codec(either, z.custom<T[]>(), {
    decode: (value) => [value].flat() as T[],
    encode: (list) => (list.length === 1 ? list[0]! : list),
  });
}

/** A duration within a range, in seconds. */
export function duration(least: number, most: number, description: string, example: string) {
  return grammar((written) => parseDurationWithin(written, least, most), printDuration, description, example);
}

export function name(description: string, example = 'search') {
  return textLike(NAME, description, example);
}

export const variableName = textLike(ENVIRONMENT_NAME, 'Name of an environment variable.', 'DB_PASSWORD');

/** A text, number or boolean. The output is a text. */
export function plainValue(description: string, pattern: RegExp, ...examples: unknown[]) {
  const any = about(z.union([z.string(), z.number(), z.boolean()]), description, ...examples);
  const written = textLike(pattern, description, ...examples.map(String));
  return z.codec(any, written, { decode: String, encode: (text) => text });
}

const TEMPLATE = 'Kept as written: `1.10` stays `1.10`. May contain `${…}`.';
export const templateValue = plainValue(TEMPLATE, /^/, 'production');

const TOLERANCE =
  'A smaller change never blocks. One percentage for all latencies, or one per metric; `10% or 2ms` means the larger. Default: 5% below p95 and for `tail` (p90 to p99 together), 10% from p95 on; for `errors`, set only by name, 0.1% of the requests.';
const BY_METRIC = { p50: '3%', p99: '10%', tail: '5%', errors: '0.1%' };

const readName = (written: string) => printMetric(parseComparedMetric(written));
const comparedName = grammar(readName, String, 'A built-in or a script metric: `queue.p95`.', 'p99.9');
const oneTolerance = grammar(parseTolerance, printTolerance, 'A percentage, or one with a time.', '5%');
// When writing, each is tried in turn, and a grammar accepts whatever it is given.
const either = z.union([z.record(comparedName, oneTolerance), oneTolerance]);
const given = about(either, TOLERANCE, '5%', '10% or 2ms', BY_METRIC);

/** Tolerance of all latencies, or of some metrics by name. The output has each metric under its canonical name. */
export const tolerance = z.codec(given, z.custom<Setting<Tolerance>>(), {
  decode: (one) => ('fraction' in one ? { all: one, byMetric: {} } : { byMetric: one }) as Setting<Tolerance>,
  encode: (setting) => setting.all ?? setting.byMetric,
});
