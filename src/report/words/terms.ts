import type { CapacityGoal, Slo } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import type { CpuUse } from '../../measurement/measurement.ts';
import { higherIsBetter, isLatency, type Metric, titleOf, type Where } from '../../metrics/metric.ts';
import type { PairedFinding, SloFinding } from '../../verdict/findings.ts';
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
import { ignoresBudget } from '../rows/budget.ts';
import type { Row } from '../rows/rows.ts';

/** Names a metric: `p99`, `errors`, `tail (p90 to p99)`, `requests over 43 ms`, `p50 alone`. */
export function metricName(metric: Metric, where: Where = 'all'): string {
  return titleOf(metric, (ms) => formatMs(ms, 2)) + (where === 'alone' ? ' alone' : '');
}

/** Writes the limit of an SLO without its metric: `< 80 ms`. */
export function limitWords({ operator: written, limit }: Slo): string {
  const operator = { '<': '<', '<=': '≤', '>': '>', '>=': '≥' }[written];
  if (limit.kind === 'absolute') {
    const value = FORMATS[limit.unit](limit.value, LIMIT_DIGITS);
    return `${operator} ${value}`;
  }
  const times = limit.factor === 1 ? '' : `${limit.factor} × `;
  const offset = formatMs(Math.abs(limit.offsetMs), LIMIT_DIGITS);
  const plus = limit.offsetMs === 0 ? '' : ` ${limit.offsetMs < 0 ? '−' : '+'} ${offset}`;
  return `${operator} ${times}${title(limit.scenario, limit.metric)}${plus}`;
}

/** Names scenario and metric, short enough for a table: `checkout p99`. */
export function title(label: string, metric: Metric, where?: Where): string {
  return `${shortLabel(label)} ${metricName(metric, where)}`;
}

/** Names the metric of a row, a capacity with what it keeps: `quote capacity (p99 < 30 ms)`. */
export function rowTitle({
  label,
  metric,
  where,
  goal,
}: Pick<Row, 'label' | 'metric' | 'where' | 'goal'>): string {
  return goal === null ? title(label, metric, where) : `${title(label, metric)} (${goalWords(goal)})`;
}

/** Most characters of a label; more with the values of a variant. By those, or by the load at the end, many differ. */
export const LONGEST_LABEL = { usual: 48, variant: 120 };

export function shortLabel(label: string): string {
  return label.endsWith(']') ? cut(label, LONGEST_LABEL.variant) : cutMiddle(label, LONGEST_LABEL.usual);
}

/** Writes an interval in the metric's unit: `58.1 … 62.9 ms`. */
export function rangeWords(metric: Metric, low: number, high: number): string {
  const [from, to] = [formatValue(metric, low), formatValue(metric, high)];
  return `${withoutUnit(from, to)} … ${to}`;
}

/** Leaves the unit of a text out, if another text that follows has the same. */
export function withoutUnit(text: string, next: string): string {
  const unit = next.includes(' ') ? next.slice(next.lastIndexOf(' ')) : '';
  return unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
}

/** Writes `812 of 1,000 req/s`, from counts over the same stretch of time; closed models intend no rate. */
export function rateOf(sent: number, intended: number, seconds: number): string {
  if (seconds > 0 && intended <= sent) return formatRate(sent / seconds);
  if (!(seconds > 0)) return `${formatCount(sent)} of ${formatCount(intended)} requests`;
  return `${formatRate(sent / seconds).replace(' req/s', '')} of ${formatRate(intended / seconds)}`;
}

/** Writes `k6 at 98 % of its core, service at 31 % of a core`. */
export function cpuWords({ generator, generatorLimit, cores, service }: CpuUse): string {
  const limit = generatorLimit ?? cores;
  const room = limit === 1 ? 'its core' : `its ${coreCount(limit)}`;
  const k6 =
    generator === null ? 'CPU use of k6 unknown' : `k6 at ${formatShare(generator / limit, 2)} of ${room}`;
  return `${k6}, ${serviceWords(service)}`;
}

/** Writes `service at 31 % of a core`. */
export function serviceWords(service: number | null): string {
  if (service === null) return 'that of the service unknown';
  return service < 0.995
    ? `service at ${formatShare(service, 2)} of a core`
    : `service at ${coreCount(service)}`;
}

/** Writes `1 core`, `0.8 cores`. */
export function coreCount(cores: number): string {
  const count = cores.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${count} ${count === '1' ? 'core' : 'cores'}`;
}

/** Writes a text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes `1 round`, `12 rounds`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Writes `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Lists the first `most` names, and counts the rest: `a, b and 3 more`. */
export function listSome(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return listed(rest > 0 ? [...names.slice(0, most), `${formatCount(rest)} more`] : names);
}

/** Names the sides as a table does: `main a1b2c3d` and `this PR`, or `main, typical` and `this run`. */
export function armNames({ verdict: { pair, changes }, baseBranch, history }: Report): {
  base: Phrase;
  head: string;
} {
  const branch = cut(baseBranch, 24);
  if (!pair) {
    const only = history.length === 1 ? shortCommit(history[0]!.commit) : null;
    // Stored runs that were compared with each other are not typical of anything.
    const two = changes.some(({ kind }) => kind === 'stored');
    const base = two
      ? say`${branch}`
      : only === null
        ? say`${branch}, typical`
        : say`${branch} ${code(only)}`;
    return { base, head: 'this run' };
  }
  if (pair.because === 'deployed') return { base: say`base`, head: 'head' };
  const commit = code(shortCommit(pair.baseCommit) ?? '');
  switch (pair.because) {
    case 'merge-parent':
      return { base: say`${branch} ${commit}`, head: 'this PR' };
    case 'merge-base':
    case 'merge-group':
      return { base: say`${branch} ${commit}`, head: 'this run' };
    case 'asked':
    case 'before-push':
    case 'parent':
      return { base: say`base ${commit}`, head: 'this run' };
  }
}

/** Names the unit of an interval: blocks of a pair, or starts of the service for stored runs. */
export function blockName({ verdict: { pair } }: Report): string {
  return pair ? 'block' : 'process start';
}

/** Names what a block has of each arm: a fresh start, or a round of deployments, which nobody starts. */
export function startName({ verdict: { pair } }: Report): 'fresh start' | 'round' {
  return pair?.because === 'deployed' ? 'round' : 'fresh start';
}

/** Names the base within a sentence: `main`, or `the base` when it may be any revision. */
export function baseName({ verdict: { pair }, baseBranch }: Report): string {
  const isNamed = pair && ['asked', 'parent', 'deployed'].includes(pair.because);
  return isNamed ? 'the base' : cut(baseBranch, 40);
}

/** Gives the first seven digits of a commit. */
export function shortCommit(commit: string | null): string | null {
  return commit === null ? null : cut(commit, 40).slice(0, 7);
}

const LIMIT_DIGITS = 6;

/** Writes what a capacity keeps: `p99 < 30 ms`. */
export function goalWords({ slo }: CapacityGoal): string {
  return `${metricName(slo.metric)} ${limitWords(slo)}`;
}

/**
 * Writes where a capacity lies that was not found within its range: `at least 5,000 req/s, the end of the range`.
 *
 * @param bounds the lowest and the highest that it may have (req/s), of all starts
 */
export function beyondWords(
  { kind, goal }: NonNullable<SloFinding['capacity']>,
  { low, high }: { low: number; high: number },
): string | null {
  switch (kind) {
    case 'found':
      return null;
    case 'above':
      return `at least ${formatRate(low)}${low < goal.to ? '' : ', the end of the range'}`;
    case 'below':
      return `below ${formatRate(high)}${high > goal.from ? '' : ', the start of the range'}`;
    case 'generator':
      return low > 0
        ? `at least ${formatRate(low)}, the generator's limit`
        : "not known: no rate was within the generator's limit";
  }
}

/** Share of failed requests that hardly changes what the others cost. */
const FEW_FAILED = 0.01;

/** Lists the scenarios that are slower, but for those whose requests fail: these take other ways through the code. */
export function listSlower({ verdict }: Report): string[] {
  const faults = verdict.faults.filter((fault) =>
    fault.kind === 'failing'
      ? !fault.soak && fault.failed > FEW_FAILED * fault.requests
      : fault.kind === 'crashed' || fault.kind === 'cannot-keep-up',
  );
  const failing = new Set(faults.map(({ label }) => label));
  const slower = verdict.changes.filter(
    ({ code, metric, label }) => code === 'regressed' && isLatency(metric) && !failing.has(label),
  );
  return [...new Set(slower.map(({ label }) => label))];
}

/** Names what makes the measurement of some steps longer: a larger budget, or more work where that changes nothing. */
export function moreLoad({ verdict, record }: Report, labels: readonly string[]): Phrase {
  return labels.every((label) => ignoresBudget(label, verdict.pair, record))
    ? say`longer ${code('load')} (more requests)`
    : say`larger ${code('budget')}`;
}

/** Writes a change without its sign: `6 %`, `0.3 points`. */
export function sizeOf({ metric }: Pick<PairedFinding, 'metric'>, value: number): string {
  return formatChangeOf(metric, Math.abs(value)).replace('+', '');
}

/** Names a change for the worse of some metrics: `slowdown`; `fall` of rates, `rise` of costs; `change` where they differ. */
export function worseNoun(metrics: readonly Metric[]): string {
  const nouns = metrics.map((metric) =>
    isLatency(metric) ? 'slowdown' : higherIsBetter(metric) ? 'fall' : 'rise',
  );
  return new Set(nouns).size === 1 ? nouns[0]! : 'change';
}

/** Says how a value is that is worse by its metric: `slower`; `lower` of a rate, `higher` of a cost. */
export function worseWord(metric: Metric): string {
  if (isLatency(metric)) return 'slower';
  return higherIsBetter(metric) ? 'lower' : 'higher';
}
