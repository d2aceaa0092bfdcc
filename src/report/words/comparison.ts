import type { Report } from '../../handover/report.ts';
import { isLatency, isShare, isSupplementary } from '../../metrics/metric.ts';
import type { ChangeFinding, ChangeReason } from '../../verdict/findings.ts';
import type { Idleness } from '../../verdict/verdict.ts';
import { formatCount, formatRate, formatShare, formatValue } from '../format/numbers.ts';
import { code, join, type Phrase, say, strong } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { ignoresBudget } from '../rows/budget.ts';
import { bySeverity, type Row, rowsOf, selectUndecided } from '../rows/rows.ts';
import { detectableWords, explainUndecidedPair, pairStatement } from './pair.ts';
import { changeWords } from './rows.ts';
import { isUnbounded } from './status.ts';
import {
  baseName,
  blockName,
  counted,
  limitWords,
  listed,
  listSome,
  metricName,
  moreLoad,
  rowTitle,
  shortCommit,
  shortLabel,
  title,
  worseNoun,
  worseWord,
} from './terms.ts';

/** Explains why changes could not be judged and what would help; a sentence or two per reason. */
export function explainReasons(report: Report): Phrase[] {
  const branch = cut(report.baseBranch, 40);
  const verdict = report.verdict.code;
  const groups = new Map<string, { reason: SharedReason; changes: ChangeFinding[] }>();
  for (const change of report.verdict.changes) {
    const { reason } = change;
    if (!reason || !isShared(reason)) continue;
    // Noise is not worth telling beside a graver finding; that of a pair is told by its worst row.
    if (reason.kind === 'noisy' && (change.kind !== 'history' || verdict !== 'inconclusive')) continue;
    const key = JSON.stringify(reason);
    const group = groups.get(key) ?? { reason, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  const reasons = [...groups.values()].map(({ reason, changes }) => {
    const all = changes.length === report.verdict.changes.length;
    if (reason.kind === 'new') return newWords(changes, baseName(report));
    if (reason.kind === 'no-base' && changes.some((one) => 'change' in one && one.change !== null))
      return insteadWords(branch);
    if (reason.kind === 'few-records' && !all && isFirst(reason))
      return say`${some(changes)}: not measured on ${branch} yet.`;
    const labels = changes.map(({ label }) => label);
    return say`${all ? '' : `${some(changes)}: `}${explainReason(reason, branch, report, labels)}`;
  });
  const { unmeasured } = report.verdict;
  return unmeasured ? [idleWords(unmeasured), ...reasons] : reasons;
}

/** Explains why a run has measured nothing. */
function idleWords(unmeasured: Idleness): Phrase {
  if (unmeasured.kind === 'spare')
    return say`The suite has fewer parts than shards, and none is left for shard ${formatCount(unmeasured.index)} of ${formatCount(unmeasured.total)}. ${code('tailgate plan --shards')} says how many are of use.`;
  const { patterns, baseCommit } = unmeasured;
  if (patterns.length === 0)
    return say`The files are those of the base ${code(shortCommit(baseCommit)!)}, so nothing was measured.`;
  const shown = patterns.slice(0, PATTERNS).map((pattern) => code(cut(pattern, 60)));
  const rest = patterns.length - shown.length;
  const more = rest > 0 ? `, and ${counted(rest, 'more pattern')}` : '';
  return say`No file that ${code('when.changed')} names differs from the base ${code(shortCommit(baseCommit)!)}, so nothing was measured. It names ${join(shown)}${more}.`;
}

function explainReason(
  reason: Exclude<SharedReason, { kind: 'new' }>,
  branch: string,
  report: Report,
  labels: readonly string[],
): Phrase {
  switch (reason.kind) {
    case 'few-records':
      return explainRecords(reason, branch);
    case 'noisy':
      return say`A ${moreLoad(report, labels)}, or more runs of ${branch}, narrows the interval.`;
    case 'identical':
      return say`Both revisions have the same files, so there is nothing to compare.`;
    case 'no-base':
      return say`The base revision could not be measured, so there is nothing to compare with.`;
    case 'capacity-unknown': {
      if (reason.side === null)
        return say`The search for the capacity of this run found nothing before its time was over. A larger ${code('budget')} helps, or a narrower range.`;
      const rate = formatRate(reason.rate!);
      const whose = report.verdict.pair ? 'both' : 'this run';
      if (!(reason.rate! > 0))
        return say`The capacity of ${report.verdict.pair ? 'base or head' : whose} is not known: k6 could send too little to find a rate that meets.`;
      const where = {
        above: say`The capacity of ${whose} is at least ${rate}: a range that ends higher shows it.`,
        below: say`The capacity of ${whose} is below ${rate}: a range that starts lower shows it.`,
        generator: say`The capacity of ${whose} is at least ${rate}, the generator's limit: k6 can send no more here.`,
      };
      return where[reason.side];
    }
    case 'too-few-blocks':
      return say`${counted(reason.blocks, blockName(report))} could be used; a verdict needs ${formatCount(reason.needed)}.${labels.every((label) => ignoresBudget(label, report.verdict.pair, report.record)) ? '' : say` A larger ${code('budget')} makes room for more.`}`;
  }
}

/** Most scenarios or metrics that are named one by one. */
const NAMED = 3;
/** Patterns of `when.changed` that are shown. */
const PATTERNS = 8;

/** Reasons that metrics have in common. */
type SharedReason = Exclude<ChangeReason, { kind: 'unsteady' | 'other-work' }>;

function isShared(reason: ChangeReason): reason is SharedReason {
  return reason.kind !== 'unsteady' && reason.kind !== 'other-work';
}

type FewRecords = Extract<ChangeReason, { kind: 'few-records' }>;

function isFirst({ compatible, incompatible }: FewRecords): boolean {
  return compatible === 0 && !incompatible;
}

function explainRecords(reason: FewRecords, branch: string): Phrase {
  const { compatible, needed, since, incompatible } = reason;
  if (isFirst(reason))
    return say`No run of ${branch} is stored yet. Runs of ${branch} are recorded as they happen; here, ${code('tailgate run --record')} adds one.`;
  if (incompatible)
    return say`${counted(incompatible.records, 'earlier run')} of ${branch} cannot be compared with: ${differenceWords(incompatible.differs)}.`;
  if (since === undefined)
    return say`${counted(compatible, 'earlier run')} of ${branch} can be compared with; a verdict needs ${formatCount(needed)}. Each run of ${branch} adds one.`;
  const at = since === null ? say`` : say` at ${code(shortCommit(since)!)}`;
  return say`${branch} itself changed${at}, and only runs since then can be compared with: ${formatCount(compatible)} of the ${formatCount(needed)} that a verdict needs. Each run of ${branch} adds one.`;
}

function newWords(changes: readonly ChangeFinding[], base: string): Phrase {
  const labels = [...new Set(changes.map(({ label }) => label))];
  const [are, them] = labels.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return say`${listSome(labels.map(shortLabel), NAMED)} ${are} new: ${base} cannot serve ${them}, so only SLOs are judged there.`;
}

function insteadWords(branch: string): Phrase {
  return say`The base could not be measured; earlier runs of ${branch} stand in for it (${code('on-base-failure')}).`;
}

function differenceWords(differs: readonly string[]): string {
  if (differs.length === 0) return 'something else was measured';
  return `another ${listed(differs.slice(0, 6).map((name) => cut(name, 60)))}`;
}

function some(changes: readonly ChangeFinding[]): string {
  return listSome(
    changes.map(({ label, metric, where }) => title(label, metric, where)),
    NAMED,
  );
}

/** Explains in numbers why the worst undecided row is undecided; null unless that is the verdict. */
export function explainUndecided(report: Report, rows: readonly Row[]): Phrase | null {
  const { verdict, baseBranch } = report;
  const row = selectUndecided(rows)[0];
  if (verdict.code !== 'inconclusive' || !row) return null;
  const name = rowTitle(row);
  const { movement } = row;
  const { kind, tolerance, reason } = row.change!;
  if (isShare(row.metric)) {
    const when = kind === 'history' ? 'before' : `on ${baseName(report)}`;
    const before = row.base === null ? '' : `, ${formatShare(row.base)} ${when}`;
    const what = row.metric.kind === 'errors' ? ' of requests failed' : '';
    const short =
      row.metric.kind === 'custom'
        ? `whether it is ${worseWord(row.metric)} now cannot be told`
        : reason?.kind === 'unsteady' && reason.evidence.kind === 'rare'
          ? 'they come in bursts that a typical block does not have'
          : 'too few to tell whether there are more now';
    return say`${name}: ${formatShare(row.head)}${what}${before}; ${short}.`;
  }
  if (kind !== 'history' || reason?.kind === 'unsteady') return explainUndecidedPair(report, row);
  if (movement === null) {
    return say`${name}: in some earlier runs of ${cut(baseBranch, 40)} so many requests failed that there is no value to compare with.`;
  }
  return say`A ${worseNoun([row.metric])} of ${name} by more than ${formatShare(tolerance)} is neither shown nor ruled out.`;
}

/** Words of an undecided run for which nothing else can be said. */
export const UNDECIDED = say`Neither a slowdown nor its absence is shown.`;

/** Says whether a verdict blocks, and why; null for one that passes, and for what could not be measured. */
export function explainBlocking(report: Report): Phrase | null {
  const { code: verdict, blocks, slos } = report.verdict;
  if (verdict === 'inconclusive' || verdict === 'at-limit') {
    const blocking = blocks
      ? say`${BLOCKS} ${code('fail-on')} demands it.`
      : say`${strong('Does not block.')}`;
    const few = slos.filter((slo) => slo.code === 'at-limit' && isUnbounded(slo));
    const labels = few.map(({ label }) => label);
    return few.length > 0 ? say`${blocking} A ${moreLoad(report, labels)} sends more requests.` : blocking;
  }
  if (verdict !== 'regressed' && verdict !== 'missed') return null;
  if (!blocks) return say`${strong('Does not block.')}`;
  const held = rowsOf(report).sort(bySeverity)[0]?.slo;
  const holds =
    verdict === 'regressed' && held?.code === 'met'
      ? ` Its SLO (${metricName(held.slo.metric)} ${limitWords(held.slo)}) still holds.`
      : '';
  return say`${BLOCKS}${holds}`;
}

const BLOCKS = strong('Blocks the merge.');

/** Says of a run without news what changed most, and what it would have noticed; null where nothing was compared. */
export function explainUnchanged(report: Report, rows: readonly Row[]): Phrase | null {
  const compared = rows.filter(
    (row) =>
      isLatency(row.metric) &&
      !isSupplementary(row) &&
      row.movement !== null &&
      row.change?.kind === 'paired',
  );
  const size = ({ movement }: Row) => Math.abs(movement!.value);
  const [largest] = compared.sort((a, b) => size(b) - size(a));
  if (report.verdict.code !== 'unchanged' || largest === undefined) return null;
  const [base, head] = [largest.base!, largest.head].map((value) => formatValue(largest.metric, value));
  const { range } = changeWords(largest);
  const seen = detectableWords(compared);
  const noticed = seen === null ? '' : ` This run would have noticed a slowdown of ${seen}.`;
  return say`Largest change: ${rowTitle(largest)} ${base!} → ${head!}${range && ` ${range}`}.${noticed}`;
}

/** States the basis of a comparison: the base side by side, or earlier runs. */
export function comparisonStatement(report: Report, rows: readonly Row[]): Phrase | null {
  return pairStatement(report, rows) ?? historyStatement(report);
}

/**
 * States the basis of the comparison and how far it can be trusted. Without assuming a distribution, the chance that
 * the newest of n + 1 exchangeable runs is the worst, which `regressed` demands, is 1/(n + 1) (Vovk & al. 2005).
 */
export function historyStatement(report: Report): Phrase | null {
  // Failure rates are compared in another way.
  const compared = report.verdict.changes
    .filter((one) => one.kind === 'history')
    .filter(({ metric, change, history }) => metric.kind !== 'errors' && change && history.length > 0);
  if (compared.length === 0) return null;
  const lengths = compared.map((change) => change.history.length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const runs =
    least === most
      ? counted(most, 'earlier run')
      : `${formatCount(least)} to ${formatCount(most)} earlier runs`;
  const confidence = formatShare(compared[0]!.confidence);
  const attainable =
    compared.find((change) => change.history.length === least)!.attainableError ?? 1 / (least + 1);
  const chance = `1/(${formatCount(least)} + 1) = ${formatShare(attainable, 2)}`;
  return say`Compared with ${runs} of ${cut(report.baseBranch, 40)}. The intervals are ${confidence} t prediction intervals and assume that values are log-normal; without that assumption a false alarm has a chance of at most ${chance} per metric.`;
}
