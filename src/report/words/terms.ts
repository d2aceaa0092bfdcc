import type { Slo } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import type { CpuUse } from '../../measurement/measurement.ts';
import { type Metric, titleOf, type Where } from '../../metrics/metric.ts';
import type { CapacityEstimate } from '../../verdict/capacity-measurement.ts';
import {
  FORMATS,
  formatChangeOf,
  formatCount,
  formatMs,
  formatRate,
  formatShare,
  formatValue,
} from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut, cutMiddle } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';

/** Names a metric: `p99`, `errors`, `tail (from p90)`, `requests over 43 ms`, `p50 alone`. */
export function metricName(metric: Metric, where: Where = 'all'): string {
  return titleOf(metric) + (where === 'alone' ? ' alone' : '');
}

const LIMIT_DIGITS = 6;

/** Writes the limit of an SLO without its metric: `< 80 ms`. */
export function limitWords({ operator: written, limit }: Slo): string {
  const operator = { '<': '<', '<=': '≤', '>': '>', '>=': '≥' }[written];
  if (limit.kind === 'absolute') return `${operator} ${FORMATS[limit.unit](limit.value, LIMIT_DIGITS)}`;
  const times = limit.factor === 1 ? '' : `${limit.factor} × `;
  const offset = formatMs(Math.abs(limit.offsetMs), LIMIT_DIGITS);
  const plus = limit.offsetMs === 0 ? '' : ` ${limit.offsetMs < 0 ? '−' : '+'} ${offset}`;
  return `${operator} ${times}${title(limit.scenario, limit.metric)}${plus}`;
}

/** Writes an SLO: `p99 < 80 ms`. */
export function sloWords(slo: Slo): string {
  return `${metricName(slo.metric)} ${limitWords(slo)}`;
}

/** Names scenario and metric, short enough for a table: `checkout p99`. */
export function title(label: string, metric: Metric, where?: Where): string {
  return `${shortLabel(label)} ${metricName(metric, where)}`;
}

/** Names the metric of a row; a capacity with its goal: `quote capacity (p99 < 30 ms)`. */
export function rowTitle(row: Pick<Row, 'label' | 'metric' | 'where' | 'goal'>): string {
  return title(row.label, row.metric, row.where) + (row.goal === null ? '' : ` (${sloWords(row.goal.slo)})`);
}

/** Cuts a label in the middle: many differ only at the end, by their variant or load. */
export function shortLabel(label: string): string {
  return cutMiddle(label, 120);
}

/** Writes an interval in the metric's unit, written once if both ends share it: `58.1 … 62.9 ms`. */
export function rangeWords(metric: Metric, low: number, high: number): string {
  const [from, to] = [formatValue(metric, low), formatValue(metric, high)];
  const unit = / \S+$/.exec(to)?.[0] ?? '';
  return `${from.endsWith(unit) ? from.slice(0, from.length - unit.length) : from} … ${to}`;
}

/** Writes `812 of 1,000 req/s`, from counts over the same time; closed models intend no rate. */
export function rateOf(sent: number, intended: number, seconds: number): string {
  if (intended <= sent) return formatRate(sent / seconds);
  return `${formatRate(sent / seconds).replace(' req/s', '')} of ${formatRate(intended / seconds)}`;
}

/** Writes `CPU used: k6 98 % of 1 core, service 0.3 cores`. */
export function cpuWords({ generator, generatorLimit, cores, service }: CpuUse): string {
  const limit = generatorLimit ?? cores;
  const k6 = generator === null ? 'unknown' : `${formatShare(generator / limit, 2)} of ${coreCount(limit)}`;
  return `CPU used: k6 ${k6}, service ${coreCount(service)}`;
}

/** Writes `1 core`, `0.8 cores`, `unknown`. */
function coreCount(cores: number | null): string {
  return cores === null ? 'unknown' : counted(Math.round(cores * 10) / 10, 'core');
}

/** Writes `1 round`, `12 rounds`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  const shown = Number.isInteger(count) ? formatCount(count) : String(count);
  return `${shown} ${count === 1 ? one : many}`;
}

/** Writes `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Lists the first names, and counts the rest: `a, b and 3 more`. */
export function listSome(names: readonly string[], most = 3): string {
  const rest = names.length - most;
  return listed(rest > 0 ? [...names.slice(0, most), `${formatCount(rest)} more`] : names);
}

/** Writes `, and 3 more`; nothing if there are no others. */
export function more(others: number): string {
  return others > 0 ? `, and ${formatCount(others)} more` : '';
}

/** Names what the head is compared with in a table: `base d53bb18`; `main` if these are records. */
export function baseTitle(report: Report): Phrase {
  const commit = report.verdict.pair?.baseCommit ?? null;
  return commit === null ? say`${baseName(report)}` : say`base ${code(shortCommit(commit))}`;
}

/** Names what the head is compared with in a sentence: `base`, or the branch of the records. */
export function baseName({ verdict: { pair }, baseBranch }: Report): string {
  return pair ? 'base' : cut(baseBranch, 40);
}

/** Returns the first seven digits of a commit. */
export function shortCommit<T extends string | null>(commit: T): T | string {
  return commit === null ? commit : cut(commit, 40).slice(0, 7);
}

/** Writes where a capacity (req/s) outside the searched range lies: `at least 5,000 req/s`; null if it was found. */
export function beyondWords(
  kind: CapacityEstimate['kind'],
  range: { low: number; high: number },
): string | null {
  if (kind === 'found') return null;
  const bound = boundWords(kind, kind === 'below' ? range.high : range.low);
  return kind === 'generator' ? `${bound}; k6 was the bottleneck` : bound;
}

/** Writes on which side of a rate (req/s) a capacity lies. */
export function boundWords(side: CapacityEstimate['kind'] | null, rate: number | null): string {
  return rate ? `${side === 'below' ? 'below' : 'at least'} ${formatRate(rate)}` : 'not known';
}

/** What makes a measurement say more: longer load, or more requests. */
export const MORE_LOAD: Phrase = say`larger ${code('budget')} or ${code('load')}`;

/** Writes a change without its sign: `6 %`, `0.3 points`. */
export function sizeOf(metric: Metric, value: number): string {
  return formatChangeOf(metric, Math.abs(value)).replace('+', '');
}
