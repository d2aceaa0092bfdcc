import type { Report } from '../../handover/report.ts';
import { isLatency, isShare, isSupplementary } from '../../metrics/metric.ts';
import { type HistoryFinding, isPairedFinding, type PairedFinding } from '../../verdict/findings.ts';
import type { PairSummary } from '../../verdict/verdict.ts';
import { formatCount, formatMs, formatShare, formatValue, NEVER } from '../format/numbers.ts';
import { code, link, type Phrase, say, strong } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';
import { hasAlone } from '../rows/series.ts';
import { changeWords, isUnbounded } from './rows.ts';
import {
  baseTitle,
  counted,
  listSome,
  MORE_LOAD,
  rowTitle,
  shortCommit,
  shortLabel,
  sizeOf,
  title,
} from './terms.ts';

/** Says with what a run was compared, how far that can be trusted, and what else a reader needs to know of it. */
export function explainMethod(report: Report, rows: readonly Row[]): Phrase[] {
  const { verdict, record } = report;
  const { pair, changes, unfinished = [] } = verdict;
  const compared = rows.flatMap(({ change }) => (change?.kind === 'paired' ? [change] : []));
  const history = changes.filter(
    (change): change is HistoryFinding => change.kind === 'history' && change.change !== null,
  );
  const closed = record.steps.filter(({ arm, load }) => arm === 'head' && load.kind !== 'arrival-rate');
  const names = listSome(closed.map(({ label }) => shortLabel(label)));
  return [
    ...(pair && compared.length > 0 ? pairWords(report, pair, compared) : []),
    ...(history.length > 0 ? [historyWords(report, history)] : []),
    ...unfinished.map(
      ({ label, seconds }) =>
        say`${code(shortLabel(label))}: no iteration ended within the ${formatMs(1000 * seconds, 2)} of a stretch, so what the script asks for after that was not measured. Make it shorter, with less ${code('sleep')}, or split it.`,
    ),
    ...(closed.length > 0
      ? [
          say`Closed model in ${names}: users wait for an answer before they ask again, which hides part of the waiting when the service stalls (coordinated omission).`,
        ]
      : []),
  ];
}

/** Names what there is one of for each pair of measurements. Nothing starts where both run already. */
const startName = ({ because }: PairSummary) => (because === 'deployed' ? 'round' : 'start');

/** States the basis of a comparison side by side. */
function pairWords(report: Report, pair: PairSummary, compared: readonly PairedFinding[]): Phrase[] {
  const { variants = 1, discarded, unread = [] } = pair;
  const { steps } = report.record;
  const isInTurns = steps.some(({ instances }) =>
    instances.some(({ slices }) => slices.some(({ alternating }) => alternating)),
  );
  const how = isInTurns ? 'in turns' : 'one after the other';
  const alone = steps.some(hasAlone) ? ', and the whole load alone, on which SLOs are judged' : '';
  const many = variants > 1 ? ` of ${formatCount(variants)} variants` : '';
  const planned = pair.blocks === pair.planned ? '' : ` of ${formatCount(pair.planned)}`;
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const seen = detectableWords(compared);
  const lacking = unread.map(
    ({ label, metric, requests, needed }) =>
      `${title(label, metric)} (${formatCount(requests)} of ${counted(needed, 'request')} of each revision)`,
  );
  const told: (Phrase | false)[] = [
    say`Compared with ${baseTitle(report)} in ${formatCount(pair.blocks)}${planned} ${startName(pair)}s of each${many}. Both got the same traffic ${how}${alone}.`,
    say`Intervals have ${confidence} confidence each. What is called slower or faster also passed a joint test of all metrics, which identical code fails in at most ${formatShare(pair.error)} of runs.`,
    seen !== null && say`The smallest change that such a run usually catches: ${seen}.`,
    pair.because === 'deployed' &&
      say`Each revision is one process on one machine: a lucky start or a faster machine counts as a change. Processor time, memory and disturbances are not known.`,
    lacking.length > 0 && say`Too few requests to compare ${listSome(lacking)}; a ${MORE_LOAD} brings them.`,
    discarded.base + discarded.head > 0 &&
      say`Discarded as disturbed: ${counted(discarded.base, 'round')} of base, ${formatCount(discarded.head)} of head.`,
  ];
  return told.filter((phrase) => phrase !== false);
}

/**
 * States the basis of a comparison with records. Without assuming a distribution, the chance that the newest of n + 1
 * exchangeable runs is the worst, which `regressed` demands, is 1/(n + 1) (Vovk & al. 2005).
 */
function historyWords({ baseBranch }: Report, compared: readonly HistoryFinding[]): Phrase {
  const least = Math.min(...compared.map(({ history }) => history.length));
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const chance = formatShare(1 / (least + 1), 2);
  return say`Compared with ${counted(least, 'run')} of ${cut(baseBranch, 40)}. Intervals are ${confidence} t prediction intervals, for log-normal values; whatever the distribution, a false alarm has a chance of at most ${chance} per metric.`;
}

/** Says of a run without news what changed most, and what it would have noticed; null where nothing was compared. */
export function explainUnchanged(report: Report, rows: readonly Row[]): Phrase | null {
  const compared = rows.filter(
    (row) => isLatency(row.metric) && !isSupplementary(row) && row.change?.kind === 'paired',
  );
  const size = ({ movement }: Row) => Math.abs(movement!.value);
  const [largest] = compared.toSorted((a, b) => size(b) - size(a));
  if (report.verdict.code !== 'unchanged' || largest === undefined) return null;
  const { metric, base, head } = largest;
  const { range } = changeWords(largest);
  const seen = detectableWords(compared.map(({ change }) => change as PairedFinding));
  const noticed = seen === null ? '' : ` This run would have noticed a slowdown of ${seen}.`;
  return say`Largest change: ${rowTitle(largest)} ${formatValue(metric, base!)} → ${formatValue(metric, head)}${range && ` (${range})`}.${noticed}`;
}

/**
 * Writes the change that would have been seen in 8 runs of 10: `6 %` or `7 to 13 %` over metrics; null where it is not
 * known. Shares are left out beside others, since their unit differs.
 */
function detectableWords(compared: readonly PairedFinding[]): string | null {
  const ratios = compared.filter(({ metric }) => !isShare(metric));
  const sizes = (ratios.length > 0 ? ratios : compared).flatMap(({ metric, detectable }) =>
    detectable === null || !Number.isFinite(detectable) ? [] : [{ metric, detectable }],
  );
  if (sizes.length === 0) return null;
  sizes.sort((a, b) => a.detectable - b.detectable);
  const [least, most] = [sizes[0]!, sizes.at(-1)!].map((one) => sizeOf(one.metric, one.detectable));
  const isPartial = compared.some(({ metric, detectable }) => isLatency(metric) && detectable === null);
  const range = least === most ? most! : `${least!.split(' ', 1)[0]} to ${most}`;
  return `${range}${isPartial ? ', where that is known' : ''}`;
}

/** Explains `∞` when it stands in one of the rows. */
export function infinityNote(rows: readonly Row[]): Phrase | null {
  const shown = rows.filter((row) => isLatency(row.metric)).flatMap((row) => [row.head, row.base]);
  return shown.includes(Number.POSITIVE_INFINITY)
    ? say`${NEVER}: failed requests count as never answered.`
    : null;
}

/** Writes the small print of a run: `Tailgate: 16 starts of base and head, 1a95462 · Report`. */
export function runClosing({ verdict: { pair, changes, effort }, record, link: target }: Report): Phrase {
  const { instances, loadSeconds } = effort;
  const load = `${counted(instances, 'start')}, ${formatCount(loadSeconds)} s of load`;
  const alone = loadSeconds === 0 ? 'nothing measured' : load;
  const isBeside = pair !== null && changes.some(isPairedFinding);
  const measured = isBeside ? `${counted(pair.blocks, startName(pair))} of base and head` : alone;
  const commit = record.commit === null ? '' : say`, ${code(shortCommit(record.commit))}`;
  const dirty = record.dirty ? ' with uncommitted changes' : '';
  return closingWords(say`${measured}${commit}${dirty}`, 'Report', target);
}

/** Writes the line that ends a comment: the tool's name, some facts, and where there is more. */
export function closingWords(facts: Phrase, place: string, target: string | null): Phrase {
  const where = target === null ? '' : say` · ${link(place, target)}`;
  return say`Tailgate${facts.length > 0 ? ': ' : ''}${facts}${where}`;
}

/** Says whether a verdict blocks, and why; null for one that passes, and for what could not be measured. */
export function explainBlocking({ verdict }: Report): Phrase | null {
  if (!['regressed', 'missed', 'inconclusive', 'at-limit'].includes(verdict.code)) return null;
  const isOpen = verdict.code === 'inconclusive' || verdict.code === 'at-limit';
  const start = strong(verdict.blocks ? 'Blocks the merge.' : 'Does not block.');
  const demand = verdict.blocks && isOpen ? say` ${code('fail-on')} demands it.` : '';
  const isFew = verdict.slos.some((slo) => slo.code === 'at-limit' && isUnbounded(slo));
  return say`${start}${demand}${isOpen && isFew ? say` A ${MORE_LOAD} sends more requests.` : ''}`;
}
