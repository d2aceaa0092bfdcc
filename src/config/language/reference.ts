import { TextError } from '../diagnostics/text-error.ts';
import { parseAge, printAge } from './duration.ts';
import { parsePercentWithin } from './percent.ts';

/** Commit that the newest one is compared with: of a name, of the last release, or of some time ago (seconds). */
export type Reference =
  | { kind: 'name'; name: string }
  | { kind: 'release' }
  | { kind: 'age'; seconds: number };

const RELEASE = 'latest-release-tag';

/** Reads `v1.4.0`, `latest-release-tag` or `30d`. A name is looked up later. @throws TextError */
export function parseReference(text: string): Reference {
  if (text === RELEASE) return { kind: 'release' };
  // A commit may begin with digits too, but has more of them, or no unit.
  if (/^\d+(\.\d+)?\s*([hdw]|[a-z]{2,6}s?)$/i.test(text) && !/^[0-9a-f]{7,}$/.test(text))
    return { kind: 'age', seconds: parseAge(text) };
  if (/^[^\s-]\S*$/.test(text)) return { kind: 'name', name: text };
  throw new TextError(text, {
    offset: 0,
    length: Math.max(1, text.length),
    what: 'This names no revision and no age.',
    expected: `expected a tag such as \`v1.4.0\`, \`${RELEASE}\`, or an age such as \`30d\``,
  });
}

/** Prints a reference as `parseReference` reads it. */
export function printReference(reference: Reference): string {
  if (reference.kind === 'release') return RELEASE;
  return reference.kind === 'name' ? reference.name : printAge(reference.seconds);
}

/** Reads how much slower a latency may have become, a fraction from 0 to 2. @throws TextError */
export function parseDriftTolerance(text: string): number {
  return parsePercentWithin(text, { least: 0, most: 2 });
}
