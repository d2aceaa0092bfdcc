import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameRequest, sumAnswers } from '../blocks/answers.ts';
import { type Block, measureBlock } from '../blocks/block.ts';
import { collectEvidence, pick } from '../blocks/collection.ts';
import type { Config, Scenario } from '../config/config.ts';
import { listVariants } from '../config/variants.ts';
import { throwIfInterrupted } from '../errors.ts';
import { canPair, lendHistory, moveConfig } from '../gate/arms.ts';
import type { GateRequest } from '../gate/request.ts';
import { type Session, withSession } from '../gate/session.ts';
import { findK6 } from '../k6/find.ts';
import type { Load } from '../measurement/measurement.ts';
import { attempts, meanLatency } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import { layOutBlock } from '../plan/layout.ts';
import { planRun } from '../plan/planning.ts';
import type { Step } from '../plan/step.ts';
import { redact } from '../processes/environment.ts';
import { readTail } from '../processes/log.ts';
import { findCheckout } from '../revision/checkout.ts';
import { takeSnapshot } from '../revision/pair.ts';
import { openScratch } from '../revision/scratch.ts';
import { layOutTree } from '../revision/trees.ts';
import { buildServices } from '../services/build.ts';
import { startShared } from '../services/instance.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import { findScriptFault } from '../verdict/blame.ts';

/**
 * One step of a try, and its outcome. `name`: service, or scenario with its request, which has the number of responses by status,
 * and their typical size (bytes); their latency, if there is no other request. `log`: the last lines of the first step that failed and has one.
 */
export type TriedStep = Record<'name' | 'said', string> & {
  kind: 'build' | 'prepare' | 'start' | 'request';
  ok: boolean;
  milliseconds?: number;
  statuses?: Record<string, number>;
  bytes?: number;
  log?: string[];
};

/** `log`: everything known without a service's log; `from`: the service that has one. */
type Outcome = Omit<TriedStep, 'log'> & { from?: string; log?: string };

type TryOptions = Pick<GateRequest, 'progress' | 'signal' | 'environment'> & {
  tell: (step: TriedStep) => void;
};

type Key = keyof Config['services'][number];
const LOAD = { rate: 5, seconds: 2 };
const LOG_LINES = 60;
const ORDER = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;

/**
 * Makes a run in miniature: only the head, each scenario at 5 req/s for 2 s. A failure ends it.
 *
 * @throws UserError if nothing can be checked out; Interrupted if the signal is aborted
 */
export async function tryOnce(config: Config, options: TryOptions): Promise<void> {
  const { environment, progress, signal } = options;
  await withSession(config, options, async (session) => {
    const k6 = await findK6({ environment, progress, signal });
    const { keeper, grace, workspace } = session;
    const laidOut = await layOut(config, session);
    const common = { config: laidOut, logFolder: workspace.logs, environment, keeper, signal, grace };
    const around: Surroundings = { ...common, arm: 'head', shared: new Map() };
    const tell = makeTeller(session);
    try {
      const startedAt = performance.now();
      await buildServices(around, progress);
      throwIfInterrupted(signal);
      const milliseconds = performance.now() - startedAt;
      tell(...succeed('build', laidOut, ['build', 'container'], milliseconds));
      const shared = await startShared({ ...around, arm: null });
      try {
        for (const [index, variant] of listVariants(shrink(laidOut)).entries()) {
          const plan = planRun(variant, { paired: false });
          const block = await measureBlock(layOutBlock(plan, ORDER), 0, {
            ...{ shared, k6: k6.path, seed: 1, folder: workspace.k6, progress, planned: 1 },
            arms: { head: { ...around, config: variant, shared: shared.portOf } },
            disturbed: 'keep',
            ...(variant.variant && { part: `v${index + 1}` }),
          });
          throwIfInterrupted(signal);
          const startup = block.kept[0]?.slices[0]?.startup;
          tell(
            ...succeed('prepare', variant, ['prepare']),
            ...succeed('start', variant, ['start', 'container'], startup),
            ...plan.steps.flatMap((step) => describeRequests(variant.target, step, block)),
          );
          if (block.crash !== null || block.failure !== null) break;
        }
      } finally {
        await shared.stop();
      }
    } catch (error) {
      throwIfInterrupted(signal);
      if (!(error instanceof ServiceFailure)) throw error;
      const { service: name, message: said, log } = error;
      const other = said.startsWith('`prepare`') ? 'prepare' : 'start';
      tell({ kind: error.kind === 'build-failed' ? 'build' : other, name, ok: false, said, from: name, log });
    }
  });
}

/** Reduces each scenario to a short load that sends each of its requests, with no limits on their latencies. */
function shrink(config: Config): Config {
  // Its warm-up stays: a cold service may respond too late.
  const measure = { ...config.measure, soakSeconds: 0 };
  const scenarios = config.scenarios.map(({ capacity: _, work, ...scenario }): Scenario => {
    const requests = work.kind === 'request' ? work.requests.map((each) => ({ ...each, weight: 1 })) : [];
    const rate = Math.max(LOAD.rate, requests.length) * Math.max(1, config.pods?.count ?? 1);
    const loads: Load[] = [{ kind: 'arrival-rate', rate, seconds: LOAD.seconds }];
    return { ...scenario, work: work.kind === 'request' ? { ...work, requests } : work, loads, slos: [] };
  });
  return { ...config, scenarios, measure };
}

/** Checks out the work tree, with new files that git does not ignore; a run against records has no tree either. */
async function layOut(config: Config, session: Session<TryOptions>): Promise<Config> {
  const { environment, signal, progress } = session;
  const checkout = await findCheckout(config.directory, environment, signal);
  const isAlone = !canPair(config, checkout) || config.deployments !== undefined;
  if (isAlone || 'kind' in checkout || checkout.head === null) return config;
  const { path } = session.workspace;
  const store = await openScratch(checkout, path, { environment, signal, credentials: null });
  const { commit } = await takeSnapshot(store, checkout.head, [path]);
  const tree = await layOutTree(store, path, 'head', commit);
  for (const note of tree.notes) progress.note(note);
  await lendHistory(config, tree, session);
  return moveConfig(config, tree);
}

/** Makes the step of the services that have one of these keys; none if no service has. */
function succeed(kind: TriedStep['kind'], config: Config, keys: Key[], milliseconds?: number): Outcome[] {
  const { services, variant } = config;
  const names = services.filter((one) => keys.some((key) => one[key] !== undefined)).map(({ name }) => name);
  const name = names.join(', ') + (variant ? ` [${variant.name}]` : '');
  if (names.length === 0) return [];
  return [{ kind, name, ok: true, said: '', ...(milliseconds !== undefined && { milliseconds }) }];
}

/** Makes steps from outcomes, without secrets. The first failed one with a log shows it. */
function makeTeller({ workspace, secrets, tell, progress }: Session<TryOptions>) {
  let isTold = false;
  const readLog = (service: string) => {
    const [newest] = readdirSync(workspace.logs)
      .filter((name) => name.startsWith(`${service}.`))
      .map((name) => join(workspace.logs, name))
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    return newest === undefined ? '' : readTail(newest, LOG_LINES);
  };
  return (...outcomes: Outcome[]) => {
    progress.done();
    for (const { from, log: known, ...step } of outcomes) {
      const text = step.ok || isTold ? '' : (from && readLog(from)) || known || '';
      const log = redact(text, secrets).split('\n').filter(Boolean).slice(-LOG_LINES);
      isTold ||= log.length > 0;
      tell({ ...step, said: redact(step.said, secrets), ...(log.length > 0 && { log }) });
    }
  };
}

/** Says what was wrong with a scenario, or how each of its requests was answered. */
function describeRequests(target: string, step: Step, block: Block): Outcome[] {
  const { label, work } = step;
  const { crash, failure } = block;
  const [only, ...more] = work.kind === 'request' ? work.requests : [];
  const name = only && more.length === 0 ? `${label}: ${nameRequest(only.request)}` : label;
  const isOwn = (one: { label: string }) => one.label === label;
  const slices = pick(block.kept, step, 'head').flatMap((slot) => slot.slices);
  const answered = sum(slices, ({ ok }) => ok);
  const count = sum(slices, attempts);
  const fail = (said: string, more: Partial<Outcome> = { from: target }): Outcome[] => [
    { kind: 'request', name, ok: false, said, ...more },
  ];
  if (crash !== null && isOwn(crash))
    return fail(`${crash.service} exited with ${crash.exit} under load`, { from: crash.service });
  if (failure !== null && isOwn(failure)) return fail(failure.message, { log: failure.log });
  if (slices.length === 0) return fail('not tried, since another step failed', {});
  const wrong = block.failures.filter(isOwn).map(({ text, count: of }) => `${text} (${of} of ${count})`);
  if (wrong.length > 0) return fail(wrong.join('; '));
  const fault = findScriptFault(collectEvidence(step, [block], () => true));
  if (fault !== null || answered === 0) return fail(fault ?? 'none of its requests got a response');
  const answers: ReturnType<typeof sumAnswers> = sumAnswers(step, 'head', [block]);
  // Requests other than HTTP have neither status nor size.
  if (answers.length === 0) answers.push({ request: null, statuses: {} });
  const latency = answers.length === 1 && { milliseconds: meanLatency(slices) };
  return answers.map(({ request, statuses, bytes }): Outcome => {
    const name = request === null ? label : `${label}: ${request}`;
    const said = bytes && bytes.typical <= 2 && !request?.includes(' ') ? 'almost empty: is there data?' : '';
    const size = bytes && { bytes: bytes.typical };
    return { kind: 'request', name, ok: true, said, ...latency, statuses, ...size };
  });
}
