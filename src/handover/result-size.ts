/** Most bytes of a result file; larger ones are not even read. */
export const LARGEST_RESULT = 16 * 1024 * 1024;
/** Limits of a checked result: a schema that finds a fault in many million values fills the memory. */
export const MOST_VALUES = 2_000_000;
const DEEPEST = 16;
const LONGEST_LIST = 5_000;

/**
 * Refuses JSON that is too deep, or has more values or longer lists than any result, before a schema checks it.
 *
 * @throws Error with a one-line reason
 */
export function checkSize(root: unknown): void {
  let left = MOST_VALUES;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST) throw new Error(`nested more than ${DEEPEST} deep`);
    const parts = Object.values(value);
    left -= parts.length;
    if (left < 0) throw new Error(`more than ${MOST_VALUES} values`);
    if (parts.length > LONGEST_LIST) throw new Error(`more than ${LONGEST_LIST} entries in a list`);
    for (const part of parts) visit(part, depth + 1);
  };
  visit(root, 1);
}
