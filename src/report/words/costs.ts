import type { Report } from '../../handover/report.ts';
import { isLatency } from '../../metrics/metric.ts';
import { type Cost, isMoreWork, listProcessorCosts } from '../../verdict/costs.ts';
import type { WorkDifference } from '../../verdict/work.ts';
import { formatChange, formatChangeRange, formatShare, formatSize, formatValue } from '../format/numbers.ts';
import { code, join, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { counted, more, shortLabel, title } from './terms.ts';

/** Most scenarios, costs or differences that are told one by one. */
const MOST = 8;

/** Lists what both arms cost where that is no gate: `checkout cpu per request 3.2 ms → 4.1 ms (+28 %, +26 … +30 %)`. */
export function costWords({ verdict: { costs } }: Report): Phrase | null {
  if (costs.length === 0) return null;
  const rose = costs.toSorted((a, b) => b.change.value - a.change.value);
  // Of what an instance takes, whichever scenario it served last, the one that rose most.
  const isFirst = (cost: Cost) => cost === rose.find(({ metric }) => metric.kind === cost.metric.kind);
  const shown = rose.filter((cost) => cost.metric.kind === 'cpu' || isFirst(cost));
  const parts = shown.slice(0, MOST).map(({ label, metric, base, head, change }) => {
    const range = change.low === change.high ? '' : formatChangeRange(metric, change);
    return say`${title(label, metric)} ${valuesWords({ metric, base, head })} (${formatChange(change.value)}${range && `, ${range}`})`;
  });
  return say`Costs, not gated: ${join(parts)}${more(shown.length - parts.length)}.`;
}

function valuesWords({ metric, base, head }: Pick<Cost, 'metric' | 'base' | 'head'>): string {
  return `${formatValue(metric, base)} → ${formatValue(metric, head)}`;
}

/** Share (fraction) of failed requests below which the others still say where time is spent. */
const FEW_FAILED = 0.01;

/** Lists the scenarios that are slower, but for those with a fault: requests that fail take other ways through the code. */
function listSlower({ verdict: { faults, changes } }: Report): string[] {
  const grave = faults.filter((one) => one.kind !== 'failing' || one.failed > FEW_FAILED * one.requests);
  const faulty = new Set(grave.map(({ label }) => label));
  const slower = changes.filter(
    ({ code, metric, label }) => code === 'regressed' && isLatency(metric) && !faulty.has(label),
  );
  return [...new Set(slower.map(({ label }) => label))];
}

/** Limit (fraction) of its change below which processor time is said to be the same. */
const SAME_WORK = 0.1;

/** Says of each slower scenario whether it does more work or waits more, and whom it calls more, where that is known. */
export function explainSlowdowns(report: Report): Phrase[] {
  const costs = new Map(listProcessorCosts(report.verdict).map((cost) => [cost.label, cost]));
  return listSlower(report)
    .slice(0, MOST)
    .flatMap((label): Phrase[] => {
      const calls = callWords(report, label);
      const name = shortLabel(label);
      const cpu = costs.get(label);
      if (cpu && isMoreWork(cpu))
        return [
          say`Each request of ${name} takes more processor time (${valuesWords(cpu)}), so the code does more work: ${calls ?? 'look for a dropped index, a lost cache or a loop'}.${risenWords(report, label)}`,
        ];
      if (cpu && isSame(cpu, report))
        return [
          say`${name} takes no more processor time (${valuesWords(cpu)} per request), so it waits: ${calls ?? 'look at queries, locks, pools and the services that it calls'}.`,
        ];
      return calls === null ? [] : [say`What ${name} calls has changed: ${calls}.`];
    });
}

/** Tells whether processor time is the same. A rise that may be half of the slowdown says nothing. */
function isSame({ label, change: { low, high } }: Cost, { verdict }: Report): boolean {
  const found = verdict.changes.flatMap((one) =>
    one.label === label && one.code === 'regressed' && isLatency(one.metric) && 'change' in one
      ? (one.change?.value ?? [])
      : [],
  );
  return low > -SAME_WORK && high < Math.min(SAME_WORK, Math.max(0, ...found) / 2);
}

/** Names what holds most of a rise. Empty where nothing is known. */
function risenWords({ verdict: { risen = [] } }: Report, label: string): Phrase {
  const found = risen.find((one) => one.label === label);
  if (found === undefined) return [];
  const share = formatShare(found.share, 2);
  if (found.kind === 'collection')
    return say` ${share} of the rise is garbage collection: look for what it allocates.`;
  const file = found.file ? ` (${cut(found.file, 100)}${found.line ? `:${found.line}` : ''})` : '';
  const touched = found.kind === 'package' ? 'whose version has changed' : 'which this change touches';
  const same = 'which this change leaves alone: look at how often it is called, and with what';
  return say` ${share} of the rise is in ${cut(found.name, 60)}${file}, ${found.touched ? touched : same}.`;
}

/** Says whom the service calls more often for each request. Null where it does not. */
function callWords({ verdict: { work = [] } }: Report, label: string): Phrase | null {
  const calls = work.filter((one) => one.kind === 'messages' && one.label === label && one.head > one.base);
  return calls.length === 0 ? null : join(calls.slice(0, 3).map(workWords), '; ');
}

/** Explains each difference of work in a sentence, but for calls that explain a slowdown. */
export function explainWork(report: Report): Phrase[] {
  const slower = new Set(listSlower(report));
  const told = (report.verdict.work ?? []).filter(
    ({ kind, label }) => kind !== 'messages' || !slower.has(label),
  );
  return told.slice(0, MOST).map((one) => say`${code(shortLabel(one.label))}: ${workWords(one)}.`);
}

/** Writes `answers have a different size: 1.2 kB → 2 B`. */
function workWords(difference: WorkDifference): Phrase {
  const { kind, base, head } = difference;
  if (kind === 'size' || kind === 'status') {
    const answers = `answers${difference.request === null ? '' : ` to ${cut(difference.request, 60)}`}`;
    return kind === 'size'
      ? say`${answers} have a different size: ${formatSize(base)} → ${formatSize(head)}`
      : say`${formatShare(head)} of ${answers} are ${difference.status} (base: ${formatShare(base)})`;
  }
  const show = (count: number) => counted(Math.round(10 * count) / 10, 'message');
  return say`${cut(difference.peer, 60)} receives ${show(head)} per request (base: ${show(base)})`;
}
