import * as z from 'zod';
import { joinWords } from '../diagnostics/words.ts';
import { parseDurationWithin, printDuration } from '../language/duration.ts';
import { SETTABLE } from '../language/metric.ts';
import { printPercent } from '../language/percent.ts';
import { DEFAULT_CONFIDENCE, parseConfidence, parseTolerance, printTolerance } from '../language/setting.ts';

/** Form of names of suites, services, scenarios. The names become parts of refs, file names and SLOs. */
export const NAME = /^[a-z][a-z0-9_-]{0,99}$/;
export const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Range of budgets: the shortest load that k6 takes, and the longest that a hosted job may last. */
export const BUDGET_SECONDS = { least: 1, most: 6 * 3600 };

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
  onBaseFailure: 'invalid',
  scope: 'instance',
  driftAgainst: '30d',
  driftTolerance: '10%',
  explain: 'auto',
} as const;

/**
 * Grammars of texts. The schema checks that a value is a text, and `readTexts` puts what it says in its place. A value
 * that is no text at all still gets the grammar's error. `isLate`: its reader parses it, since only that knows how.
 */
export const grammars = z.registry<{
  parse: (text: string) => unknown;
  print: (value: never) => string;
  isLate?: true;
}>();

type Grammar<T> = { parse: (text: string) => T; print: (value: T) => string; isLate?: true };

export type Help = {
  description: string;
  examples?: unknown[];
  default?: unknown;
  [keyword: string]: unknown;
};

export function text(help: Help) {
  return z.string().meta({ pattern: '\\S', ...help });
}

/** A text with a grammar. The output is what it says. */
export function parsed<T>(grammar: Grammar<T>, help: Help): z.ZodType<T, string> {
  return text(help).register(grammars, grammar) as unknown as z.ZodType<T, string>;
}

/** A length of time within a range, in seconds. */
export function duration(range: { least: number; most: number }, help: Help) {
  return parsed({ parse: (text) => parseDurationWithin(text, range), print: printDuration }, help);
}

export const name = (description: string) => z.string().regex(NAME).meta({ description });

/** A text, number or switch. The output is a text, as it is written: `1.10` is a version, not 1.1. */
export function plainValue() {
  const options = [z.string(), z.number(), z.boolean()] as const;
  for (const option of options) option.register(grammars, { parse: String, print: String });
  return z.union(options) as unknown as z.ZodType<string, string | number | boolean>;
}

export const environmentValue = plainValue().meta({
  description: 'Kept as it is written: `1.10` stays `1.10`. May hold `${…}`.',
});

/** A value for all metrics, or one for each of some metrics by name. */
export type UserSetting<Value> = Value | Record<string, Value | undefined>;

const PERCENTILE = 'p[5-9]\\d(\\.\\d+)?';

/** Describes a percentage for all metrics, or one for each of some metrics by name. */
function setting<Value>(
  grammar: Grammar<Value>,
  { examples, ...help }: Help & { examples: (string | object)[] },
) {
  const percentage = text({ ...help, examples: examples.slice(0, 1) });
  const metric = z.string().meta({
    pattern: `^(${PERCENTILE}|${SETTABLE.join('|')}|[A-Za-z_]\\w{0,127}\\.(${PERCENTILE}|avg|min|max|rate))$`,
    description: `\`p50\` … \`p99.999\`, ${joinWords(SETTABLE)}; or \`NAME.STATISTIC\`, a metric of the script.`,
  });
  return z
    .union([
      percentage.register(grammars, grammar),
      z.record(
        metric,
        text({ description: 'For this metric.', examples: examples.slice(0, 1) }).register(grammars, grammar),
      ),
    ])
    .meta({ ...help, examples }) as unknown as z.ZodType<UserSetting<Value>>;
}

/** What may be set depends on the metric, and whether a custom one is a share is only in its SLO. */
const TOLERANCE = {
  parse: (text: string) => printTolerance(parseTolerance(text)),
  print: String,
  isLate: true,
} as const;

/** Keys under `baseline` and in a scenario. Those of the scenario take precedence. */
export const sensitivity = {
  tolerance: setting<string>(TOLERANCE, {
    description:
      'A change smaller than this never blocks. One percentage for all latencies, or one by metric. Default: 5% for `p50`, for percentiles below p95 and for `tail` (the latencies between p90 and p99 together); 10% from p95 on. For `errors` it is a difference of shares (default: 0.1%, as from 2% to 2.1% of the requests), so it is set by name only: 5% for all would let every twentieth request fail. `10% or 2ms` is the larger of the two: a change of a latency blocks beyond both.',
    examples: ['5%', '10% or 2ms', { p50: '3%', p99: '10%', tail: '5%', errors: '0.1%' }],
  }),
  confidence: setting(
    { parse: parseConfidence, print: printPercent },
    {
      description:
        'How sure a run must be before it calls a change a regression, from 50% to 99.99%; at 99% one run of a hundred on identical code raises a false alarm. More confidence takes more budget to see the same change. One percentage, or one by metric.',
      examples: ['99%', { tail: '99.9%' }],
      default: printPercent(DEFAULT_CONFIDENCE),
    },
  ),
};
