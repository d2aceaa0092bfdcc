import { printDuration } from '../../config/language/duration.ts';
import { printLoad } from '../../config/language/load.ts';
import type { Report } from '../../handover/report.ts';
import { higherIsBetter, isLatency, isShare } from '../../metrics/metric.ts';
import type { PairedFinding } from '../../verdict/findings.ts';
import type { PairSummary } from '../../verdict/verdict.ts';
import { formatChangeRange, formatCount, formatNumber, formatShare } from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { adviseBudget, ignoresBudget } from '../rows/budget.ts';
import type { Row } from '../rows/rows.ts';
import { hasAlone } from '../rows/series.ts';
import {
  armNames,
  baseName,
  counted,
  listed,
  metricName,
  moreLoad,
  rowTitle,
  shortCommit,
  shortLabel,
  sizeOf,
  worseNoun,
  worseWord,
} from './terms.ts';
import { explainUnsteady } from './unsteady.ts';

/** States the basis of a comparison side by side, and how far it can be trusted; null without one. */
export function pairStatement(report: Report, rows: readonly Row[]): Phrase | null {
  const { pair } = report.verdict;
  const compared = pairedChanges(rows);
  if (!pair || compared.length === 0) return null;
  const { variants = 1, shards = 1, discarded } = pair;
  const isDeployed = pair.because === 'deployed';
  const [many, machines] = [
    variants > 1 ? ` of ${formatCount(variants)} variants` : '',
    shards > 1 ? ` on ${formatCount(shards)} machines` : '',
  ];
  const planned = pair.blocks === pair.planned ? '' : ` of ${formatCount(pair.planned)}`;
  const blocks = `${formatCount(pair.blocks)}${planned} ${isDeployed ? 'rounds' : 'fresh starts of each'}${many}${machines}`;
  const origin = originWords(pair, cut(report.baseBranch, 40));
  const base =
    pair.baseCommit === null ? say`${origin}` : say`${code(shortCommit(pair.baseCommit)!)}, ${origin}`;
  const how = `${isDeployed ? 'both run already and' : 'both'} get the same traffic ${turnWords(report)}${aloneWords(report, rows)}`;
  const unknown = isDeployed
    ? ' Each is one process on one machine: a lucky start or a faster machine counts as a change. Their processor time, memory and disturbances are not known.'
    : '';
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  // The joint test may reject in fewer blocks than all intervals need, and blocks may be short for a percentile.
  const isOpen = compared.some(({ metric, change }) => formatChangeRange(metric, change) === '');
  const open = isOpen ? '; where there is none, too little was measured for one' : '';
  const shared =
    variants > 1 || shards > 1
      ? `, and the ${shards > 1 ? 'shards' : 'variants'} share one chance of a false alarm, ${formatShare(pair.error)} for the whole run`
      : '';
  const names = { base: baseName(report), head: armNames(report).head };
  const lost = (['base', 'head'] as const).flatMap((arm) =>
    discarded[arm] > 0 ? [`${counted(discarded[arm], 'round')} of ${names[arm]}`] : [],
  );
  const without = lost.length > 0 ? ` Discarded as disturbed: ${listed(lost)}.` : '';
  return say`Compared with ${base}, in ${blocks}; ${how}.${unknown} Ranges hold with ${confidence} each${open}; what is called slower or faster was checked jointly over all metrics${shared}${sensitivityWords(compared, isDeployed ? 'round' : 'start')}.${unreadWords(pair, report.record)}${without}`;
}

/** Most steps that are named as taking no turns, or with a percentile that is not compared. */
const NAMED_STEPS = 3;

/** Says how both arms take load: scripts, closed models and fixed ports take no turns. */
function turnWords({ record }: Report): string {
  const paired = record.steps.filter(({ arm }) => arm === 'base');
  const others = paired.filter(
    (step) => !step.instances.some(({ slices }) => slices.some(({ alternating }) => alternating)),
  );
  if (others.length === paired.length) return 'one after the other';
  if (others.length === 0) return TURNS;
  const named =
    others.length > NAMED_STEPS
      ? counted(others.length, 'scenario')
      : listed(others.map(({ label }) => shortLabel(label)));
  return `${TURNS}, in ${named} one after the other`;
}

const TURNS = 'alternately, 10 ms or one request at a time, in random order';

/** Explains arms that take turns. Each has half of the load then, so SLO values may differ from those compared. */
function aloneWords({ record }: Report, rows: readonly Row[]): string {
  if (!record.steps.some(hasAlone)) return '';
  const { unhalted = [] } = record.pair ?? {};
  const but = unhalted.length === 0 ? '' : `, but for ${listed(unhalted.map((name) => shortLabel(name)))}`;
  const alone = `; each has the whole load alone as well, while the other stands still${but}`;
  return rows.some(({ slo }) => slo !== null) ? `${alone}, and SLOs are judged on that` : alone;
}

/** Writes the change that would have been seen in 8 runs of 10: `7 to 13 %`; null where it is not known. */
export function detectableWords(rows: readonly Row[]): string | null {
  return seenWords(pairedChanges(rows));
}

function seenWords(compared: readonly PairedFinding[]): string | null {
  const seen = rangeOf(compared, ({ detectable }) => detectable);
  const isPartial = compared.some(({ metric, detectable }) => isLatency(metric) && detectable === null);
  return seen && `${seen}${isPartial ? ', where that is known' : ''}`;
}

/** Explains why a change seen side by side is undecided, and what would help. */
export function explainUndecidedPair(report: Report, row: Row): Phrase {
  const change = row.change!;
  const { reason } = change;
  if (reason?.kind === 'unsteady') return explainUnsteady(report, row, reason.evidence);
  if (change.kind !== 'paired' || change.detectable === null) {
    return say`How small a change of ${rowTitle(row)} this run could see is not known; a ${moreLoad(report, [row.label])} or a quieter runner narrows the interval.`;
  }
  const worse = higherIsBetter(change.metric) ? -change.change.value : change.change.value;
  if (worse > Math.max(change.tolerance, change.detectable))
    return say`${rowTitle(row)} looks ${sizeOf(change, worse)} ${worseWord(change.metric)}, but with identical code some metric would look so in ${formatShare(change.pValue)} of runs. A ${moreLoad(report, [row.label])} tells.`;
  const could = say`This run could see a ${worseNoun([change.metric])} of ${sizeOf(change, change.detectable)}`;
  const advice = report.verdict.pair && adviseBudget(change, report.verdict.pair, report.record);
  if (!advice) return say`${could}; a ${moreLoad(report, [row.label])} narrows the interval.`;
  const goal = `one of ${sizeOf(change, advice.goal)}, twice the tolerance,`;
  if (advice.seconds === null) {
    return say`${could}; seeing ${goal} would need more than half an hour of load. A quieter runner or a larger ${code('tolerance')} helps more.`;
  }
  const budget = say`${code(`budget: ${printDuration(advice.seconds)}`)}`;
  const work = advice.load ? say`${code(`load: ${printLoad(advice.load)}`)} with ` : '';
  return say`${could}; seeing ${goal} needs about ${work}${budget}.`;
}

/** Lists findings with numbers from base and head side by side. */
function pairedChanges(rows: readonly Row[]): PairedFinding[] {
  return rows.flatMap(({ change }) => (change?.kind === 'paired' ? [change] : []));
}

/** Describes the base revision. */
export function originWords({ because }: Pick<PairSummary, 'because'>, branch: string): string {
  switch (because) {
    case 'asked':
      return 'the base that was asked for';
    case 'merge-parent':
      return `the commit of ${branch} that this merges into`;
    case 'merge-base':
      return `where this left ${branch}`;
    case 'merge-group':
      return 'the commit that the merge queue builds on';
    case 'before-push':
      return `the tip of ${branch} before this push`;
    case 'parent':
      return 'its parent';
    case 'deployed':
      return 'the deployment of the base';
  }
}

/** Writes the change that would have been seen, and the noise that hides smaller ones. @param start what a block has of each */
function sensitivityWords(compared: readonly PairedFinding[], start: 'start' | 'round'): string {
  const seen = seenWords(compared);
  if (seen === null) return '';
  const spread = rangeOf(compared, (change) => change.spread || null);
  const noise = spread === null ? '' : ` (one ${start} differs from the next by about ${spread})`;
  const ratios = compared.filter(({ metric }) => !isShare(metric));
  const what = worseNoun((ratios.length > 0 ? ratios : compared).map(({ metric }) => metric));
  return `; the smallest ${what} that such a run would usually catch: ${seen}${noise}`;
}

/** Tells of percentiles for which the run had too few requests, and what brings them. */
function unreadWords(pair: PairSummary, record: Report['record']): string {
  const { unread = [] } = pair;
  const rest = unread.length - NAMED_STEPS;
  const told = unread
    .slice(0, NAMED_STEPS)
    .map(({ label, metric, requests, needed }) => {
      const times = formatNumber(Math.ceil((10 * needed) / Math.max(1, requests)) / 10);
      return ` ${metricName(metric)} of ${shortLabel(label)} is not compared: it takes ${formatCount(needed)} requests of each revision, and ${formatCount(requests)} were due; ${times} times the ${ignoresBudget(label, pair, record) ? 'requests bring' : 'budget brings'} them.`;
    })
    .join('');
  return rest > 0 ? `${told} Nor are ${formatCount(rest)} more.` : told;
}

/** Writes `6 %` or `4 to 9 %` over metrics; shares are left out beside others, since their unit differs. */
function rangeOf(
  changes: readonly PairedFinding[],
  read: (change: PairedFinding) => number | null,
): string | null {
  const ratios = changes.filter(({ metric }) => !isShare(metric));
  const chosen = ratios.length > 0 ? ratios : changes;
  const sizes = chosen.flatMap((change) => {
    const value = read(change);
    return value === null || !Number.isFinite(value) ? [] : [{ change, value }];
  });
  if (sizes.length === 0) return null;
  sizes.sort((a, b) => a.value - b.value);
  const [least, most] = [sizes[0]!, sizes.at(-1)!].map(({ change, value }) => sizeOf(change, value));
  return least === most ? most! : `${least!.split(' ', 1)[0]} to ${most}`;
}
