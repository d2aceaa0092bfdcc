import { rmSync } from 'node:fs';
import { compareEnvironments } from './baseline/comparison.ts';
import { digestStep } from './baseline/creation.ts';
import { openDirectory } from './baseline/directory.ts';
import type { RunRecord } from './baseline/record.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/read.ts';
import { selectScenarios } from './config/selection.ts';
import { EXIT, type ExitCode, Interrupted } from './errors.ts';
import { type Judgement, judgeBlocks, type Matter } from './judgement.ts';
import { findK6 } from './k6/binary.ts';
import { type Plan, planRun } from './plan/plan.ts';
import { describeShortage } from './plan/shortage.ts';
import type { Progress } from './progress.ts';
import type { Report } from './report/report.ts';
import { type Block, type BlockOptions, measureBlock } from './run/block.ts';
import { listSecretValues, redact, redactDeep } from './run/environment.ts';
import { buildServices, ServiceFailure, type Surroundings } from './run/instance.ts';
import { startKeeper } from './run/keeper.ts';
import { takeTurn } from './run/lock.ts';
import { assertSupportedPlatform, describeMachine } from './run/machine.ts';
import { reapLeftovers } from './run/state.ts';
import { createWorkspace, keepWorkspace } from './run/workspace.ts';
import { isUndecided } from './verdict/judge.ts';
import type { FAIL_ON_CODES, Verdict } from './verdict/verdict.ts';
import { VERSION } from './version.ts';

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
  failOn: (typeof FAIL_ON_CODES)[number][];
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

/** The runner kills a cancelled job 10 s after SIGINT, and a person at a terminal waits no longer. */
const GRACE_WHEN_INTERRUPTED_MS = 3500;
/** As long as container runtimes wait. */
const GRACE_MS = 10_000;

/**
 * The whole story: reads the configuration, finds k6, measures block by block until the SLOs are decided, judges,
 * and records. Everything started is stopped on every path.
 *
 * @throws UserError for what the user must change, Interrupted when `signal` is aborted
 */
export async function gate(request: GateRequest): Promise<GateResult> {
  const { progress, signal, environment } = request;
  assertSupportedPlatform(process.platform);
  const config = selectScenarios(readConfig(request.configPath, process.cwd()), request.only);
  const plan = planRun(config, request.budgetSeconds);
  for (const shortage of plan.shortages) progress.note(describeShortage(shortage));
  const store = openDirectory(request.storePath, config.suite);
  const earlier = await store.list();
  for (const { name, reason } of earlier.unreadable) progress.note(`record ${name} is left out: ${reason}`);
  // Outside git there are no branches, and all runs are of one line.
  const line = request.subject.commit === null ? null : request.baseBranch;
  const baseline = earlier.records.filter(({ branch }) => branch === line);
  const ci = environment.CI === 'true';
  const k6 = await findK6({
    environment,
    path: config.k6Path,
    version: request.k6Version,
    progress,
    signal,
    ci,
  });

  const giveTurnAway = await takeTurn(progress, signal);
  for (const line of await reapLeftovers()) progress.note(`ended what an earlier run had left: ${line}`);
  const workspace = createWorkspace();
  const keeper = startKeeper(workspace.path);
  const secrets = listSecretValues(environment, config.secrets);
  try {
    const around: Surroundings = {
      config,
      logFolder: workspace.logs,
      environment,
      keeper,
      signal,
      grace: limitGrace(signal),
    };
    const matter: Matter = {
      plan,
      baseline,
      digests: new Map(plan.steps.map((step) => [step.label, digestStep(step)])),
      draft: draftRecord(request, config, k6.version),
      tolerance: config.baseline.tolerance ?? null,
      failOn: request.failOn,
    };
    const options = { around, k6: k6.path, folder: workspace.k6, progress };
    const { verdict, record } = await measureUntilDecided(matter, takeBlocks(plan, options), signal);
    if (signal.aborted) throw new Interrupted(String(signal.reason));
    const recordPath = request.record && verdict.invalid.length === 0 ? await store.append(record) : null;
    return {
      report: redactDeep(composeReport(request, verdict, record, baseline), secrets),
      exitCode: exitCodeOf(verdict),
      recordPath,
    };
  } finally {
    progress.done();
    await keeper.close();
    giveTurnAway();
    if (request.keepPath) keepWorkspace(workspace, request.keepPath, (text) => redact(text, secrets));
    rmSync(workspace.path, { recursive: true, force: true });
  }
}

function limitGrace(signal: AbortSignal): () => number {
  let until = Number.POSITIVE_INFINITY;
  signal.addEventListener('abort', () => {
    until = performance.now() + GRACE_WHEN_INTERRUPTED_MS;
  });
  return () => Math.max(100, Math.min(GRACE_MS, until - performance.now()));
}

function draftRecord(request: GateRequest, config: Config, k6: string): Matter['draft'] {
  return {
    schemaVersion: 1,
    suite: config.suite,
    ...request.subject,
    attempt: request.attempt,
    recordedAt: new Date().toISOString(),
    tailgate: VERSION,
    environment: { ...describeMachine(), k6 },
  };
}

/** Builds, then measures one block on a fresh instance for every look of the plan that is asked for. */
async function* takeBlocks(plan: Plan, options: BlockOptions): AsyncGenerator<Block> {
  await buildServices(options.around, (service) => options.progress.phase(`building ${service}`));
  for (const [look, programs] of plan.looks.entries()) yield measureBlock(programs, look, options);
}

/** Takes block after block and tries the verdict after each, until no SLO is undecided or the plan is through. */
async function measureUntilDecided(
  matter: Matter,
  blocks: AsyncGenerator<Block>,
  signal: AbortSignal,
): Promise<Judgement> {
  const taken: Block[] = [];
  let judgement = judgeBlocks(matter, taken, null);
  try {
    for await (const block of blocks) {
      taken.push(block);
      judgement = judgeBlocks(matter, taken, null);
      if (signal.aborted || block.failure !== null || !isUndecided(judgement.verdict)) break;
    }
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { kind, service, message, log } = error;
    judgement = judgeBlocks(matter, taken, { kind, service, message, log });
  }
  return judgement;
}

function composeReport(
  request: GateRequest,
  verdict: Verdict,
  record: RunRecord,
  baseline: readonly RunRecord[],
): Report {
  const digests = new Map(record.scenarios.map(({ label, digest }) => [label, digest]));
  const history = baseline
    .filter((old) => compareEnvironments(old, record).length === 0)
    .map((old) => ({
      ...old,
      scenarios: old.scenarios.filter((one) => digests.get(one.label) === one.digest),
    }))
    .filter((old) => old.scenarios.length > 0);
  const bad = [...verdict.slos, ...verdict.changes].filter(
    ({ code }) => code === 'missed' || code === 'regressed',
  );
  const only = [...new Set(bad.map(({ label }) => scenarioOf(record, label)))];
  const narrowed =
    only.length > 0 && only.length < record.scenarios.length ? ` --only ${only.join(',')}` : '';
  return {
    suite: record.suite,
    verdict,
    record,
    history,
    baseBranch: request.baseBranch,
    reproduce: `npx tailgate run${narrowed}`,
    link: request.link,
  };
}

function scenarioOf(record: RunRecord, label: string): string {
  return record.scenarios.find((scenario) => scenario.label === label)?.scenario ?? label;
}

function exitCodeOf(verdict: Verdict): ExitCode {
  if (verdict.code === 'invalid') return EXIT.unmeasured;
  return verdict.blocks ? EXIT.failed : EXIT.pass;
}
