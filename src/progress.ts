/** The progress of a run. `terminal/progress.ts` shows it; the core never prints. */
export type Progress = {
  /**
   * Begins a phase, which ends the previous one. `seconds` is its expected length, from which the remaining time is shown.
   * Example: `phase('measuring search, round 3 of 8', 24)`.
   */
  phase(text: string, seconds?: number): void;
  /** Shows a line that stays after the phase: a download, a discarded round, a warning. */
  note(text: string): void;
  /** Ends the last phase. */
  done(): void;
};

export const silent: Progress = { phase() {}, note() {}, done() {} };
