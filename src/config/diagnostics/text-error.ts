import { UserError } from '../../errors.ts';
import type { ProblemParts } from './problem.ts';

/** Mistake in a text with a grammar, such as an SLO, a load or a template. What reads the file knows its place. */
export class TextError extends UserError {
  override readonly name = 'TextError';
  readonly parts: ProblemParts;

  constructor(parts: ProblemParts) {
    const { what, expected, hint } = parts;
    super({ what, hint: [expected, hint].filter(Boolean).join('\n  ') || undefined });
    this.parts = parts;
  }
}
