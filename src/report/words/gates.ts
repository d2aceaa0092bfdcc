import type { Report } from '../../handover/report.ts';
import type { LoosenedGate } from '../../verdict/verdict.ts';
import { formatChangeOf } from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { counted, shortCommit, shortLabel, title } from './terms.ts';

/** Gates that are listed one by one; more are counted, to limit the length of a comment. */
const LISTED = 20;
const SUSPECTS = 3;

/** Kinds, gravest first: those that stop a check altogether, then those that make it weaker. */
const ORDER: LoosenedGate['kind'][] = [
  'scenario-removed',
  'when',
  'slo-removed',
  'slo',
  'load-reduced',
  'tolerance',
  'confidence',
];

/** Writes one loosened gate as words after `This change loosens`: `checkout p99: 60 ms → 80 ms`. */
export function loosenedWords(gate: LoosenedGate): Phrase {
  switch (gate.kind) {
    case 'slo':
      return say`${title(gate.label, gate.metric)}: ${fromTo(gate)}`;
    case 'slo-removed':
      return say`${title(gate.label, gate.metric)}: ${asWritten(gate.from)} → no SLO`;
    case 'scenario-removed':
      return say`${code(shortLabel(gate.label))}: no longer measured`;
    case 'load-reduced':
      return say`${shortLabel(gate.label)} load: ${fromTo(gate)}`;
    case 'tolerance':
    case 'confidence':
      return say`${gate.kind}${scopeWords(gate)}: ${fromTo(gate)}`;
    case 'when':
      return say`what is measured: changes of ${patternWords(gate.from)} → of ${patternWords(gate.to)} only`;
  }
}

function patternWords(patterns: readonly string[] | null): Phrase {
  if (patterns === null) return say`any file`;
  const more = patterns.length > 4 ? ' …' : '';
  return say`${code(cut(patterns.slice(0, 4).join(', '), 80))}${more}`;
}

/** Explains which gates the change makes easier to pass: a sentence, or a heading and its list. */
export function explainLoosened({
  verdict: { loosened },
}: Report): { heading: Phrase; items: Phrase[] } | null {
  const [first, ...others] = sortGates(loosened);
  if (!first) return null;
  if (others.length === 0) return { heading: say`This change loosens ${loosenedWords(first)}`, items: [] };
  const listed = [first, ...others].slice(0, LISTED);
  const rest = loosened.length - listed.length;
  const more = rest > 0 ? [say`and ${counted(rest, 'more gate')}, in the full result`] : [];
  return {
    heading: say`This change loosens ${counted(loosened.length, 'gate')}`,
    items: [...listed.map(loosenedWords), ...more],
  };
}

/** Sorts gates, gravest first. */
export function sortGates(loosened: readonly LoosenedGate[]): LoosenedGate[] {
  return [...loosened].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Describes steps in the history of the base branch, for information. */
export function suspectWords(report: Report): Phrase | null {
  const { suspects } = report.verdict;
  if (suspects.length === 0) return null;
  const parts = suspects.slice(0, SUSPECTS).flatMap(({ label, metric, commit, change }, i): Phrase => {
    const at = commit === null ? say`` : say` at ${code(shortCommit(commit)!)}`;
    return say`${i === 0 ? '' : ', '}${title(label, metric)} ${formatChangeOf(metric, change)}${at}`;
  });
  const rest = suspects.length - SUSPECTS;
  return say`${cut(report.baseBranch, 40)} itself stepped: ${parts}${rest > 0 ? `, and ${counted(rest, 'more step')}` : ''}.`;
}

function scopeWords({ label, metric }: { label: string | null; metric: string | null }): string {
  const scope = [
    ...(label === null ? [] : [shortLabel(label)]),
    ...(metric === null ? [] : [cut(metric, 24)]),
  ];
  return scope.length > 0 ? ` of ${scope.join(' ')}` : '';
}

function fromTo({ from, to }: { from: string; to: string }): string {
  return `${asWritten(from)} → ${asWritten(to)}`;
}

function asWritten(text: string): string {
  return cut(text, 40);
}
