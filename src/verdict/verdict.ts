import type { Slo } from '../config/language/slo-type.ts';
import type { CpuUse } from '../measurement/measurement.ts';
import type { Metric } from '../metrics/metric.ts';

/** Point estimate with an interval; in ms, fraction or req/s by its metric. `Infinity` is allowed. */
export type Estimate = { value: number; low: number; high: number };

export type SloCode = 'met' | 'missed' | 'at-limit';

export type SloFinding = {
  label: string;
  slo: Slo;
  estimate: Estimate;
  /** Confidence of the interval, fraction. */
  confidence: number;
  code: SloCode;
};

export type ChangeCode = 'regressed' | 'improved' | 'unchanged' | 'inconclusive' | 'first-run' | 'skipped';

/** Why a change could not be judged, in codes; `report/words.ts` has the prose. */
export type ChangeReason =
  | { kind: 'no-records' }
  | { kind: 'too-few-records'; compatible: number; needed: number }
  | { kind: 'incompatible-records'; records: number; differs: string[] }
  | { kind: 'noisy-history' }
  /** The base branch has moved: too few earlier runs since its last change point. */
  | { kind: 'moved-history'; since: string | null; compatible: number; needed: number }
  /** Both revisions have the same files. */
  | { kind: 'identical' }
  /** The base revision cannot serve this scenario. */
  | { kind: 'new' }
  /** The base revision could not be measured, and `on-base-failure: history` said to go on. */
  | { kind: 'no-base' }
  /** The interval of the paired change is too wide to tell. */
  | { kind: 'noisy-pair' }
  /** The typical block did not change, but all requests together did (`pooled`, fraction): rare stalls. */
  | { kind: 'unstable-tail'; pooled: number }
  /** The typical block did not change, but the head alone stalled in so many stretches of load. */
  | { kind: 'stalls'; stretches: number; of: number }
  | { kind: 'too-few-blocks'; blocks: number; needed: number };

export type ChangeFinding = {
  label: string;
  metric: Metric;
  /** `pair`: base and head side by side; `history`: earlier runs of the base branch. */
  from: 'pair' | 'history';
  /**
   * Pair: the value over all requests of the base, as `head` is of the head and the SLOs have it; history: geometric
   * mean of the runs. Null without one.
   */
  base: number | null;
  head: number;
  /**
   * head / base − 1 as a fraction, with its interval; for `errors` and `slow-share` head − base, a difference of
   * shares. Null without a base.
   */
  change: Estimate | null;
  /** Pairs: percentile at which blocks were compared when they have too few requests for the one asked for. */
  comparedAt?: number | null;
  /** Pairs: change of the pooled value over all requests, in the unit of `change`; null for histories. */
  pooled: number | null;
  /**
   * Pairs: smallest true change (in the unit of `change`) that this procedure reports as `regressed` in 80 % of runs;
   * null when unknown or beyond everything tried.
   */
  detectable: number | null;
  /** Pairs: standard deviation of a block's change (log units; differences for shares): the noise floor. */
  spread: number | null;
  /**
   * Pairs: probability on identical code that some metric of the family, at this look or before, moves as far as this
   * one did in its direction.
   */
  pValue: number | null;
  /** Confidence of the interval, fraction. */
  confidence: number;
  /** Change below which nothing blocks (fraction). */
  tolerance: number;
  /** Earlier runs compared with, oldest first; empty without any. */
  history: number[];
  /**
   * Chance of a false alarm on identical code without assuming a distribution, fraction: 1 / (runs + 1), Vovk &
   * al. 2005 (conformal p-value); null without a base.
   */
  attainableError: number | null;
  code: ChangeCode;
  reason?: ChangeReason;
};

/** Why nothing can be said, with the evidence. */
export type InvalidReason =
  | {
      kind: 'generator-starved';
      label: string;
      sent: number;
      intended: number;
      seconds: number;
      lagMs: number | null;
      cpu: CpuUse;
    }
  | { kind: 'machine-disturbed'; label: string; discarded: number; rounds: number; cpu: CpuUse }
  | { kind: 'not-ready'; service: string; message: string; log: string }
  | { kind: 'build-failed'; service: string; message: string; log: string }
  /**
   * The base revision cannot be built, started or kept alive, or the head's k6 script fails on it (`service` is the
   * scenario then), so there is nothing to compare with.
   */
  | {
      kind: 'base-failed';
      fault: 'build-failed' | 'not-ready' | 'crashed' | 'script-failed';
      commit: string;
      service: string;
      message: string;
      log: string;
      /** A git-ignored folder that the command seems to miss, such as `node_modules`; null when none is known. */
      missing: string | null;
    }
  | { kind: 'script-failed'; label: string; message: string; log: string }
  | { kind: 'harness'; message: string; log: string }
  /** Users were still busy with what they had begun before the part of a slot that is measured, `seconds` long. */
  | { kind: 'none-begun'; label: string; seconds: number }
  | { kind: 'cause-unknown'; label: string; sent: number; intended: number; seconds: number; cpu: CpuUse };

/** Why the service itself is at fault, to stand beside a missed SLO. */
export type ServiceFault =
  | { kind: 'crashed'; service: string; label: string; exit: string; log: string }
  | { kind: 'cannot-keep-up'; label: string; sent: number; intended: number; seconds: number; cpu: CpuUse }
  | { kind: 'failing'; label: string; failed: number; requests: number; examples: string[] }
  | { kind: 'threshold'; label: string; thresholds: string[] };

export const VERDICT_CODES = [
  'regressed',
  'missed',
  'invalid',
  // Something blocked, and somebody with the right to do so has accepted all of it.
  'accepted',
  'improved',
  'unchanged',
  'inconclusive',
  'first-run',
  'skipped',
  'at-limit',
  'met',
] as const;

export type VerdictCode = (typeof VERDICT_CODES)[number];

/** A step in the recorded history of the base branch that no single run reported. */
export type Suspect = {
  label: string;
  metric: Metric;
  /** First run after the step: full SHA, or null outside git. */
  commit: string | null;
  /** Fraction, before to after. */
  change: number;
};

/** A gate that the change under test makes easier to pass; `from` and `to` as written. */
export type LoosenedGate =
  | { kind: 'slo'; label: string; metric: Metric; from: string; to: string }
  | { kind: 'slo-removed'; label: string; metric: Metric; from: string }
  | { kind: 'scenario-removed'; label: string }
  | { kind: 'load-reduced'; label: string; from: string; to: string }
  /** `label` null: of the suite. */
  | { kind: 'tolerance'; label: string | null; metric: string | null; from: string; to: string }
  | { kind: 'confidence'; label: string | null; metric: string | null; from: string; to: string }
  | { kind: 'comparison'; from: string; to: string }
  /** Patterns of `when.changed`; `from` null: measured whatever changed. */
  | { kind: 'when'; from: string[] | null; to: string[] };

/** Base and head do not differ in any file that `when.changed` names. */
export type Irrelevance = {
  kind: 'irrelevant';
  /** Full SHA. */
  baseCommit: string;
  /** As written. */
  patterns: string[];
};

/** How base and head were compared side by side. */
export type PairSummary = {
  /** Full SHA of the base revision, and what it is: the first parent of a merge, the merge base … */
  baseCommit: string;
  /** What decided that this is the base. */
  because: 'asked' | 'merge-parent' | 'merge-base' | 'merge-group' | 'before-push' | 'parent';
  /** Blocks judged and planned at most. */
  blocks: number;
  planned: number;
  /** Rounds thrown away as disturbed, by arm. */
  discarded: { base: number; head: number };
  /** Of the sign flips. */
  seed: number;
};

export type Verdict = {
  code: VerdictCode;
  /** Whether the merge is blocked, given `fail-on`. */
  blocks: boolean;
  slos: SloFinding[];
  changes: ChangeFinding[];
  faults: ServiceFault[];
  invalid: InvalidReason[];
  /** Null when the comparison was not with a base side by side. */
  pair: PairSummary | null;
  /** Why nothing at all was measured; absent when something was. */
  unmeasured?: Irrelevance;
  loosened: LoosenedGate[];
  /** For information: steps in the history, which never decide. */
  suspects: Suspect[];
  /** What was accepted, and what of it does not count; empty until the verdict is published. */
  acceptances: Acceptance[];
  refusals: Refusal[];
  /** Rounds used and rounds thrown away for disturbance. */
  effort: { used: number; discarded: number; instances: number; loadSeconds: number };
};

/** What `fail-on` may add to the codes that always block. */
export const FAIL_ON_CODES = ['at-limit', 'inconclusive'] as const satisfies readonly VerdictCode[];
export type FailOnCode = (typeof FAIL_ON_CODES)[number];

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
    /** A label, when nobody can say that this revision was there already. */
    | 'unknown-time'
    /** It covers nothing that blocks, or nothing of what blocks can be accepted. */
    | 'matches-nothing'
    /** The server did not say who it was, or with which rights. */
    | 'unknown-rights';
};
