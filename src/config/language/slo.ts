import type { Load } from '../../measurement/measurement.ts';
import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { type Metric, printMetric, unitOf } from '../../metrics/metric.ts';
import type { Unit } from '../../metrics/table.ts';
import { TextError } from '../diagnostics/problem.ts';
import { joinWords, quote } from '../diagnostics/words.ts';
import { printBound } from './duration.ts';
import { type LoadRange, parseLoad, printLoad } from './load.ts';
import { parseMetric } from './metric.ts';
import type { CapacityGoal, LimitValue, Operator, Slo } from './slo-type.ts';
import { match, NUMBER, refuse } from './text.ts';

/** `load`: the one after `at`. */
export type ParsedSlo = { slo: Slo; load?: Load | LoadRange };

const SLO = /^(?<name>[^ <>=]+) ?(?<operator>[<>]=?) ?(?<limit>[^<>=]+?)(?: at (?<at>.+))?$/;
const AMOUNT = new RegExp(`^(?<number>${NUMBER}) ?(?<unit>[a-zA-Z/%]*)$`);
const RELATIVE = new RegExp(
  `^(?:(?<factor>${NUMBER}) x )?(?<scenario>[a-z][a-z0-9_-]*)\\.(?<other>[^ ]+)` +
    `(?: (?<sign>[+-]) (?<number>${NUMBER}) ?(?<unit>us|ms|s))?$`,
);

/** Units as written, each with the unit in which its values are kept, and the power of ten between them. */
const UNITS: Record<string, { kept: Unit; places: number }> = {
  us: { kept: 'ms', places: -3 },
  ms: { kept: 'ms', places: 0 },
  s: { kept: 'ms', places: 3 },
  '%': { kept: 'fraction', places: -2 },
  'req/s': { kept: 'req/s', places: 0 },
  kB: { kept: 'MB', places: -3 },
  MB: { kept: 'MB', places: 0 },
  GB: { kept: 'MB', places: 3 },
  '/s': { kept: '/s', places: 0 },
  '': { kept: 'plain', places: 0 },
};

export const SLOS = ['p99 < 30ms at 1000 req/s', 'errors < 0.1%', 'p95 < 1.5 x sparql.p95 + 150ms'];

/** Parses `METRIC OP VALUE [at LOAD]`. Latencies become ms, percentages become fractions. @throws TextError */
export function parseSlo(text: string): ParsedSlo {
  const { name = '', operator, limit = '', at } = match(text, SLO) ?? {};
  if (operator === undefined) return refuse(text, 'an SLO', SLOS);
  const slo = readCondition(parseMetric(name), operator as Operator, limit);
  return { slo, ...(at !== undefined && { load: parseLoad(at) }) };
}

/** Prints an SLO so that `parseSlo` reads the same SLO back. */
export function printSlo(slo: Slo, load?: ParsedSlo['load']): string {
  const at = load ? ` at ${printLoad(load)}` : '';
  return `${printMetric(slo.metric)} ${slo.operator} ${printLimit(slo.limit)}${at}`;
}

/** Prints the goal of a search: `p99 < 30ms between 100 and 5000 req/s`. */
export function printCapacity({ slo, from, to }: CapacityGoal): string {
  return `${printSlo(slo)} between ${printDecimal(from)} and ${printDecimal(to)} req/s`;
}

/** Prints `30ms`, `0.1%`, `900 req/s`, or `1.5 x other.p95 + 10ms`. */
function printLimit(limit: LimitValue): string {
  if (limit.kind === 'absolute') return printAmount(limit.value, limit.unit);
  const factor = limit.factor === 1 ? '' : `${printDecimal(limit.factor)} x `;
  const sign = limit.offsetMs < 0 ? '-' : '+';
  const offset = limit.offsetMs === 0 ? '' : ` ${sign} ${printBound(Math.abs(limit.offsetMs))}`;
  return `${factor}${limit.scenario}.${printMetric(limit.metric)}${offset}`;
}

function printAmount(value: number, unit: Unit): string {
  if (unit === 'ms') return printBound(value);
  if (unit === 'fraction') return `${printDecimal(value, 2)}%`;
  return `${printDecimal(value)}${{ 'req/s': ' req/s', MB: 'MB', plain: '', '/s': '/s' }[unit]}`;
}

function readCondition(metric: Metric, operator: Operator, text: string): Slo {
  // For a script's metric, the limit determines the unit of its values.
  const units: Unit[] =
    metric.kind !== 'custom'
      ? [unitOf(metric)]
      : metric.statistic === 'rate'
        ? ['fraction', '/s']
        : ['ms', 'plain'];
  const limit =
    readAmount(text, units) ?? (metric.kind === 'custom' ? undefined : readRelative(text, metric));
  if (limit === undefined) {
    const fitting = Object.keys(UNITS).filter((unit) => units.includes(UNITS[unit]!.kept));
    const expected = `expected a number with ${joinWords(fitting)}, or one such as \`1.5 x other.p95\``;
    throw new TextError(`${quote(text)} is not a limit for \`${printMetric(metric)}\`.`, expected);
  }
  if (metric.kind !== 'custom' || limit.kind !== 'absolute') return { metric, operator, limit };
  const better = operator.startsWith('>') ? 'higher' : 'lower';
  return { metric: { ...metric, unit: limit.unit as (typeof metric)['unit'], better }, operator, limit };
}

function readAmount(text: string, units: readonly Unit[]): LimitValue | undefined {
  const { number = '', unit = '?' } = match(text, AMOUNT) ?? {};
  const known = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (known === undefined || !units.includes(known.kept)) return undefined;
  const value = shiftDecimal(number, known.places);
  const isPossible = Number.isFinite(value) && (known.kept !== 'fraction' || value <= 1);
  return isPossible ? { kind: 'absolute', value, unit: known.kept } : undefined;
}

/** Parses a limit relative to another scenario, whose metric has the same unit. Only latencies have an offset. */
function readRelative(text: string, metric: Metric): LimitValue | undefined {
  const { factor = '1', scenario, other = '', sign, number = '0', unit = 'ms' } = match(text, RELATIVE) ?? {};
  if (scenario === undefined || !(Number(factor) > 0)) return undefined;
  const theirs = parseMetric(other);
  if (theirs.kind === 'custom' || unitOf(theirs) !== unitOf(metric) || (sign && unitOf(metric) !== 'ms'))
    return undefined;
  const offset = shiftDecimal(number, UNITS[unit]!.places);
  return {
    kind: 'relative',
    scenario,
    metric: theirs,
    factor: Number(factor),
    offsetMs: sign === '-' && offset !== 0 ? -offset : offset,
  };
}
