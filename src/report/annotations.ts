import type { Report } from '../handover/report.ts';
import { formatShare, formatValue } from './format/numbers.ts';
import { type Phrase, plain, say } from './format/phrase.ts';
import { clean, cut } from './format/visible.ts';
import { bySeverity, type Row, rowsOf, selectForEyes } from './rows/rows.ts';
import { explainRefusals } from './words/acceptance.ts';
import { explainInvalid, explainServiceFault, nameInvalid, nameServiceFault } from './words/causes.ts';
import { explainReasons, explainUndecided } from './words/comparison.ts';
import { loosenedSentence, sortGates } from './words/gates.ts';
import { summaryLine } from './words/headline.ts';
import { movementWords, sloWords } from './words/rows.ts';
import { baseName, limitWords, rowTitle } from './words/terms.ts';

export type Annotation = { level: 'error' | 'warning' | 'notice'; title: string; message: string };

/** Most annotations: GitHub shows ten errors and ten warnings of a step and drops the rest silently. */
const SHOWN = 10;

/** Writes the failures as annotations of the run: plain text, errors when the merge is blocked. */
export function annotate(report: Report): Annotation[] {
  const { verdict } = report;
  const failure = verdict.blocks ? 'error' : 'warning';
  const rows = rowsOf(report).sort(bySeverity);
  const failures: Annotation[] = [
    ...verdict.invalid.map((reason) => entry('error', nameInvalid(reason), plain(explainInvalid(reason)))),
    ...verdict.faults.map((fault) =>
      entry(failure, nameServiceFault(fault), plain(explainServiceFault(fault))),
    ),
    ...selectForEyes(rows, report)
      .filter(failed)
      .map((row) => rowEntry(report, row.accepted ? 'warning' : failure, row)),
  ];
  const near = rows.filter((row) => row.slo?.code === 'at-limit' && !failed(row));
  const warnings: Annotation[] = [
    ...explainRefusals(report).map((refusal) =>
      entry('warning', say`An acceptance does not count`, plain(refusal)),
    ),
    ...sortGates(verdict.loosened).map((gate) =>
      entry('warning', loosenedSentence(gate), 'Another gate may let slower code pass.'),
    ),
    ...near.map((row) => rowEntry(report, verdict.code === 'at-limit' ? failure : 'warning', row)),
  ];
  if (verdict.code === 'inconclusive') {
    const reasons = [explainUndecided(report, rows), ...explainReasons(report)];
    const message = reasons.flatMap((reason) => (reason ? [plain(reason)] : [])).join(' ');
    warnings.push({
      level: failure,
      title: summaryLine(report),
      message: message || 'Neither a slowdown nor its absence is shown.',
    });
  }
  return [...limit(failures), ...limit(warnings)];
}

function failed(row: Row): boolean {
  return row.slo?.code === 'missed' || row.change?.code === 'regressed';
}

function rowEntry(report: Report, level: Annotation['level'], row: Row): Annotation {
  const { slo, change, metric } = row;
  if (slo && change?.code !== 'regressed') {
    const [low, high] = [slo.estimate.low, slo.estimate.high].map((bound) => formatValue(metric, bound));
    const sure = `${formatShare(slo.confidence)} confidence`;
    return entry(
      level,
      sloWords(row, baseName(report)),
      `${rowTitle(row)} lies between ${low} and ${high} (${sure}).`,
    );
  }
  const when = change?.kind === 'history' ? 'before' : `on ${baseName(report)}`;
  const from = row.base === null ? '' : `${formatValue(metric, row.base)} ${when}, `;
  const missed = slo?.code === 'missed' ? ` The SLO, ${limitWords(slo.slo)}, is missed.` : '';
  return entry(level, movementWords(row), `${from}${formatValue(metric, row.head)} in this run.${missed}`);
}

function entry(level: Annotation['level'], title: Phrase, message: string): Annotation {
  return { level, title: plain(title), message: clean(message) };
}

/** Keeps the first annotations, and tells how many more there are. */
function limit(annotations: Annotation[]): Annotation[] {
  if (annotations.length <= SHOWN) return annotations;
  const rest = annotations.slice(SHOWN - 1);
  const titles = rest.map((annotation) => annotation.title).join('; ');
  const last = { level: rest[0]!.level, title: `${rest.length} more`, message: cut(titles, 1000) };
  return [...annotations.slice(0, SHOWN - 1), last];
}
