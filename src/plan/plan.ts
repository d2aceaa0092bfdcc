import type { CapacitySearch } from './search.ts';
import type { Step } from './step.ts';

export type Plan = {
  suite: string;
  steps: Step[];
  /** Searches for capacities, after all blocks, on fresh instances of their own. */
  searches: CapacitySearch[];
  /** True: base and head side by side. False: the head alone. */
  paired: boolean;
  /** True: one arm runs after the other, because both need the same fixed port. */
  swapped: boolean;
  /** Maximum number of blocks, each with fresh instances of every arm. */
  blocks: number;
  /** Block counts after which the verdict is tried, ascending. The last is `blocks`. */
  looks: number[];
  /** Warm-up of each start, seconds. Absent: the first ones probe it. */
  warmUpSeconds?: number;
  /** Uninterrupted load on the last head, seconds, shared by the steps; 0 for none. */
  soakSeconds: number;
  /**
   * Planned seconds under load, warm-up included, but without fixed work, whose length is unknown: of the first block,
   * and in total.
   */
  seconds: { firstBlock: number; atMost: number };
};

/** Time (s) that a run may take to find the function that uses the CPU time, once it has found a slowdown. */
export const EXPLANATION_SECONDS = 40;

export type PlanOptions = {
  /** Overrides every budget, seconds. */
  budgetSeconds?: number;
  /** True: a base revision is measured beside the head. */
  paired: boolean;
  /** Blocks of a pair. Absent: the plan chooses. */
  blocks?: number;
};
