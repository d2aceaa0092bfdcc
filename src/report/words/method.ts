import type { Report } from '../../handover/report.ts';
import { isLatency, isShare, isSupplementary } from '../../metrics/metric.ts';
import { type HistoryFinding, isPairedFinding, type PairedFinding } from '../../verdict/findings.ts';
import type { PairSummary } from '../../verdict/verdict.ts';
import { formatChange, formatCount, formatShare } from '../format/numbers.ts';
import { code, link, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';
import { hasAlone } from '../rows/series.ts';
import { changeWords, valueWords } from './rows.ts';
import { baseTitle, counted, rowTitle, shortCommit } from './terms.ts';

/** Says with what a run was compared, how far that can be trusted, and what was discarded. */
export function explainMethod(report: Report): Phrase[] {
  const { pair, changes } = report.verdict;
  const paired = changes.filter((change) => change.kind === 'paired');
  const history = changes.filter((change) => change.kind === 'history' && change.change !== null);
  return [
    ...(pair && paired.length > 0 ? pairWords(report, pair, paired) : []),
    ...(history.length > 0 ? [historyWords(report.baseBranch, history as HistoryFinding[])] : []),
  ];
}

/** Names what there is one of for each pair of measurements. Nothing starts where both run already. */
const startName = ({ because }: PairSummary) => (because === 'deployed' ? 'round' : 'start');

/** States the basis of a comparison side by side. */
function pairWords(report: Report, pair: PairSummary, compared: readonly PairedFinding[]): Phrase[] {
  const { steps } = report.record;
  const discarded = report.verdict.effort.discardedRounds;
  const { variants = 1, blocks, planned } = pair;
  const slices = steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
  const how = slices.some(({ alternating }) => alternating) ? 'in turns' : 'one after the other';
  const alone = steps.some(hasAlone) ? ', and the whole load alone, on which SLOs are judged' : '';
  const where = variants > 1 ? ` of ${formatCount(variants)} variants` : '';
  const count = `${formatCount(blocks)}${blocks === planned ? '' : ` of ${formatCount(planned)}`}`;
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const seen = detectableWords(compared);
  const told: (Phrase | false)[] = [
    say`Compared with ${baseTitle(report)} in ${count} ${startName(pair)}s of each${where}. Both got the same traffic ${how}${alone}.`,
    say`Intervals have ${confidence} confidence each. What is called slower also passed a joint test of all metrics, which identical code passes in at most ${formatShare(pair.error)} of runs; what is called faster likewise.`,
    seen !== '' && say`The smallest change that such a run usually catches: ${seen}.`,
    pair.because === 'deployed' &&
      say`Each revision is one process on one machine: a lucky start or a faster machine counts as a change.`,
    discarded > 0 && say`Discarded as disturbed: ${counted(discarded, 'round')} of each.`,
  ];
  return told.filter((phrase) => phrase !== false);
}

/**
 * States the basis of a comparison with records. Without assuming a distribution, the chance that the newest of n + 1
 * exchangeable runs is the worst, which `regressed` demands, is 1/(n + 1) (Vovk & al. 2005).
 */
function historyWords(baseBranch: string, compared: readonly HistoryFinding[]): Phrase {
  const least = Math.min(...compared.map(({ history }) => history.length));
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const chance = formatShare(1 / (least + 1), 2);
  return say`Compared with ${counted(least, 'run')} of ${cut(baseBranch, 40)}. Intervals are ${confidence} t prediction intervals, for log-normal values; whatever the distribution, a false alarm has a chance of at most ${chance} per metric.`;
}

/** Says of a run without news what changed most, and what it would have noticed; null where nothing was compared. */
export function explainUnchanged({ verdict }: Report, rows: readonly Row[]): Phrase | null {
  const compared = rows.filter(
    (row) => isLatency(row.metric) && !isSupplementary(row) && row.change?.kind === 'paired',
  );
  const size = ({ movement }: Row) => Math.abs(movement!.value);
  const [largest] = compared.toSorted((a, b) => size(b) - size(a));
  if (verdict.code !== 'unchanged' || largest === undefined) return null;
  const { range } = changeWords(largest);
  const seen = detectableWords(compared.map(({ change }) => change as PairedFinding));
  const noticed = seen === '' ? '' : ` This run would have noticed a slowdown of ${seen}.`;
  return say`Largest change: ${rowTitle(largest)} ${valueWords(largest, 'base')} → ${valueWords(largest, 'head')}${range && ` (${range})`}.${noticed}`;
}

/** Writes the change that would have been seen in 8 runs of 10: `6 %` or `7 to 13 %`; empty where it is not known. */
function detectableWords(compared: readonly PairedFinding[]): string {
  const sizes = compared.filter(({ metric }) => !isShare(metric)).map(({ detectable }) => detectable);
  const known = sizes.filter((size) => size !== null && Number.isFinite(size)) as number[];
  const ends = [Math.min(...known), Math.max(...known)].map((size) =>
    formatChange(size).replace(/[+ %]/g, ''),
  );
  const partly = known.length < sizes.length ? ', where that is known' : '';
  return known.length === 0 ? '' : `${[...new Set(ends)].join(' to ')} %${partly}`;
}

/** Writes the small print of a run: `Tailgate: 16 starts of base and head, 1a95462 · Report`. */
export function runClosing({ verdict: { pair, changes, effort }, record, link: target }: Report): Phrase {
  const { instances, loadSeconds } = effort;
  const load = `${counted(instances, 'start')}, ${formatCount(loadSeconds)} s of load`;
  const isBeside = pair !== null && changes.some(isPairedFinding);
  const measured = isBeside ? `${counted(pair.blocks, startName(pair))} of base and head` : load;
  const commit = record.commit === null ? '' : say`, ${code(shortCommit(record.commit))}`;
  const dirty = record.dirty ? ' with uncommitted changes' : '';
  return closingWords(say`${measured}${commit}${dirty}`, 'Report', target);
}

/** Writes the line that ends a comment: the tool's name, some facts, and where there is more. */
export function closingWords(facts: Phrase, place: string, target: string | null): Phrase {
  const where = target === null ? '' : say` · ${link(place, target)}`;
  return say`Tailgate${facts.length > 0 ? ': ' : ''}${facts}${where}`;
}
