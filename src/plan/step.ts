import type { Load, Scenario, Slo, Work } from '../config/config.ts';
import { printLoad } from '../config/load.ts';

/** One scenario under one load: what is measured, judged and shown as a row. */
export type Step = {
  scenario: string;
  label: string;
  work: Work;
  load: Load;
  slos: Slo[];
  virtualUsers: number;
  /** How long requests in flight at the end of a round may take before they are cut off and count as failed. */
  graceSeconds: number;
  /** Load time, all blocks and both arms together, at most; warm-up not counted. */
  budgetSeconds: number;
};

/** The steps of a scenario: one for each load of a sweep. */
export function planSteps(scenario: Scenario, budgetSeconds: number): Step[] {
  const limits = scenario.slos.flatMap(({ limit }) =>
    limit.kind === 'absolute' && limit.unit === 'ms' ? [limit.value / 1000] : [],
  );
  const longest = Math.max(0, ...limits);
  return scenario.loads.map((load) => ({
    scenario: scenario.name,
    label: scenario.loads.length > 1 ? `${scenario.name} at ${printLoad(load)}` : scenario.name,
    work: scenario.work,
    load,
    slos: scenario.slos,
    virtualUsers: countVirtualUsers(load, longest),
    graceSeconds: Math.min(5, Math.max(0.3, 2 * longest)),
    budgetSeconds,
  }));
}

/** Whether the user said how long it takes: `for 30s`, or a number of requests. */
export function hasOwnLength(load: Load): boolean {
  return load.kind === 'fixed-work' || load.seconds !== undefined;
}

/** Little's law with room to spare: enough users to keep the rate through a stall of four times the limit. */
function countVirtualUsers(load: Load, limitSeconds: number): number {
  if (load.kind !== 'arrival-rate') return load.users;
  return Math.max(10, Math.ceil(load.rate * Math.max(0.25, 4 * limitSeconds)));
}
