import type { Metric } from '../config/config.ts';

/** Somebody with the right to do so has accepted that a change makes something worse. */
export type Acceptance = {
  /** Login. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** As written; empty for a label. */
  why: string;
  via: 'label' | 'trailer';
  /** What it let through; `metric` is null for the thresholds of a scenario's own k6 script. */
  covers: { label: string; metric: Metric | null }[];
};

/** An acceptance that does not count, and why. */
export type Refusal = {
  by: string;
  via: 'label' | 'trailer';
  /** The trailer as written, or the label's name. */
  text: string;
  reason:
    | 'no-rights'
    /** A trailer of the author's own, on a revision that nobody else has approved. */
    | 'own-trailer'
    /** A label from before this revision was pushed. */
    | 'too-early'
    /** A trailer that names nothing that blocks. */
    | 'matches-nothing'
    /** The server did not say who it was, or with which rights. */
    | 'unknown-rights';
};
