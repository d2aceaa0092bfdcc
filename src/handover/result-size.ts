/** Most bytes of a result file; larger ones are not even read. */
export const LARGEST_RESULT = 16 * 1024 * 1024;
/** Limits of a checked result: a schema that finds a fault in many million values fills the memory. */
export const MOST_VALUES = 2_000_000;
/**
 * Limits of all results of a run together, so that they can be read and shown in seconds: values, and entries of the
 * lists of verdicts, such as findings.
 */
export const MOST_IN_ALL = { values: 10_000_000, findings: 20_000 };
const DEEPEST = 16;
const LONGEST_LIST = 5_000;

/**
 * Refuses JSON that is too deep, or has more values or longer lists than any result, before a schema checks it.
 *
 * @param room what is left of `MOST_IN_ALL`; it becomes less, also by what is refused
 * @throws Error with a one-line reason
 */
export function checkSize(root: unknown, room: { values: number; findings: number }): void {
  const most = Math.min(MOST_VALUES, room.values);
  let left = most;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST) throw new Error(`nested more than ${DEEPEST} deep`);
    const parts = Object.values(value);
    left -= parts.length;
    if (left < 0) throw new Error(`more than ${MOST_VALUES} values, or ${MOST_IN_ALL.values} in all results`);
    if (parts.length > LONGEST_LIST) throw new Error(`more than ${LONGEST_LIST} entries in a list`);
    for (const part of parts) visit(part, depth + 1);
  };
  try {
    visit(root, 1);
  } finally {
    room.values -= most - left;
  }
  const verdict = (root as { outcome?: { report?: { verdict?: object } } } | null)?.outcome?.report?.verdict;
  for (const list of Object.values(verdict ?? {})) if (Array.isArray(list)) room.findings -= list.length;
  if (room.findings < 0) throw new Error(`more than ${MOST_IN_ALL.findings} findings in all results`);
}
