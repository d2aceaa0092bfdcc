import { clean, cutMiddle } from './visible.ts';

/**
 * Span of prose that is not yet Markdown, terminal text or HTML: raw text with a role. Each renderer escapes
 * the text of every span in its own way, so no untrusted text can remain unescaped.
 */
export type PhrasePart =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  /** `target`: an address, or any other place to find it. */
  | { kind: 'link'; text: string; target: string };
export type Phrase = readonly PhrasePart[];

/** Maximum number of characters of a text inserted into a phrase, of code, and of a command or an address. */
const LONGEST = { text: 240, code: 120, command: 300 };

/** Builds a phrase from a template; inserted strings stay raw text, and long ones are cut in the middle. */
export function say(
  template: TemplateStringsArray,
  ...parts: (string | number | PhrasePart | Phrase)[]
): Phrase {
  const spans = template.flatMap((literal, i): Phrase => {
    const part = parts[i] ?? '';
    const before: PhrasePart = { kind: 'text', text: literal };
    if (typeof part === 'object') return 'kind' in part ? [before, part] : [before, ...part];
    return [before, { kind: 'text', text: cutMiddle(String(part), LONGEST.text) }];
  });
  return spans.filter((span) => span.text !== '');
}

export function strong(text: string): PhrasePart {
  return { kind: 'strong', text: cutMiddle(text, LONGEST.text) };
}

export function code(text: string): PhrasePart {
  return { kind: 'code', text: cutMiddle(text, LONGEST.code) };
}

/** Makes code of a command, to be copied as a whole. */
export function command(text: string): PhrasePart {
  return { kind: 'code', text: cutMiddle(text, LONGEST.command) };
}

/** Makes a link; only its text if there is no target. */
export function link(text: string, target: string | null): PhrasePart {
  return target === null ? { kind: 'text', text } : { kind: 'link', text, target };
}

/** Joins parts with commas. */
export function join(parts: readonly (PhrasePart | Phrase)[], by = ', '): Phrase {
  return parts.flatMap((part, i) => say`${i === 0 ? '' : by}${part}`);
}

/** Parses a message that marks code with backticks, as error messages do. */
export function fromMessage(message: string): Phrase {
  const short = cutMiddle(message, LONGEST.command);
  const parts = short.split('`');
  // An odd number of backticks marks nothing.
  if (parts.length % 2 === 0) return [{ kind: 'text', text: short }];
  return parts
    .map((text, i): PhrasePart => ({ kind: i % 2 === 1 ? 'code' : 'text', text }))
    .filter((span) => span.text !== '');
}

/** Writes the phrase on one line without markup, harmless in a terminal, a log or a commit status. */
export function plain(phrase: Phrase): string {
  return phrase
    .map((span) =>
      clean(span.kind === 'link' ? `${span.text} (${cutMiddle(span.target, LONGEST.command)})` : span.text),
    )
    .join('')
    .trim();
}

/** Capitalises the first letter of a phrase if it is text; `k6` keeps its name. */
export function capitalise([first, ...rest]: Phrase): Phrase {
  if (first === undefined) return [];
  if (first.kind !== 'text') return [first, ...rest];
  return [{ ...first, text: first.text.replace(/^(?!k6 )./, (letter) => letter.toUpperCase()) }, ...rest];
}
