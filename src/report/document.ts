import { EXIT } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import { exitCodeOfSuites, type Job, type SuiteReport } from '../handover/suite.ts';
import { printMetric } from '../metrics/metric.ts';
import { type Passage, remember, TONES, type Tone } from './format/passages.ts';
import { code, type Phrase, plain, say, strong } from './format/phrase.ts';
import { isFailed, type Row, rowsOf, selectForEyes } from './rows/rows.ts';
import { costWords, explainSlowdowns, explainWork } from './words/costs.ts';
import {
  BLOCKS,
  explainAcceptances,
  explainBlocking,
  isNewGate,
  nextSteps,
  tellGates,
  tellRefusals,
} from './words/gate.ts';
import { headline, verdictTone } from './words/headline.ts';
import { explainMethod, explainUnchanged, runClosing } from './words/method.ts';
import { type Telling, type ToldRow, tellRow } from './words/rows.ts';
import {
  distinctGateChanges,
  explainAbsence,
  faultLines,
  forkWords,
  rankJobs,
  suiteClosing,
  suiteTitle,
} from './words/suite.ts';
import { tabulate } from './words/table.ts';
import { baseName, counted } from './words/terms.ts';
import { listTroubles, logsOf, type Trouble } from './words/troubles.ts';
import { explainReasons, explainUndecided } from './words/undecided.ts';

/** Maximum number of visible rows, with and without a comparison: readers have ten seconds. */
const OPEN_ROWS = { compared: 5, alone: 8 };
/** Maximum number of rows of a table, phrases of a paragraph, logs, and alerts of a kind: no output has room for more. */
const MOST = { rows: 1000, phrases: 20, logs: 20, alerts: 20 };

/** What must not be overlooked, as plain text for an annotation; an `error` if it blocks. */
export type Alert = { level: 'error' | 'warning'; title: string; message: string };

/** Everything said about a run. */
export type Document = {
  tone: Tone;
  headline: Phrase;
  /** All metrics; `news` are those to be seen at once, worst first. */
  rows: ToldRow[];
  news: ToldRow[];
  troubles: Trouble[];
  /** Gravest first. */
  alerts: Alert[];
  /** Everything except the headline, in reading order. The last block is the small print. */
  blocks: Passage[];
};

/**
 * Collects everything said about a run: what happened, whether it blocks and why, the rows that are news, what to do;
 * then everything else, folded. Whatever is new to say is added here and nowhere else.
 */
export function tell(
  report: Report,
  suite: Pick<SuiteReport, 'labelReader' | 'reportOnly'> = {},
  all: readonly Row[] = rowsOf(report),
): Document {
  const { verdict } = report;
  const told = new Map(all.map((row) => [row, tellRow(row, baseName(report))]));
  const rows = [...told.values()];
  const news = selectForEyes(all, report).map((row) => told.get(row)!);
  const troubles = listTroubles(verdict);
  const [tone, title] = [verdictTone(verdict), headline(report, all)];
  const shown = listShown(report, rows, news);
  const isUndecided = verdict.code === 'inconclusive';
  const reasons = keep([explainUndecided(report, all), ...explainReasons(report)]);
  const refusals = tellRefusals(report);
  const blocks = keep<Passage>([
    // The reason for an undecided verdict goes to the top; in any other run it is a remark.
    open(
      suite.reportOnly ? null : explainBlocking(report),
      ...explainSlowdowns(report),
      ...(isUndecided ? reasons : []),
      news.length > 0 ? null : explainUnchanged(report, all),
    ),
    list(explainAcceptances(report)),
    list(
      refusals.map(({ text }) => text),
      'warn',
    ),
    list([...troubles.map(({ text }) => text), ...explainWork(report)]),
    // The author needs the last log lines of whatever failed first.
    ...logsOf(verdict)
      .slice(0, MOST.logs)
      .map((log, i): Passage => ({ kind: 'log', weight: i === 0 ? 'open' : 'spare', ...log })),
    shown.rows.length > 0
      ? { kind: 'table', weight: 'open', ...tabulate(report, shown.rows, false), more: shown.more }
      : null,
    listGates(verdict.gateChanges),
    open(...(isUndecided ? [] : reasons)),
    open(nextSteps(report, suite.labelReader)),
    rows.length > 0
      ? {
          kind: 'fold',
          weight: 'spare',
          summary: say`How sure is this? All ${counted(rows.length, 'metric')}`,
          blocks: keep<Passage>([
            {
              kind: 'table',
              weight: 'spare',
              ...tabulate(report, rows.slice(0, MOST.rows), true),
              more: Math.max(0, rows.length - MOST.rows),
            },
            open(...explainMethod(report), costWords(report)),
          ]),
        }
      : null,
    small(runClosing(report)),
  ]);
  const failed = news.filter(({ row }) => isFailed(row));
  const near = news.filter(({ row }) => row.slo?.code === 'at-limit' && !isFailed(row));
  const level = verdict.blocks ? 'error' : 'warning';
  const text = reasons.slice(0, MOST.alerts).flatMap((one) => say`${one} `);
  const unsure = { title: say`${TONES[tone].icon} ${title}`, text };
  const alerts = [
    ...at(level, troubles),
    ...failed.slice(0, MOST.alerts).flatMap((one) => at(one.row.accepted ? 'warning' : level, [one])),
    ...at('warning', [...refusals, ...tellGates(verdict.gateChanges)]),
    ...at(verdict.code === 'at-limit' ? level : 'warning', near),
    ...at(level, isUndecided ? [unsure] : []),
  ];
  return { tone, headline: title, rows, news, troubles, alerts, blocks };
}

const at = (level: Alert['level'], told: readonly Telling[]): Alert[] =>
  told.slice(0, MOST.alerts).map(({ title, text }) => ({ level, title: plain(title), message: plain(text) }));

/** Chooses the visible rows: the news, with the typical request of its scenarios; otherwise rows with values only. */
function listShown(report: Report, rows: readonly ToldRow[], news: readonly ToldRow[]) {
  const isAlone =
    news.length === 0 && report.verdict.code !== 'skipped' && rows.every(({ row }) => row.movement === null);
  const isTypicalRow = ({ row }: ToldRow) => row.where !== 'alone' && printMetric(row.metric) === 'p50';
  const labels = new Set(
    news.filter(({ row }) => isFailed(row) || row.change?.code === 'improved').map(({ row }) => row.label),
  );
  const typical = rows.filter(
    (one) => isTypicalRow(one) && labels.has(one.row.label) && one.row.base !== null,
  );
  const wanted = isAlone
    ? rows.filter((one) => one.row.slo !== null || isTypicalRow(one))
    : [...new Set([...news, ...typical])];
  const chosen = wanted.slice(0, isAlone ? OPEN_ROWS.alone : OPEN_ROWS.compared);
  return { rows: chosen, more: (isAlone ? wanted : news).filter((one) => !chosen.includes(one)).length };
}

/** Everything said about a suite; a single run is a suite of one job. The gravest job comes first. */
export type SuiteDocument = ReturnType<typeof tellSuite>;
export type ToldJob = SuiteDocument['jobs'][number];

export const tellSuite = remember((suite: SuiteReport) => {
  const { jobs } = suite;
  const isSingle = jobs.length === 1;
  const isReportOnly = suite.reportOnly && exitCodeOfSuites([suite]) === 0;
  const ranked = rankJobs(suite);
  const tellJob = remember(({ outcome, rows }: (typeof ranked)[number]) => {
    if (outcome.kind === 'fault') return tellAbsence(outcome, suite);
    const { blocks } = tell(outcome.report, suite, rows);
    // The closing line of the whole names the revision.
    return isSingle ? blocks : blocks.slice(0, -1);
  });
  return {
    ...suiteTitle(suite, ranked),
    /** Whether anything blocks, who decided that, and gate changes that several jobs share. */
    notes: keep<Passage>([
      isReportOnly
        ? open(say`${strong('Report only')}: with ${code('fail-on: none')} nothing here blocks the merge.`)
        : null,
      open(suite.trust === 'fork' ? forkWords(suite) : null),
      isSingle ? null : listGates(distinctGateChanges(suite)),
    ]),
    /** Details take time to build, so they are only built if there is room. */
    jobs: ranked.map((job) => ({ ...job, tell: () => tellJob(job) })),
    /** For all jobs, or for one without a report; a report has its own closing line. */
    closing: isSingle && jobs[0]!.outcome.kind === 'report' ? [] : [small(suiteClosing(suite))],
  };
});

/** Says what is known about a job without a report, and what to do. */
function tellAbsence(
  { message, exitCode }: Extract<Job['outcome'], { kind: 'fault' }>,
  { link, reportOnly }: SuiteReport,
): Passage[] {
  const { rest } = faultLines(message);
  return keep<Passage>([
    rest.trim() ? { kind: 'log', weight: 'open', title: [], log: rest } : null,
    open(reportOnly && exitCode !== EXIT.configuration ? null : [BLOCKS], explainAbsence(exitCode, link)),
  ]);
}

function open(...phrases: (Phrase | null)[]): Passage | null {
  const told = keep(phrases).slice(0, MOST.phrases);
  return told.length === 0 ? null : { kind: 'text', weight: 'open', phrases: told };
}

function small(phrase: Phrase): Passage {
  return { kind: 'text', weight: 'open', small: true, phrases: [phrase] };
}

function list(items: readonly Phrase[], tone?: Tone): Passage | null {
  return items.length === 0 ? null : { kind: 'list', weight: 'open', items, ...(tone && { tone }) };
}

/** Lists, visibly, how the change alters its own gate: it could let a slowdown through. */
function listGates(changes: Report['verdict']['gateChanges']): Passage | null {
  return list(
    tellGates(changes).map(({ title }) => title),
    isNewGate(changes) ? 'new' : 'warn',
  );
}

function keep<T>(all: readonly (T | null)[]): T[] {
  return all.filter((one) => one !== null);
}
