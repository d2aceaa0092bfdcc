import type { Report } from '../../handover/report.ts';
import { isLatency, isShare } from '../../metrics/metric.ts';
import type { Growth, Unsteadiness } from '../../verdict/findings.ts';
import { formatChangeOf, formatCount, formatValue } from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import type { Row } from '../rows/rows.ts';
import { crowdingWords } from './causes.ts';
import { baseName, counted, moreLoad, rowTitle, sizeOf, startName, worseWord } from './terms.ts';

/** Writes what took a claim away, though the typical block shows no change, as the status of a row: `still growing`. */
export function unsteadyStatus(metric: Row['metric'], evidence: Unsteadiness): string {
  switch (evidence.kind) {
    case 'growing':
      return 'still growing';
    case 'ageing':
      return evidence.of === 'memory' ? 'memory grows' : 'grows with age';
    case 'crowded':
      return 'machine full at times';
    case 'rare':
      return evidence.alone ? 'slower alone' : stallWords(metric);
    case 'stalls':
      return stallWords(metric);
  }
}

/** Writes `: cannot tell, still growing (…)` where something took `unchanged` away; null where the interval did. */
export function withheldWords({ change, metric, movement }: Row): string | null {
  const reason = change!.reason;
  if (reason?.kind !== 'unsteady') return null;
  const { evidence } = reason;
  switch (evidence.kind) {
    case 'rare': {
      const rule = movement ? formatChangeOf(metric, movement.value) : '';
      const typical = /^[+−]/.test(rule) ? `${rule} as a rule, ` : '';
      const all = formatChangeOf(metric, evidence.pooled);
      if (evidence.alone) return `: cannot tell, ${all} alone under the whole load`;
      const of = isLatency(metric) || isShare(metric) ? 'requests' : 'that was measured';
      return `: cannot tell, ${stallWords(metric)} (${typical}${all} over all ${of})`;
    }
    case 'growing':
      return `: cannot tell, still growing (${growthWords(evidence)})`;
    case 'crowded':
      return `: cannot tell, ${crowdingWords(evidence)}`;
    case 'ageing':
      return `: cannot tell, ${ageingWords(evidence)}`;
    case 'stalls':
      return `: cannot tell, ${stallWords(metric)} (in ${stretchWords(evidence)})`;
  }
}

/** Explains what was seen though the typical block shows no change, and where to look for it. */
export function explainUnsteady(report: Report, row: Row, evidence: Unsteadiness): Phrase {
  const change = row.change!;
  if (evidence.kind === 'rare' && evidence.alone) {
    return say`As a rule ${rowTitle(row)} is the same, but with the whole load alone it is ${sizeOf(change, evidence.pooled)} ${worseWord(row.metric)} over all requests. In turns ${baseName(report)} waits as well for what this change takes of the processors or of a shared server. Look for work in the background and for what both share; a larger ${code('budget')} shows whether it lasts.`;
  }
  if (evidence.kind === 'rare' && !isLatency(row.metric)) {
    return say`As a rule ${rowTitle(row)} is the same, but over all that was measured it is ${sizeOf(change, evidence.pooled)} ${worseWord(row.metric)}: a few ${startName(report)}s outweigh the rest. A ${moreLoad(report, [row.label])} shows whether they recur.`;
  }
  if (evidence.kind === 'rare') {
    // Nothing is withheld for what is better over all requests.
    const all = `${sizeOf(change, evidence.pooled)} ${worseWord(row.metric)}`;
    return say`As a rule ${rowTitle(row)} is the same, but over all requests it is ${all}: a few long stalls in this change outweigh the rest. Look for pauses (garbage collection, compaction, timers); a ${moreLoad(report, [row.label])} shows whether they recur.`;
  }
  if (evidence.kind === 'growing') {
    return say`Latency still grew when a stretch of load ended: ${growthWords(evidence)}. So nobody knows where it settles. Look for what the rate fills: a pool, a lock, a queue, a processor. A longer load (${code('for 60s')}) shows where it ends.`;
  }
  if (evidence.kind === 'crowded') {
    return say`Stretches of load were thrown away: ${crowdingWords(evidence)}. So the service may fill all processors at times: look for work in parallel, such as a garbage collection, a compression or a rebuilt cache.`;
  }
  if (evidence.kind === 'ageing') {
    const isDeployed = report.verdict.pair?.because === 'deployed';
    const young =
      row.metric.kind === 'memory'
        ? `${isDeployed ? 'Side by side it takes' : 'Fresh processes take'} as much`
        : `${isDeployed ? 'Side by side it is' : 'Fresh processes are'} as fast`;
    return say`${young} as before, but ${ageingWords(evidence)}; ${baseName(report)} did not. Look for what an old process has and a young one has not: a list that is scanned, a cache, a leak. A longer ${code('measure.soak')} shows more of it.`;
  }
  return say`In ${stretchWords(evidence)} this change stalled: one request in twenty took more than twice the usual p99 (on ${baseName(report)}: ${evidence.base === 0 ? 'never' : `in ${formatCount(evidence.base)}`}). Look for pauses (garbage collection, compaction, timers); a ${moreLoad(report, [row.label])} shows whether they recur.`;
}

/** Writes `p50 rose from 12 ms to 31 ms in the soak`. */
function ageingWords({ of, percent, from, to }: Extract<Unsteadiness, { kind: 'ageing' }>): string {
  const metric: Row['metric'] =
    of === 'memory' ? { kind: 'memory' } : { kind: 'percentile', percent: percent! };
  const name = of === 'memory' ? 'memory' : `p${percent}`;
  return `${name} rose from ${formatValue(metric, from)} to ${formatValue(metric, to)} in the soak`;
}

/** Describes a metric that moves over all requests together but in no typical block. */
function stallWords(metric: Row['metric']): string {
  if (isShare(metric)) return 'rare bursts';
  return isLatency(metric) ? 'rare stalls' : 'rare outliers';
}

/** Writes `p99 131 ms in the first half of a stretch of load, 260 ms in the second`. */
export function growthWords({ percent, first, second }: Growth): string {
  const show = (ms: number) => formatValue({ kind: 'percentile', percent }, ms);
  return `p${percent} ${show(first)} in the first half of a stretch of load, ${show(second)} in the second`;
}

/** Writes `1 of 24 stretches of load`. */
function stretchWords({ stretches, of }: Extract<Unsteadiness, { kind: 'stalls' }>): string {
  return `${formatCount(stretches)} of ${counted(of, 'stretch', 'stretches')} of load`;
}
