import type { Report } from '../handover/report.ts';
import { type Phrase, say } from './format/phrase.ts';
import { rowsOf, selectForEyes } from './rows/rows.ts';
import { explainAcceptances, explainRefusals, nextSteps } from './words/acceptance.ts';
import { explainInvalid, explainServiceFault, logsOf } from './words/causes.ts';
import {
  comparisonStatement,
  explainBlocking,
  explainReasons,
  explainUnchanged,
  explainUndecided,
} from './words/comparison.ts';
import { costWords, explainSlowdowns } from './words/costs.ts';
import { explainLoosened, suspectWords } from './words/gates.ts';
import { headline, verdictIcon } from './words/headline.ts';
import { effortWords, infinityNote, scenarioNotes } from './words/notes.ts';
import { explainRelative } from './words/relative.ts';
import { counted } from './words/terms.ts';
import { explainWork } from './words/work.ts';

/**
 * Collects all that is told of a run, as phrases that are neither Markdown nor terminal text yet. What is new to tell
 * is wired here; a renderer chooses the order, and how much it has room for.
 *
 * @param most causes and reasons that are told one by one
 */
export function composeDocument(report: Report, most: number) {
  const { invalid, faults } = report.verdict;
  const rows = rowsOf(report);
  const eyes = selectForEyes(rows, report);
  return {
    icon: verdictIcon(report.verdict),
    headline: headline(report),
    rows,
    /** Rows that are the news. */
    eyes,
    causes: limit(
      [...invalid.map(explainInvalid), ...faults.map(explainServiceFault), ...explainWork(report)],
      most,
    ),
    /** Last words of what failed. */
    logs: logsOf(faults, invalid).slice(0, most),
    accepted: explainAcceptances(report),
    refused: explainRefusals(report),
    /** Whether it blocks. */
    blocking: keep([explainBlocking(report)]),
    /** Where a slowdown comes from. */
    slowdowns: explainSlowdowns(report),
    /** Why something is undecided or was not compared. */
    reasons: keep([explainUndecided(report, rows), ...explainReasons(report).slice(0, most)]),
    /** Words of a run without news. */
    unchanged: explainUnchanged(report, rows),
    loosened: explainLoosened(report),
    steps: nextSteps(report),
    /** What the figures mean, how they were compared, and what else was noticed. */
    figures: keep([...explainRelative(report), infinityNote(rows)]),
    method: comparisonStatement(report, eyes.length > 0 ? eyes : rows),
    notes: keep([costWords(report), suspectWords(report), ...scenarioNotes(report)]),
    effort: effortWords(report),
  };
}
export type Document = ReturnType<typeof composeDocument>;

function keep(phrases: readonly (Phrase | null)[]): Phrase[] {
  return phrases.filter((phrase) => phrase !== null);
}

function limit(causes: readonly Phrase[], most: number): Phrase[] {
  const rest = causes.length - most;
  return rest > 0 ? [...causes.slice(0, most), say`And ${counted(rest, 'more cause')}.`] : [...causes];
}
