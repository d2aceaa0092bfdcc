import { randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import type { Need } from '../config/document.ts';
import { warnOfHosts } from '../config/hosts.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, explainSelection, selectScenarios } from '../config/selection.ts';
import { replaceTolerances } from '../config/sensitivity.ts';
import { type ExitCode, throwIfInterrupted, UserError } from '../errors.ts';
import { composeReport, type Report } from '../handover/report.ts';
import { findK6 } from '../k6/install/k6.ts';
import { assertSupportedPlatform, describeMachine } from '../machine/machine.ts';
import { planVariants } from '../plan/planning.ts';
import { planShards } from '../plan/shards.ts';
import { describeShortage } from '../plan/shortage.ts';
import { hideFromDetails } from '../processes/details.ts';
import { childEnvironment, listSecretValues, redact, redactDeep } from '../processes/environment.ts';
import { hasMeasured, type RunRecord } from '../records/record.ts';
import { selectTrend } from '../records/selection.ts';
import { assertAimed } from '../records/work-files.ts';
import { findCheckout } from '../revision/checkout.ts';
import { readLastLogs } from '../services/workspace.ts';
import { exitCodeOf } from '../verdict/codes.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import { measureNothing } from '../verdict/skip.ts';
import type { Idleness, Verdict } from '../verdict/verdict.ts';
import { VERSION } from '../version.ts';
import { type Arms, canPair, goAlone, layOutArms } from './arms.ts';
import { chooseArms } from './choice.ts';
import { tellPlan } from './details.ts';
import { assertRead, type Earlier, keepRecord, readEarlier } from './earlier.ts';
import type { Case, Judgement } from './judgement.ts';
import { measureArms } from './measuring.ts';
import type { GateRequest } from './request.ts';
import { withSession } from './session.ts';

export type GateResult = {
  report: Report;
  exitCode: ExitCode;
  /** Path of the stored record, or null when none was stored. */
  recordPath: string | null;
  /** Reason why the record that was asked for could not be stored; the verdict stands all the same. */
  unrecorded: string | null;
};

/**
 * Runs the whole gate: reads the configuration, plans, finds out whether anything relevant has changed, finds k6, lays
 * out base and head side by side, measures block by block until the verdict is settled, judges, and records.
 *
 * @throws UserError for what the user must change, Interrupted when `signal` is aborted
 */
export async function gate(request: GateRequest): Promise<GateResult> {
  const { progress, signal, environment, budgetSeconds } = request;
  assertSupportedPlatform(process.platform);
  const whole = adjust(
    chooseSource(
      chooseDeployments(
        selectScenarios(readConfig(request.configPath, process.cwd(), needOf(request)), request.only),
        request.deployments,
      ),
      request.base.from,
    ),
    request,
  );
  const checkout = await findCheckout(whole.directory, environment, signal);
  // A budget too small for a result is the user's mistake. It is reported before anything takes time.
  const options = { budgetSeconds, paired: canPair(whole, checkout) };
  const { config, planned } = request.shard
    ? planShards(whole, request.shard.total, options)[request.shard.index - 1]!
    : { config: whole, planned: planVariants(whole, options) };
  if (request.shard && planned.length === 0)
    return reportIdle({ kind: 'spare', ...request.shard }, config, request);
  for (const note of explainSelection(config, request.only)) progress.note(note);
  assertAimed(config);
  for (const warning of warnOfHosts(config)) progress.note(warning);
  for (const { plan } of planned) {
    tellPlan(plan);
    for (const shortage of plan.shortages) progress.note(describeShortage(shortage));
  }
  let earlier = await readEarlier(config, checkout, request);
  if (config.baseline.kind === 'history') assertRead(earlier);
  return withSession(config, request, async (session) => {
    const choice = await chooseArms(config, checkout, session, request);
    if (choice.kind === 'nothing') {
      const patterns = [...(config.when?.changed ?? [])];
      const idle = reportIdle({ kind: 'irrelevant', baseCommit: choice.base, patterns }, config, request);
      return hideSecrets(idle, session.secrets);
    }
    const k6 = await findK6({
      environment,
      version: request.k6Version,
      progress,
      signal,
      ci: environment.CI === 'true',
    });
    const seed = randomInt(2 ** 31);
    const arms = await layOutArms(config, choice, session.workspace.path, seed, request);
    session.secrets.push(...listSecretValues(environment, arms.configs.base?.secrets ?? []));
    hideFromDetails(session.secrets);
    if (arms.suiteBefore !== config.suite)
      earlier = await readRenamed(earlier, arms, config, checkout, request);
    const draft = {
      ...draftRecord(request, config, k6.version),
      seed,
      // What is laid out from a commit has no changes, whatever the work tree has.
      ...(choice.kind === 'pair' && { dirty: choice.pair.head.dirty }),
    };
    const digests = new Map<string, string>();
    const measure = (these: Arms) => {
      // A run without its base is compared with records, whatever was planned.
      if (these.comparison.kind === 'history') assertRead(earlier);
      return measureArms(these, {
        request,
        plans: planned.map(({ plan }) => plan),
        session,
        baseline: earlier.baseline,
        draft,
        digests,
        k6: k6.path,
        seed,
      });
    };
    let judgement = await measure(arms);
    const failed = judgement.verdict.invalid.find((reason) => reason.kind === 'base-failed');
    if (failed && !failed.both && config.baseline.onBaseFailure === 'history') {
      progress.note(
        'the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs',
      );
      const alone = await measure(goAlone(arms));
      // A crash of both blames nobody, whichever had its load first.
      const isOfBoth =
        failed.fault === 'crashed' && alone.verdict.faults.some(({ kind }) => kind === 'crashed');
      judgement = isOfBoth ? blameNobody(judgement, failed) : alone;
    }
    throwIfInterrupted(signal);
    const { verdict, record } = judgement;
    const isWorthKeeping = request.record && verdict.invalid.length === 0 && hasMeasured(record);
    const kept = isWorthKeeping ? await keepRecord(earlier, record) : NOT_RECORDED;
    if (kept.recordPath !== null && record.dirty)
      progress.note(
        'recorded with changes that are not committed, so no later run is compared with it: `git status` shows them',
      );
    const history = selectTrend(record, earlier.baseline);
    const { report, exitCode } = conclude(verdict, record, history, request);
    const logs = readLastLogs(session.workspace, (text) => redact(text, session.secrets));
    return hideSecrets({ ...kept, report: { ...report, logs }, exitCode }, session.secrets);
  });
}

/** Hides secrets in a result. Suite and branch stay, by which it is found: a stand-in such as `test` may be part of them. */
function hideSecrets(result: GateResult, secrets: readonly string[]): GateResult {
  const hidden = redactDeep(result, secrets);
  const { suite, baseBranch, record } = result.report;
  const named = { ...hidden.report.record, suite: record.suite, branch: record.branch };
  return { ...hidden, report: { ...hidden.report, suite, baseBranch, record: named } };
}

/** Says of a failure of the base that the head has failed as well. */
function blameNobody(judgement: Judgement, failed: InvalidReason): Judgement {
  const invalid = judgement.verdict.invalid.map((reason) =>
    reason === failed ? { ...failed, both: true as const } : reason,
  ) as InvalidReason[];
  return { ...judgement, verdict: { ...judgement.verdict, invalid } };
}

/**
 * Adjusts a configuration to a run that asks something else than a change does.
 *
 * @throws UserError where it asks about commits, and deployments are compared
 */
function adjust(
  config: Config,
  {
    soakSeconds = config.measure.soakSeconds,
    tolerance,
    anySize,
    head,
    explain = config.explain,
  }: GateRequest,
): Config {
  if (head !== undefined && config.deployments !== undefined)
    throw new UserError({
      what: 'Deployments run already, so no commit can be measured in their place.',
      hint: 'Commits are compared where Tailgate starts the service: `service` with a `start`.',
    });
  const baseline = anySize
    ? { ...config.baseline, anySize, onBaseFailure: 'invalid' as const }
    : config.baseline;
  const own = { ...config, explain, baseline, measure: { ...config.measure, soakSeconds } };
  return tolerance === undefined ? own : replaceTolerances(own, tolerance);
}

/** Tells what a run needs of its configuration: variables that are set, in the scenarios that it measures. */
function needOf({ only, environment }: GateRequest): Need {
  return { only, calling: { command: 'tailgate run', variables: childEnvironment(environment) } };
}

/** Reads the records of a suite that the change renames. They are under its old name, and the new one has none. */
async function readRenamed(
  { store }: Earlier,
  { suiteBefore: suite }: Arms,
  ...[config, checkout, request]: Parameters<typeof readEarlier>
): Promise<Earlier> {
  return { ...(await readEarlier({ ...config, suite }, checkout, request)), store };
}

const NOT_RECORDED = { recordPath: null, unrecorded: null };

/** Makes the result of a run that measures nothing. */
function reportIdle(unmeasured: Idleness, config: Config, request: GateRequest): GateResult {
  const record = { ...draftRecord(request, config, 'not used'), steps: [] };
  return { ...NOT_RECORDED, ...conclude(measureNothing(unmeasured), record, [], request) };
}

function conclude(
  verdict: Verdict,
  record: RunRecord,
  history: RunRecord[],
  { baseBranch, link }: GateRequest,
): Pick<GateResult, 'report' | 'exitCode'> {
  return {
    report: composeReport(verdict, record, { baseBranch, link, history }),
    exitCode: exitCodeOf(verdict),
  };
}

function draftRecord(request: GateRequest, config: Config, k6: string): Case['draft'] {
  return {
    schemaVersion: 1,
    suite: config.suite,
    ...request.subject,
    attempt: request.attempt,
    ...(request.job && { job: request.job }),
    ...(request.shard && { shard: request.shard }),
    recordedAt: new Date().toISOString(),
    tailgate: VERSION,
    environment: { ...describeMachine(), k6 },
  };
}
