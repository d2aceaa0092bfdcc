import type { Arm } from '../measurement/measurement.ts';
import { type CapacitySearch, TRIALS } from '../plan/search.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import { geometricMean } from '../statistics/geometric-mean.ts';
import type { SearchStart } from '../statistics/limit-search.ts';
import { type BlockOptions, failsOnBase } from './block.ts';
import { joinCrashes } from './crash.ts';
import { describeSearch, type SearchResult, searchCapacity } from './search.ts';

export type SearchesOptions = Omit<BlockOptions, 'planned' | 'soak'> & {
  /** True where one arm runs after the other, as both want the same port. */
  swapped: boolean;
  drawFirst: () => Arm;
};

/** Results of each search, one for each block, and stage of it. */
export type Searches = Map<CapacitySearch, SearchResult[]>;

/** Factor of the first steps: far from the limit, and near to what earlier blocks have found. */
const FACTOR = { far: 2, near: 1.12 };
/** Share of a block's time that must be left for another one to be of use. */
const WORTHWHILE = 0.7;

/**
 * Runs all searches, block by block, on fresh instances each time, as far as their budgets go. After a failed start what
 * was found before can still be judged.
 *
 * A later block begins at the mean of what all arms have shown so far. This is the same for both, so an exchange of
 * their names changes nothing.
 *
 * @throws ServiceFailure
 */
export async function runSearches(
  searches: readonly CapacitySearch[],
  found: Searches,
  options: SearchesOptions,
): Promise<void> {
  for (const search of searches) found.set(search, []);
  const most = Math.max(0, ...searches.map(({ blocks }) => blocks.most));
  for (let block = 0; block < most; block++) {
    const due = searches.filter((search) => isWorthwhile(search, found.get(search)!, block));
    if (due.length === 0 || hasEnded(found, options, ['head', 'base'])) return;
    const first = options.drawFirst();
    const both: Arm[] = first === 'head' ? ['head', 'base'] : ['base', 'head'];
    const arms: Arm[] = options.arms.base ? both : ['head'];
    const before = new Map(due.map((search) => [search, findStart(search, found.get(search)!)]));
    const stages = options.swapped ? arms.map((arm) => [arm]) : [arms];
    for (const [index, together] of stages.entries()) {
      await searchStage(due, { together, block, before, found, share: 1 / (stages.length - index) }, options);
    }
  }
}

type Stage = {
  together: Arm[];
  block: number;
  before: Map<CapacitySearch, SearchStart>;
  found: Searches;
  /** Share of the time left that this stage may take. */
  share: number;
};

async function searchStage(
  due: readonly CapacitySearch[],
  { together, block, before, found, share }: Stage,
  options: SearchesOptions,
): Promise<void> {
  const { arms, progress, part } = options;
  const instances: Instances = { running: new Map(), starts: 0 };
  try {
    progress.phase(`starting services for the search of a capacity, start ${block + 1}`);
    // Blocks of loads have names from 1; those of searches must differ from them.
    await startInstances(instances, { arms, together, block: FIRST_NAME + block, part });
    for (const search of due) {
      if (hasEnded(found, options, together)) return;
      const results = found.get(search)!;
      const result = await searchCapacity(search, {
        ...options,
        around: arms.head,
        instances: instances.running,
        block,
        start: before.get(search)!,
        secondsLeft: share * secondsLeft(search, results),
      });
      joinStages(
        results.find((one) => one.block === block),
        result,
      );
      results.push(result);
      progress.note(describeSearch(search, result));
    }
  } finally {
    await stopInstances(instances);
  }
}

const FIRST_NAME = 1000;

/** Says of what befell both arms, one after the other, that it is of both: a crash, or a script that fails. */
function joinStages(earlier: SearchResult | undefined, later: SearchResult): void {
  if (earlier?.crash?.arm === 'head' && later.crash?.arm === 'base') {
    later.crash = joinCrashes(earlier.crash, later.crash);
    earlier.crash = null;
  }
  if (earlier && later.failure !== null && !failsOnBase(later.failure)) earlier.failure = null;
}

/**
 * Tells whether no arm of these is to be searched any more. A head that has crashed does not spare its base the same load,
 * and whether a script fails on the base alone is seen on the head.
 */
function hasEnded(found: Searches, { arms }: SearchesOptions, together: readonly Arm[]): boolean {
  const ends = ({ crash, failure }: SearchResult) =>
    (failure !== null && (!failsOnBase(failure) || together.includes('base'))) ||
    (crash !== null && (crash.arm !== 'head' || together.includes('head')));
  return arms.head.signal.aborted || [...found.values()].flat().some(ends);
}

function secondsLeft({ budgetSeconds }: CapacitySearch, results: readonly SearchResult[]): number {
  return budgetSeconds - results.reduce((sum, { loadSeconds }) => sum + loadSeconds, 0);
}

/**
 * Tells whether another block fits into the budget, as long as the shortest later one so far. After the first block this
 * is expected from its length.
 */
function isWorthwhile(search: CapacitySearch, results: readonly SearchResult[], block: number): boolean {
  if (block === 0) return true;
  if (block >= search.blocks.most) return false;
  const blocks = Array.from({ length: block }, (_, index) =>
    results.filter((result) => result.block === index).reduce((sum, { loadSeconds }) => sum + loadSeconds, 0),
  );
  const [first, ...later] = blocks as [number, ...number[]];
  return (
    secondsLeft(search, results) >= WORTHWHILE * Math.min((TRIALS.later / TRIALS.first) * first, ...later)
  );
}

function findStart({ goal }: CapacitySearch, results: readonly SearchResult[]): SearchStart {
  const known = results.flatMap(({ arms }) => [...arms.values()].flatMap(({ estimate }) => estimate ?? []));
  return known.length === 0
    ? { rate: goal.from, factor: FACTOR.far }
    : { rate: geometricMean(known.map(({ value }) => value)), factor: FACTOR.near };
}
