/** Adds up a quantity over all members; 0 if there are none. */
export function sum<T>(members: readonly T[], quantityOf: (member: T) => number): number {
  return members.reduce((total, member) => total + quantityOf(member), 0);
}

/** Keeps the last of the members with the same key, in the place of the first. */
export function leaveOutTwins<T>(members: readonly T[], keyOf: (member: T) => string): T[] {
  return [...new Map(members.map((member) => [keyOf(member), member])).values()];
}
