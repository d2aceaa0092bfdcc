import { listReferences } from '../config/language/slo-type.ts';
import { findLimitLoad } from '../config/scenarios.ts';
import type { Step } from './step.ts';

/** Finds the step that a limit of `step` refers to: that of the named scenario; in a sweep, the one with the same load. */
export function findLimitStep<T extends Pick<Step, 'scenario' | 'load'>>(
  steps: readonly T[],
  { load }: Pick<Step, 'load'>,
  scenario: string,
): T | undefined {
  const others = steps.filter((other) => other.scenario === scenario);
  const loads = others.map((other) => other.load);
  const found = findLimitLoad(load, loads);
  return others.find((other) => other.load === found);
}

/** Finds the labels of the steps that the SLO limits of a step refer to, by the scenario that they name. */
export function findLimits(step: Pick<Step, 'load' | 'slos'>, steps: readonly Step[]): Map<string, string> {
  return new Map(
    listReferences(step.slos).flatMap((name): [string, string][] => {
      const other = findLimitStep(steps, step, name);
      return other === undefined ? [] : [[name, other.label]];
    }),
  );
}

/** Records for each step which others it takes turns with: all that limits connect, directly or indirectly. */
export function relateSteps(steps: readonly Step[]): Step[] {
  const families = new Map(steps.map((step) => [step.label, new Set([step.label])]));
  for (const step of steps) {
    for (const other of findLimits(step, steps).values()) {
      const joined = new Set([...families.get(step.label)!, ...families.get(other)!]);
      for (const label of joined) families.set(label, joined);
    }
  }
  return steps.map((step) => {
    const family = families.get(step.label)!;
    return family.size > 1 ? { ...step, family: [...family].sort() } : step;
  });
}

/** Groups related members, in the order of the first of each group. */
export function groupFamilies<T>(members: readonly T[], stepsOf: (member: T) => readonly Step[]): T[][] {
  const groups: T[][] = [];
  for (const member of members) {
    const own = stepsOf(member).flatMap(({ family }) => family ?? []);
    const isRelated = (other: T) => stepsOf(other).some(({ label }) => own.includes(label));
    const group = own.length > 0 ? groups.find((each) => each.some(isRelated)) : undefined;
    if (group) group.push(member);
    else groups.push([member]);
  }
  return groups;
}
