import type { Metric, Slo } from '../config/config.ts';
import type { CpuUse } from '../measurement/measurement.ts';

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
  | { kind: 'noisy-history' };

export type ChangeFinding = {
  label: string;
  metric: Metric;
  /** Typical earlier value (geometric mean), or null without one. */
  base: number | null;
  head: number;
  /** head / base − 1 as a fraction with the prediction interval; null without a base. */
  change: Estimate | null;
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
  | { kind: 'script-failed'; label: string; message: string; log: string }
  | { kind: 'harness'; message: string; log: string }
  | { kind: 'cause-unknown'; label: string; sent: number; intended: number; seconds: number; cpu: CpuUse };

/** Why the service itself is at fault, to stand beside a missed SLO. */
export type ServiceFault =
  | { kind: 'crashed'; service: string; label: string; exit: string; log: string }
  | { kind: 'cannot-keep-up'; label: string; sent: number; intended: number; seconds: number; cpu: CpuUse }
  | { kind: 'failing'; label: string; failed: number; requests: number; examples: string[] }
  | { kind: 'threshold'; label: string; thresholds: string[] };

export type VerdictCode =
  | 'regressed'
  | 'missed'
  | 'invalid'
  | 'improved'
  | 'unchanged'
  | 'inconclusive'
  | 'first-run'
  | 'skipped'
  | 'at-limit'
  | 'met';

export type Verdict = {
  code: VerdictCode;
  /** Whether the merge is blocked, given `fail-on`. */
  blocks: boolean;
  slos: SloFinding[];
  changes: ChangeFinding[];
  faults: ServiceFault[];
  invalid: InvalidReason[];
  /** Rounds used and rounds thrown away for disturbance. */
  rounds: { used: number; discarded: number; instances: number; loadSeconds: number };
};

/** What `fail-on` may add to the codes that always block. */
export const FAIL_ON_CODES = ['at-limit', 'inconclusive'] as const satisfies readonly VerdictCode[];
