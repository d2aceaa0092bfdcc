import type { Arm } from '../measurement/measurement.ts';
import { groupFamilies } from './relations.ts';
import type { Step } from './step.ts';

/**
 * Groups steps by k6 process. Declarative requests share one. Each script and each fixed work, whose length is
 * unknown, has its own. The shared one comes last: it ends with load on the head alone.
 */
export function groupByProcess(steps: Step[]): Step[][] {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const { work, load, label } = step;
    const own = work.kind === 'request' ? 'requests' : `script ${work.path}`;
    const process = load.kind === 'fixed-work' ? `work ${label}` : own;
    groups.set(process, groups.get(process) ?? []);
    groups.get(process)!.push(step);
  }
  return [...groups.values()].sort(([a], [b]) => Number(sharesProcess(a!)) - Number(sharesProcess(b!)));
}

/** Tells whether a step shares a process with others, and with the other arm: each of its requests names its target. */
export function sharesProcess({ work, load }: Step): boolean {
  return work.kind === 'request' && load.kind !== 'fixed-work';
}

/**
 * Separates the loads of sweeps. A load that is too high for a service leaves a queue behind, which would also slow a
 * lower load after it. So they follow each other, lowest first, while all other steps alternate before them.
 */
export function separateSweeps(steps: readonly Step[]): Step[][] {
  const sweeps = groupSweeps(steps);
  const isSwept = (family: Step[]) => family.some(({ scenario }) => sweeps.get(scenario)!.length > 1);
  const families = groupFamilies(steps, (step) => [step]);
  const single = families.filter((family) => !isSwept(family)).flat();
  const amountOf = ({ load }: Step) => (load.kind === 'arrival-rate' ? load.rate : load.users);
  const amount = (family: Step[]) => Math.max(...family.map(amountOf));
  const swept = families.filter(isSwept).sort((a, b) => amount(a) - amount(b));
  return single.length > 0 ? [single, ...swept] : swept;
}

/**
 * Prepares names for the slots of some steps; the loads of a sweep are numbered. k6 allows letters, digits, `_` and
 * `-`. Scenario names have no capitals, so names cannot collide.
 */
export function prepareNames(
  steps: readonly Step[],
): (step: Step, arm: Arm | null, round: number | null) => string {
  const sweeps = groupSweeps(steps);
  return (step, arm, round) => {
    const sweep = sweeps.get(step.scenario)!;
    const load = sweep.length > 1 ? `-L${sweep.indexOf(step) + 1}` : '';
    const side = arm === null ? '' : arm === 'base' ? '-B' : '-H';
    return `${step.scenario}${load}${side}-${round === null ? 'W' : `R${round + 1}`}`;
  };
}

/** Groups steps by scenario: a sweep has several. */
function groupSweeps(steps: readonly Step[]): Map<string, Step[]> {
  const sweeps = new Map<string, Step[]>(steps.map(({ scenario }) => [scenario, []]));
  for (const step of steps) sweeps.get(step.scenario)!.push(step);
  return sweeps;
}
