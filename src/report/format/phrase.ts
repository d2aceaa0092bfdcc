import { clean, cut } from './visible.ts';

/**
 * Span of prose that is not yet Markdown, terminal text or HTML: raw text with a role. Each renderer escapes
 * the text of every span in its own way, so no foreign text can remain unescaped.
 */
export type PhrasePart =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  /** `target`: an address, or any other place where that is to be found. */
  | { kind: 'link'; text: string; target: string };
export type Phrase = readonly PhrasePart[];

/** Builds a phrase from a template; inserted strings stay raw text. */
export function say(
  template: TemplateStringsArray,
  ...parts: (string | number | PhrasePart | Phrase)[]
): Phrase {
  const spans: PhrasePart[] = [];
  template.forEach((literal, i) => {
    if (literal !== '') spans.push({ kind: 'text', text: literal });
    const part = parts[i];
    if (part === undefined) return;
    if (typeof part === 'string' || typeof part === 'number')
      spans.push({ kind: 'text', text: String(part) });
    else if ('kind' in part) spans.push(part);
    else spans.push(...part);
  });
  return spans.filter((span) => span.text !== '');
}

export function strong(text: string): PhrasePart {
  return { kind: 'strong', text };
}

export function code(text: string): PhrasePart {
  return { kind: 'code', text };
}

/** Makes a link; without a target, its text alone. */
export function link(text: string, target: string | null): PhrasePart {
  return target === null ? { kind: 'text', text } : { kind: 'link', text, target };
}

/** Joins parts with commas. */
export function join(parts: readonly (PhrasePart | Phrase)[]): Phrase {
  return parts.flatMap((part, i) => say`${i === 0 ? '' : ', '}${part}`);
}

/** Reads a message that marks code with backticks, as error messages do. */
export function fromMessage(message: string): Phrase {
  const parts = message.split('`');
  // An odd number of backticks marks nothing.
  if (parts.length % 2 === 0) return [{ kind: 'text', text: message }];
  return parts
    .map((text, i): PhrasePart => ({ kind: i % 2 === 1 ? 'code' : 'text', text }))
    .filter((span) => span.text !== '');
}

/** Writes the phrase on one line without any markup, harmless in a terminal, a log or a commit status. */
export function plain(phrase: Phrase): string {
  return phrase
    .map((span) => clean(span.kind === 'link' ? `${span.text} (${cut(span.target, 300)})` : span.text))
    .join('')
    .trim();
}
