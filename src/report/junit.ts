import type { Report } from '../handover/report.ts';
import type { VerdictCode } from '../verdict/codes.ts';
import { tell } from './document.ts';
import { plain } from './format/phrase.ts';
import { clean } from './format/visible.ts';
import { isFailed } from './rows/rows.ts';
import type { ToldRow } from './words/rows.ts';
import { rowTitle } from './words/terms.ts';

type Kind = 'passed' | 'failure' | 'error' | 'skipped';
type TestCase = { name: string; group: string; kind: Kind; message: string; detail: string };

/**
 * Renders the result as JUnit XML, which most CI servers show: a test for each metric, each fault of the service and
 * each thing that could not be measured. What blocks is a `failure`, what could not be measured an `error`, what was
 * not compared `skipped`. `failOn`: codes that block as well. Format: https://github.com/testmoapp/junitxml
 */
export function renderJunit(report: Report, failOn: readonly VerdictCode[] = []): string {
  const { troubles, rows } = tell(report);
  const cases = [
    ...troubles.flatMap(({ is, name, label, title, text }): TestCase[] => {
      const kind = is === 'obstacle' ? 'error' : 'failure';
      const told = { message: plain(title), detail: plain(text) };
      return is === 'remark' ? [] : [{ name, group: label ?? report.suite, kind, ...told }];
    }),
    ...rows.map((told): TestCase => {
      const { row, status: message, title, text } = told;
      const detail = `${plain(title)}\n${plain(text)}`;
      return { name: rowTitle(row), group: row.label, kind: judge(told, failOn), message, detail };
    }),
  ];
  const suites = [...new Set(cases.map(({ group }) => group))].flatMap((name) => {
    const own = cases.filter(({ group }) => group === name);
    return [`  <testsuite${attributes({ name, ...count(own) })}>`, ...own.map(renderCase), '  </testsuite>'];
  });
  const all = attributes({ name: `tailgate ${report.suite}`, ...count(cases) });
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${all}>`, ...suites, '</testsuites>'];
  return lines.join('\n');
}

function judge({ row }: ToldRow, failOn: readonly VerdictCode[]): Kind {
  const { accepted, slo, change } = row;
  const isHeld = [slo?.code, change?.code].some((code) => code !== undefined && failOn.includes(code));
  if ((isFailed(row) || isHeld) && !accepted) return 'failure';
  const isOpen = slo === null && ['skipped', 'first-run', 'inconclusive'].includes(change?.code ?? '');
  return isOpen ? 'skipped' : 'passed';
}

function count(cases: readonly TestCase[]) {
  const of = (wanted: Kind) => cases.filter(({ kind }) => kind === wanted).length;
  return { tests: cases.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

function renderCase({ name, group, kind, message, detail }: TestCase): string {
  const inner =
    kind === 'passed'
      ? `<system-out>${escapeXml(`${message}\n${detail}`)}</system-out>`
      : `<${kind}${attributes({ message })}>${escapeXml(detail)}</${kind}>`;
  return `    <testcase${attributes({ name, classname: group })}>${inner}</testcase>`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

/** Escapes text of one or more lines. Control characters, which XML 1.0 cannot contain, have become `�`. */
function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const lines = text.split('\n').map((line) => clean(line));
  return lines.join('\n').replace(/[&<>"]/g, (character) => entities[character]!);
}
