import type { Report } from '../../handover/report.ts';
import type { Document } from '../document.ts';
import { code, type Phrase, plain, say } from '../format/phrase.ts';
import { cut, cutMiddle, lastLines } from '../format/visible.ts';
import { renderJson } from '../json.ts';
import type { Row } from '../rows/rows.ts';
import { quietWords } from '../words/rows.ts';
import { tabulate } from '../words/table.ts';
import { counted, shortCommit } from '../words/terms.ts';
import { type HtmlColumn, h, type Markup, show, signOf, tabular, verbatim } from './markup.ts';
import { writeScenario } from './scenario.ts';
import { writeVariants } from './variants.ts';

/** Most causes and reasons that are told one by one, and lines of a log. */
export const MOST_CAUSES = 50;
const LOG_LINES = 200;
const LONGEST_LINE = 1000;
/** Most logs of a run that ended well: a suite of many services has one of each and arm. */
const MOST_LOGS = 24;
/** Most rows of the table of all metrics, and scenarios that have pictures. */
const MOST_ROWS = 2000;
const MOST_SCENARIOS = 16;
/** Most characters of the raw figures: a browser must still open the file. */
const RAW_LIMIT = 400_000;

/**
 * Writes all that is told of one run: what happened and what to do, the rows of news, each scenario with its pictures,
 * then how it was measured, and the raw figures.
 *
 * @param id of the part of the page, with which ids within it begin
 * @param isPast whether it is long over: see `PageFrame`
 */
export function writeRun(document: Document, id: string, isPast = false): Markup {
  const { report, rows, eyes, steps } = document;
  // Scenarios with news come first, the worst before others.
  const labels = [
    ...new Set(
      [...eyes, ...rows, ...report.record.steps, ...(report.record.capacities ?? [])].map(
        ({ label }) => label,
      ),
    ),
  ];
  const shown = labels.slice(0, MOST_SCENARIOS);
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'card lead' },
      ...writeStory(isPast ? { ...document, blocking: [] } : document),
      isPast || steps === null ? null : h('p', { class: 'next' }, h('strong', {}, 'Next: '), show(steps)),
    ),
    ...document.logs.map(({ title, log }) => writeLog(title, log)),
    eyes.length > 0 ? writeTable(report, eyes, say`What is news`) : null,
    writeVariants(report, rows),
    ...shown.map((label, i) => writeScenario(report, rows, label, `${id}-${i + 1}`)),
    labels.length > shown.length
      ? h(
          'p',
          { class: 'note' },
          `And ${counted(labels.length - shown.length, 'more scenario')}, in the table below.`,
        )
      : null,
    writeTable(report, rows.slice(0, MOST_ROWS), say`All metrics: ${quietWords(rows)}`),
    writeLastLogs(report),
    writeMethod(document),
    isPast ? null : writeRaw(report),
  );
}

/** Writes whether it blocks and why, in sentences; several causes are a list. */
function writeStory({
  causes,
  accepted,
  refused,
  blocking,
  slowdowns,
  reasons,
  unchanged,
  loosened,
  eyes,
}: Document) {
  const told = [
    ...blocking,
    ...slowdowns,
    ...reasons,
    ...(eyes.length === 0 && unchanged ? [unchanged] : []),
  ];
  const items = [...causes, ...accepted, ...refused];
  return [
    told.length > 0 ? h('p', {}, ...told.map((phrase) => [show(phrase), ' '])) : null,
    listPhrases(items),
    ...(loosened ? writeLoosened(loosened) : []),
  ];
}

/** Writes what the change does to its gates. */
export function writeLoosened({ heading, items }: NonNullable<Document['loosened']>): (Markup | null)[] {
  return [h('p', {}, h('strong', {}, show(heading))), listPhrases(items)];
}

function listPhrases(items: readonly Phrase[]): Markup | null {
  return items.length === 0 ? null : h('ul', {}, ...items.map((item) => h('li', {}, show(item))));
}

function writeLog(title: Phrase, log: string): Markup {
  return h(
    'details',
    { class: 'card', open: true },
    h('summary', {}, show(title)),
    verbatim(showLog(log), 'Log'),
  );
}

/** Writes what services and k6 said last, folded: most runs end well. */
function writeLastLogs({ logs = [] }: Report): Markup | null {
  if (logs.length === 0) return null;
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, 'Last lines of the logs'),
    ...logs
      .slice(0, MOST_LOGS)
      .map(({ name, log }) => [h('h3', {}, name), verbatim(showLog(log), `Log of ${name}`)]),
  );
}

function showLog(log: string): string[] {
  return lastLines(log, LOG_LINES).map((line) => cutMiddle(line, LONGEST_LINE));
}

function writeTable(report: Report, rows: readonly Row[], title: Phrase): Markup | null {
  if (rows.length === 0) return null;
  const { columns, rows: lines } = tabulate(report, rows);
  // The pictures have the earlier runs.
  const kept = columns.map((_, i) => i).filter((i) => columns[i]!.key !== 'trend');
  const header = kept.map((i): HtmlColumn => {
    const { header: words, right } = columns[i]!;
    return { name: plain(words), title: show(words), isRight: right };
  });
  const cells = lines.map(({ tone, cells: own }) =>
    kept.map((i) => [columns[i]!.key === 'status' ? signOf(tone) : null, show(own[i]!)]),
  );
  return h('section', { class: 'card' }, h('h2', {}, show(title)), tabular({}, header, cells));
}

function writeMethod({ report, figures, method, notes, effort }: Document): Markup {
  const { record, reproduce } = report;
  const { cpuModel, cores, os, k6, node } = record.environment;
  const commit = shortCommit(record.commit);
  const facts: [string, Phrase][] = [
    ['Measured', say`${effort}`],
    ...(commit === null
      ? []
      : [
          ['Commit', say`${code(commit)}${record.dirty ? ', with changes that are not committed' : ''}`] as [
            string,
            Phrase,
          ],
        ]),
    ['At', say`${record.recordedAt}`],
    ['Machine', say`${cpuModel}, ${counted(cores, 'core')}, ${os}`],
    ['Tools', say`Tailgate ${record.tailgate}, k6 ${k6}, Node ${node}`],
    ['Repeat', say`${code(cut(reproduce, 500))}`],
  ];
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'What was measured, and how'),
    ...[...figures, ...(method ? [method] : []), ...notes].map((phrase) => h('p', {}, show(phrase))),
    h('dl', {}, ...facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, show(value))))),
  );
}

/** Writes the result as JSON. Signs beyond ASCII are escaped as JSON has it, so that a copy is the same document. */
function writeRaw(report: Report): Markup {
  const whole = renderJson(report);
  const isWhole = whole.length <= RAW_LIMIT;
  const text = isWhole ? whole : renderJson({ ...report, record: { ...report.record, steps: [] } });
  const lines = text
    .slice(0, RAW_LIMIT)
    .replace(/[^\n\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .split('\n');
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, isWhole ? 'Raw figures (JSON)' : 'Raw figures (JSON), without the distributions'),
    verbatim(lines, 'Raw figures'),
  );
}
