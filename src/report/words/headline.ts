import type { Report } from '../../handover/report.ts';
import { isSupplementary } from '../../metrics/metric.ts';
import { VERDICTS } from '../../verdict/codes.ts';
import type { ServiceFault } from '../../verdict/faults.ts';
import type { SloFinding } from '../../verdict/findings.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { isCall } from '../../verdict/work.ts';
import { formatCount } from '../format/numbers.ts';
import { capitalise, type Phrase, say } from '../format/phrase.ts';
import { TONES, type Tone } from '../format/tones.ts';
import { bySeverity, isFailed, type Row, rowsOf, selectUndecided, withoutEchoes } from '../rows/rows.ts';
import { acceptorNames } from './acceptance.ts';
import { tellFault, tellInvalid } from './causes.ts';
import { countGateChanges } from './gates.ts';
import { isMissedAlready, tellRow } from './rows.ts';
import { baseName, listSome, more, rowTitle } from './terms.ts';
import { nameReason } from './undecided.ts';

/** Writes the verdict in one line, without its icon: `checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
export function headline(report: Report, all: readonly Row[] = rowsOf(report)): Phrase {
  const { gateChanges, work = [] } = report.verdict;
  // Findings that still block are the news, not the accepted ones.
  const rows = all
    .filter((row) => row.accepted === (report.verdict.code === 'accepted'))
    .toSorted(bySeverity);
  const differs = work.some(({ kind }) => !isCall(kind)) ? '; answers differ' : '';
  return say`${outcome(report, rows)}${differs}${countGateChanges(gateChanges)}`;
}

function outcome(report: Report, rows: readonly Row[]): Phrase {
  const { verdict } = report;
  const { slos, changes, invalid } = verdict;
  const name = (row: Row) => tellRow(row, baseName(report)).title;
  /** Names the first row, and counts the others. */
  const lead = (some: readonly Row[], fallback: string) =>
    some[0] ? say`${name(some[0])}${more(some.length - 1)}` : say`${fallback}`;
  switch (verdict.code) {
    case 'invalid':
      return invalid[0]
        ? say`Not measured: ${tellInvalid(invalid[0]).title}${more(invalid.length - 1)}`
        : say`Not measured`;
    case 'regressed':
    case 'missed': {
      const worse = listWorse(rows);
      const fault = findFault(report, worse);
      return fault ? tellOf(fault, report) : lead(worse, `It is ${VERDICTS[verdict.code].word}`);
    }
    case 'accepted': {
      const fault = findFault(report, listWorse(rows));
      const what = invalid[0]
        ? tellInvalid(invalid[0]).title
        : fault
          ? tellOf(fault, report)
          : lead(listWorse(rows).length > 0 ? listWorse(rows) : rows, 'What would block');
      return say`${what}; accepted by ${acceptorNames(verdict.acceptances)}`;
    }
    case 'at-limit':
      return lead(
        rows.filter((row) => row.slo?.code === 'at-limit'),
        sloCounts(slos),
      );
    case 'inconclusive':
      return say`${undecided(report, rows, lead)}${withSlos(verdict)}`;
    case 'first-run':
      return say`Nothing to compare with yet${withSlos(verdict)}`;
    case 'improved':
      return say`${lead(listBetter(rows), 'Faster than before')}${withSlos(verdict)}`;
    case 'unchanged': {
      const { size } = new Set(rows.flatMap(({ label, movement }) => (movement === null ? [] : [label])));
      return say`No slowdown${size > 1 ? ` in ${formatCount(size)} scenarios` : ''}${withSlos(verdict)}`;
    }
    case 'met': {
      const reason = nameReason(report);
      const why = reason?.isAll ? `; ${reason.title}` : '';
      return say`${sloCounts(slos) || 'Nothing to judge'}${why}`;
    }
    case 'skipped': {
      const idle =
        verdict.unmeasured?.kind === 'spare' ? 'nothing is left for this shard' : 'nothing relevant changed';
      const why = changes.length > 0 ? nameReason(report)?.title : undefined;
      return say`Skipped: ${verdict.unmeasured ? idle : (why ?? 'nothing was measured')}`;
    }
  }
}

/** What got better is news, however undecided the rest is. */
function undecided(
  report: Report,
  rows: readonly Row[],
  lead: (some: readonly Row[], fallback: string) => Phrase,
): Phrase {
  const unsure = selectUndecided(rows);
  const better = listBetter(rows).filter((row) => !isSupplementary(row));
  if (better.length > 0) {
    const open = unsure.length > 0 ? `; undecided: ${listSome(unsure.map(rowTitle), 1)}` : '';
    return say`${lead(better, '')}${open}`;
  }
  if (unsure.length > 0) {
    const isUnsteady = unsure.some(({ change }) => change?.reason?.kind === 'unsteady');
    return say`${lead(unsure, '')}${isUnsteady ? '' : '; nothing worse was found'}`;
  }
  const reason = nameReason(report);
  return reason ? say`Cannot tell: ${reason.title}` : say`Nothing could be decided`;
}

/** Chooses the tone of a verdict. One that blocks never has a circle or a warning. */
export function verdictTone({ code, blocks, changes }: Verdict): Tone {
  if (code === 'invalid') return 'unmeasured';
  if (blocks) return 'bad';
  const isBetter = changes.some((change) => change.code === 'improved' && !isSupplementary(change));
  if (code === 'inconclusive' && isBetter) return 'good';
  const tones = Object.keys(TONES) as Tone[];
  return tones.find((tone) => TONES[tone].icon === VERDICTS[code].icon)!;
}

/** Counts `4 of 4 SLOs met`, `3 of 4 SLOs met, 1 at the limit`, or writes `SLO met` of a single one; empty without. */
function sloCounts(slos: readonly SloFinding[]): string {
  const words = { met: 'met', missed: 'missed', 'at-limit': 'at the limit' };
  if (slos.length < 2) return slos.map((slo) => `SLO ${words[slo.code]}`).join('');
  const count = (code: SloFinding['code']) => slos.filter((slo) => slo.code === code).length;
  const [missed, near] = [count('missed'), count('at-limit')];
  if (missed > 0) return `${formatCount(missed)} of ${formatCount(slos.length)} SLOs missed`;
  const rest = near > 0 ? `, ${formatCount(near)} at the limit` : '';
  return `${formatCount(count('met'))} of ${formatCount(slos.length)} SLOs met${rest}`;
}

function withSlos({ slos }: Verdict): string {
  return slos.length > 0 ? `; ${sloCounts(slos)}` : '';
}

/** Lists what is slower or misses its SLO; what was missed before this change comes last. */
function listWorse(rows: readonly Row[]): Row[] {
  return withoutEchoes(rows)
    .filter(isFailed)
    .sort((a, b) => Number(isMissedAlready(a)) - Number(isMissedAlready(b)));
}

function listBetter(rows: readonly Row[]): Row[] {
  return withoutEchoes(rows).filter(({ change }) => change?.code === 'improved');
}

function tellOf(fault: ServiceFault, { verdict }: Report): Phrase {
  return capitalise(tellFault(fault, verdict.pair !== null).title);
}

/** Finds the fault of the service that made what is wrong: it goes before the number that it caused. */
function findFault({ verdict: { faults } }: Report, worse: readonly Row[]): ServiceFault | undefined {
  const isSlower = worse[0]?.change?.code === 'regressed' && Number.isFinite(worse[0].head);
  const isCause = (fault: ServiceFault) => {
    const own = worse.filter(({ label }) => label === fault.label);
    if (fault.kind === 'failing' && fault.failed > fault.requests / 2) return own.length > 0;
    // A run without answers has no change to report, but a reason; few failures do not make a percentile long.
    const made = ({ metric, head, slo }: Row) =>
      metric.kind === 'errors' || [head, slo?.estimate.value].includes(Number.POSITIVE_INFINITY);
    return !isSlower && own.some((row) => fault.kind !== 'failing' || made(row));
  };
  return faults.find(({ kind }) => kind === 'crashed') ?? faults.find(isCause);
}
