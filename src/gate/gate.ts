import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { warnOfHosts } from '../config/hosts.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, explainSelection, selectScenarios } from '../config/selection.ts';
import { replaceTolerances } from '../config/sensitivity.ts';
import { throwIfInterrupted } from '../errors.ts';
import { composeReport, type Report } from '../handover/report.ts';
import { findK6 } from '../k6/find.ts';
import { adoptThresholds } from '../k6/thresholds.ts';
import { assertSupportedPlatform, describeMachine } from '../machine/machine.ts';
import { planVariants } from '../plan/planning.ts';
import { type PlannedShard, planShards } from '../plan/shards.ts';
import { hideFromDetails } from '../processes/details.ts';
import { childEnvironment, listSecretValues, redact } from '../processes/environment.ts';
import { selectTrend } from '../records/selection.ts';
import { assertAimed } from '../records/work-files.ts';
import { findCheckout } from '../revision/checkout.ts';
import { readLastLogs } from '../services/workspace.ts';
import { measureNothing } from '../verdict/skip.ts';
import type { Idleness } from '../verdict/verdict.ts';
import { VERSION } from '../version.ts';
import { canPair, layOutArms } from './arms.ts';
import { chooseArms } from './choice.ts';
import { tellPlan } from './details.ts';
import { type Kept, keepRecord, NOT_RECORDED, readEarlier } from './earlier.ts';
import type { Case } from './judgement.ts';
import { measureArms } from './measuring.ts';
import type { GateRequest } from './request.ts';
import { hideInVerdict } from './secrets.ts';
import { withSession } from './session.ts';

/** `altered`: the report under each alteration, where the gate is tried. */
export type GateResult = Kept & { report: Report; altered?: Report[] };

/**
 * Runs the whole gate: configuration and plan, base, trees, blocks until the verdict is settled, record, report. What the user
 * must change is found before anything takes time, and k6 only where something is measured.
 *
 * @throws UserError for what the user must change, Interrupted when `signal` is aborted
 */
export async function gate(asked: GateRequest): Promise<GateResult> {
  const { signal, environment } = asked;
  assertSupportedPlatform(process.platform);
  // The k6 that reads scripts is the one that runs them.
  let found: ReturnType<typeof findK6> | undefined;
  const find = (request = asked) => (found ??= findK6(request));
  const whole = await adoptThresholds(readWanted({ ...asked, from: asked.base.from }, 'run'), asked, find);
  const checkout = await findCheckout(whole.directory, environment, signal);
  const { config, planned } = planPart(whole, canPair(whole, checkout), asked);
  if (asked.shard && planned.length === 0)
    return reportIdle({ kind: 'spare', ...asked.shard }, config, asked);
  for (const note of [...explainSelection(config, asked.only), ...warnOfHosts(config)])
    asked.progress.note(note);
  const plans = planned.map(({ plan }) => plan);
  for (const plan of plans) {
    tellPlan(plan);
    for (const shortage of plan.shortages) asked.progress.note(shortage);
  }
  return withSession(config, asked, async (session) => {
    const { secrets, workspace, progress } = session;
    const request = { ...asked, progress };
    const choice = await chooseArms(config, checkout, session, request);
    if (choice.kind === 'nothing') {
      const patterns = [...(config.when?.changed ?? [])];
      return reportIdle({ kind: 'irrelevant', baseCommit: choice.base, patterns }, config, request);
    }
    const k6 = await find(request);
    const arms = await layOutArms(config, choice, workspace.path, request);
    const earlier = await readEarlier(config, arms.comparison, request);
    secrets.push(...listSecretValues(environment, arms.configs.base?.secrets ?? []));
    hideFromDetails(secrets);
    // What is laid out from a commit has no changes, whatever the work tree has.
    const dirty = choice.kind === 'pair' && { dirty: choice.pair.head.dirty };
    const draft = { ...draftRecord(request, config, k6.version), seed: arms.seed, ...dirty };
    const { baseline } = earlier;
    const measured = await measureArms(arms, { request, plans, session, baseline, draft, k6: k6.path });
    throwIfInterrupted(signal);
    const { record, verdict, altered } = measured;
    const kept = await keepRecord(earlier, measured, request);
    const history = selectTrend(record, baseline);
    const hide = (text: string) => redact(text, secrets);
    const report = (judged: typeof verdict) =>
      composeReport(hideInVerdict(judged, secrets), record, { ...pickShown(request), history });
    return {
      recordPath: kept.recordPath,
      unrecorded: kept.unrecorded && hide(kept.unrecorded),
      report: { ...report(verdict), logs: readLastLogs(workspace, hide) },
      ...(altered && { altered: altered.map(report) }),
    };
  });
}

/** Reads the configuration as a command wants it: a run may ask for something else than a change does. */
export function readWanted(
  asked: Pick<GateRequest, 'configPath' | 'only' | 'environment'> &
    Partial<Pick<GateRequest, 'deployments' | 'tolerance' | 'explain' | 'alterations'>> &
    Pick<GateRequest['base'], 'from'>,
  command: string,
): Config {
  const { only, environment, tolerance, alterations, configPath, from } = asked;
  const calling = { command: `tailgate ${command}`, variables: childEnvironment(environment) };
  const read = selectScenarios(readConfig(configPath, process.cwd(), { only, calling }), only);
  const config = chooseSource(chooseDeployments(read, asked.deployments), from);
  assertAimed(config);
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

/** Makes the result of a run that measures nothing. */
function reportIdle(unmeasured: Idleness, config: Config, request: GateRequest): GateResult {
  const record = { ...draftRecord(request, config, 'not used'), steps: [] };
  const shown = { ...pickShown(request), history: [] };
  return { ...NOT_RECORDED, report: composeReport(measureNothing(unmeasured), record, shown) };
}

const pickShown = ({ baseBranch, link }: GateRequest) => ({ baseBranch, link });

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
