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
  /** Missing part of it. */
  lacks: 'nothing' | 'folds' | 'details' | 'all';
};

/** Blank line between blocks of Markdown. */
export const GAP = '\n\n';

/** Fits all sections into `limit` characters, or as many as there is room for and a note about the rest. */
export function fitSections(sections: readonly Section[], limit: number): string {
  for (const { kept, dropped } of dropFolds(sections)) {
    const left: Section[] =
      dropped.length > 0
        ? [{ kind: 'statement', text: `Left out for want of room: ${dropped.join(', ')}.` }]
        : [];
    const end = kept.findLastIndex(({ kind }) => kind === 'footer');
    const body = `${[...kept.slice(0, end), ...left, ...kept.slice(end)].map(({ text }) => text).join(GAP)}\n`;
    if (body.length <= limit) return body;
  }
  // Remaining sections have a limited length, so this cannot happen; if it did, the verdict would remain.
  return `${sections[0]!.text}\n`;
}

/** Lists the sections in full, then with less and less in folds. */
export function dropFolds(sections: readonly Section[]): { kept: Section[]; dropped: Droppable[] }[] {
  const present = DROPPABLE.filter((name) => sections.some(({ kind }) => kind === name));
  return [0, ...present.map((_, i) => i + 1)].map((count) => {
    const dropped = present.slice(0, count);
    return { kept: sections.filter(({ kind }) => !dropped.includes(kind as Droppable)), dropped };
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
    const bodies = known.get(i);
    if (text === (bodies?.[0] ?? (bodies && blocks[i]!.line))) return { text, lacks: 'nothing' };
    return { text, lacks: text === blocks[i]!.line ? 'details' : 'folds' };
  });
}
