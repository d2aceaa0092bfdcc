import type { CapacitySearch } from './search.ts';
import type { Step } from './step.ts';

export type Plan = {
  suite: string;
  steps: Step[];
  /** Searches for capacities, after all blocks, on fresh instances of their own. */
  searches: CapacitySearch[];
  /** True: base and head side by side. False: the head alone. */
  paired: boolean;
  /** True: one arm runs after the other, since both would want the same fixed port. */
  swapped: boolean;
  /** Blocks at most, each with fresh instances of every arm. */
  blocks: number;
  /** Block counts after which the verdict is tried, ascending. The last is `blocks`. */
  looks: number[];
  /** Warm-up of each start, seconds. Absent: the first ones probe it. */
  warmUpSeconds?: number;
  /** Load without a pause on the last head, seconds, shared by the steps; 0 for none. */
  soakSeconds: number;
  /**
   * Planned seconds under load, warm-up included: of the first block, until the first look, of the soak, of all searches, and
   * of all.
   */
  seconds: { firstBlock: number; firstLook: number; soak: number; searches: number; atMost: number };
  /** Fixed work, whose time is not in `seconds`. */
  fixedWork: FixedWork[];
  shortages: Shortage[];
};

/** What is known before a run of how often fixed work is done. */
export type FixedWork = {
  label: string;
  /** Requests that each revision gets in each block, or a whole multiple of them where they take less than a second. */
  requests: number;
  /** Blocks: fewer where it takes long, but not too few. */
  blocks: { most: number; least: number };
};

/** Longest time (s) that a run looks for the function that takes the processor time, once it has found a slowdown. */
export const EXPLANATION_SECONDS = 40;

export type PlanOptions = {
  /** Overrides every budget, seconds. */
  budgetSeconds?: number;
  /** True: a base revision is measured beside the head. */
  paired: boolean;
  /** Blocks of a pair. Absent: the plan chooses. */
  blocks?: number;
};

/** Something that a step has too little of. */
export type Shortage =
  /** Too few requests to show that the percentile meets its SLO. Fixed work is repeated if it is done in no time. */
  | {
      kind: 'requests';
      label: string;
      percent: number;
      planned: number;
      needed: number;
      fixedWork?: true;
      /** Budget (s) that it has; absent where the load has a length of its own. */
      budgetSeconds?: number;
    }
  /** A budget in which a capacity is found at most, and not compared: `blocks` of the `needed` fresh starts. */
  | { kind: 'searches'; label: string; blocks: number; needed: number }
  /** The virtual users keep the rate only through a stall of `seconds`. */
  | { kind: 'users'; label: string; users: number; seconds: number };
