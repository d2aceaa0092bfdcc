import type { Work } from '../../config/config.ts';
import { printLoad } from '../../config/language/load.ts';
import { pickAlone, type Slice } from '../../measurement/measurement.ts';
import type { CapacitySearch } from '../../plan/search.ts';
import type { Step } from '../../plan/step.ts';
import { findHeadCapacity, findHeadStep, type RecordedStep, type RunRecord } from '../../records/record.ts';
import type { CapacityMeasurement } from '../../verdict/capacity-measurement.ts';

type DeclaredStep = Pick<Step, 'scenario' | 'label' | 'work' | 'load' | 'slos'>;
type DeclaredSearch = Pick<CapacitySearch, 'scenario' | 'label' | 'variant' | 'work' | 'goal' | 'slos'>;
export type DeclaredParts = { steps: readonly DeclaredStep[]; searches: readonly DeclaredSearch[] };

/**
 * One step of the page: what the configuration declares, and what the record measured. `names`: what tells it from the
 * other steps of its scenario, in the order of `PageGroup.keys`. `slices`: load on the head alone, which all figures are of.
 */
export type PageStep = { declared: DeclaredStep; names: string[]; measured: RecordedStep; slices: Slice[] };

/** Steps of one scenario: the loads of a sweep, its variants, or a single one. */
export type PageGroup = { scenario: string; keys: string[]; steps: PageStep[] };

/** One capacity of the page, and that of the base beside it. */
export type PageCapacity = {
  declared: DeclaredSearch;
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

/**
 * Brings together what is declared and what was measured, in the order of the configuration. A step that the record
 * measured under another load or with another request is left out: its figures would be read as those of the declared one.
 * So is a capacity with another goal.
 *
 * @param digests of what is declared, by label
 * @returns labels that are left out
 */
export function composeContent(
  declared: DeclaredParts,
  digests: Record<'steps' | 'searches', ReadonlyMap<string, string>>,
  { record, buckets, earlier }: Omit<PageContent, 'groups' | 'capacities'>,
): { content: PageContent; leftOut: string[] } {
  const leftOut: string[] = [];
  const check = <T extends { digest: string }>(label: string, measured: T | undefined, digest?: string) => {
    if (measured !== undefined && measured.digest === digest) return measured;
    leftOut.push(label);
    return null;
  };
  const byScenario = new Map<string, [DeclaredStep, RecordedStep][]>();
  for (const step of declared.steps) {
    const { label, scenario } = step;
    const measured = check(label, findHeadStep(record, label), digests.steps.get(label));
    if (measured) byScenario.set(scenario, [...(byScenario.get(scenario) ?? []), [step, measured]]);
  }
  const capacities = declared.searches.flatMap((search): PageCapacity[] => {
    const { label } = search;
    const head = check(label, findHeadCapacity(record, label), digests.searches.get(label));
    return head ? [{ declared: search, head, base: findBaseOf(record.capacities ?? [], label) }] : [];
  });
  const groups = [...byScenario].map(([scenario, members]) => group(scenario, members));
  return { content: { record, groups, capacities, buckets, earlier }, leftOut };
}

function group(scenario: string, members: [DeclaredStep, RecordedStep][]): PageGroup {
  const axes = [...new Set(members.flatMap(([, { variant }]) => Object.keys(variant ?? {})))];
  const loads = new Set(members.map(([{ load }]) => printLoad(load)));
  const keys = axes.length === 0 || loads.size > 1 ? [...axes, 'load'] : axes;
  const nameOf = (key: string, [{ load }, { variant }]: [DeclaredStep, RecordedStep]) =>
    axes.includes(key) ? (variant?.[key] ?? '') : printLoad(load);
  const steps = members.map((member): PageStep => {
    const [declared, measured] = member;
    const slices = pickAlone(measured.instances.flatMap((instance) => instance.slices));
    return { declared, measured, names: keys.map((key) => nameOf(key, member)), slices };
  });
  return { scenario, keys, steps };
}

/** Finds what was measured of the base beside it. */
export function findBaseOf<T extends Pick<RecordedStep, 'arm' | 'label'>>(
  all: readonly T[],
  label: string,
): T | undefined {
  return all.find((one) => one.arm === 'base' && one.label === label);
}

/** Names the work of a step: `POST /checkout`, or `script browse.js`. */
export function nameWork(work: Work): string {
  const [first] = work.kind === 'request' ? work.requests : [];
  if (work.kind === 'request') return `${first!.request.method} ${first!.request.url}`;
  const name = work.path.split('/').at(-1)!;
  return work.exec === 'default' ? `script ${name}` : `script ${name}, ${work.exec}`;
}
