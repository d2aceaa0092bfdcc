import type { Report } from '../handover/report.ts';
import type { Job, SuiteReport } from '../handover/suite.ts';
import { isTypical } from '../metrics/metric.ts';
import type { Passage } from './format/passages.ts';
import { code, command, type Phrase, say, strong } from './format/phrase.ts';
import { TONES, type Tone } from './format/tones.ts';
import { isFailed, rowsOf, selectForEyes } from './rows/rows.ts';
import { explainAcceptances, nextSteps, tellRefusals } from './words/acceptance.ts';
import { listTroubles, logsOf, type Trouble } from './words/causes.ts';
import { costWords, explainSlowdowns, explainWork } from './words/costs.ts';
import { gateBlocks, tellGates } from './words/gates.ts';
import { headline, verdictTone } from './words/headline.ts';
import {
  explainBlocking,
  explainMethod,
  explainUnchanged,
  infinityNote,
  runClosing,
} from './words/method.ts';
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
import { NEWS, tabulate } from './words/table.ts';
import { baseName, counted } from './words/terms.ts';
import { explainReasons, explainUndecided } from './words/undecided.ts';

/** Most rows in the open, where values are compared and where they stand by themselves: a reader has ten seconds. */
const OPEN_ROWS = { compared: 5, alone: 8 };
/** Most rows of a table; a job summary has no room for more. */
const MOST_ROWS = 1000;

/** What must not be overlooked; an `error` where it blocks. */
export type Alert = Telling & { level: 'error' | 'warning' };

/** All that is told of a run. */
export type Document = {
  tone: Tone;
  headline: Phrase;
  /** All metrics; `news` are those to be seen at once, the worst first. */
  rows: ToldRow[];
  news: ToldRow[];
  troubles: Trouble[];
  alerts: Alert[];
  /** All but the headline, in the order of reading. The last one is the small print. */
  blocks: Passage[];
};

/** What a suite of several jobs says once for all of them. */
export type Shared = Pick<SuiteReport, 'labelReader' | 'link'> & {
  reportOnly: boolean;
  commit: string | null;
};

/**
 * Collects all that is told of a run: what happened, whether it blocks and why, the rows of news, what to do; then all
 * else, folded. What is new to tell is wired here and nowhere else.
 */
export function tell(
  report: Report,
  shared: Shared = { reportOnly: false, commit: null, link: null },
): Document {
  const { verdict } = report;
  const all = rowsOf(report);
  const told = new Map(all.map((row) => [row, tellRow(row, baseName(report))]));
  const rows = [...told.values()];
  const news = selectForEyes(all, report).map((row) => told.get(row)!);
  const troubles = listTroubles(verdict);
  const [tone, title] = [verdictTone(verdict), headline(report, all)];
  const shown = listShown(report, rows, news);
  const isUndecided = verdict.code === 'inconclusive';
  const reasons = keep([explainUndecided(report, all), ...explainReasons(report)]);
  const blocking = shared.reportOnly ? null : explainBlocking(report);
  const unchanged = news.length > 0 ? null : explainUnchanged(report, all);
  const infinity = infinityNote(shown.rows.map(({ row }) => row));
  const steps = nextSteps(report, shared.labelReader);
  const again = steps === null ? say`Reproduce: ${command(report.reproduce)}` : null;
  const blocks: (Passage | null)[] = [
    // Reasons for an undecided verdict stand at the top; in any other run they are a remark.
    open(blocking, ...explainSlowdowns(report), ...(isUndecided ? reasons : []), unchanged),
    list(explainAcceptances(report)),
    list(
      tellRefusals(report).map(({ text }) => text),
      'warn',
    ),
    list([...troubles.map(({ text }) => text), ...explainWork(report)]),
    // The last words of what failed first are what its author needs.
    ...logsOf(verdict).map(
      (log, i): Passage => ({ kind: 'log', weight: i === 0 ? 'open' : 'spare', ...log }),
    ),
    shown.rows.length > 0
      ? { kind: 'table', weight: 'open', ...tabulate(report, shown.rows, NEWS), more: shown.more }
      : null,
    infinity && { kind: 'text', weight: 'open', small: true, phrases: [infinity] },
    ...gateBlocks(verdict.gateChanges),
    open(...(isUndecided ? [] : reasons)),
    open(steps),
    rows.length > 0
      ? {
          kind: 'fold',
          weight: 'spare',
          summary: say`How sure is this? All ${counted(rows.length, 'metric')}`,
          blocks: [
            {
              kind: 'table',
              weight: 'spare',
              ...tabulate(report, rows.slice(0, MOST_ROWS)),
              more: Math.max(0, rows.length - MOST_ROWS),
            },
            {
              kind: 'text',
              weight: 'open',
              phrases: keep([...explainMethod(report, all), costWords(report), again]),
            },
          ],
        }
      : null,
    { kind: 'text', weight: 'open', small: true, phrases: [runClosing(report, shared)] },
  ];
  return {
    tone,
    headline: title,
    rows,
    news,
    troubles,
    alerts: listAlerts(report, troubles, news, {
      title: say`${TONES[tone].icon} ${title}`,
      reasons,
    }),
    blocks: keep(blocks),
  };
}

/** Chooses the rows in the open: the news, with the typical request of its scenarios; else what stands by itself. */
function listShown(report: Report, rows: readonly ToldRow[], news: readonly ToldRow[]) {
  const isAlone =
    news.length === 0 && report.verdict.code !== 'skipped' && rows.every(({ row }) => row.movement === null);
  const isTypicalRow = ({ row }: ToldRow) => row.where !== 'alone' && isTypical(row.metric);
  const labels = new Set(
    news.filter(({ row }) => isFailed(row) || row.change?.code === 'improved').map(({ row }) => row.label),
  );
  const typical = rows.filter(
    (one) => isTypicalRow(one) && labels.has(one.row.label) && one.row.base !== null,
  );
  const wanted = isAlone
    ? rows.filter((one) => one.row.slo !== null || isTypicalRow(one))
    : [...new Set([...news, ...typical])];
  const most = isAlone ? OPEN_ROWS.alone : OPEN_ROWS.compared;
  const chosen = wanted.slice(0, most);
  return { rows: chosen, more: (isAlone ? wanted : news).filter((one) => !chosen.includes(one)).length };
}

/** All that is told of a suite; a single run is a suite of one job. The gravest job comes first. */
export type SuiteDocument = ReturnType<typeof tellSuite>;
export type ToldJob = SuiteDocument['jobs'][number];

export function tellSuite(suite: SuiteReport) {
  const { jobs, link, labelReader } = suite;
  const isSingle = jobs.length === 1;
  const ranked = rankJobs(suite);
  const commit = isSingle ? null : commonCommit(jobs);
  const reportOnly = suite.reportOnly === true;
  const shared: Shared = { labelReader, reportOnly, commit, link: isSingle ? null : link };
  return {
    ...suiteTitle(suite, ranked),
    /** Whether anything blocks at all, whose word it is, and gates that several jobs have in common. */
    notes: keep<Passage>([
      open(
        reportOnly
          ? say`${strong('Report only')}: with ${code('fail-on: none')} nothing here blocks the merge.`
          : null,
      ),
      open(suite.trust === 'fork' ? forkWords(suite) : null),
      ...(isSingle ? [] : gateBlocks(distinctGateChanges(suite))),
    ]),
    jobs: ranked.map((job) => ({
      ...job,
      /** It takes time, so it is told where there is room. */
      tell: () => {
        const { outcome } = job;
        if (outcome.kind === 'fault') return tellAbsence(outcome, link);
        const { blocks } = tell(outcome.report, shared);
        // The end of the whole names the revision that all jobs share.
        return commit === null ? blocks : blocks.slice(0, -1);
      },
    })),
    /** Of all jobs, or of one without a report; a report has a closing line of its own. */
    closing: isSingle && jobs[0]!.outcome.kind === 'report' ? null : suiteClosing(suite, commit),
  };
}

/** Tells what is known of a job without a report, and what to do. */
function tellAbsence(
  { message, exitCode }: Extract<Job['outcome'], { kind: 'fault' }>,
  link: string | null,
): Passage[] {
  const { rest } = faultLines(message);
  return keep<Passage>([
    rest.trim() ? { kind: 'log', weight: 'open', title: [], log: rest } : null,
    open(explainAbsence(exitCode, link)),
  ]);
}

/** Finds the revision of all reports, if it is one and committed. */
function commonCommit(jobs: readonly Job[]): string | null {
  const records = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.record] : []));
  const commits = new Set(records.map(({ commit, dirty }) => (dirty ? null : commit)));
  return commits.size === 1 ? [...commits][0]! : null;
}

/** Lists what must not be overlooked, the gravest first. */
function listAlerts(
  report: Report,
  troubles: readonly Trouble[],
  news: readonly ToldRow[],
  { title, reasons }: { title: Phrase; reasons: readonly Phrase[] },
): Alert[] {
  const { code, blocks, gateChanges } = report.verdict;
  const failure = blocks ? 'error' : 'warning';
  const warn = (told: readonly Telling[]) => told.map((one): Alert => ({ level: 'warning', ...one }));
  const isNear = ({ row }: ToldRow) => row.slo?.code === 'at-limit' && !isFailed(row);
  return [
    ...troubles.map(({ title, text }): Alert => ({ level: failure, title, text })),
    ...news
      .filter(({ row }) => isFailed(row))
      .map(({ row, title, text }): Alert => ({ level: row.accepted ? 'warning' : failure, title, text })),
    ...warn(tellRefusals(report)),
    ...warn(tellGates(gateChanges)),
    ...news
      .filter(isNear)
      .map(({ title, text }): Alert => ({ level: code === 'at-limit' ? failure : 'warning', title, text })),
    ...(code === 'inconclusive'
      ? [
          {
            level: failure,
            title,
            text: reasons.flatMap((one) => say`${one} `),
          } as const,
        ]
      : []),
  ];
}

function open(...phrases: (Phrase | null)[]): Passage | null {
  const told = keep(phrases);
  return told.length === 0 ? null : { kind: 'text', weight: 'open', phrases: told };
}

function list(items: readonly Phrase[], tone?: Tone): Passage | null {
  return items.length === 0 ? null : { kind: 'list', weight: 'open', items, ...(tone && { tone }) };
}

function keep<T>(all: readonly (T | null)[]): T[] {
  return all.filter((one) => one !== null);
}
