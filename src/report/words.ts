/** The only place where codes become prose. */
export { explainFault, explainInvalid, logsOf, nameFault, nameInvalid } from './words/causes.ts';
export { explainBlocking, explainReasons, explainUndecided, historyStatement } from './words/comparison.ts';
export { headline, sloCounts, summaryLine, verdictIcon } from './words/headline.ts';
export { effortWords, infinityNote, scenarioNotes, trendWords } from './words/notes.ts';
export {
  changeWords,
  ICONS,
  movementWords,
  quietWords,
  sloWords,
  statusOf,
  type Tone,
} from './words/rows.ts';
export { type ColumnKey, type RowTable, tabulate } from './words/table.ts';
export {
  counted,
  limitWords,
  metricName,
  rangeWords,
  shortCommit,
  shortLabel,
  title,
} from './words/terms.ts';
