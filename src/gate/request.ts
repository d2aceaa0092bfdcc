import type { Config } from '../config/config.ts';
import type { Deployments } from '../config/deployments.ts';
import type { Tolerance } from '../config/language/setting.ts';
import type { Shard } from '../plan/shards.ts';
import type { Progress } from '../progress.ts';
import type { Credentials } from '../revision/authorization.ts';
import type { BaseTrigger } from '../revision/base.ts';
import type { Subject } from '../revision/subject.ts';
import type { FailOnCode } from '../verdict/codes.ts';
import type { Alteration } from './judgement.ts';

/** What a run is asked to do. */
export type GateRequest = {
  /** Absolute path of tailgate.yml. */
  configPath: string;
  /** Names of scenarios to run; empty means all. */
  only: string[];
  /** Part of the suite that this machine measures. Absent: all of it. */
  shard?: Shard;
  /** Codes that block in addition to `regressed`, `missed` and `invalid`. */
  failOn: FailOnCode[];
  /** Where to find the runs that a run without a base is compared with; see `readPlace`. */
  store: string;
  subject: Subject;
  /** Branch whose runs are the baseline. */
  baseBranch: string;
  base: {
    /** Revision to compare with; null leaves the choice to the trigger. */
    asked: string | null;
    trigger: BaseTrigger;
    /** Overrides `baseline.from`. */
    from?: Config['baseline']['kind'];
    /** To fetch a base that the clone lacks, and for records in the repository. */
    credentials?: Credentials | null;
  };
  /** URLs of deployments to compare, instead of starting what the configuration says. */
  deployments?: Partial<Deployments>;
  /** The gate is being tried: base and head are both the checkout, and are judged under each of these as well. */
  alterations?: readonly Alteration[];
  /** Attempt of the workflow run; see `RunRecord.attempt`. */
  attempt: string;
  /** Name of this job in its matrix; empty without one. */
  job?: string;
  /** These override `measure.budget` (seconds), all tolerances of latencies and capacities, and `explain`. */
  budgetSeconds?: number;
  tolerance?: Tolerance;
  explain?: Config['explain'];
  /** Paths (absolute) in the work tree that are not changes of the head: what the command writes. */
  leaveOut?: string[];
  /** Folder (absolute) for the generated k6 script, logs and raw summaries. */
  keepPath?: string;
  /** URL or path of the full result, shown in the report. */
  link: string | null;
  environment: NodeJS.ProcessEnv;
  progress: Progress;
  /** Aborted by Ctrl-C, SIGTERM or a cancelled job. */
  signal: AbortSignal;
};
