import { LEVELS, type Level, type Rights, reaches } from '../../forge/rights.ts';

/** Who may accept: users with at least this right, where it is given, and these users (logins in lower case). */
export type AcceptPolicy = { least: Level | null; logins: readonly string[] };

/**
 * Reads who may accept, as the input `accept-by` has it. Null where it is empty: then everybody who may triage can.
 *
 * @param mistakes receives a line for each item that makes no sense
 */
export function readPolicy(items: readonly string[], mistakes: string[]): AcceptPolicy | null {
  if (items.length === 0) return null;
  const levels = LEVELS.filter((level) => items.includes(level));
  const logins: string[] = [];
  for (const item of items) {
    if ((LEVELS as readonly string[]).includes(item)) continue;
    if (/^@[\w.-]+(\[bot\])?$/.test(item)) logins.push(item.slice(1).toLowerCase());
    else if (item.includes('/')) {
      mistakes.push(
        `accept-by: ${JSON.stringify(item)} is a team, and the token of a job may not ask who is in it. Name users, or a level.`,
      );
    } else {
      mistakes.push(`accept-by: expected ${LEVELS.join(', ')} or @user, found ${JSON.stringify(item)}.`);
    }
  }
  return { least: levels[0] ?? null, logins };
}

/** Tells whether the user may accept. Whoever is named must still have the right to triage. */
export function mayAccept(policy: AcceptPolicy | null, login: string, rights: Rights): boolean {
  if (!reaches(rights, 'triage')) return false;
  if (policy === null) return true;
  const { least, logins } = policy;
  return (least !== null && reaches(rights, least)) || logins.includes(login.toLowerCase());
}
