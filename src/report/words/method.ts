import type { Report } from '../../handover/report.ts';
import { isLatency, isShare, isSupplementary } from '../../metrics/metric.ts';
import type { ChangeFinding, PairedFinding } from '../../verdict/findings.ts';
import type { PairSummary } from '../../verdict/verdict.ts';
import { formatCount, formatMs, formatShare, formatValue, NEVER } from '../format/numbers.ts';
import { code, link, type Phrase, say, strong } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';
import { hasAlone } from '../rows/series.ts';
import { changeWords, isUnbounded } from './rows.ts';
import {
  counted,
  listSome,
  moreLoad,
  rowTitle,
  shortCommit,
  shortLabel,
  sizeOf,
  title,
  worseNoun,
} from './terms.ts';

/** Says with what a run was compared, how far that can be trusted, and what else a reader needs to know of it. */
export function explainMethod(report: Report, rows: readonly Row[]): Phrase[] {
  const { pair, changes, unfinished = [] } = report.verdict;
  const compared = rows.flatMap(({ change }) => (change?.kind === 'paired' ? [change] : []));
  const history = changes.filter((change) => change.kind === 'history' && change.change !== null);
  return [
    ...(pair && compared.length > 0 ? pairWords(report, pair, compared) : []),
    ...(history.length > 0 ? [historyWords(report, history as HistoryFinding[])] : []),
    ...unfinished.map(
      ({ label, seconds }) =>
        say`${code(shortLabel(label))}: no iteration ended within the ${formatMs(1000 * seconds, 2)} of a stretch, so what the script asks for after that was not measured. Make it shorter, with less ${code('sleep')}, or split it.`,
    ),
    ...closedWords(report),
  ];
}

type HistoryFinding = Extract<ChangeFinding, { kind: 'history' }>;

/** States the basis of a comparison side by side. */
function pairWords(report: Report, pair: PairSummary, compared: readonly PairedFinding[]): Phrase[] {
  const { variants = 1, shards = 1, discarded, unread = [] } = pair;
  const steps = report.record.steps;
  const isDeployed = pair.because === 'deployed';
  const slices = steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
  const how = slices.some(({ alternating }) => alternating) ? 'in turns' : 'one after the other';
  const alone = steps.some(hasAlone) ? ', and the whole load alone, on which SLOs are judged' : '';
  const many = `${variants > 1 ? ` of ${formatCount(variants)} variants` : ''}${shards > 1 ? ` on ${formatCount(shards)} machines` : ''}`;
  const planned = pair.blocks === pair.planned ? '' : ` of ${formatCount(pair.planned)}`;
  const commit = pair.baseCommit === null ? '' : say` ${code(shortCommit(pair.baseCommit))}`;
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const seen = detectableWords(compared);
  const spread = rangeOf(compared, (change) => change.spread || null);
  const noise = spread === null ? '' : ` (two starts differ by about ${spread})`;
  const ratios = compared.filter(({ metric }) => !isShare(metric));
  const noun = worseNoun((ratios.length > 0 ? ratios : compared).map(({ metric }) => metric));
  const told: (Phrase | false)[] = [
    say`Compared with base${commit} in ${formatCount(pair.blocks)}${planned} ${isDeployed ? 'rounds' : 'starts'} of each${many}. Both got the same traffic ${how}${alone}.`,
    say`Intervals have ${confidence} confidence each. What is called slower or faster also passed a joint test of all metrics, which identical code fails in at most ${formatShare(pair.error)} of runs.`,
    seen !== null && say`The smallest ${noun} that such a run usually catches: ${seen}${noise}.`,
    isDeployed &&
      say`Each revision is one process on one machine: a lucky start or a faster machine counts as a change. Processor time, memory and disturbances are not known.`,
    unread.length > 0 && unreadWords(report, unread),
    discarded.base + discarded.head > 0 &&
      say`Discarded as disturbed: ${counted(discarded.base, 'round')} of base, ${formatCount(discarded.head)} of head.`,
  ];
  return told.filter((phrase) => phrase !== false);
}

/** Names the percentiles for which the run had too few requests, and what brings them. */
function unreadWords(report: Report, unread: NonNullable<PairSummary['unread']>): Phrase {
  const labels = unread.map(({ label }) => label);
  const names = listSome(
    unread.map(
      ({ label, metric, requests, needed }) =>
        `${title(label, metric)} (${formatCount(requests)} of ${counted(needed, 'request')} of each revision)`,
    ),
  );
  return say`Too few requests to compare ${names}; a ${moreLoad(report, labels)} brings them.`;
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

/** Names closed models, whose figures say less. */
function closedWords({ record }: Report): Phrase[] {
  const closed = record.steps.filter(({ arm, load }) => arm === 'head' && load.kind !== 'arrival-rate');
  if (closed.length === 0) return [];
  const names = listSome(closed.map(({ label }) => shortLabel(label)));
  return [
    say`Closed model in ${names}: users wait for an answer before they ask again, which hides part of the waiting when the service stalls (coordinated omission).`,
  ];
}

/** Says of a run without news what changed most, and what it would have noticed; null where nothing was compared. */
export function explainUnchanged(report: Report, rows: readonly Row[]): Phrase | null {
  const compared = rows.filter(
    ({ change, movement, ...row }) =>
      isLatency(row.metric) && !isSupplementary(row) && movement !== null && change?.kind === 'paired',
  );
  const size = ({ movement }: Row) => Math.abs(movement!.value);
  const [largest] = compared.toSorted((a, b) => size(b) - size(a));
  if (report.verdict.code !== 'unchanged' || largest === undefined) return null;
  const [base, head] = [largest.base!, largest.head].map((value) => formatValue(largest.metric, value));
  const { range } = changeWords(largest);
  const paired = compared.flatMap(({ change }) => (change?.kind === 'paired' ? [change] : []));
  const seen = detectableWords(paired);
  const noticed = seen === null ? '' : ` This run would have noticed a slowdown of ${seen}.`;
  return say`Largest change: ${rowTitle(largest)} ${base!} → ${head!}${range && ` ${range}`}.${noticed}`;
}

/** Writes the change that would have been seen in 8 runs of 10: `7 to 13 %`; null where it is not known. */
function detectableWords(compared: readonly PairedFinding[]): string | null {
  const seen = rangeOf(compared, ({ detectable }) => detectable);
  const isPartial = compared.some(({ metric, detectable }) => isLatency(metric) && detectable === null);
  return seen && `${seen}${isPartial ? ', where that is known' : ''}`;
}

/** Writes `6 %` or `4 to 9 %` over metrics; shares are left out beside others, since their unit differs. */
function rangeOf(
  changes: readonly PairedFinding[],
  read: (change: PairedFinding) => number | null,
): string | null {
  const ratios = changes.filter(({ metric }) => !isShare(metric));
  const sizes = (ratios.length > 0 ? ratios : changes).flatMap((change) => {
    const value = read(change);
    return value === null || !Number.isFinite(value) ? [] : [{ metric: change.metric, value }];
  });
  if (sizes.length === 0) return null;
  sizes.sort((a, b) => a.value - b.value);
  const [least, most] = [sizes[0]!, sizes.at(-1)!].map(({ metric, value }) => sizeOf(metric, value));
  return least === most ? most! : `${least!.split(' ', 1)[0]} to ${most}`;
}

/** Explains `∞` when it stands in one of the rows. */
export function infinityNote(rows: readonly Row[]): Phrase | null {
  const shown = rows.filter((row) => isLatency(row.metric)).flatMap((row) => [row.head, row.base]);
  return shown.includes(Number.POSITIVE_INFINITY)
    ? say`${NEVER}: failed requests count as never answered.`
    : null;
}

/** Writes how much was measured: `16 starts of base and head`, or `2 starts, 48 s of load`. */
export function effortWords({ verdict: { pair, changes, effort } }: Report): string {
  if (pair && changes.some(({ kind }) => kind === 'paired'))
    return `${counted(pair.blocks, pair.because === 'deployed' ? 'round' : 'start')} of base and head`;
  const { discardedRounds, instances, loadSeconds } = effort;
  if (loadSeconds === 0) return 'nothing measured';
  const lost = discardedRounds > 0 ? `, ${counted(discardedRounds, 'round')} discarded as disturbed` : '';
  return `${counted(instances, 'start')}, ${formatCount(loadSeconds)} s of load${lost}`;
}

/**
 * Writes the small print of a run: `Tailgate: 16 starts of base and head, 1a95462 · Report`.
 *
 * @param shared revision and address that its suite names already
 */
export function runClosing(report: Report, shared: { commit: string | null; link: string | null }): Phrase {
  const { commit, dirty } = report.record;
  const isOwn = commit !== null && commit !== shared.commit;
  const revision = isOwn
    ? say`, ${code(shortCommit(commit))}${dirty ? ' with uncommitted changes' : ''}`
    : '';
  const where = report.link === shared.link ? null : report.link;
  return closingWords(say`${effortWords(report)}${revision}`, 'Report', where);
}

/** Writes the line that ends a comment: the tool's name, some facts, and where there is more. */
export function closingWords(facts: Phrase, place: string, target: string | null): Phrase {
  return say`Tailgate${facts.length > 0 ? ': ' : ''}${facts}${target === null ? '' : say` · ${link(place, target)}`}`;
}

/** Says whether a verdict blocks, and why; null for one that passes, and for what could not be measured. */
export function explainBlocking(report: Report): Phrase | null {
  const { code: verdict, blocks, slos } = report.verdict;
  if (!['regressed', 'missed', 'inconclusive', 'at-limit'].includes(verdict)) return null;
  const isOpen = verdict === 'inconclusive' || verdict === 'at-limit';
  const start = strong(blocks ? 'Blocks the merge.' : 'Does not block.');
  const demand = blocks && isOpen ? say` ${code('fail-on')} demands it.` : '';
  const few = slos.filter((slo) => slo.code === 'at-limit' && isUnbounded(slo));
  const labels = few.map(({ label }) => label);
  const advice = isOpen && few.length > 0 ? say` A ${moreLoad(report, labels)} sends more requests.` : '';
  return say`${start}${demand}${advice}`;
}
