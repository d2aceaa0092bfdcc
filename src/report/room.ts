import { DROPPABLE, type Droppable, type Section } from './sections.ts';

/** Part of a comment that can be shown at length, in short, in a line, or not at all. */
export type CommentPart = {
  /** Shortest text that is worth showing. */
  line: string;
  /** Texts with its details, the fullest first; may be none. Asked for only while there is room. */
  bodies: () => string[];
};

/** Details in a row without enough room after which no more are tried. */
const MISSES = 3;

export type Share = {
  /** Text that has room; null when there is no room even for its line. */
  text: string | null;
  /** Missing part of it, of which it says nothing itself. */
  lacks: 'nothing' | 'details' | 'all';
};

/** Blank line between blocks of Markdown. */
export const GAP = '\n\n';

/** Lists the sections in full, then with less and less in folds and a note about the rest. */
export function dropFolds(sections: readonly Section[]): Section[][] {
  const present = DROPPABLE.filter((name) => sections.some(({ kind }) => kind === name));
  return [0, ...present.map((_, i) => i + 1)].map((count) => {
    const dropped = present.slice(0, count);
    const kept = sections.filter(({ kind }) => !dropped.includes(kind as Droppable));
    if (count === 0) return kept;
    const note: Section = { kind: 'statement', text: `Left out for want of room: ${dropped.join(', ')}.` };
    const end = kept.at(-1)?.kind === 'footer' ? kept.length - 1 : kept.length;
    return kept.toSpliced(end, 0, note);
  });
}

/**
 * Divides `room` characters among blocks, the most important first. A line for each comes before any details,
 * and the shortest details for each before the longest for one.
 */
export function shareRoom(blocks: readonly CommentPart[], room: number): Share[] {
  const texts: (string | null)[] = blocks.map(() => null);
  let left = room;
  const choose = (i: number, text: string) => {
    const before = texts[i] ?? null;
    const cost = text.length + GAP.length - (before === null ? 0 : before.length + GAP.length);
    if (cost > left) return false;
    texts[i] = text;
    left -= cost;
    return true;
  };
  blocks.forEach(({ line }, i) => {
    choose(i, line);
  });
  const known = new Map<number, string[]>();
  let misses = 0;
  blocks.forEach(({ bodies }, i) => {
    if (texts[i] === null || misses === MISSES) return;
    const all = bodies();
    known.set(i, all);
    misses = all.length === 0 || choose(i, all.at(-1)!) ? 0 : misses + 1;
  });
  for (const [i, bodies] of known) bodies.some((body) => choose(i, body));
  return texts.map((text, i): Share => {
    if (text === null) return { text, lacks: 'all' };
    return { text, lacks: text === blocks[i]!.line && known.get(i)?.length !== 0 ? 'details' : 'nothing' };
  });
}
