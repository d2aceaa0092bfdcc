/** Adds up a quantity of all members; 0 without any. */
export function sum<T>(members: readonly T[], quantityOf: (member: T) => number): number {
  return members.reduce((total, member) => total + quantityOf(member), 0);
}
