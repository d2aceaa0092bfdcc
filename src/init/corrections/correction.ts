import type { Finding } from '../needs/finding.ts';

/** What follows from a try: a better proposal, a proposal that has answered, or a question to a person. */
export type Correction = { kind: 'corrected' | 'answered' | 'question'; finding: Finding; said: string };

/** A proposal with changes, for the next try. */
export function change(finding: Finding, changes: Partial<Finding>, said: string): Correction {
  return { kind: 'corrected', finding: { ...finding, ...changes }, said };
}

/**
 * A question, which is the last note of the proposal. Databases that are missing on this machine stay in it.
 *
 * @param why the words of the note, where they are others
 */
export function ask(finding: Finding, said: string, why = said): Correction {
  const note = `it was tried, and gave no plain answer. ${why}`;
  const databases = finding.databases.map(({ absent: _, ...rest }) => rest);
  return { kind: 'question', finding: { ...finding, databases, notes: [...finding.notes, note] }, said };
}
