import type { Report } from '../../handover/report.ts';
import { isLatency } from '../../metrics/metric.ts';
import { type Cost, isMoreWork, listProcessorCosts } from '../../verdict/costs.ts';
import type { WorkDifference } from '../../verdict/work.ts';
import { formatChange, formatChangeRange, formatShare, formatSize, formatValue } from '../format/numbers.ts';
import { code, join, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { counted, more, shortLabel, title } from './terms.ts';

/** Maximum number of scenarios, costs or differences that are listed one by one. */
const MOST = 8;

/** Lists what both arms cost if not gated: `checkout cpu per request 3.2 ms → 4.1 ms (+28 %, +26 … +30 %)`. */
export function costWords({ verdict: { costs } }: Report): Phrase | null {
  if (costs.length === 0) return null;
  const rose = costs.toSorted((a, b) => b.change.value - a.change.value);
  // For costs of a whole instance, whichever scenario it served last, the one that rose most.
  const isFirst = (cost: Cost) => cost === rose.find(({ metric }) => metric.kind === cost.metric.kind);
  const shown = rose.filter((cost) => cost.metric.kind === 'cpu' || isFirst(cost));
  const parts = shown.slice(0, MOST).map(({ label, metric, base, head, change }) => {
    const range = change.low === change.high ? '' : formatChangeRange(metric, change);
    const variant = label.endsWith(']') ? label.slice(label.lastIndexOf('[')) : '';
    return say`${title(metric.kind === 'cpu' ? label : variant, metric).trim()} ${valuesWords({ metric, base, head })} (${formatChange(change.value)}${range && `, ${range}`})`;
  });
  return say`Costs (not gated): ${join(parts)}${more(shown.length - parts.length)}.`;
}

function valuesWords({ metric, base, head }: Pick<Cost, 'metric' | 'base' | 'head'>): string {
  return `${formatValue(metric, base)} → ${formatValue(metric, head)}`;
}

/** Lists the slower scenarios. */
function listSlower({ verdict: { changes } }: Report): string[] {
  const slower = changes.filter(({ code, metric }) => code === 'regressed' && isLatency(metric));
  return [...new Set(slower.map(({ label }) => label))];
}

/** Tells whether it crashed, or more than this share (fraction) of requests failed: they take other paths through the code. */
function isFaulty({ verdict: { faults } }: Report, label: string, share: number): boolean {
  const grave = faults.filter((one) => one.kind !== 'failing' || one.failed > share * one.requests);
  return grave.some((one) => one.label === label);
}

/** Change (fraction) below which CPU time counts as the same. */
const SAME_WORK = 0.1;

/** Says of each slower scenario whether it does more work or waits longer, and whom it calls more, if known. */
export function explainSlowdowns(report: Report): Phrase[] {
  const costs = new Map(listProcessorCosts(report.verdict).map((cost) => [cost.label, cost]));
  return listSlower(report)
    .slice(0, MOST)
    .flatMap((label): Phrase[] => {
      const calls = callWords(report, label);
      const name = shortLabel(label);
      const cpu = costs.get(label);
      if (cpu && isMoreWork(cpu) && !isFaulty(report, label, 0.5))
        return [
          say`Each request of ${name} uses more CPU time (${valuesWords(cpu)}), so the code does more work: ${calls ?? 'look for a lost cache, a missing index, a new loop or extra parsing'}.${risenWords(report, label)}`,
        ];
      if (cpu && isSame(cpu, report) && !isFaulty(report, label, 0.01))
        return [
          say`${name} uses no more CPU time (${valuesWords(cpu)} per request), so it waits longer: ${calls ?? 'look at queries, locks, pools and the services it calls'}.`,
        ];
      return calls === null ? [] : [say`Calls from ${name} have changed: ${calls}.`];
    });
}

/** Tells whether CPU time is the same. A rise that may account for half of the slowdown says nothing. */
function isSame({ label, change: { low, high } }: Cost, { verdict }: Report): boolean {
  const found = verdict.changes.flatMap((one) =>
    one.label === label && one.code === 'regressed' && isLatency(one.metric) && 'change' in one
      ? (one.change?.value ?? [])
      : [],
  );
  return low > -SAME_WORK && high < Math.min(SAME_WORK, Math.max(0, ...found) / 2);
}

/** Names what accounts for most of a rise. Empty if unknown. */
function risenWords({ verdict: { risen = [] } }: Report, label: string): Phrase {
  const found = risen.find((one) => one.label === label);
  if (found === undefined) return [];
  const share = formatShare(found.share, 2);
  if (found.kind === 'collection')
    return say` ${share} of the rise is garbage collection: look at what the code allocates.`;
  const file = found.file ? ` (${cut(found.file, 100)}${found.line ? `:${found.line}` : ''})` : '';
  const touched = found.kind === 'package' ? 'whose version has changed' : 'which this change touches';
  const same = 'which this change does not touch: check how often it is called, and with what arguments';
  return say` ${share} of the rise is in ${cut(found.name, 60)}${file}, ${found.touched ? touched : same}.`;
}

/** Says whom the service calls more often per request. Null if nobody. */
function callWords({ verdict: { work = [] } }: Report, label: string): Phrase | null {
  const calls = work.filter((one) => one.kind === 'messages' && one.label === label && one.head > one.base);
  return calls.length === 0 ? null : join(calls.slice(0, 3).map(workWords), '; ');
}

/** Explains each difference of work in a sentence, except calls that already explain a slowdown. */
export function explainWork(report: Report): Phrase[] {
  const slower = new Set(listSlower(report));
  const told = (report.verdict.work ?? []).filter(
    ({ kind, label }) => kind !== 'messages' || !slower.has(label),
  );
  return told.slice(0, MOST).map((one) => say`${code(shortLabel(one.label))}: ${workWords(one)}.`);
}

/** Writes `responses changed in size: 1.2 kB → 2 B`. */
function workWords(difference: WorkDifference): Phrase {
  const { kind, base, head } = difference;
  if (kind === 'size' || kind === 'status') {
    const of = difference.request === null ? '' : ` to ${cut(difference.request, 60)}`;
    return kind === 'size'
      ? say`responses${of} changed in size: ${formatSize(base)} → ${formatSize(head)}`
      : say`${formatShare(head)} of responses${of} have status ${difference.status} (base: ${formatShare(base)})`;
  }
  const show = (count: number) => counted(Math.round(10 * count) / 10, 'message');
  return say`${cut(difference.peer, 60)} receives ${show(head)} per request (base: ${show(base)})`;
}
