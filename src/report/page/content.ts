import type { Work } from '../../config/config.ts';
import { printLoad } from '../../config/language/load.ts';
import type { CapacitySearch } from '../../plan/search.ts';
import type { Step } from '../../plan/step.ts';
import { findCapacity, findStep, type RecordedStep, type RunRecord } from '../../records/record.ts';
import type { CapacityMeasurement } from '../../verdict/capacity-measurement.ts';

export type DeclaredStep = Pick<Step, 'scenario' | 'label' | 'work' | 'load' | 'slos'>;
export type DeclaredSearch = Pick<CapacitySearch, 'scenario' | 'label' | 'work' | 'goal' | 'slos'>;
export type DeclaredParts = { steps: readonly DeclaredStep[]; searches: readonly DeclaredSearch[] };

/** What the configuration declares, and what the record measured. `name`: distinguishes it within its scenario. */
export type PageStep = { declared: DeclaredStep; name: string; measured: RecordedStep };
/** Steps of one scenario: the loads of a sweep, its variants, or a single one. */
export type PageGroup = { scenario: string; steps: PageStep[] };
export type PageCapacity = { declared: DeclaredSearch; head: CapacityMeasurement };

/** Everything that a page shows. */
export type PageContent = {
  record: RunRecord;
  groups: PageGroup[];
  capacities: PageCapacity[];
  /** Bucket bounds, ms, ascending. */
  buckets: readonly number[];
  /** Earlier records from the same kind of machine with the same load and request, oldest first. */
  earlier: readonly RunRecord[];
};

/**
 * Combines what is declared with what was measured, in the order of the configuration. A step that the record
 * measured under a different load or request is left out: its figures would be mistaken for those of the declared one.
 * So is a capacity with a different goal.
 *
 * @param digests of what is declared, by label
 */
export function composeContent(
  { steps, searches }: DeclaredParts,
  digests: ReadonlyMap<string, string>,
  { record, ...rest }: Omit<PageContent, 'groups' | 'capacities'>,
): { content: PageContent; leftOut: string[] } {
  const groups = new Map<string, PageStep[]>();
  const capacities: PageCapacity[] = [];
  const leftOut: string[] = [];
  for (const declared of steps) {
    const { scenario, label, load } = declared;
    const measured = findStep(record, label);
    const name =
      label
        .slice(scenario.length)
        .replace(/^ at |[[\]]/g, '')
        .trim() || printLoad(load);
    if (measured === undefined || measured.digest !== digests.get(label)) leftOut.push(label);
    else groups.set(scenario, [...(groups.get(scenario) ?? []), { declared, name, measured }]);
  }
  for (const declared of searches) {
    const head = findCapacity(record, declared.label);
    if (head === undefined || head.digest !== digests.get(declared.label)) leftOut.push(declared.label);
    else capacities.push({ declared, head });
  }
  const content = {
    ...{ record, capacities, ...rest },
    groups: [...groups].map(([scenario, own]) => ({ scenario, steps: own })),
  };
  return { content, leftOut };
}

/** Names the work of a step: `POST /checkout`, `GET / and 2 more`, or `script browse.js`. */
export function nameWork(work: Work): string {
  const [first, ...others] = work.kind === 'request' ? work.requests : [];
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  if (work.kind === 'request') return `${first!.request.method} ${first!.request.url}${more}`;
  const name = work.path.split('/').at(-1)!;
  return work.exec === 'default' ? `script ${name}` : `script ${name}, ${work.exec}`;
}
