import type { Phrase } from './phrase.ts';

/** Whether a part must be told, or is left out first where there is no room. */
export type Weight = 'open' | 'spare';

/**
 * Part of what is told, neither Markdown nor terminal text yet. The order of a list of them is the order of reading: a
 * skin may leave out, and never reorders or rewords. `tone` sets its sign before the text.
 */
export type Passage = { weight: Weight } & (
  | { kind: 'text'; phrases: readonly Phrase[]; small?: true }
  /** The first items are seen at once, and the rest as far as there is room. */
  | { kind: 'list'; tone?: Tone; items: readonly Phrase[] }
  | ({ kind: 'table' } & Table)
  | { kind: 'log'; title: Phrase; log: string }
  | { kind: 'fold'; summary: Phrase; blocks: readonly Passage[] }
);

export type ColumnKey = 'name' | 'base' | 'head' | 'change' | 'trend';

/** Cells are in the order of the columns. The cell of the `signed` column has the sign of its row's tone. */
export type Table = {
  columns: { key: ColumnKey; header: Phrase; right?: boolean; signed?: boolean }[];
  rows: { tone: Tone; cells: Phrase[] }[];
  /** Rows that there are beyond those. */
  more?: number;
};

/** Tone: `bad` blocks or would; `warn` is close to it; `unsure` could not be decided, `unmeasured` not even measured. */
export type Tone = 'bad' | 'warn' | 'good' | 'unsure' | 'new' | 'unmeasured' | 'accepted';

/** Signs of a tone: an emoji for Markdown, a letter of any font for a terminal. The order is that of gravity. */
export const TONES: Record<Tone, { icon: string; mark: string }> = {
  bad: { icon: '❌', mark: '✗' },
  unmeasured: { icon: '⛔', mark: '✗' },
  warn: { icon: '⚠️', mark: '!' },
  unsure: { icon: '⚪', mark: '?' },
  accepted: { icon: '☑️', mark: '✓' },
  good: { icon: '✅', mark: '✓' },
  new: { icon: '🌱', mark: '·' },
};

/** Finds the gravest of some tones. */
export function gravestTone(tones: readonly Tone[]): Tone {
  return (Object.keys(TONES) as Tone[]).find((tone) => tones.includes(tone)) ?? 'unsure';
}

/** Makes something once for each thing that is told: it is shown in many places, and takes time. */
export function remember<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const known = new WeakMap<Key, { made: T }>();
  return (key) => {
    const own = known.get(key) ?? { made: make(key) };
    known.set(key, own);
    return own.made;
  };
}
