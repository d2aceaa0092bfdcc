import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertBeyond } from '../config/hosts.ts';
import { UserError } from '../errors.ts';
import { drawProgram } from '../k6/arrivals.ts';
import { describeFailure } from '../k6/failures.ts';
import { mirrorScript } from '../k6/mirror.ts';
import type { Deal } from '../k6/mix.ts';
import { startPods } from '../k6/pods/pods.ts';
import { type K6Run, startK6 } from '../k6/process.ts';
import type { K6Result, SeenRedirect, ToldFailure } from '../k6/result.ts';
import { barrierMs, writeScript } from '../k6/script.ts';
import { findOdd, readSlots, type SlotResult } from '../k6/summary.ts';
import { type CpuSample, readArmUse, readSpan, watchCpu } from '../machine/cpu.ts';
import type { Calls } from '../measurement/calls.ts';
import type { Arm } from '../measurement/measurement.ts';
import { diagnoseSlot, isDisturbed, type SlotDiagnosis, type SlotEvidence } from '../measurement/validity.ts';
import { restartSlots } from '../plan/layout.ts';
import { shareProgram } from '../plan/pods.ts';
import { FIXED_WORK_LIMIT_SECONDS } from '../plan/shape.ts';
import { clockSeconds, type Program, type Slot } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { Surroundings } from '../services/surroundings.ts';
import { addCalls, watchCalls } from './calls.ts';
import { type Crash, findCrash } from './crash.ts';
import { dealOut, fillRequest } from './requests.ts';
import { boundResent } from './resent.ts';
import { followProgram } from './timeline.ts';

export type DiagnosedSlot = SlotResult & {
  diagnosis: SlotDiagnosis;
  evidence: SlotEvidence;
  /** For each slice, whether others took much of the machine meanwhile. */
  disturbed: boolean[];
  /** What the arm called meanwhile, under load alone. Absent where that is not known. */
  calls?: Calls[];
};

/** Kind of failure, in words: how many requests failed so, and what the service wrote last. */
export type CountedFailure = {
  label: string;
  text: string;
  count: number;
  said: ReturnType<RunningInstance['lastWords']>;
};
export type ScriptThreshold = { label: string; threshold: string };

/** Outcome of one k6 process. */
export type ProgramResult = {
  /** Measured slots, probed warm-ups included. */
  slots: DiagnosedSlot[];
  crash: Crash | null;
  /** Failure of a k6 that measured nothing. `arm`: the only arm that it drove, or the head. */
  failure: (Extract<K6Result, { kind: 'failed' }> & { label: string; arm: Arm }) | null;
  /** Kinds of failure of the head's requests, commonest first. */
  failures: CountedFailure[];
  /** First redirects of the head. */
  redirects: SeenRedirect[];
  /** The user's own thresholds that failed. */
  thresholds: ScriptThreshold[];
  /** The user's own thresholds that had samples to judge, and those that had none. */
  fed: ScriptThreshold[];
  unfed: ScriptThreshold[];
  /** Requests that k6 sent and nobody counted. */
  lost: { label: string; requests: number }[];
  /** Nodes of the pods that sent the load; empty where this machine did. */
  nodes: string[];
  loadSeconds: number;
};

type ProgramOptions = {
  /** Surroundings of the head, whose load and scripts are used. */
  around: Surroundings;
  k6: string;
  /** Folder for scripts and summaries. */
  folder: string;
  instances: ReadonlyMap<Arm, RunningInstance>;
  /** Services that serve both arms. */
  shared: Pick<RunningInstance, 'sessions' | 'relays' | 'isHidden' | 'crash' | 'crashed'>;
  /** Index of the block. */
  block?: number;
  /** Seed of the run, from which arrivals are drawn. */
  seed: number;
};

/** Time beyond the plan for k6's own start and end. */
const PATIENCE_SECONDS = 30;
/** Time for a script's `setup` and `teardown`. k6 ends each of them after 60 s. */
const SCRIPT_PATIENCE_SECONDS = 120;

/** Drives running instances with one k6 process, and says of every slot whether it can be trusted. */
export async function runProgram(
  program: Program,
  name: string,
  options: ProgramOptions,
): Promise<ProgramResult> {
  const { around, folder, instances, shared, block = 0 } = options;
  const labels = [...new Set(program.slots.map((slot) => slot.step.label))].join(', ');
  const driven = [...new Set(program.slots.map(({ arm }) => arm))];
  const arm = driven.includes('head') ? 'head' : 'base';
  const { targetUrl } = instances.get(arm)!;
  const { work } = program.slots[0]!.step;
  const deals = new Map(
    program.slots.map((slot) => [
      slot,
      dealOut(slot, block, instances.get(slot.arm)!, { config: around.config, folder }),
    ]),
  );
  const { run, arrivals } = await startLoad(program, name, options, { deals, targetUrl, arm });
  const startedAt = Date.now();
  const all = [...instances.values(), shared];
  const watch = watchCpu(
    run.group.pid,
    all.flatMap(({ sessions, relays = [] }) => [...sessions, ...relays]),
    instances,
  );
  const calls = watchCalls(program, instances, around);
  const timeline = followProgram(program, {
    instances,
    began: run.began,
    sample: watch.take,
    readCalls: () => void calls?.take(),
  });
  const kill = () => run.group.signal('SIGKILL');
  around.signal.addEventListener('abort', kill, { once: true });
  // An abort that came while k6 was being started had no listener.
  if (around.signal.aborted) kill();
  // k6 is stopped after a crash: it would only measure refused connections.
  for (const services of all) {
    void services.crashed.then(() => services.crash() !== null && run.group.signal('SIGINT'));
  }
  let isOverdue = false;
  const limitSeconds =
    program.seconds +
    PATIENCE_SECONDS +
    (run.patienceSeconds ?? 0) +
    (work.kind === 'script' ? SCRIPT_PATIENCE_SECONDS : 0) +
    (program.slots.some(({ step }) => step.load.kind === 'fixed-work') ? FIXED_WORK_LIMIT_SECONDS : 0);
  const overdue = setTimeout(() => {
    isOverdue = true;
    kill();
  }, limitSeconds * 1000);
  const result = await run.finished;
  clearTimeout(overdue);
  // k6 ends with the last answer. What the services use is read to the end of the slot.
  if (result.kind === 'measured' && result.complete) await sleepUntil(endOf(program, await run.began));
  timeline.end();
  watch.stop();
  await calls?.take();
  calls?.stop();
  around.signal.removeEventListener('abort', kill);
  await run.group.stop('SIGTERM', 1000);

  const elapsed = (Date.now() - startedAt) / 1000;
  const current = program.slots.findLast((slot) => slot.startSeconds <= elapsed) ?? program.slots[0]!;
  await tryBase(program, name, options);
  const outcome: ProgramResult = {
    slots: [],
    crash: findCrash(instances, shared, current.step.label),
    failure: null,
    failures: [],
    redirects: [],
    thresholds: [],
    fed: [],
    unfed: [],
    lost: [],
    nodes: [],
    loadSeconds: elapsed,
  };
  if (around.signal.aborted) return outcome;
  const fail = (failure: Extract<K6Result, { kind: 'failed' }>): ProgramResult =>
    outcome.crash === null ? { ...outcome, failure: { ...failure, label: labels, arm } } : outcome;
  if (result.kind === 'failed' && result.missing) {
    const { exec, there } = result.missing;
    throw new UserError({
      what: `The k6 script of ${labels} has no function \`${exec}\`: ${there}.`,
      where: work.kind === 'script' ? work.path : labels,
      hint: 'Name the function to measure with `exec` in tailgate.yml, or export it as `default`.',
    });
  }
  if (result.kind === 'failed') {
    const late = `k6 had not ended after ${Math.round(limitSeconds)} s, and was killed`;
    return fail(isOverdue ? { ...result, message: late } : result);
  }
  if (!result.complete && outcome.crash === null) {
    return fail({ kind: 'failed', fault: 'harness', message: 'k6 was interrupted from outside', log: '' });
  }
  const pods = around.config.pods?.count;
  const odd = findOdd(result.summary, program.slots, pods);
  if (odd !== null) return fail({ kind: 'failed', fault: 'harness', message: `k6 reported ${odd}`, log: '' });
  const context = {
    cores: availableParallelism(),
    generatorLimit: watch.generatorLimit(),
    outsiders: hasOutsiders(around) || all.some(({ isHidden }) => isHidden),
  };
  const hopsOf = (arm: Arm) => instances.get(arm)?.hops ?? 1;
  const slots = boundResent(readSlots(result.summary, program.slots, pods), watch.samples, hopsOf)
    .map((slot) => diagnose(slot, watch.samples, context))
    .map((slot) =>
      isContained(around) || instances.get(slot.slot.arm)?.isHidden
        ? slot
        : addCosts(slot, watch.samples, instances),
    );
  // Thresholds count for the head only. A base that misses them says nothing about the head.
  const listThresholds = (thresholds: string[]) =>
    arm === 'head' ? thresholds.map((threshold) => ({ label: labels, threshold })) : [];
  const { summary, redirects } = result;
  const isSoak = program.slots.every(({ round }) => round === null);
  const said = instances.get('head')?.lastWords() ?? null;
  return {
    ...outcome,
    failures: slots
      .filter(({ slot }) => slot.arm === 'head' && (slot.round !== null || isSoak))
      .flatMap((slot) => nameFailures(slot, result.told, deals.get(slot.slot)?.requests ?? []))
      .map((failure) => ({ ...failure, said })),
    redirects,
    thresholds: listThresholds(summary.thresholds),
    fed: listThresholds(summary.fed),
    unfed: listThresholds(summary.unfed),
    lost: summary.lost > 0 ? [{ label: labels, requests: summary.lost }] : [],
    nodes: result.nodes ?? [],
    slots: await addCalls(slots, calls, arrivals),
  };
}

/** Writes the script of a program, and starts k6 on it: on this machine, or in pods. */
async function startLoad(
  program: Program,
  name: string,
  { around, k6: binary, folder, instances, seed, block = 0 }: ProgramOptions,
  { deals, targetUrl, arm }: { deals: ReadonlyMap<Slot, Deal | null>; targetUrl: string; arm: Arm },
): Promise<{ run: K6Run; arrivals: ReturnType<typeof drawProgram> }> {
  const { config, keeper } = around;
  const { work } = program.slots[0]!.step;
  const confined = config.allow.length === 0;
  const trusts = [...instances.values()].flatMap(({ trust }) => trust ?? []);
  const pods = config.pods;
  const sent = pods === undefined ? program : shareProgram(program, pods.count);
  const whole = new Map(sent.slots.map((slot, index) => [slot, program.slots[index]!]));
  const arrivals = drawProgram(sent, seed, block, pods?.count);
  const script = writeScript({
    program: sent,
    arrivals,
    name,
    targetUrl,
    confined,
    // The base's own file may say so where the head's lets k6 connect to other machines.
    insecure: confined && trusts.some((trust) => 'insecure' in trust),
    requestOf: (slot) => fillRequest(slot, instances.get(slot.arm)!, config),
    dealOf: (slot) => deals.get(whole.get(slot)!) ?? null,
    ...(pods && { pods: pods.count }),
    ...(work.kind === 'script' && { scriptPath: mirrorScript(work.path, folder, config.directory) }),
  });
  const common = {
    binary,
    folder,
    name,
    script,
    ...(work.kind === 'script' && { userScript: work.path }),
    cwd: config.directory,
    targetUrl,
    environment: { ...around.environment, ...nameParameters(program, instances.get(arm)!) },
    mayFetch: !confined,
    keeper,
  };
  if (pods !== undefined) {
    for (const [each, { targetUrl: url }] of instances) assertBeyond(url, `URL of the ${each}`);
    const seconds = program.seconds + (work.kind === 'script' ? SCRIPT_PATIENCE_SECONDS : 0);
    return {
      run: startPods({ ...common, pods, seconds, periodMs: barrierMs(program, pods.count) }),
      arrivals,
    };
  }
  const certificates = trusts.flatMap((trust) => ('ca' in trust ? trust.ca : []));
  return { run: await startK6({ ...common, arrivals, certificates }), arrivals };
}

/** Returns when (Unix ms) the last arrivals of a program are over, with a margin for its clock; 0 where that is not known. */
function endOf({ slots }: Program, began: number | null): number {
  const ends = slots.map(({ step, startSeconds, seconds }) =>
    step.load.kind === 'arrival-rate' ? startSeconds + seconds : 0,
  );
  return began === null ? 0 : began + 1000 * Math.max(...ends) + 20;
}

async function sleepUntil(at: number): Promise<void> {
  await sleep(Math.min(5000, Math.max(0, at - Date.now())));
}

/** Names the kinds of failure of a slot, and what was cut off at its end. @param requests that are dealt out */
function nameFailures(
  { slot, failures, cut, received, sent, slices, barren }: SlotResult,
  told: readonly ToldFailure[],
  requests: readonly { name: string }[],
): Omit<CountedFailure, 'said'>[] {
  const { label, graceSeconds } = slot.step;
  const named = failures.map(({ code, which, count }) => {
    const words = told.find((one) => one.label === label && one.code === code)?.text;
    const of = requests.length > 1 ? ` of ${requests[which]?.name}` : '';
    return { label, text: `${describeFailure(code, words)}${of}`, count };
  });
  // Iterations that threw have no code, as their requests were answered, or never began.
  const thrown = told.find((one) => one.label === label && one.text.startsWith('exception'));
  const uncoded = barren + slices.reduce((sum, slice) => sum + slice.failed, 0) - cut;
  if (thrown !== undefined && uncoded > named.reduce((sum, { count }) => sum + count, 0))
    named.push({ label, text: thrown.text, count: barren || 1 });
  if (cut === 0) return named;
  // Where nothing was answered at all, what came in is of answers without an end.
  const began = cut === sent && received > 0;
  const text = began
    ? `the answer began, and did not end within ${graceSeconds} s`
    : `no complete answer within ${graceSeconds} s`;
  return [...named, { label, text, count: cut }].sort((a, b) => b.count - a.count);
}

/** Gives the base the load under which the head has crashed. Only a base that stands it puts the blame on the change. */
async function tryBase(program: Program, name: string, options: ProgramOptions): Promise<void> {
  const { instances, shared, around } = options;
  const base = instances.get('base');
  if (base === undefined || findCrash(instances, shared, '')?.arm !== 'head' || around.signal.aborted) return;
  const own = program.slots.filter(({ arm }) => arm === 'head');
  // A head that crashed without load did so by its age.
  const slots = (own.length > 0 ? own : program.slots).map(
    (slot): Slot => ({ ...slot, arm: 'base', turns: null }),
  );
  base.resume();
  const alone = { ...options, instances: new Map([['base', base] as const]) };
  await runProgram(restartSlots({ ...program, slots }, slots), `${name}-base`, alone);
}

const CONTAINER_TOOLS = /\b(docker|podman|nerdctl)\b/;

/** Tells whether processes that are not children of the service may do its work. */
function hasOutsiders(around: Surroundings): boolean {
  const { external, services } = around.config;
  return external.length > 0 || services.some(({ start }) => start === undefined) || isContained(around);
}

/** Tells whether the `start` of a service runs a container, which does its work outside of what was started for it. */
function isContained({ config }: Surroundings): boolean {
  return config.services.some(
    ({ start, container }) => start !== undefined && container === undefined && CONTAINER_TOOLS.test(start),
  );
}

/** Adds to the slices what the arm's processes used meanwhile, and how long they took to start. */
function addCosts(
  slot: DiagnosedSlot,
  samples: readonly CpuSample[],
  instances: ReadonlyMap<Arm, RunningInstance>,
): DiagnosedSlot {
  const { arm } = slot.slot;
  const instance = instances.get(arm);
  // What runs already has processes that nobody knows here.
  if (instance && instance.sessions.length + (instance.groups?.length ?? 0) === 0) return slot;
  const startup = instance?.startupMs;
  const slices = slot.slices.map((slice, index) => {
    const { startedAt, seconds } = slice;
    const end = startedAt + clockSeconds(slot.slot, seconds) * 1000;
    // No load follows fixed work. So the next sample has all that it used, and is not interpolated.
    const isLast = slot.slot.step.load.kind === 'fixed-work' && index === slot.slices.length - 1;
    const after = isLast ? samples.find(({ wall }) => wall >= end) : undefined;
    const use = readArmUse(samples, arm, startedAt, after?.wall ?? end);
    return { ...slice, ...use, ...(startup !== undefined && { startup }) };
  });
  return { ...slot, slices };
}

function diagnose(
  result: SlotResult,
  samples: readonly CpuSample[],
  context: { cores: number; generatorLimit: number; outsiders: boolean },
): DiagnosedSlot {
  const { slices } = result;
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
  const from = slices[0]!.startedAt;
  const wallSeconds = clockSeconds(result.slot, seconds);
  const { clockJumpMs, ...cpu } = readSpan(samples, from, from + wallSeconds * 1000, context);
  const disturbed = slices.map(({ startedAt, seconds }) => {
    const until = startedAt + clockSeconds(result.slot, seconds) * 1000;
    const { clockJumpMs, ...cpu } = readSpan(samples, startedAt, until, context);
    return isDisturbed({ cpu, clockJumpMs });
  });
  const lags = slices.flatMap((slice) => (slice.lag === null ? [] : [slice.lag.p99]));
  const evidence: SlotEvidence = {
    sent: result.sent,
    intended: result.intended,
    seconds,
    dropped: slices.reduce((sum, slice) => sum + slice.dropped, 0),
    lagMs: lags.length > 0 ? Math.max(...lags) : null,
    cpu,
    clockJumpMs,
    ...(result.pods && { pods: result.pods }),
  };
  return { ...result, evidence, diagnosis: diagnoseSlot(evidence), disturbed };
}

/** Gives a script the parameters of its variant: `path` is `__ENV.VARIANT_PATH`, named as `${redis.PORT}` would be. */
function nameParameters({ slots }: Program, { fill }: RunningInstance): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slots[0]!.step.parameters ?? {}).map(([name, value]) => [
      `VARIANT_${name.toUpperCase()}`,
      fill(value),
    ]),
  );
}
