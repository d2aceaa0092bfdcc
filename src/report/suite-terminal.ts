import pc from 'picocolors';
import type { SuiteReport } from '../handover/suite.ts';
import { type Phrase, plain, say } from './format/phrase.ts';
import { wrapText } from './format/text-table.ts';
import { cut } from './format/visible.ts';
import { groupLegs, type LegGroup } from './rows/legs.ts';
import { renderTerminal, type TerminalOptions } from './terminal.ts';
import {
  attemptWords,
  explainAbsence,
  faultLines,
  forkWords,
  groupIcon,
  groupName,
  groupWords,
  reportOnlyWords,
  suiteHeadline,
} from './words/suite.ts';

const MESSAGE_LINES = 60;
const ATTEMPTS = 10;
/** Legs shown in full; any more have a line each. */
const FULL_LEGS = 20;

/**
 * Renders a suite for a terminal or a log. A single report looks as in `tailgate run`. Of several legs those that must
 * be seen are shown in full, the gravest last. Then each has a line, and the verdict is the last one.
 */
export function renderSuiteTerminal(suite: SuiteReport, options: TerminalOptions): string {
  const paint = pc.createColors(options.color);
  const width = options.width > 0 ? options.width : 100;
  const wrapped = (phrase: Phrase) => wrapText(plain(phrase), width);
  const runs = new Set(suite.attempts.map(({ run }) => run)).size;
  const around = [
    ...suite.attempts.slice(-ATTEMPTS).map((attempt) => attemptWords(attempt, runs)),
    ...(suite.trust === 'fork' ? [forkWords(suite)] : []),
    ...(suite.reportOnly ? [reportOnlyWords()] : []),
  ].flatMap((phrase) => wrapped(phrase).map(paint.dim));
  const [only] = suite.legs;
  if (suite.legs.length === 1 && only!.outcome.kind === 'report') {
    return [
      ...(around.length > 0 ? [around.join('\n')] : []),
      renderTerminal(only!.outcome.report, options),
    ].join('\n\n');
  }
  const several = suite.legs.length > 1;
  const groups = groupLegs(suite.legs).reverse();
  const blocks = groups
    .filter(({ open }) => open)
    .slice(-FULL_LEGS)
    .map((group) => {
      const text = legText(group, suite, options);
      return several ? [paint.bold(`── ${title(group)}`), '', text].join('\n') : text;
    });
  const lines = groups.flatMap((group) =>
    wrapped(say`${groupIcon(group)} ${groupName(group)}: ${groupWords(group)}`),
  );
  if (several) blocks.push(lines.join('\n'));
  if (around.length > 0) blocks.push(around.join('\n'));
  blocks.push(wrapText(suiteHeadline(suite), width).map(paint.bold).join('\n'));
  return blocks.join('\n\n');
}

function title(group: LegGroup): string {
  return plain(say`${groupName(group)}`);
}

function legText(group: LegGroup, suite: SuiteReport, options: TerminalOptions): string {
  const { outcome } = group;
  if (outcome.kind === 'report') return renderTerminal(outcome.report, options);
  const { before, after } = explainAbsence(group);
  const where = suite.link === null ? 'the workflow run' : `the workflow run (${cut(suite.link, 300)})`;
  const advice = wrapText(plain([...before, ...say`${where}`, ...after]), options.width || 100).join('\n');
  if (outcome.kind === 'missing') return advice;
  const lines = faultLines(outcome.message).slice(0, MESSAGE_LINES);
  return [...lines.map((line) => cut(line, 400)), '', advice].join('\n');
}
