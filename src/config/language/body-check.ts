import { refuse } from './text.ts';

/** What an answer's body must hold, or must not. */
export type BodyCheck = { text: string; isWanted: boolean };

/** Reads `contains "…"` or `not contains "…"`, the text as JSON writes it. @throws TextError */
export function parseBodyCheck(text: string): BodyCheck {
  const [, not, quoted = ''] = /^(not )?contains ("(?:[^"\\]|\\.)+")$/s.exec(text.trim()) ?? [];
  try {
    return { text: JSON.parse(quoted), isWanted: not === undefined };
  } catch {
    return refuse(text, 'a check of a body', ['contains "items"', 'not contains "errors"']);
  }
}

/** Prints a check so that `parseBodyCheck` reads it back. */
export function printBodyCheck({ text, isWanted }: BodyCheck): string {
  return `${isWanted ? '' : 'not '}contains ${JSON.stringify(text)}`;
}
