import type { Report } from '../../handover/report.ts';
import { higherIsBetter, isShare } from '../../metrics/metric.ts';
import { VERDICTS } from '../../verdict/codes.ts';
import { decide, isMissed } from '../../verdict/decision.ts';
import type { ServiceFault } from '../../verdict/faults.ts';
import type { ChangeReason, SloFinding } from '../../verdict/findings.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { formatChangeOf, formatCount } from '../format/numbers.ts';
import { type Phrase, plain, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { bySeverity, type Row, rowsOf, selectChanged, selectUndecided } from '../rows/rows.ts';
import { acceptorNames, isAcceptedFault } from './acceptance.ts';
import { nameInvalid, nameServiceFault } from './causes.ts';
import { grownCosts } from './costs.ts';
import { loosenedCount } from './gates.ts';
import { movementWords, sloWords } from './rows.ts';
import { ICONS } from './status.ts';
import { baseName, blockName, capital, rowTitle } from './terms.ts';
import { withheldWords } from './unsteady.ts';
import { workNews } from './work.ts';

/** Writes the verdict in one line, without its icon: `checkout p99 is 18 % slower (+12 … +24 %)`. */
export function headline(report: Report): Phrase {
  const { loosened, blocks, code } = report.verdict;
  // What nobody gates may still be news where the rest is not.
  const grown = blocks || code === 'invalid' ? [] : grownCosts(report).map((words) => `; ${words}`);
  // Findings that still block are the news, not the accepted ones.
  const rows = rowsOf(report).filter((row) => !row.accepted);
  return say`${outcome(report, code, rows.sort(bySeverity))}${workNews(report)}${grown.join('')}${loosenedCount(loosened)}`;
}

function outcome(report: Report, code: Verdict['code'], rows: readonly Row[]): Phrase {
  const { verdict } = report;
  switch (code) {
    case 'invalid': {
      const [first, ...others] = verdict.invalid;
      return first ? say`Not measured: ${nameInvalid(first)}${more(others.length)}` : say`Not measured`;
    }
    case 'regressed': {
      const slower = selectChanged(rows, 'regressed');
      const missed = verdict.slos.some((slo) => slo.code === 'missed') ? `; ${sloCounts(verdict.slos)}` : '';
      if (slower.length === 0) return say`Slower than before${missed}`;
      // A run without answers has no change to report, but a reason.
      if (slower[0]!.head === Number.POSITIVE_INFINITY && listOpenFaults(verdict).length > 0)
        return missedHeadline(report, rows);
      return say`${movementWords(slower[0]!)}${more(slower.length - 1)}${missed}`;
    }
    case 'missed':
      return missedHeadline(report, rows);
    case 'accepted':
      return acceptedHeadline(report);
    case 'at-limit': {
      const near = rows.filter((row) => row.slo?.code === 'at-limit');
      if (near.length === 0) return say`${sloCounts(verdict.slos)}`;
      const words = sloWords(near[0]!, baseName(report));
      const count = verdict.slos.length > 1 ? `; ${metCount(verdict.slos)}` : '';
      return say`${words}${more(near.length - 1)}${count}`;
    }
    case 'inconclusive':
      return inconclusiveHeadline(report, rows);
    case 'first-run':
      if (verdict.changes.length > 0 && verdict.changes.every(({ reason }) => reason?.kind === 'new'))
        return say`New: ${verdict.slos.length > 0 ? sloCounts(verdict.slos) : 'nothing to compare with yet'}`;
      return say`First run: ${verdict.slos.length > 0 ? `${sloCounts(verdict.slos)}, ` : ''}nothing to compare with yet`;
    case 'improved': {
      const faster = selectChanged(rows, 'improved');
      if (faster.length === 0) return say`Faster than before${withSlos(verdict)}`;
      return say`${movementWords(faster[0]!)}${more(faster.length - 1)}${withSlos(verdict)}`;
    }
    case 'unchanged':
      return say`No slowdown${scenarioCount(rows)}${withSlos(verdict)}`;
    case 'met':
      return say`${[sloCounts(verdict.slos) || 'Nothing to judge', ...uncompared(report)].join('; ')}`;
    case 'skipped':
      return say`Skipped: ${idleness(verdict) ?? uncompared(report)[0] ?? 'nothing was measured'}`;
  }
}

function idleness({ unmeasured }: Verdict): string | null {
  if (unmeasured === undefined) return null;
  return unmeasured.kind === 'spare'
    ? 'no part of the suite is left for this shard'
    : 'nothing relevant changed';
}

/** Chooses the icon: ✅, ❌ and so on. A verdict that blocks never has a circle or a warning. */
export function verdictIcon({ code, blocks }: Verdict): string {
  return blocks && code !== 'invalid' ? ICONS.bad : VERDICTS[code].icon;
}

/** Writes icon and headline as plain text on one line, for a commit status, an output or a log. */
export function summaryLine(report: Report): string {
  return `${verdictIcon(report.verdict)} ${plain(headline(report))}`;
}

const ONE_SLO: Record<SloFinding['code'], string> = {
  met: 'met',
  missed: 'missed',
  'at-limit': 'at its limit',
};

/** Counts `4 of 4 SLOs met`, `3 of 4 SLOs met, 1 at the limit`, or writes `SLO met` of a single one; empty without. */
export function sloCounts(slos: readonly SloFinding[]): string {
  if (slos.length < 2) return slos.map((slo) => `SLO ${ONE_SLO[slo.code]}`).join('');
  const count = (code: SloFinding['code']) => slos.filter((slo) => slo.code === code).length;
  const missed = count('missed');
  if (missed > 0) return `${formatCount(missed)} of ${formatCount(slos.length)} SLOs missed`;
  const near = count('at-limit');
  return `${metCount(slos)}${near > 0 ? `, ${formatCount(near)} at the limit` : ''}`;
}

function metCount(slos: readonly SloFinding[]): string {
  return `${formatCount(slos.filter((slo) => slo.code === 'met').length)} of ${formatCount(slos.length)} SLOs met`;
}

function withSlos({ slos }: Verdict): string {
  return slos.length > 0 ? `; ${sloCounts(slos)}` : '';
}

function scenarioCount(rows: readonly Row[]): string {
  const labels = new Set(rows.flatMap(({ label, movement }) => (movement === null ? [] : [label])));
  return labels.size > 1 ? ` in ${formatCount(labels.size)} scenarios` : '';
}

function more(others: number): string {
  return others > 0 ? `, and ${formatCount(others)} more` : '';
}

/** Explains why there was no comparison at all, if that is so. */
function uncompared(report: Report): string[] {
  const kinds = new Set(report.verdict.changes.map(({ reason }) => reason?.kind));
  if (kinds.size !== 1) return [];
  if (kinds.has('identical')) return [`same files as ${baseName(report)}`];
  return kinds.has('no-base') ? ['the base could not be measured'] : [];
}

/** Writes the finding that would have blocked, and who accepted it. */
function acceptedHeadline(report: Report): Phrase {
  const { verdict } = report;
  const rows = rowsOf(report)
    .filter((row) => row.accepted)
    .sort(bySeverity);
  const { code } = decide({
    slos: rows.flatMap(({ slo }) => slo ?? []),
    changes: rows.flatMap(({ change }) => change ?? []),
    faults: verdict.faults,
    invalid: [],
    failOn: [],
  });
  const what = outcome(report, code, rows);
  const simple = code === 'regressed' && !plain(what).includes(';');
  return say`${what}${simple ? ',' : ';'} accepted by ${acceptorNames(verdict.acceptances)}`;
}

/** Writes the headline of a missed SLO; a fault of the service goes before the number that it caused. */
function missedHeadline(report: Report, rows: readonly Row[]): Phrase {
  const { verdict } = report;
  const faults = listOpenFaults(verdict);
  const missed = rows.filter((row) => row.slo?.code === 'missed');
  const bad = rows.filter((row) => row.slo?.code === 'missed' || row.change?.code === 'regressed');
  const labels = new Set(bad.map((row) => row.label));
  const fault =
    faults.find((each) => each.kind === 'crashed') ??
    // Who waits for answers that never come is not kept up with, either.
    faults.find(
      (each) => each.kind === 'failing' && labels.has(each.label) && each.failed > each.requests / 2,
    ) ??
    faults.find((each) => isMissed(each) || (labels.has(each.label) && isBehind(each, bad)));
  if (fault) {
    const count = missed.length > 0 ? `; ${sloCounts(verdict.slos)}` : '';
    return say`${capitalise(nameServiceFault(fault, verdict.pair !== null))}${count}`;
  }
  if (missed.length === 0) return say`An SLO is missed`;
  return say`${sloWords(missed[0]!, baseName(report))}${more(missed.length - 1)}`;
}

/** Tells whether a fault of a scenario made what is wrong with it: a few failures do not make a percentile long. */
function isBehind(fault: ServiceFault, bad: readonly Row[]): boolean {
  if (fault.kind !== 'failing') return true;
  return bad
    .filter(({ label }) => label === fault.label)
    .some(
      ({ metric, head, slo }) =>
        metric.kind === 'errors' || [head, slo?.estimate.value].includes(Number.POSITIVE_INFINITY),
    );
}

/** Lists faults that are the news: those that nobody has accepted, unless all is accepted. */
function listOpenFaults(verdict: Verdict): ServiceFault[] {
  const { code, faults } = verdict;
  return code === 'accepted' ? faults : faults.filter((fault) => !isAcceptedFault(fault, verdict));
}

function inconclusiveHeadline(report: Report, rows: readonly Row[]): Phrase {
  const { verdict, baseBranch } = report;
  const branch = cut(baseBranch, 40);
  const unsure = selectUndecided(rows);
  const row = unsure[0];
  if (row) {
    const rest = more(unsure.length - 1);
    const because = withheldWords(row);
    if (because !== null) return say`${rowTitle(row)}${because}${rest}${withSlos(verdict)}`;
    return say`Too noisy to tell for ${rowTitle(row)}${rest}${coarseWords(row)}; nothing slower was found${withSlos(verdict)}`;
  }
  const reasons = verdict.changes.flatMap((change) => (change.reason ? [change.reason] : []));
  const find = <K extends ChangeReason['kind']>(kind: K) =>
    reasons.find((reason): reason is Extract<ChangeReason, { kind: K }> => reason.kind === kind);
  const records = reasons.flatMap((reason) => (reason.kind === 'few-records' ? [reason] : []));
  const few = records.find(({ compatible }) => compatible > 0);
  if (few) {
    const which = few.since === undefined ? `earlier runs of ${branch}` : `runs since ${branch} changed`;
    return say`Cannot compare yet: ${formatCount(few.compatible)} of ${formatCount(few.needed)} ${which}${withSlos(verdict)}`;
  }
  const blocks = find('too-few-blocks');
  if (blocks) {
    const count = `${formatCount(blocks.blocks)} of the ${formatCount(blocks.needed)} ${blockName(report)}s`;
    return say`Cannot tell: ${count} that a verdict needs${withSlos(verdict)}`;
  }
  if (find('other-work')) return say`Base and head do not do the same work${withSlos(verdict)}`;
  if (find('no-base')) return say`Cannot compare: the base could not be measured${withSlos(verdict)}`;
  if (records.some(({ incompatible }) => incompatible))
    return say`Cannot compare: no comparable run of ${branch}${withSlos(verdict)}`;
  const capacity = find('capacity-unknown');
  if (capacity) {
    const why = capacity.side === null ? 'was not found' : 'lies beyond what could be searched';
    return say`Cannot tell: a capacity ${why}${withSlos(verdict)}`;
  }
  return say`Nothing to compare with yet${withSlos(verdict)}`;
}

/** Detectable change, as a multiple of the tolerance, from which a run is said to have seen little. */
const COARSE = 3;

/** Says of the metric of an SLO that this run could see big changes only. */
function coarseWords({ slo, change, metric }: Row): string {
  if (slo === null || change?.kind !== 'paired' || isShare(metric)) return '';
  const { detectable, tolerance } = change;
  if (detectable === null) return ', where this run could not see much';
  return detectable > COARSE * tolerance
    ? `, where this run could see only ${formatChangeOf(metric, higherIsBetter(metric) ? -detectable : detectable)} or more`
    : '';
}

function capitalise(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  if (first?.kind !== 'text') return phrase;
  return [{ ...first, text: capital(first.text) }, ...rest];
}
