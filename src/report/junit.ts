import type { Report } from '../handover/report.ts';
import type { VerdictCode } from '../verdict/codes.ts';
import { composeDocument, isFailed, type ToldRow, type Trouble } from './document.ts';
import { plain } from './format/phrase.ts';
import { clean } from './format/visible.ts';

type TestCase = { name: string; group: string; outcome: Outcome };
type Outcome = { kind: 'passed' | 'failure' | 'error' | 'skipped'; message: string; detail: string };

/**
 * Renders the result as JUnit XML, which most CI servers show: a test for each metric, for each fault of the service and
 * for each thing that could not be measured. What blocks is a `failure`, what could not be measured an `error`, what was
 * not compared `skipped`. `failOn`: codes that block as well. Shape: https://github.com/testmoapp/junitxml
 */
export function renderJunit(report: Report, failOn: readonly VerdictCode[] = []): string {
  const cases = listCases(report, failOn);
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

const OUTCOMES: Record<Exclude<Trouble['kind'], 'fault'>, Outcome['kind']> = {
  obstacle: 'error',
  'blocking-fault': 'failure',
  'accepted-fault': 'passed',
};

function listCases(report: Report, failOn: readonly VerdictCode[]): TestCase[] {
  const { troubles, findings } = composeDocument(report, Number.POSITIVE_INFINITY);
  return [
    ...troubles.flatMap(({ kind, name, label, title, text }): TestCase[] => {
      if (kind === 'fault') return [];
      const [message, detail] = [plain(title), plain(text)];
      return [{ name, group: label ?? report.suite, outcome: { kind: OUTCOMES[kind], message, detail } }];
    }),
    ...findings.map((finding) => ({
      name: finding.name,
      group: finding.row.label,
      outcome: judge(finding, failOn),
    })),
  ];
}

function judge({ row, status, title, text }: ToldRow, failOn: readonly VerdictCode[]): Outcome {
  const { accepted, slo, change } = row;
  const isHeld = [slo?.code, change?.code].some((code) => code !== undefined && failOn.includes(code));
  if ((isFailed(row) || isHeld) && !accepted)
    return { kind: 'failure', message: status, detail: `${plain(title)}\n${plain(text)}` };
  const isOpen = slo === null && ['skipped', 'first-run', 'inconclusive'].includes(change?.code ?? '');
  return { kind: isOpen ? 'skipped' : 'passed', message: status, detail: plain(text) };
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
