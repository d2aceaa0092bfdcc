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

/** Says what a run was compared with, how reliable that is, and what was discarded. */
export function explainMethod(report: Report): Phrase[] {
  const { pair, changes } = report.verdict;
  const paired = changes.filter((change) => change.kind === 'paired');
  const history = changes.filter((change) => change.kind === 'history' && change.change !== null);
  return [
    ...(pair && paired.length > 0 ? pairWords(report, pair, paired) : []),
    ...(history.length > 0 ? [historyWords(report.baseBranch, history as HistoryFinding[])] : []),
  ];
}

/** Names what each pair of measurements consists of. Deployments are already running, so nothing starts. */
const startName = ({ because }: PairSummary) => (because === 'deployed' ? 'round' : 'start');

/** States the basis of a side-by-side comparison. */
function pairWords(report: Report, pair: PairSummary, compared: readonly PairedFinding[]): Phrase[] {
  const { steps } = report.record;
  const discarded = report.verdict.effort.discardedRounds;
  const { variants = 1, blocks, planned } = pair;
  const slices = steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
  const how = slices.some(({ alternating }) => alternating) ? 'in turns' : 'one after the other';
  const alone = steps.some(hasAlone) ? '; then each got the full load alone, which SLOs are judged on' : '';
  const where = variants > 1 ? ` of ${formatCount(variants)} variants` : '';
  const count = `${formatCount(blocks)}${blocks === planned ? '' : ` of ${formatCount(planned)}`}`;
  const confidence = formatShare(Math.min(...compared.map((change) => change.confidence)));
  const seen = detectableWords(compared);
  const told: (Phrase | false)[] = [
    say`Compared with ${baseTitle(report)} in ${count} ${startName(pair)}s of each${where}. Both got the same requests, ${how}${alone}.`,
    say`Each interval has ${confidence} confidence. To be called slower, a metric must also pass a joint test of all metrics, which identical code passes in at most ${formatShare(pair.error)} of runs; the same holds for faster.`,
    seen !== '' && say`Smallest change that a run like this usually detects: ${seen}.`,
    pair.because === 'deployed' &&
      say`Each revision is one process on one machine: a lucky start or a faster machine counts as a change.`,
    discarded > 0 && say`Discarded as disturbed: ${counted(discarded, 'round')} of each revision.`,
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
  return say`Compared with ${counted(least, 'run')} on ${cut(baseBranch, 40)}. Intervals are ${confidence} prediction intervals (Student’s t, for log-normal values). Whatever the distribution, the chance of a false alarm is at most ${chance} per metric.`;
}

/** Says of an uneventful run what changed most, and what it would have noticed; null if nothing was compared. */
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

/** Writes the change that 8 of 10 runs would have detected: `6 %` or `7 to 13 %`; empty if unknown. */
function detectableWords(compared: readonly PairedFinding[]): string {
  const sizes = compared.filter(({ metric }) => !isShare(metric)).map(({ detectable }) => detectable);
  const known = sizes.filter((size) => size !== null && Number.isFinite(size)) as number[];
  const ends = [Math.min(...known), Math.max(...known)].map((size) =>
    formatChange(size).replace(/[+ %]/g, ''),
  );
  const partly = known.length < sizes.length ? ', where known' : '';
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

/** Writes the closing line of a comment: the tool's name, some facts, and where to find more. */
export function closingWords(facts: Phrase, place: string, target: string | null): Phrase {
  const where = target === null ? '' : say` · ${link(place, target)}`;
  return say`Tailgate${facts.length > 0 ? ': ' : ''}${facts}${where}`;
}
