import type { Report } from '../../handover/report.ts';
import { defaultTolerance, isLatency, type Metric } from '../../metrics/metric.ts';
import type { RisenFunction } from '../../profiles/rise.ts';
import { type Cost, isMoreWork, listProcessorCosts } from '../../verdict/costs.ts';
import { formatChange, formatChangeRange, formatCount, formatShare, formatValue } from '../format/numbers.ts';
import { type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { counted, listSlower, metricName, shortLabel } from './terms.ts';
import { callWords } from './work.ts';

/** Most costs that are told. */
const MOST = 32;

/** Lists what both arms cost where that is no gate: `cpu per request 3.2 ms → 4.1 ms (+28 %, +26 … +30 %)`. */
export function costWords({ verdict }: Report): Phrase | null {
  const labels = new Set(verdict.costs.map(({ label }) => label));
  const shown = pickOwn(verdict.costs);
  if (shown.length === 0) return null;
  const parts = shown.slice(0, MOST).map((cost) => {
    const whose = labels.size > 1 ? `${shortLabel(cost.label)} ` : '';
    const [base, head] = [cost.base, cost.head].map((value) => formatValue(cost.metric, value));
    return `${whose}${metricName(cost.metric)} ${base} → ${head} (${sizeWords(cost)})`;
  });
  const rest = shown.length - parts.length;
  return say`Costs, not gated: ${parts.join(', ')}${rest > 0 ? `, and ${formatCount(rest)} more` : ''}.`;
}

/** Picks what scenarios cost, and of what an instance takes, whichever of them it served last, what rose most. */
function pickOwn(costs: readonly Cost[]): Cost[] {
  const rose = costs.toSorted((a, b) => b.change.value - a.change.value);
  return costs.filter(
    (cost) =>
      cost.metric.kind === 'cpu' || cost === rose.find(({ metric }) => metric.kind === cost.metric.kind),
  );
}

/** Limit (fraction) of its change below which it is said to be the same. */
const SAME_WORK = 0.1;

/**
 * Says of each slower scenario whether it does more work or waits more, whom it calls more, and what allocates the memory
 * by which others have grown, where that is known.
 */
export function explainSlowdowns(report: Report): Phrase[] {
  const costs = listProcessorCosts(report.verdict);
  const slower = listSlower(report)
    .slice(0, MOST)
    .flatMap((label): Phrase[] => {
      const calls = callWords(report.verdict, label);
      const name = shortLabel(label);
      const cpu = costs.find((cost) => cost.label === label);
      const { low, high } = cpu?.change ?? { low: Number.NaN, high: Number.NaN };
      const [base, head] = cpu ? [cpu.base, cpu.head].map((value) => formatValue(cpu.metric, value)) : [];
      if (cpu && isMoreWork(cpu))
        return [
          say`Each request of ${name} takes more processor time (${base!} → ${head!}), so the code does more work: ${calls || 'look for a lost index, a lost cache or a loop'}.${risenWords(report.verdict, label)}`,
        ];
      // A rise that may be half of the slowdown says nothing.
      if (low > -SAME_WORK && high < Math.min(SAME_WORK, slowdownOf(report, label) / 2)) {
        return [
          say`${name} takes ${low > 0 ? 'hardly any' : 'no'} more processor time (${base!} → ${head!} for each request), so it waits: ${calls || 'look at queries, locks, pools and the services that it calls'}.`,
        ];
      }
      return calls ? [say`What ${name} calls has changed: ${calls}.`] : [];
    });
  return [...slower, ...grownWords(report.verdict)];
}

/** Finds by how much (fraction) the latency of a scenario grew, at the metric that grew most. */
function slowdownOf({ verdict }: Report, label: string): number {
  const found = verdict.changes.flatMap((one) =>
    one.label === label && one.code === 'regressed' && isLatency(one.metric) && 'change' in one
      ? (one.change?.value ?? [])
      : [],
  );
  return Math.max(0, ...found);
}

/** Names the function that holds most of a rise, with a blank before it. Empty where none is known. */
function risenWords({ risen = [] }: Report['verdict'], label: string): string {
  const own = risen.filter((one) => one.label === label);
  const found = own.find(({ of }) => of === undefined);
  const allocating = own.find(({ of, function: named }) => of && named);
  if (found === undefined) return '';
  if (found.function !== null) return ` ${shareWords(found)} of the rise is in ${placeWords(found)}.`;
  const what = allocating
    ? `${shareWords(allocating, 'all')} of what is allocated more is in ${placeWords(allocating)}`
    : 'look for what it allocates';
  return ` ${shareWords(found)} of the rise is garbage collection: ${what}.`;
}

/** Names the functions that allocate what processes have grown by. */
function grownWords({ risen = [] }: Report['verdict']): Phrase[] {
  const grown = risen.filter(
    (one) => one.of && one.function && !risen.some(({ label, of }) => label === one.label && !of),
  );
  return grown
    .slice(0, MOST)
    .map(
      (one) =>
        say`${shortLabel(one.label)} takes more memory: ${shareWords(one, 'all')} of what it allocates more is in ${placeWords(one)}.`,
    );
}

function shareWords({ share }: RisenFunction, all = 'All'): string {
  return share > 0.99 ? all : formatShare(share);
}

function placeWords(risen: RisenFunction): string {
  const { name, file, line } = risen.function!;
  return `${cut(name, 60)} (${cut(file, 100)}:${line}), ${CHANGED[risen.changed]}`;
}

const CHANGED: Record<RisenFunction['changed'], string> = {
  function: 'which the change touches',
  file: 'in a file that the change touches',
  nothing: 'in a file that the change leaves alone: look at how often it is called, and with what',
};

/** Most costs that a headline names. */
const MOST_GROWN = 2;

/** Lists costs that are not gated and have clearly grown by more than is usual: `cpu per request +45 %`. */
export function grownCosts({ verdict }: Report): string[] {
  const grown = verdict.costs.filter(
    ({ metric, change }) => metric.kind !== 'startup' && change.low > defaultTolerance(metric),
  );
  const told = pickOwn(grown).toSorted((a, b) => b.change.value - a.change.value);
  const rest = told.length - MOST_GROWN;
  return [
    ...told
      .slice(0, MOST_GROWN)
      .map(
        ({ label, metric, change }) =>
          `${shortLabel(label)} ${metricName(metric)} ${formatChange(change.value)}`,
      ),
    ...(rest > 0 ? [`${counted(rest, 'more cost')} grown`] : []),
  ];
}

/** Writes `+28 %, +26 … +30 %`. */
function sizeWords({ metric, change }: { metric: Metric; change: Cost['change'] }): string {
  const range = formatChangeRange(metric, change);
  return `${formatChange(change.value)}${range === '' || change.low === change.high ? '' : `, ${range}`}`;
}
