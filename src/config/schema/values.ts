import * as z from 'zod';
import { joinWords } from '../diagnostics/words.ts';
import { parseDuration } from '../language/duration.ts';
import { SETTABLE } from '../language/metric.ts';
import { printPercent } from '../language/percent.ts';
import { DEFAULT_CONFIDENCE, parseConfidence, parseTolerance } from '../language/setting.ts';

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
  onBaseFailure: 'invalid',
  scope: 'instance',
  driftAgainst: '30d',
  driftTolerance: '10%',
  explain: 'auto',
} as const;

/** Schemas of texts that have a grammar. A value that is no text at all still gets the grammar's error. */
export const grammars = z.registry<{ parse: (text: string) => unknown }>();

export type Help = {
  description: string;
  examples?: unknown[];
  default?: unknown;
  [keyword: string]: unknown;
};

export function text(help: Help) {
  return z.string().meta({ pattern: '\\S', ...help });
}

export function durationText(help: Help) {
  return text(help).register(grammars, { parse: parseDuration });
}

export const name = (description: string) => z.string().regex(NAME).meta({ description });

export const environmentValue = z.union([z.string(), z.number(), z.boolean()]).meta({
  description: 'Kept as it is written: `1.10` stays `1.10`. May hold `${…}`.',
});

/** Describes a percentage for all metrics, or one for each of some metrics by name. */
function setting(
  parse: (text: string) => unknown,
  { examples, ...help }: Help & { examples: (string | object)[] },
) {
  const percentage = text({ ...help, examples: examples.slice(0, 1) });
  const metric = z.string().meta({
    pattern: `^(p[5-9]\\d(\\.\\d+)?|${SETTABLE.join('|')})$`,
    description: `\`p50\` … \`p99.999\`, ${joinWords(SETTABLE)}.`,
  });
  return z
    .union([
      percentage.register(grammars, { parse }),
      z.record(
        metric,
        text({ description: 'For this metric.', examples: examples.slice(0, 1) }).register(grammars, {
          parse,
        }),
      ),
    ])
    .meta({ ...help, examples });
}

/** Keys under `baseline` and in a scenario. Those of the scenario take precedence. */
export const sensitivity = {
  tolerance: setting(parseTolerance, {
    description:
      'A change smaller than this never blocks. One percentage for all latencies, or one by metric. Default: 5% for `p50`, for percentiles below p95 and for `tail` (the latencies between p90 and p99 together); 10% from p95 on. For `errors` it is a difference of shares (default: 0.1%, as from 2% to 2.1% of the requests), so it is set by name only: 5% for all would let every twentieth request fail. `10% or 2ms` is the larger of the two: a change of a latency blocks beyond both.',
    examples: ['5%', '10% or 2ms', { p50: '3%', p99: '10%', tail: '5%', errors: '0.1%' }],
  }),
  confidence: setting(parseConfidence, {
    description:
      'How sure a run must be before it calls a change a regression, from 50% to 99.99%; at 99% one run of a hundred on identical code raises a false alarm. More confidence takes more budget to see the same change. One percentage, or one by metric.',
    examples: ['99%', { tail: '99.9%' }],
    default: printPercent(DEFAULT_CONFIDENCE),
  }),
};
