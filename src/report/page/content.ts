import type { Work } from '../../config/config.ts';
import { printLoad } from '../../config/language/load.ts';
import { pickAlone, type Slice } from '../../measurement/measurement.ts';
import type { CapacitySearch } from '../../plan/search.ts';
import type { Step } from '../../plan/step.ts';
import { findHeadCapacity, findHeadStep, type RecordedStep, type RunRecord } from '../../records/record.ts';
import type { CapacityMeasurement } from '../../verdict/capacity-measurement.ts';

/** One step of the page: what the configuration declares, and what the record measured. */
export type PageStep = {
  declared: Pick<Step, 'scenario' | 'label' | 'work' | 'load' | 'slos'>;
  /** Values that tell it from the other steps of its scenario, in the order of `PageGroup.keys`. */
  names: string[];
  measured: RecordedStep;
  /** Load on the head alone, which all figures are of. */
  slices: Slice[];
};

/** Steps of one scenario: the loads of a sweep, its variants, or a single one. */
export type PageGroup = { scenario: string; keys: string[]; steps: PageStep[] };

/** One capacity of the page, and that of the base beside it. */
export type PageCapacity = {
  declared: Pick<CapacitySearch, 'scenario' | 'label' | 'variant' | 'work' | 'goal' | 'slos'>;
  head: CapacityMeasurement;
  base: CapacityMeasurement | undefined;
};

/** All that a page shows. */
export type PageContent = {
  record: RunRecord;
  groups: PageGroup[];
  capacities: PageCapacity[];
  /** Bounds of buckets, ms, rising. */
  buckets: readonly number[];
  /** Earlier records of the same kind of machine with the same load and request, oldest first. */
  earlier: readonly RunRecord[];
};

/** Step or search that is declared and is not on the page. */
export type LeftOut = { label: string; because: 'not-in-record' | 'measured-otherwise' };

/**
 * Brings together what is declared and what was measured, in the order of the configuration. A step that the record
 * measured under another load or with another request is left out: its figures would be read as those of the declared one.
 * So is a capacity with another goal.
 *
 * @param digests of what is declared, by label
 */
export function composeContent(
  {
    steps,
    searches,
  }: { steps: readonly PageStep['declared'][]; searches: readonly PageCapacity['declared'][] },
  digests: Record<'steps' | 'searches', ReadonlyMap<string, string>>,
  { record, buckets, earlier }: Omit<PageContent, 'groups' | 'capacities'>,
): { content: PageContent; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const byScenario = new Map<string, [PageStep['declared'], RecordedStep][]>();
  for (const step of steps) {
    const { scenario, label } = step;
    const measured = findHeadStep(record, label);
    if (measured === undefined) leftOut.push({ label, because: 'not-in-record' });
    else if (measured.digest !== digests.steps.get(label))
      leftOut.push({ label, because: 'measured-otherwise' });
    else byScenario.set(scenario, [...(byScenario.get(scenario) ?? []), [step, measured]]);
  }
  const groups = [...byScenario].map(([scenario, members]) => group(scenario, members));
  const capacities = searches.flatMap((declared): PageCapacity[] => {
    const { label } = declared;
    const head = findHeadCapacity(record, label);
    if (head === undefined) leftOut.push({ label, because: 'not-in-record' });
    else if (head.digest !== digests.searches.get(label))
      leftOut.push({ label, because: 'measured-otherwise' });
    else return [{ declared, head, base: findBaseCapacity(record, label) }];
    return [];
  });
  return { content: { record, groups, capacities, buckets, earlier }, leftOut };
}

function group(scenario: string, members: [PageStep['declared'], RecordedStep][]): PageGroup {
  const axes = [...new Set(members.flatMap(([, { variant }]) => Object.keys(variant ?? {})))];
  const loads = new Set(members.map(([{ load }]) => printLoad(load)));
  const keys = axes.length === 0 || loads.size > 1 ? [...axes, 'load'] : axes;
  const steps = members.map(
    ([declared, measured]): PageStep => ({
      declared,
      measured,
      names: keys.map((key) =>
        axes.includes(key) ? (measured.variant?.[key] ?? '') : printLoad(declared.load),
      ),
      slices: pickAlone(measured.instances.flatMap(({ slices }) => slices)),
    }),
  );
  return { scenario, keys, steps };
}

/** Finds the step of the base that was measured beside it. */
export function findBaseStep(record: RunRecord, label: string): RecordedStep | undefined {
  return record.steps.find((step) => step.arm === 'base' && step.label === label);
}

function findBaseCapacity({ capacities }: RunRecord, label: string): CapacityMeasurement | undefined {
  return capacities?.find((capacity) => capacity.arm === 'base' && capacity.label === label);
}

/** Names the work of a step: `POST /checkout`, or `script browse.js`. */
export function nameWork(work: Work): string {
  if (work.kind === 'request') return `${work.request.method} ${work.request.url}`;
  const name = work.path.split('/').at(-1)!;
  return work.exec === 'default' ? `script ${name}` : `script ${name}, ${work.exec}`;
}
