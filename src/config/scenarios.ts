import type { Load } from '../measurement/load.ts';
import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { parseDuration } from './language/duration.ts';
import { type LoadRange, printLoad } from './language/load.ts';
import type { ReferenceScope } from './references.ts';
import { buildRequests, checkRequests } from './request.ts';
import type { UserConfig, UserScenario } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { checkFile, type Folder, resolveInside } from './script.ts';
import { checkTolerances, mergeTolerances } from './sensitivity.ts';
import { checkSlos, isGoal, placeSlos } from './slo-check.ts';

/** Checks each scenario by itself, and limits that are relative to others. @param scope names that requests may use */
export function checkScenarios(root: Place, input: UserConfig, scope: ReferenceScope, folder: Folder): void {
  const all = Object.entries(input.scenarios);
  if (all.length === 0)
    root.below('scenarios').rejectKey('`scenarios` names no scenario.', 'expected one such as `search:`');
  for (const [name, scenario] of all) {
    const place = root.below('scenarios', name);
    checkRequests(place, scenario, scope, folder);
    if (scenario.script !== undefined) {
      const path = resolveInside(folder.directory, scenario.script);
      checkFile(place.below('script'), path, 'a script such as `load/browse.js`', folder);
    }
    checkLoads(place, scenario);
    checkSlos(name, place, input);
    checkTolerances(place, scenario.tolerance, scenario);
  }
}

function listGiven({ load, slo = [] }: UserScenario): (Load | LoadRange)[] {
  return load ?? slo.flatMap((one) => one.load ?? []).slice(0, 1);
}

/** Lists the loads of a scenario: several are a sweep, and one may stand in its SLOs. None where a capacity is searched. */
export function listLoads(input: UserScenario): Load[] {
  return listGiven(input).flatMap((load) => (load.kind === 'range' ? [] : [load]));
}

/** Finds the rates among which the capacity of a scenario is searched. Undefined for one with a load. */
export function findRange(input: UserScenario): LoadRange | undefined {
  return listGiven(input).find((load) => load.kind === 'range');
}

function checkLoads(place: Place, input: UserScenario): void {
  const loads = listGiven(input).map(printLoad);
  if (loads.length > 1 && findRange(input))
    place.below('load').reject('A range of rates is no part of a sweep.', 'expected it alone');
  if (loads.length === 0)
    place.rejectKey('This scenario has no load.', 'add `load: 100 req/s`, or `at 100 req/s` to its SLO');
  for (const [index, load] of loads.entries())
    if (loads.indexOf(load) < index)
      place.below('load', index).reject(`\`${load}\` is in this sweep twice.`, 'expected different loads');
  for (const { parsed, place: at } of placeSlos(place, input))
    if (parsed.load && (input.load !== undefined || printLoad(parsed.load) !== loads[0]))
      at.reject(
        `This scenario already runs at ${loads.map((load) => `\`${load}\``).join(', ')}.`,
        'expected the load once, under `load` or in an SLO; another load is another scenario',
      );
}

/** Builds a sound scenario. */
export function buildScenario(
  name: string,
  input: UserScenario,
  suite: UserConfig,
  folder: Folder,
): Scenario {
  const { script, exec = 'default', slo = [] } = input;
  const range = findRange(input);
  const goal = range && slo.find((parsed) => isGoal(parsed.slo))!.slo;
  const isSet = input.budget !== undefined || suite.measure?.budget !== undefined;
  return {
    name,
    work:
      script === undefined
        ? buildRequests(input, folder)
        : { kind: 'script', path: resolveInside(folder.directory, script)!, exec },
    loads: listLoads(input),
    ...(range && goal && { capacity: { slo: goal, from: range.from, to: range.to } }),
    slos: slo.map((parsed) => parsed.slo).filter((one) => one !== goal),
    // A search for a capacity takes longer than a load.
    budgetSeconds: range === undefined || isSet ? input.budget : parseDuration(DEFAULTS.capacityBudget),
    tolerances: mergeTolerances(input.tolerance, suite.baseline?.tolerance),
  };
}
