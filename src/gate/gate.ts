import { randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { warnOfHosts } from '../config/hosts.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, explainSelection, selectScenarios } from '../config/selection.ts';
import { replaceTolerances } from '../config/sensitivity.ts';
import { type ExitCode, throwIfInterrupted } from '../errors.ts';
import { composeReport, type Report } from '../handover/report.ts';
import { findK6, type K6 } from '../k6/find.ts';
import { adoptThresholds } from '../k6/thresholds.ts';
import { assertSupportedPlatform, describeMachine } from '../machine/machine.ts';
import { type PlannedVariant, planVariants } from '../plan/planning.ts';
import { type PlannedShard, planShards } from '../plan/shards.ts';
import { describeShortage } from '../plan/shortage.ts';
import { hideFromDetails } from '../processes/details.ts';
import { childEnvironment, listSecretValues, redact } from '../processes/environment.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { selectTrend } from '../records/selection.ts';
import { assertAimed } from '../records/work-files.ts';
import { findCheckout } from '../revision/checkout.ts';
import { readLastLogs } from '../services/workspace.ts';
import { exitCodeOf } from '../verdict/codes.ts';
import { measureNothing } from '../verdict/skip.ts';
import type { Idleness, Verdict } from '../verdict/verdict.ts';
import { VERSION } from '../version.ts';
import { canPair, layOutArms } from './arms.ts';
import { chooseArms } from './choice.ts';
import { tellPlan } from './details.ts';
import { assertRead, keepRecord, NOT_RECORDED, readEarlier } from './earlier.ts';
import type { Case } from './judgement.ts';
import { measureArms } from './measuring.ts';
import type { GateRequest } from './request.ts';
import { hideInProgress, hideInVerdict } from './secrets.ts';
import { withSession } from './session.ts';

export type GateResult = {
  report: Report;
  /** The same under each alteration, where the gate is tried. */
  altered?: Report[];
  exitCode: ExitCode;
  /** Path of the stored record, or null when none was stored. */
  recordPath: string | null;
  /** Reason why the record that was asked for could not be stored; the verdict stands all the same. */
  unrecorded: string | null;
};

/**
 * Runs the whole gate: reads the configuration and the thresholds of its scripts, plans, finds out whether anything
 * relevant has changed, finds k6, lays out base and head side by side, measures block by block until the verdict is
 * settled, judges, and records.
 *
 * @throws UserError for what the user must change, Interrupted when `signal` is aborted
 */
export async function gate(asked: GateRequest): Promise<GateResult> {
  const { signal, environment } = asked;
  assertSupportedPlatform(process.platform);
  const finding = { environment, progress: asked.progress, signal };
  let found: Promise<K6> | undefined;
  const find = (progress = asked.progress) => (found ??= findK6({ ...finding, progress }));
  const whole = await adoptThresholds(readWanted(asked), finding, find);
  const checkout = await findCheckout(whole.directory, environment, signal);
  // A budget too small for a result is the user's mistake. It is reported before anything takes time.
  const { config, planned } = planPart(whole, canPair(whole, checkout), asked);
  if (asked.shard && planned.length === 0)
    return reportIdle({ kind: 'spare', ...asked.shard }, config, asked);
  tellAhead(config, planned, asked);
  const earlier = await readEarlier(config, asked);
  return withSession(config, asked, async (session) => {
    const { secrets, workspace } = session;
    const progress = hideInProgress(asked.progress, secrets);
    const request = { ...asked, progress };
    const choice = await chooseArms(config, checkout, session, request);
    if (choice.kind === 'nothing') {
      const patterns = [...(config.when?.changed ?? [])];
      return reportIdle({ kind: 'irrelevant', baseCommit: choice.base, patterns }, config, request);
    }
    const k6 = await find(progress);
    const seed = randomInt(2 ** 31);
    const arms = await layOutArms(config, choice, workspace.path, seed, request);
    // A run without its base is compared with records, whatever was planned.
    if (arms.comparison.kind === 'history') assertRead(earlier);
    secrets.push(...listSecretValues(environment, arms.configs.base?.secrets ?? []));
    hideFromDetails(secrets);
    const judgement = await measureArms(arms, {
      request,
      plans: planned.map(({ plan }) => plan),
      session,
      baseline: earlier.baseline,
      draft: {
        ...draftRecord(request, config, k6.version),
        seed,
        // What is laid out from a commit has no changes, whatever the work tree has.
        ...(choice.kind === 'pair' && { dirty: choice.pair.head.dirty }),
      },
      k6: k6.path,
      seed,
    });
    throwIfInterrupted(signal);
    const { record } = judgement;
    const isWorthKeeping = judgement.verdict.invalid.length === 0 && hasMeasured(record);
    const kept = request.record && isWorthKeeping ? await keepRecord(earlier, record, request) : NOT_RECORDED;
    const history = selectTrend(record, earlier.baseline);
    const told = [judgement.verdict, ...(judgement.altered ?? [])].map((verdict) =>
      conclude(hideInVerdict(verdict, secrets), record, history, request),
    );
    const [{ report, exitCode }, ...altered] = told as [Concluded, ...Concluded[]];
    return {
      ...kept,
      unrecorded: kept.unrecorded && redact(kept.unrecorded, secrets),
      report: { ...report, logs: readLastLogs(workspace, (text) => redact(text, secrets)) },
      ...(judgement.altered && { altered: altered.map((one) => one.report) }),
      exitCode,
    };
  });
}

/** Reads the configuration, as this run wants it: a run may ask for something else than a change does. */
function readWanted(asked: GateRequest): Config {
  const { only, environment, tolerance, alterations } = asked;
  const calling = { command: 'tailgate run', variables: childEnvironment(environment) };
  const read = selectScenarios(readConfig(asked.configPath, process.cwd(), { only, calling }), only);
  const config = chooseSource(chooseDeployments(read, asked.deployments), asked.base.from);
  const { deployments, explain } = config;
  // Where the gate is tried, one deployment is both.
  const both = alterations && deployments && { base: deployments.head, head: deployments.head };
  const own = { ...config, explain: asked.explain ?? explain, ...(both && { deployments: both }) };
  return tolerance === undefined ? own : replaceTolerances(own, tolerance);
}

/** Plans the part of the suite that this machine measures: all of it without shards. */
function planPart(whole: Config, paired: boolean, { budgetSeconds, shard }: GateRequest): PlannedShard {
  const options = { budgetSeconds, paired };
  return shard
    ? planShards(whole, shard.total, options)[shard.index - 1]!
    : { config: whole, planned: planVariants(whole, options) };
}

/** Tells what is known before anything starts. @throws UserError for a script that would measure something else */
function tellAhead(
  config: Config,
  planned: readonly PlannedVariant[],
  { only, progress }: GateRequest,
): void {
  assertAimed(config);
  for (const note of [...explainSelection(config, only), ...warnOfHosts(config)]) progress.note(note);
  for (const { plan } of planned) {
    tellPlan(plan);
    for (const shortage of plan.shortages) progress.note(describeShortage(shortage));
  }
}

/** Makes the result of a run that measures nothing. */
function reportIdle(unmeasured: Idleness, config: Config, request: GateRequest): GateResult {
  const record = { ...draftRecord(request, config, 'not used'), steps: [] };
  return { ...NOT_RECORDED, ...conclude(measureNothing(unmeasured), record, [], request) };
}

type Concluded = Pick<GateResult, 'report' | 'exitCode'>;

function conclude(
  verdict: Verdict,
  record: RunRecord,
  history: RunRecord[],
  { baseBranch, link }: GateRequest,
): Concluded {
  const report = composeReport(verdict, record, { baseBranch, link, history });
  return { report, exitCode: exitCodeOf(verdict) };
}

function draftRecord(request: GateRequest, config: Config, k6: string): Case['draft'] {
  const { subject, attempt, job, shard } = request;
  return {
    schemaVersion: 1,
    suite: config.suite,
    ...subject,
    attempt,
    ...(job && { job }),
    ...(shard && { shard }),
    recordedAt: new Date().toISOString(),
    tailgate: VERSION,
    environment: { ...describeMachine(), k6 },
  };
}
