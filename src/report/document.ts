import type { Report } from '../handover/report.ts';
import type { Job, SuiteReport } from '../handover/suite.ts';
import { isMissed } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type Phrase, say } from './format/phrase.ts';
import { bySeverity, type Row, rowsOf, selectForEyes } from './rows/rows.ts';
import {
  explainAcceptances,
  explainRefusals,
  isAcceptedFault,
  nextSteps,
  REFUSED,
} from './words/acceptance.ts';
import {
  explainInvalid,
  explainServiceFault,
  logsOf,
  nameInvalid,
  nameServiceFault,
} from './words/causes.ts';
import {
  comparisonStatement,
  explainBlocking,
  explainReasons,
  explainUnchanged,
  explainUndecided,
  UNDECIDED,
} from './words/comparison.ts';
import { costWords, explainSlowdowns } from './words/costs.ts';
import { explainLoosened, suspectWords, tellGates } from './words/gates.ts';
import { headline, summaryLine, verdictIcon } from './words/headline.ts';
import { effortWords, infinityNote, runClosing, scenarioNotes } from './words/notes.ts';
import { explainRelative } from './words/relative.ts';
import { tellRow } from './words/rows.ts';
import { statusOf, type Tone } from './words/status.ts';
import {
  attemptWords,
  distinctLoosened,
  explainAbsence,
  faultLines,
  forkWords,
  groupIcon,
  groupName,
  groupTold,
  groupWords,
  reportOnlyWords,
  suiteClosing,
  suiteTitle,
} from './words/suite.ts';
import { baseName, counted, rowTitle } from './words/terms.ts';
import { explainWork } from './words/work.ts';

/** Thing to tell in two lengths: a clause for a title, and what it rests on or what to do. */
export type Told = { title: Phrase; text: Phrase };

/** Obstacle to the measurement, or fault of the service; `label`: its scenario, null where it is of none. */
export type Trouble = Told & {
  kind: 'obstacle' | 'fault' | 'blocking-fault' | 'accepted-fault';
  name: string;
  label: string | null;
};

/** What was found of one metric. */
export type ToldRow = Told & { row: Row; name: string; isNews: boolean; tone: Tone; status: string };

/** What must not be overlooked; an `error` where it blocks. */
export type Alert = Told & { level: 'error' | 'warning' };

/** What a suite of several jobs says once for all of them. */
export type Shared = { reportOnly: boolean; commit: string | null; link: string | null };

const ALONE: Shared = { reportOnly: false, commit: null, link: null };

/**
 * Collects all that is told of a run, as phrases that are neither Markdown nor terminal text yet. What is new to tell
 * is wired here and nowhere else; a renderer chooses the order, and how much it has room for.
 *
 * @param most causes and reasons that are told one by one
 */
export function composeDocument(report: Report, most: number, shared = ALONE) {
  const { verdict } = report;
  const rows = rowsOf(report);
  const eyes = selectForEyes(rows, report);
  const troubles = listTroubles(verdict);
  const reasons = keep([explainUndecided(report, rows), ...explainReasons(report).slice(0, most)]);
  const findings = listFindings(report, rows, new Set(eyes));
  return {
    /** The figures that tables and pictures are made of. */
    report,
    icon: verdictIcon(verdict),
    headline: headline(report),
    rows,
    /** Rows that are the news. */
    eyes,
    troubles,
    findings,
    alerts: listAlerts(report, troubles, findings, reasons),
    causes: limit([...troubles.map(({ text }) => text), ...explainWork(report)], most),
    /** Last words of what failed. */
    logs: logsOf(verdict.faults, verdict.invalid).slice(0, most),
    accepted: explainAcceptances(report),
    refused: explainRefusals(report),
    /** Whether it blocks. */
    blocking: keep([shared.reportOnly ? null : explainBlocking(report)]),
    /** Where a slowdown comes from. */
    slowdowns: explainSlowdowns(report),
    /** Why something is undecided or was not compared. */
    reasons,
    /** Words of a run without news. */
    unchanged: explainUnchanged(report, rows),
    loosened: explainLoosened(verdict.loosened),
    steps: nextSteps(report),
    /** What the figures mean, how they were compared, and what else was noticed. */
    figures: keep([...explainRelative(report), infinityNote(rows)]),
    method: comparisonStatement(report, eyes.length > 0 ? eyes : rows),
    notes: keep([costWords(report), suspectWords(report), ...scenarioNotes(report)]),
    effort: effortWords(report),
    closing: runClosing(report, shared),
  };
}
export type Document = ReturnType<typeof composeDocument>;

/** Collects all that is told of a suite; a single run is a suite of one job. The gravest job comes first. */
export function composeSuite(suite: SuiteReport) {
  const { jobs, link, attempts } = suite;
  const isSingle = jobs.length === 1;
  const groups = groupTold(suite);
  const commit = isSingle ? null : commonCommit(jobs);
  const shared: Shared = { reportOnly: suite.reportOnly === true, commit, link: isSingle ? null : link };
  const said = jobs.some(({ outcome }) => outcome.kind !== 'missing');
  const runs = new Set([...attempts.map(({ run }) => run), ...ownRun(link)]);
  const { icon, words } = suiteTitle(suite, groups);
  return {
    icon,
    headline: words,
    /** Whether anything blocks at all, and whose word it is. */
    notes: keep([
      suite.reportOnly ? reportOnlyWords() : null,
      suite.trust === 'fork' && said ? forkWords(suite) : null,
    ]),
    /** Gates that several jobs have in common. */
    loosened: isSingle ? null : explainLoosened(distinctLoosened(suite)),
    jobs: groups.map((group) => {
      const { outcome } = group;
      return {
        ...group,
        icon: groupIcon(group),
        name: groupName(group),
        headline: groupWords(group),
        /** Null where there is no report. */
        compose:
          outcome.kind === 'report' ? (most: number) => composeDocument(outcome.report, most, shared) : null,
        /** Message of a fault, and what to do without a result. */
        message: outcome.kind === 'fault' ? faultLines(outcome.message) : [],
        absence: explainAbsence(group, link),
      };
    }),
    /** Revision of all jobs, where it is one. */
    commit,
    attempts: attempts.map((attempt) => attemptWords(attempt, runs.size)),
    closing: suiteClosing(suite, commit),
  };
}
export type SuiteDocument = ReturnType<typeof composeSuite>;
export type ToldJob = SuiteDocument['jobs'][number];

function ownRun(link: string | null): string[] {
  return /\/actions\/runs\/(\d+)/.exec(link ?? '')?.slice(1) ?? [];
}

/** Finds the revision of all reports, if it is one and committed. */
function commonCommit(jobs: readonly Job[]): string | null {
  const records = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.record] : []));
  const commits = new Set(records.map(({ commit, dirty }) => (dirty ? null : commit)));
  return commits.size === 1 ? [...commits][0]! : null;
}

function listTroubles(verdict: Verdict): Trouble[] {
  const { invalid, faults, pair } = verdict;
  return [
    ...invalid.map((reason): Trouble => {
      const label = 'label' in reason ? reason.label : null;
      const told = { title: nameInvalid(reason), text: explainInvalid(reason) };
      return { kind: 'obstacle', name: 'measurement', label, ...told };
    }),
    ...faults.map((fault): Trouble => {
      const isPaired = pair !== null;
      const told = { title: nameServiceFault(fault, isPaired), text: explainServiceFault(fault, isPaired) };
      const blocking = isAcceptedFault(fault, verdict) ? 'accepted-fault' : 'blocking-fault';
      const kind = isMissed(fault) ? blocking : 'fault';
      return { kind, name: fault.kind, label: fault.label, ...told };
    }),
  ];
}

function listFindings(report: Report, rows: readonly Row[], news: ReadonlySet<Row>): ToldRow[] {
  const base = baseName(report);
  return rows.map((row) => {
    const { tone, words } = statusOf(row, base);
    return { row, name: rowTitle(row), isNews: news.has(row), tone, status: words, ...tellRow(row, base) };
  });
}

/** Lists what must not be overlooked, the gravest first. */
function listAlerts(
  report: Report,
  troubles: readonly Trouble[],
  findings: readonly ToldRow[],
  reasons: readonly Phrase[],
): Alert[] {
  const { code, blocks, loosened } = report.verdict;
  const failure = blocks ? 'error' : 'warning';
  const levels: Record<Trouble['kind'], Alert['level']> = {
    obstacle: 'error',
    fault: failure,
    'blocking-fault': failure,
    'accepted-fault': 'warning',
  };
  const sorted = findings.toSorted((a, b) => bySeverity(a.row, b.row));
  const warn = (told: readonly Told[]) => told.map((one): Alert => ({ level: 'warning', ...one }));
  const undecided = {
    title: say`${summaryLine(report)}`,
    text: reasons.length > 0 ? reasons.flatMap((reason) => say`${reason} `) : UNDECIDED,
  };
  return [
    ...troubles.map((told): Alert => ({ level: levels[told.kind], ...told })),
    ...sorted
      .filter(({ row, isNews }) => isNews && isFailed(row))
      .map((told): Alert => ({ level: told.row.accepted ? 'warning' : failure, ...told })),
    ...warn(explainRefusals(report).map((text) => ({ title: REFUSED, text }))),
    ...warn(tellGates(loosened)),
    ...sorted
      .filter(({ row }) => row.slo?.code === 'at-limit' && !isFailed(row))
      .map((told): Alert => ({ level: code === 'at-limit' ? failure : 'warning', ...told })),
    ...(code === 'inconclusive' ? [{ level: failure, ...undecided } as const] : []),
  ];
}

/** Tells whether a metric is what fails a run, or would. */
export function isFailed({ slo, change }: Row): boolean {
  return slo?.code === 'missed' || change?.code === 'regressed';
}

function keep(phrases: readonly (Phrase | null)[]): Phrase[] {
  return phrases.filter((phrase) => phrase !== null);
}

function limit(causes: readonly Phrase[], most: number): Phrase[] {
  const rest = causes.length - most;
  return rest > 0 ? [...causes.slice(0, most), say`And ${counted(rest, 'more cause')}.`] : [...causes];
}
