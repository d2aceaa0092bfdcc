/** The progress of a run. `terminal/progress.ts` shows it; the core never prints. */
export type Progress = {
  /**
   * Begins a phase, which ends the one before. `seconds` is its expected length, from which the time left is shown.
   * An example is `phase('measuring search, round 3 of 8', 24)`.
   */
  phase(text: string, seconds?: number): void;
  /** Shows a line that stays after the phase: a download, a discarded round, a warning. */
  note(text: string): void;
  /** Shows what is measured so far, in place of what was shown before. Only a terminal has room for it, and reads it. */
  interim(read: () => Interim): void;
  /** Ends the last phase. */
  done(): void;
};

/** What a run has measured so far. */
export type Interim = {
  /** Scenarios of the variant that is measured, in their order. */
  scenarios: {
    label: string;
    /** True while it is under load. */
    isCurrent: boolean;
    /** Latencies in ms: NaN before any request, `Infinity` where failures reach the percentile. */
    arms: { arm: string; p50: number; p99: number }[];
  }[];
  /** Number of variants that come after this one. */
  variantsLeft: number;
  /** Time (s) that the run still takes at most; undefined while nobody knows it. */
  secondsLeft: number | undefined;
};

export const silent: Progress = { phase() {}, note() {}, interim() {}, done() {} };
