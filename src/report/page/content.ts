import type { Work } from '../../config/config.ts';
import { printLoad } from '../../config/language/load.ts';
import type { Slice } from '../../measurement/measurement.ts';
import type { CapacitySearch } from '../../plan/search.ts';
import type { Step } from '../../plan/step.ts';
import { findHeadCapacity, findHeadStep, type RecordedStep, type RunRecord } from '../../records/record.ts';
import type { CapacityMeasurement } from '../../verdict/capacity-measurement.ts';
import { slicesOf } from '../rows/series.ts';

type DeclaredStep = Pick<Step, 'scenario' | 'label' | 'work' | 'load' | 'slos'>;
type DeclaredSearch = Pick<CapacitySearch, 'scenario' | 'label' | 'variant' | 'work' | 'goal' | 'slos'>;
export type DeclaredParts = { steps: readonly DeclaredStep[]; searches: readonly DeclaredSearch[] };

/**
 * One step of the page: what the configuration declares, and what the record measured. `name`: what tells it from the
 * other steps of its scenario. `slices`: load on the head alone, which all figures are of.
 */
export type PageStep = { declared: DeclaredStep; name: string; measured: RecordedStep; slices: Slice[] };

/** Steps of one scenario: the loads of a sweep, its variants, or a single one. `key`: what their names are. */
export type PageGroup = { scenario: string; key: string; steps: PageStep[] };

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
  { steps, searches }: DeclaredParts,
  digests: ReadonlyMap<string, string>,
  { record, ...rest }: Omit<PageContent, 'groups' | 'capacities'>,
): { content: PageContent; leftOut: string[] } {
  const isMeasured = ({ label }: { label: string }) => {
    const measured = findHeadStep(record, label) ?? findHeadCapacity(record, label);
    return measured !== undefined && measured.digest === digests.get(label);
  };
  const shown = steps.filter(isMeasured);
  const groups = [...new Set(shown.map(({ scenario }) => scenario))].map((scenario) =>
    group(
      scenario,
      shown.filter((step) => step.scenario === scenario),
      record,
    ),
  );
  const capacities = searches.filter(isMeasured).map((declared) => ({
    declared,
    head: findHeadCapacity(record, declared.label)!,
    base: findBaseOf(record.capacities ?? [], declared.label),
  }));
  const leftOut = [...steps, ...searches].filter((one) => !isMeasured(one)).map(({ label }) => label);
  return { content: { record, groups, capacities, ...rest }, leftOut };
}

function group(scenario: string, declared: readonly DeclaredStep[], record: RunRecord): PageGroup {
  const members = declared.map((step) => ({ step, measured: findHeadStep(record, step.label)! }));
  const axes = [...new Set(members.flatMap(({ measured }) => Object.keys(measured.variant ?? {})))];
  const loads = new Set(declared.map(({ load }) => printLoad(load)));
  const byLoad = axes.length === 0 || loads.size > 1;
  return {
    scenario,
    key: [...axes, ...(byLoad ? ['load'] : [])].join(', '),
    steps: members.map(({ step, measured }) => ({
      ...{ declared: step, measured },
      name: [
        ...axes.map((axis) => measured.variant?.[axis] ?? ''),
        ...(byLoad ? [printLoad(step.load)] : []),
      ].join(', '),
      slices: slicesOf(measured),
    })),
  };
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
