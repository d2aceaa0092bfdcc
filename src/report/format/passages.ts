import type { Phrase } from './phrase.ts';

/**
 * A part of what is said, neither Markdown nor terminal text yet. A list of them is in reading order: a
 * skin may leave some out, but never reorders or rewords. `tone` puts its sign before the text.
 * `weight`: whether a part is required, or is the first to be left out if there is no room.
 */
export type Passage = { weight: 'open' | 'spare' } & (
  | { kind: 'text'; phrases: readonly Phrase[]; small?: true }
  /** The first items are visible at once, the rest as far as there is room. */
  | { kind: 'list'; tone?: Tone; items: readonly Phrase[] }
  | ({ kind: 'table' } & Table)
  | { kind: 'log'; title: Phrase; log: string }
  | { kind: 'fold'; summary: Phrase; blocks: readonly Passage[] }
);

export type ColumnKey = 'name' | 'base' | 'head' | 'change' | 'trend';

/** Cells are in the order of the columns. Cells of the `signed` column start with the icon of their row's tone. */
export type Table = {
  columns: { key: ColumnKey; header: Phrase; right?: boolean; signed?: boolean }[];
  rows: { tone: Tone; cells: Phrase[] }[];
  /** Number of further rows. */
  more?: number;
};

/** Tone: `bad` blocks or would; `warn` is close to it; `unsure` could not be decided, `unmeasured` not even measured. */
export type Tone = 'bad' | 'warn' | 'good' | 'unsure' | 'new' | 'unmeasured' | 'accepted';

/** Signs of a tone: an emoji for Markdown, a character of any font for a terminal. Ordered by gravity. */
export const TONES: Record<Tone, { icon: string; mark: string }> = {
  bad: { icon: '❌', mark: '✗' },
  unmeasured: { icon: '⛔', mark: '✗' },
  warn: { icon: '⚠️', mark: '!' },
  unsure: { icon: '⚪', mark: '?' },
  accepted: { icon: '☑️', mark: '✓' },
  good: { icon: '✅', mark: '✓' },
  new: { icon: '🌱', mark: '·' },
};

/** Finds the gravest of several tones. */
export function gravestTone(tones: readonly Tone[]): Tone {
  return (Object.keys(TONES) as Tone[]).find((tone) => tones.includes(tone)) ?? 'unsure';
}

/** Caches what is built for each input: it is shown in several places and takes time. */
export function remember<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const known = new WeakMap<Key, { made: T }>();
  return (key) => {
    const own = known.get(key) ?? { made: make(key) };
    known.set(key, own);
    return own.made;
  };
}
