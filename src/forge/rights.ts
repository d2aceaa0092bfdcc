/** Levels of rights in a repository, from the lowest. */
export const LEVELS = ['triage', 'write', 'maintain', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** The rights of a user in a repository. `none`: less than triage. */
export type Rights = Level | 'none';

/** True when the rights are the level or more. */
export function reaches(rights: Rights, least: Level): boolean {
  return (LEVELS as readonly Rights[]).indexOf(rights) >= LEVELS.indexOf(least);
}
