import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from '../k6/failures.ts';
import { type FailedK6, failK6, type K6Result, type ToldFailure } from '../k6/run.ts';
import { countLost, readSlots, type SlotResult } from '../k6/summary.ts';
import { watchCpu } from '../machine/samples.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { restartSlots } from '../plan/layout.ts';
import type { Program, Slot } from '../plan/slot.ts';
import { limitSignal } from '../processes/limit.ts';
import type { RunningInstance } from '../services/instance.ts';
import { addCalls, watchCalls } from './calls.ts';
import { type Crash, findCrash } from './crash.ts';
import { type ProgramOptions, startLoad } from './load.ts';
import { type DiagnosedSlot, diagnoseSlots } from './slots.ts';
import { followProgram } from './timeline.ts';

/** A kind of failure, in words: how many requests failed that way, and the service's last output. */
export type CountedFailure = {
  label: string;
  text: string;
  count: number;
  said: ReturnType<RunningInstance['lastWords']>;
};

/** What one or more k6 processes report apart from their slots. */
export type Remarks = {
  /** Kinds of failure of the head's requests, most frequent first. */
  failures: CountedFailure[];
  /** Requests that k6 sent without counting them. */
  lost: { label: string; requests: number }[];
};

/** Describes the state before anything is measured. */
export function tellNothing(): Remarks {
  return { failures: [], lost: [] };
}

/** Outcome of one k6 process. */
export type ProgramResult = Remarks & {
  /** Measured slots, including probed warm-ups. */
  slots: DiagnosedSlot[];
  crash: Crash | null;
  /** Failure of a k6 that measured nothing. `arm`: the only arm that it drove, or the head. */
  failure: (FailedK6 & { label: string; arm: Arm }) | null;
  loadSeconds: number;
};

/** Drives running instances with one k6 process, and says for every slot whether it can be trusted. */
export async function runProgram(
  program: Program,
  name: string,
  options: ProgramOptions,
): Promise<ProgramResult> {
  const { around, instances, shared } = options;
  const own = [...new Set(program.slots.map((slot) => slot.step.label))];
  const arm = program.slots.some((slot) => slot.arm === 'head') ? 'head' : 'base';
  const { run, arrivals, limitSeconds } = await startLoad(program, name, arm, options);
  const startedAt = Date.now();
  const all = [...instances.values(), shared];
  const watch = watchCpu(
    run.group.pid,
    all.flatMap(({ sessions, contained = [], helpers = [] }) => [...sessions, ...contained, ...helpers]),
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
  const limit = limitSignal(around.signal, Math.round(limitSeconds * 1000));
  limit.addEventListener('abort', kill);
  // An abort while k6 was being started had no listener.
  if (limit.aborted) kill();
  // k6 is stopped after a crash: it would only measure refused connections.
  for (const services of all) {
    void services.crashed.then(() => services.crash() !== null && run.group.signal('SIGINT'));
  }
  let result: K6Result;
  try {
    result = await run.finished;
    // k6 ends with the last response. The services' usage is read until the end of the slot, with a margin for its clock.
    const rest = ((await run.began) ?? 0) + 1000 * program.seconds + 20 - Date.now();
    if (result.kind === 'measured' && result.complete) await sleep(Math.min(5000, Math.max(0, rest)));
  } finally {
    limit.removeEventListener('abort', kill);
    try {
      timeline.end();
    } finally {
      watch.stop();
      await calls?.take();
      calls?.stop();
      await run.group.stop('SIGTERM', 1000);
    }
  }

  const isOverdue = limit.aborted;
  const elapsed = (Date.now() - startedAt) / 1000;
  const current = program.slots.findLast((slot) => slot.startSeconds <= elapsed) ?? program.slots[0]!;
  const { label } = current.step;
  await tryBase(program, name, options);
  const crash = findCrash(instances, shared, label);
  const outcome: ProgramResult = { ...tellNothing(), slots: [], crash, failure: null, loadSeconds: elapsed };
  if (around.signal.aborted) return outcome;
  const fail = (failed: FailedK6): ProgramResult =>
    crash === null ? { ...outcome, failure: { ...failed, label, arm } } : outcome;
  if (result.kind === 'failed') {
    const message = `k6 was still running after ${Math.round(limitSeconds)} s and was killed`;
    return fail(isOverdue ? { ...result, message } : result);
  }
  const { summary, told } = result;
  if (!result.complete && crash === null) return fail(failK6('harness', 'k6 was interrupted from outside'));
  const observed = { instances, shared, samples: watch.samples, still: timeline.still };
  const generatorLimit = watch.generatorLimit();
  const results = readSlots(summary, program.slots, around.config.pods?.count, arrivals);
  const slots = diagnoseSlots(results, { ...observed, generatorLimit });
  const lost = countLost(summary, program.slots);
  const isSoak = program.slots.every(({ round }) => round === null);
  const said = instances.get('head')?.lastWords(around.config.target) ?? null;
  return {
    ...outcome,
    failures: slots
      .filter(({ slot }) => slot.arm === 'head' && (slot.round !== null || isSoak))
      .flatMap((slot) => nameFailures(slot, told))
      .map((failure) => ({ ...failure, said })),
    lost: lost > 0 ? own.map((label) => ({ label, requests: lost })) : [],
    slots: await addCalls(slots, calls, arrivals),
  };
}

/** Names the kinds of failure of a slot, and what was cut off at its end. */
function nameFailures(
  { slot, failures, cut, slices, barren }: SlotResult,
  told: readonly ToldFailure[],
): Omit<CountedFailure, 'said'>[] {
  const { label, graceSeconds, work } = slot.step;
  const requests = work.kind === 'script' ? [] : work.requests.map(({ request }) => request);
  const named = failures.map(({ code, which, count }) => {
    const words = told.find((one) => one.label === label && one.code === code)?.text;
    const of = requests.length > 1 ? ` of ${requests[which]?.method} ${requests[which]?.url}` : '';
    return { label, text: `${describeFailure(code, words)}${of}`, count };
  });
  // Iterations that threw have no code, because their requests got a response, or never started.
  const thrown = told.find((one) => one.label === label && one.text.startsWith('exception'));
  const uncoded = barren + sum(slices, ({ failed }) => failed) - cut;
  const uncounted = uncoded - sum(named, ({ count }) => count);
  if (thrown !== undefined && uncounted > 0) named.push({ label, text: thrown.text, count: uncounted });
  if (cut === 0) return named;
  const text = `no complete response within ${graceSeconds} s`;
  return [...named, { label, text, count: cut }].sort((a, b) => b.count - a.count);
}

/** Gives the base the load under which the head crashed. Only if the base survives it is the change to blame. */
async function tryBase(program: Program, name: string, options: ProgramOptions): Promise<void> {
  const { instances, shared, around } = options;
  const base = instances.get('base');
  if (base === undefined || findCrash(instances, shared, '')?.arm !== 'head' || around.signal.aborted) return;
  const own = program.slots.filter(({ arm }) => arm === 'head');
  // A head that crashed without load did so because of its age.
  const meant = own.length > 0 ? own : program.slots;
  const slots = meant.map((slot): Slot => ({ ...slot, arm: 'base', turns: null }));
  base.resume();
  const alone = { ...options, instances: new Map([['base', base] as const]) };
  await runProgram(restartSlots({ ...program, slots }, slots), `${name}-base`, alone);
}
