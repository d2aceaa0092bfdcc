import type { Report } from '../../handover/report.ts';
import type { LoosenedGate } from '../../verdict/verdict.ts';
import { formatChangeOf } from '../format/numbers.ts';
import { code, fromMessage, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { ICONS } from './status.ts';
import { counted, listSome, shortCommit, shortLabel, title } from './terms.ts';

const SUSPECTS = 3;

/** Kinds and settings, gravest first: those that stop a check altogether, then those that make it weaker. */
const ORDER: (LoosenedGate['kind'] | string)[] = [
  'unread',
  'borrowed',
  'scenario-removed',
  'variants-removed',
  'suite',
  'baseline.from',
  'when',
  'slo-removed',
  'slo',
  'request',
  'request.expect.status',
  'load-reduced',
  'load',
  'contents',
  'request.timeout',
  'exec',
  'tolerance',
  'confidence',
];

/** Writes one gate as words after `This change loosens` or `alters`: `checkout p99: 60 ms → 80 ms`. */
export function loosenedWords(gate: LoosenedGate): Phrase {
  switch (gate.kind) {
    case 'slo':
      return say`${title(gate.label, gate.metric)}: ${fromTo(gate)}`;
    case 'slo-removed':
      return say`${title(gate.label, gate.metric)}: ${asWritten(gate.from)} → no SLO`;
    case 'scenario-removed':
      return say`${code(shortLabel(gate.label))}: no longer measured`;
    case 'variants-removed':
      return say`${variantWords(gate.names)}: no longer measured`;
    case 'load-reduced':
      return say`${shortLabel(gate.label)} load: ${fromTo(gate)}`;
    case 'tolerance':
    case 'confidence':
      return say`${gate.kind}${scopeWords(gate)}: ${fromTo(gate)}`;
    case 'when':
      return say`what is measured: changes of ${patternWords(gate.from)} → of ${patternWords(gate.to)} only`;
    case 'setting':
      return say`${settingName(gate)}: ${fromTo(differing(gate.from ?? 'not set', gate.to ?? 'not set'))}`;
    case 'contents':
      return say`${settingName(gate)}: ${gate.change}`;
    case 'unread':
    case 'borrowed':
      return baseWords(gate);
  }
}

/** Tells of each gate in a sentence and of what may follow, gravest first. */
export function tellGates(loosened: readonly LoosenedGate[]): { title: Phrase; text: Phrase }[] {
  return sortGates(loosened).map((gate) => ({
    title: loosenedSentence(gate),
    text: isAdoption(gate)
      ? say`The base has no gate to compare it with.`
      : say`Another gate may let slower code pass.`,
  }));
}

/** Writes a sentence, without its full stop, about one gate. */
function loosenedSentence(gate: LoosenedGate): Phrase {
  const words = loosenedWords(gate);
  return isAboutBase(gate) ? words : say`This change ${isAltered(gate) ? 'alters' : 'loosens'} ${words}`;
}

/** Writes `; 2 gates loosened, 1 gate setting altered` for the end of a headline; empty without any. */
export function loosenedCount(loosened: readonly LoosenedGate[]): string {
  const { looser, altered } = countGates(loosened);
  const about = loosened.filter(isAboutBase).map((gate) => {
    if (isAdoption(gate)) return 'gate added';
    return gate.kind === 'unread' ? 'gate of the base unknown' : 'base started as the head is';
  });
  const parts = [
    ...new Set(about),
    ...(looser > 0 ? [`${counted(looser, 'gate')} loosened`] : []),
    ...(altered > 0 ? [`${counted(altered, 'gate setting')} altered`] : []),
  ];
  return parts.length > 0 ? `; ${parts.join(', ')}` : '';
}

function countGates(loosened: readonly LoosenedGate[]): { looser: number; altered: number } {
  const altered = loosened.filter(isAltered).length;
  return { altered, looser: loosened.length - altered - loosened.filter(isAboutBase).length };
}

function isAltered({ kind }: LoosenedGate): boolean {
  return kind === 'setting' || kind === 'contents';
}

type AboutBase = Extract<LoosenedGate, { kind: 'unread' | 'borrowed' }>;

function isAboutBase(gate: LoosenedGate): gate is AboutBase {
  return gate.kind === 'unread' || gate.kind === 'borrowed';
}

/** Tells whether the gate is new with this change: nothing can have been loosened. */
function isAdoption(gate: LoosenedGate): gate is AboutBase & { adds: string } {
  return gate.kind === 'unread' && gate.adds !== undefined;
}

function baseWords(gate: AboutBase): Phrase {
  if (isAdoption(gate))
    return say`This change adds ${code(cut(gate.adds, 60))}; later changes of the gate will be listed here`;
  const reason = fromMessage(cut(gate.reason.replace(/\.$/, ''), 200));
  if (gate.kind === 'borrowed')
    return say`The base starts with the head’s commands, not with its own: ${reason}`;
  const start = gate.borrows ? ', and the base starts with the head’s commands' : '';
  return say`Nobody knows what this change loosens${start}: the configuration of the base cannot be used (${reason})`;
}

function settingName({ label, setting }: { label: string | null; setting: string }): string {
  const name = cut(setting, 60);
  if (label === null) return name;
  return setting === 'request' ? shortLabel(label) : `${shortLabel(label)} ${name}`;
}

/** Characters that are kept of a start that both texts share. */
const SHARED = 8;

/** Leaves out the start that two long texts share, so that the difference is not cut off. */
function differing(from: string, to: string): { from: string; to: string } {
  if (asWritten(from) !== asWritten(to)) return { from, to };
  let first = 0;
  while (first < from.length && from[first] === to[first]) first++;
  const start = Math.max(0, first - SHARED);
  return { from: `…${from.slice(start)}`, to: `…${to.slice(start)}` };
}

const NAMED_VARIANTS = 3;

function variantWords(names: readonly string[]): string {
  return `${names.length === 1 ? 'variant' : 'variants'} ${listSome(names.map(shortLabel), NAMED_VARIANTS)}`;
}

function patternWords(patterns: readonly string[] | null): Phrase {
  if (patterns === null) return say`any file`;
  const more = patterns.length > 4 ? ' …' : '';
  return say`${code(cut(patterns.slice(0, 4).join(', '), 80))}${more}`;
}

/** What a change does to its gates: a heading, and what is in a list below it. */
export type Loosened = { icon: string; heading: Phrase; items: Phrase[] };

/** Explains what the change does to its gates, gravest first: a sentence, or a heading and its list. */
export function explainLoosened(loosened: readonly LoosenedGate[]): Loosened | null {
  const [first, ...others] = sortGates(loosened);
  if (!first) return null;
  const icon = loosened.every(isAdoption) ? ICONS.new : ICONS.warn;
  if (others.length === 0) return { icon, heading: loosenedSentence(first), items: [] };
  const { looser, altered } = countGates(loosened);
  const acts = [
    ...(looser > 0 ? [`loosens ${counted(looser, 'gate')}`] : []),
    ...(altered > 0 ? [`alters ${counted(altered, 'gate setting')}`] : []),
  ];
  return {
    icon,
    heading: acts.length > 0 ? say`This change ${acts.join(' and ')}` : say`The gate of the base`,
    items: [first, ...others].map(loosenedWords),
  };
}

/** Sorts gates, gravest first. */
function sortGates(loosened: readonly LoosenedGate[]): LoosenedGate[] {
  const rankOf = (gate: LoosenedGate) => {
    const rank = ORDER.indexOf(gate.kind === 'setting' ? gate.setting : gate.kind);
    return rank < 0 ? ORDER.length : rank;
  };
  return [...loosened].sort((a, b) => rankOf(a) - rankOf(b));
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
