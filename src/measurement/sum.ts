/** Adds up a quantity of all members; 0 without any. */
export function sum<T>(members: readonly T[], quantityOf: (member: T) => number): number {
  return members.reduce((total, member) => total + quantityOf(member), 0);
}

/** Leaves the last of the members that have the same key, in the place of the first. */
export function leaveOutTwins<T>(members: readonly T[], keyOf: (member: T) => string): T[] {
  return [...new Map(members.map((member) => [keyOf(member), member])).values()];
}
