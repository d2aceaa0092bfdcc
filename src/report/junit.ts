import type { Report } from '../handover/report.ts';
import { isMissed } from '../verdict/decision.ts';
import { plain } from './format/phrase.ts';
import { clean } from './format/visible.ts';
import { type Row, rowsOf } from './rows/rows.ts';
import { explainInvalid, explainServiceFault, nameInvalid, nameServiceFault } from './words/causes.ts';
import { isRelative, relativeWords } from './words/relative.ts';
import { movementWords, sloWords } from './words/rows.ts';
import { statusOf } from './words/status.ts';
import { baseName, rowTitle } from './words/terms.ts';

type TestCase = { name: string; group: string; outcome: Outcome };
type Outcome = { kind: 'passed' | 'failure' | 'error' | 'skipped'; message: string; detail: string };

/**
 * Renders the result as JUnit XML, which most CI servers show: a test for each metric, for each fault of the service and
 * for each thing that could not be measured. What blocks is a `failure`, what could not be measured an `error`, what was
 * not compared `skipped`. Shape: https://github.com/testmoapp/junitxml
 */
export function renderJunit(report: Report): string {
  const cases = listCases(report);
  const groups = [...new Set(cases.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const own = cases.filter((each) => each.group === group);
    return [
      `  <testsuite${attributes({ name: group, ...count(own) })}>`,
      ...own.map(renderCase),
      '  </testsuite>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `tailgate ${report.suite}`, ...count(cases) })}>`,
    ...suites.flat(),
    '</testsuites>',
  ].join('\n');
}

function listCases(report: Report): TestCase[] {
  const { invalid, faults, acceptances } = report.verdict;
  const base = baseName(report);
  return [
    ...invalid.map((reason): TestCase => {
      const group = 'label' in reason ? reason.label : report.suite;
      const [message, detail] = [plain(nameInvalid(reason)), plain(explainInvalid(reason))];
      return { name: 'measurement', group, outcome: { kind: 'error', message, detail } };
    }),
    ...faults.filter(isMissed).map((fault): TestCase => {
      const [message, detail] = [plain(nameServiceFault(fault)), plain(explainServiceFault(fault))];
      const kind = acceptances.length > 0 ? 'passed' : 'failure';
      return { name: fault.kind, group: fault.label, outcome: { kind, message, detail } };
    }),
    ...rowsOf(report).map((row) => ({
      name: rowTitle(row),
      group: row.label,
      outcome: judgeRow(row, base),
    })),
  ];
}

function judgeRow(row: Row, base: string): Outcome {
  const message = statusOf(row, base).words;
  const details = [
    ...(row.slo && row.slo.code !== 'met' ? [plain(sloWords(row, base))] : []),
    ...(isRelative(row.slo) && row.slo.code === 'met' ? [relativeWords(row.slo)] : []),
    ...(row.movement ? [plain(movementWords(row))] : []),
  ];
  const isBad = !row.accepted && (row.slo?.code === 'missed' || row.change?.code === 'regressed');
  const isOpen =
    row.slo === null && ['skipped', 'first-run', 'inconclusive'].includes(row.change?.code ?? '');
  return { kind: isBad ? 'failure' : isOpen ? 'skipped' : 'passed', message, detail: details.join('\n') };
}

function count(cases: readonly TestCase[]) {
  const of = (kind: Outcome['kind']) => cases.filter(({ outcome }) => outcome.kind === kind).length;
  return { tests: cases.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

function renderCase({ name, group, outcome: { kind, message, detail } }: TestCase): string {
  const begin = `    <testcase${attributes({ name, classname: group })}>`;
  const end = '</testcase>';
  switch (kind) {
    case 'passed':
      return `${begin}<system-out>${escapeXml(`${message}\n${detail}`.trim())}</system-out>${end}`;
    case 'skipped':
      return `${begin}<skipped${attributes({ message })}/>${end}`;
    default:
      return `${begin}<${kind}${attributes({ message })}>${escapeXml(detail)}</${kind}>${end}`;
  }
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text of a line or several. Control characters, which XML 1.0 cannot hold, have become `�`. */
function escapeXml(text: string): string {
  return text
    .split('\n')
    .map((line) => clean(line).replace(/[&<>"]/g, (character) => ENTITIES[character]!))
    .join('\n');
}
