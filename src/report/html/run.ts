import type { Report } from '../../handover/report.ts';
import { composeDocument, type Document } from '../document.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut, cutMiddle, lastLines } from '../format/visible.ts';
import { renderJson } from '../json.ts';
import type { Row } from '../rows/rows.ts';
import { quietWords } from '../words/rows.ts';
import { tabulate } from '../words/table.ts';
import { counted, shortCommit } from '../words/terms.ts';
import { writeVariants } from './figures.ts';
import { h, type Markup, show, verbatim } from './markup.ts';
import { writeScenario } from './scenario.ts';
import { SIGNS } from './tones.ts';

/** Most causes and reasons that are told one by one, and lines of a log. */
const CAUSES = 50;
const LOG_LINES = 200;
const LONGEST_LINE = 1000;
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
export function writeRun(report: Report, id: string, isPast = false): Markup {
  const document = composeDocument(report, CAUSES);
  const { rows, eyes, steps } = document;
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
    writeMethod(report, document),
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
    loosened && h('p', {}, h('strong', {}, show(loosened.heading))),
    loosened && listPhrases(loosened.items),
  ];
}

function listPhrases(items: readonly Phrase[]): Markup | null {
  return items.length === 0 ? null : h('ul', {}, ...items.map((item) => h('li', {}, show(item))));
}

function writeLog(title: Phrase, log: string): Markup {
  const lines = lastLines(log, LOG_LINES).map((line) => cutMiddle(line, LONGEST_LINE));
  return h('details', { class: 'card', open: true }, h('summary', {}, show(title)), verbatim(lines, 'Log'));
}

function writeTable(report: Report, rows: readonly Row[], title: Phrase): Markup | null {
  if (rows.length === 0) return null;
  const { columns, rows: lines } = tabulate(report, rows);
  const kept = columns.map((_, i) => i).filter((i) => columns[i]!.key !== 'trend');
  const side = (i: number) => (columns[i]!.right ? 'right' : null);
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, show(title)),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h('tr', {}, ...kept.map((i) => h('th', { scope: 'col', class: side(i) }, show(columns[i]!.header)))),
      ),
      h(
        'tbody',
        {},
        ...lines.map(({ tone, cells }) =>
          h(
            'tr',
            {},
            ...kept.map((i) => {
              const { key, header } = columns[i]!;
              if (key === 'metric') return h('th', { scope: 'row' }, show(cells[i]!));
              const label = header.map(({ text }) => text).join('');
              const sign =
                key === 'status'
                  ? h('span', { class: `sign ${tone}`, 'aria-hidden': 'true' }, SIGNS[tone])
                  : null;
              return h('td', { class: side(i), 'data-label': label }, sign, show(cells[i]!));
            }),
          ),
        ),
      ),
    ),
  );
}

function writeMethod(report: Report, { figures, method, notes, effort }: Document): Markup {
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
