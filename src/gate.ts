import type { ExitCode } from './errors.ts';
import type { Progress } from './progress.ts';
import type { Report } from './report/report.ts';
import type { VerdictCode } from './verdict/verdict.ts';

/** What is measured: the revision that is checked out. */
export type Subject = {
  /** Full SHA; null outside git. */
  commit: string | null;
  dirty: boolean;
  branch: string | null;
  /** ISO 8601. */
  commitTime: string | null;
};

export type GateRequest = {
  /** Absolute path of tailgate.yml. */
  configPath: string;
  /** Names of scenarios to run; empty: all. */
  only: string[];
  /** Codes that block beside `regressed`, `missed` and `invalid`. */
  failOn: Extract<VerdictCode, 'at-limit' | 'inconclusive'>[];
  /** Append this run to the store (only when it could be measured). */
  record: boolean;
  /** Absolute path of the folder that holds the records. */
  storePath: string;
  subject: Subject;
  /** Branch whose runs are the baseline. */
  baseBranch: string;
  /** See `RunRecord.attempt`. */
  attempt: string;
  /** Release of k6 to use instead of the pinned one, for instance `2.2.0`. */
  k6Version?: string;
  /** Overrides `measure.budget`, seconds. */
  budgetSeconds?: number;
  /** Keep the generated k6 script, logs and raw summaries in this folder (absolute). */
  keepPath?: string;
  /** URL or path of the full result, told in the report. */
  link: string | null;
  environment: NodeJS.ProcessEnv;
  progress: Progress;
  /** Aborted by Ctrl-C, SIGTERM or a cancelled job. */
  signal: AbortSignal;
};

export type GateResult = {
  report: Report;
  exitCode: ExitCode;
  /** Path of the stored record, or null when none was stored. */
  recordPath: string | null;
};

/** Measures, judges and records; throws `UserError` for what the user must change and `Interrupted` on abort. */
export async function gate(_request: GateRequest): Promise<GateResult> {
  throw new Error('unfinished');
}
