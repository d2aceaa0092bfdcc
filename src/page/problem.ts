/** One way in which a page does not hold. `line`: in its file, from 1. */
export type PageProblem = { what: string; found?: string; expected?: string; line?: number };
