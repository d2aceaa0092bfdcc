/** What samples are of: time of processors, or memory that is allocated, whether it is kept or not. */
export type Sampled = 'time' | 'allocations';

/** Takes samples of the processes of one arm that run in one runtime. */
export type Profiler = {
  /** Whether it can sample allocations as well. */
  seesAllocations: boolean;
  /**
   * Takes samples for so many seconds.
   *
   * @returns collapsed stacks, unchecked, as `profiles/profile.ts` reads them
   * @throws Error where the profiler may not, or cannot, look into the processes
   */
  sample(seconds: number, of?: Sampled): Promise<string[]>;
  /** Ends what still takes samples, and all that it has started. */
  close(): void;
};

/** Most characters of the stacks of one arm in one round. */
export const MOST_CHARACTERS = 16_000_000;
