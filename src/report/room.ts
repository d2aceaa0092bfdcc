import { DROPPABLE, type Droppable, type Section } from './sections.ts';

/** One part of a comment that can be told at length, in short, in a line, or not at all. */
export type Block = {
  /** The least that is worth showing. */
  line: string;
  /** The same with its details, the fullest first; may be empty. */
  bodies: string[];
};

export type Share = {
  /** Null: there is not even room for its line. */
  text: string | null;
  /** What is missing of it. */
  lacks: 'nothing' | 'folds' | 'details' | 'all';
};

/** Between blocks of Markdown. */
export const GAP = '\n\n';

/** All sections on `limit` characters, or as many as there is room for and a word about the rest. */
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
  // Everything that is left has a bounded length, so this is out of reach; the verdict would be what remains.
  return `${sections[0]!.text}\n`;
}

/** The sections whole, then with less and less in folds. */
export function dropFolds(sections: readonly Section[]): { kept: Section[]; dropped: Droppable[] }[] {
  const present = DROPPABLE.filter((name) => sections.some(({ kind }) => kind === name));
  return [0, ...present.map((_, i) => i + 1)].map((count) => {
    const dropped = present.slice(0, count);
    return { kept: sections.filter(({ kind }) => !dropped.includes(kind as Droppable)), dropped };
  });
}

/**
 * Divides `room` characters among blocks, the most important first: a line for each comes before any details, and the
 * shortest details for each before the longest for one.
 */
export function shareRoom(blocks: readonly Block[], room: number): Share[] {
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
  const shown = blocks.flatMap((block, i) => (texts[i] === null ? [] : [{ ...block, i }]));
  for (const { bodies, i } of shown) if (bodies.length > 0) choose(i, bodies.at(-1)!);
  for (const { bodies, i } of shown) bodies.some((body) => choose(i, body));
  return blocks.map(({ line, bodies }, i): Share => {
    const text = texts[i]!;
    if (text === null) return { text, lacks: 'all' };
    if (text === (bodies[0] ?? line)) return { text, lacks: 'nothing' };
    return { text, lacks: text === line ? 'details' : 'folds' };
  });
}
