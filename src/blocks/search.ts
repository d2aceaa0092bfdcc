import { waitForCalm } from '../machine/cpu.ts';
import type { Arm } from '../measurement/measurement.ts';
import { explainDiagnosis } from '../measurement/validity.ts';
import { type CapacitySearch, layOutTrials, type TrialOrder } from '../plan/search.ts';
import type { Program } from '../plan/slot.ts';
import { chooseTrial, type SearchStart } from '../statistics/limit-search.ts';
import { findScriptFault } from '../verdict/blame.ts';
import { estimateCapacity } from '../verdict/capacity-estimate.ts';
import type { CapacityEstimate, Trial } from '../verdict/capacity-measurement.ts';
import { judgeTrial } from '../verdict/trial.ts';
import { type BlockOptions, CALM_LIMIT_MS, failsOnBase, namePart, type StageOptions } from './block.ts';
import { findCrash } from './crash.ts';
import type { DiagnosedSlot } from './diagnosis.ts';
import { type ProgramResult, runProgram } from './program.ts';

/** One search on fresh instances: the trials of each arm, and what they say. */
export type SearchResult = Pick<ProgramResult, 'crash' | 'failure' | 'loadSeconds'> & {
  block: number;
  arms: Map<Arm, { trials: Trial[]; estimate: CapacityEstimate | null }>;
  /** Trials thrown away since something else took the machine, and the last of them. */
  discarded: DiagnosedSlot[];
};

export type SearchOptions = StageOptions &
  Pick<BlockOptions, 'part'> & {
    block: number;
    start: SearchStart;
    /** Time (s) that is left of the budget. */
    secondsLeft: number;
    /** False where disturbances are wanted, as in a study on a busy machine. */
    repeatDisturbed?: boolean;
    /** Draws which arm goes first in the next trials. */
    drawFirst: () => Arm;
  };

/** Disturbed trials that are repeated in one search, and vain waits for a calm machine: it will measure nothing. */
const MOST_DISTURBED = 8;
const MOST_WAITS = 2;

/**
 * Searches for the capacity of all running instances, trial by trial. Where both arms are up, each trial of one is
 * followed by one of the other, which stands still meanwhile; a coin draws the order. So a machine that gets slower
 * meets both.
 */
export async function searchCapacity(search: CapacitySearch, options: SearchOptions): Promise<SearchResult> {
  const { instances, around, shared, start, progress, block, repeatDisturbed = true } = options;
  const arms = [...instances.keys()];
  const result: SearchResult = {
    block,
    arms: new Map(arms.map((arm) => [arm, { trials: [], estimate: null }])),
    discarded: [],
    crash: null,
    failure: null,
    loadSeconds: 0,
  };
  const seen = new Map<Arm, DiagnosedSlot[]>();
  let waits = 0;
  const trialsOf = (arm: Arm) => result.arms.get(arm)!.trials;
  const isOver = () =>
    result.crash !== null ||
    // Whether a script fails on the base alone is seen on the head.
    (result.failure !== null && !failsOnBase(result.failure)) ||
    around.signal.aborted;
  for (
    let count = 1;
    !isOver() && result.failure === null && result.loadSeconds < options.secondsLeft;
    count++
  ) {
    const orders = arms.flatMap((arm): TrialOrder[] => {
      const next = chooseTrial({ ...search.goal, outcomes: trialsOf(arm), start });
      return next === null ? [] : [{ arm, ...next }];
    });
    if (orders.length === 0) break;
    if (options.drawFirst() !== orders[0]!.arm) orders.reverse();
    const tried = orders.map(({ arm, rate }) => `${arms.length > 1 ? `${arm}: ` : ''}${showRate(rate)}`);
    progress.phase(`capacity of ${search.label}: trying ${tried.join(' · ')}`);
    const bad: DiagnosedSlot[] = [];
    for (const [index, program] of layOutAll(search, orders, count === 1).entries()) {
      if (isOver()) break;
      const name = `${namePart(options)}search-${search.scenario}-${arms.join('-')}-${block + 1}-${count}-${index + 1}`;
      const ran = await runProgram(program, name, { ...options, around, instances, shared });
      result.crash = ran.crash;
      result.failure = ran.failure ?? result.failure;
      result.loadSeconds += ran.loadSeconds;
      const slots = ran.slots.filter(({ slot }) => slot.round !== null);
      const disturbed = repeatDisturbed ? slots.filter(({ diagnosis }) => diagnosis === 'disturbed') : [];
      bad.push(...disturbed);
      if (disturbed.length > 0) continue;
      const { arm } = program.slots[0]!;
      seen.set(arm, [...(seen.get(arm) ?? []), ...slots]);
      result.failure = findFault(search, { arm, kept: seen.get(arm)! }, ran) ?? result.failure;
      for (const slot of slots) {
        const { rate } = orders.find(({ arm }) => arm === slot.slot.arm)!;
        const trial = judgeTrial(search.goal.slo, rate, slot);
        trialsOf(slot.slot.arm).push(trial);
      }
    }
    if (bad.length === 0) continue;
    result.discarded.push(...bad);
    const causes = bad.map(({ diagnosis, evidence }) => explainDiagnosis(diagnosis, evidence));
    progress.note(`a trial of ${search.label} is discarded: ${[...new Set(causes)].join('; ')}`);
    if (result.discarded.length > MOST_DISTURBED || waits === MOST_WAITS) break;
    if (!(await waitForCalm(CALM_LIMIT_MS, around.signal))) waits++;
    result.crash ??= findCrash(instances, shared, search.label);
  }
  for (const found of result.arms.values()) found.estimate = estimateCapacity(found.trials, search.goal);
  return result;
}

/** Finds the reason why a script says nothing of the service. @param kept slots of all trials of the arm so far */
function findFault(
  { label, work }: CapacitySearch,
  { arm, kept }: { arm: Arm; kept: DiagnosedSlot[] },
  ran: ProgramResult,
) {
  if (work.kind !== 'script' || ran.failure !== null || ran.crash !== null) return null;
  const fault = findScriptFault({
    // What a script needs of the base may be there only with the change, which its trials show.
    kept: arm === 'head' ? kept : [],
    failures: ran.failures.map(({ text }) => text),
    lost: ran.lost.reduce((sum, { requests }) => sum + requests, 0),
  });
  if (fault === null) return null;
  return { kind: 'failed', fault: 'script', message: fault, log: '', label, arm } as const;
}

/** A script has a process of its own for each arm, since its target holds for all of it. */
function layOutAll(search: CapacitySearch, orders: readonly TrialOrder[], warmUp: boolean): Program[] {
  return search.work.kind === 'request'
    ? [layOutTrials(search, orders, warmUp)]
    : orders.map((order) => layOutTrials(search, [order], warmUp));
}

/** Says what one search found, for the progress. */
export function describeSearch({ label }: CapacitySearch, { arms }: SearchResult): string {
  const found = [...arms].map(([arm, { estimate, trials }]) => {
    const name = arms.size > 1 ? `${arm} ` : '';
    const { kind, value, low, high } = estimate ?? { kind: null, value: 0, low: 0, high: 0 };
    const range = `${showRate(value)} (${showRate(low)} … ${showRate(high)})`;
    const least = kind === null ? 'not found' : `at least ${showRate(low)}`;
    const what = kind === 'found' ? range : kind === 'below' ? `less than ${showRate(high)}` : least;
    return `${name}${what}, ${trials.length} trials`;
  });
  return `capacity of ${label}: ${found.join('; ')}`;
}

function showRate(rate: number): string {
  return `${Number(rate.toPrecision(4)).toLocaleString('en')} req/s`;
}
