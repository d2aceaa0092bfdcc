import type { Config } from '../config/config.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { type Arm, pickAlone, type Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { CAPACITY, type SearchedCapacity } from '../verdict/capacity.ts';
import type { RecordedStep, RunRecord } from './record.ts';

/** Lists the slices of each start that got requests: load on the arm alone, where there was some. */
export function listStarts({ instances }: Pick<RecordedStep, 'instances'>): Slice[][] {
  return instances
    .map(({ slices }) => pickAlone(slices))
    .filter((slices) => slices.some((slice) => attempts(slice) > 0));
}

/** Reads the capacities that a run has found, for the judge. @param searches of the configuration */
export function readCapacities(
  { capacities = [] }: Pick<RunRecord, 'capacities'>,
  config: Config,
  searches: readonly CapacitySearch[],
): SearchedCapacity[] {
  return searches.flatMap(({ label, scenario: name, slos }) => {
    const of = (arm: Arm) => capacities.find((one) => one.label === label && one.arm === arm);
    const head = of('head');
    if (head === undefined) return [];
    const scenario = config.scenarios.find((one) => one.name === name)!;
    const sensitivity = resolveSensitivity(config, scenario, CAPACITY);
    return [{ slos, head, base: of('base') ?? null, sensitivity }];
  });
}
