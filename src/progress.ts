/** How a run tells what it is doing. Renderers are in `report/progress.ts`; the core never prints. */
export type Progress = {
  /**
   * Begins a phase, which ends the one before. `seconds` is how long it should take, for a time left.
   * For instance `phase('measuring search, round 3 of 8', 24)`.
   */
  phase(text: string, seconds?: number): void;
  /** Something that stays readable after the phase: a download, a discarded round, a warning. */
  note(text: string): void;
  /** Ends the last phase. */
  done(): void;
};

export const silent: Progress = { phase() {}, note() {}, done() {} };
