/** The only place where codes become prose. */
export { acceptHint, explainAcceptances, explainRefusals } from './words/acceptance.ts';
export { explainFault, explainInvalid, logsOf, nameFault, nameInvalid } from './words/causes.ts';
export {
  comparisonStatement,
  explainBlocking,
  explainReasons,
  explainUndecided,
} from './words/comparison.ts';
export { explainLoosened, loosenedWords, sortGates, suspectWords } from './words/gates.ts';
export { headline, sloCounts, summaryLine, verdictIcon } from './words/headline.ts';
export { effortWords, infinityNote, scenarioNotes, trendWords } from './words/notes.ts';
export { changeWords, movementWords, quietWords, sloWords } from './words/rows.ts';
export { ICONS, statusOf, type Tone } from './words/status.ts';
export {
  attemptWords,
  distinctLoosened,
  explainAbsence,
  faultLines,
  forkWords,
  groupIcon,
  groupName,
  groupWords,
  LONGEST_HEADING,
  quietLegsWords,
  standingsWords,
  suiteLine,
  suiteTitle,
  withoutLoosened,
} from './words/suite.ts';
export { type ColumnKey, type RowTable, tabulate } from './words/table.ts';
export {
  baseName,
  counted,
  limitWords,
  metricName,
  rangeWords,
  shortCommit,
  shortLabel,
  title,
} from './words/terms.ts';
