import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, selectScenarios } from '../config/selection.ts';
import { replaceTolerances } from '../config/sensitivity.ts';
import { throwIfInterrupted } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import { FORMAT } from '../json-values.ts';
import { findK6 } from '../k6/find.ts';
import { adoptThresholds } from '../k6/thresholds.ts';
import { assertSupportedPlatform, describeMachine } from '../machine/machine.ts';
import { planVariants } from '../plan/planning.ts';
import { planShards } from '../plan/shards.ts';
import { childEnvironment, listSecretValues, redact } from '../processes/environment.ts';
import { assertAimed } from '../records/work-files.ts';
import { findCheckout } from '../revision/checkout.ts';
import { readLastLogs } from '../services/workspace.ts';
import type { Idleness, Verdict } from '../verdict/verdict.ts';
import { measureNothing } from '../verdict/verdict.ts';
import { VERSION } from '../version.ts';
import { canPair, layOutArms } from './arms.ts';
import type { Case } from './judgement.ts';
import { measureArms } from './measuring.ts';
import { readBaseline } from './records.ts';
import type { GateRequest } from './request.ts';
import { hideInVerdict } from './secrets.ts';
import { withSession } from './session.ts';

/** `altered`: the report under each alteration, if the gate is being tried. `secrets`: values that no text may show. */
export type GateResult = { report: Report; altered?: Report[]; secrets?: string[] };

/**
 * Runs the whole gate: configuration and plan, base and trees, blocks until the verdict is settled, report. Whatever the
 * user must change is found before anything takes time, and k6 only if something is measured.
 *
 * @throws UserError for anything that the user must change, Interrupted if `signal` is aborted
 */
export async function gate(asked: GateRequest): Promise<GateResult> {
  const { signal, environment, shard } = asked;
  assertSupportedPlatform(process.platform);
  const wanted = readWanted({ ...asked, from: asked.base.from }, 'run');
  const whole = await adoptThresholds(wanted, asked);
  const checkout = await findCheckout(whole.directory, environment, signal);
  const options = { budgetSeconds: asked.budgetSeconds, paired: canPair(whole, checkout) };
  const { config, planned } = shard
    ? planShards(whole, shard.total, options)[shard.index - 1]!
    : { config: whole, planned: planVariants(whole, options) };
  if (shard && planned.length === 0) return reportIdle({ kind: 'spare', ...shard }, config, asked);
  const plans = planned.map(({ plan }) => plan);
  return withSession(config, asked, async (session) => {
    const { secrets, workspace } = session;
    const arms = await layOutArms(config, checkout, session);
    if (arms.kind !== 'arms') return reportIdle(arms, config, session);
    secrets.push(...listSecretValues(environment, arms.configs.base?.secrets ?? []));
    const { path: k6, version } = await findK6(session);
    const baseline =
      arms.comparison.kind === 'history' ? await readBaseline(config.suite, checkout, session) : [];
    const draft = draftRecord(session, config, version);
    const { record, verdict, altered } = await measureArms(arms, { session, plans, baseline, draft, k6 });
    throwIfInterrupted(signal);
    const report = (judged: Verdict): Report => ({
      ...{ suite: config.suite, record, baseBranch: asked.baseBranch, link: asked.link, history: [] },
      verdict: hideInVerdict(judged, secrets),
    });
    const logs = readLastLogs(workspace, (text) => redact(text, secrets));
    return { report: { ...report(verdict), logs }, altered: altered?.map(report), secrets };
  });
}

/** Reads the configuration as the command wants it: a run may override it. */
export function readWanted(
  asked: Pick<GateRequest, 'configPath' | 'only' | 'environment'> &
    Partial<Pick<GateRequest, 'deployments' | 'tolerance' | 'explain'>> &
    Pick<GateRequest['base'], 'from'>,
  command: string,
): Config {
  const { only, environment, tolerance, configPath, from } = asked;
  const calling = { command: `tailgate ${command}`, variables: childEnvironment(environment) };
  const read = selectScenarios(readConfig(configPath, process.cwd(), { only, calling }), only);
  const config = chooseSource(chooseDeployments(read, asked.deployments), from);
  assertAimed(config);
  const own = { ...config, explain: asked.explain ?? config.explain };
  return tolerance === undefined ? own : replaceTolerances(own, tolerance);
}

/** Makes the result of a run that measures nothing. */
function reportIdle(unmeasured: Idleness, config: Config, request: GateRequest): GateResult {
  const { baseBranch, link } = request;
  const record = { ...draftRecord(request, config, 'not used'), steps: [] };
  const own = { suite: config.suite, record, verdict: measureNothing(unmeasured) };
  return { report: { ...own, baseBranch, link, history: [] } };
}

function draftRecord(request: GateRequest, config: Config, k6: string): Case['draft'] {
  const { subject, attempt, job, shard } = request;
  return {
    schemaVersion: FORMAT,
    suite: config.suite,
    ...subject,
    attempt,
    ...(job && { job }),
    shard,
    recordedAt: new Date().toISOString(),
    tailgate: VERSION,
    environment: { ...describeMachine(), k6 },
  };
}
