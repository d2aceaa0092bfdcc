import type { Crowding, ServiceFault } from './faults.ts';
import type { Unsteadiness } from './findings.ts';

/** Fewest such stretches that are told: k6's own collector may be behind a single one. */
const FEWEST = 2;
/**
 * Fewest by which the service is blamed, and as many more for each on the base. If it were k6's fault, each would be as
 * likely on the base: 2⁻⁷ is below 1 %, and so are the binomial tails of 10 of 11, 13 of 15 and so on.
 */
const BLAMED = 7;
const MORE = 3;

/** Takes `unchanged` away: what was thrown away is evidence about the service. */
export function judgeCrowding({ head, base, together }: Crowding): Unsteadiness | null {
  const suspicious = head + together;
  if (suspicious < FEWEST || suspicious <= 2 * base) return null;
  return { kind: 'crowded', head, base, together };
}

/** Blames the service for what came back time and again. */
export function blameCrowding(label: string, crowding: Crowding): ServiceFault | null {
  const { head, base, together } = crowding;
  const isClear = head > 0 && head + together >= BLAMED + MORE * base;
  return isClear ? { kind: 'fills-machine', label, ...crowding } : null;
}
