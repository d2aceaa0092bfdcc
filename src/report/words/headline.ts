import type { Report } from '../../handover/report.ts';
import { isSupplementary } from '../../metrics/metric.ts';
import { VERDICTS } from '../../verdict/codes.ts';
import { isCrash, type ServiceFault } from '../../verdict/faults.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { formatCount } from '../format/numbers.ts';
import { TONES, type Tone } from '../format/passages.ts';
import { capitalise, type Phrase, say } from '../format/phrase.ts';
import { bySeverity, isFailed, type Row, rowsOf, selectUndecided, withoutEchoes } from '../rows/rows.ts';
import { countGateChanges, loginOf } from './gate.ts';
import { isMissedAlready, tellRow } from './rows.ts';
import { baseName, listed, listSome, more, rowTitle } from './terms.ts';
import { tellFault, tellInvalid } from './troubles.ts';
import { nameReason } from './undecided.ts';

/** Writes the verdict in one line, without its icon: `checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
export function headline(report: Report, all: readonly Row[] = rowsOf(report)): Phrase {
  const { gateChanges, work = [] } = report.verdict;
  // Findings that still block are the news, not the accepted ones.
  const rows = all
    .filter((row) => row.accepted === (report.verdict.code === 'accepted'))
    .toSorted(bySeverity);
  const differs = work.some(({ kind }) => kind !== 'messages') ? '; responses differ' : '';
  return say`${outcome(report, rows)}${differs}${countGateChanges(gateChanges)}`;
}

function outcome(report: Report, rows: readonly Row[]): Phrase {
  const { verdict } = report;
  const { code, acceptances, invalid, slos } = verdict;
  const met = slos.filter((slo) => slo.code === 'met').length;
  const one = met === 1 ? 'SLO met' : '';
  const counts = slos.length > 1 ? `${formatCount(met)} of ${formatCount(slos.length)} SLOs met` : one;
  const withSlos = counts && `; ${counts}`;
  /** Names the first row, and counts the others. */
  const lead = (some: readonly Row[]) =>
    some[0]
      ? say`${tellRow(some[0], baseName(report)).title}${more(some.length - 1)}`
      : say`The verdict is ${code}`;
  const better = withoutEchoes(rows).filter(({ change }) => change?.code === 'improved');
  const reason = nameReason(report);
  switch (code) {
    case 'invalid':
      return invalid[0]
        ? say`Not measured: ${tellInvalid(invalid[0]).title}${more(invalid.length - 1)}`
        : say`Not measured`;
    case 'regressed':
    case 'missed':
    case 'accepted': {
      // What was already missed before this change comes last.
      const worse = withoutEchoes(rows)
        .filter(isFailed)
        .sort((a, b) => Number(isMissedAlready(a)) - Number(isMissedAlready(b)));
      const fault = findFault(verdict, worse);
      const what = fault ? capitalise(tellFault(fault).title) : lead(worse);
      if (code !== 'accepted') return what;
      const who = listed([...new Set(acceptances.map(({ by }) => loginOf(by)))]);
      return say`${invalid[0] ? tellInvalid(invalid[0]).title : what}; accepted by ${who}`;
    }
    case 'at-limit':
      return lead(rows.filter((row) => row.slo?.code === 'at-limit'));
    case 'inconclusive': {
      // Improvements are news, however undecided the rest is.
      const unsure = selectUndecided(rows);
      const sure = better.filter((row) => !isSupplementary(row));
      if (sure.length > 0) {
        const open = unsure.length > 0 ? `; undecided: ${listSome(unsure.map(rowTitle), 1)}` : '';
        return say`${lead(sure)}${open}${withSlos}`;
      }
      if (unsure.length === 0)
        return say`Cannot tell: ${reason?.fact ?? 'nothing could be decided'}${withSlos}`;
      const isUnsteady = unsure.some(({ change }) => change?.reason?.kind === 'unsteady');
      return say`${lead(unsure)}${isUnsteady ? '' : '; no slowdown found'}${withSlos}`;
    }
    case 'first-run':
      return say`Nothing to compare with yet${withSlos}`;
    case 'improved':
      return say`${lead(better)}${withSlos}`;
    case 'unchanged': {
      const { size } = new Set(rows.flatMap(({ label, movement }) => (movement === null ? [] : [label])));
      return say`No slowdown${size > 1 ? ` in ${formatCount(size)} scenarios` : ''}${withSlos}`;
    }
    case 'met':
      return say`${counts || 'Nothing to judge'}${reason?.isAll ? `; ${reason.fact}` : ''}`;
    case 'skipped': {
      const idle = { spare: 'nothing is left for this shard', irrelevant: 'nothing relevant changed' };
      const why = verdict.unmeasured ? idle[verdict.unmeasured.kind] : reason?.fact;
      return say`Skipped: ${why ?? 'nothing was measured'}`;
    }
  }
}

/** Chooses the tone of a verdict. A blocking one never has a circle or a warning sign. */
export function verdictTone({ code, blocks, changes }: Verdict): Tone {
  if (code === 'invalid') return 'unmeasured';
  if (blocks) return 'bad';
  const isBetter = changes.some((change) => change.code === 'improved' && !isSupplementary(change));
  if (code === 'inconclusive' && isBetter) return 'good';
  const tones = Object.keys(TONES) as Tone[];
  return tones.find((tone) => TONES[tone].icon === VERDICTS[code].icon)!;
}

/** Finds the fault behind the worst row, which is more telling than the number it caused; a crash comes first. */
function findFault({ faults }: Verdict, [worst]: readonly Row[]): ServiceFault | undefined {
  const values = [worst?.head, worst?.slo?.estimate.value];
  // A few failures do not make a percentile long.
  const isMade = worst?.metric.kind === 'errors' || values.includes(Number.POSITIVE_INFINITY);
  return faults.find(isCrash) ?? faults.find(({ label }) => isMade && label === worst?.label);
}
