import { rmSync } from 'node:fs';
import { compareEnvironments, pickHistory } from './baseline/comparison.ts';
import { digestStep, recordStep } from './baseline/creation.ts';
import { openDirectory } from './baseline/directory.ts';
import type { RunRecord } from './baseline/record.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/read.ts';
import { nearest } from './config/suggestion.ts';
import { EXIT, type ExitCode, Interrupted, UserError } from './errors.ts';
import { findK6 } from './k6/binary.ts';
import type { ScenarioMeasurement } from './measurement/measurement.ts';
import { type Plan, planRun, type Step } from './plan/plan.ts';
import type { Progress } from './progress.ts';
import type { Report } from './report/report.ts';
import { type Block, measureBlock } from './run/block.ts';
import { listSecretValues, redact, redactDeep } from './run/environment.ts';
import { buildServices, ServiceFailure, type Surroundings } from './run/instance.ts';
import { startKeeper } from './run/keeper.ts';
import { takeTurn } from './run/lock.ts';
import { describeMachine } from './run/machine.ts';
import { reapLeftovers } from './run/state.ts';
import { createWorkspace, keepWorkspace } from './run/workspace.ts';
import { blameService, findInvalid, type StepEvidence } from './verdict/blame.ts';
import { isUndecided, judge } from './verdict/judge.ts';
import type { InvalidReason, ServiceFault, Verdict, VerdictCode } from './verdict/verdict.ts';
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
  const config = selectScenarios(readConfig(request.configPath, process.cwd()), request.only);
  const plan = planRun(config, request.budgetSeconds);
  const store = openDirectory(request.storePath, config.suite);
  const earlier = await store.list();
  for (const { name, reason } of earlier.unreadable) progress.note(`record ${name} is left out: ${reason}`);
  const baseline = earlier.records.filter(({ branch }) => branch === request.baseBranch);
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
    const draft = draftRecord(request, config, k6.version);
    const { verdict, record } = await measureUntilDecided(
      { plan, request, baseline, draft, tolerance: config.baseline.tolerance ?? null },
      async function* () {
        await buildServices(around, (service) => progress.phase(`building ${service}`));
        for (const [look, programs] of plan.looks.entries()) {
          yield measureBlock(programs, look, { around, k6: k6.path, folder: workspace.k6, progress });
        }
      },
    );
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

function selectScenarios(config: Config, only: readonly string[]): Config {
  if (only.length === 0) return config;
  const names = config.scenarios.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    throw new UserError({
      what: `There is no scenario \`${unknown}\`.`,
      where: config.path,
      hint: `${near ? `Did you mean \`${near}\`? ` : ''}It has: ${names.join(', ')}.`,
    });
  }
  return { ...config, scenarios: config.scenarios.filter(({ name }) => only.includes(name)) };
}

function limitGrace(signal: AbortSignal): () => number {
  let until = Number.POSITIVE_INFINITY;
  signal.addEventListener('abort', () => {
    until = performance.now() + GRACE_WHEN_INTERRUPTED_MS;
  });
  return () => Math.max(100, Math.min(GRACE_MS, until - performance.now()));
}

type Draft = Omit<RunRecord, 'scenarios'>;

function draftRecord(request: GateRequest, config: Config, k6: string): Draft {
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

type Matter = {
  plan: Plan;
  request: GateRequest;
  baseline: RunRecord[];
  draft: Draft;
  tolerance: number | null;
};

/** Takes block after block and tries the verdict after each, until no SLO is undecided or the plan is through. */
async function measureUntilDecided(
  matter: Matter,
  takeBlocks: () => AsyncGenerator<Block>,
): Promise<{ verdict: Verdict; record: RunRecord }> {
  const blocks: Block[] = [];
  let outcome = judgeBlocks(matter, blocks, null);
  try {
    for await (const block of takeBlocks()) {
      blocks.push(block);
      outcome = judgeBlocks(matter, blocks, null);
      if (matter.request.signal.aborted || block.failure !== null || !isUndecided(outcome.verdict)) break;
    }
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { kind, service, message, log } = error;
    outcome = judgeBlocks(matter, blocks, { kind, service, message, log });
  }
  return outcome;
}

function judgeBlocks(
  { plan, request, baseline, draft, tolerance }: Matter,
  blocks: readonly Block[],
  unstarted: InvalidReason | null,
): { verdict: Verdict; record: RunRecord } {
  const evidence = plan.steps.map((step) => collectEvidence(step, blocks));
  const scenarios = plan.steps.flatMap((step) => {
    const measurement = collectMeasurement(step, blocks);
    return measurement.instances.length > 0 ? [recordStep(measurement, digestStep(step))] : [];
  });
  const record: RunRecord = { ...draft, scenarios };
  const steps = plan.steps.flatMap((step, index) => {
    if (!scenarios.some(({ label }) => label === step.label)) return [];
    const rounds = evidence[index]!.kept.flatMap((slot) => slot.rounds);
    return [
      { label: step.label, slos: step.slos, rounds, history: pickHistory(baseline, record, step.label) },
    ];
  });
  const verdict = judge({
    steps,
    faults: collectFaults(evidence, blocks),
    invalid: unstarted ? [unstarted] : collectInvalid(plan, evidence, blocks),
    looks: plan.looks.length,
    tolerance,
    failOn: request.failOn,
    rounds: {
      used: evidence.reduce((sum, step) => sum + step.kept.length, 0),
      discarded: evidence.reduce((sum, step) => sum + step.discarded.length, 0),
      instances: blocks.length,
      loadSeconds: blocks.reduce((sum, block) => sum + block.loadSeconds, 0),
    },
  });
  return { verdict, record };
}

function collectEvidence(step: Step, blocks: readonly Block[]): StepEvidence {
  const own = (slots: Block['kept']) => slots.filter(({ slot }) => slot.step.label === step.label);
  const prefix = `${step.label}: `;
  const failures = blocks.flatMap((block) => block.failures).filter((text) => text.startsWith(prefix));
  return {
    label: step.label,
    kept: blocks.flatMap((block) => own(block.kept)),
    discarded: blocks.flatMap((block) => own(block.discarded)),
    failures: [...new Set(failures.map((text) => text.slice(prefix.length)))],
  };
}

function collectMeasurement(step: Step, blocks: readonly Block[]): ScenarioMeasurement {
  const instances = blocks.map((block) => block.kept.filter(({ slot }) => slot.step.label === step.label));
  return {
    scenario: step.scenario,
    label: step.label,
    load: step.load,
    instances: instances
      .filter((slots) => slots.length > 0)
      .map((slots) => ({ rounds: slots.flatMap(({ rounds }) => rounds) })),
    connectionIncluded: instances.flat().every((slot) => slot.connectionIncluded),
  };
}

function collectFaults(evidence: readonly StepEvidence[], blocks: readonly Block[]): ServiceFault[] {
  const crashes = blocks.flatMap(({ crash }): ServiceFault[] =>
    crash ? [{ kind: 'crashed', ...crash }] : [],
  );
  const labels = [...new Set(blocks.flatMap(({ thresholds }) => thresholds.map(({ label }) => label)))];
  const thresholds = labels.map((label): ServiceFault => {
    const failed = blocks.flatMap((block) => block.thresholds.filter((one) => one.label === label));
    return { kind: 'threshold', label, thresholds: [...new Set(failed.map(({ threshold }) => threshold))] };
  });
  return [...crashes, ...evidence.flatMap(blameService), ...thresholds];
}

function collectInvalid(
  plan: Plan,
  evidence: readonly StepEvidence[],
  blocks: readonly Block[],
): InvalidReason[] {
  if (blocks.length === 0) return [];
  const failures = blocks.flatMap(({ failure }): InvalidReason[] => {
    if (failure === null) return [];
    const { fault, label, message, log } = failure;
    return [
      fault === 'script' ? { kind: 'script-failed', label, message, log } : { kind: 'harness', message, log },
    ];
  });
  // After a crash or a failure of k6 the steps that were still to come have nothing, and that is told already.
  if (failures.length > 0 || blocks.some(({ crash }) => crash !== null)) return failures;
  return evidence.flatMap((step) => findInvalid(step, countPlanned(plan, step.label, blocks.length)) ?? []);
}

function countPlanned(plan: Plan, label: string, looks: number): number {
  return plan.looks
    .slice(0, looks)
    .flatMap((programs) => programs.flatMap(({ slots }) => slots))
    .filter((slot) => slot.round !== null && slot.step.label === label).length;
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
  const only = [
    ...new Set(
      verdict.slos
        .concat()
        .flatMap(({ label, code }) => (code === 'missed' ? [scenarioOf(record, label)] : [])),
    ),
  ];
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
