import type { Load } from '../measurement/load.ts';
import type { Arm } from '../measurement/measurement.ts';
import { groupFamilies } from './relations.ts';
import type { Step } from './step.ts';

/**
 * Groups steps by k6 process. Declarative requests share one. Each script has its own, and so has each fixed work,
 * whose length is unknown. The shared one comes last: it ends with load on the head alone.
 */
export function groupByProcess(steps: Step[]): Step[][] {
  const isShared = ({ work, load }: Step) => work.kind === 'request' && load.kind !== 'fixed-work';
  const shared = steps.filter(isShared);
  const own = steps.filter((step) => !isShared(step));
  const groups: Step[][] = [];
  for (const step of own) {
    const fits = groups.find(([first]) => isSameScript(first!, step));
    if (fits) fits.push(step);
    else groups.push([step]);
  }
  return [...groups, ...(shared.length > 0 ? [shared] : [])];
}

function isSameScript(a: Step, b: Step): boolean {
  if (a.load.kind === 'fixed-work' || b.load.kind === 'fixed-work') return false;
  return a.work.kind === 'script' && b.work.kind === 'script' && a.work.path === b.work.path;
}

/**
 * Separates the loads of sweeps. What is too much for a service leaves a queue behind, and a lower load that came after
 * it would be answered as slowly. So they follow each other, the lowest first, while all others alternate before them.
 */
export function separateSweeps(steps: readonly Step[]): Step[][] {
  const sweeps = groupSweeps(steps);
  const isSwept = ({ scenario }: Step) => sweeps.get(scenario)!.length > 1;
  const [single, swept]: [Step[], Step[][]] = [[], []];
  for (const family of groupFamilies(steps, (step) => [step])) {
    if (family.some(isSwept)) swept.push(family);
    else single.push(...family);
  }
  const amount = (family: Step[]) => Math.max(...family.map(({ load }) => amountOf(load)));
  swept.sort((a, b) => amount(a) - amount(b));
  return single.length > 0 ? [single, ...swept] : swept;
}

/** Orders loads of one scenario: req/s, or users. */
function amountOf(load: Load): number {
  return load.kind === 'arrival-rate' ? load.rate : load.users;
}

/**
 * Prepares the names of the slots of some steps, the loads of a sweep by number. k6 allows letters, digits, `_` and
 * `-`. Scenarios have no capitals, so names cannot collide.
 */
export function prepareNames(
  steps: readonly Step[],
): (step: Step, arm: Arm | null, round: number | null) => string {
  const sweeps = groupSweeps(steps);
  return (step, arm, round) => {
    const sweep = sweeps.get(step.scenario) ?? [];
    const load = sweep.length > 1 ? `-L${sweep.indexOf(step) + 1}` : '';
    const side = arm === null ? '' : arm === 'base' ? '-B' : '-H';
    return `${step.scenario}${load}${side}-${round === null ? 'W' : `R${round + 1}`}`;
  };
}

/** Groups steps by scenario: those of a sweep are several. */
function groupSweeps(steps: readonly Step[]): Map<string, Step[]> {
  const sweeps = new Map<string, Step[]>();
  for (const step of steps) {
    const sweep = sweeps.get(step.scenario);
    if (sweep) sweep.push(step);
    else sweeps.set(step.scenario, [step]);
  }
  return sweeps;
}
